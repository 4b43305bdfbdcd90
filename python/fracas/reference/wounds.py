"""Wound rolls, and what wounds do to a fighter (W-1 to W-7)."""

from __future__ import annotations

from typing import get_args

from fracas.errors import InputError
from fracas.reference.dice import DiceSource
from fracas.reference.rules import Rules
from fracas.types import Health, Wound, WoundLevel, WoundRoll

__all__ = ["current", "wound_roll", "wounded"]

LEVELS: tuple[WoundLevel, ...] = get_args(WoundLevel)
"""The levels in order: the place of each is what it counts when wounds are added up (W-7)."""


def wound_roll(strength: int, resilience: int, *, source: DiceSource, rules: Rules) -> WoundRoll:
    """Make a wound roll with the current strength of one fighter on another.

    *Rule* The lower die locates the wound, the higher one with strength against resilience gives
    its result, and the table turns both into a wound (W-1, W-2, W-4).

    *Dice* Two, named ``wound``.

    *Example*

    >>> from fracas.reference import Rules, Scripted
    >>> wound_roll(7, 11, source=Scripted([5, 3]), rules=Rules())
    WoundRoll(dice=(5, 3), location='abdomen', result=1, wound='light')
    """
    dice = source.roll("wound"), source.roll("wound")
    return read_wound_dice(dice, strength, resilience, rules)


def read_wound_dice(
    dice: tuple[int, int], strength: int, resilience: int, rules: Rules
) -> WoundRoll:
    """Read the two dice of a wound roll (W-1 to W-4).

    *Edge cases* A double six kills whatever the result (W-3); location and result are told all the
    same.
    """
    lower, higher = sorted(dice)
    location = rules.wounds.locations[lower - 1]
    result = higher + strength - resilience
    wound = rules.wound_table.wound(location, result)
    if lower == higher and lower in rules.wounds.killing_doubles:
        wound = "killed"
    return WoundRoll(dice, location, result, wound)


def wounded(health: Health, wound: Wound, rules: Rules) -> Health:
    """Give the health of a fighter after one more wound.

    *Rule* Wounds add up by level, and beyond critical they kill (W-7); being stunned is a marker
    and no level (W-6).

    *Edge cases* Markers beyond the number that the rules let add up are lost. A wound leaves the
    markers alone, also one that kills. To a killed fighter nothing more happens.

    *Errors* ``InputError`` when there is no such wound.

    *Example*

    >>> wounded(Health("light"), "serious", Rules())
    Health(level='critical', stunned=0)
    """
    if wound not in get_args(Wound):
        raise InputError([("wound", repr(wound), ", ".join(get_args(Wound)))])
    if health.level == "killed" or wound == "none":
        return health
    if wound == "stunned":
        can_add = health.stunned < rules.wounds.stunned_markers
        return Health(health.level, health.stunned + 1 if can_add else health.stunned)
    old, new = LEVELS.index(health.level), LEVELS.index(wound)
    total = old + new
    if rules.wounds.addition == "worst_plus_one" and old > 0:
        total = max(old, new) + 1
    return Health(LEVELS[min(total, LEVELS.index("killed"))], health.stunned)


def current(characteristic_name: str, value: int, health: Health, rules: Rules) -> int:
    """Give the current value of a characteristic of a fighter in this health.

    *Rule* Wounds and markers of being stunned take their penalties together, from some
    characteristics only (W-5, W-6).

    *Edge cases* Nothing stops at 0. Rules with a lowest value stop penalties there, and raise no
    value that was lower to begin with. A killed fighter has no penalty for its level: it is
    eliminated, and there is nothing to look up.

    *Example*

    >>> current("strength", 8, Health("light", stunned=1), Rules())
    6
    >>> current("resilience", 11, Health("light", stunned=1), Rules())
    11
    """
    options = rules.wounds
    if characteristic_name not in options.penalised:
        return value
    penalty_of_level: dict[WoundLevel, int] = {
        "none": 0,
        "light": options.penalties.light,
        "serious": options.penalties.serious,
        "critical": options.penalties.critical,
        "killed": 0,
    }
    penalty = penalty_of_level[health.level] + health.stunned * options.penalties.stunned
    if options.lowest_characteristic == "none":
        return value + penalty
    return max(value + penalty, min(value, options.lowest_characteristic))
