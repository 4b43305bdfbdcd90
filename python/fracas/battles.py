"""Whole battles: two armies on a table, turn by turn (T-1 to T-18, A-1 to A-19, C-1 to C-40).

A :class:`Battle` stands at a decision, at a die, or is over. It can be driven node by node, phase
by phase, or to its end by policies; saved, loaded and taken back at any node.

Fighters with a ranged weapon may shoot (A-15); magicians and faithful take the mystic actions of
their profiles (A-16; A-14 and C-37 where the rules allow it). Effects come at their moments (T-4,
T-14) and cost what they cost (T-15).
"""

# ruff: noqa: SLF001 - the wrappers of the core know what they wrap

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, TypeAlias, cast

from fracas import _core
from fracas._core import MysticAction, Profile, Rules
from fracas.armies import Army, Scenario, Victory, army_of, scenario_of
from fracas.errors import InputError
from fracas.sources import DEFAULT_RULES
from fracas.tables import Table
from fracas.types import Decision, Health, Phase, RollName

if TYPE_CHECKING:
    from fracas.events import BattleEvent
    from fracas.records import BattleRecord

__all__ = ["Battle", "BattleOutcome", "BattlePlayer"]

BattlePlayer: TypeAlias = str | Callable[[Decision], int]
"""Who decides for a side: the name of a policy (random, greedy, search), or a callable."""

PLAYOUTS = 64
"""How many games a search plays out for each decision, unless told otherwise."""


@dataclass(frozen=True, slots=True)
class BattleOutcome:
    """What a battle came to."""

    winner: int | None
    """The side that has won by the scenario's measure; ``None`` for a draw."""
    points: tuple[int, int]
    """The points that side 0 and side 1 have lost."""
    turns: int
    """How many turns were begun."""
    healths: tuple[Health, ...]
    """The health of each fighter; who is killed is out."""


