"""Effects and mystic actions as data: what they are, who has them, what they alter (T-14, A-16).

Spells, miracles and most skills stand in chapters that are not part of the sources: what they would
say is data of the profiles.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable
from dataclasses import dataclass, fields
from typing import Any

from fracas.reference.armies import Profile
from fracas.reference.rules import Rules
from fracas.reference.tables import Profile as TableProfile
from fracas.types import Deed, MeantFor, Moment, Resource, Size

__all__ = [
    "FULL",
    "Altered",
    "Effect",
    "InForce",
    "MysticAction",
    "altered",
    "lasts",
    "mystic_actions",
    "own_effects",
]

FULL = 255
"""How much of a resource a fighter can have."""
NEVER = 7
"""What no die shows."""
LIMITS = {"movement": 50, "power": 10}
"""The highest value of a characteristic, where it is not the usual one."""
USUAL_LIMIT = 20


@dataclass(frozen=True)
class Effect:
    """Something that happens to a fighter, its bearer, when its moment comes."""

    name: str
    deed: Deed
    moment: Moment = "other"
    amount: int = 1
    """Levels of wounds, the strength of a wound roll, how much is recovered or added."""
    characteristic: str | None = None
    """What is altered."""
    needs: int = 1
    """What a die must show at least (T-15); for a 1 none is rolled."""
    upkeep: int | None = None
    """What it costs each time its moment comes (T-15)."""
    resource: Resource = "mana"


@dataclass(frozen=True)
class MysticAction:
    """A spell or a miracle (A-16)."""

    name: str
    cost: int
    effect: Effect
    """What it does to its target."""
    resource: Resource = "mana"
    target: MeantFor = "enemy"
    range: float = 20.0
    """How far it reaches, in centimetres."""
    needs: int = 1
    """What a die must show at least for it to succeed; for a 1 none is rolled."""


@dataclass(frozen=True)
class InForce:
    """A mystic action whose effect lasts."""

    caster: int
    action: int
    """Which of the caster's it is."""
    bearer: int


def lasts(effect: Effect) -> bool:
    """Tell whether the effect of a mystic action lasts.

    *Rule* What alters, and what has an upkeep (T-15); any other happens once and is gone.
    """
    return effect.deed == "alter" or effect.upkeep is not None


# Who has what


def mystic_actions(profile: Profile) -> tuple[MysticAction, ...]:
    """List the mystic actions of a profile, by number (A-16)."""
    return tuple(read_action(entry) for entry in profile.mystic_actions)


def own_effects(profile: Profile, rules: Rules) -> tuple[Effect, ...]:
    """List the effects that a profile has of itself, by number.

    *Rule* First those of its skills, in the order of the skills (T-14, T-15).
    """
    of_skills = [effect_of(skill, rules) for skill in profile.skills]
    others = [read_effect(entry) for entry in profile.effects]
    return (*(effect for effect in of_skills if effect is not None), *others)


def effect_of(skill: str, rules: Rules) -> Effect | None:
    """Give the effect that a skill is, if it is one.

    *Rule* Regeneration/X heals a level on X or more, Reinforcement brings back who is eliminated
    (T-14, T-15).

    *Example*

    >>> effect_of("Regeneration/4", Rules())
    Effect(name='Regeneration', deed='heal', moment='passive', amount=1, characteristic=None, \
needs=4, upkeep=None, resource='mana')
    """
    name, _, argument = skill.partition("/")
    if name == "Regeneration":
        needs = int(argument) if argument.isdecimal() else NEVER
        return Effect(name, "heal", "passive", needs=needs)
    if name == "Reinforcement":
        return Effect(name, "return", "returning", needs=rules.turn.reinforcement)
    return None


def read_effect(entry: Any) -> Effect:
    """Read an effect of a profile. It is trusted: the profile has checked it."""
    return Effect(**{one.name: getattr(entry, one.name) for one in fields(Effect)})


def read_action(entry: Any) -> MysticAction:
    """Read a mystic action of a profile. It is trusted: the profile has checked it."""
    found = {one.name: getattr(entry, one.name) for one in fields(MysticAction)}
    return MysticAction(**{**found, "effect": read_effect(entry.effect)})


# What is altered


@dataclass(frozen=True)
class Altered:
    """A profile some of whose characteristics effects have altered."""

    name: str
    movement: float
    initiative: int
    attack: int
    strength: int
    defence: int
    resilience: int
    aim: int | None
    weapon: dict[str, Any] | None
    courage: int | None
    fear: int | None
    discipline: int
    power: int | None
    size: Size
    base: str | dict[str, float]
    value: int
    skills: Collection[str]


def altered(profile: TableProfile, effects: Iterable[Effect], rules: Rules) -> TableProfile:
    """Give a profile as effects alter it.

    *Rule* What several of them add to one characteristic is added up.

    *Edge cases* Nothing goes below 0, or above what a profile may have. Who has no aim gets none,
    who causes fear gets no courage. A power that is not its own starts from that of its size (W-8).
    """
    amounts: dict[str, int] = {}
    for effect in effects:
        if effect.deed == "alter" and effect.characteristic is not None:
            name = effect.characteristic
            amounts[name] = amounts.get(name, 0) + effect.amount
    if not amounts:
        return profile
    values = {one.name: getattr(profile, one.name) for one in fields(Altered)}
    for name, amount in amounts.items():
        value = values[name]
        if name == "power" and value is None:
            value = getattr(rules.sizes, profile.size).power
        if value is not None:
            values[name] = min(max(value + amount, 0), LIMITS.get(name, USUAL_LIMIT))
    return Altered(**values)
