"""Contests: an opposed Discipline check between testers whom the players pick (C-6, C-9, T-8).

:func:`contest` gives a :class:`Contest` that can be worked out exactly, played and stepped through.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import TYPE_CHECKING, Literal, TypeAlias

from fracas import _core
from fracas._core import ContestGame, Profile, Rules
from fracas.combat import Fighter, Player, fighter_of, pair_of, parts_of
from fracas.errors import InputError, Problem
from fracas.sources import DEFAULT_RULES, Source, dice_of
from fracas.types import RollName

if TYPE_CHECKING:
    from fracas.events import ContestEvent

__all__ = ["Contest", "ContestRecord", "ContestSide", "contest"]

ContestRoll: TypeAlias = Literal["discipline", "authority", "tactics"]
"""What a contest is for: a separation (C-6), authority (C-9) or tactics (T-8)."""

ContestSide: TypeAlias = Mapping[int, Profile | Fighter] | Iterable[Profile | Fighter]
"""The fighters of a side: by number, or listed one after another."""


@dataclass(frozen=True, slots=True)
class ContestRecord:
    """A contest that was played to its end."""

    events: list[ContestEvent]
    """What happened, in order."""
    winner: int
    """The side that won."""
    dice: list[tuple[RollName, int]]
    """Every die with the name of its roll: `Dice.recorded(record.dice)` plays it again."""
    names: Mapping[int, str] = field(default_factory=dict)
    """The names of the fighters by number, for whoever reads the log."""

    def __str__(self) -> str:
        """Tell the contest die by die: see :func:`fracas.narrate`."""
        from fracas.narration import narrate  # noqa: PLC0415 - what few need is not imported first

        return "\n".join(narrate(self.events, self.names))


@dataclass(frozen=True, slots=True)
class Contest:
    """A contest that is ready to be made."""

    sides: tuple[Mapping[int, Fighter], Mapping[int, Fighter]]
    """The fighters of side 0 and of side 1 by number."""
    roll: ContestRoll
    """What it is for, which is also the name of its dice."""
    rules: Rules
    """The rules it is made by."""
    _core: _core.Contest = field(repr=False, compare=False)

    def __reduce__(self) -> tuple[Callable[..., Contest], tuple[object, ...]]:
        """Take apart for pickle: a contest goes to other processes like any value."""
        sides = (dict(self.sides[0]), dict(self.sides[1]))
        return _set_up, (sides, self.roll, self.rules)

    @property
    def candidates(self) -> tuple[dict[int, int], dict[int, int]]:
        """Who may test for side 0 and for side 1, each with its current Discipline."""
        first, second = self._core.candidates()
        return dict(first), dict(second)

    def names(self) -> dict[int, str]:
        """Give the names of the fighters by number; those that share one are told apart by it."""
        fighters = sorted({**self.sides[0], **self.sides[1]}.items())
        names = [fighter.profile.name for _, fighter in fighters]
        return {
            number: f"{name} #{number}" if names.count(name) > 1 else name
            for (number, _), name in zip(fighters, names, strict=True)
        }

    def exact(self, policy: Player | tuple[Player, Player] = "plain") -> float:
        """Work out the exact chance that side 0 wins. Both policies must be of fixed habits."""
        return self._core.exact(pair_of(policy))

    def play(
        self, source: Source, *, policy: Player | tuple[Player, Player] = "plain"
    ) -> ContestRecord:
        """Play it with these dice: a :class:`fracas.Dice`, a seed, or a list of faces.

        >>> import fracas as fr
        >>> captain, recruit = fr.Profile("Captain", discipline=6), fr.Profile("Recruit")
        >>> print(fr.contest([captain, recruit], [recruit]).play([1, 5, 4, 2]))
        Side 0: Captain tests.
        Side 1: Recruit #2 tests.
        Discipline: Captain 1 + 6 = 7; Recruit #2 5 + 2 = 7.
          A tie: both roll again.
        Discipline: Captain 4 + 6 = 10; Recruit #2 2 + 2 = 4.
          Captain wins.
        Side 0 wins the contest.
        """
        seed = source if isinstance(source, int | str) else 0
        policies = pair_of(policy)
        with dice_of(source) as dice:
            start = len(dice.record)
            events, winner = self._core.play(policies, dice, seed, 0)
            return ContestRecord(events, winner, dice.record[start:], self.names())

    def start(self) -> ContestGame:
        """Start a game that is moved choice by choice and die by die."""
        return self._core.start()

    def perft(self, depth: int) -> int:
        """Count the paths of ``depth`` steps, a step being a choice or the face of a die."""
        return self._core.perft(depth)


def contest(
    first: ContestSide,
    second: ContestSide,
    *,
    roll: ContestRoll = "discipline",
    rules: Rules = DEFAULT_RULES,
) -> Contest:
    """Set up a contest of Discipline between fighters of side 0 and of side 1 (C-6, C-9, T-8).

    Each side picks a tester among those who may test: by the rules as they are, those who are not
    routed. A side of fighters that are listed and not numbered takes the lowest numbers that are
    free, side 0 first.

    >>> import fracas as fr
    >>> captain, recruit = fr.Profile("Captain", discipline=6), fr.Profile("Recruit")
    >>> fr.contest({4: captain, 7: recruit}, {1: recruit}).candidates
    ({4: 6, 7: 2}, {1: 2})
    >>> round(fr.contest([captain], [recruit]).exact(), 4)
    0.8806
    """
    problems: list[Problem] = []
    taken = {number for side in (first, second) if isinstance(side, Mapping) for number in side}
    sides = tuple(
        _numbered(side, index, taken, problems) for index, side in enumerate((first, second))
    )
    problems += [
        Problem(f"fighters[{number}]", "on both sides", "on one side")
        for number in sides[0]
        if number in sides[1]
    ]
    if problems:
        raise InputError(problems)
    return _set_up((sides[0], sides[1]), roll, rules)


def _numbered(
    side: object, index: int, taken: set[int], problems: list[Problem]
) -> dict[int, Fighter]:
    """Give the fighters of a side by number, and note what is wrong with them."""
    if isinstance(side, Mapping):
        numbered = list(side.items())
    elif isinstance(side, Iterable) and not isinstance(side, str | bytes):
        numbered = []
        for one in side:
            number = next(number for number in range(len(taken) + 1) if number not in taken)
            taken.add(number)
            numbered.append((number, one))
    else:
        allowed = "fighters by number, or a list of them"
        problems.append(Problem(("first", "second")[index], repr(side), allowed))
        return {}
    fighters = {}
    for number, one in numbered:
        if not isinstance(number, int) or isinstance(number, bool) or number < 0:
            problems.append(Problem("fighters", repr(number), "numbers from 0 on"))
            continue
        name = f"fighters[{number}]"
        if not isinstance(one.profile if isinstance(one, Fighter) else one, Profile):
            problems.append(Problem(name, repr(one), "a Profile or a Fighter"))
            continue
        try:
            fighters[number] = fighter_of(one, name)
        except InputError as error:
            problems += error.problems
    return fighters


def _set_up(
    sides: tuple[dict[int, Fighter], dict[int, Fighter]], roll: ContestRoll, rules: Rules
) -> Contest:
    first, second = (
        [(number, parts_of(side[number])) for number in sorted(side)] for side in sides
    )
    core = _core.Contest(rules, roll, (first, second))
    frozen = (MappingProxyType(sides[0]), MappingProxyType(sides[1]))
    return Contest(frozen, roll, rules, core)
