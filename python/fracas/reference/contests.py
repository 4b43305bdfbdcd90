"""Contests of Discipline: who separates a melee (C-6).

A contest is a generator, as the steps of a combat are. A place in it is the answers given so far:
to go on from there, the contest is run once more from its start.
"""

from __future__ import annotations

from collections.abc import Generator, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from typing import TypeAlias

from fracas.errors import InputError
from fracas.events import ContestEnded, ContestEvent, ContestRound, LotDrawn, TesterPicked
from fracas.reference.checks import refuse, winner
from fracas.reference.dice import DiceSource
from fracas.reference.enumeration import policy_problems
from fracas.reference.laws import opposed_law
from fracas.reference.melees import Melee
from fracas.reference.playing import AnyPolicy, listed, seat_players
from fracas.reference.policies import Policy
from fracas.reference.position import Fighter
from fracas.reference.requests import Chance, Decision, Request, decide, roll_check
from fracas.reference.rules import ContestRules, Rules
from fracas.reference.wounds import current
from fracas.types import CheckResult, RollName

__all__ = [
    "Contest",
    "ContestState",
    "Won",
    "answer_contest",
    "chance_of_side_0",
    "contest_perft",
    "hold_contest",
    "may_test",
    "start_contest",
    "who_separates",
]

Run: TypeAlias = Generator[Request | ContestEvent, int, int]
"""A contest that is being held; it comes to the side that wins."""


@dataclass(frozen=True)
class Contest:
    """An opposed check of Discipline, for which each side picks who tests."""

    testers: tuple[Mapping[int, int], Mapping[int, int]]
    """Who may test for side 0 and for side 1, ascending, each with its current Discipline."""
    roll: RollName = "discipline"
    """What it is rolled for."""
    rules: Rules = field(default_factory=Rules)

    def side_of(self, fighter: int) -> int:
        """Give the side of a fighter."""
        return 0 if fighter in self.testers[0] else 1


def who_separates(melee: Melee, fighters: Sequence[Fighter], rules: Rules) -> Contest:
    """Set up the contest for who separates a melee.

    *Rule* Each side tests with one of its fighters of that melee (C-6), with its current
    Discipline.

    *Errors* ``InputError`` when a side has a lone fighter: the melee is one combat already, and
    nobody tests.
    """
    if melee.is_one_combat:
        allowed = "a melee with several fighters on both sides"
        raise InputError([("melee", "one combat already", allowed)])
    sides = [may_test(side, fighters, rules.contests) for side in melee.sides]
    testers = [{one: discipline(fighters[one], rules) for one in side} for side in sides]
    return Contest((testers[0], testers[1]), "discipline", rules)


def may_test(
    side: Sequence[int], fighters: Sequence[Fighter], options: ContestRules
) -> tuple[int, ...]:
    """Give those of a side who may test.

    *Rule* All but the routed (C-6).

    *Edge cases* By the option of C-6 the routed may test too, always or where there is nobody else.
    """
    steady = tuple(one for one in side if not fighters[one].routed)
    if options.routed_testers == "always":
        return tuple(side)
    if options.routed_testers == "when_no_other" and not steady:
        return tuple(side)
    return steady


def discipline(fighter: Fighter, rules: Rules) -> int:
    """Give the current Discipline of a fighter, which wounds leave alone by default (W-5)."""
    return current("discipline", fighter.profile.discipline, fighter.health, rules)


def contest_run(contest: Contest) -> Run:
    """Hold a contest.

    *Rule* Side 0 picks who tests, then side 1; the higher result wins (C-6, D-6). A side that
    cannot test loses; if neither can, one die decides: up to 3 for side 0 (C-6).

    *Dice* Side 0's die and its rerolls, then side 1's; again from the start after a tie, by the
    same fighters (D-6). Or the one die, named ``lot``.

    *Edge cases* By the option of C-6 a side wins without the die when neither can test.
    """
    able = [len(testers) > 0 for testers in contest.testers]
    if not any(able):
        winning = yield from draw_lot(contest)
    elif not all(able):
        winning = able.index(True)
    else:
        winning = yield from oppose(contest)
    yield ContestEnded(winning)
    return winning


def draw_lot(contest: Contest) -> Run:
    """Let one die decide, or whatever the rules say (C-6)."""
    option = contest.rules.contests.neither_can_test
    if option != "one_die":
        return {"side_0": 0, "side_1": 1}[option]
    face = yield Chance("lot", None)
    winning = 0 if face <= 3 else 1
    yield LotDrawn(face, winning)
    return winning


def oppose(contest: Contest) -> Run:
    """Let both sides pick who tests, and test until there is a winner (C-6, D-6, D-8)."""
    picked: list[int] = []
    for side, testers in enumerate(contest.testers):
        fighter = yield from decide("tester", side, None, [*testers], tuple(testers.values()))
        yield TesterPicked(side, fighter)
        picked.append(fighter)
    values = [testers[one] for testers, one in zip(contest.testers, picked, strict=True)]
    checks = contest.rules.checks
    winning = None
    while winning is None:
        first = yield from roll_check(contest, picked[0], contest.roll, values[0])

        def is_won(natural: int, final: int, first: CheckResult = first) -> bool:
            return winner(first.natural, first.final, natural, final, checks) == 1

        second = yield from roll_check(
            contest, picked[1], contest.roll, values[1], target=first.final, is_won=is_won
        )
        winning = winner(first.natural, first.final, second.natural, second.final, checks)
        yield ContestRound(contest.roll, (picked[0], picked[1]), (first, second), winning)
    return winning


