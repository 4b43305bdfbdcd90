"""What the Python benches share: contenders timed in turn, and the table they print."""

from __future__ import annotations

from collections.abc import Callable
from time import perf_counter
from typing import Any, NamedTuple

__all__ = ["Measured", "header", "measure", "readable", "row"]


class Measured(NamedTuple):
    """The fastest round of a contender and what it gave."""

    seconds: float
    result: Any


def measure(*contenders: Callable[[], Any], rounds: int = 7) -> list[Measured]:
    """Run the contenders in turn, round by round, so that all meet the same machine.

    The first round warms up and is not timed.
    """
    fastest = [float("inf")] * len(contenders)
    results = [contender() for contender in contenders]
    for _ in range(rounds):
        for index, contender in enumerate(contenders):
            start = perf_counter()
            results[index] = contender()
            fastest[index] = min(fastest[index], perf_counter() - start)
    return [Measured(*pair) for pair in zip(fastest, results, strict=True)]


def header() -> None:
    """Print the head of the table."""
    print("| what | figure | ratio | bar | digest |")
    print("|---|--:|--:|--:|--:|")


def row(
    what: str,
    figure: str,
    digest: object,
    *,
    expected: object,
    ratio: float | None = None,
    bar: tuple[str, bool] | None = None,
) -> None:
    """Print a row, once its digest is found to be right.

    A bar is what is asked for and whether it is met.
    """
    assert digest == expected, f"{what}: the digest is {digest}, not {expected}"
    ratio_text = "–" if ratio is None else f"{ratio:,.{2 if ratio < 10 else 0}f} ×"
    bar_text = "–" if bar is None else f"{bar[0]} {'✓' if bar[1] else 'MISSED'}"
    print(f"| {what} | {figure} | {ratio_text} | {bar_text} | {digest} |", flush=True)


def readable(number: float) -> str:
    """Write a number with three digits that matter.

    >>> readable(412_345_678), readable(7_140)
    ('412 M', '7.14 k')
    """
    for size, letter in ((1e9, " G"), (1e6, " M"), (1e3, " k")):
        if number >= size:
            return f"{number / size:#.3g}".rstrip(".") + letter
    return f"{number:.3g}"
