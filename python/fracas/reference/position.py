"""Who fights in a combat, and how everybody stands at any time of it (C-4, C-27, C-28, M-17).

Fighters are numbers: 0 is the lone one, 1, 2, … his enemies as listed. Everything here can be
compared; a position can also be a key, so that equal positions are met once.
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass, field, replace
from typing import Any, Literal, NamedTuple, Protocol, TypeAlias, get_args

from fracas.errors import Problem
from fracas.reference.checks import refuse
from fracas.reference.dice import is_whole_number
from fracas.reference.rules import Rules
from fracas.reference.wounds import current
from fracas.types import Health

__all__ = [
    "Combat",
    "Fighter",
    "Outcome",
    "Placement",
    "Position",
    "Profile",
    "Standing",
]

MOST_ENEMIES = 8

Placement: TypeAlias = Literal["normal", "before", "after", "after_initiative"]
"""When an effect makes a fighter place its dice (C-14)."""

Characteristic: TypeAlias = Literal["initiative", "attack", "strength", "defence"]


class Profile(Protocol):
    """What a combat or a contest reads of a profile."""

    @property
    def name(self) -> str:
        """What it is called."""

    @property
    def initiative(self) -> int:
        """How soon it attacks."""

    @property
    def attack(self) -> int:
        """How well it attacks."""

    @property
    def strength(self) -> int:
        """How hard it hits."""

    @property
    def defence(self) -> int:
        """How well it parries."""

    @property
    def resilience(self) -> int:
        """How much it stands."""

    @property
    def discipline(self) -> int:
        """How well it obeys (C-6)."""

    @property
    def value(self) -> int:
        """Its strategic value (C-12)."""

    @property
    def skills(self) -> Collection[str]:
        """What it can do besides."""


@dataclass(frozen=True)
class Fighter:
    """A fighter as it enters a combat."""

    profile: Profile
    health: Health = field(default_factory=Health)
    charged: bool = False
    """Whether it suffers the penalty of a charge (M-17)."""
    bound_to_defence: bool = False
    """Whether it failed to disengage this turn (C-15, M-24)."""
    routed: bool = False
    placement: Placement = "normal"


@dataclass(frozen=True)
class Combat:
    """One fighter against one or several enemies (C-4).

    *Errors* ``InputError`` for every entry that no combat can begin with.
    """

    lone: Fighter
    enemies: tuple[Fighter, ...]
    lone_side: int = 0
    """The side of the lone fighter; his enemies are the other one."""
    chosen_by: int = 0
    """The side whose player chose the combat (C-12)."""
    rules: Rules = field(default_factory=Rules)

    def __post_init__(self) -> None:
        object.__setattr__(self, "enemies", tuple(self.enemies))
        problems = [
            Problem(name, repr(side), "0 or 1")
            for name, side in (("lone_side", self.lone_side), ("chosen_by", self.chosen_by))
            if not is_whole_number(side, 0, 1)
        ]
        if not 1 <= len(self.enemies) <= MOST_ENEMIES:
            found = f"{len(self.enemies)} fighters"
            problems.append(Problem("enemies", found, f"1 to {MOST_ENEMIES} fighters"))
        problems += fighter_problems("lone", self.lone, self.rules)
        for place, enemy in enumerate(self.enemies):
            problems += fighter_problems(f"enemies[{place}]", enemy, self.rules)
        refuse(problems)

    @property
    def fighters(self) -> tuple[Fighter, ...]:
        """Everybody, by number."""
        return self.lone, *self.enemies

    @property
    def several(self) -> range:
        """The numbers of the enemies."""
        return range(1, len(self.enemies) + 1)

    def side_of(self, fighter: int) -> int:
        """Give the side of a fighter."""
        return self.lone_side if fighter == 0 else 1 - self.lone_side

    def has_skill(self, fighter: int, skill: str) -> bool:
        """Tell whether a fighter has a skill."""
        return skill in self.fighters[fighter].profile.skills


def fighter_problems(path: str, fighter: Fighter, rules: Rules) -> list[Problem]:
    """Find out whether a fighter can enter a combat."""
    problems = []
    if fighter.health.level == "killed":
        problems.append(Problem(f"{path}.health.level", "'killed'", "a fighter still standing"))
    if not is_whole_number(fighter.health.stunned, 0, rules.wounds.stunned_markers):
        allowed = f"a whole number from 0 to {rules.wounds.stunned_markers}"
        problems.append(Problem(f"{path}.health.stunned", repr(fighter.health.stunned), allowed))
    if fighter.placement not in get_args(Placement):
        allowed = ", ".join(get_args(Placement))
        problems.append(Problem(f"{path}.placement", repr(fighter.placement), allowed))
    return problems


@dataclass(frozen=True, slots=True)
class Standing:
    """How one fighter stands in the middle of a combat."""

    health: Health
    has_placed: bool = False
    attack_dice: int = 0
    """The attack dice he has left."""
    defence_dice: int = 0
    """The defence dice he has left."""
    may_sustain: bool = False
    """Whether he placed at least as many dice in defence as in attack (C-28)."""
    sustained: int = 0
    """How many sustained defences he has made in this combat (C-28)."""

    @property
    def is_up(self) -> bool:
        """Whether he is not eliminated."""
        return self.health.level != "killed"


@dataclass(frozen=True, slots=True)
class Position:
    """A combat between two of its steps: whatever matters for the rest of it."""

    standings: tuple[Standing, ...]
    """How everybody stands, by number."""
    initiative: int | None = None
    """The side that won the initiative (C-16)."""
    passes: int = 0
    """How many passes of arms were begun (C-17)."""
    acting: int | None = None
    """The side whose turn it is in this pass."""
    done: frozenset[int] = frozenset()
    """The enemies of the lone fighter that were attacked in his turn, or attacked in theirs."""
    landed: tuple[int, int] = (0, 0)
    """How many attacks of side 0 and of side 1 have landed."""
    has_ended: bool = False

    @classmethod
    def at_start(cls, combat: Combat) -> Position:
        """Give the position in which a combat begins."""
        return cls(tuple(Standing(fighter.health) for fighter in combat.fighters))

    def with_standing(self, fighter: int, **changes: Any) -> Position:
        """Give the position in which one fighter stands otherwise."""
        standings = list(self.standings)
        standings[fighter] = replace(standings[fighter], **changes)
        return replace(self, standings=tuple(standings))


class Outcome(NamedTuple):
    """What a combat leaves behind."""

    healths: tuple[Health, ...]
    """The health of everybody, by number."""
    passes: int
    """How many passes of arms were begun."""
    landed: tuple[int, int]
    """How many attacks of side 0 and of side 1 landed."""


def outcome_of(position: Position) -> Outcome:
    """Read the outcome off a position."""
    healths = tuple(standing.health for standing in position.standings)
    return Outcome(healths, position.passes, position.landed)


def current_value(combat: Combat, position: Position, fighter: int, name: Characteristic) -> int:
    """Give a characteristic of a fighter as it is now.

    *Rule* It follows the wounds taken so far (C-27, W-5, W-6); a charge weighs on initiative,
    attack and defence, not on strength (M-17).

    *Edge cases* What sustained defences cost is not in here: see :func:`defence_value`.
    """
    entry, health = combat.fighters[fighter], position.standings[fighter].health
    value = current(name, getattr(entry.profile, name), health, combat.rules)
    if entry.charged and name != "strength":
        value += combat.rules.combat.charged_penalty
    return value


def defence_value(combat: Combat, position: Position, fighter: int, *, sustained: bool) -> int:
    """Give the defence a fighter rolls with.

    *Rule* Every sustained defence of this combat costs its penalty, the one being rolled
    included (C-28).

    *Edge cases* By the options of C-28 the penalty counts once at most, or not yet for the roll
    it is declared with.
    """
    options = combat.rules.combat
    times = position.standings[fighter].sustained
    if sustained and options.sustained_from_first_roll:
        times += 1
    if not options.sustained_accumulates:
        times = min(times, 1)
    value = current_value(combat, position, fighter, "defence")
    return value + times * options.sustained_penalty
