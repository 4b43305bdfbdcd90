"""Tables: scenery, fighters, and the rules of movement (M-1 to M-27).

A :class:`Table` never changes: every move gives a new one.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path as FilePath
from types import MappingProxyType
from typing import Any, Literal, TypeAlias, cast

from fracas import _core
from fracas._core import Profile, Rules
from fracas.checks import Reroll, result_of
from fracas.combat import Fighter
from fracas.drawing import draw
from fracas.errors import InputError
from fracas.geometry import Outline, Path, Point, Reach, Sight, leg_of, outline_of
from fracas.grounds import Ground
from fracas.melees import Melees, melees
from fracas.movement import Action, Move, MoveEvent
from fracas.sources import DEFAULT_RULES, Source, dice_of
from fracas.types import CheckResult, Health

__all__ = ["Moved", "Redirected", "Table", "penalised", "tables"]

Targets: TypeAlias = int | Sequence[int]


@dataclass(frozen=True, slots=True)
class Moved:
    """What a move led to."""

    table: Table
    """The table afterwards; the one before is as it was."""
    path: Path | None
    """The way that the mire took; ``None`` for who stayed."""
    reached: bool
    """Whether it came to where it was meant to go: a failed assault did not (M-13)."""
    touched: tuple[int, ...]
    """The enemies that it assaulted."""
    events: tuple[MoveEvent, ...]
    """What happened, in order."""


@dataclass(frozen=True, slots=True)
class Redirected:
    """What an assault led to whose target died before contact (M-16)."""

    table: Table
    """The table afterwards."""
    first: Moved
    """The way to where the target was."""
    action: Action | None
    """What it did instead: charge, engage or run; ``None`` for who stayed."""
    second: Moved | None
    """What that led to."""


class Table(Ground):
    """A table with its scenery and its fighters. Immutable.

    A fighter is its number in ``fighters``, from 0 on. All problems are reported at once, in a
    :class:`fracas.TableError`.

    >>> import fracas as fr
    >>> guard = fr.Placed("Praetorian guard", side=0, position=(20, 20), facing=90)
    >>> warrior = fr.Placed("Dawn warrior", side=1, position=(20, 40), facing=270)
    >>> table = fr.Table(60, 60, [guard, warrior])
    >>> table.path(0, 1).length
    17.5
    >>> table.charge(0, 1).table.contacts()
    [(0, 1)]
    """

    __slots__ = ()

    def outlines(self) -> list[tuple[Point, Outline]]:
        """Give the mire and the outline of the base of each fighter."""
        return [(mire, outline_of(parts)) for mire, parts in self._core.outlines]

    def contacts(self) -> list[tuple[int, int]]:
        """Give all pairs of fighters whose bases touch."""
        return self._core.contacts()

    def touching(self, fighter: int) -> list[int]:
        """Give everybody whose base touches that of a fighter, friend or enemy."""
        return self._core.touching(fighter)

    def melees(self) -> Melees:
        """Find the melees (C-3)."""
        roster = [
            Fighter(
                cast("Profile", one.profile),
                Health() if one.health.level == "killed" else one.health,
                charged=one.charged,
                bound_to_defence=one.bound_to_defence,
                routed=one.routed,
            )
            for one in self.fighters
        ]
        sides = [one.side for one in self.fighters]
        return melees(sides, self.contacts(), fighters=roster, rules=self.rules)

    def level(self, fighter: int) -> int:
        """Give the level a fighter stands on: 1 on top of scenery, 0 on the ground (M-19)."""
        return self._core.level(fighter)

    def path(self, a: int | Point, b: int | Point, *, width: float = 0.0) -> Path:
        """Measure the shortest way from a fighter's mire, or a point, to a base or a point.

        Of a base it is the way to the nearest point of its rim (M-2). From a point all bases are in
        the way, and gaps narrower than ``width`` are closed (M-4).
        """
        return Path.of(*self._core.path(a, b, width))

    def reach(self, a: int | Point, distance: float, *, width: float = 0.0) -> Reach:
        """Work out the ground that a fighter's mire, or a point, can reach with a distance."""
        area, error, contours = self._core.reach(a, distance, width)
        borders = tuple(tuple(leg_of(*leg) for leg in contour) for contour in contours)
        return Reach(distance, area, borders, error)

    def can_reach(self, fighter: int, target: int, distance: float) -> bool:
        """Tell quickly whether a fighter's mire can reach the base of another."""
        return self._core.can_reach(fighter, target, distance)

    def sees(self, a: int, b: int) -> Sight:
        """Tell what a fighter sees of another (M-10)."""
        fraction, visible, arcs = self._core.sees(a, b)
        return Sight(visible, fraction, tuple(arcs))

    def legal_moves(self, fighter: int) -> list[Move]:
        """List every action, and for assaults every enemy, with the reasons why not."""
        return [
            Move(
                cast("Action", action),
                target,
                not reasons,
                tuple(reasons),
                distance,
                length,
                reaches,
            )
            for action, target, reasons, distance, length, reaches in self._core.moves(fighter)
        ]

    def can(
        self,
        fighter: int,
        action: Action,
        target: Targets | None = None,
        *,
        to: Point | None = None,
        facing: float | None = None,
        at: Point | float | None = None,
        pivot: Sequence[int] = (),
        assault_shot: bool = False,
    ) -> list[str]:
        """Give all the reasons why a fighter cannot do something; none when it can.

        Without a target or a destination it is about the fighter alone. An assault that is too far
        is allowed: it fails (M-13).

        >>> import fracas as fr
        >>> fr.tables()["crossroads"].can(0, "run", to=(500, 500))
        ['no_way', 'off_table']
        """
        return self._core.can(fighter, action, target, to, facing, at, list(pivot), assault_shot)

    def walk(self, fighter: int, to: Point | None = None, *, facing: float | None = None) -> Moved:
        """Walk so that the mire comes to a point (M-8); without one, turn on the spot (M-7)."""
        return self._go(fighter, "turn" if to is None else "walk", to, facing)

    def run(self, fighter: int, to: Point, *, facing: float | None = None) -> Moved:
        """Run so that the mire comes to a point (M-9)."""
        return self._go(fighter, "run", to, facing)

    def take_cover(self, fighter: int, to: Point, *, facing: float | None = None) -> Moved:
        """Move under cover so that the mire comes to a point (M-19)."""
        return self._go(fighter, "take_cover", to, facing)

    def charge(
        self,
        fighter: int,
        target: Targets,
        *,
        at: Point | float | None = None,
        pivot: Sequence[int] = (),
    ) -> Moved:
        """Charge one or several enemies (M-10, M-12 to M-15).

        Without ``at`` the fighter stands where the way is shortest; with a point, or an angle seen
        from the target's centre, as near to it as it can. ``pivot`` names targets that it turns.
        """
        return self._assail(fighter, "charge", target, at, pivot)

    def engage(self, fighter: int, target: Targets, *, at: Point | float | None = None) -> Moved:
        """Engage one or several enemies (M-11 to M-14): see :meth:`charge`."""
        return self._assail(fighter, "engage", target, at, ())

    def redirect(
        self,
        fighter: int,
        action: Literal["charge", "engage"],
        target: int,
        *,
        new_target: Targets | None = None,
        to: Point | None = None,
        facing: float | None = None,
    ) -> Redirected:
        """Assault a target that dies before contact, and go on with the distance left (M-16).

        With a new target it assaults that; with ``to`` it finishes as a run; with neither it stays.
        The target still stands on this table; it is killed on the ones that come out.
        """
        first, done, second = self._core.redirect(fighter, action, target, new_target, to, facing)
        one = self._moved(first)
        other = None if second is None else self._moved(second)
        table = one.table if other is None else other.table
        return Redirected(table, one, cast("Action | None", done), other)

    def dive_for_cover(self, fighter: int, *, assault_shot: bool = False) -> Table:
        """Dive for cover from a shot (M-20): its activation must then be a move under cover."""
        return self._of(self._core.dive(fighter, assault_shot), self.rules)

    def cover(self, fighter: int, *, dived: bool = False) -> int:
        """Give the number of the skill Target that cover gives a fighter (M-19, M-20)."""
        return self._core.cover(fighter, dived)

    def disengage(
        self,
        fighter: int,
        how: Literal["agility", "force"],
        source: Source,
        *,
        reroll: Reroll = "always",
    ) -> tuple[CheckResult, Table]:
        """Try to disengage (M-21 to M-25): the check, and the table afterwards."""
        by_force = _by_force(how)
        with dice_of(source) as dice:
            parts, success, core = self._core.disengage(fighter, by_force, reroll, dice)
        return result_of(parts, success=success), self._of(core, self.rules)

    def disengage_check(self, fighter: int, how: Literal["agility", "force"]) -> tuple[int, int]:
        """Give the value and the difficulty of the check to disengage (M-22, M-23)."""
        return self._core.attempt(fighter, _by_force(how))

    def penalties(
        self, charges: Mapping[int, Sequence[int]] | Iterable[tuple[int, Sequence[int]]]
    ) -> tuple[list[int], Table]:
        """Settle the charge penalties of one speaking turn (M-17, M-18).

        ``charges`` are those that reached contact: who charged, and whom. Given are the fighters
        penalised, and the table on which they are.
        """
        penalised, core = self._core.penalties(_charges(charges))
        return penalised, self._of(core, self.rules)

    def pivotable(self, charger: int, targets: Sequence[int]) -> list[list[int]]:
        """Give the sets of targets that a charger may pivot, room aside (M-15)."""
        return self._core.pivotable(charger, list(targets))

    def to_svg(
        self,
        *,
        path: Path | Iterable[Path] = (),
        reach: Reach | Iterable[Reach] = (),
        scale: float = 8.0,
    ) -> str:
        """Draw the table: scenery, bases with their facing, paths and reach."""
        paths = [path] if isinstance(path, Path) else list(path)
        reaches = [reach] if isinstance(reach, Reach) else list(reach)
        return draw(self, paths, reaches, scale)

    def _repr_svg_(self) -> str:
        return self.to_svg()

    def _go(self, fighter: int, action: str, to: Point | None, facing: float | None) -> Moved:
        return self._moved(self._core.go(fighter, action, to, facing))

    def _assail(
        self,
        fighter: int,
        action: str,
        target: Targets,
        at: Point | float | None,
        pivot: Sequence[int],
    ) -> Moved:
        return self._moved(self._core.assail(fighter, action, target, at, list(pivot)))

    def _moved(self, parts: Any) -> Moved:
        core, path, reached, touched, events = parts
        return Moved(
            self._of(core, self.rules),
            None if path is None else Path.of(path),
            reached,
            tuple(touched),
            tuple(MoveEvent(*event) for event in events),
        )


