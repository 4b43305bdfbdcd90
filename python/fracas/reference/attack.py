"""One attack, from its announcement to its wound, and the skills (C-22 to C-29, C-39, C-40)."""

from __future__ import annotations

from collections.abc import Generator
from dataclasses import replace
from typing import NamedTuple

from fracas.events import (
    AttackCheck,
    AttackResolved,
    DefenceCheck,
    DieGained,
    Eliminated,
    Event,
    SkillChosen,
    SkillName,
    Wounded,
)
from fracas.reference.checks import is_success
from fracas.reference.position import Combat, Position, current_value, defence_value
from fracas.reference.requests import Chance, Decision, Request, decide, roll_check
from fracas.reference.wounds import read_wound_dice, wounded
from fracas.types import CheckResult, Wound

__all__ = ["Announcement", "announce_defence", "resolve_attack"]


class Announcement(NamedTuple):
    """What is said before an attack is rolled (C-22)."""

    attacker: int
    target: int
    dice: int
    """How many defence dice the target uses."""
    sustained: bool


def announce_defence(
    combat: Combat, position: Position, target: int
) -> Generator[Decision, int, tuple[int, bool]]:
    """Say how many dice the target defends with, and whether this is a sustained defence.

    *Rule* Any number of his dice (C-22). His last one alone may be a sustained defence, if he
    placed no more dice in attack than in defence; from then on every attack must be met with it
    (C-28, C-29).
    """
    standing, side = position.standings[target], combat.side_of(target)
    if standing.sustained > 0:
        return 1, True
    dice = yield from decide("defence", side, target, range(standing.defence_dice + 1))
    is_last = dice == 1 and standing.defence_dice == 1
    may_sustain = is_last and standing.may_sustain
    sustained = yield from decide("sustain", side, target, range(2 if may_sustain else 1))
    return dice, sustained == 1


def resolve_attack(
    combat: Combat, position: Position, announcement: Announcement
) -> Generator[Request | Event, int, Position]:
    """Roll an attack that was announced.

    *Rule* The attack check is the difficulty of the defence check, and what is not parried lands
    (C-22, C-23).

    *Dice* The attack die and its rerolls; the defence dice and their rerolls; the two dice of the
    wound roll. Each only when it comes to that.

    *Edge cases* An attack that fails automatically leaves the defence dice where they are (C-24).
    """
    attacker, target, dice, sustained = announcement
    difficulty = 0
    if is_attack_rolled(combat, position, announcement):
        value = current_value(combat, position, attacker, "attack")
        attack = yield from roll_check(combat, attacker, "attack", value)
        yield AttackCheck(attacker, attack)
        if attack.automatic_failure:
            yield AttackResolved(attacker, target, "automatic_failure")
            return (yield from exchange_die(combat, position, announcement))
        difficulty = attack.final
    if dice > 0:
        skill = yield from choose_skill(combat, announcement)
        value = defence_value(combat, position, target, sustained=sustained)
        defence = yield from roll_defence(combat, announcement, value, difficulty)
        yield DefenceCheck(target, defence)
        position = use_defence_dice(position, announcement)
        if defence.success:
            yield AttackResolved(attacker, target, "parried")
            margin = defence.final - difficulty
            return (yield from reward_parry(combat, position, target, skill, margin))
    yield AttackResolved(attacker, target, "landed")
    return (yield from roll_wound(combat, position, announcement))


def is_attack_rolled(combat: Combat, position: Position, announcement: Announcement) -> bool:
    """Tell whether the attack check is rolled.

    *Rule* It is not when nobody defends and it cannot fail, unless the rules want it (C-27).
    """
    can_fail = current_value(combat, position, announcement.attacker, "attack") + 1 <= 0
    return announcement.dice > 0 or can_fail or combat.rules.combat.roll_sure_attacks


def roll_defence(
    combat: Combat, announcement: Announcement, value: int, difficulty: int
) -> Generator[Request, int, CheckResult]:
    """Make the defence check, with the result of the attack as difficulty (C-23)."""

    def is_won(_natural: int, final: int) -> bool:
        return is_success(final, difficulty)

    check = yield from roll_check(
        combat,
        announcement.target,
        "defence",
        value,
        dice=announcement.dice,
        target=difficulty,
        is_won=is_won,
    )
    return replace(check, success=is_success(check.final, difficulty))


def use_defence_dice(position: Position, announcement: Announcement) -> Position:
    """Take away the defence dice that were rolled.

    *Rule* They are lost whatever came of them (C-24), but for the die of a sustained defence,
    which stays and costs its penalty from now on (C-28).
    """
    target = announcement.target
    standing = position.standings[target]
    if announcement.sustained:
        return position.with_standing(target, sustained=standing.sustained + 1)
    return position.with_standing(target, defence_dice=standing.defence_dice - announcement.dice)


