"""Exact laws of checks, attacks and wound rolls.

Every function is in closed form: no chain of rerolled sixes is cut off, no die is rolled. The
error is below 1e-12. Where an input is an array the answer is an array, inputs broadcasting against
each other as in NumPy; where all are single numbers the answer is a single number.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeAlias, overload

import numpy as np
from numpy.typing import NDArray

from fracas import _core
from fracas._core import Rules
from fracas.checks import NamedReroll
from fracas.errors import InputError
from fracas.sources import DEFAULT_RULES

__all__ = ["attack", "natural", "opposed", "success", "wound"]

Integers: TypeAlias = NDArray[np.integer] | list[int]
"""An array of whole numbers."""
Floats: TypeAlias = NDArray[np.float64]

_LARGEST = 1_000
_MOST_DICE = 20


def natural(
    reroll: NamedReroll = "always", *, up_to: int = 30, rules: Rules = DEFAULT_RULES
) -> Floats:
    """Give the chance of each natural result of one die, from 1 to ``up_to``.

    >>> import fracas as fr
    >>> fr.laws.natural()[:8].round(4).tolist()
    [0.2, 0.1667, 0.1667, 0.1667, 0.1667, 0.0, 0.0, 0.0278]
    """
    return _core.natural_probabilities(rules, reroll, up_to)


@overload
def success(  # type: ignore[overload-overlap]  # single numbers give a single number
    value: int,
    difficulty: int,
    *,
    dice: int = 1,
    reroll: NamedReroll = "when_needed",
    rules: Rules = DEFAULT_RULES,
) -> float: ...
@overload
def success(
    value: int | Integers,
    difficulty: int | Integers,
    *,
    dice: int | Integers = 1,
    reroll: NamedReroll = "when_needed",
    rules: Rules = DEFAULT_RULES,
) -> Floats: ...
def success(
    value: int | Integers,
    difficulty: int | Integers,
    *,
    dice: int | Integers = 1,
    reroll: NamedReroll = "when_needed",
    rules: Rules = DEFAULT_RULES,
) -> float | Floats:
    """Give the chance that a check of ``dice`` dice meets a difficulty.

    >>> import fracas as fr
    >>> fr.laws.success([3, 4, 5], 8).round(4).tolist()
    [0.3333, 0.5, 0.6667]
    """
    shape, (values, difficulties, counts) = _columns(
        value=(value, -_LARGEST, _LARGEST),
        difficulty=(difficulty, -_LARGEST, _LARGEST),
        dice=(dice, 1, _MOST_DICE),
    )
    chances = _core.success_probability(rules, values, difficulties, counts, reroll)
    return _scalar_or_array(chances, shape)


@overload
def opposed(  # type: ignore[overload-overlap]  # single numbers give a single number
    value_0: int,
    value_1: int,
    *,
    reroll: tuple[NamedReroll, NamedReroll] = ("always", "when_needed"),
    rules: Rules = DEFAULT_RULES,
) -> float: ...
@overload
def opposed(
    value_0: int | Integers,
    value_1: int | Integers,
    *,
    reroll: tuple[NamedReroll, NamedReroll] = ("always", "when_needed"),
    rules: Rules = DEFAULT_RULES,
) -> Floats: ...
def opposed(
    value_0: int | Integers,
    value_1: int | Integers,
    *,
    reroll: tuple[NamedReroll, NamedReroll] = ("always", "when_needed"),
    rules: Rules = DEFAULT_RULES,
) -> float | Floats:
    """Give the chance that side 0 wins an opposed check.

    >>> import fracas as fr
    >>> round(fr.laws.opposed(4, 4, reroll=("always", "always")), 4)
    0.5
    """
    shape, (values_0, values_1) = _columns(
        value_0=(value_0, -_LARGEST, _LARGEST), value_1=(value_1, -_LARGEST, _LARGEST)
    )
    sides: Sequence[object] = reroll
    if isinstance(sides, str) or len(sides) != 2:
        raise InputError([("reroll", repr(reroll), "a pair: one for side 0, one for side 1")])
    chances = _core.opposed_probability(rules, values_0, values_1, reroll[0], reroll[1])
    return _scalar_or_array(chances, shape)


def attack(
    attack: int | Integers,
    defence: int | Integers,
    *,
    dice: int | Integers = 1,
    attack_reroll: NamedReroll = "always",
    defence_reroll: NamedReroll = "when_needed",
    rules: Rules = DEFAULT_RULES,
) -> Floats:
    """Give the chances that an attack fails automatically, is parried, and lands.

    ``dice`` is the number of defence dice announced, 0 to 20. The last axis of the answer holds the
    three chances, which add up to 1.

    >>> import fracas as fr
    >>> fr.laws.attack(3, 6, dice=1).round(4).tolist()
    [0.0, 0.8611, 0.1389]
    """
    shape, (attacks, defences, counts) = _columns(
        attack=(attack, -_LARGEST, _LARGEST),
        defence=(defence, -_LARGEST, _LARGEST),
        dice=(dice, 0, _MOST_DICE),
    )
    chances = _core.attack_probabilities(
        rules, attacks, defences, counts, attack_reroll, defence_reroll
    )
    return chances.reshape((*shape, 3))


def wound(
    strength: int | Integers, resilience: int | Integers, *, rules: Rules = DEFAULT_RULES
) -> Floats:
    """Give the chances of none, stunned, light, serious, critical and killed of a wound roll.

    They stand in that order in the last axis of the answer and add up to 1.

    >>> import fracas as fr
    >>> (fr.laws.wound(7, 7) * 36).round().astype(int).tolist()
    [0, 3, 20, 9, 3, 1]
    """
    shape, (strengths, resiliences) = _columns(
        strength=(strength, -_LARGEST, _LARGEST), resilience=(resilience, -_LARGEST, _LARGEST)
    )
    return _core.wound_probabilities(rules, strengths - resiliences).reshape((*shape, 6))


def _columns(
    **inputs: tuple[int | Integers, int, int],
) -> tuple[tuple[int, ...], list[NDArray[np.int32]]]:
    """Check the inputs, each with its lowest and highest value, and spread them to one shape."""
    arrays: list[NDArray[np.int32]] = []
    problems: list[tuple[str, str, str]] = []
    for name, (value, lowest, highest) in inputs.items():
        allowed = f"whole numbers from {lowest} to {highest}"
        try:
            array = np.asarray(value)
        except ValueError:
            problems.append((name, f"{value!r:.60} of uneven shape", allowed))
            continue
        # An empty list says nothing of its type, and NumPy makes floats of it.
        if array.dtype.kind not in "iu" and not (array.dtype.kind == "f" and array.size == 0):
            problems.append((name, f"{value!r:.60} of type {array.dtype}", allowed))
        elif array.size and (array.min() < lowest or array.max() > highest):
            wrong = array[(array < lowest) | (array > highest)].flat[0]
            problems.append((name, str(wrong), allowed))
        else:
            arrays.append(array.astype(np.int32))
    if problems:
        raise InputError(problems)
    try:
        spread = np.broadcast_arrays(*arrays)
    except ValueError:
        shapes = ", ".join(
            f"{name} {array.shape}" for name, array in zip(inputs, arrays, strict=True)
        )
        raise InputError([("shapes", shapes, "shapes that broadcast together")]) from None
    return spread[0].shape, [np.ascontiguousarray(array).reshape(-1) for array in spread]


def _scalar_or_array(chances: Floats, shape: tuple[int, ...]) -> float | Floats:
    return chances.reshape(shape) if shape else float(chances[0])
