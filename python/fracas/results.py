"""What a combat comes to, exactly or by simulation, and the numbers people ask of it.

Definitions of every statistic:

* *levels*: the chance of each wound level when the combat is over; the five add up to 1.
* *killed*: the chance that a fighter is eliminated when the combat is over.
* *stunned*: the chance that a fighter is alive and carries a marker of stunned when it is over.
* *at least*: the chance of a wound level or worse when the combat is over.
* *passes*: the chance of each number of passes of arms begun, from 0.
* *landed*: for each side, the chance of each number of its attacks that landed (each is followed
  by a wound roll, which may still give nothing).
* *points lost*: the expected value of a side's fighters that are killed.
* *per pass*: the chance of each wound level after each pass of arms; a combat that has ended keeps
  its last state in the passes after it.
* *error*: for an exact law a bound of the rounding error of any of its numbers; for a simulation
  the largest standard error of a chance to be killed.

A fighter that comes into the combat wounded or stunned counts as such; what is told is the state at
the end, not what the combat has added.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cached_property
from html import escape
from typing import TYPE_CHECKING, Any, Literal

import numpy as np
from numpy.typing import NDArray

from fracas import _core
from fracas.errors import InputError
from fracas.glossary import Language, glossary
from fracas.types import WoundLevel

if TYPE_CHECKING:
    from matplotlib.axes import Axes

    from fracas.combat import Combat, Game

__all__ = ["LEVELS", "CombatResult"]

LEVELS: tuple[WoundLevel, ...] = ("none", "light", "serious", "critical", "killed")
"""The wound levels, in the order of the columns of :attr:`CombatResult.levels`."""

Floats = NDArray[np.float64]
Bytes = NDArray[np.uint8]
Counts = NDArray[np.uint64]


@dataclass(frozen=True, eq=False)
class CombatResult:
    """The joint law of a combat's outcomes, exact or counted, and what follows from it.

    One row for each outcome: its weight, and the state it stands for. Everything else is a sum over
    the rows. Whatever reads the Arrow PyCapsule interface takes the rows as a table:
    ``polars.DataFrame(result)``, ``pyarrow.table(result)``.

    >>> import fracas as fr
    >>> guard, warrior = fr.library()["Praetorian guard"], fr.library()["Dawn warrior"]
    >>> print(fr.duel(guard, warrior))
                        unhurt     light   serious  critical    killed
    Praetorian guard    92.52%     5.76%     1.25%     0.00%     0.48%
    Dawn warrior        36.38%    33.13%    19.81%     8.85%     1.83%
    points lost: side 0 0.23, side 1 0.35
    exact, error below 1e-12
    """

    combat: Combat = field(repr=False)
    """The combat it is about."""
    method: Literal["exact", "rolled", "law"]
    """How it was got: worked out, rolled die by die, or drawn from the law."""
    games: int | None
    """How many games were played; ``None`` for an exact law."""
    seed: int | str | None
    """The seed of a simulation."""
    weights: Floats = field(repr=False)
    """The chance (or share) of each outcome."""
    outcome_levels: Bytes = field(repr=False)
    """The wound level of each fighter in each outcome, as a place in :data:`LEVELS`."""
    outcome_stunned: Bytes = field(repr=False)
    """The markers of stunned of each fighter in each outcome."""
    outcome_passes: Bytes = field(repr=False)
    """The number of passes of each outcome."""
    outcome_landed: Bytes = field(repr=False)
    """The number of attacks landed by side 0 and by side 1 in each outcome."""
    counts: Counts | None = field(repr=False, default=None)
    """How often each outcome came in a simulation; ``None`` for an exact law."""

    @classmethod
    def from_columns(
        cls,
        combat: Combat,
        weights: Floats,
        columns: list[Bytes],
        *,
        method: Literal["exact", "rolled", "law"],
        games: int | None = None,
        seed: int | str | None = None,
        counts: Counts | None = None,
    ) -> CombatResult:
        """Put the columns of the core together."""
        levels, stunned, passes, landed = columns
        return cls(combat, method, games, seed, weights, levels, stunned, passes, landed, counts)

    @cached_property
    def levels(self) -> Floats:
        """The chance of each wound level of each fighter: `[fighter, level]`."""
        places = range(len(LEVELS))
        return np.stack([self.weights @ (self.outcome_levels == place) for place in places], axis=1)

    @property
    def killed(self) -> Floats:
        """The chance of each fighter to be killed."""
        killed: Floats = self.levels[:, -1]
        return killed

    @cached_property
    def stunned(self) -> Floats:
        """The chance of each fighter to be alive and stunned."""
        alive = self.outcome_levels < len(LEVELS) - 1
        chance: Floats = self.weights @ (alive & (self.outcome_stunned > 0))
        return chance

    def at_least(self, level: WoundLevel | None = None) -> Floats:
        """Give the chance of each fighter to be wounded that badly or worse.

        Without a level it gives all of them: `[fighter, level]`, the first column being 1.
        """
        if level is None:
            chances: Floats = self.levels[:, ::-1].cumsum(axis=1)[:, ::-1]
            return chances
        if level not in LEVELS:
            raise InputError([("level", repr(level), f"one of {', '.join(LEVELS)}")])
        chance: Floats = self.levels[:, LEVELS.index(level) :].sum(axis=1)
        return chance

    def per_pass(self) -> Floats:
        """Give the chance of each wound level after each pass: `[pass, fighter, level]`.

        Only an exact law has it: a simulation keeps what its games came to. With policies of fixed
        habits ``result.combat.per_pass()`` works it out.
        """
        if self.method != "exact":
            raise InputError(
                [("method", self.method, "an exact law: a simulation keeps only the end of games")]
            )
        return self.combat.per_pass()

    @property
    def knows_passes(self) -> bool:
        """Whether :meth:`per_pass` has an answer: an exact law of fixed habits has."""
        return self.method == "exact" and "optimal" not in self.combat.policies

    @cached_property
    def passes(self) -> Floats:
        """The chance of 0, 1, 2, … passes of arms."""
        return _summed(self.outcome_passes, self.weights)

    @cached_property
    def landed(self) -> tuple[Floats, Floats]:
        """For side 0 and side 1 the chance of 0, 1, 2, … attacks landed."""
        first, second = (_summed(self.outcome_landed[:, side], self.weights) for side in (0, 1))
        return first, second

    @cached_property
    def points_lost(self) -> tuple[float, float]:
        """The expected points of the fighters that side 0 and side 1 lose."""
        lost = [0.0, 0.0]
        for number, (fighter, chance) in enumerate(
            zip(self.combat.fighters, self.killed, strict=True)
        ):
            lost[self.combat.side_of(number)] += fighter.profile.value * float(chance)
        return lost[0], lost[1]

    @cached_property
    def error(self) -> float:
        """How far the numbers may be off: see the definitions at the head of this module."""
        if self.games is None:
            return 1e-12
        # A chance that has shown only one face is held to be one game away from certainty.
        least = min(1 / self.games, 1 / 2)
        chances = np.clip(self.killed, least, 1 - least)
        return float(np.sqrt(chances * (1 - chances) / self.games).max())

    def replay(self, game: int) -> Game:
        """Play game number ``game`` of this simulation again, with its full log."""
        if self.method != "rolled" or self.seed is None or self.games is None:
            raise InputError(
                [
                    (
                        "method",
                        self.method,
                        "a simulation by the method 'rolled': others have no dice",
                    )
                ]
            )
        if type(game) is not int or not 0 <= game < self.games:
            raise InputError([("game", repr(game), f"a whole number from 0 to {self.games - 1}")])
        return self.combat.replay(game, self.seed)

    def names(self) -> list[str]:
        """Give the names of the fighters; those that share one are numbered."""
        return list(self.combat.names())

    def how(self, *, language: Language = "en") -> str:
        """Say in a few words how the numbers were got."""
        words = glossary(language)
        if self.games is None:
            return words.word("how.exact", error=f"{self.error:g}")
        return words.word(
            f"how.{self.method}",
            games=f"{self.games:,}".replace(",", "," if language == "en" else " "),
            seed=repr(self.seed),
            error=words.number(f"{self.error:.2g}"),
        )

    def table(self, *, language: Language = "en") -> str:
        """Give the result as plain text: a row for each fighter, a column for each wound level."""
        head, *rows = self._cells(language)
        width = max(len(row[0]) for row in rows)
        lines = [f"{'':{width}}" + "".join(f"{cell:>10}" for cell in head[1:])]
        lines += [f"{row[0]:{width}}" + "".join(f"{cell:>10}" for cell in row[1:]) for row in rows]
        return "\n".join([*lines, self._lost(language), self.how(language=language)])

    def __str__(self) -> str:
        return self.table()

    def _repr_html_(self) -> str:
        head, *rows = self._cells("en")
        right = " style='text-align:right'"
        top = "<th style='text-align:left'>" + escape(head[0]) + "</th>"
        top += "".join(f"<th{right}>{escape(cell)}</th>" for cell in head[1:])
        body = "".join(
            f"<tr><td style='text-align:left'>{escape(row[0])}</td>"
            + "".join(f"<td{right}>{escape(cell)}</td>" for cell in row[1:])
            + "</tr>"
            for row in rows
        )
        caption = escape(f"{self._lost('en')} · {self.how()}")
        return (
            f"<table><caption style='caption-side:bottom'>{caption}</caption>"
            f"<thead><tr>{top}</tr></thead><tbody>{body}</tbody></table>"
        )

    def _cells(self, language: Language) -> list[list[str]]:
        """Give the table cell by cell, its head first."""
        words = glossary(language)
        head = [words.word("table.fighter"), *(words.word(f"level.{level}") for level in LEVELS)]
        rows = [
            [name, *(words.number(f"{chance:.2%}") for chance in chances)]
            for name, chances in zip(self.names(), self.levels, strict=True)
        ]
        return [head, *rows]

    def _lost(self, language: Language) -> str:
        words = glossary(language)
        first, second = (words.number(f"{lost:.2f}") for lost in self.points_lost)
        return words.word("table.lost", first=first, second=second)

    def plot(
        self,
        axes: Axes | None = None,
        *,
        kind: Literal["levels", "at_least", "per_pass"] = "levels",
    ) -> Axes:
        """Draw the result (needs the extra ``plot``).

        ``levels`` is a bar of wound levels for each fighter, ``at_least`` a curve of the chance of
        a level or worse for each, ``per_pass`` the chance to be killed by each pass of arms.
        """
        from fracas import plots  # noqa: PLC0415 - matplotlib is an extra

        kinds = {
            "levels": plots.plot_levels,
            "at_least": plots.plot_at_least,
            "per_pass": plots.plot_per_pass,
        }
        if kind not in kinds:
            raise InputError([("kind", repr(kind), f"one of {', '.join(kinds)}")])
        return kinds[kind](self, axes)

    def to_arrow(self) -> Any:
        """Give the outcomes as a table of pyarrow (needs the extra ``arrow``).

        A row for each outcome: ``probability`` (for a simulation ``count`` and ``share``), then
        ``level_0``, ``level_1``, … as places in :data:`LEVELS`, ``stunned_0``, …, ``passes``,
        ``landed_0`` and ``landed_1``. Libraries that read the Arrow PyCapsule interface need no
        pyarrow: they take the result itself.
        """
        try:
            import pyarrow as pa  # noqa: PLC0415 - an extra
        except ImportError as error:
            message = 'a table of pyarrow needs pyarrow: pip install "fracas[arrow]"'
            raise ImportError(message) from error
        return pa.table(self)

    def __arrow_c_stream__(self, requested_schema: object = None) -> object:
        """Give the outcomes as an Arrow stream, in a capsule. It has one schema: its own."""
        return _core.outcome_stream(
            self.weights,
            self.counts,
            self.outcome_levels,
            self.outcome_stunned,
            self.outcome_passes,
            self.outcome_landed,
        )

    def to_dict(self) -> dict[str, Any]:
        """Give the numbers people ask for as plain values, ready for JSON."""
        return {
            "method": self.method,
            "games": self.games,
            "seed": self.seed,
            "error": self.error,
            "fighters": [
                {
                    "name": name,
                    "killed": float(chances[-1]),
                    "stunned": float(stunned),
                    "levels": dict(zip(LEVELS, map(float, chances), strict=True)),
                    "at_least": dict(zip(LEVELS, map(float, worse), strict=True)),
                }
                for name, chances, worse, stunned in zip(
                    self.names(), self.levels, self.at_least(), self.stunned, strict=True
                )
            ],
            "passes": [float(chance) for chance in self.passes],
            "landed": [[float(chance) for chance in side] for side in self.landed],
            "points_lost": list(self.points_lost),
        }


def _summed(numbers: Bytes, weights: Floats) -> Floats:
    """Give the sum of the weights of each number, from 0."""
    return np.bincount(numbers, weights).astype(np.float64, copy=False)
