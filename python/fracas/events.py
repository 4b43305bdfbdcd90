"""The events of combats, contests and battles, in the order they happen.

Data only: no rule lives here. Fighters are numbers: in a combat 0 is the lone one, 1, 2, … his
enemies as listed. The engine and :mod:`fracas.reference` give the same types, so that two logs can
be compared with ``==``.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, TypeAlias

from fracas.types import CheckResult, Health, Phase, Pose, RollName, WoundRoll

__all__ = [
    "Announced",
    "AssaultFailed",
    "Assaulted",
    "AttackAnnounced",
    "AttackCheck",
    "AttackResolved",
    "BattleEvent",
    "Cast",
    "CastResolved",
    "CastRolled",
    "CombatBegan",
    "CombatEnded",
    "CombatFormed",
    "CombatNamed",
    "ContestEnded",
    "ContestEvent",
    "ContestRound",
    "DefenceCheck",
    "DicePlaced",
    "DieGained",
    "EffectEnded",
    "EffectHappened",
    "Eliminated",
    "Ended",
    "Event",
    "FirstSpeaker",
    "Fought",
    "InCombat",
    "InitiativeCheck",
    "LotDrawn",
    "Moved",
    "PassBegan",
    "Penalised",
    "PhaseBegan",
    "Pivoted",
    "Pursued",
    "Returned",
    "Separated",
    "SequenceBuilt",
    "Shot",
    "ShotResolved",
    "SkillChosen",
    "Spoke",
    "TesterPicked",
    "Tried",
    "TurnBegan",
    "UpkeepPaid",
    "UpkeepRolled",
    "Wounded",
]

SkillName: TypeAlias = Literal["Counter-attack", "Ambidextrous"]
"""The skills that win attack dice in a combat (C-39, C-40)."""

SpeechName: TypeAlias = Literal["play_top", "reserve", "play_reserve", "play_both", "refuse"]
"""What a player can do with the word (A-2)."""


@dataclass(frozen=True, slots=True)
class DicePlaced:
    """A fighter has placed its combat dice (C-11 to C-15)."""

    fighter: int
    attack: int
    defence: int


@dataclass(frozen=True, slots=True)
class InitiativeCheck:
    """One round of the opposed check of initiative (C-16)."""

    fighters: tuple[int, int]
    """Who tests for side 0 and for side 1."""
    checks: tuple[CheckResult, CheckResult]
    """Side 0's check and side 1's."""
    winner: int | None
    """The side that won; ``None`` for a tie that is rolled again."""


@dataclass(frozen=True, slots=True)
class PassBegan:
    """A pass of arms begins (C-17); passes count from 1."""

    number: int


@dataclass(frozen=True, slots=True)
class AttackAnnounced:
    """A target and a number of defence dice are announced (C-22)."""

    attacker: int
    target: int
    defence_dice: int
    sustained: bool
    """Whether the one defence die is a sustained defence (C-28)."""


@dataclass(frozen=True, slots=True)
class AttackCheck:
    """The attack check (C-22); absent when it is not rolled (C-27)."""

    attacker: int
    check: CheckResult


@dataclass(frozen=True, slots=True)
class SkillChosen:
    """A defender with both skills says which one he uses (C-39)."""

    fighter: int
    skill: SkillName


@dataclass(frozen=True, slots=True)
class DefenceCheck:
    """The defence check (C-23), with the attack's final result as difficulty."""

    defender: int
    check: CheckResult


@dataclass(frozen=True, slots=True)
class AttackResolved:
    """What became of the attack (C-23, C-24)."""

    attacker: int
    target: int
    result: Literal["automatic_failure", "parried", "landed"]


@dataclass(frozen=True, slots=True)
class DieGained:
    """A defender has won attack dice by a skill (C-39, C-40)."""

    fighter: int
    skill: SkillName
    dice: int
    """How many attack dice he gets."""
    given_up: bool
    """Whether he gave up a defence die for it, after an automatic failure."""


@dataclass(frozen=True, slots=True)
class Wounded:
    """A wound roll and the health it leaves (C-25)."""

    fighter: int
    roll: WoundRoll
    health: Health


@dataclass(frozen=True, slots=True)
class Eliminated:
    """A fighter is out and loses its remaining dice (C-26)."""

    fighter: int


@dataclass(frozen=True, slots=True)
class CombatEnded:
    """The combat is over (C-21)."""

    passes: int
    """How many passes of arms were begun."""


