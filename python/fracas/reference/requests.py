"""What a combat, a contest or a battle asks its players and its dice for.

Every rule that needs an answer is a generator: it yields a :class:`Decision` or a :class:`Chance`
and is sent the choice or the face.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Sequence
from dataclasses import dataclass
from typing import Protocol, TypeAlias

from fracas.reference.checks import ask_for_dice
from fracas.reference.position import Outcome
from fracas.reference.rules import Rules
from fracas.types import BattleDecisionKind, CheckResult, RerollView, RollName
from fracas.types import DecisionKind as CombatDecisionKind

__all__ = ["Chance", "Decision", "DecisionKind", "Over", "Request", "decide", "roll_check"]

DecisionKind: TypeAlias = CombatDecisionKind | BattleDecisionKind


@dataclass(frozen=True, slots=True)
class Decision:
    """Something a player has to decide, with at least two choices open to him."""

    kind: DecisionKind
    side: int
    """The side of the player."""
    fighter: int | None
    """The fighter he decides for; ``None`` when he chooses among several of his."""
    choices: tuple[int, ...]
    """What he may answer, in ascending order."""
    view: RerollView | None = None
    """What he knows about the six that he may reroll (D-8)."""
    values: tuple[int, ...] = ()
    """For a tester: the current value that belongs to each choice."""


@dataclass(frozen=True, slots=True)
class Chance:
    """A die that has to be rolled: any face from 1 to 6."""

    roll: RollName
    fighter: int | None
    """The fighter who rolls it; ``None`` for a lot, which is nobody's."""


Request: TypeAlias = Decision | Chance


@dataclass(frozen=True, slots=True)
class Over:
    """The end: nothing more is asked for."""

    outcome: Outcome


def decide(
    kind: DecisionKind,
    side: int,
    fighter: int | None,
    choices: Sequence[int],
    values: tuple[int, ...] = (),
) -> Generator[Decision, int, int]:
    """Ask a player, unless there is only one thing he can do."""
    if len(choices) == 1:
        return choices[0]
    return (yield Decision(kind, side, fighter, tuple(choices), values=values))


class Sides(Protocol):
    """Whatever two sides make checks in: a combat, a contest."""

    @property
    def rules(self) -> Rules:
        """The rules it goes by."""

    def side_of(self, fighter: int) -> int:
        """Give the side of a fighter."""


def roll_check(
    combat: Sides,
    fighter: int,
    roll: RollName,
    value: int,
    *,
    dice: int = 1,
    target: int | None = None,
    is_won: Callable[[int, int], bool] = lambda natural, final: False,
) -> Generator[Request, int, CheckResult]:
    """Ask for the dice of a check, and its player about each six (D-2, D-8)."""
    asking = ask_for_dice(value, dice, roll, combat.rules.checks, target, is_won)
    side = combat.side_of(fighter)
    view = next(asking)
    while True:
        if view is None:
            answer = yield Chance(roll, fighter)
        else:
            answer = yield Decision("reroll", side, fighter, (0, 1), view)
        try:
            view = asking.send(answer)
        except StopIteration as stop:
            result: CheckResult = stop.value
            return result
