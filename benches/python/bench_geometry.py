"""Tables through Python: paths against a visibility graph of polygons, contacts, reach.

The contender is pyvisgraph, which knows corners only, so that a disc must become a polygon there.
Its hexagons are circumscribed: what goes round them goes round the discs as well, so its way is one
that may be walked and never shorter than ours. Inscribed ones would cut through bases. A hexagon
is the coarsest that one would take; eight corners take more than twice as long. No gap is narrower
than the base that walks, so nothing is closed (M-4), which pyvisgraph could not tell.

extremitypathfinder, the other one there is, cannot be installed beside NumPy 2.
"""

# The contender need not be installed where this is only checked.
# mypy: disable-error-code="import-untyped, import-not-found"

from __future__ import annotations

import math
import random
from collections.abc import Callable
from itertools import pairwise
from typing import Any, NamedTuple

import pyvisgraph
from table import header, measure, readable, row

import fracas as fr

WIDTH = 1.0
SIDES = 6
# How much longer the way round a hexagon is than the way round the disc inside.
LONGEST = SIDES / math.pi * math.tan(math.pi / SIDES)


class Disc(NamedTuple):
    """An obstacle."""

    x: float
    y: float
    radius: float


def random_discs(seed: int, count: int) -> list[Disc]:
    """Draw bases of 2.5 to 4 cm with gaps as wide as the base that walks, or wider."""
    rng = random.Random(seed)  # noqa: S311 - a board, not a secret
    side = side_of(count)
    discs: list[Disc] = []
    while len(discs) < count:
        x, y = (rng.uniform(2.5, side - 2.5) for _ in range(2))
        disc = Disc(x, y, rng.uniform(1.25, 2))
        if all(
            math.dist(disc[:2], other[:2]) >= disc.radius + other.radius + WIDTH for other in discs
        ):
            discs.append(disc)
    return discs


def side_of(count: int) -> float:
    """Give the side of a square table of which so many bases cover a fifth."""
    return math.sqrt(36 * count)


def table_of(discs: list[Disc]) -> fr.Table:
    """Put the discs on a table."""
    side = side_of(len(discs))
    scenery = [
        {
            "disc": {"centre": (disc.x, disc.y), "radius": disc.radius},
            "passage": "impassable",
            "size": "large",
        }
        for disc in discs
    ]
    return fr.Table(side, side, [], scenery)


def length_by_us(table: fr.Table) -> float:
    """Measure the way from one corner of the table to the opposite one."""
    return table.path((0, 0), (table.width, table.depth), width=WIDTH).length


def graph_of(discs: list[Disc]) -> Any:
    """Build the visibility graph of the hexagons."""
    graph = pyvisgraph.VisGraph()
    graph.build([hexagon(disc) for disc in discs], status=False)
    return graph


def hexagon(disc: Disc) -> list[Any]:
    """Give the corners of a hexagon round a disc."""
    reach = disc.radius / math.cos(math.pi / SIDES)
    angles = [math.tau * (corner + 0.37) / SIDES for corner in range(SIDES)]
    return [
        pyvisgraph.Point(disc.x + reach * math.cos(angle), disc.y + reach * math.sin(angle))
        for angle in angles
    ]


def length_by_graph(graph: Any, side: float) -> float:
    """Measure the same way in the graph."""
    path = graph.shortest_path(pyvisgraph.Point(0, 0), pyvisgraph.Point(side, side))
    return sum(math.dist((one.x, one.y), (other.x, other.y)) for one, other in pairwise(path))


def repeated(work: Callable[[], Any], times: int) -> Callable[[], Any]:
    """Do the same again and again, and give what it came to last."""

    def run() -> Any:
        for _ in range(times - 1):
            work()
        return work()

    return run


def bench_paths(count: int, expected: str, *, rounds: int) -> None:
    """Measure a path among discs, with all that has to be set up for it and without."""
    times = 20
    discs = random_discs(count, count)
    table, graph, side = table_of(discs), graph_of(discs), side_of(count)
    anew, ready, by_graph, by_ready_graph = measure(
        repeated(lambda: length_by_us(table_of(discs)), times),
        repeated(lambda: length_by_us(table), times),
        lambda: length_by_graph(graph_of(discs), side),
        lambda: length_by_graph(graph, side),
        rounds=rounds,
    )
    assert anew.result == ready.result
    for rival in (by_graph, by_ready_graph):
        assert ready.result <= rival.result <= LONGEST * ready.result
    for what, ours, theirs in (
        (f"path among {count} discs, set up anew; against pyvisgraph", anew, by_graph),
        ("the same, table and graph being ready", ready, by_ready_graph),
    ):
        seconds = ours.seconds / times
        ratio = theirs.seconds / seconds
        row(
            what,
            f"{readable(1e6 * seconds)} µs",
            f"{ours.result:.9f}",
            expected=expected,
            ratio=ratio,
            bar=("≥ 20 ×", ratio >= 20),
        )


def placed(side: int, x: float, y: float) -> fr.Placed:
    """Place a fighter."""
    return fr.Placed("Dawn warrior", side=side, position=(x, y), facing=90)


def bench_contacts() -> None:
    """Measure the contact list of a hundred ranks of a hundred, each touching his neighbours."""
    ranks = range(100)
    fighters = [placed(rank % 2, 5 + 2.5 * file, 5 + 3 * rank) for rank in ranks for file in ranks]
    table = fr.Table(300, 310, fighters)
    (measured,) = measure(table.contacts)
    row(
        "contact list of 10,000 bases",
        f"{readable(1e3 * measured.seconds)} ms",
        len(measured.result),
        expected=100 * 99,
        bar=("≤ 10 ms", measured.seconds <= 0.01),
    )


def bench_reach() -> None:
    """Measure whether a fighter can reach an enemy in plain view among eighteen others."""
    times = 1_000
    others = [placed(number % 2, 10 + 5 * number, 40) for number in range(18)]
    table = fr.Table(120, 90, [placed(0, 50, 10), placed(1, 60, 30), *others])
    # From the mire, in the middle of the front edge of a base of 2.5 cm, the enemy's corner is
    # 10 − 1.25 to the right and 20 − 2.5 further up.
    way = math.hypot(8.75, 17.5)
    near, far = measure(
        repeated(lambda: table.can_reach(0, 1, way + 1e-6), times),
        repeated(lambda: table.can_reach(0, 1, way - 1e-6), times),
    )
    seconds = max(near.seconds, far.seconds) / times
    row(
        "reach of a base among 20, the straight line open",
        f"{readable(1e6 * seconds)} µs",
        f"{near.result} {far.result}",
        expected="True False",
        bar=("≤ 20 µs", seconds <= 20e-6),
    )


def main() -> None:
    """Print the table."""
    header()
    bench_paths(20, "38.034832675", rounds=5)
    bench_paths(100, "85.462017051", rounds=1)
    bench_contacts()
    bench_reach()


if __name__ == "__main__":
    main()
