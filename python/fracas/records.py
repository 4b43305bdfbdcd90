"""Records of battles: the setup, the seed, the choices and the dice, in one file of JSON.

A record is verified when it is read: its digest must fit, and it must play again to where it says.
"""

# ruff: noqa: SLF001 - the wrappers of the core know what they wrap

from __future__ import annotations

import json
import os
import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field, replace
from functools import partial
from pathlib import Path
from typing import Any, TypeVar

from fracas import _core
from fracas._core import Rules
from fracas.armies import Army, Victory
from fracas.battles import Battle, BattleOutcome
from fracas.documents import write_document
from fracas.errors import FracasError, RecordError
from fracas.tables import Table

__all__ = ["BattleRecord", "load_record", "read_record", "record_of"]

_Read = TypeVar("_Read")

FORMAT = "fracas-battle 1"
"""What a record says in its ``format``."""
_FORMAT = re.compile(r"fracas-battle ([1-9][0-9]*)")
_KEYS = (
    "format",
    "version",
    "place",
    "armies",
    "turns",
    "victory",
    "rules",
    "table",
    "seed",
    "game",
    "choices",
    "dice",
    "result",
    "digest",
)


@dataclass(frozen=True, slots=True)
class BattleRecord:
    """A battle as it was played so far, to be played again."""

    armies: tuple[Army, Army]
    """The army of side 0 and that of side 1."""
    table: Table
    """The table before the first turn."""
    turns: int
    """How many turns it lasts at most."""
    victory: Victory
    """Who wins."""
    rules: Rules
    """The rules it is fought by."""
    seed: int | str
    """The seed of the dice that were not given."""
    game: int
    """The number of the game of that seed."""
    choices: tuple[int, ...]
    """Every choice, in order."""
    dice: tuple[int, ...]
    """Every die, in order."""
    place: str | None = None
    """What the scenario, or the table, is called."""
    _battle: Battle | None = field(default=None, repr=False, compare=False)

    def battle(self) -> Battle:
        """Play it again: a battle that stands where this one stood, and goes on alike."""
        if self._battle is not None:
            return self._battle.copy()
        battle = Battle(
            *self.armies,
            table=self.table,
            turns=self.turns,
            victory=self.victory,
            rules=self.rules,
            seed=self.seed,
            game=self.game,
        )
        battle.place = self.place
        battle._game.replay(self.choices, self.dice)
        return battle

    @property
    def outcome(self) -> BattleOutcome:
        """What it has come to, or would if it ended here."""
        return self.battle().outcome

    def to_dict(self) -> dict[str, Any]:
        """Give the record as a document, with its digest."""
        battle = self.battle()
        document = {
            "format": FORMAT,
            "version": _core.VERSION,
            "place": self.place,
            "armies": [army.to_dict() for army in self.armies],
            "turns": self.turns,
            "victory": self.victory,
            "rules": self.rules.to_dict(),
            "table": self.table.to_dict(),
            "seed": self.seed,
            "game": self.game,
            "choices": list(self.choices),
            "dice": "".join(str(face) for face in self.dice),
            "result": _result(battle),
        }
        return document | {"digest": _digest(document)}

    def to_json(self) -> str:
        """Give the record as a text of JSON, an entry a line."""
        lines = (
            f"{json.dumps(key)}: {json.dumps(value, ensure_ascii=False, separators=(',', ':'))}"
            for key, value in self.to_dict().items()
        )
        return "{\n" + ",\n".join(lines) + "\n}\n"

    def save(self, path: str | os.PathLike[str]) -> None:
        """Save it to a file, whole or not at all."""
        write_document(path, self.to_json())


def record_of(battle: Battle) -> BattleRecord:
    """Give the record of a battle so far."""
    choices, dice = battle._game.record
    return BattleRecord(
        battle.armies,
        battle.start,
        battle.turns,
        battle.victory,
        battle.rules,
        battle.seed,
        battle.game,
        tuple(choices),
        tuple(dice),
        battle.place,
        battle.copy(),
    )


def load_record(path: str | os.PathLike[str]) -> BattleRecord:
    """Load a record from a file and verify it by playing it again.

    A file that is cut short, was edited, or is of a newer version is refused with a
    :class:`fracas.RecordError` that says so.
    """
    with Path(path).open("rb") as file:
        return read_record(file.read(_core.MAX_DOCUMENT_BYTES + 1))


