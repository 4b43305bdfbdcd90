"""A battle: two armies on a table, and how everything stands at any time of it (T-1, T-2, T-17).

Fighters are numbers: those of side 0 in the order of their army's list, then those of side 1.
"""

from __future__ import annotations

from collections.abc import Generator, Iterable
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Any, Literal, TypeAlias, TypeVar

from fracas.errors import Problem
from fracas.events import BattleEvent
from fracas.reference.armies import Army, Profile, Troop, has_skill
from fracas.reference.cards import Hand
from fracas.reference.checks import is_success, refuse
from fracas.reference.dice import is_whole_number
from fracas.reference.effects import InForce
from fracas.reference.movement import Action, standing_reasons
from fracas.reference.plane import approach
from fracas.reference.requests import Request, roll_check
from fracas.reference.rules import Rules
from fracas.reference.tables import Table
from fracas.types import CheckResult, Pose, RollName, Star

__all__ = [
    "Announcement",
    "Battle",
    "BattleState",
    "Run",
    "SpeakingTurn",
    "Stage",
    "gather_faith",
    "tried",
]

MOST_FIGHTERS = 60
MOST_CARDS = 32

Stage: TypeAlias = Literal[
    "turn", "speak", "resolve", "penalise", "act", "combats", "fight", "maintenance", "end", "over"
]
"""What comes next."""

T = TypeVar("T")
Run: TypeAlias = Generator[Request | BattleEvent, int, T]
"""A rule of a battle: it asks, it tells, and it comes to something."""


@dataclass(frozen=True)
class Battle:
    """Two armies, a table on which they are deployed, and a number of turns.

    *Rule* Deployment is over when the first turn begins (T-17); the number of turns is agreed
    before (T-2).

    *Errors* ``InputError`` with every problem: an army without fighters, too many fighters or
    cards, a deployment that is not the armies', off the table or overlapping.
    """

    armies: tuple[Army, Army]
    table: Table
    """With every fighter as it is deployed: side 0's first, each army in the order of its list."""
    turns: int = 6
    rules: Rules = field(default_factory=Rules)
    """The rules of the battle, and of everything on the table."""

    def __post_init__(self) -> None:
        object.__setattr__(self, "table", replace(self.table, rules=self.rules))
        refuse(army_problems(self))
        refuse(deployment_problems(self))

    @cached_property
    def troops(self) -> tuple[Troop, ...]:
        """The troop of each fighter."""
        return self.armies[0].fighters + self.armies[1].fighters

    @property
    def fighters(self) -> range:
        """Everybody, by number."""
        return range(len(self.troops))

    def profile(self, fighter: int) -> Profile:
        """Give the profile of a fighter."""
        return self.troops[fighter].profile

    def side_of(self, fighter: int) -> int:
        """Give the side of a fighter."""
        return int(fighter >= len(self.armies[0].fighters))

    def of_card(self, side: int, card: int) -> tuple[int, ...]:
        """Give the fighters for whom a card stands (T-5)."""
        profile = self.armies[side].cards[card]
        return tuple(
            fighter
            for fighter in self.fighters
            if self.side_of(fighter) == side and self.profile(fighter) == profile
        )


def army_problems(battle: Battle) -> list[Problem]:
    """Find out whether two armies can do battle."""
    problems = []
    if not is_whole_number(battle.turns, 1, 1000):
        problems.append(Problem("turns", repr(battle.turns), "a whole number from 1 to 1000"))
    for side, army in enumerate(battle.armies):
        for place, troop in enumerate(army.troops):
            if not is_whole_number(troop.count, 1, MOST_FIGHTERS):
                allowed = f"a whole number from 1 to {MOST_FIGHTERS}"
                where = f"armies[{side}].troops[{place}].count"
                problems.append(Problem(where, repr(troop.count), allowed))
        if not army.troops:
            problems.append(Problem(f"armies[{side}]", "no fighters", "at least one fighter"))
        if len(army.cards) > MOST_CARDS:
            found = f"{len(army.cards)} profiles"
            problems.append(Problem(f"armies[{side}]", found, f"at most {MOST_CARDS}"))
    total = sum(troop.count for army in battle.armies for troop in army.troops)
    if total > MOST_FIGHTERS:
        problems.append(Problem("armies", f"{total} fighters", f"at most {MOST_FIGHTERS}"))
    return problems


def deployment_problems(battle: Battle) -> list[Problem]:
    """Find out whether the fighters on a table are those of two armies, and can stand there."""
    placed = battle.table.fighters
    if len(placed) != len(battle.fighters):
        return [Problem("table.fighters", f"{len(placed)} of them", f"{len(battle.fighters)}")]
    problems = []
    for fighter, entry in enumerate(placed):
        where = f"table.fighters[{fighter}]"
        profile, side = battle.profile(fighter), battle.side_of(fighter)
        if (entry.profile, entry.side) != (profile, side):
            found = f"{entry.profile.name} of side {entry.side}"
            problems.append(Problem(where, found, f"{profile.name} of side {side}"))
        reasons = standing_reasons(battle.table, fighter, battle.table.base(fighter))
        problems += [
            Problem(where, reason, "a place on the table that is free")
            for reason in reasons
            if reason != "touches_enemy"
        ]
    return problems


@dataclass(frozen=True)
class Announcement:
    """An exclusive action that is announced and not yet resolved (A-11)."""

    fighter: int
    action: Action
    target: int | None = None
    manner: Literal["agility", "force"] | None = None
    """How it means to disengage first (M-22, M-23)."""


