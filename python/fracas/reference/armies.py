"""Armies: who is in them, whom their cards stand for, who may test for them (T-5, T-8, T-9)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any, Protocol

from fracas.reference.tables import Placed, Table
from fracas.reference.tables import Profile as TableProfile
from fracas.types import Pose

__all__ = ["Army", "Profile", "Troop", "argument_of", "deploy", "has_skill", "is_eligible"]

STRANGERS = ("Immortal", "Elemental", "Mercenary")
"""The skills of those who belong to no people unless theirs is told (T-9)."""


class Profile(TableProfile, Protocol):
    """What a battle reads of a profile, besides what moving and fighting do."""

    @property
    def effects(self) -> Sequence[Any]:
        """The effects it has of itself, besides those of its skills (T-14)."""

    @property
    def mystic_actions(self) -> Sequence[Any]:
        """The spells and miracles it knows (A-16)."""


@dataclass(frozen=True)
class Troop:
    """Some fighters of one profile."""

    profile: Profile
    count: int = 1
    people: str | None = None
    """Their own people, where it is told."""


@dataclass(frozen=True)
class Army:
    """All that one player leads."""

    troops: tuple[Troop, ...]
    people: str = ""
    path: str = ""
    """The path of alliance it follows (T-9)."""

    @property
    def fighters(self) -> tuple[Troop, ...]:
        """The troop of each fighter, in the order of the list."""
        return tuple(troop for troop in self.troops for _ in range(troop.count))

    @property
    def cards(self) -> tuple[Profile, ...]:
        """The cards of the army, by number.

        *Rule* One card stands for all the fighters of a profile (T-5).

        *Edge cases* Troops of one profile share a card.
        """
        return tuple(dict.fromkeys(troop.profile for troop in self.troops))


def has_skill(profile: TableProfile, name: str) -> bool:
    """Tell whether a profile has a skill, whatever its argument."""
    return any(skill.partition("/")[0] == name for skill in profile.skills)


def argument_of(profile: TableProfile, name: str) -> str | None:
    """Give what stands behind the slash of a skill; ``None`` without the skill."""
    arguments = [skill.partition("/") for skill in profile.skills]
    return next((argument for skill, _, argument in arguments if skill == name), None)


def belongs(army: Army, troop: Troop) -> bool:
    """Tell whether a troop belongs to the people of its army.

    *Edge cases* A troop whose people nobody tells belongs, unless it is immortal, elemental or
    mercenary (T-9).
    """
    if troop.people is not None:
        return troop.people.casefold() == army.people.casefold()
    return not any(has_skill(troop.profile, name) for name in STRANGERS)


def is_eligible(army: Army, troop: Troop) -> bool:
    """Tell whether a fighter may make the Tactics roll.

    *Rule* Who belongs to the people of the army (T-8), and those who have an alliance with that
    people or with the path of the army (T-9).

    *Example*

    >>> from fracas import Profile
    >>> army = Army((), people="Griffon", path="light")
    >>> is_eligible(army, Troop(Profile("Sellsword", skills=["Mercenary"])))
    False
    >>> is_eligible(army, Troop(Profile("Guest", skills=["Alliance/light"]), people="Lion"))
    True
    """
    friends = {name.casefold() for name in (army.people, army.path) if name}
    alliances = [skill.partition("/") for skill in troop.profile.skills]
    is_allied = any(
        name == "Alliance" and friend.casefold() in friends for name, _, friend in alliances
    )
    return belongs(army, troop) or is_allied


def deploy(armies: tuple[Army, Army], table: Table, poses: Sequence[Pose]) -> Table:
    """Put two armies on a table: side 0's fighters first, in the order of the lists (T-17)."""
    entries = [(troop, side) for side, army in enumerate(armies) for troop in army.fighters]
    placed = [
        Placed(troop.profile, side, pose.position, pose.facing)
        for (troop, side), pose in zip(entries, poses, strict=True)
    ]
    return replace(table, fighters=tuple(placed))
