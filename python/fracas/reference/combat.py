"""One combat, step by step: placing, initiative, passes of arms (C-11 to C-21, C-38).

A step is a generator: it yields what it asks for and every event as it happens, and returns the
position it leads to. Whoever drives it decides where the answers come from:
:mod:`fracas.reference.playing` or :mod:`fracas.reference.enumeration`.
"""

from __future__ import annotations

from collections.abc import Callable, Generator
from dataclasses import replace
from typing import TypeAlias

from fracas.events import (
    AttackAnnounced,
    CombatEnded,
    DicePlaced,
    Event,
    InitiativeCheck,
    PassBegan,
)
from fracas.reference.attack import Announcement, announce_defence, resolve_attack
from fracas.reference.checks import winner
from fracas.reference.position import Combat, Position, current_value
from fracas.reference.requests import Decision, Request, decide, roll_check
from fracas.types import CheckResult

__all__ = ["Step", "next_step"]

Step: TypeAlias = Callable[[Combat, Position], Generator[Request | Event, int, Position]]
"""One step of a combat: from a position to the next."""

AFTER_INITIATIVE = 4


def next_step(combat: Combat, position: Position) -> Step | None:
    """Tell which step of the combat comes next; ``None`` once it has ended.

    *Rule* Dice are placed, then the initiative is tested for, then pass follows pass (C-16, C-17),
    until a side is eliminated or the attack dice are used up (C-21).

    *Edge cases* Whoever an effect holds back until after the initiative places then (C-14). A
    combat without attack dice has an initiative check and no pass.
    """
    if position.has_ended:
        return None
    waiting = [placing_rank(combat, fighter) for fighter in not_placed(position)]
    if any(rank < AFTER_INITIATIVE for rank in waiting):
        return place_dice
    if position.initiative is None:
        return check_initiative
    if waiting:
        return place_dice
    return end_combat if is_decided(position) else make_attack


# Placing the dice


def place_dice(combat: Combat, position: Position) -> Generator[Request | Event, int, Position]:
    """Let the next fighter place its combat dice in attack and defence.

    *Rule* One die, and one more for each adversary (C-11), placed by one fighter after another in
    the order of :func:`placing_order`; among equal friends their player chooses who is next (C-12).

    *Edge cases* A fighter bound to defence has no choice (C-15).
    """
    turns = {fighter: placing_order(combat, fighter) for fighter in not_placed(position)}
    equals = [fighter for fighter, turn in turns.items() if turn == min(turns.values())]
    if combat.rules.combat.equal_friends == "listed_order":
        equals = equals[:1]
    fighter = yield from decide("place_next", combat.side_of(equals[0]), None, equals)

    choices = possible_attack_dice(combat, fighter)
    attack = yield from decide("place", combat.side_of(fighter), fighter, choices)
    defence = combat_dice(combat, fighter) - attack
    yield DicePlaced(fighter, attack, defence)
    return position.with_standing(
        fighter,
        has_placed=True,
        attack_dice=attack,
        defence_dice=defence,
        may_sustain=defence >= attack,
    )


def not_placed(position: Position) -> list[int]:
    """List those who have not placed their dice yet."""
    return [
        fighter for fighter, standing in enumerate(position.standings) if not standing.has_placed
    ]


def combat_dice(combat: Combat, fighter: int) -> int:
    """Give how many combat dice a fighter has: one, and one for each adversary (C-11)."""
    return 1 + (len(combat.enemies) if fighter == 0 else 1)


def possible_attack_dice(combat: Combat, fighter: int) -> range:
    """Give how many of its dice a fighter may place in attack.

    *Rule* Any number (C-11), but none after a failure to disengage (C-15).

    *Edge cases* By the option of C-38 a routed fighter may not attack either.
    """
    entry = combat.fighters[fighter]
    is_kept_back = entry.routed and combat.rules.combat.routed_fighters == "defence_only"
    if entry.bound_to_defence or is_kept_back:
        return range(1)
    return range(combat_dice(combat, fighter) + 1)


def placing_order(combat: Combat, fighter: int) -> tuple[int, int, bool]:
    """Give what decides when a fighter places: the lower, the earlier.

    *Rule* By rank, then by value, and between enemies of equal value the side that chose the
    combat comes last (C-12 to C-14).
    """
    value = combat.fighters[fighter].profile.value
    return placing_rank(combat, fighter), value, combat.side_of(fighter) == combat.chosen_by


def placing_rank(combat: Combat, fighter: int) -> int:
    """Give the rank in which a fighter places (C-13, C-14)."""
    placement = combat.fighters[fighter].placement
    if placement == "normal":
        return 1 if is_pure_mystic(combat, fighter) else 2
    return {"before": 0, "after": 3, "after_initiative": AFTER_INITIATIVE}[placement]


def is_pure_mystic(combat: Combat, fighter: int) -> bool:
    """Tell whether a magician or faithful lacks the skill that would make him a warrior (C-13)."""
    callings = ("Magician", "Warrior-mage"), ("Faithful", "Warrior-monk")
    return any(
        combat.has_skill(fighter, calling) and not combat.has_skill(fighter, warrior)
        for calling, warrior in callings
    )


