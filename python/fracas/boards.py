"""Boards: fighters on two sides and who touches whom, in files of TOML or JSON."""

from __future__ import annotations

import os
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path
from types import MappingProxyType
from typing import Literal, cast

from fracas import _core
from fracas._core import Rules
from fracas.combat import Fighter, parts_of
from fracas.documents import format_of, library, read_document, write_document
from fracas.melees import Melees, melees
from fracas.sources import DEFAULT_RULES
from fracas.types import Health, Placement, WoundLevel

__all__ = ["Board", "load_board", "load_melees", "read_board", "save_board", "shipped_boards"]

_LONGEST_NAME = 100


@dataclass(frozen=True, slots=True)
class Board:
    """Fighters on two sides and who touches whom, as a file tells them."""

    names: tuple[str, ...]
    """What each fighter is called, from number 0 on."""
    fighters: tuple[Fighter, ...]
    """What each is, and the state it is in."""
    sides: tuple[int, ...]
    """The side of each."""
    contacts: tuple[tuple[int, int], ...] = ()
    """Pairs of fighters whose bases touch."""
    name: str | None = None
    """What the board is called."""

    def melees(self, rules: Rules = DEFAULT_RULES) -> Melees:
        """Find the melees. Their fighters bear their own names, not those of their profiles.

        >>> import fracas as fr
        >>> [melee.fighters for melee in fr.shipped_boards()["ford"].melees()]
        [(0, 1, 2, 5, 6, 7), (3, 8, 9)]
        """
        named = [
            replace(fighter, profile=fighter.profile.replace(name=name[:_LONGEST_NAME]))
            for name, fighter in zip(self.names, self.fighters, strict=True)
        ]
        return melees(self.sides, self.contacts, fighters=named, rules=rules)


def read_board(text: str | bytes, format_: Literal["toml", "json"] = "toml") -> Board:
    """Read a board from a text. All problems of it are reported at once.

    A profile is named or written out. A name is looked for among the ``profiles`` of the text, then
    in the library. Who has no name is called as its profile, with its number if need be.

    >>> import fracas as fr
    >>> board = fr.read_board('''
    ... contacts = [["Gorm", 0], ["Gorm", "Militia #2"]]
    ... fighters = [
    ...     {profile = "Militia", side = 0},
    ...     {profile = "Brute", side = 1, name = "Gorm"},
    ...     {profile = "Militia", side = 0, routed = true},
    ... ]
    ... ''')
    >>> board.names, board.contacts
    (('Militia #0', 'Gorm', 'Militia #2'), ((1, 0), (1, 2)))
    """
    name, fighters, contacts = _core.parse_melees(text, format_, list(library().values()))
    return Board(
        names=tuple(label for label, _, _ in fighters),
        fighters=tuple(_fighter(*parts) for _, _, parts in fighters),
        sides=tuple(side for _, side, _ in fighters),
        contacts=tuple(contacts),
        name=name,
    )


def load_board(path: str | os.PathLike[str]) -> Board:
    """Load a board from a file. All problems of the file are reported at once."""
    text, format_ = read_document(path)
    return read_board(text, format_)


def load_melees(path: str | os.PathLike[str], rules: Rules = DEFAULT_RULES) -> Melees:
    """Load the melees of a file of fighters and contacts: see :meth:`Board.melees`."""
    return load_board(path).melees(rules)


def save_board(board: Board, path: str | os.PathLike[str]) -> None:
    """Save a board to a file: it loads as an equal one."""
    format_ = format_of(path)
    fighters = [
        (name, side, parts_of(fighter))
        for name, side, fighter in zip(board.names, board.sides, board.fighters, strict=True)
    ]
    known = list(library().values())
    text = _core.write_melees(board.name, fighters, list(board.contacts), format_, known)
    write_document(path, text)


@cache
def shipped_boards() -> MappingProxyType[str, Board]:
    """Give the boards that come with fracas, by the name of their file.

    >>> import fracas as fr
    >>> print(*fr.shipped_boards()["ford"].names)
    Ysolde Aldric Wat Hob Robin Gorm Sable Kest Rune Fang
    """
    folder = Path(__file__).with_name("data") / "melees"
    return MappingProxyType({path.stem: load_board(path) for path in sorted(folder.glob("*.toml"))})


def _fighter(
    profile: _core.Profile,
    level: str,
    stunned: int,
    charged: bool,  # noqa: FBT001 - as the core tells it
    bound_to_defence: bool,  # noqa: FBT001 - the same
    routed: bool,  # noqa: FBT001 - the same
    placement: str,
) -> Fighter:
    return Fighter(
        profile,
        Health(cast("WoundLevel", level), stunned),
        charged=charged,
        bound_to_defence=bound_to_defence,
        routed=routed,
        placement=cast("Placement", placement),
    )
