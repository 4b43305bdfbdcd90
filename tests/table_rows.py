"""Small tables as data, built for the core and for the reference alike."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

import fracas as fr
from fracas.reference.rules import Rules
from fracas.reference.tables import Placed, Scenery, Table
from fracas.types import Health
from golden_rows import Row


@dataclass(frozen=True)
class TableSpec:
    """What stands on a table, as JSON would say it."""

    fighters: list[dict[str, Any]]
    scenery: list[dict[str, Any]] = field(default_factory=list)
    rules: Mapping[str, Any] = field(default_factory=dict)
    width: float = 60.0
    depth: float = 60.0


def profile_of(document: Mapping[str, Any]) -> fr.Profile:
    return fr.Profile.from_dict({"name": "Somebody", **document})


def spec_of(row: Row) -> TableSpec:
    return TableSpec(
        json.loads(row["fighters"]), json.loads(row["scenery"]), json.loads(row["rules"])
    )


def reference_table(spec: TableSpec) -> Table:
    fighters = []
    for document in spec.fighters:
        state = dict(document)
        health = state.pop("health", {})
        fighters.append(
            Placed(
                profile_of(state.pop("profile", {})),
                state.pop("side"),
                tuple(state.pop("position")),
                health=Health(**health),
                **state,
            )
        )
    scenery = []
    for document in spec.scenery:
        piece = dict(document)
        disc = piece.pop("disc", None)
        if disc is not None:
            piece["disc"] = (tuple(disc["centre"]), disc["radius"])
        scenery.append(Scenery(**piece))
    rules = Rules.from_document(spec.rules)
    return Table(spec.width, spec.depth, tuple(fighters), tuple(scenery), rules)


def core_table(spec: TableSpec) -> fr.Table:
    fighters = [
        {"facing": 90, **document, "profile": profile_of(document.get("profile", {})).to_dict()}
        for document in spec.fighters
    ]
    return fr.Table(
        spec.width, spec.depth, fighters, spec.scenery, rules=fr.Rules(dict(spec.rules))
    )