def read_record(text: str | bytes) -> BattleRecord:
    """Read a record from a text of JSON and verify it by playing it again."""
    document = _parsed(text)
    _check_format(document)
    missing = [key for key in _KEYS if key not in document]
    strange = [key for key in document if key not in _KEYS]
    _refuse([(key, "missing", "a whole record") for key in missing])
    _refuse([(key, "unknown", f"one of {', '.join(_KEYS)}") for key in strange])
    rest = {key: value for key, value in document.items() if key != "digest"}
    if document["digest"] != _digest(rest):
        problem = ("digest", repr(document["digest"]), f"{_digest(rest)}: the file was edited")
        raise RecordError([problem])
    return _verified(document)


def _parsed(text: str | bytes) -> dict[str, Any]:
    if len(text) > _core.MAX_DOCUMENT_BYTES:
        allowed = f"at most {_core.MAX_DOCUMENT_BYTES} bytes"
        raise RecordError([("", "a file that is too long", allowed)])
    try:
        document = json.loads(text)
    except (ValueError, RecursionError) as error:
        allowed = "a whole record of JSON; the file is cut short or was edited"
        raise RecordError([("", f"no JSON: {error}", allowed)]) from None
    if not isinstance(document, dict):
        raise RecordError([("", "no table", f"a record with {', '.join(_KEYS)}")])
    return document


def _check_format(document: Mapping[str, Any]) -> None:
    found = document.get("format", "missing")
    version = _FORMAT.fullmatch(found) if isinstance(found, str) else None
    if version is None:
        raise RecordError([("format", repr(found), repr(FORMAT))])
    if found != FORMAT:
        allowed = f"{FORMAT!r}: the file is of a newer version than this one can read"
        raise RecordError([("format", repr(found), allowed)])


def _verified(document: Mapping[str, Any]) -> BattleRecord:
    """Play the record again and compare where it ends with what it says."""
    choices, dice = document["choices"], document["dice"]
    problems = [
        (f"choices[{place}]", repr(choice), "a whole number from 0 to 63")
        for place, choice in enumerate(choices if isinstance(choices, list) else ["no list"])
        if not _is_whole(choice) or not 0 <= choice <= 63
    ]
    if not isinstance(dice, str) or not set(dice) <= set("123456"):
        problems.append(("dice", repr(dice), "a text of the faces 1 to 6"))
    if not isinstance(document["place"], str | None):
        problems.append(("place", repr(document["place"]), "a text, or null"))
    _refuse(problems)
    record = _named("", lambda: _record(document))
    battle = _named("", record.battle)
    result = _result(battle)
    if document["result"] != result:
        raise RecordError([("result", repr(document["result"]), f"{result}, as it plays")])
    return replace(record, _battle=battle)


def _record(document: Mapping[str, Any]) -> BattleRecord:
    rules = _named("rules", lambda: Rules(document["rules"]))
    listed = document["armies"]
    if not isinstance(listed, list) or len(listed) != 2:
        raise RecordError([("armies", repr(listed), "a list of two")])
    red, blue = (
        _named(f"armies[{side}]", partial(Army.from_dict, army)) for side, army in enumerate(listed)
    )
    return BattleRecord(
        (red, blue),
        _named("table", lambda: Table.from_dict(document["table"], rules=rules)),
        document["turns"],
        document["victory"],
        rules,
        document["seed"],
        document["game"],
        tuple(document["choices"]),
        tuple(int(face) for face in document["dice"]),
        document["place"],
    )


def _result(battle: Battle) -> dict[str, Any]:
    game = battle._game
    return {
        "over": game.over,
        "turn": game.turn,
        "phase": game.phase,
        "points": list(game.points),
        "events": game.told,
    }


def _digest(document: Mapping[str, Any]) -> str:
    import hashlib  # noqa: PLC0415 - it would cost time at every import of the package

    text = json.dumps(document, sort_keys=True, ensure_ascii=True, separators=(",", ":"))
    return f"sha256:{hashlib.sha256(text.encode()).hexdigest()}"


def _is_whole(value: object) -> bool:
    return isinstance(value, int) and not isinstance(value, bool)


def _refuse(problems: Iterable[tuple[str, str, str]]) -> None:
    listed = list(problems)
    if listed:
        raise RecordError(listed)


def _named(place: str, read: Callable[[], _Read]) -> _Read:
    """Read a part; what is wrong with it is wrong with the record."""
    try:
        return read()
    except RecordError:
        raise
    except FracasError as error:
        problems = [
            (".".join(filter(None, (place, name))), value, allowed)
            for name, value, allowed in error.problems
        ]
        raise RecordError(problems) from None
    except TypeError as error:
        raise RecordError([(place, str(error), "a record as it was written")]) from None
