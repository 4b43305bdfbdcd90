"""Playing a battle through, or branching from any place in it.

As with a combat, a place is the state in which the last whole step left the battle, and the
answers given since.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from typing import TypeAlias

from fracas.errors import InputError
from fracas.events import BattleEvent, Ended
from fracas.reference.activation import act, penalise, resolve, speak_and_announce
from fracas.reference.battle import Battle, BattleState, Run, Stage
from fracas.reference.combat_phase import fight, open_combats
from fracas.reference.contests import open_to
from fracas.reference.dice import DiceSource
from fracas.reference.maintenance import maintain
from fracas.reference.playing import AnyPolicy, listed, seat_players
from fracas.reference.requests import Chance, Decision, Request
from fracas.reference.strategy import begin_turn

__all__ = [
    "BattleOver",
    "BattlePlace",
    "answer_battle",
    "battle_perft",
    "play_battle",
    "start_battle",
]

Step: TypeAlias = Callable[[Battle, BattleState], Run[BattleState]]
"""One step of a battle: from a state to the next."""


def end_battle(_battle: Battle, state: BattleState) -> Run[BattleState]:
    """End the battle: its turns are over, or a side has nobody left (T-2)."""
    yield Ended(state.turn)
    return replace(state, stage="over")


STEPS: dict[Stage, Step] = {
    "turn": begin_turn,
    "speak": speak_and_announce,
    "resolve": resolve,
    "penalise": penalise,
    "act": act,
    "combats": open_combats,
    "fight": fight,
    "maintenance": maintain,
    "end": end_battle,
}
"""The steps of a turn: its four phases, in pieces (T-1)."""


def play_battle(
    battle: Battle, policies: tuple[AnyPolicy, AnyPolicy], source: DiceSource
) -> tuple[list[BattleEvent], BattleState]:
    """Play a battle through; give what happens, and how everything stands at the end.

    *Dice* In the order in which the steps ask for them. The source is not finished.

    *Errors* ``InputError`` when a policy answers with something that is no choice. ``ScriptError``
    when a script runs out.
    """
    players = seat_players(policies)
    events: list[BattleEvent] = []

    def answer(request: Request) -> int:
        if isinstance(request, Chance):
            return source.roll(request.roll)
        choice = players[request.side](request)
        if choice not in request.choices:
            raise InputError([(request.kind, repr(choice), listed(request.choices))])
        return choice

    state = BattleState.at_start(battle)
    while state.stage != "over":
        run = STEPS[state.stage](battle, state)
        reply: int | None = None
        while True:
            try:
                said = next(run) if reply is None else run.send(reply)
            except StopIteration as stop:
                state = stop.value
                break
            reply = None
            if isinstance(said, Decision | Chance):
                reply = answer(said)
            else:
                events.append(said)
    return events, state


# Branching


@dataclass(frozen=True)
class BattleOver:
    """The end of a battle."""

    turns: int
    lost: tuple[int, int]
    """The points that each side has lost."""


@dataclass(frozen=True)
class BattlePlace:
    """A place in a battle at which something is asked for, or at which it is over."""

    battle: Battle = field(repr=False)
    state: BattleState = field(repr=False)
    answers: tuple[int, ...]
    """What was answered since that state."""
    node: Request | BattleOver
    """What is asked for."""


def start_battle(battle: Battle) -> tuple[BattlePlace, list[BattleEvent]]:
    """Begin a battle: go to the first thing it asks for."""
    return advance(battle, BattleState.at_start(battle), ())


def answer_battle(place: BattlePlace, answer: int) -> tuple[BattlePlace, list[BattleEvent]]:
    """Go on with a choice, or with the face of a die; tell what happens on the way.

    *Errors* ``InputError`` when it is not open, and when nothing is asked for any more.
    """
    if isinstance(place.node, BattleOver):
        raise InputError([("battle", "is over", "a battle that asks for something")])
    choices = open_to(place.node)
    if answer not in choices:
        raise InputError([(type(place.node).__name__.lower(), repr(answer), listed(choices))])
    return advance(place.battle, place.state, (*place.answers, answer))


def advance(
    battle: Battle, state: BattleState, answers: tuple[int, ...]
) -> tuple[BattlePlace, list[BattleEvent]]:
    """Go on to the next request; tell what happened since the last answer."""
    events: list[BattleEvent] = []
    while state.stage != "over":
        reached, told = run_again(STEPS[state.stage](battle, state), answers)
        events += told
        if not isinstance(reached, BattleState):
            return BattlePlace(battle, state, answers, reached), events
        state, answers = reached, ()
    return BattlePlace(battle, state, (), BattleOver(state.turn, state.lost())), events


def run_again(
    run: Run[BattleState], answers: Sequence[int]
) -> tuple[Request | BattleState, list[BattleEvent]]:
    """Run a step with the answers known so far: see the namesake of a combat."""
    told: list[BattleEvent] = []
    left = list(answers)
    reply: int | None = None
    while True:
        try:
            said = next(run) if reply is None else run.send(reply)
        except StopIteration as stop:
            state: BattleState = stop.value
            return state, told
        reply = None
        if not isinstance(said, Decision | Chance):
            told.append(said)
        elif left:
            told.clear()
            reply = left.pop(0)
        else:
            return said, told


def battle_perft(battle: Battle, depth: int) -> int:
    """Count the different ways in which a battle can go for so many choices and dice."""

    def ways(place: BattlePlace, steps: int) -> int:
        if steps == 0:
            return 1
        if isinstance(place.node, BattleOver):
            return 0
        if steps == 1:
            return len(open_to(place.node))
        after = [answer_battle(place, answer)[0] for answer in open_to(place.node)]
        return sum(ways(one, steps - 1) for one in after)

    return ways(start_battle(battle)[0], depth)
