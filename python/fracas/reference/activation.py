"""The activation phase: speaking turns, announcements, actions (A-1 to A-19)."""

from __future__ import annotations

from dataclasses import replace
from typing import Literal, TypeAlias

from fracas.events import Announced, Moved, Penalised, Spoke, Tried
from fracas.reference.assaulting import assault, within_measure
from fracas.reference.battle import Announcement, Battle, BattleState, Run, SpeakingTurn, tried
from fracas.reference.cards import SPEECHES, next_speaker, speak, speeches
from fracas.reference.charges import penalised
from fracas.reference.combined import combine, may_combine
from fracas.reference.movement import (
    disengage_reasons,
    distance_of,
    force_of,
    reasons,
)
from fracas.reference.moves import choose_move
from fracas.reference.mystic import MYSTIC, cast, open_casts
from fracas.reference.requests import decide
from fracas.reference.shooting import SHOOT, Plan, open_shots, shoot
from fracas.reference.tables import Table

__all__ = [
    "act",
    "open_announcements",
    "open_manners",
    "open_targets",
    "penalise",
    "resolve",
    "speak_and_announce",
]

Exclusive: TypeAlias = Literal["run", "take_cover", "charge", "engage"]
Manner: TypeAlias = Literal["agility", "force"]

EXCLUSIVE: tuple[Exclusive, ...] = ("run", "take_cover", "charge", "engage")
"""The exclusive actions; the number of the choice is one higher, 0 is none of them (A-13)."""
MANNERS: tuple[Manner, ...] = ("agility", "force")
"""The ways to disengage (M-22, M-23)."""
DONE, WALK, DISENGAGE = 0, 1, 2
"""The cumulative actions (A-13); to disengage is one number for each manner. A shot is 4, mystic
actions begin at 8."""


# Cards and announcements


def speak_and_announce(battle: Battle, state: BattleState) -> Run[BattleState]:
    """Let the speaker play his cards and announce all exclusive actions.

    *Rule* All the cards are played first, and all the fighters they stand for are activated (A-8);
    then the exclusive actions of all of them are announced together (A-11).

    *Edge cases* A card whose fighters are dead activates nobody (A-7). Cover ends with the next
    activation (M-19).
    """
    side = state.word
    open_now = speeches(state.hands[side], state.hands[1 - side])
    choices = [SPEECHES.index(speech) for speech in open_now]
    speech = SPEECHES[(yield from decide("speech", side, None, choices))]
    hand, cards = speak(state.hands[side], speech)
    hands = (hand, state.hands[1]) if side == 0 else (state.hands[0], hand)
    active = sorted(one for card in cards for one in state.up(battle.of_card(side, card)))
    yield Spoke(side, speech, cards, tuple(active))

    state = replace(state, hands=hands).with_marks(active, activated_now=True, under_cover=False)
    announced = []
    for fighter in active:
        announcement = yield from announce(battle, state, fighter)
        announced += [] if announcement is None else [announcement]
    bound = {one.fighter for one in announced}
    idle = tuple(fighter for fighter in active if fighter not in bound)
    speaking = SpeakingTurn(tuple(active), tuple(announced), (), idle)
    return replace(state, speaking=speaking, stage="resolve" if announced else "act")


def announce(battle: Battle, state: BattleState, fighter: int) -> Run[Announcement | None]:
    """Let a player announce the exclusive action of a fighter, or none.

    *Rule* What it must be or see is looked at now, before anything is resolved (A-18); nothing is
    measured, so that an assault may turn out too far, unless both players agreed to it (A-17).
    """
    table, side = state.table, battle.side_of(fighter)
    number = yield from decide("announce", side, fighter, open_announcements(state, fighter))
    if number == 0:
        return None
    action = EXCLUSIVE[number - 1]
    if action in {"run", "take_cover"}:
        yield Announced(fighter, action, None)
        return Announcement(fighter, action)
    targets = open_targets(state, fighter, action)
    target = yield from decide("target", side, fighter, targets)
    yield Announced(fighter, action, target)
    if table.is_free(fighter):
        return Announcement(fighter, action, target)
    manners = [MANNERS.index(manner) for manner in open_manners(table, fighter)]
    manner = yield from decide("manner", side, fighter, manners)
    return Announcement(fighter, action, target, MANNERS[manner])


