"""Many battles at once, and the numbers people ask of them.

Definitions of every statistic:

* *wins*: the share of battles that side 0, that side 1 and that nobody has won, by the measure of
  the scenario; the three add up to 1.
* *points*: the mean of the points that each side lost.
* *survival*: the share of battles at whose end a fighter stood on the table.
* *errors*: the standard error of each of these. A share that has shown only one face is held to be
  one battle away from certainty; the points of a single battle may be off by the whole army.
"""

# ruff: noqa: SLF001 - the wrappers of the core know what they wrap

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, TypeAlias, cast

import numpy as np
from numpy.typing import NDArray

from fracas import _core
from fracas.armies import Army
from fracas.battles import PLAYOUTS, Battle, BattlePlayer, pair_of_players
from fracas.errors import InputError
from fracas.glossary import Glossary, Language, glossary
from fracas.records import BattleRecord

__all__ = ["BattleSample", "BattleSetup", "simulate_battles"]

BattleSetup: TypeAlias = Battle | BattleRecord | tuple[Army | str, Army | str]
"""What battles are fought from: a battle, its record, or two armies at the crossroads."""

_MOST_GAMES = 10_000_000

Floats = NDArray[np.float64]
Columns: TypeAlias = tuple[
    NDArray[np.int8], NDArray[np.uint32], NDArray[np.bool_], NDArray[np.uint8]
]


def simulate_battles(
    setup: BattleSetup,
    n: int,
    policies: BattlePlayer | tuple[BattlePlayer, BattlePlayer] = ("greedy", "greedy"),
    seed: int | str = 0,
    *,
    threads: int | None = None,
    playouts: int = PLAYOUTS,
    progress: Callable[[int], object] | None = None,
) -> BattleSample:
    """Fight games 0 to n − 1 of a seed, each from the first turn on.

    Game i is the same whatever the threads, and the same that ``Battle(..., seed=seed, game=i)``
    plays with these policies. Where a policy is a callable, the battles are fought one after
    another in Python; else in the core, by as many threads as the machine runs at once.
    ``progress`` is told now and then how many are done.

    >>> import fracas as fr
    >>> red, blue = fr.Army("Red", ["Duellist"]), fr.Army("Blue", ["Militia"])
    >>> sample = fr.simulate_battles((red, blue), 50, "random", seed=7)
    >>> sample.games, sample.winner.dtype.name, sample.survivors.shape
    (50, 'int8', (50, 2))
    >>> sample.replay(3).points == tuple(sample.points_lost[3].tolist())
    True
    """
    battle = _battle_of(setup)
    players = pair_of_players(policies)
    if progress is not None and not callable(progress):
        raise InputError([("progress", repr(progress), "a callable, or None")])
    if any(callable(player) for player in players):
        columns = _one_by_one(battle, n, players, seed, playouts, progress)
    else:
        red, blue = cast("tuple[str, str]", players)
        columns = _core.simulate_battles(
            battle._core, red, blue, n, seed, threads, playouts, progress
        )
    return BattleSample(battle.fresh(seed), players, seed, playouts, *columns)


def _battle_of(setup: object) -> Battle:
    if isinstance(setup, Battle):
        return setup
    if isinstance(setup, BattleRecord):
        return setup.battle()
    if isinstance(setup, tuple | list) and len(setup) == 2:
        return Battle(*setup)
    raise InputError([("setup", repr(setup), "a Battle, a BattleRecord, or two armies")])


def _one_by_one(
    battle: Battle,
    n: int,
    players: tuple[BattlePlayer, BattlePlayer],
    seed: int | str,
    playouts: int,
    progress: Callable[[int], object] | None,
) -> Columns:
    """Fight the battles here: a callable is not asked from several threads at once."""
    if type(n) is not int or not 1 <= n <= _MOST_GAMES:
        raise InputError([("n", repr(n), f"a whole number from 1 to {_MOST_GAMES}")])
    outcomes = []
    for game in range(n):
        outcomes.append(battle.fresh(seed, game).play(*players, playouts=playouts))
        if progress is not None:
            progress(game + 1)
    winners = [-1 if one.winner is None else one.winner for one in outcomes]
    standing = [[health.level != "killed" for health in one.healths] for one in outcomes]
    return (
        np.array(winners, np.int8),
        np.array([one.points for one in outcomes], np.uint32),
        np.array(standing, np.bool_),
        np.array([one.turns for one in outcomes], np.uint8),
    )


