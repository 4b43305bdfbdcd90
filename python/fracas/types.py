"""The plain values that calls return. Data only: no rule lives here.

The engine and :mod:`fracas.reference` return the same types, so that two results can be compared
with ``==``.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, TypeAlias

__all__ = [
    "BattleDecisionKind",
    "CheckResult",
    "CombatOutcome",
    "Decision",
    "DecisionKind",
    "Die",
    "Health",
    "Location",
    "OpposedResult",
    "Phase",
    "Placement",
    "Pose",
    "RatedSeparation",
    "RerollView",
    "RollName",
    "Separation",
    "Size",
    "Star",
    "Wound",
    "WoundLevel",
    "WoundRoll",
]

Wound: TypeAlias = Literal["none", "stunned", "light", "serious", "critical", "killed"]
"""What a wound roll gives (W-4), from the mildest to the worst."""

WoundLevel: TypeAlias = Literal["none", "light", "serious", "critical", "killed"]
"""How badly a fighter is wounded (W-7). *Stunned* is not a level (W-6)."""

Location: TypeAlias = Literal["leg", "arm", "abdomen", "thorax", "head"]
"""Where a wound lands (W-2), from the least to the most vital."""

Size: TypeAlias = Literal["small", "medium", "large", "very_large"]
"""How big a fighter is (W-8)."""

Moment: TypeAlias = Literal[
    "strategic", "before_tactics", "harmful", "passive", "active", "other", "returning"
]
"""When an effect comes (T-4, T-14)."""

Deed: TypeAlias = Literal["heal", "worsen", "wound", "rally", "recover", "alter", "return"]
"""What an effect does to its bearer."""

Alterable: TypeAlias = Literal[
    "movement",
    "initiative",
    "attack",
    "strength",
    "defence",
    "resilience",
    "aim",
    "courage",
    "fear",
    "discipline",
    "power",
]
"""The characteristics that an effect can alter."""

Resource: TypeAlias = Literal["mana", "faith"]
"""What mystic actions and upkeep are paid with (T-13, T-15)."""

MeantFor: TypeAlias = Literal["self", "friend", "enemy"]
"""Whom a mystic action is meant for (A-16)."""

RollName: TypeAlias = Literal[
    "check",
    "attack",
    "defence",
    "initiative",
    "wound",
    "discipline",
    "authority",
    "tactics",
    "lot",
    "disengage",
    "shot",
    "rally",
    "recovery",
    "upkeep",
    "mystic",
]
"""The name that every roll of a die carries."""


@dataclass(frozen=True, slots=True)
class Die:
    """One die of a check with its rerolls (D-2, D-3)."""

    rolls: tuple[int, ...]
    """The faces in the order they came up: ``(6, 4)`` is a six that was rerolled."""
    natural: int
    """The natural result of the whole chain."""


@dataclass(frozen=True, slots=True)
class CheckResult:
    """A resolved check (D-1 to D-5, D-7)."""

    dice: tuple[Die, ...]
    """Every die, in the order rolled."""
    natural: int
    """The natural result that counts: the best die's (D-7)."""
    final: int
    """Natural result + characteristic + modifiers (D-1)."""
    automatic_failure: bool
    """Whether the final result is 0 or less (D-4)."""
    success: bool | None
    """Whether it met the difficulty (D-5); ``None`` when there was no difficulty."""


@dataclass(frozen=True, slots=True)
class OpposedResult:
    """A resolved opposed check (D-6)."""

    winner: Literal[0, 1]
    """The side that won."""
    rounds: tuple[tuple[CheckResult, CheckResult], ...]
    """Side 0's and side 1's check of every round; all but the last were ties."""


@dataclass(frozen=True, slots=True)
class RerollView:
    """What a player knows when he decides whether to reroll a six (D-8)."""

    roll: RollName
    """The name of the roll."""
    natural: int
    """The natural result of the die in question as it stands: 6, 12, 18, …"""
    final: int
    """The final result of the whole check as it stands, with every die as it lies now."""
    target: int | None
    """What is known of the number to reach: the difficulty, or side 0's final result in an opposed
    check; ``None`` when the player cannot know it."""
    needed: bool
    """Whether the check would not be won as it stands; true also when ``target`` is ``None``."""


