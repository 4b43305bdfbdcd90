"""The events of a combat, in the order they happen. Data only: no rule lives here.

Fighters are numbers: 0 is the lone one, 1, 2, … his enemies as listed. The engine and
:mod:`fracas.reference` give the same types, so that two logs can be compared with ``==``.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, TypeAlias

from fracas.types import CheckResult, Health, WoundRoll

__all__ = [
    "AttackAnnounced",
    "AttackCheck",
    "AttackResolved",
    "CombatEnded",
    "DefenceCheck",
    "DicePlaced",
    "DieGained",
    "Eliminated",
    "Event",
    "InitiativeCheck",
    "PassBegan",
    "SkillChosen",
    "Wounded",
]

SkillName: TypeAlias = Literal["Counter-attack", "Ambidextrous"]
"""The skills that win attack dice in a combat (C-39, C-40)."""


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
