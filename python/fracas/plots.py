"""Pictures of results. Needs matplotlib: the extra ``plot``."""

from __future__ import annotations

from itertools import product
from typing import TYPE_CHECKING

import numpy as np

from fracas.glossary import glossary
from fracas.results import LEVELS
from fracas.solving import written

if TYPE_CHECKING:
    from matplotlib.axes import Axes

    from fracas.results import CombatResult
    from fracas.solving import Solution

__all__ = ["plot_at_least", "plot_levels", "plot_per_pass", "plot_splits", "splits_size"]

_COLOURS = ("#d9e2ec", "#f7d070", "#f0a04b", "#d64545", "#3e1f47")
_MARKS = "os^Dv<>ph"


def plot_levels(result: CombatResult, axes: Axes | None = None) -> Axes:
    """Draw a stacked bar of wound levels for each fighter."""
    names = result.names()
    axes = _axes(axes, 1.6 + 0.5 * len(names))
    places = range(len(names))
    left = [0.0] * len(names)
    for place, (label, colour) in enumerate(zip(_labels(), _COLOURS, strict=True)):
        chances = [float(chance) for chance in result.levels[:, place]]
        bars = axes.barh(places, chances, left=left, color=colour, edgecolor="white", label=label)
        texts = [f"{chance:.0%}" if chance >= 0.05 else "" for chance in chances]
        ink = "white" if place >= 3 else "black"
        axes.bar_label(bars, texts, label_type="center", color=ink, fontsize=9)
        left = [start + chance for start, chance in zip(left, chances, strict=True)]
    axes.set_yticks(places, [_plain(name) for name in names])
    axes.invert_yaxis()
    axes.set_xlim(0, 1)
    axes.xaxis.set_major_formatter(lambda value, _: f"{value:.0%}")
    axes.set_title(_plain(result.how()), fontsize=9)
    axes.legend(ncols=len(LEVELS), loc="upper center", bbox_to_anchor=(0.5, -0.18), frameon=False)
    for side in ("top", "right", "left"):
        axes.spines[side].set_visible(False)
    return axes


def plot_at_least(result: CombatResult, axes: Axes | None = None) -> Axes:
    """Draw for each fighter the chance of every wound level or worse."""
    axes = _axes(axes, 4.0)
    labels = [f"{label}\nor worse" for label in _labels()[1:-1]] + [_labels()[-1]]
    chances = result.at_least()[:, 1:]
    for name, row, mark in zip(result.names(), chances, _MARKS, strict=False):
        axes.plot(range(len(labels)), row, marker=mark, label=_plain(name))
    axes.set_xticks(range(len(labels)), labels)
    return _finish(result, axes)


def plot_per_pass(result: CombatResult, axes: Axes | None = None) -> Axes:
    """Draw for each fighter the chance to have been killed by each pass of arms."""
    axes = _axes(axes, 4.0)
    killed = result.per_pass()[:, :, -1]
    passes = range(1, len(killed) + 1)
    for name, row, mark in zip(result.names(), killed.T, _MARKS, strict=False):
        axes.plot(passes, row, marker=mark, label=_plain(name))
    axes.set_xticks(passes)
    axes.set_xlabel("pass of arms")
    axes.set_ylabel("killed by then")
    return _finish(result, axes)