def roll_wound(
    combat: Combat, position: Position, announcement: Announcement
) -> Generator[Request | Event, int, Position]:
    """Roll the wound of an attack that landed.

    *Rule* With the attacker's strength as it is now (C-25, C-27).

    *Dice* Two, rolled by the attacker.
    """
    attacker, target = announcement.attacker, announcement.target
    strength = current_value(combat, position, attacker, "strength")
    resilience = combat.fighters[target].profile.resilience
    first = yield Chance("wound", attacker)
    second = yield Chance("wound", attacker)
    roll = read_wound_dice((first, second), strength, resilience, combat.rules)
    position = take_wound(combat, position, announcement, roll.wound)
    yield Wounded(target, roll, position.standings[target].health)
    if not position.standings[target].is_up:
        yield Eliminated(target)
    return position


def take_wound(
    combat: Combat, position: Position, announcement: Announcement, wound: Wound
) -> Position:
    """Give the target of an attack that landed its wound.

    *Rule* An eliminated fighter loses all its dice at once (C-26).
    """
    attacker, target = announcement.attacker, announcement.target
    landed = list(position.landed)
    landed[combat.side_of(attacker)] += 1
    position = replace(position, landed=(landed[0], landed[1]))
    health = wounded(position.standings[target].health, wound, combat.rules)
    position = position.with_standing(target, health=health)
    if not position.standings[target].is_up:
        position = position.with_standing(target, attack_dice=0, defence_dice=0)
    return position


# Skills


def choose_skill(
    combat: Combat, announcement: Announcement
) -> Generator[Decision | Event, int, SkillName | None]:
    """Give the skill a defender can win attack dice with, before he rolls.

    *Rule* Who has both says which one he uses (C-39). Neither acts on a sustained defence (C-29).
    """
    target = announcement.target
    skills = skills_of(combat, target)
    if announcement.sustained or not skills:
        return None
    if len(skills) == 1:
        return skills[0]
    choice = yield from decide("skill", combat.side_of(target), target, range(2))
    yield SkillChosen(target, skills[choice])
    return skills[choice]


def skills_of(combat: Combat, fighter: int) -> list[SkillName]:
    """List the skills of a fighter that win attack dice (C-39, C-40)."""
    skills: tuple[SkillName, ...] = ("Counter-attack", "Ambidextrous")
    return [skill for skill in skills if combat.has_skill(fighter, skill)]


def reward_parry(
    combat: Combat, position: Position, fighter: int, skill: SkillName | None, margin: int
) -> Generator[Event, int, Position]:
    """Give a defender the attack dice that his parry wins him.

    *Rule* Any parry does with Ambidextrous (C-40), one by a sufficient margin with
    Counter-attack (C-39).
    """
    is_enough = skill == "Ambidextrous" or margin >= combat.rules.combat.counter_attack.margin
    if skill is None or not is_enough or dice_won(combat, skill) == 0:
        return position
    yield DieGained(fighter, skill, dice_won(combat, skill), given_up=False)
    return win_attack_dice(combat, position, fighter, skill)


def exchange_die(
    combat: Combat, position: Position, announcement: Announcement
) -> Generator[Decision | Event, int, Position]:
    """Let a defender give up a defence die for attack, after an attack that failed by itself.

    *Rule* Who has a skill may, with a die he had announced (C-39, C-40), unless it was to be a
    sustained defence (C-29). Ambidextrous goes before Counter-attack.
    """
    target = announcement.target
    skills = skills_of(combat, target)
    has_spare_die = announcement.dice > 0 and not announcement.sustained
    if not (combat.rules.combat.exchange_on_automatic_failure and has_spare_die and skills):
        return position
    gives_up = yield from decide("exchange", combat.side_of(target), target, range(2))
    if not gives_up:
        return position
    skill = skills[-1]
    yield DieGained(target, skill, dice_won(combat, skill), given_up=True)
    left = position.standings[target].defence_dice - 1
    position = position.with_standing(target, defence_dice=left)
    return win_attack_dice(combat, position, target, skill)


def dice_won(combat: Combat, skill: SkillName) -> int:
    """Give how many attack dice a skill wins (C-39, C-40)."""
    options = combat.rules.combat
    return options.ambidextrous.dice if skill == "Ambidextrous" else options.counter_attack.dice


def win_attack_dice(combat: Combat, position: Position, fighter: int, skill: SkillName) -> Position:
    """Add the attack dice that a skill wins, for this combat (C-39, C-40)."""
    dice = position.standings[fighter].attack_dice + dice_won(combat, skill)
    return position.with_standing(fighter, attack_dice=dice)