Event: TypeAlias = (
    DicePlaced
    | InitiativeCheck
    | PassBegan
    | AttackAnnounced
    | AttackCheck
    | SkillChosen
    | DefenceCheck
    | AttackResolved
    | DieGained
    | Wounded
    | Eliminated
    | CombatEnded
)


# A contest of Discipline (C-6, C-9, T-8). Fighters have the numbers of the board.


@dataclass(frozen=True, slots=True)
class TesterPicked:
    """A side has picked who tests for it, or had nobody else (C-6)."""

    side: int
    fighter: int


@dataclass(frozen=True, slots=True)
class ContestRound:
    """One round of the opposed check of a contest (C-6, D-6)."""

    roll: RollName
    """What it is rolled for."""
    fighters: tuple[int, int]
    """Who tests for side 0 and for side 1."""
    checks: tuple[CheckResult, CheckResult]
    """Side 0's check and side 1's."""
    winner: int | None
    """The side that won; ``None`` for a tie that is rolled again."""


@dataclass(frozen=True, slots=True)
class LotDrawn:
    """One die has decided, because neither side could test (C-6)."""

    face: int
    winner: int


@dataclass(frozen=True, slots=True)
class ContestEnded:
    """The contest is over."""

    winner: int


ContestEvent: TypeAlias = TesterPicked | ContestRound | LotDrawn | ContestEnded
"""What can happen in a contest."""


# A battle (T-1 to T-18, A-1 to A-19, C-1 to C-10, C-30 to C-36). Fighters have the numbers of the
# table: those of side 0 in the order of their army, then those of side 1.


@dataclass(frozen=True, slots=True)
class TurnBegan:
    """A turn begins (T-1); turns count from 1."""

    turn: int


@dataclass(frozen=True, slots=True)
class PhaseBegan:
    """A phase of the turn begins (T-1)."""

    phase: Phase


@dataclass(frozen=True, slots=True)
class SequenceBuilt:
    """A player has built his sequence (T-5): face down, so its cards are not told."""

    side: int
    cards: int
    """How many cards it has."""


@dataclass(frozen=True, slots=True)
class FirstSpeaker:
    """It is settled who speaks first (T-8)."""

    side: int
    chosen_by: int
    """The side that won the Tactics roll."""


@dataclass(frozen=True, slots=True)
class Spoke:
    """A player has done something with the word (A-2)."""

    side: int
    speech: SpeechName
    cards: tuple[int, ...]
    """The cards he plays, that of the sequence before that of the reserve."""
    active: tuple[int, ...]
    """The fighters this activates."""


@dataclass(frozen=True, slots=True)
class Announced:
    """An exclusive action is announced (A-11)."""

    fighter: int
    action: Literal["run", "take_cover", "charge", "engage"]
    target: int | None
    """Whom it is meant for, if it is an assault."""


@dataclass(frozen=True, slots=True)
class Tried:
    """A fighter has made a check against a difficulty (M-22, M-23, T-12)."""

    fighter: int
    name: Literal["disengage", "rally"]
    check: CheckResult
    difficulty: int


@dataclass(frozen=True, slots=True)
class Moved:
    """A fighter has moved, or stayed where it was (M-8, M-9, M-19).

    With the action ``charge`` or ``engage`` it went to where a target was that is gone (M-16).
    """

    fighter: int
    action: Literal["walk", "run", "take_cover", "charge", "engage"]
    pose: Pose
    """How it stands now."""
    distance: float
    """How far it went, as the way is measured."""


@dataclass(frozen=True, slots=True)
class Assaulted:
    """A charge or an engagement has reached contact (M-12)."""

    fighter: int
    action: Literal["charge", "engage"]
    targets: tuple[int, ...]
    """The enemies it touches."""
    pose: Pose
    distance: float


@dataclass(frozen=True, slots=True)
class Pivoted:
    """A fighter was turned by the one who charges it (M-15)."""

    fighter: int
    pose: Pose
    """How it stands now."""


@dataclass(frozen=True, slots=True)
class AssaultFailed:
    """A charge or an engagement came too short (M-13)."""

    fighter: int
    action: Literal["charge", "engage"]
    target: int
    pose: Pose


@dataclass(frozen=True, slots=True)
class Penalised:
    """A fighter has the charge penalty (M-17)."""

    fighter: int


@dataclass(frozen=True, slots=True)
class Shot:
    """A fighter shoots (A-15)."""

    fighter: int
    target: int
    distance: float
    """How far it is from the mire of the shooter to the base of the target."""
    dived: bool
    """Whether the target dives for cover (M-20)."""