class Battle:
    """A battle of two armies.

    Side 0 is ``red``, side 1 ``blue``: an :class:`fracas.Army` each, or the name of one that comes
    with fracas. Where they fight is a scenario, by itself or by name, or a table with everybody
    deployed, those of side 0 first, each in the order of its army. Its own dice are those of the
    seed: the next is always the one after as many dice as were rolled so far, so it goes on alike
    after :meth:`undo` or :meth:`load`.

    >>> import fracas as fr
    >>> red, blue = fr.Army("Red", ["Duellist", ("Militia", 2)]), fr.Army("Blue", ["Brute"])
    >>> battle = fr.Battle(red, blue, scenario="field", turns=3, seed=7)
    >>> battle.node.kind, battle.node.side, battle.choices()
    ('sequence', 0, (0, 1))
    >>> outcome = battle.play("greedy", "random")
    >>> battle.over, battle.points == outcome.points
    (True, True)
    >>> battle.undo(len(battle))
    >>> battle.turn, battle.phase
    (1, 'strategic')
    """

    __slots__ = (
        "__dict__",
        "_core",
        "_game",
        "_last",
        "_seed",
        "armies",
        "place",
        "rules",
        "scenario",
        "start",
        "turns",
        "victory",
    )

    armies: tuple[Army, Army]
    """The army of side 0 and that of side 1."""
    place: str | None
    """What the scenario, or the table, is called."""
    rules: Rules
    """The rules it is fought by."""
    scenario: Scenario | None
    """The scenario, unless a table was given."""
    start: Table
    """The table as it was before the first turn."""
    turns: int
    """How many turns it lasts at most."""
    victory: Victory
    """Who wins."""

    def __init__(
        self,
        red: Army | str,
        blue: Army | str,
        *,
        scenario: Scenario | str | None = None,
        table: Table | None = None,
        turns: int | None = None,
        victory: Victory | None = None,
        rules: Rules = DEFAULT_RULES,
        seed: int | str = 0,
        game: int = 0,
    ) -> None:
        self.armies = (army_of(red, "red"), army_of(blue, "blue"))
        self.rules = rules
        if table is not None and scenario is not None:
            raise InputError([("table", repr(table), "a table or a scenario, not both")])
        if table is None:
            self.scenario = scenario_of("crossroads" if scenario is None else scenario)
            self.start = self.scenario.deploy(*self.armies, rules=rules)
        else:
            self.scenario = None
            self.start = _table(table, rules)
        told = self.scenario
        self.place = told.name if told else self.start.name
        self.turns = (told.turns if told else 6) if turns is None else turns
        self.victory = (told.victory if told else "points") if victory is None else victory
        cores = (self.armies[0]._core, self.armies[1]._core)
        self._core = _core.Battle(rules, cores, self.start._core, self.turns, self.victory)
        self._seed = (seed, game)
        self._game = self._core.start(seed, game)
        self._last: _Players | None = None

    @property
    def seed(self) -> int | str:
        """The seed of its dice."""
        return self._seed[0]

    @property
    def game(self) -> int:
        """The number of the game of that seed."""
        return self._seed[1]

    # Where it stands.

    @property
    def node(self) -> Decision | RollName | BattleOutcome:
        """What it waits for: a decision, a die of the roll of that name, or nothing any more."""
        return self._game.decision or self._game.chance or self.outcome

    @property
    def decision(self) -> Decision | None:
        """The decision it waits for, if it waits for one."""
        return self._game.decision

    @property
    def chance(self) -> RollName | None:
        """The name of the roll whose next die it waits for, if it waits for one."""
        return self._game.chance

    @property
    def over(self) -> bool:
        """Whether it is over."""
        return self._game.over

    @property
    def outcome(self) -> BattleOutcome:
        """What it has come to, or would if it ended here."""
        game = self._game
        healths = tuple(fighter.health for fighter in self.table.fighters)
        return BattleOutcome(game.winner, game.points, game.turn, healths)

    @property
    def turn(self) -> int:
        """The number of the turn, from 1."""
        return self._game.turn

    @property
    def phase(self) -> Phase:
        """The phase of the turn."""
        return self._game.phase

    @property
    def points(self) -> tuple[int, int]:
        """The points that side 0 and side 1 have lost so far."""
        return self._game.points

    @property
    def table(self) -> Table:
        """The table as it is now."""
        return Table._of(self._game.table, self.rules)

    @property
    def events(self) -> list[BattleEvent]:
        """What has happened so far."""
        return self._game.events(0)

    def events_since(self, mark: int) -> list[BattleEvent]:
        """Give the events from number ``mark`` on: `len(battle.events)` before is the mark."""
        if not _is_whole(mark) or mark < 0:
            raise InputError([("mark", repr(mark), "a whole number from 0 on")])
        return self._game.events(mark)

    @cached_property
    def names(self) -> tuple[str, ...]:
        """The names of the fighters; those that share one are told apart by number."""
        return self.start.names()

    @property
    def combats(self) -> list[tuple[int, list[int]]]:
        """The combats that the decision is about, each a lone fighter and his enemies (C-8)."""
        return self._game.combats

    @property
    def combatants(self) -> list[int]:
        """The fighters of the combat under way, by their numbers in it."""
        return self._game.combatants

    @property
    def mana(self) -> list[int]:
        """The mana of each fighter (T-13): what magicians have left."""
        return self._game.resources[0]

    @property
    def faith(self) -> list[int]:
        """The temporary faith of each fighter (T-13): what the faithful have left."""
        return self._game.resources[1]

    @property
    def in_force(self) -> list[tuple[int, int, str]]:
        """What was cast and lasts (A-16): caster, bearer and effect of each, the oldest first."""
        return self._game.in_force

    @property
    def at_stake(self) -> str | None:
        """The name of the effect whose upkeep or use is decided on (T-14, T-15)."""
        return self._game.at_stake

    def mystic_actions(self, fighter: int) -> tuple[MysticAction, ...]:
        """Give the mystic actions of a fighter (A-16): *k* is choice 8 + *k* of ``action``."""
        profile = self.start.fighters[fighter].profile
        return profile.mystic_actions if isinstance(profile, Profile) else ()

    def side_of(self, fighter: int) -> int:
        """Give the side of a fighter."""
        return self.start.fighters[fighter].side

    def __len__(self) -> int:
        """Count the steps so far: choices and dice."""
        return self._game.taken

    # How it moves.

    def choices(self) -> tuple[int, ...]:
        """Give the choices of the decision it waits for; none at any other node."""
        decision = self._game.decision
        return () if decision is None else decision.choices

    def apply(self, choice: int, *, side: int | None = None) -> list[BattleEvent]:
        """Take a choice and give what follows from it.

        With ``side`` it must be that side's decision. What is not allowed raises
        :class:`fracas.IllegalChoice` and changes nothing.
        """
        mark = self._game.told
        self._game.apply(choice, side)
        return self._game.events(mark)

    def roll(self, face: int | None = None) -> list[BattleEvent]:
        """Take the face of a die, or roll the seed's, and give what follows from it."""
        mark = self._game.told
        self._game.roll(face)
        if self._last is not None:
            # Players take no notice of a die.
            self._last.steps += 1
        return self._game.events(mark)

    def step(
        self, red: BattlePlayer = "random", blue: BattlePlayer = "random"
    ) -> list[BattleEvent]:
        """Take one step: the seed's die, or the choice of the player whose decision it is."""
        if self._game.decision is None:
            return self.roll()
        mark = self._game.told
        self._players_of(red, blue).choose()
        return self._game.events(mark)

    def run_phase(
        self,
        policies: BattlePlayer | tuple[BattlePlayer, BattlePlayer] = "random",
        *,
        playouts: int = PLAYOUTS,
    ) -> Iterator[BattleEvent]:
        """Play on until another phase begins, and give what happens on the way, event by event."""
        return self._run_phase(self._players_of(*pair_of_players(policies), playouts))

    def _run_phase(self, players: _Players) -> Iterator[BattleEvent]:
        phases = self._game.phases
        while not self.over and self._game.phases == phases:
            mark = self._game.told
            players.go_on(one_phase=True)
            yield from self._game.events(mark)

    def play(
        self,
        red: BattlePlayer = "random",
        blue: BattlePlayer = "random",
        *,
        playouts: int = PLAYOUTS,
    ) -> BattleOutcome:
        """Play to the end with the seed's dice and these players."""
        players = self._players_of(red, blue, playouts)
        while not self.over:
            players.go_on()
        return self.outcome

    def _players_of(
        self, red: BattlePlayer, blue: BattlePlayer, playouts: int = PLAYOUTS
    ) -> _Players:
        """Give the players from where it stands; those of the last step go on if they are asked."""
        asked = (red, blue, playouts)
        last = self._last
        if last is None or last.asked != asked or last.steps != len(self):
            self._last = last = _Players(self._game, asked)
        return last

    def goto(self, steps: int) -> None:
        """Go back to where it stood after so many steps."""
        self._last = None
        self._game.goto(steps)

    def undo(self, steps: int = 1) -> None:
        """Take steps back: choices and dice."""
        last = len(self)
        if not _is_whole(steps) or not 0 <= steps <= last:
            raise InputError([("steps", repr(steps), f"a whole number from 0 to {last}")])
        self.goto(last - steps)

    def copy(self) -> Battle:
        """Give a battle of its own that stands at the same place."""
        other = object.__new__(Battle)
        for name in Battle.__slots__[1:]:
            setattr(other, name, getattr(self, name))
        other._game = self._game.copy()
        other._last = None
        return other

    def fresh(self, seed: int | str = 0, game: int = 0) -> Battle:
        """Give the same battle before its first step, with the dice of game ``game`` of a seed."""
        other = self.copy()
        other._seed = (seed, game)
        other._game = self._core.start(seed, game)
        return other

    # Kept in files.

    @property
    def record(self) -> BattleRecord:
        """All that is needed to play it again: the setup, the seed, the choices and the dice."""
        from fracas.records import record_of  # noqa: PLC0415 - records are read of battles

        return record_of(self)

    def to_json(self) -> str:
        """Give the record as a text of JSON."""
        return self.record.to_json()

    def save(self, path: str | os.PathLike[str]) -> None:
        """Save the record to a file: :meth:`load` goes on where it stands."""
        self.record.save(path)

    @classmethod
    def load(cls, path: str | os.PathLike[str]) -> Battle:
        """Load a battle from a file and go to where it stood. It goes on alike."""
        from fracas.records import load_record  # noqa: PLC0415 - records are read of battles

        return load_record(path).battle()

    def __reduce__(self) -> tuple[Callable[[str], Battle], tuple[str]]:
        """Take apart for pickle: the record is all there is to it."""
        return _restored, (self.to_json(),)

    def __repr__(self) -> str:
        red, blue = self.armies
        where = "over" if self.over else f"turn {self.turn}, {self.phase}"
        return f"<Battle {red.name!r} against {blue.name!r}: {where}, {len(self)} steps>"