@dataclass(frozen=True, slots=True)
class WoundRoll:
    """A resolved wound roll (W-1 to W-4)."""

    dice: tuple[int, int]
    """The two dice in the order rolled."""
    location: Location
    """Where it lands: by the lower die."""
    result: int
    """The higher die + strength − resilience."""
    wound: Wound
    """What it gives."""


@dataclass(frozen=True, slots=True)
class Health:
    """The state of health of a fighter (W-5 to W-7)."""

    level: WoundLevel = "none"
    """The wounds that add up (W-7)."""
    stunned: int = 0
    """How many markers of *stunned* it carries (W-6)."""


DecisionKind: TypeAlias = Literal[
    "place_next",
    "place",
    "tester",
    "reroll",
    "attacker",
    "target",
    "defence",
    "sustain",
    "skill",
    "exchange",
]
"""What a decision of a combat is about."""

BattleDecisionKind: TypeAlias = Literal[
    "sequence",
    "first_speaker",
    "speech",
    "announce",
    "manner",
    "resolve",
    "also",
    "pivot",
    "instead",
    "heading",
    "towards",
    "pace",
    "facing",
    "act",
    "action",
    "then_walk",
    "dive",
    "separate",
    "name_combat",
    "combat",
    "pursuer",
    "pursuit",
    "order",
    "pay",
    "use",
    "initiative_tester",
    "attack_target",
]
"""What a decision of a battle is about, beside those of its combats. There ``tester`` is who tests
in a contest and ``target`` whom an assault or a shot is meant for."""

Placement: TypeAlias = Literal["normal", "before", "after", "after_initiative"]
"""When an effect makes a fighter place its dice (C-14)."""


@dataclass(frozen=True, slots=True)
class Decision:
    """A decision: always between at least two choices, each of them a number."""

    kind: DecisionKind | BattleDecisionKind
    """What it is about."""
    side: int
    """Whose player decides."""
    fighter: int | None
    """For which fighter; ``None`` where it is about which fighter."""
    choices: tuple[int, ...]
    """What may be chosen, ascending: a fighter, a number of dice, or 0 for no and 1 for yes."""
    view: RerollView | None
    """What the player knows, when it is about the reroll of a six."""


Phase: TypeAlias = Literal["strategic", "activation", "combat", "maintenance"]
"""A phase of a turn (T-1)."""


@dataclass(frozen=True, slots=True)
class Pose:
    """How a fighter stands on a table."""

    position: tuple[float, float]
    """The centre of its base."""
    facing: float
    """Which way it faces: degrees counter-clockwise from the x-axis."""


@dataclass(frozen=True, slots=True)
class CombatOutcome:
    """What a combat came to."""

    healths: tuple[Health, ...]
    """The health of each fighter."""
    passes: int
    """How many passes of arms began."""
    landed: tuple[int, int]
    """How many attacks of side 0 and of side 1 landed."""


@dataclass(frozen=True, slots=True)
class Star:
    """One combat of a separation: one fighter against one or several enemies it touches (C-4)."""

    lone: int
    """The one; of one against one, side 0's fighter."""
    enemies: tuple[int, ...]
    """The others, ascending."""

    @property
    def members(self) -> tuple[int, ...]:
        """All who fight in it, ascending."""
        return tuple(sorted((self.lone, *self.enemies)))


Separation: TypeAlias = tuple[Star, ...]
"""A melee cut into combats (C-4, C-5), sorted by the lowest fighter of each."""


@dataclass(frozen=True, slots=True)
class RatedSeparation:
    """A separation and what it is worth to a side."""

    separation: Separation
    """Its combats."""
    value: float
    """The sum of the values of its combats."""
    values: tuple[float, ...]
    """The value of each combat, in the same order."""