@dataclass(frozen=True)
class SpeakingTurn:
    """What is left to do in a speaking turn of the activation phase."""

    active: tuple[int, ...] = ()
    """Those it activates."""
    announced: tuple[Announcement, ...] = ()
    """What is still to be resolved."""
    charges: tuple[tuple[int, tuple[int, ...]], ...] = ()
    """The charges that have reached contact: who, and whom (M-17)."""
    idle: tuple[int, ...] = ()
    """Those who announced nothing and have not acted yet."""


@dataclass(frozen=True)
class BattleState:
    """A battle between two of its steps: whatever matters for the rest of it."""

    table: Table
    mana: tuple[int, ...]
    """The mana of each fighter (T-13)."""
    faith: tuple[int, ...]
    """The temporary faith of each fighter (T-13)."""
    shots: tuple[int, ...]
    """How many shots each fighter has made in this turn (A-15)."""
    turn: int = 0
    stage: Stage = "turn"
    hands: tuple[Hand, Hand] = (Hand(), Hand())
    tactics_winner: int = 0
    word: int = 0
    """Whose player speaks (A-1, C-8)."""
    speaking: SpeakingTurn = SpeakingTurn()
    waiting: tuple[Star, ...] = ()
    """The combats that nobody has chosen yet."""
    queue: tuple[Star, ...] = ()
    """The combats from pursuits, to be fought before the word passes (C-32)."""
    named: Star | None = None
    """The combat that the speaker has to start with (C-10)."""
    fought: frozenset[int] = frozenset()
    """Those who have fought in this phase (C-31)."""
    pursued: frozenset[int] = frozenset()
    """Those who have made their pursuit of this turn (C-30)."""
    in_force: tuple[InForce, ...] = ()
    """The mystic actions whose effects last, in the order of casting (A-16)."""
    ended: frozenset[tuple[int, int]] = frozenset()
    """The effects of its own that a fighter has not paid: who, and which (T-15)."""

    @classmethod
    def at_start(cls, battle: Battle) -> BattleState:
        """Give the state in which a battle begins.

        *Rule* Magicians have the mana they start with, the faithful the temporary faith that their
        friends give them where they are deployed (T-13).
        """
        none = (0,) * len(battle.fighters)
        start = battle.rules.turn.starting_mana
        magicians = [has_skill(battle.profile(one), "Magician") for one in battle.fighters]
        mana = tuple(start if is_magician else 0 for is_magician in magicians)
        return gather_faith(battle, cls(battle.table, mana, none, none))

    def is_up(self, fighter: int) -> bool:
        """Tell whether a fighter is on the table."""
        return self.table.is_up(fighter)

    def up(self, fighters: Iterable[int]) -> tuple[int, ...]:
        """Give those who are on the table."""
        return tuple(fighter for fighter in fighters if self.is_up(fighter))

    def side(self, side: int) -> tuple[int, ...]:
        """Give the fighters of a side that are on the table, ascending."""
        placed = self.table.fighters
        return self.up(fighter for fighter, one in enumerate(placed) if one.side == side)

    def enemies(self, fighter: int) -> tuple[int, ...]:
        """Give the enemies of a fighter that are on the table, ascending."""
        return self.side(1 - self.table.fighters[fighter].side)

    def is_decided(self) -> bool:
        """Tell whether a side has nobody left (T-2)."""
        return not self.side(0) or not self.side(1)

    def with_table(self, table: Table) -> BattleState:
        """Give the state with another table."""
        return replace(self, table=table)

    def with_marks(self, fighters: Iterable[int], **marks: Any) -> BattleState:
        """Give the state in which some fighters have other marks."""
        table = self.table
        for fighter in fighters:
            table = table.with_state(fighter, **marks)
        return replace(self, table=table)

    def pose(self, fighter: int) -> Pose:
        """Tell where a fighter stands."""
        placed = self.table.fighters[fighter]
        return Pose(placed.position, placed.facing)

    def lost(self) -> tuple[int, int]:
        """Give the points that each side has lost: the values of those who are out."""
        out = [placed for placed in self.table.fighters if placed.health.level == "killed"]
        values = [sum(p.profile.value for p in out if p.side == side) for side in (0, 1)]
        return values[0], values[1]


def gather_faith(battle: Battle, state: BattleState) -> BattleState:
    """Compute the temporary faith of the faithful: the number of friends who are near (T-13)."""

    def faith_of(fighter: int) -> int:
        if not state.is_up(fighter) or not has_skill(battle.profile(fighter), "Faithful"):
            return state.faith[fighter]
        body = state.table.body(fighter)
        friends = [one for one in state.side(battle.side_of(fighter)) if one != fighter]
        gaps = [approach(body, state.table.body(one)).gap for one in friends]
        return sum(gap <= battle.rules.turn.faith_distance for gap in gaps)

    return replace(state, faith=tuple(faith_of(fighter) for fighter in battle.fighters))


def tried(
    battle: Battle, fighter: int, roll: RollName, value: int, difficulty: int
) -> Generator[Request, int, CheckResult]:
    """Ask for a check against a difficulty, and about each of its sixes (D-5, D-8)."""
    result = yield from roll_check(
        battle,
        fighter,
        roll,
        value,
        target=difficulty,
        is_won=lambda natural, final: is_success(final, difficulty),
    )
    return replace(result, success=is_success(result.final, difficulty))
