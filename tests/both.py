"""The core and the reference behind one face, so that a test can be put to either of them."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Protocol

import pytest

import fracas as fr
from fracas import reference
from fracas.errors import ScriptError
from fracas.types import (
    CheckResult,
    Health,
    OpposedResult,
    RerollView,
    Wound,
    WoundRoll,
)
from golden_rows import Row

Document = Mapping[str, Any]
Policy = str | Callable[[RerollView], bool]


class Source(Protocol):
    """Dice of either implementation."""

    @property
    def record(self) -> Sequence[tuple[str, int]]: ...
    def roll(self, name: Any, /) -> int: ...
    def finish(self) -> None: ...


@dataclass(frozen=True)
class Implementation:
    """One of the two: its rules, its dice and its calls."""

    name: str
    rules: Callable[[Document], Any]
    seeded: Callable[[int | str, int], Any]
    scripted: Callable[[Sequence[Any]], Any]
    recorded: Callable[[Sequence[Any]], Any]
    check: Callable[..., CheckResult]
    opposed: Callable[..., OpposedResult]
    wound_roll: Callable[..., WoundRoll]
    wounded: Callable[[Health, Wound, Any], Health]
    current: Callable[[str, int, Health, Any], int]

    def __str__(self) -> str:
        return self.name


CORE = Implementation(
    name="core",
    rules=fr.Rules,
    seeded=fr.Dice.seeded,
    scripted=fr.Dice.scripted,
    recorded=fr.Dice.recorded,
    check=fr.check,
    opposed=fr.opposed,
    wound_roll=fr.wound_roll,
    wounded=lambda health, wound, rules: fr.wounded(health, wound, rules=rules),
    current=lambda name, value, health, rules: fr.current(name, value, health, rules=rules),
)

REFERENCE = Implementation(
    name="reference",
    rules=reference.Rules.from_document,
    seeded=reference.Seeded,
    scripted=reference.Scripted,
    recorded=reference.Recorded,
    check=reference.check,
    opposed=reference.opposed,
    wound_roll=reference.wound_roll,
    wounded=reference.wounded,
    current=reference.current,
)

BOTH = (CORE, REFERENCE)

each_implementation = pytest.mark.parametrize("implementation", BOTH, ids=str)


def rules_of(implementation: Implementation, row: Row) -> Any:
    """Give the rules of a golden row; an empty cell is the rules as they are."""
    return implementation.rules(json.loads(row["rules"] or "{}"))


def attempt(call: Callable[..., object], *arguments: object) -> object:
    """Give what a call gives, or the places that its ScriptError names."""
    try:
        return call(*arguments)
    except ScriptError as error:
        return [problem.field for problem in error.problems]


@dataclass
class Answers:
    """A player who answers from a list and keeps what he was shown; then he says no."""

    answers: Sequence[bool]

    def __post_init__(self) -> None:
        self.views: list[RerollView] = []

    def __call__(self, view: RerollView) -> bool:
        self.views.append(view)
        asked = len(self.views)
        return asked <= len(self.answers) and self.answers[asked - 1]