def plot_splits(solution: Solution, axes: Axes | None = None) -> Axes:
    """Draw what every split of the lone fighter is worth against every split of his enemies.

    Splits of enemies that are alike are drawn once. A frame marks the splits of best play, if all
    place before the first die.
    """
    combat, values = solution.combat, solution.splits
    names = [_plain(name) for name in combat.names()]
    columns = _columns(solution)
    grid = np.array([[values[(own, *column)] for column in columns] for own in range(len(values))])
    axes = _axes(axes, splits_size(solution)[1])
    from matplotlib.patches import Rectangle  # noqa: PLC0415 - an extra

    is_points = solution.favoured is not None or np.nanmin(grid) < 0 < np.nanmax(grid)
    most = float(np.nanmax(np.abs(grid))) or 1.0
    image = axes.imshow(grid, cmap="RdBu" if is_points else "Blues", aspect="auto")
    if is_points:
        image.set_clim(-most, most)
    for (row, column), value in np.ndenumerate(grid):
        if not np.isnan(value):
            red, green, blue, _ = image.cmap(image.norm(value))
            dark = 0.3 * red + 0.6 * green + 0.1 * blue < 0.5
            text = written(float(value))
            axes.text(
                column, row, text, ha="center", va="center", color="white" if dark else "black"
            )
    best = solution.equilibrium
    if len(best) == len(names):
        column = columns.index(_sorted(solution, tuple(best[one] for one in range(1, len(best)))))
        for width, colour in ((5, "white"), (2.5, "black")):
            place = (column - 0.46, best[0] - 0.46)
            axes.add_patch(Rectangle(place, 0.92, 0.92, fill=False, lw=width, ec=colour))
    dice = np.array(values.shape) - 1
    axes.set_yticks(range(len(grid)), [f"{own} + {dice[0] - own}" for own in range(len(grid))])
    labels = [
        "\n".join(f"{one} + {all_ - one}" for one, all_ in zip(column, dice[1:], strict=True))
        for column in columns
    ]
    axes.set_xticks(range(len(columns)), labels)
    axes.set_ylabel(f"{names[0]}\nattack + defence")
    axes.set_xlabel(f"{', '.join(names[1:])}: attack + defence")
    what = glossary().word(f"advice.utility_{solution.kind}")
    framed = "; framed: best play" if len(best) == len(names) else ""
    axes.set_title(f"value to side 0 ({what}){framed}", fontsize=9)
    return axes


def splits_size(solution: Solution) -> tuple[float, float]:
    """Give the width and the height, in inches, that :func:`plot_splits` needs."""
    enemies = len(solution.combat.fighters) - 1
    width = max(5.0, 1.8 + 0.75 * len(_columns(solution)))
    return width, 1.6 + 0.5 * len(solution.splits) + 0.2 * enemies


def _columns(solution: Solution) -> list[tuple[int, ...]]:
    """Give the splits of the enemies, those of enemies that are alike once."""
    every = product(*(range(size) for size in solution.splits.shape[1:]))
    return sorted({_sorted(solution, split) for split in every})


def _sorted(solution: Solution, split: tuple[int, ...]) -> tuple[int, ...]:
    """Give a split of the enemies with those of enemies that are alike in order."""
    if solution.kind == "table":
        return split
    enemies = solution.combat.fighters[1:]
    alike = {
        one: sorted(dice for other, dice in zip(enemies, split, strict=True) if other == one)
        for one in enemies
    }
    return tuple(alike[one].pop(0) for one in enemies)


def _axes(axes: Axes | None, height: float) -> Axes:
    if axes is not None:
        return axes
    try:
        from matplotlib import pyplot as plt  # noqa: PLC0415 - an extra
    except ImportError as error:
        message = 'pictures need matplotlib: pip install "fracas[plot]"'
        raise ImportError(message) from error
    return plt.subplots(figsize=(8, height), layout="constrained")[1]


def _finish(result: CombatResult, axes: Axes) -> Axes:
    axes.set_ylim(bottom=0)
    axes.yaxis.set_major_formatter(lambda value, _: f"{value:.1%}")
    axes.set_title(_plain(result.how()), fontsize=9)
    axes.grid(axis="y", alpha=0.3)
    axes.legend(frameon=False)
    for side in ("top", "right"):
        axes.spines[side].set_visible(False)
    return axes


def _labels() -> list[str]:
    words = glossary("en")
    return [words.word(f"level.{level}") for level in LEVELS]


def _plain(text: str) -> str:
    """Keep matplotlib from taking a name for a formula."""
    return text.replace("$", r"\$")
