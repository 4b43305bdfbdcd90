"""Pictures that go into a file. They need the extra ``plot``."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

from fracas import InputError

if TYPE_CHECKING:
    from matplotlib.axes import Axes

__all__ = ["save_picture"]


def save_picture(path: Path, size: tuple[float, float], draw: Callable[[Axes], object]) -> None:
    """Draw something into a file, so many inches wide and high."""
    try:
        import matplotlib as mpl  # noqa: PLC0415 - an extra
        from matplotlib import pyplot as plt  # noqa: PLC0415 - the same
    except ImportError:
        problem = ("--plot", "no matplotlib", 'what pip install "fracas[plot]" brings')
        raise InputError([problem]) from None
    mpl.use("agg")
    figure, axes = plt.subplots(layout="constrained")
    figure.set_size_inches(*size)
    draw(axes)
    endings = figure.canvas.get_supported_filetypes()
    if path.suffix.lower().lstrip(".") not in endings:
        raise InputError([("--plot", str(path), f"a name in .{', .'.join(sorted(endings))}")])
    figure.savefig(path, dpi=150)
    plt.close("all")
