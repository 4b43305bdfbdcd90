"""Everything that can happen in a combat: counted, or with its exact chance."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import replace
from fractions import Fraction
from functools import cache, partial
from typing import TypeAlias, get_args

from fracas.errors import Problem
from fracas.reference.attack import (
    Announcement,
    choose_skill,
    exchange_die,
    is_attack_rolled,
    reward_parry,
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
from fracas.reference.dice import Scripted
from fracas.reference.laws import opposed_law, parry_law, wound_law
from fracas.reference.playing import Answer, Splits, State, answers_of, apply, drive, roll, start
from fracas.reference.policies import Policy, PolicyName
from fracas.reference.position import (
    Combat,
    Outcome,
    Position,
    current_value,
    defence_value,
    outcome_of,
)
from fracas.reference.requests import Decision, Over

__all__ = ["exact", "perft"]

Branches: TypeAlias = Iterator[tuple[Position, Fraction]]
"""The positions that can follow, each with its chance; one may come up more than once."""


def perft(combat: Combat, depth: int) -> int:
    """Count the different ways in which a combat can go for so many choices and dice.

    *Rule* Every choice at a decision and every face of a die is a step of its own; ways that end
    earlier do not count.

    *Example* A duel begins with two fighters who place two dice each in one of three ways.

    >>> from fracas import Profile
    >>> from fracas.reference import Combat, Fighter
    >>> duel = Combat(Fighter(Profile("Guard")), (Fighter(Profile("Guard")),))
    >>> [perft(duel, depth) for depth in range(4)]
    [1, 3, 9, 54]
    """
    known: dict[tuple[State, int], int] = {}

    def ways(state: State, steps: int) -> int:
        if steps == 0:
            return 1
        if isinstance(state.node, Over):
            return 0
        if steps == 1:
            return len(state.node.choices) if isinstance(state.node, Decision) else 6
        if (state, steps) not in known:
            known[state, steps] = sum(ways(after, steps - 1) for after in following(state))
        return known[state, steps]

    return ways(start(combat)[0], depth)


def following(state: State) -> list[State]:
    """List the states that one more choice or one more die leads to."""
    if isinstance(state.node, Over):
        return []
    if isinstance(state.node, Decision):
        return [apply(state, choice)[0] for choice in state.node.choices]
    return [roll(state, face)[0] for face in range(1, 7)]


def exact(
    combat: Combat, policies: tuple[Policy, Policy], splits: Splits | None = None
) -> dict[Outcome, Fraction]:
    """Give the exact chance of every outcome of a combat.

    *Rule* All that the steps can lead to is followed at once, and equal positions are put together.
    What a check or a wound roll can give has its chance from :mod:`fracas.reference.laws`.

    *Errors* ``InputError`` when a policy is not a named one that leaves nothing to chance, or a
    split is not open to its fighter.

    *Example* Two fighters who only defend.

    >>> from fracas import Profile
    >>> from fracas.reference import Combat, Fighter, all_out_defence
    >>> guard = Fighter(Profile("Guard"))
    >>> law = exact(Combat(guard, (guard,)), (all_out_defence(), all_out_defence()))
    >>> [(outcome.passes, str(chance)) for outcome, chance in law.items()]
    [(0, '1')]
    """
    refuse(policy_problems(policies))
    # Players are asked as in a game, but no die is ever rolled.
    answer = answers_of(combat, policies, Scripted(()), splits)
    tree = Tree(combat, policies, answer)
    law: dict[Outcome, Fraction] = defaultdict(Fraction)
    reached = {Position.at_start(combat): Fraction(1)}
    while reached:
        after: dict[Position, Fraction] = defaultdict(Fraction)
        for position, chance in reached.items():
            if position.has_ended:
                law[outcome_of(position)] += chance
                continue
            for result, part in tree.branches(position):
                after[result] += chance * part
        reached = {position: chance for position, chance in after.items() if chance > 0}
    return dict(law)


def policy_problems(policies: Sequence[object]) -> list[Problem]:
    """Find out whether the policies leave nothing to chance."""
    return [
        Problem(f"policies[{side}]", repr(policy), ", ".join(get_args(PolicyName)))
        for side, policy in enumerate(policies)
        if not isinstance(policy, Policy)
    ]


class Tree:
    """What every position of a combat can lead to in one step, by its policies and its rules."""

    def __init__(self, combat: Combat, policies: tuple[Policy, Policy], answer: Answer) -> None:
        self.combat = combat
        self.policies = policies
        self.answer = answer
        # The same few checks come back in many positions.
        self.parry_law = cache(partial(parry_law, rules=combat.rules))
        self.wound_law = cache(partial(wound_law, rules=combat.rules))

    def branches(self, position: Position) -> Branches:
        """Give what the next step can lead to."""
        step = next_step(self.combat, position)
        if step is check_initiative:
            yield from self.initiative(position)
        elif step is make_attack:
            announcing = announce_attack(self.combat, position)
            yield from self.attack(*drive(announcing, self.answer))
        elif step is not None:
            yield drive(step(self.combat, position), self.answer), Fraction(1)

    def initiative(self, position: Position) -> Branches:
        """Give the initiative to either side (C-16)."""
        _, values = drive(choose_testers(self.combat, position), self.answer)
        rerolls = self.policies[0].initiative_sixes, self.policies[1].initiative_sixes
        chance = opposed_law(*values, *rerolls, self.combat.rules)
        yield replace(position, initiative=0), chance
        yield replace(position, initiative=1), 1 - chance

    def attack(self, position: Position, announcement: Announcement) -> Branches:
        """Give what can become of an attack that was announced (C-22 to C-25)."""
        combat, (attacker, target, dice, sustained) = self.combat, announcement
        margin = combat.rules.combat.counter_attack.margin
        failed, barely, well, landed = Fraction(0), Fraction(0), Fraction(0), Fraction(1)
        if is_attack_rolled(combat, position, announcement):
            failed, barely, well, landed = self.parry_law(
                current_value(combat, position, attacker, "attack"),
                defence_value(combat, position, target, sustained=sustained),
                dice,
                self.policies[combat.side_of(attacker)].attack_sixes,
                # No policy rerolls a defence that parries already (D-8).
                "when_needed",
                margin,
            )
        if failed > 0:
            exchanging = exchange_die(combat, position, announcement)
            yield drive(exchanging, self.answer), failed
        if dice > 0:
            skill = drive(choose_skill(combat, announcement), self.answer)
            position = use_defence_dice(position, announcement)
            for beaten_by, chance in ((margin - 1, barely), (margin, well)):
                rewarding = reward_parry(combat, position, target, skill, beaten_by)
                yield drive(rewarding, self.answer), chance
        strength = current_value(combat, position, attacker, "strength")
        resilience = combat.fighters[target].profile.resilience
        for wound, chance in self.wound_law(strength, resilience).items():
            yield take_wound(combat, position, announcement, wound), landed * chance