# Going through a contest


@dataclass(frozen=True)
class Won:
    """The end of a contest."""

    winner: int


@dataclass(frozen=True)
class ContestState:
    """A place in a contest."""

    contest: Contest
    answers: tuple[int, ...]
    """The choices and faces so far."""
    node: Request | Won
    """What is asked for next."""
    events: tuple[ContestEvent, ...]
    """What has happened so far."""


def start_contest(contest: Contest, answers: Sequence[int] = ()) -> ContestState:
    """Hold a contest with these answers, up to the next thing it asks for."""
    run, left = contest_run(contest), list(answers)
    events: list[ContestEvent] = []
    reply: int | None = None
    while True:
        try:
            said = next(run) if reply is None else run.send(reply)
        except StopIteration as stop:
            return ContestState(contest, tuple(answers), Won(stop.value), tuple(events))
        reply = None
        if not isinstance(said, Decision | Chance):
            events.append(said)
        elif left:
            reply = left.pop(0)
        else:
            return ContestState(contest, tuple(answers), said, tuple(events))


def answer_contest(state: ContestState, answer: int) -> ContestState:
    """Go on with a choice, or with the face of a die.

    *Errors* ``InputError`` when it is not open, and when nothing is asked for any more.
    """
    if isinstance(state.node, Won):
        raise InputError([("contest", "is over", "a contest that asks for something")])
    choices = open_to(state.node)
    if answer not in choices:
        raise InputError([(type(state.node).__name__.lower(), repr(answer), listed(choices))])
    return start_contest(state.contest, (*state.answers, answer))


def open_to(request: Request) -> Sequence[int]:
    """Give what may be answered."""
    return request.choices if isinstance(request, Decision) else range(1, 7)


def hold_contest(
    contest: Contest, policies: tuple[AnyPolicy, AnyPolicy], source: DiceSource
) -> tuple[list[ContestEvent], int]:
    """Hold a contest through; give what happens, and the side that wins.

    *Errors* ``InputError`` when a policy answers with something that is no choice. ``ScriptError``
    when a script runs out.

    *Example* Side 0 rolls a 4 and side 1 a 2.

    >>> from fracas.reference import Scripted, plain
    >>> dice = Scripted([4, 2])
    >>> events, winner = hold_contest(Contest(({0: 3}, {1: 4, 2: 2})), (plain(), plain()), dice)
    >>> winner, [type(event).__name__ for event in events]
    (0, ['TesterPicked', 'TesterPicked', 'ContestRound', 'ContestEnded'])
    """
    players = seat_players(policies)
    state = start_contest(contest)
    while not isinstance(state.node, Won):
        node = state.node
        reply = source.roll(node.roll) if isinstance(node, Chance) else players[node.side](node)
        state = answer_contest(state, reply)
    return [*state.events], state.node.winner


# All of it at once


def contest_perft(contest: Contest, depth: int) -> int:
    """Count the different ways in which a contest can go for so many choices and dice."""

    def ways(state: ContestState, steps: int) -> int:
        if steps == 0:
            return 1
        if isinstance(state.node, Won):
            return 0
        after = [answer_contest(state, answer) for answer in open_to(state.node)]
        return sum(ways(one, steps - 1) for one in after)

    return ways(start_contest(contest), depth)


def chance_of_side_0(contest: Contest, policies: tuple[Policy, Policy]) -> Fraction:
    """Give the exact chance that side 0 wins.

    *Errors* ``InputError`` when a policy is not a named one that leaves nothing to chance.

    *Example*

    >>> from fracas.reference import plain
    >>> never = plain(discipline_sixes="never")
    >>> chance_of_side_0(Contest(({0: 3}, {1: 3})), (never, never))
    Fraction(1, 2)
    >>> chance_of_side_0(Contest(({}, {})), (never, never))
    Fraction(1, 2)
    """
    refuse(policy_problems(policies))
    state = start_contest(contest)
    while isinstance(state.node, Decision):
        state = answer_contest(state, policies[state.node.side](state.node))
    if isinstance(state.node, Won):
        return Fraction(1 - state.node.winner)
    if state.node.roll == "lot":
        ends = [answer_contest(state, face).node for face in range(1, 7)]
        return Fraction(ends.count(Won(0)), len(ends))
    picked = [event.fighter for event in state.events if isinstance(event, TesterPicked)]
    values = [testers[one] for testers, one in zip(contest.testers, picked, strict=True)]
    sixes = [policy.discipline_sixes for policy in policies]
    return opposed_law(values[0], values[1], sixes[0], sixes[1], contest.rules)
