"""Playing a combat as well as it can be played, and the value of every choice.

A combat is a game of two sides with opposite aims. Its value is found from its end backwards: at a
decision a side takes what is best for it, and a die is worth the mean of its six faces.

Everything is asked for by the rules themselves, die by die and decision by decision. To go faster
than face after face, a combat is cut where the rules cut it: into its steps, and an attack into its
checks and its wound roll. What such a piece asks for and comes to is a :class:`Tree`, grown once
and used in every position that rolls with the same values.

Values are floats; all else is exact.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Hashable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache
from math import isclose
from typing import Any, Generic, NamedTuple, TypeAlias, TypeVar, get_args

from fracas.errors import InputError, Problem
from fracas.events import Event, InitiativeCheck, SkillName, Wounded
from fracas.reference.attack import (
    Announcement,
    choose_skill,
    exchange_die,
    is_attack_rolled,
    reward_parry,
    roll_defence,
    roll_wound,
    take_wound,
    use_defence_dice,
)
from fracas.reference.checks import refuse
from fracas.reference.combat import (
    announce_attack,
    check_initiative,
    choose_testers,
    make_attack,
    next_step,
)
from fracas.reference.playing import State, apply, start
from fracas.reference.policies import Policy, PolicyName
from fracas.reference.position import (
    Combat,
    Outcome,
    Position,
    current_value,
    defence_value,
    outcome_of,
)
from fracas.reference.requests import Chance, Decision, Request, roll_check
from fracas.types import Health, Wound, WoundLevel

__all__ = [
    "Solution",
    "Utility",
    "all_killed",
    "points",
    "solve",
    "some_left",
    "weighted_points",
]

T = TypeVar("T")

Utility: TypeAlias = Callable[[Outcome], float]
"""What an outcome is worth to side 0; to side 1 it is worth the opposite."""
Fixed: TypeAlias = tuple[Policy | None, Policy | None]
"""The policy of each side; ``None`` for a side that plays its best."""
Answers: TypeAlias = tuple[int, ...]
Run: TypeAlias = Generator[Request | Event, int, T]
"""A rule that is being run."""

EQUAL = 1e-12
"""How far apart two values may lie and still count as equal."""
ENOUGH_ROUNDS = 40
"""How many rounds of an initiative check leave no error that a float could hold."""


# Utilities


@dataclass(frozen=True)
class HealthUtility:
    """A utility that reads nothing of an outcome but the healths."""

    measure: Callable[[tuple[Health, ...]], float]

    def __call__(self, outcome: Outcome) -> float:
        """Give what an outcome is worth to side 0."""
        return self.measure(outcome.healths)


def points(combat: Combat) -> Utility:
    """Count the values of the fighters that side 0 has killed, less those of its own dead."""
    return weighted_points(combat, {"killed": 1})


def weighted_points(combat: Combat, weights: Mapping[WoundLevel, float]) -> Utility:
    """Count a share of each fighter's value for the level of wounds it ends with.

    *Edge cases* A level that is not in the weights counts nothing. Wounds that a fighter had
    before the combat count like others.

    *Errors* ``InputError`` when there is no such level.
    """
    levels = get_args(WoundLevel)
    refuse(
        [
            Problem("weights", repr(level), ", ".join(levels))
            for level in weights
            if level not in levels
        ]
    )
    values = [
        fighter.profile.value * (-1 if combat.side_of(number) == 0 else 1)
        for number, fighter in enumerate(combat.fighters)
    ]

    def measure(healths: tuple[Health, ...]) -> float:
        shares = [weights.get(health.level, 0) for health in healths]
        return sum(value * share for value, share in zip(values, shares, strict=True))

    return HealthUtility(measure)


def all_killed(combat: Combat, side: int) -> Utility:
    """Count 1 when a whole side is killed, else 0: side 0 aims at it, side 1 avoids it."""
    numbers = numbers_of(combat, side)

    def measure(healths: tuple[Health, ...]) -> float:
        return float(all(healths[number].level == "killed" for number in numbers))

    return HealthUtility(measure)


def some_left(combat: Combat, side: int) -> Utility:
    """Count 1 when somebody of a side is left, else 0: side 0 aims at it, side 1 avoids it."""
    numbers = numbers_of(combat, side)

    def measure(healths: tuple[Health, ...]) -> float:
        return float(any(healths[number].level != "killed" for number in numbers))

    return HealthUtility(measure)


def numbers_of(combat: Combat, side: int) -> list[int]:
    """List the fighters of a side by number."""
    if side not in {0, 1}:
        raise InputError([("side", repr(side), "0 or 1")])
    return [number for number in range(len(combat.fighters)) if combat.side_of(number) == side]


# What a rule asks for and comes to


@dataclass(frozen=True)
class End(Generic[T]):
    """What a rule came to, and the answers that it did not need."""

    result: T
    rest: Answers = ()


class Branch(NamedTuple):
    """A place of a tree where it goes on by a choice or a die."""

    side: int | None
    """The side that chooses; ``None`` for a die."""
    after: tuple[int, ...]
    """The places that the choices or the six faces lead to."""


@dataclass(frozen=True)
class Tree(Generic[T]):
    """All that a rule may ask for, and what it comes to; equal places are met once."""

    places: tuple[Branch | End[T], ...]
    """Every place stands behind those it leads to."""
    root: int

    def value(self, value_of: Callable[[T], float]) -> float:
        """Give the value at the root when both sides choose their best."""
        values: list[float] = []
        for place in self.places:
            if isinstance(place, End):
                values.append(value_of(place.result))
                continue
            side, after = place
            options = [values[number] for number in after]
            values.append(sum(options) / 6 if side is None else best_of(side, options))
        return values[self.root]


def best_of(side: int, values: Sequence[float]) -> float:
    """Give the best of several values for a side: the highest for side 0, the lowest for side 1."""
    return max(values) if side == 0 else min(values)


def grow(run: Callable[[], Run[T]], given: Answers, fixed: Fixed) -> Tree[T]:
    """Grow the tree of a rule from some answers on.

    *Edge cases* A side with a policy has no choice. Where every choice, or every face, leads to
    the same place, nothing depends on it and the tree has no branch.
    """
    numbers: dict[Branch | End[T], int] = {}

    def number_of(answers: Answers) -> int:
        reached = follow(run(), answers)
        if isinstance(reached, End):
            return numbers.setdefault(reached, len(numbers))
        side, choices = None, tuple(range(1, 7))
        if isinstance(reached, Decision):
            policy = fixed[reached.side]
            side, choices = reached.side, reached.choices
            choices = choices if policy is None else (policy(reached),)
        after = tuple(number_of((*answers, choice)) for choice in choices)
        if len(set(after)) == 1:
            return after[0]
        return numbers.setdefault(Branch(side, after), len(numbers))

    root = number_of(given)
    return Tree(tuple(numbers), root)


def follow(run: Run[T], answers: Answers) -> Request | End[T]:
    """Run a rule with some answers; give what it asks for next, or what it came to."""
    left = list(answers)
    try:
        said = next(run)
        while True:
            if not isinstance(said, Decision | Chance):
                said = next(run)
            elif left:
                said = run.send(left.pop(0))
            else:
                return said
    except StopIteration as stop:
        return End(stop.value, tuple(left))


# Pieces of the rules, each coming to no more than what matters for the rest


def initiative_round(combat: Combat, position: Position) -> Run[int | None]:
    """Roll one round of the initiative check; give who won, ``None`` after a tie (C-16, D-6)."""
    run = check_initiative(combat, position)
    said = next(run)
    while not isinstance(said, InitiativeCheck):
        said = run.send((yield said))
    return said.winner


def attack_result(combat: Combat, attacker: int, value: int) -> Run[int | None]:
    """Roll an attack check; give its final result, ``None`` for an automatic failure (C-22)."""
    check = yield from roll_check(combat, attacker, "attack", value)
    return None if check.automatic_failure else check.final


def parry_margin(
    combat: Combat, announcement: Announcement, value: int, difficulty: int
) -> Run[int | None]:
    """Roll a defence check; give by how much it parries, ``None`` if it does not (C-23).

    *Edge cases* Only whether the margin is enough for Counter-attack makes a difference (C-39):
    other margins count as the nearest to it.
    """
    check = yield from roll_defence(combat, announcement, value, difficulty)
    enough = combat.rules.combat.counter_attack.margin
    if not check.success:
        return None
    return enough if check.final - difficulty >= enough else enough - 1


def wound_given(combat: Combat, position: Position, announcement: Announcement) -> Run[Wound]:
    """Roll the wound of an attack that landed; give the wound alone (C-25)."""
    run = roll_wound(combat, position, announcement)
    said = next(run)
    while not isinstance(said, Wounded):
        said = run.send((yield said))
    return said.roll.wound


# The value of every place


class Valuation:
    """What every place of a combat is worth to side 0.

    Each method gives the value of going on from some answers that are given already: none of them
    at the beginning of a piece, some in the middle of it.
    """

    def __init__(self, combat: Combat, utility: Utility, fixed: Fixed) -> None:
        self.combat = combat
        self.utility = utility
        self.fixed = fixed
        self.trees: dict[Hashable, Tree[Any]] = {}
        self.value_of_step = cache(self.step)
        self.value_of_wound = cache(self.wound)

    def position(self, position: Position, given: Answers = ()) -> float:
        """Give the value of a position.

        *Edge cases* What was counted so far changes nothing of the rest: positions that differ in
        that alone are one, unless the utility reads the counts.
        """
        if isinstance(self.utility, HealthUtility):
            position = replace(position, passes=0, landed=(0, 0))
        return self.value_of_step(position, given)

    def step(self, position: Position, given: Answers) -> float:
        """Give the value of the next step, or of the end."""
        combat = self.combat
        step = next_step(combat, position)
        if step is None:
            return float(self.utility(outcome_of(position)))
        if step is check_initiative:
            return self.initiative(position, given)
        if step is make_attack:
            return self.going_on(
                lambda: announce_attack(combat, position),
                given,
                lambda announced, rest: self.attack(*announced, rest),
            )
        return self.going_on(lambda: step(combat, position), given, self.position)

    def going_on(
        self,
        run: Callable[[], Run[T]],
        given: Answers,
        value_of: Callable[[T, Answers], float],
        *,
        same: Hashable = None,
    ) -> float:
        """Give the value of a piece of the rules, from what its results are worth.

        ``same`` names all the pieces that have one tree with this one.
        """
        if same is not None and not given:
            return self.shared_tree(same, run).value(lambda result: value_of(result, ()))
        reached = follow(run(), given)
        if isinstance(reached, End):
            return value_of(reached.result, reached.rest)
        return grow(run, given, self.fixed).value(lambda result: value_of(result, ()))

    def shared_tree(
        self, same: Hashable, run: Callable[[], Run[T]], given: Answers = ()
    ) -> Tree[T]:
        """Give the tree that all pieces of one name have, grown when it is first needed."""
        if same not in self.trees:
            self.trees[same] = grow(run, given, self.fixed)
        return self.trees[same]

    # Initiative

    def initiative(self, position: Position, given: Answers) -> float:
        """Give the value of the initiative check (C-16)."""
        combat = self.combat

        def value_of(tested: tuple[tuple[int, int], tuple[int, int]], rest: Answers) -> float:
            testers, _ = tested
            # The rules ask for a tester again when they are run again, if they ask at all.
            tester = testers[1 - combat.lone_side]
            chosen = (tester,) if len(combat.several) > 1 else ()
            return self.rounds(position, chosen, rest)

        return self.going_on(lambda: choose_testers(combat, position), given, value_of)

    def rounds(self, position: Position, chosen: Answers, given: Answers) -> float:
        """Give the value of the rounds of an initiative check, its tester being chosen.

        *Rule* After a tie everything is as before the round (D-6). So the value of the check is
        the number that, put in as the value of a tie, comes out as the value of a round. Whatever
        the players do, less than a quarter of the rounds are ties: each time that what came out
        is put in again, three quarters of the error are gone.

        *Edge cases* Nobody is wounded yet, so the dice are the same however they were placed.
        """
        combat = self.combat
        worth: dict[int | None, float] = {
            side: self.position(replace(position, initiative=side)) for side in (0, 1)
        }

        def one_round() -> Run[int | None]:
            return initiative_round(combat, position)

        tree = self.shared_tree(("initiative", chosen), one_round, chosen)
        value = sum(worth.values()) / 2
        for _ in range(ENOUGH_ROUNDS):
            value = tree.value({**worth, None: value}.__getitem__)
        if not given:
            return value

        def value_of(winner: int | None, rest: Answers) -> float:
            return self.rounds(position, chosen, rest) if winner is None else worth[winner]

        return self.going_on(one_round, (*chosen, *given), value_of)

    # An attack

    def attack(self, position: Position, announcement: Announcement, given: Answers) -> float:
        """Give the value of an attack that was announced (C-22 to C-24)."""
        combat, attacker = self.combat, announcement.attacker
        if not is_attack_rolled(combat, position, announcement):
            return self.defence(position, announcement, 0, given)
        value = current_value(combat, position, attacker, "attack")

        def value_of(final: int | None, rest: Answers) -> float:
            if final is not None:
                return self.defence(position, announcement, final, rest)
            return self.going_on(
                lambda: exchange_die(combat, position, announcement), rest, self.position
            )

        return self.going_on(
            lambda: attack_result(combat, attacker, value),
            given,
            value_of,
            same=("attack", attacker, value),
        )

    def defence(
        self, position: Position, announcement: Announcement, difficulty: int, given: Answers
    ) -> float:
        """Give the value of an attack that did not fail by itself (C-23, C-39).

        *Edge cases* The difficulty is above 0, so a defence that meets it is no automatic failure:
        only the distance between value and difficulty matters for the dice.
        """
        combat, target = self.combat, announcement.target
        if announcement.dice == 0:
            return self.value_of_wound(position, announcement, given)
        value = defence_value(combat, position, target, sustained=announcement.sustained)
        used = use_defence_dice(position, announcement)

        def value_of(skill: SkillName | None, rest: Answers) -> float:
            return self.going_on(
                lambda: parry_margin(combat, announcement, value, difficulty),
                rest,
                lambda margin, rest: self.parry(used, announcement, skill, margin, rest),
                same=("defence", target, announcement.dice, difficulty - value),
            )

        return self.going_on(lambda: choose_skill(combat, announcement), given, value_of)

    def parry(
        self,
        position: Position,
        announcement: Announcement,
        skill: SkillName | None,
        margin: int | None,
        given: Answers,
    ) -> float:
        """Give the value of a defence that was rolled (C-23, C-39, C-40)."""
        if margin is None:
            return self.value_of_wound(position, announcement, given)
        return self.going_on(
            lambda: reward_parry(self.combat, position, announcement.target, skill, margin),
            given,
            self.position,
        )

    def wound(self, position: Position, announcement: Announcement, given: Answers) -> float:
        """Give the value of an attack that landed (C-25)."""
        combat, (attacker, target, *_) = self.combat, announcement

        def value_of(wound: Wound, rest: Answers) -> float:
            return self.position(take_wound(combat, position, announcement, wound), rest)

        strength = current_value(combat, position, attacker, "strength")
        return self.going_on(
            lambda: wound_given(combat, position, announcement),
            given,
            value_of,
            same=("wound", attacker, target, strength),
        )


# Solving


class Solution:
    """A combat that is solved: the value of every place of it, and what is best there.

    Values are to side 0; what is best for side 1 has the lowest.
    """

    def __init__(self, valuation: Valuation) -> None:
        self.combat = valuation.combat
        self.fixed = valuation.fixed
        self._valuation = valuation

    @property
    def value(self) -> float:
        """What the combat is worth to side 0."""
        return self.value_of(start(self.combat)[0])

    def value_of(self, state: State) -> float:
        """Give what a state is worth to side 0.

        *Errors* ``InputError`` when the state is one of another combat.
        """
        if state.combat != self.combat:
            raise InputError([("state", "a state of another combat", "one of the combat solved")])
        return self._valuation.position(state.position, state.answers)

    def advise(self, state: State) -> dict[int, float]:
        """Give what every choice is worth to side 0.

        *Edge cases* Also at a decision of a side with a policy, which takes another one maybe.

        *Errors* ``InputError`` when no decision is asked for.
        """
        choices = decision_of(state).choices
        return {choice: self.value_of(apply(state, choice)[0]) for choice in choices}

    def best(self, state: State) -> int:
        """Give the best choice of whoever has to decide, the first of equals.

        *Edge cases* A side with a policy does what its policy says.

        *Errors* ``InputError`` when no decision is asked for.
        """
        decision = decision_of(state)
        policy = self.fixed[decision.side]
        if policy is not None:
            return policy(decision)
        values = self.advise(state)
        best = best_of(decision.side, list(values.values()))
        return next(
            choice
            for choice, value in values.items()
            if isclose(value, best, rel_tol=EQUAL, abs_tol=EQUAL)
        )


def decision_of(state: State) -> Decision:
    """Give the decision that a state asks for."""
    if not isinstance(state.node, Decision):
        raise InputError([("state", repr(state.node), "a state that asks for a decision")])
    return state.node


def solve(combat: Combat, utility: Utility, fixed: Fixed = (None, None)) -> Solution:
    """Solve a combat: both sides play their best, or one against a policy, from any state of it.

    *Rule* Whoever decides knows all that has been rolled and decided before.

    *Edge cases* That holds under rules with blind rerolls as well: only policies are blind there
    (D-8). A tie of the initiative is rolled again as often as it takes (D-6).

    *Errors* ``InputError`` when the rules let a six be rerolled without end, or a fixed policy is
    not a named one that leaves nothing to chance.

    *Example* Who failed to disengage cannot win anything by it.

    >>> from fracas import Profile
    >>> from fracas.reference import Combat, Fighter, Rules, all_killed, solve
    >>> guard = Profile("Guard", attack=5, strength=8, defence=5, resilience=11, value=49)
    >>> rules = Rules.from_document({"checks": {"reroll_limit": 1}})
    >>> duel = Combat(Fighter(guard, bound_to_defence=True), (Fighter(guard),), rules=rules)
    >>> solve(duel, all_killed(duel, 1)).value
    0.0
    """
    problems = fixed_problems(fixed)
    if combat.rules.checks.reroll_limit == "unlimited":
        problems.append(Problem("rules.checks.reroll_limit", "'unlimited'", "a whole number"))
    refuse(problems)
    return Solution(Valuation(combat, utility, fixed))


def fixed_problems(fixed: Sequence[object]) -> list[Problem]:
    """Find out whether a side plays its best or has a policy that leaves nothing to chance."""
    return [
        Problem(f"fixed[{side}]", repr(policy), ", ".join((*get_args(PolicyName), "None")))
        for side, policy in enumerate(fixed)
        if policy is not None and not isinstance(policy, Policy)
    ]
