"""Where dice come from: whatever a caller gives becomes a :class:`fracas.Dice`."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from fracas._core import Dice, Rules

__all__ = ["DEFAULT_RULES", "Source", "dice_of"]

Source: TypeAlias = Dice | int | str | Sequence[int] | NDArray[np.integer]
"""A :class:`fracas.Dice`, a seed (a number or a text), or a list of faces that must be used up."""

DEFAULT_RULES = Rules()
"""The rules that hold when none are given."""


@contextmanager
def dice_of(source: Source) -> Iterator[Dice]:
    """Give the dice of a source. A list of faces must be used up when the block is left."""
    if isinstance(source, Dice):
        yield source
    elif isinstance(source, Sequence | np.ndarray) and not isinstance(source, str):
        dice = Dice.scripted(source)
        yield dice
        dice.finish()
    else:
        yield Dice.seeded(source)