def open_announcements(state: BattleState, fighter: int) -> list[int]:
    """List which exclusive actions a fighter may announce; 0 is none.

    *Rule* Run M-9, move under cover M-19, charge M-10, engage M-11. It may do nothing (A-19), but
    who dived for cover must move under cover, if nobody touches it (M-20).
    """
    table = state.table
    is_open = {
        "run": not reasons(table, fighter, "run"),
        "take_cover": not reasons(table, fighter, "take_cover"),
        "charge": bool(open_targets(state, fighter, "charge")),
        "engage": bool(open_targets(state, fighter, "engage")),
    }
    found = [number for number, action in enumerate(EXCLUSIVE, start=1) if is_open[action]]
    is_bound = table.fighters[fighter].must_take_cover and table.is_free(fighter)
    return found if found and is_bound else [0, *found]


def open_targets(state: BattleState, fighter: int, action: Exclusive) -> list[int]:
    """List the enemies that a fighter may announce to charge or to engage.

    *Rule* Whoever is in contact may engage if it can try to disengage first (M-11, M-21); that it
    has not disengaged yet does not matter (M-25). Who is too far is left out only where distances
    may be measured before (A-17).
    """
    table = state.table
    if action == "engage" and not table.is_free(fighter) and not open_manners(table, fighter):
        return []
    overlooked = {"not_disengaged"} if action == "engage" else set()
    found = [
        enemy
        for enemy in state.enemies(fighter)
        if not set(reasons(table, fighter, action, enemy)) - overlooked
    ]
    # Out of contact it comes only once as far as it walks (M-25).
    leaving = table.with_state(fighter, disengaged=not table.is_free(fighter))
    return within_measure(state, fighter, found, distance_of(leaving, fighter, action))


def open_manners(table: Table, fighter: int) -> list[Manner]:
    """List the ways in which a fighter may try to disengage (M-21 to M-23)."""
    return [manner for manner in MANNERS if not disengage_reasons(table, fighter, manner)]


# Exclusive actions


def resolve(battle: Battle, state: BattleState) -> Run[BattleState]:
    """Resolve one of the actions that were announced.

    *Rule* One by one, in the order the player chooses (A-11); by the options of A-14 together with
    cumulative actions, before and after it.

    *Edge cases* What somebody has announced who is eliminated by now falls away. Who failed to
    disengage does nothing after it (M-24). A side with nobody left ends the battle at once (T-2).
    """
    speaking = state.speaking
    waiting = {one.fighter: one for one in speaking.announced if state.is_up(one.fighter)}
    if not waiting:
        return replace(state, stage="penalise")
    fighter = yield from decide("resolve", state.word, None, list(waiting))
    announcement = waiting.pop(fighter)
    left = replace(speaking, announced=tuple(waiting.values()))
    state = replace(state, speaking=left, stage="resolve" if waiting else "penalise")
    if not may_combine(battle, announcement):
        return (yield from carry_out(battle, state, announcement))
    state = yield from combine(battle, state, fighter)
    if state.is_up(fighter) and not state.is_decided():
        state = yield from carry_out(battle, state, announcement)
        placed = state.table.fighters[fighter]
        if placed.disengaged or not placed.tried_disengaging:
            state = yield from combine(battle, state, fighter)
    return replace(state, stage="end") if state.is_decided() else state


def carry_out(battle: Battle, state: BattleState, announcement: Announcement) -> Run[BattleState]:
    """Carry out the action that a fighter has announced.

    *Edge cases* Who is free by now need not disengage (M-21).
    """
    fighter = announcement.fighter
    if announcement.action in {"run", "take_cover"}:
        return (yield from move(battle, state, fighter, announcement.action))
    if announcement.manner is not None and not state.table.is_free(fighter):
        state = yield from disengage(battle, state, fighter, announcement.manner)
        if not state.table.fighters[fighter].disengaged:
            return state
    return (yield from assault(battle, state, announcement))


def move(battle: Battle, state: BattleState, fighter: int, action: str) -> Run[BattleState]:
    """Walk, run or move under cover.

    *Rule* A walk is used up wherever it ended (M-8); cover lasts until the next activation (M-19).
    """
    name: Literal["walk", "run", "take_cover"]
    name = "walk" if action == "walk" else "run" if action == "run" else "take_cover"
    allowed = distance_of(state.table, fighter, name)
    table, distance = yield from choose_move(battle, state, fighter, name, allowed)
    state = state.with_table(table)
    if name == "walk":
        state = state.with_marks([fighter], walked=True)
    if name == "take_cover":
        state = state.with_marks([fighter], under_cover=True)
    yield Moved(fighter, name, state.pose(fighter), distance)
    return state


