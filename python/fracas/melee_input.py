"""What people give for a board or a separation: read, and refused where it is wrong."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from fracas._core import Profile
from fracas.combat import Fighter, fighter_of
from fracas.errors import InputError, Problem
from fracas.types import Star

__all__ = [
    "contact_pairs",
    "given_combats",
    "is_whole",
    "neighbour_lists",
    "refuse_many",
    "roster_of",
    "whole_numbers",
]

_MOST_PROBLEMS = 20
_LARGEST_NUMBER = 2**62


def is_whole(value: object) -> bool:
    """Tell whether a value is a whole number; a truth value is none."""
    return isinstance(value, int | np.integer) and not isinstance(value, bool)


def given_combats(separation: object) -> list[tuple[int | None, list[int]]]:
    """Read combats in any of their forms: who is called alone, and all of them."""
    if not isinstance(separation, Iterable) or isinstance(separation, str | bytes):
        allowed = "stars, pairs of the lone one and his enemies, or lists of fighters"
        raise InputError([("separation", repr(separation), allowed)])
    problems: list[Problem] = []
    combats = [_combat(combat, place, problems) for place, combat in enumerate(separation)]
    if problems:
        raise InputError(problems)
    return combats


def _combat(combat: object, place: int, problems: list[Problem]) -> tuple[int | None, list[int]]:
    lone: object = None
    members: list[object] = []
    if isinstance(combat, Star):
        lone, members = combat.lone, [combat.lone, *combat.enemies]
    elif isinstance(combat, Iterable) and not isinstance(combat, str | bytes):
        members = list(combat)
        if len(members) == 2 and isinstance(members[1], Iterable):
            lone, members = members[0], [members[0], *members[1]]
    else:
        allowed = "a star, a pair of the lone one and his enemies, or a list of fighters"
        problems.append(Problem(f"separation[{place}]", repr(combat), allowed))
    numbers = [one for one in members if isinstance(one, int | np.integer) and _is_number(one)]
    wrong = [one for one in members if not _is_number(one)]
    problems.extend(
        Problem(f"separation[{place}]", repr(one), "numbers of fighters") for one in wrong
    )
    alone = int(lone) if isinstance(lone, int | np.integer) and _is_number(lone) else None
    return alone, [int(one) for one in numbers]


def _is_number(value: object) -> bool:
    return is_whole(value) and abs(value) < _LARGEST_NUMBER  # type: ignore[arg-type]


def refuse_many(problems: Iterable[tuple[str, str, str]]) -> None:
    """Raise an error for problems, if there are any: the first ones in full, the others counted."""
    listed = list(problems)
    more = len(listed) - _MOST_PROBLEMS
    if more > 0:
        listed = [*listed[:_MOST_PROBLEMS], ("", f"and {more} more", "none")]
    if listed:
        raise InputError(listed)


def whole_numbers(given: ArrayLike, field: str, dimensions: int = 1) -> NDArray[Any]:
    """Give an array of whole numbers, or say what is wrong with what was given."""
    if not isinstance(given, np.ndarray):
        _check_listed(given, field, dimensions)
    try:
        array = np.asarray(given)
    except (ValueError, TypeError, OverflowError):
        allowed = "whole numbers" if dimensions == 1 else "pairs of whole numbers"
        raise InputError([(field, _shown(given), allowed)]) from None
    if array.size == 0 and array.ndim <= dimensions and not isinstance(given, np.ndarray):
        array = np.zeros((0,) * dimensions, dtype=np.int64)
    if array.dtype.kind not in "iu" or array.ndim != dimensions:
        shape = "one row of" if dimensions == 1 else "an array (n, 2) of"
        found = f"an array {array.shape} of {array.dtype}"
        raise InputError([(field, found, f"{shape} whole numbers")])
    return np.ascontiguousarray(array, dtype=array.dtype.newbyteorder("="))


def _check_listed(given: object, field: str, dimensions: int) -> None:
    """Look through a list one by one: an array would take True for 1 and tell no place."""
    if isinstance(given, str | bytes) or not isinstance(given, Sequence):
        if hasattr(given, "__array__") or hasattr(given, "__array_interface__"):
            return
        allowed = "a list or an array of whole numbers"
        raise InputError([(field, _shown(given), allowed)])
    if dimensions == 1:
        refuse_many(
            (f"{field}[{place}]", repr(one), "a whole number")
            for place, one in enumerate(given)
            if not _is_number(one)
        )
    else:
        refuse_many(
            (f"{field}[{place}]", _shown(pair), "a pair of whole numbers")
            for place, pair in enumerate(given)
            if not (
                isinstance(pair, Sequence | np.ndarray)
                and len(pair) == 2
                and all(_is_number(one) for one in pair)
            )
        )


def _shown(value: object) -> str:
    text = repr(value)
    return text if len(text) <= 60 else f"{text[:60]}…"


def contact_pairs(contacts: ArrayLike | None) -> NDArray[Any]:
    """Give contacts one after another, two numbers each."""
    assert contacts is not None  # noqa: S101 - whoever calls has looked
    if isinstance(contacts, set | frozenset):
        contacts = sorted(contacts)
    array = whole_numbers(contacts, "contacts", 2)
    if array.size and array.shape[1] != 2:
        found = f"an array {array.shape} of {array.dtype}"
        raise InputError([("contacts", found, "an array (n, 2) of whole numbers")])
    return array.reshape(-1)


def neighbour_lists(csr: object) -> tuple[NDArray[Any], NDArray[Any]]:
    """Give where the neighbours of each fighter start, and the neighbours."""
    if not isinstance(csr, tuple | list) or len(csr) != 2:
        raise InputError([("csr", _shown(csr), "a pair: indptr and indices")])
    return whole_numbers(csr[0], "csr.indptr"), whole_numbers(csr[1], "csr.indices")


def roster_of(fighters: object) -> tuple[Fighter, ...]:
    """Give the fighters of a board."""
    if isinstance(fighters, str | Profile | Fighter) or not isinstance(fighters, Iterable):
        allowed = "a Profile or a Fighter for each camp"
        raise InputError([("fighters", _shown(fighters), allowed)])
    roster: list[Fighter] = []
    problems: list[Problem] = []
    for place, one in enumerate(fighters):
        if not isinstance(one, Profile | Fighter):
            allowed = "a Profile or a Fighter"
            problems.append(Problem(f"fighters[{place}]", _shown(one), allowed))
            continue
        try:
            roster.append(fighter_of(one, f"fighters[{place}]"))
        except InputError as error:
            problems.extend(error.problems)
    refuse_many(problems)
    return tuple(roster)
