"""One combat: a lone fighter against one to eight enemies (C-11 to C-29, C-38 to C-40).

:func:`duel` answers at once; :func:`combat` gives a :class:`Combat` that can be worked out exactly,
simulated, played and stepped through.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Literal, TypeAlias

import numpy as np
from numpy.typing import NDArray

from fracas import _core
from fracas._core import CombatGame, Dice, Policy, Profile, Rules
from fracas.errors import InputError
from fracas.results import CombatResult
from fracas.solving import Solution, Utility, is_optimal, reach, refuse_splits, solve
from fracas.sources import DEFAULT_RULES, Source, dice_of
from fracas.types import CombatOutcome, Decision, Health, Placement, RollName, WoundLevel

if TYPE_CHECKING:
    from fracas.events import Event

__all__ = ["Combat", "Fighter", "Game", "Player", "combat", "duel"]

Player: TypeAlias = str | Policy | Callable[[Decision], int]
"""Who decides for a side: the name of a policy, a :class:`fracas.Policy`, or a callable."""


@dataclass(frozen=True, slots=True)
class Fighter:
    """A fighter and the state it enters a combat in."""

    profile: Profile
    """What it is."""
    health: Health = field(default_factory=Health)
    """Its wounds and markers of stunned."""
    charged: bool = False
    """Whether it has the charge penalty (M-17)."""
    bound_to_defence: bool = False
    """Whether it failed to disengage this turn, so that every die goes to defence (C-15)."""
    routed: bool = False
    """Whether it is routed (C-38)."""
    placement: Placement = "normal"
    """When an effect makes it place its dice (C-14)."""


@dataclass(frozen=True, slots=True)
class Game:
    """A combat that was played to its end."""

    events: list[Event]
    """What happened, in order."""
    outcome: CombatOutcome
    """What it came to."""
    dice: list[tuple[RollName, int]]
    """Every die with the name of its roll: `Dice.recorded(game.dice)` plays it again."""
    names: tuple[str, ...] = ()
    """The names of the fighters, for whoever reads the log."""

    def __str__(self) -> str:
        """Tell the game die by die: see :func:`fracas.narrate`."""
        from fracas.narration import narrate  # noqa: PLC0415 - what few need is not imported first

        return "\n".join(narrate(self.events, self.names))


@dataclass(frozen=True, slots=True)
class Combat:
    """A combat that is ready to be fought, with the policies that decide when nobody else does."""

    fighters: tuple[Fighter, ...]
    """The lone fighter, number 0, then his enemies."""
    lone_side: int
    """The side of the lone fighter."""
    chosen_by: int
    """The side whose player chose the combat (C-12)."""
    policies: tuple[Player, Player]
    """Who decides for side 0 and for side 1."""
    splits: dict[int, int] | None
    """The attack dice of fighters, where they are given outright."""
    rules: Rules
    """The rules it is fought by."""
    _core: _core.Combat = field(repr=False, compare=False)

    def __reduce__(self) -> tuple[Callable[..., Combat], tuple[object, ...]]:
        """Take apart for pickle: a combat goes to other processes like any value."""
        options = (self.policies, self.splits, self.lone_side, self.chosen_by, self.rules)
        return _set_up, (self.fighters, *options)

    def names(self) -> tuple[str, ...]:
        """Give the names of the fighters; those that share one are numbered."""
        names = [fighter.profile.name for fighter in self.fighters]
        return tuple(
            f"{name} #{names[:place].count(name) + 1}" if names.count(name) > 1 else name
            for place, name in enumerate(names)
        )

    def side_of(self, fighter: int) -> int:
        """Give the side of a fighter."""
        return self.lone_side if fighter == 0 else 1 - self.lone_side

    def exact(self) -> CombatResult:
        """Work out the exact law of the outcome.

        Both policies must be of fixed habits, or both ``"optimal"``. A combat that would need too
        many states is refused beforehand with :class:`fracas.TooBig`, which says how many.
        """
        optimal = [is_optimal(policy) for policy in self.policies]
        if all(optimal):
            return self.solve().law()
        if any(optimal):
            value = ", ".join(map(str, self.policies))
            allowed = (
                "policies of fixed habits, or optimal for both; simulate takes any, and "
                "solve(against=…) gives the best answer to a habit"
            )
            raise InputError([("policy", value, allowed)])
        weights, *columns = self._core.exact(self.policies, self.splits)
        return CombatResult.from_columns(self, weights, columns, method="exact")

    def exact_size(self) -> int:
        """Give an upper bound of the number of states that :meth:`exact` would keep at once."""
        return self._core.exact_size(self.policies, self.splits)

    def per_pass(self) -> NDArray[np.float64]:
        """Work out what each pass of arms leaves: `[pass, fighter, wound level]`.

        A combat that has ended keeps its last state in the passes after it.
        """
        return self._core.per_pass(self.policies, self.splits)

    def simulate(
        self,
        games: int,
        seed: int | str = 0,
        *,
        target_error: float | None = None,
        method: Literal["rolled", "law"] = "rolled",
        threads: int | None = None,
        progress: Callable[[int], object] | None = None,
    ) -> CombatResult:
        """Play many games: game i of a seed is the same whatever else is asked for.

        ``rolled`` rolls every die and can be replayed game by game; ``law`` draws straight from the
        exact law and is much faster. With ``target_error`` it stops at the first multiple of 65,536
        games where the standard error of every fighter's chance to be killed is that small.
        ``progress`` is told now and then how many games are done.
        """
        if method not in {"rolled", "law"}:
            raise InputError([("method", repr(method), "'rolled' or 'law'")])
        if method == "law" and any(is_optimal(policy) for policy in self.policies):
            raise InputError([("method", "'law' beside optimal", "'rolled', or exact().weights")])
        self._check_splits(self.policies)
        if progress is not None and not callable(progress):
            raise InputError([("progress", repr(progress), "a callable, or None")])
        if not _is(target_error, int, float, type(None)):
            raise InputError([("target_error", repr(target_error), "a number above 0, or None")])
        (counts, *columns), played = self._core.simulate(
            self.policies, self.splits, games, seed, method, threads, target_error, progress
        )
        return CombatResult.from_columns(
            self, counts / played, columns, method=method, games=played, seed=seed, counts=counts
        )

    def play(self, source: Source, *, policy: Player | tuple[Player, Player] | None = None) -> Game:
        """Play one game with these dice: a :class:`fracas.Dice`, a seed, or a list of faces."""
        policies = self.policies if policy is None else pair_of(policy)
        self._check_splits(policies)
        seed = source if isinstance(source, int | str) else 0
        with dice_of(source) as dice:
            start = len(dice.record)
            events, outcome = self._core.play(policies, self.splits, dice, seed, 0)
            return Game(events, outcome, dice.record[start:], self.names())

    def replay(self, game: int, seed: int | str = 0) -> Game:
        """Play game number ``game`` of a seed, as :meth:`simulate` rolled it, with its full log."""
        self._check_splits(self.policies)
        dice = Dice.seeded(seed, game)
        events, outcome = self._core.play(self.policies, self.splits, dice, seed, game)
        return Game(events, outcome, dice.record, self.names())

    def _check_splits(self, policies: tuple[Player, Player]) -> None:
        """Refuse splits that best play would not follow."""
        fighters = [one for one in self.splits or {} if type(one) is int and 0 <= one < 9]
        placed = [one for one in fighters if is_optimal(policies[self.side_of(one)])]
        if placed:
            refuse_splits(placed)

    def solve(
        self,
        utility: Utility = "points",
        *,
        weights: Mapping[WoundLevel, float] | None = None,
        side: int = 0,
        against: str | Policy | None = None,
    ) -> Solution:
        """Work out best play of both sides, from every place of the combat.

        ``utility`` is what outcomes are worth: ``"points"``, also with ``weights`` for lighter
        wounds (shares of a fighter's value: 0 and, for killed, 1 where none are given); ``"kill"``
        or ``"survive"``, the chance of ``side``; or a table of numbers, what it is worth to side 0
        that a fighter ends with a wound level. See :mod:`fracas.solving`.

        ``against`` has the other side keep to a policy of fixed habits: then ``side`` plays the
        best answer to it. The combat's own policies do not matter.

        Combats that were solved are kept for a while: to solve one again costs nothing. One that is
        too big is refused beforehand with :class:`fracas.TooBig`.

        >>> import fracas as fr
        >>> guard, warrior = fr.library()["Praetorian guard"], fr.library()["Dawn warrior"]
        >>> fight = fr.combat(guard, [warrior, warrior])
        >>> round(fight.solve().value, 4)
        -1.7632
        >>> round(fight.solve("survive").value, 4)
        0.9415
        >>> round(fight.solve(against="plain").value, 4)
        1.3745
        """
        return solve(self, utility, weights=weights, side=side, against=against)

    def start(self) -> CombatGame:
        """Start a game that is moved choice by choice and die by die."""
        return self._core.start()

    def reach(self, steps: str | Iterable[int | str]) -> CombatGame:
        """Start a game and take steps: choices as numbers, dice as ``d1`` to ``d6``.

        A step that the rules do not allow there is an error that says what they do.

        >>> import fracas as fr
        >>> guard, warrior = fr.library()["Praetorian guard"], fr.library()["Dawn warrior"]
        >>> game = fr.combat(guard, warrior).reach("1 2 d4 d3")
        >>> game.decision.kind, game.decision.choices
        ('defence', (0, 1))
        """
        return reach(self, steps)

    def perft(self, depth: int) -> int:
        """Count the paths of ``depth`` steps, a step being a choice or the face of a die."""
        return self._core.perft(depth)


def combat(
    lone: Profile | Fighter,
    enemies: Profile | Fighter | Iterable[Profile | Fighter],
    *,
    policy: Player | tuple[Player, Player] = "plain",
    splits: Mapping[int, int] | None = None,
    lone_side: int = 0,
    chosen_by: int = 0,
    rules: Rules = DEFAULT_RULES,
) -> Combat:
    """Set up a combat of one fighter against one to eight enemies.

    ``policy`` is one player for both sides or a pair. ``splits`` gives the attack dice of fighters
    outright, by number: 0 is the lone one, 1, 2, … his enemies. ``chosen_by`` is the side whose
    player chose the combat, which matters for the order of placing (C-12).

    >>> import fracas as fr
    >>> guard, warrior = fr.library()["Praetorian guard"], fr.library()["Dawn warrior"]
    >>> result = fr.combat(guard, [warrior, warrior]).exact()
    >>> [round(float(chance), 4) for chance in result.killed]
    [0.0334, 0.0156, 0.0156]
    """
    listed = [enemies] if isinstance(enemies, Profile | Fighter) else enemies
    if not _is(listed, Iterable):
        raise InputError([("enemies", repr(enemies), "a Profile, a Fighter or a list of them")])
    if not _is(splits, Mapping, type(None)):
        raise InputError([("splits", repr(splits), "a mapping from fighters to attack dice")])
    fighters = tuple(fighter_of(one) for one in [lone, *listed])
    return _set_up(fighters, pair_of(policy), splits, lone_side, chosen_by, rules)


def _set_up(
    fighters: tuple[Fighter, ...],
    policies: tuple[Player, Player],
    splits: Mapping[int, int] | None,
    lone_side: int,
    chosen_by: int,
    rules: Rules,
) -> Combat:
    core = _core.Combat(rules, [parts_of(one) for one in fighters], lone_side, chosen_by)
    given = None if splits is None else dict(splits)
    return Combat(fighters, lone_side, chosen_by, policies, given, rules, core)


def duel(
    first: Profile | Fighter,
    second: Profile | Fighter,
    *,
    policy: Player | tuple[Player, Player] = "plain",
    splits: Mapping[int, int] | None = None,
    chosen_by: int = 0,
    rules: Rules = DEFAULT_RULES,
) -> CombatResult:
    """Work out the exact law of a combat of one against one.

    The answer's :attr:`~fracas.CombatResult.combat` can be simulated, played and replayed.

    >>> import fracas as fr
    >>> duel = fr.duel(fr.library()["Champion"], fr.library()["Brute"])
    >>> round(float(duel.killed[1]), 4)
    0.0245
    """
    return combat(
        first, second, policy=policy, splits=splits, chosen_by=chosen_by, rules=rules
    ).exact()


def _is(value: object, *kinds: type) -> bool:
    """Tell what a value is, whatever its annotation says; a truth value is no number."""
    return isinstance(value, kinds) and not isinstance(value, bool)


def _is_flag(value: object) -> bool:
    return isinstance(value, bool)


def parts_of(one: Fighter) -> tuple[Profile, str, int, bool, bool, bool, str]:
    """Take a fighter apart for the core."""
    return (
        one.profile,
        one.health.level,
        one.health.stunned,
        one.charged,
        one.bound_to_defence,
        one.routed,
        one.placement,
    )


def fighter_of(one: Profile | Fighter, field: str = "fighter") -> Fighter:
    """Give the fighter that a profile stands for; one that is given is looked over."""
    if not isinstance(one, Fighter):
        return Fighter(one)
    problems = [
        (f"{field}.{name}", repr(value), "True or False")
        for name, value in (
            ("charged", one.charged),
            ("bound_to_defence", one.bound_to_defence),
            ("routed", one.routed),
        )
        if not _is_flag(value)
    ]
    if not _is(one.health, Health):
        problems.append((f"{field}.health", repr(one.health), "a Health"))
    if problems:
        raise InputError(problems)
    return one


def pair_of(policy: Player | Sequence[Player]) -> tuple[Player, Player]:
    """Give the players of both sides: a pair as it is, one player twice."""
    if isinstance(policy, tuple | list):
        if len(policy) != 2:
            raise InputError([("policy", f"{len(policy)} of them", "one, or a pair of them")])
        return (policy[0], policy[1])
    return (policy, policy)  # type: ignore[return-value]
