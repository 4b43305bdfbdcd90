"""The activation phase: speaking turns, announcements, actions (A-1 to A-15, A-17 to A-19)."""

from __future__ import annotations

from dataclasses import replace
from typing import Literal, TypeAlias

from fracas.events import Announced, Assaulted, AssaultFailed, Moved, Penalised, Spoke, Tried
from fracas.reference.assaults import failed
from fracas.reference.battle import Announcement, Battle, BattleState, Run, SpeakingTurn, tried
from fracas.reference.cards import SPEECHES, next_speaker, speak, speeches
from fracas.reference.charges import penalised
from fracas.reference.movement import (
    disengage_reasons,
    distance_of,
    force_of,
    reasons,
)
from fracas.reference.moves import choose_also, choose_move, placed_on
from fracas.reference.requests import decide
from fracas.reference.shooting import Plan, open_shots, shoot
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
DONE, WALK, DISENGAGE, SHOOT = 0, 1, 2, 4
"""The cumulative actions (A-13); to disengage is one number for each manner."""


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
    measured, so that an assault may turn out too far (A-17).
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
    has not disengaged yet does not matter (M-25).
    """
    table = state.table
    if action == "engage" and not table.is_free(fighter) and not open_manners(table, fighter):
        return []
    overlooked = {"not_disengaged"} if action == "engage" else set()
    return [
        enemy
        for enemy in state.enemies(fighter)
        if not set(reasons(table, fighter, action, enemy)) - overlooked
    ]


def open_manners(table: Table, fighter: int) -> list[Manner]:
    """List the ways in which a fighter may try to disengage (M-21 to M-23)."""
    return [manner for manner in MANNERS if not disengage_reasons(table, fighter, manner)]


# Exclusive actions


def resolve(battle: Battle, state: BattleState) -> Run[BattleState]:
    """Resolve one of the actions that were announced.

    *Rule* One by one, in the order the player chooses (A-11).
    """
    speaking = state.speaking
    waiting = {one.fighter: one for one in speaking.announced}
    fighter = yield from decide("resolve", state.word, None, list(waiting))
    announcement = waiting.pop(fighter)
    left = replace(speaking, announced=tuple(waiting.values()))
    state = replace(state, speaking=left, stage="resolve" if waiting else "penalise")
    if announcement.action in {"run", "take_cover"}:
        return (yield from move(battle, state, fighter, announcement.action))
    if announcement.manner is not None:
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


def assault(battle: Battle, state: BattleState, announced: Announcement) -> Run[BattleState]:
    """Charge or engage.

    *Rule* Into contact by the shortest way (M-12), with a second enemy if there is one beside
    (M-14). What is too far, or cannot be placed any more, is a failed assault (A-18, M-13).

    *Edge cases* Everybody it touches then is assaulted, and charged if it is a charge (M-17, M-21).
    """
    fighter, target = announced.fighter, announced.target
    action: Literal["charge", "engage"] = "charge" if announced.action == "charge" else "engage"
    if target is None or not state.is_up(target):
        yield AssaultFailed(fighter, action, -1 if target is None else target, state.pose(fighter))
        return state
    distance = distance_of(state.table, fighter, action)
    targets = yield from choose_also(battle, state, fighter, target, distance)
    stance = placed_on(state.table, fighter, targets, distance)
    if stance is None:
        base, _ = failed(state.table, fighter, target, distance)
        state = state.with_table(state.table.with_base(fighter, base))
        yield AssaultFailed(fighter, action, target, state.pose(fighter))
        return state
    state = state.with_table(state.table.with_base(fighter, stance.base))
    touched = tuple(state.table.adversaries(fighter))
    state = state.with_marks(touched, assaulted=True)
    yield Assaulted(fighter, action, touched, state.pose(fighter), stance.path.length)
    if action == "engage":
        return state
    charges = (*state.speaking.charges, (fighter, touched))
    return replace(state, speaking=replace(state.speaking, charges=charges))


def penalise(battle: Battle, state: BattleState) -> Run[BattleState]:
    """Settle what the charges of the speaking turn cost the charged.

    *Rule* When the last exclusive action is resolved (M-17, M-18).
    """
    powers = [state.table.power(fighter) for fighter in battle.fighters]
    option = battle.rules.movement.several_targets
    for fighter in sorted(penalised(powers, state.speaking.charges, option)):
        state = state.with_marks([fighter], charged=True)
        yield Penalised(fighter)
    return replace(state, stage="act")


# Cumulative actions


def act(battle: Battle, state: BattleState) -> Run[BattleState]:
    """Let one fighter that announced nothing act, or end the speaking turn.

    *Rule* One by one in the order the player chooses; each takes all the cumulative actions it
    wants, in any order, without announcing them (A-11, A-13), but for a walk after a shot (A-15).
    Who took an exclusive action takes no other (A-10, A-14).

    *Edge cases* A shot that leaves the enemy nobody ends the battle at once (T-2).
    """
    idle = state.speaking.idle
    if not idle:
        return end_speaking_turn(state)
    fighter = yield from decide("act", state.word, None, idle)
    rest = tuple(one for one in idle if one != fighter)
    state = replace(state, speaking=replace(state.speaking, idle=rest))
    plan: Plan = "open"
    while True:
        choices = open_actions(state, fighter, plan)
        action = yield from decide("action", state.word, fighter, choices)
        if action == DONE:
            return state
        if action == WALK:
            state = yield from move(battle, state, fighter, "walk")
            plan = "open"
        elif action == SHOOT:
            state, plan = yield from shoot(battle, state, fighter, plan)
            if state.is_decided():
                return replace(state, stage="end")
        else:
            state = yield from disengage(battle, state, fighter, MANNERS[action - DISENGAGE])


def open_actions(state: BattleState, fighter: int, plan: Plan) -> list[int]:
    """List the cumulative actions open to a fighter.

    *Rule* It may always stop. Who has announced a walk after its shot walks next; who has not,
    walks no more (A-15).
    """
    walks = [] if plan == "stands" or reasons(state.table, fighter, "walk") else [WALK]
    if plan == "walks":
        return walks or [DONE]
    manners = [DISENGAGE + MANNERS.index(one) for one in open_manners(state.table, fighter)]
    return [DONE, *walks, *manners, *([SHOOT] if open_shots(state, fighter) else [])]


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
