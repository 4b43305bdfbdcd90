"""Boards of fighters in contact: read from golden rows, and drawn by Hypothesis.

The heads of ``melees.txt``, ``separations.txt`` and ``best_separations.txt`` explain how a board,
a separation and a table of values are written down.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from fractions import Fraction
from math import comb

from hypothesis import strategies as st

from fracas import reference
from fracas.types import Separation
from golden_rows import Row

Members = tuple[int, ...]
"""The fighters of one combat, ascending."""


@dataclass(frozen=True)
class Board:
    """Who is in which camp, and whose bases touch."""

    camps: tuple[int, ...]
    contacts: tuple[tuple[int, int], ...]

    def readable(self) -> list[reference.Melee]:
        """Find its melees by the reference."""
        return reference.find_melees(self.camps, self.contacts)


def read_board(row: Row) -> Board:
    """Read the board of a row."""
    pairs = (pair.split("-") for pair in row["contacts"].split())
    return Board(tuple(row.ints("camps")), tuple((int(one), int(two)) for one, two in pairs))


def read_groups(text: str, separator: str) -> list[Members]:
    """Read groups of fighters."""
    parts = (part.split() for part in text.split(separator))
    return [tuple(map(int, part)) for part in parts if part]


def read_separations(row: Row) -> list[tuple[Members, ...]]:
    """Read the separations of a row."""
    return [tuple(read_groups(one, ",")) for one in row["separations"].split(";") if one.strip()]


def read_values(row: Row) -> dict[Members, Fraction]:
    """Read the table of values of a row."""
    entries = (entry.split("=") for entry in row["values"].split(";"))
    return {tuple(map(int, who.split())): Fraction(worth.strip()) for who, worth in entries}


def members(separation: Separation) -> tuple[Members, ...]:
    """Give the fighters of each combat."""
    return tuple(star.members for star in separation)


def ways_of_a_row(fighters: int) -> int:
    """Count the separations of a row: pairs and triples, one after another (C-4)."""
    ways = [1, 0, 1]
    while len(ways) <= fighters:
        ways.append(ways[-2] + ways[-3])
    return ways[fighters]


def ways_where_all_touch(first: int, second: int) -> int:
    """Count the separations of so many against so many when everybody touches every enemy (C-4).

    A fighter of the first camp either is the one of his combat, against any of the enemies, or
    stands beside others of his camp against one.
    """
    if first == 0 or second == 0:
        return int(first == second)
    alone = sum(
        comb(second, enemies) * ways_where_all_touch(first - 1, second - enemies)
        for enemies in range(1, second + 1)
    )
    beside = sum(
        second * comb(first - 1, friends) * ways_where_all_touch(first - 1 - friends, second - 1)
        for friends in range(1, first)
    )
    return alone + beside


def row_of(fighters: int) -> Board:
    """Give a row of fighters of alternating camps."""
    camps = tuple(fighter % 2 for fighter in range(fighters))
    return Board(camps, tuple((fighter, fighter + 1) for fighter in range(fighters - 1)))


def where_all_touch(first: int, second: int) -> Board:
    """Give a board on which everybody touches every enemy."""
    enemies = range(first, first + second)
    pairs = tuple((one, other) for one in range(first) for other in enemies)
    return Board((0,) * first + (1,) * second, pairs)


@st.composite
def boards(draw: st.DrawFn, most: int = 9, density: float | None = None) -> Board:
    """Draw a board, friends in contact and contacts told twice included."""
    camps = draw(st.lists(st.integers(0, 1), max_size=most))
    numbers = st.integers(0, max(len(camps) - 1, 0))
    pairs = st.tuples(numbers, numbers).filter(lambda pair: pair[0] != pair[1])
    at_most = 2 * most if density is None else int(density * most)
    contacts = draw(st.lists(pairs, max_size=at_most)) if len(camps) > 1 else []
    return Board(tuple(camps), tuple(contacts))


def all_graphs(first: int, second: int) -> Iterable[Board]:
    """Give every board of so many against so many, without contacts of friends."""
    complete = where_all_touch(first, second)
    for chosen in range(1 << (first * second)):
        pairs = enumerate(complete.contacts)
        yield Board(complete.camps, tuple(pair for place, pair in pairs if chosen >> place & 1))
