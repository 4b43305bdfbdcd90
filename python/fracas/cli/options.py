"""The arguments and options that several commands share, and how their texts are read."""

from __future__ import annotations

from collections.abc import Callable
from enum import Enum
from pathlib import Path
from typing import Annotated, TypeAlias, TypeVar, cast

import typer

from fracas import Dice, FracasError, InputError, Rules, load_rules
from fracas.checks import NamedReroll
from fracas.sources import DEFAULT_RULES

__all__ = [
    "DiceCount",
    "JsonFlag",
    "Reroll",
    "RulesFile",
    "ScriptText",
    "SeedText",
    "dice_from",
    "loaded",
    "rules_from",
    "seed_of",
]

_Loaded = TypeVar("_Loaded")


class Reroll(str, Enum):
    """The named reroll policies as they are typed."""

    ALWAYS = "always"
    NEVER = "never"
    WHEN_NEEDED = "when-needed"

    @property
    def policy(self) -> NamedReroll:
        """The name that the engine knows."""
        return cast("NamedReroll", self.value.replace("-", "_"))


JsonFlag: TypeAlias = Annotated[
    bool, typer.Option("--json", help="Print a JSON document instead of tables.")
]
RulesFile: TypeAlias = Annotated[
    Path | None,
    typer.Option("--rules", metavar="FILE", help="Rules to play by, TOML or JSON."),
]
SeedText: TypeAlias = Annotated[
    str | None,
    typer.Option("--seed", metavar="SEED", help="Roll it, too: a number or a text."),
]
ScriptText: TypeAlias = Annotated[
    str | None,
    typer.Option("--script", metavar="FACES", help="Roll it, too, with these dice: 6,4."),
]
DiceCount: TypeAlias = Annotated[int, typer.Option("--dice", metavar="N", help="How many dice.")]


def rules_from(path: Path | None) -> Rules:
    """Give the rules of a file, or the default ones."""
    return DEFAULT_RULES if path is None else loaded(load_rules, path)


def loaded(load: Callable[[Path], _Loaded], path: Path) -> _Loaded:
    """Load a file; the problems found in it name the file as well."""
    try:
        return load(path)
    except InputError:
        raise
    except FracasError as error:
        problems = [
            (f"{path}: {field}" if field else str(path), value, allowed)
            for field, value, allowed in error.problems
        ]
        raise type(error)(problems) from None


def dice_from(seed: str | None, script: str | None) -> Dice | None:
    """Give the dice that the options ask for, if they ask for any.

    A script takes commas or blanks.

    >>> dice = dice_from(None, "6, 4")
    >>> dice
    Dice.scripted([6, 4])
    """
    if script is not None:
        if seed is not None:
            raise InputError([("--seed", f"{seed!r} beside --script", "one of the two")])
        return Dice.scripted([_face(text) for text in script.replace(",", " ").split()])
    return None if seed is None else Dice.seeded(seed_of(seed))


def seed_of(text: str) -> int | str:
    """Read a seed: digits are the number, anything else is a text.

    >>> seed_of("7"), seed_of("rain")
    (7, 'rain')
    """
    return int(text) if text.isascii() and text.isdigit() else text


def _face(text: str) -> int:
    try:
        return int(text)
    except ValueError:
        problem = ("--script", repr(text), "whole numbers from 1 to 6, such as 6,4")
        raise InputError([problem]) from None
