"""Where a charger comes to stand that turns one of its targets (M-15).

The mire touches one target, which stays as it is, and the other is turned until it touches the
charger. Places all along the rim are tried; the best of them is narrowed down.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cache, cached_property
from itertools import pairwise

from fracas.reference.assaults import Stance, bodies_beside, turn_of_pivot
from fracas.reference.legs import Path
from fracas.reference.paths import Measures
from fracas.reference.pinches import border
from fracas.reference.plane import HAIR, Disc, approach, middle_of
from fracas.reference.rims import SAMPLES, Interval, Rim, free_rim, reach_of
from fracas.reference.tables import Table

__all__ = ["TIE", "best_pivot", "turned_stance"]

TIE = 1e-7
"""Turns (radians) and ways (cm) that differ by no more are equal."""


def best_pivot(stances: Sequence[Stance]) -> Stance | None:
    """Choose among places: the smallest turn, then the shortest way, then the first (M-15)."""
    if not stances:
        return None
    least = min(abs(stance.pivots[0][1]) for stance in stances)
    near = [stance for stance in stances if abs(stance.pivots[0][1]) <= least + TIE]
    shortest = min(stance.path.length for stance in near)
    return next(stance for stance in near if stance.path.length <= shortest + TIE)


def turned_stance(
    table: Table, fighter: int, first: int, other: int, distance: float
) -> Stance | None:
    """Find the place on the rim of a target from which another has to be turned least.

    *Rule* The other turns about its own centre by the smallest angle that lets the charger touch
    both; there must be room, and nobody else is moved (M-15). The place must be within reach.

    *Edge cases* The other does not block a place as long as it can be turned out of the way. Of
    places with equal turns the one with the shortest way, then the first round the rim.
    ``None`` when no turn will do: that of a round base never does.
    """
    if isinstance(table.body(other), Disc):
        return None
    search = Search(table, fighter, first, other, distance)
    found = [place for interval in search.free for place in search.best_of(interval)]
    if not found:
        return None
    stances = []
    for turn in sorted(found, key=lambda turn: turn % search.rim.length):
        base = search.rim.stance(table.footprint(fighter), turn)
        path, angle = search.path(turn), search.angle(turn)
        if path is not None and angle is not None:
            stances.append(Stance(base, path, turn % search.rim.length, ((other, angle),)))
    return best_pivot(stances)


@dataclass(frozen=True, eq=False)
class Search:
    """The stances of a charger on the rim of one target, and how far another turns for each."""

    table: Table
    fighter: int
    first: int
    other: int
    distance: float

    @cached_property
    def rim(self) -> Rim:
        """The rim that the mire is on."""
        return Rim(self.table.body(self.first))

    @cached_property
    def free(self) -> list[Interval]:
        """The stances that overlap nobody but perhaps the one who is turned."""
        table = self.table
        gone = table.with_state(self.other, health=type(table.fighters[0].health)("killed"))
        beside = bodies_beside(gone, self.fighter, self.first)
        return free_rim(self.rim, table.footprint(self.fighter), beside, table.ground)

    @cached_property
    def measures(self) -> Measures:
        """The ways from the mire, round everybody as they stand before the turn (M-2, M-3)."""
        return self.table.measures(self.fighter)

    @cached_property
    def path(self) -> Callable[[float], Path | None]:
        """Measure to a stance; ``None`` when there is no way."""
        return cache(lambda turn: self.measures.path_to(self.rim.place(turn)[0]))

    def is_near(self, turn: float) -> bool:
        """Tell whether a stance can be reached."""
        path = self.path(turn)
        return path is not None and path.length <= self.distance + HAIR

    def may_touch(self, turn: float) -> bool:
        """Tell whether the other touches the charger there, or might if it is turned.

        However it turns, it reaches no farther than its corners.
        """
        body = self.table.body(self.other)
        charger = self.rim.stance(self.table.footprint(self.fighter), turn).body
        swept = Disc(middle_of(body), reach_of(body))
        is_touched = abs(approach(charger, body).gap) <= self.table.tolerance
        return is_touched or approach(charger, swept).gap <= HAIR

    @cached_property
    def angle(self) -> Callable[[float], float | None]:
        """Give the smallest turn of the other that makes it touch the charger at a stance."""

        def smallest(turn: float) -> float | None:
            if not self.may_touch(turn) or not self.is_near(turn):
                return None
            charger = self.rim.stance(self.table.footprint(self.fighter), turn)
            return turn_of_pivot(self.table, charger, self.fighter, self.other)

        return cache(smallest)

    def size(self, turn: float) -> float:
        """Give how far the other turns for a stance; infinite when that does not help."""
        angle = self.angle(turn)
        return math.inf if angle is None else abs(angle)

    def best_of(self, interval: Interval) -> list[float]:
        """List the best places of a stretch of free rim.

        Whoever takes the smallest turn and then the shortest way of these, takes the best.
        """
        count = max(1, math.ceil((interval.last - interval.first) / self.rim.length * SAMPLES))
        step = (interval.last - interval.first) / count
        turns = [interval.first + step * number for number in range(count + 1)]
        # Where it may touch and where it may go can overlap by less than a step.
        for is_good in (self.is_near, self.may_touch, lambda turn: self.size(turn) < math.inf):
            turns = with_borders(turns, is_good)
        turns = with_dips(turns, self.size)
        least = min(map(self.size, turns))
        if least == math.inf:
            return []

        def is_best(turn: float) -> bool:
            return self.size(turn) <= least + TIE

        def length(turn: float) -> float:
            path = self.path(turn)
            return math.inf if path is None or not is_best(turn) else path.length

        if any(is_best(a) and is_best(b) and b - a > step / 2 for a, b in pairwise(turns)):
            # Along a whole stretch the turn is the same: there the way decides.
            turns = with_dips(with_borders(turns, is_best), length)
        return [turn for turn in turns if is_best(turn)]


def with_borders(turns: Sequence[float], is_good: Callable[[float], bool]) -> list[float]:
    """Add the last good places before bad ones."""
    found = [
        border(is_good, *((one, other) if is_good(one) else (other, one)))
        for one, other in pairwise(turns)
        if is_good(one) != is_good(other)
    ]
    return sorted({*turns, *found})


def with_dips(turns: Sequence[float], value: Callable[[float], float]) -> list[float]:
    """Add the lowest places between others, around every one that is lower than its neighbours."""
    found = []
    for before, here, after in zip(turns, turns[1:], turns[2:], strict=False):
        sides = value(before), value(after)
        if value(here) <= min(sides) and value(here) < max(sides) - TIE:
            found.append(lowest(value, before, here, after))
    return sorted({*turns, *found})


def lowest(value: Callable[[float], float], low: float, middle: float, high: float) -> float:
    """Find the lowest place between two, around a low one (golden section)."""
    golden = (math.sqrt(5) - 1) / 2
    while high - low > HAIR / 10:
        one, other = high - golden * (high - low), low + golden * (high - low)
        if min(value(one), value(other)) == math.inf:
            low, high = (low + middle) / 2, (high + middle) / 2
        elif value(one) <= value(other):
            high = other
        else:
            low = one
    found = (low + high) / 2
    return found if value(found) < value(middle) else middle