@dataclass(frozen=True, slots=True)
class ShotResolved:
    """It is settled whether a shot hits (A-15); if it does, :class:`Wounded` follows."""

    fighter: int
    target: int
    check: CheckResult | None
    """The check of aim; ``None`` beyond the long range, where nothing is rolled."""
    difficulty: int | None
    """That of the range and the Target number of the target together."""
    success: bool


@dataclass(frozen=True, slots=True)
class Separated:
    """A melee is separated (C-6); each of its combats follows as an event of its own."""

    by: int | None
    """Whose player did it; ``None`` for a melee that is one combat."""
    combats: int
    """How many combats it gave."""


@dataclass(frozen=True, slots=True)
class CombatFormed:
    """A combat that is to be fought (C-4)."""

    lone: int
    enemies: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class CombatNamed:
    """A player has named the combat that he would start with (C-9)."""

    side: int
    lone: int
    enemies: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class CombatBegan:
    """A combat begins (C-8)."""

    lone: int
    enemies: tuple[int, ...]
    chosen_by: int
    """Whose player chose it."""


@dataclass(frozen=True, slots=True)
class InCombat:
    """Something of the combat that began last, in its own numbers: 0 for the lone fighter."""

    event: Event


@dataclass(frozen=True, slots=True)
class Fought:
    """A combat is over: how somebody is who fought in it."""

    fighter: int
    health: Health


@dataclass(frozen=True, slots=True)
class Pursued:
    """A fighter has made a pursuit move (C-30)."""

    fighter: int
    pose: Pose
    targets: tuple[int, ...]
    """The enemies it has come to touch."""


@dataclass(frozen=True, slots=True)
class UpkeepRolled:
    """A die of recovery or upkeep was rolled (T-13, T-15)."""

    fighter: int
    face: int
    success: bool
    """Whether it has its effect."""


@dataclass(frozen=True, slots=True)
class UpkeepPaid:
    """The upkeep of an effect was paid (T-15)."""

    fighter: int
    """Who paid: the bearer of an effect of its own, else the caster."""
    name: str
    """The name of the effect."""
    amount: int
    """How much of its resource it cost."""


@dataclass(frozen=True, slots=True)
class EffectHappened:
    """An effect happens to a fighter (T-14, A-16); what follows from it comes next."""

    fighter: int
    caster: int
    """Who cast it; the fighter itself for an effect of its own."""
    name: str
    """The name of the effect."""


@dataclass(frozen=True, slots=True)
class EffectEnded:
    """An effect is over: it was not paid, or its caster or bearer is out (T-15)."""

    fighter: int
    """Who bore it."""
    caster: int
    """Who cast it; the fighter itself for an effect of its own."""
    name: str
    """The name of the effect."""


@dataclass(frozen=True, slots=True)
class Cast:
    """A fighter takes a mystic action (A-16)."""

    fighter: int
    name: str
    """The name of the mystic action."""
    target: int
    distance: float
    """How far it is from the mire of the caster to the base of the target."""


@dataclass(frozen=True, slots=True)
class CastRolled:
    """The die of a mystic action was rolled (A-16)."""

    fighter: int
    face: int
    success: bool


@dataclass(frozen=True, slots=True)
class CastResolved:
    """It is settled whether a mystic action succeeds (A-16)."""

    fighter: int
    name: str
    """The name of the mystic action."""
    target: int
    success: bool


@dataclass(frozen=True, slots=True)
class Returned:
    """A fighter has come back to the table (T-14)."""

    fighter: int
    pose: Pose


@dataclass(frozen=True, slots=True)
class Ended:
    """The battle is over (T-2)."""

    turns: int
    """How many turns were begun."""


BattleEvent: TypeAlias = (
    TurnBegan
    | PhaseBegan
    | SequenceBuilt
    | FirstSpeaker
    | Spoke
    | Announced
    | Tried
    | Moved
    | Assaulted
    | Pivoted
    | AssaultFailed
    | Penalised
    | Shot
    | ShotResolved
    | Wounded
    | Separated
    | CombatFormed
    | CombatNamed
    | CombatBegan
    | InCombat
    | Fought
    | Pursued
    | UpkeepRolled
    | UpkeepPaid
    | EffectHappened
    | EffectEnded
    | Cast
    | CastRolled
    | CastResolved
    | Returned
    | Ended
    | ContestEvent
)
"""What can happen in a battle."""
