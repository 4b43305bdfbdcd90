"""Melees through Python, against what a user would write with networkx.

A board has 40 fighters, 20 on each side, and about 60 contacts drawn at random, a quarter of them
between friends. What is asked for is the melee of every fighter: the connected components of the
contacts between enemies, numbered by their lowest fighter.
"""

# The contender need not be installed where this is only checked.
# mypy: disable-error-code="import-untyped, import-not-found"

from __future__ import annotations

from itertools import count
from typing import Any, NamedTuple
from zlib import crc32

import networkx as nx
import numpy as np
from numpy.typing import NDArray
from table import header, measure, readable, row

import fracas as fr

FIGHTERS = 40
CONTACTS = 60


class Boards(NamedTuple):
    """Boards in flat arrays."""

    camps: NDArray[np.uint8]
    contacts: NDArray[np.uint16]
    fighter_offsets: NDArray[np.int64]
    contact_offsets: NDArray[np.int64]


def random_boards(boards: int) -> Boards:
    """Draw boards: camps in equal numbers, 52 to 68 contacts, three of four between enemies."""
    random = np.random.default_rng(5)
    camps = np.tile(np.arange(FIGHTERS, dtype=np.uint8) % 2, boards)
    counts = random.integers(CONTACTS - 8, CONTACTS + 9, boards)
    total = int(counts.sum())
    first = random.integers(0, FIGHTERS, total)
    # Every other fighter is an enemy, so an odd distance leads to one.
    apart = random.integers(0, FIGHTERS // 2, total) * 2 + 1
    friends = random.random(total) < 0.25
    second = (first + np.where(friends, np.maximum(apart - 1, 2), apart)) % FIGHTERS
    contacts = np.stack([first, second], axis=1).astype(np.uint16)
    offsets = np.concatenate([[0], np.cumsum(counts)])
    return Boards(camps, contacts, FIGHTERS * np.arange(boards + 1), offsets)


def digest_of(labels: NDArray[Any]) -> int:
    """Give a number that changes with any label."""
    return crc32(np.ascontiguousarray(labels, dtype=np.int32).tobytes())


def melees_by_networkx(boards: Boards, many: int) -> NDArray[np.int32]:
    """Label the first boards: a graph of each, and its components in order of their lowest."""
    labels = np.full(many * FIGHTERS, -1, dtype=np.int32)
    for board in range(many):
        start = int(boards.fighter_offsets[board])
        camps = boards.camps[start : start + FIGHTERS].tolist()
        first, last = boards.contact_offsets[board : board + 2].tolist()
        pairs = boards.contacts[first:last].tolist()
        graph = nx.Graph((one, other) for one, other in pairs if camps[one] != camps[other])
        for number, fighters in enumerate(sorted(nx.connected_components(graph), key=min)):
            for fighter in fighters:
                labels[start + fighter] = number
    return labels


def bench_batch() -> None:
    """Measure a batch of boards, on one thread, against networkx."""
    many, few = 100_000, 500
    boards = random_boards(many)

    def batch() -> fr.MeleeBatch:
        return fr.melees_batch(*boards, threads=1)

    def batch_on_two() -> fr.MeleeBatch:
        return fr.melees_batch(*boards, threads=2)

    core, two, slow = measure(
        batch, batch_on_two, lambda: melees_by_networkx(boards, few), rounds=5
    )
    assert (core.result.labels[: few * FIGHTERS] == slow.result).all()
    assert (core.result.labels == two.result.labels).all()
    digest = f"{core.result.counts.sum()} {digest_of(core.result.labels):#010x}"
    expected = "181389 0x1269127d"
    rate = many / core.seconds
    ratio = rate * slow.seconds / few
    row(
        "melees of boards of 40 fighters; against networkx",
        f"{readable(rate)} boards/s",
        digest,
        expected=expected,
        ratio=ratio,
        bar=("≥ 100 ×", ratio >= 100),
    )
    row(
        "the same, from arrays",
        f"{readable(rate)} boards/s",
        digest,
        expected=expected,
        bar=("≥ 1 M boards/s", rate >= 1e6),
    )
    row(
        "the same, two threads; against one",
        f"{readable(many / two.seconds)} boards/s",
        digest,
        expected=expected,
        ratio=core.seconds / two.seconds,
    )


def bench_large() -> None:
    """Measure one board of a million fighters and three million contacts."""
    fighters, contacts = 1_000_000, 3_000_000
    random = np.random.default_rng(6)
    camps = random.integers(0, 2, fighters, dtype=np.uint8)
    first = random.integers(0, fighters, contacts)
    # A contact reaches three fighters at most, so there are many melees.
    second = np.minimum(first + random.integers(1, 4, contacts), fighters - 1)
    second = np.where(second == first, first - 1, second)
    pairs = np.stack([first, second], axis=1)
    (measured,) = measure(lambda: fr.melees(camps, pairs), rounds=3)
    found = measured.result
    row(
        "melees of a board of 10⁶ fighters and 3·10⁶ contacts",
        f"{1e3 * measured.seconds:.0f} ms",
        f"{len(found)} {digest_of(found.labels):#010x}",
        expected="76974 0x3b093d55",
        bar=("≤ 1 s", measured.seconds <= 1),
    )


def complete(first: int, second: int, fighters: list[fr.Profile] | None = None) -> fr.Melee:
    """Give the melee in which everybody touches every enemy."""
    camps = [0] * first + [1] * second
    pairs = [(one, first + other) for one in range(first) for other in range(second)]
    (melee,) = fr.melees(camps, pairs, fighters=fighters)
    return melee


def bench_separations() -> None:
    """Measure how separations are counted, and given one by one."""
    melee = complete(6, 6)
    many = 63_756
    assert melee.count() == many
    chain = fr.melees([0, 1] * 100, [(place, place + 1) for place in range(199)])[0]
    listed, counted, long, drawn = measure(
        lambda: sum(1 for _ in melee.separations()),
        complete(8, 8).count,
        chain.count,
        lambda: melee.sample(seed=7),
    )
    row(
        "separations of 6 + 6, each a Python value",
        f"{readable(listed.result / listed.seconds)} separations/s",
        listed.result,
        expected=many,
        bar=("≥ 1 M separations/s", many / listed.seconds >= 1e6),
    )
    for what, measured, expected in (
        ("separations of 8 + 8 counted", counted, 58_746_304),
        ("separations of a chain of 200 counted", long, 1_094_081_998_015_776_526_179_329),
    ):
        row(
            what,
            f"{1e6 * measured.seconds:.0f} µs",
            measured.result,
            expected=expected,
            bar=("≤ 10 ms", measured.seconds <= 0.01),
        )
    row(
        "a separation of 6 + 6 drawn",
        f"{1e6 * drawn.seconds:.0f} µs",
        " ".join("+".join(map(str, star.members)) for star in drawn.result),
        expected="0+7 1+2+8 3+5+11 4+6+9+10",
    )


def bench_best() -> None:
    """Measure the best separation of 5 + 5 fighters of four kinds, from nothing and again."""
    known = fr.library()
    kinds = [known[name] for name in ("Veteran", "Spearman", "Dawn warrior", "Duellist")]
    prices = count(1)

    def set_up(dearer: int = 0) -> fr.Melee:
        line = [kind.replace(value=kind.value + dearer) for kind in kinds]
        fighters = [line[place % 4] for place in range(5)]
        return complete(5, 5, fighters + [line[3 - place % 4] for place in range(5)])

    melee = set_up()
    best = melee.best(0)
    digest, expected = f"{best.value:.9f} {best.method}", "19.155818159 exact"
    # A fighter of another price is another one, so nothing is known of his combats.
    cold, warm = measure(lambda: set_up(next(prices)).best(0), lambda: melee.best(0), rounds=3)
    assert warm.result == best
    assert cold.result.method == best.method
    row(
        "best separation of 5 + 5 of four kinds, from nothing",
        f"{1e3 * cold.seconds:.0f} ms",
        digest,
        expected=expected,
        bar=("≤ 1 s", cold.seconds <= 1),
    )
    row(
        "the same, the values of its combats being known",
        f"{readable(1e3 * warm.seconds)} ms",
        digest,
        expected=expected,
        bar=("≤ 50 ms", warm.seconds <= 0.05),
    )


def main() -> None:
    """Print the table."""
    header()
    for bench in (bench_batch, bench_large, bench_separations, bench_best):
        bench()


if __name__ == "__main__":
    main()