# Initiative


def check_initiative(
    combat: Combat, position: Position
) -> Generator[Request | Event, int, Position]:
    """Find out which side attacks first in every pass.

    *Rule* An opposed check, which the several make with one fighter of their choice and a bonus
    for the others (C-16).

    *Dice* Side 0's die and its rerolls, then side 1's; again from the start after a tie, by the
    same fighters (D-6).
    """
    testers, values = yield from choose_testers(combat, position)
    checks = combat.rules.checks
    winning = None
    while winning is None:
        first = yield from roll_check(combat, testers[0], "initiative", values[0])

        def is_won(natural: int, final: int, first: CheckResult = first) -> bool:
            return winner(first.natural, first.final, natural, final, checks) == 1

        second = yield from roll_check(
            combat, testers[1], "initiative", values[1], target=first.final, is_won=is_won
        )
        winning = winner(first.natural, first.final, second.natural, second.final, checks)
        yield InitiativeCheck(testers, (first, second), winning)
    return replace(position, initiative=winning)


def choose_testers(
    combat: Combat, position: Position
) -> Generator[Decision, int, tuple[tuple[int, int], tuple[int, int]]]:
    """Give who tests for side 0 and for side 1, and the value of each.

    *Rule* The several choose one of them, who gets +1 for each of the others (C-16).
    """
    values = [
        current_value(combat, position, fighter, "initiative")
        for fighter in range(len(combat.fighters))
    ]
    several = combat.several
    tester = yield from decide(
        "tester", combat.side_of(several[0]), None, several, tuple(values[1:])
    )
    lone, many = (0, values[0]), (tester, values[tester] + len(several) - 1)
    side_0, side_1 = (lone, many) if combat.lone_side == 0 else (many, lone)
    return (side_0[0], side_1[0]), (side_0[1], side_1[1])


# Passes of arms


def make_attack(combat: Combat, position: Position) -> Generator[Request | Event, int, Position]:
    """Make the next attack of the pass, or the first one of a new pass (C-17 to C-20, C-22)."""
    position, announcement = yield from announce_attack(combat, position)
    return (yield from resolve_attack(combat, position, announcement))


def announce_attack(
    combat: Combat, position: Position
) -> Generator[Decision | Event, int, tuple[Position, Announcement]]:
    """Say who attacks whom, and with how many dice the target defends.

    *Rule* The target is named, then the number of defence dice, then the sustained defence if it
    is one; only after that anything is rolled (C-22, C-28). The attack die is gone (C-18).
    """
    position = yield from find_turn(combat, position)
    several = to_attack(combat, position)
    if position.acting == combat.lone_side:
        attacker = 0
        target = enemy = yield from decide("target", combat.lone_side, 0, several)
    else:
        target = 0
        attacker = enemy = yield from decide("attacker", 1 - combat.lone_side, None, several)
    dice, sustained = yield from announce_defence(combat, position, target)
    yield AttackAnnounced(attacker, target, dice, sustained)

    left = position.standings[attacker].attack_dice - 1
    position = position.with_standing(attacker, attack_dice=left)
    position = replace(position, done=position.done | {enemy})
    return position, Announcement(attacker, target, dice, sustained)


def find_turn(combat: Combat, position: Position) -> Generator[Event, int, Position]:
    """Go on to the side that attacks next, beginning a new pass where one is due.

    *Rule* The winner of the initiative first, then the other side; then a new pass (C-17).
    """
    while not to_attack(combat, position):
        if position.acting == position.initiative and position.acting is not None:
            position = replace(position, acting=1 - position.acting, done=frozenset())
        else:
            position = replace(
                position,
                passes=position.passes + 1,
                acting=position.initiative,
                done=frozenset(),
            )
            yield PassBegan(position.passes)
    return position


def to_attack(combat: Combat, position: Position) -> list[int]:
    """List the enemies of the lone fighter that may be in the next attack of this turn.

    *Rule* The lone fighter attacks each adversary once, as far as his dice go (C-19). Of the
    several, each one who has an attack die attacks once (C-20).

    *Edge cases* Before the first pass nobody may attack.
    """
    if position.acting is None:
        return []
    standings = position.standings
    left = [enemy for enemy in combat.several if enemy not in position.done]
    up = [enemy for enemy in left if standings[enemy].is_up]
    if position.acting == combat.lone_side:
        return up if standings[0].attack_dice > 0 else []
    return [enemy for enemy in up if standings[enemy].attack_dice > 0]


def is_decided(position: Position) -> bool:
    """Tell whether no pass of arms can follow (C-21)."""
    lone, *several = position.standings
    is_eliminated = not lone.is_up or not any(enemy.is_up for enemy in several)
    return is_eliminated or not any(standing.attack_dice for standing in position.standings)


def end_combat(_combat: Combat, position: Position) -> Generator[Event, int, Position]:
    """End the combat (C-21)."""
    yield CombatEnded(position.passes)
    return replace(position, has_ended=True)
