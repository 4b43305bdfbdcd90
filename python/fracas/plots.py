"""Pictures of results. Needs matplotlib: the extra ``plot``."""

from __future__ import annotations

from typing import TYPE_CHECKING

from fracas.glossary import glossary
from fracas.results import LEVELS

if TYPE_CHECKING:
    from matplotlib.axes import Axes

    from fracas.results import CombatResult

__all__ = ["plot_at_least", "plot_levels", "plot_per_pass"]

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