def disengage(battle: Battle, state: BattleState, fighter: int, manner: Manner) -> Run[BattleState]:
    """Try to get out of contact.

    *Rule* A check of initiative (M-22), or of strength less the highest resilience (M-23), against
    4 and 2 for each adversary. Who fails is bound to defence (M-24); who succeeds may leave (M-25).
    """
    table, options = state.table, battle.rules.movement
    by_agility = manner == "agility"
    value = table.current(fighter, "initiative") if by_agility else force_of(table, fighter)
    adversaries = len(table.adversaries(fighter))
    difficulty = options.disengage_difficulty + options.disengage_per_adversary * adversaries
    result = yield from tried(battle, fighter, "disengage", value, difficulty)
    yield Tried(fighter, "disengage", result, difficulty)
    state = state.with_marks([fighter], tried_disengaging=True)
    if result.success:
        return state.with_marks([fighter], disengaged=True)
    return state.with_marks([fighter], bound_to_defence=True)


def penalise(battle: Battle, state: BattleState) -> Run[BattleState]:
    """Settle what the charges of the speaking turn cost the charged.

    *Rule* When the last exclusive action is resolved (M-17, M-18).
    """
    powers = [state.table.power(fighter) for fighter in battle.fighters]
    option = battle.rules.movement.several_targets
    for fighter in state.up(sorted(penalised(powers, state.speaking.charges, option))):
        state = state.with_marks([fighter], charged=True)
        yield Penalised(fighter)
    return replace(state, stage="act")


# Cumulative actions


def act(battle: Battle, state: BattleState) -> Run[BattleState]:
    """Let one fighter that announced nothing act, or end the speaking turn.

    *Rule* One by one in the order the player chooses; each takes all the cumulative actions it
    wants, in any order, without announcing them (A-11, A-13), but for a walk after a shot (A-15).
    Who took an exclusive action takes no other (A-10, A-14).

    *Edge cases* A shot or a mystic action that leaves a side nobody ends the battle at once (T-2);
    who is eliminated acts no more.
    """
    idle = state.up(state.speaking.idle)
    if not idle:
        return end_speaking_turn(state)
    fighter = yield from decide("act", state.word, None, idle)
    rest = tuple(one for one in idle if one != fighter)
    state = replace(state, speaking=replace(state.speaking, idle=rest))
    plan: Plan = "open"
    while state.is_up(fighter):
        choices = open_actions(battle, state, fighter, plan)
        action = yield from decide("action", state.word, fighter, choices)
        if action == DONE:
            break
        if action == WALK:
            state = yield from move(battle, state, fighter, "walk")
            plan = "open"
        elif action == SHOOT:
            state, plan = yield from shoot(battle, state, fighter, plan)
        elif action >= MYSTIC:
            state = yield from cast(battle, state, fighter, action - MYSTIC)
        else:
            state = yield from disengage(battle, state, fighter, MANNERS[action - DISENGAGE])
        if state.is_decided():
            return replace(state, stage="end")
    return state


def open_actions(battle: Battle, state: BattleState, fighter: int, plan: Plan) -> list[int]:
    """List the cumulative actions open to a fighter.

    *Rule* It may always stop. Who has announced a walk after its shot walks next; who has not,
    walks no more (A-15). Mystic actions are open before and after all of them (A-16, M-24).
    """
    walks = [] if plan == "stands" or reasons(state.table, fighter, "walk") else [WALK]
    if plan == "walks":
        return walks or [DONE]
    manners = [DISENGAGE + MANNERS.index(one) for one in open_manners(state.table, fighter)]
    shots = [SHOOT] if open_shots(state, fighter) else []
    return [DONE, *walks, *manners, *shots, *open_casts(battle, state, fighter)]


def end_speaking_turn(state: BattleState) -> BattleState:
    """End a speaking turn: the word passes, or the phase is over (A-6, A-9)."""
    state = state.with_marks(
        state.up(state.speaking.active),
        activated_now=False,
        walked=False,
        disengaged=False,
        tried_disengaging=False,
        must_take_cover=False,
        activated=True,
    )
    speaker = next_speaker(state.hands, state.word)
    if speaker is None:
        return replace(state, speaking=SpeakingTurn(), stage="combats")
    return replace(state, speaking=SpeakingTurn(), word=speaker, stage="speak")