class _Players:
    """Who decides for both sides of one game, from where it stands."""

    def __init__(
        self, game: _core.BattleGame, asked: tuple[BattlePlayer, BattlePlayer, int]
    ) -> None:
        self.game = game
        self.asked = asked
        self.core = _core.BattlePlayers(game, *asked)
        self.steps = game.taken

    def go_on(self, *, one_phase: bool = False) -> None:
        """Play on until a callable was asked once, the battle is over, or a phase has begun."""
        phases = self.game.phases
        self.game.run(self.core, one_phase)
        if not (one_phase and self.game.phases > phases) and self.game.decision is not None:
            self.choose()
        self.steps = self.game.taken

    def choose(self) -> None:
        """Take the choice of the player whose decision it is."""
        decision = self.game.decision
        if decision is None:
            return
        player = self.asked[decision.side]
        choice = player(decision) if callable(player) else self.game.choice_of(self.core)
        self.game.apply(cast("int", choice), decision.side)
        self.steps = self.game.taken


def _restored(text: str) -> Battle:
    from fracas.records import read_record  # noqa: PLC0415 - records are read of battles

    return read_record(text).battle()


def _is_whole(value: object) -> bool:
    return isinstance(value, int) and not isinstance(value, bool)


def pair_of_players(
    policies: BattlePlayer | tuple[BattlePlayer, BattlePlayer],
) -> tuple[BattlePlayer, BattlePlayer]:
    """Give one player for each side: one alone decides for both."""
    if isinstance(policies, tuple | list):
        if len(policies) != 2:
            raise InputError([("policies", f"{len(policies)} of them", "one, or a pair of them")])
        return (policies[0], policies[1])
    return (policies, policies)


def _table(table: object, rules: Rules) -> Table:
    if not isinstance(table, Table):
        raise InputError([("table", repr(table), "a Table")])
    # The rules of the battle are those that hold on its table.
    return table if table.rules == rules else Table.from_dict(table.to_dict(), rules=rules)
