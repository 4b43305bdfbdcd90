"""The strategic phase: sequences of cards, and the Tactics roll (T-3 to T-10)."""

from __future__ import annotations

from dataclasses import replace

from fracas.events import FirstSpeaker, PhaseBegan, SequenceBuilt, TurnBegan
from fracas.reference.armies import is_eligible
from fracas.reference.battle import Battle, BattleState, Run
from fracas.reference.cards import Hand, next_speaker, with_refusals
from fracas.reference.contests import Contest, contest_run, may_test
from fracas.reference.position import Fighter
from fracas.reference.requests import decide
from fracas.reference.rules import ContestRules
from fracas.reference.tables import Placed
from fracas.reference.upkeep import resolve_moment

__all__ = ["as_fighter", "begin_turn", "tactics"]


def begin_turn(battle: Battle, state: BattleState) -> Run[BattleState]:
    """Begin a turn: play its strategic phase, and open the activation phase.

    *Rule* First the sequences, then the Tactics roll, whose winner says who speaks first (T-3,
    T-8); effects of this phase come before the one or before the other (T-4). The refusals are
    counted when the activation phase begins (A-5); everybody has all the shots of a turn again
    (A-15).

    *Edge cases* An effect that leaves a side nobody ends the battle at once (T-2).
    """
    turn = state.turn + 1
    yield TurnBegan(turn)
    yield PhaseBegan("strategic")
    state = yield from resolve_moment(battle, replace(state, turn=turn), "strategic")
    if state.is_decided():
        return replace(state, stage="end")
    first = yield from build_sequence(battle, state, 0)
    second = yield from build_sequence(battle, state, 1)
    state = yield from resolve_moment(battle, state, "before_tactics")
    if state.is_decided():
        return replace(state, stage="end")
    winner = yield from contest_run(tactics(battle, state))
    word = yield from decide("first_speaker", winner, None, (0, 1))
    yield FirstSpeaker(word, winner)

    yield PhaseBegan("activation")
    hands = with_refusals((Hand(first), Hand(second)))
    speaker = next_speaker(hands, 1 - word)
    return replace(
        state,
        shots=(0,) * len(battle.fighters),
        hands=hands,
        tactics_winner=winner,
        word=word if speaker is None else speaker,
        stage="combats" if speaker is None else "speak",
    )


def build_sequence(battle: Battle, state: BattleState, side: int) -> Run[tuple[int, ...]]:
    """Let a player put his cards in the order he wants, the top one first.

    *Rule* All his cards (T-5), but those whose fighters are all out (T-7).
    """
    left = [
        card
        for card in range(len(battle.armies[side].cards))
        if state.up(battle.of_card(side, card))
    ]
    sequence: list[int] = []
    while left:
        card = yield from decide("sequence", side, None, left)
        left.remove(card)
        sequence.append(card)
    yield SequenceBuilt(side, len(sequence))
    return tuple(sequence)


def tactics(battle: Battle, state: BattleState) -> Contest:
    """Set up the Tactics roll.

    *Rule* Each side tests with one of its eligible fighters (T-8, T-9), with that fighter's own
    Discipline (T-10). Routed ones may test too, unless the option of T-8 says otherwise.
    """
    option = ContestRules(battle.rules.turn.tactics_routed_testers)
    everybody = [as_fighter(placed) for placed in state.table.fighters]
    testers = []
    for side, army in enumerate(battle.armies):
        eligible = [one for one in state.side(side) if is_eligible(army, battle.troops[one])]
        able = may_test(eligible, everybody, option)
        testers.append({one: state.table.current(one, "discipline") for one in able})
    return Contest((testers[0], testers[1]), "tactics", battle.rules)


def as_fighter(placed: Placed) -> Fighter:
    """Give a fighter of the table as combats and contests know it."""
    return Fighter(
        placed.profile,
        placed.health,
        charged=placed.charged,
        bound_to_defence=placed.bound_to_defence,
        routed=placed.routed,
    )
