"""Checks: a die, its rerolls, a characteristic, and something to reach (D-1 to D-8)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Literal, TypeAlias, cast

from fracas import _core
from fracas._core import Rules
from fracas.sources import DEFAULT_RULES, Source, dice_of
from fracas.types import CheckResult, Die, OpposedResult, RerollView, RollName

__all__ = ["Reroll", "check", "opposed"]

NamedReroll: TypeAlias = Literal["always", "never", "when_needed"]
Reroll: TypeAlias = NamedReroll | Callable[[RerollView], bool]
"""Who decides whether a six is rerolled: a named policy, or a callable that is shown what a player
would know."""


def check(
    value: int,
    *,
    difficulty: int | None = None,
    dice: int = 1,
    reroll: Reroll = "always",
    roll: RollName = "check",
    source: Source,
    rules: Rules = DEFAULT_RULES,
) -> CheckResult:
    """Resolve a check of a current characteristic with its modifiers.

    ``dice`` dice are rolled and the best counts. ``source`` is a :class:`fracas.Dice`, a seed, or a
    list of faces that must be used up.

    >>> import fracas as fr
    >>> fr.check(3, difficulty=13, source=[6, 1]).final  # a 1 on a reroll: the die falls to 1
    4
    """
    with dice_of(source) as rolled:
        parts, success = _core.check(rules, value, difficulty, dice, reroll, roll, rolled)
    return result_of(parts, success=success)


def opposed(
    values: tuple[int, int],
    *,
    reroll: tuple[Reroll, Reroll] = ("always", "always"),
    roll: RollName = "check",
    source: Source,
    rules: Rules = DEFAULT_RULES,
) -> OpposedResult:
    """Resolve an opposed check between side 0 and side 1; a tie is rolled again.

    >>> import fracas as fr
    >>> fr.opposed((3, 7), source=[5, 2], roll="initiative").winner
    1
    """
    with dice_of(source) as rolled:
        winner, rounds = _core.opposed(rules, values, reroll, roll, rolled)
    results = ((result_of(first), result_of(second)) for first, second in rounds)
    return OpposedResult(cast("Literal[0, 1]", winner), tuple(results))


def result_of(
    parts: tuple[list[tuple[list[int], int]], int, int, bool], *, success: bool | None = None
) -> CheckResult:
    """Give the check that the core tells."""
    dice, natural, final, automatic_failure = parts
    faces = tuple(Die(tuple(rolls), result) for rolls, result in dice)
    return CheckResult(faces, natural, final, automatic_failure, success)