@cache
def tables() -> MappingProxyType[str, Table]:
    """Give the tables that come with fracas, by the name of their file.

    >>> import fracas as fr
    >>> sorted(fr.tables())
    ['bridge', 'crossroads', 'ruins']
    """
    folder = FilePath(__file__).with_name("data") / "tables"
    return MappingProxyType({path.stem: Table.load(path) for path in sorted(folder.glob("*.toml"))})


def penalised(
    powers: Sequence[int],
    charges: Mapping[int, Sequence[int]] | Iterable[tuple[int, Sequence[int]]],
    *,
    rules: Rules = DEFAULT_RULES,
) -> list[int]:
    """Tell whom the charges of one speaking turn penalise, from powers alone (M-17, M-18).

    >>> import fracas as fr
    >>> fr.penalised([2, 1, 1], {0: [1, 2]})
    [1, 2]
    """
    return _core.penalised(rules, list(powers), _charges(charges))


def _charges(
    charges: Mapping[int, Sequence[int]] | Iterable[tuple[int, Sequence[int]]],
) -> list[tuple[int, list[int]]]:
    pairs = charges.items() if isinstance(charges, Mapping) else charges
    return [(charger, list(targets)) for charger, targets in pairs]


def _by_force(how: str) -> bool:
    if how not in {"agility", "force"}:
        raise InputError([("how", repr(how), "one of agility, force")])
    return how == "force"