@dataclass(frozen=True, eq=False)
class BattleSample:
    """What many battles came to: a row for each, in the order of their numbers.

    Whatever reads the Arrow PyCapsule interface takes the rows as a table:
    ``polars.DataFrame(sample)``, ``pyarrow.table(sample)``.
    """

    battle: Battle
    """The battle before its first step."""
    policies: tuple[BattlePlayer, BattlePlayer]
    """Who decided for side 0 and for side 1."""
    seed: int | str
    """The seed of the dice."""
    playouts: int
    """How many games a search played out for each decision."""
    winner: NDArray[np.int8] = field(repr=False)
    """The side that won each battle by the measure of the scenario; −1 for a draw."""
    points_lost: NDArray[np.uint32] = field(repr=False)
    """The points that each side lost: `[battle, side]`."""
    survivors: NDArray[np.bool_] = field(repr=False)
    """Whether each fighter stood on the table at the end: `[battle, fighter]`."""
    turns: NDArray[np.uint8] = field(repr=False)
    """How many turns were begun in each battle."""

    def __len__(self) -> int:
        """Count the battles."""
        return len(self.winner)

    @property
    def games(self) -> int:
        """How many battles were fought."""
        return len(self.winner)

    @cached_property
    def wins(self) -> Floats:
        """The share of battles that side 0, side 1 and nobody won."""
        return np.array([np.mean(self.winner == who) for who in (0, 1, -1)])

    @property
    def wins_error(self) -> Floats:
        """The standard errors of :attr:`wins`."""
        return self._error_of(self.wins)

    @cached_property
    def points(self) -> Floats:
        """The mean of the points that side 0 and side 1 lost."""
        points: Floats = self.points_lost.mean(axis=0)
        return points

    @cached_property
    def points_error(self) -> Floats:
        """The standard errors of :attr:`points`."""
        if self.games == 1:
            return np.array([army.value for army in self.battle.armies], np.float64)
        errors: Floats = self.points_lost.std(axis=0, ddof=1) / np.sqrt(self.games)
        return errors

    @cached_property
    def survival(self) -> Floats:
        """The share of battles that each fighter survived."""
        shares: Floats = self.survivors.mean(axis=0)
        return shares

    @property
    def survival_error(self) -> Floats:
        """The standard errors of :attr:`survival`."""
        return self._error_of(self.survival)

    def _error_of(self, shares: Floats) -> Floats:
        least = min(1 / self.games, 1 / 2)
        held = np.clip(shares, least, 1 - least)
        errors: Floats = np.sqrt(held * (1 - held) / self.games)
        return errors

    def replay(self, game: int) -> Battle:
        """Give the battle of game number ``game``, played to its end."""
        if type(game) is not int or not 0 <= game < self.games:
            raise InputError([("game", repr(game), f"a whole number from 0 to {self.games - 1}")])
        fought = self.battle.fresh(self.seed, game)
        fought.play(*self.policies, playouts=self.playouts)
        return fought

    def names(self) -> list[str]:
        """Give the names of the fighters; those that share one are numbered."""
        return list(self.battle.names)

    def how(self, *, language: Language = "en") -> str:
        """Say in a few words how the numbers were got."""
        words = glossary(language)
        red, blue = self._players()
        return words.word(
            "how.battles",
            games=f"{self.games:,}".replace(",", "," if language == "en" else " "),
            red=red,
            blue=blue,
            seed=repr(self.seed),
            error=words.number(f"{self.wins_error.max():.2g}"),
        )

    def _players(self) -> Sequence[str]:
        return [one if isinstance(one, str) else "a callable" for one in self.policies]

    def table(self, *, language: Language = "en") -> str:
        """Give the sample as plain text: who won, what was lost, who survived."""
        words = glossary(language)
        rows = list(zip(self.names(), self.survival, strict=True))
        width = max(len(name) for name, _ in rows)
        head = words.word("sample.survives")
        column = max(len(head) + 2, 10)
        lines = [f"{'':{width}}{head:>{column}}"]
        lines += [f"{name:{width}}{_percent(share, words):>{column}}" for name, share in rows]
        first, second, draws = (_percent(share, words) for share in self.wins)
        lines.append(words.word("sample.won", first=first, second=second, draws=draws))
        first, second = (words.number(f"{lost:.2f}") for lost in self.points)
        lines.append(words.word("table.lost", first=first, second=second))
        return "\n".join([*lines, self.how(language=language)])

    def __str__(self) -> str:
        return self.table()

    def to_dict(self) -> dict[str, Any]:
        """Give the numbers people ask for as plain values, ready for JSON."""
        return {
            "games": self.games,
            "seed": self.seed,
            "policies": list(self._players()),
            "playouts": self.playouts,
            "wins": self.wins.tolist(),
            "wins_error": self.wins_error.tolist(),
            "points_lost": self.points.tolist(),
            "points_lost_error": self.points_error.tolist(),
            "turns": np.bincount(self.turns).tolist(),
            "fighters": [
                {"name": name, "side": self.battle.side_of(number), "survival": share, "error": off}
                for number, (name, share, off) in enumerate(
                    zip(
                        self.names(),
                        self.survival.tolist(),
                        self.survival_error.tolist(),
                        strict=True,
                    )
                )
            ],
        }

    def to_arrow(self) -> Any:
        """Give the battles as a table of pyarrow (needs the extra ``arrow``).

        A row for each battle: ``winner``, ``points_lost_0``, ``points_lost_1``, ``turns``, then
        ``survived_0``, ``survived_1``, … for the fighters.
        """
        try:
            import pyarrow as pa  # noqa: PLC0415 - an extra
        except ImportError as error:
            message = 'a table of pyarrow needs pyarrow: pip install "fracas[arrow]"'
            raise ImportError(message) from error
        return pa.table(self)

    def __arrow_c_stream__(self, requested_schema: object = None) -> object:
        """Give the battles as an Arrow stream, in a capsule. It has one schema: its own."""
        return _core.battle_stream(self.winner, self.points_lost, self.survivors, self.turns)


def _percent(share: float, words: Glossary) -> str:
    return words.number(f"{share:.2%}")
