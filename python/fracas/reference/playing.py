"""Playing a combat through, or branching from any place in it.

A place in a combat is the position in which its last whole step left it, and the answers given
since. To go on from there, the step is run again with those answers: so every place can be kept,
compared and gone on from as often as one likes.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TypeAlias, TypeVar

from fracas.errors import InputError, Problem
from fracas.events import Event
from fracas.reference.checks import refuse
from fracas.reference.combat import next_step, possible_attack_dice
from fracas.reference.dice import DiceSource
from fracas.reference.policies import Player, Policy, RandomPolicy
from fracas.reference.position import Combat, Outcome, Position, outcome_of
from fracas.reference.requests import Chance, Decision, Over, Request

__all__ = ["AnyPolicy", "State", "apply", "drive", "node", "play", "roll", "start"]

AnyPolicy: TypeAlias = Policy | RandomPolicy | Player
Answer: TypeAlias = Callable[[Request], int]
Splits: TypeAlias = Mapping[int, int]
"""Fighters who place a given number of dice in attack, whatever their policy."""

T = TypeVar("T")


def play(
    combat: Combat,
    policies: tuple[AnyPolicy, AnyPolicy],
    source: DiceSource,
    splits: Splits | None = None,
) -> tuple[list[Event], Outcome]:
    """Play a combat through.

    *Dice* In the order in which the steps ask for them. The source is not finished: more may be
    rolled from it.

    *Edge cases* A fighter that is given its split is not asked where to place its dice.

    *Errors* ``InputError`` when a split is not open to its fighter, or a policy answers with
    something that is no choice. ``ScriptError`` when a script runs out.

    *Example* A duel of guards: the first attack is parried, the second one wounds.

    >>> from fracas import Profile
    >>> from fracas.reference import Combat, Fighter, Scripted, plain, play
    >>> guard = Fighter(Profile("Guard", attack=5, strength=8, defence=5, resilience=11))
    >>> dice = Scripted([4, 2, 3, 5, 5, 1, 4, 5])
    >>> events, outcome = play(Combat(guard, (guard,)), (plain(), plain()), dice)
    >>> dice.finish()
    >>> events[2].winner, outcome.landed, outcome.healths[0].level
    (0, (0, 1), 'light')
    """
    answer = answers_of(combat, policies, source, splits)
    events: list[Event] = []
    position = Position.at_start(combat)
    while (step := next_step(combat, position)) is not None:
        position = drive(step(combat, position), answer, events.append)
    return events, outcome_of(position)


def answers_of(
    combat: Combat,
    policies: Sequence[AnyPolicy],
    source: DiceSource,
    splits: Splits | None,
) -> Answer:
    """Give whoever answers the requests of a combat: its players, and the dice."""
    given = dict(splits or {})
    refuse(split_problems(combat, given))
    players = seat_players(policies)

    def answer(request: Request) -> int:
        if isinstance(request, Chance):
            return source.roll(request.roll)
        if request.kind == "place" and request.fighter in given:
            return given[request.fighter]
        choice = players[request.side](request)
        if choice not in request.choices:
            raise InputError([(request.kind, repr(choice), listed(request.choices))])
        return choice

    return answer


def drive(
    run: Generator[Request | Event, int, T],
    answer: Answer,
    tell: Callable[[Event], object] = lambda event: None,
) -> T:
    """Run a rule to its end, answering what it asks and passing on what it tells."""
    reply: int | None = None
    while True:
        try:
            said = next(run) if reply is None else run.send(reply)
        except StopIteration as stop:
            result: T = stop.value
            return result
        if isinstance(said, Decision | Chance):
            reply = answer(said)
        else:
            tell(said)
            reply = None


def seat_players(policies: Sequence[AnyPolicy]) -> list[Player]:
    """Give the player of each side; equal random policies are one player."""
    drawn: dict[RandomPolicy, Player] = {}
    players: list[Player] = []
    for policy in policies:
        if isinstance(policy, RandomPolicy):
            players.append(drawn.setdefault(policy, policy.new_player()))
        else:
            players.append(policy)
    return players


def split_problems(combat: Combat, splits: Splits) -> list[Problem]:
    """Find out whether every split is one that its fighter may choose (C-11, C-15)."""
    problems = []
    for fighter, attack in splits.items():
        if fighter not in range(len(combat.fighters)):
            numbers = listed(range(len(combat.fighters)))
            problems.append(Problem("splits", f"fighter {fighter!r}", numbers))
        elif attack not in possible_attack_dice(combat, fighter):
            allowed = listed(possible_attack_dice(combat, fighter))
            problems.append(Problem(f"splits[{fighter}]", repr(attack), allowed))
    return problems


def listed(choices: Sequence[int]) -> str:
    """Write choices down."""
    return ", ".join(map(str, choices))


@dataclass(frozen=True)
class State:
    """A place in a combat at which something is asked for, or at which it is over.

    Two states of one combat are equal when the rest of the combat is the same.
    """

    combat: Combat = field(repr=False, compare=False)
    position: Position
    answers: tuple[int, ...]
    """What was answered since that position."""
    node: Decision | Chance | Over = field(compare=False)
    """What is asked for."""


def start(combat: Combat) -> tuple[State, list[Event]]:
    """Begin a combat: go to the first thing it asks for."""
    return advance(combat, Position.at_start(combat), ())


def node(state: State) -> Decision | Chance | Over:
    """Tell what a state asks for."""
    return state.node


def apply(state: State, choice: int) -> tuple[State, list[Event]]:
    """Answer a decision; give the state it leads to and what happens on the way.

    *Errors* ``InputError`` when no decision is asked for, or the choice is not open.
    """
    if not isinstance(state.node, Decision):
        raise InputError([("choice", repr(choice), "a choice only at a decision")])
    if choice not in state.node.choices:
        raise InputError([("choice", repr(choice), listed(state.node.choices))])
    return advance(state.combat, state.position, (*state.answers, choice))


def roll(state: State, face: int) -> tuple[State, list[Event]]:
    """Roll a face; give the state it leads to and what happens on the way.

    *Errors* ``InputError`` when no die is asked for, or the face is on no die.
    """
    if not isinstance(state.node, Chance):
        raise InputError([("face", repr(face), "a face only when a die is asked for")])
    if face not in range(1, 7):
        raise InputError([("face", repr(face), "a whole number from 1 to 6")])
    return advance(state.combat, state.position, (*state.answers, face))


def advance(
    combat: Combat, position: Position, answers: tuple[int, ...]
) -> tuple[State, list[Event]]:
    """Go on to the next request; tell what happened since the last answer."""
    events: list[Event] = []
    while (step := next_step(combat, position)) is not None:
        reached, told = run_again(step(combat, position), answers)
        events += told
        if not isinstance(reached, Position):
            return State(combat, position, answers, reached), events
        position, answers = reached, ()
    return State(combat, position, (), Over(outcome_of(position))), events


class UnansweredError(Exception):
    """A step asks for more than the answers it was given."""

    def __init__(self, request: Request) -> None:
        super().__init__(request)
        self.request = request


def run_again(
    run: Generator[Request | Event, int, Position], answers: Sequence[int]
) -> tuple[Request | Position, list[Event]]:
    """Run a step with the answers known so far.

    Give what it asks for next, or the position it ends in, and what it told since the last answer.
    """
    told: list[Event] = []
    left = list(answers)

    def answer(request: Request) -> int:
        if not left:
            raise UnansweredError(request)
        told.clear()
        return left.pop(0)

    try:
        return drive(run, answer, told.append), told
    except UnansweredError as unanswered:
        return unanswered.request, told
