"""The ground floor through Python: dice, laws over arrays, single calls, the import.

Each row compares the package with what a user would write without it, in one run and in turn.
"""

from __future__ import annotations

import subprocess
import sys
from statistics import median
from time import perf_counter
from typing import Any

import numpy as np
from numpy.typing import NDArray
from table import header, measure, readable, row

import fracas as fr
from fracas import reference

Integers = NDArray[np.int32]
Floats = NDArray[np.float64]

ROWS = 1_000_000
DEFAULT = reference.Rules()


def bench_dice() -> None:
    """Measure dice of a seed, by the array, against the reference."""
    many, few = 20_000_000, 100_000

    def rolled_by_reference() -> list[int]:
        dice = reference.Seeded(7)
        return [dice.roll("check") for _ in range(few)]

    core, slow = measure(lambda: fr.Dice.seeded(7).faces(many), rolled_by_reference)
    assert core.result[:few].tolist() == slow.result
    row(
        "seeded dice as an array; against the Python reference",
        f"{readable(many / core.seconds)} dice/s",
        int(core.result.sum(dtype=np.int64)),
        expected=69_986_397,
        ratio=(many / core.seconds) / (few / slow.seconds),
    )


def bench_check() -> None:
    """Measure checks one after another, each its own call, against the reference."""
    calls = 20_000

    def by_core() -> int:
        dice = fr.Dice.seeded(7)
        return sum(fr.check(3, difficulty=8, source=dice).final for _ in range(calls))

    def by_reference() -> int:
        dice = reference.Seeded(7)
        results = (
            reference.check(3, difficulty=8, source=dice, rules=DEFAULT) for _ in range(calls)
        )
        return sum(result.final for result in results)

    core, slow = measure(by_core, by_reference)
    assert core.result == slow.result
    row(
        "one check a call; against the Python reference",
        f"{readable(calls / core.seconds)} checks/s",
        core.result,
        expected=139_559,
        ratio=slow.seconds / core.seconds,
    )


def bench_attack_law() -> None:
    """Measure the attack law of a million rows, against NumPy on all and on the distinct ones."""
    attack, defence, dice = attack_rows()
    core, series, distinct = measure(
        lambda: fr.laws.attack(attack, defence, dice=dice),
        lambda: attack_by_series(attack, defence, dice),
        lambda: attack_by_distinct_rows(attack, defence, dice),
        rounds=5,
    )
    assert np.abs(core.result - series.result).max() < 1e-9
    assert np.abs(core.result - distinct.result).max() < 1e-9
    digest = f"{core.result[:, 2].sum():.4f}"
    figure = f"{readable(ROWS / core.seconds)} laws/s"
    row(
        "attack law of 10⁶ rows; against a NumPy series",
        figure,
        digest,
        expected="492844.1044",
        ratio=series.seconds / core.seconds,
    )
    row(
        "the same; against the series on the distinct rows, gathered",
        figure,
        digest,
        expected="492844.1044",
        ratio=distinct.seconds / core.seconds,
    )


def attack_rows() -> tuple[Integers, Integers, Integers]:
    """Give attacks and defences of −2 to 12 and 0 to 4 dice, from dice: the same everywhere."""
    faces = fr.Dice.seeded("attack rows").faces(9 * ROWS).astype(np.int32).reshape(3, 3, ROWS) - 1
    numbers = faces[:, 0] * 36 + faces[:, 1] * 6 + faces[:, 2]
    return numbers[0] % 15 - 2, numbers[1] % 15 - 2, numbers[2] % 5


def attack_by_series(attack: Integers, defence: Integers, dice: Integers) -> Floats:
    """Sum over what the attack die may come to, as far as 6^-13 matters."""
    naturals = np.array([1, *(6 * sixes + face for sixes in range(13) for face in range(2, 6))])
    chances = np.array([0.2, *(6.0 ** -(sixes + 1) for sixes in range(13) for _ in range(4))])
    # The chance of a defence die to reach 1, 2, 3, …, rerolled until it does.
    needs = np.arange(1, 130)
    sixes = (needs - 1) // 6
    last = needs - 6 * sixes
    reach = 6.0**-sixes * (7 - np.where(sixes > 0, np.maximum(last, 2), last)) / 6
    failed, landed = np.zeros(len(attack)), np.zeros(len(attack))
    for natural, chance in zip(naturals.tolist(), chances.tolist(), strict=True):
        final = natural + attack
        need = np.clip(final - defence, 1, 129) - 1
        misses = (1 - reach[need]) ** dice
        failed += np.where(final > 0, 0.0, chance)
        landed += np.where(final > 0, chance * misses, 0.0)
    return np.stack([failed, 1 - failed - landed, landed], axis=1)


def attack_by_distinct_rows(attack: Integers, defence: Integers, dice: Integers) -> Floats:
    """Compute each combination once and look every row up."""
    combinations = np.indices((15, 15, 5), dtype=np.int32).reshape(3, -1)
    law = attack_by_series(combinations[0] - 2, combinations[1] - 2, combinations[2])
    gathered: Floats = law[((attack + 2) * 15 + defence + 2) * 5 + dice]
    return gathered


def bench_wound_law() -> None:
    """Measure the wound law of a million rows, against a table in NumPy."""
    faces = fr.Dice.seeded("wound rows").faces(4 * ROWS).astype(np.int32).reshape(4, ROWS)
    strength, resilience = faces[0] + 2 * faces[1], faces[2] + 2 * faces[3]
    core, table = measure(
        lambda: fr.laws.wound(strength, resilience),
        lambda: wound_by_table(strength, resilience),
    )
    assert np.abs(core.result - table.result).max() < 1e-9
    row(
        "wound law of 10⁶ rows; against a table in NumPy",
        f"{readable(ROWS / core.seconds)} laws/s",
        f"{(core.result @ np.arange(6)).sum():.4f}",
        expected="2428579.0833",
        ratio=table.seconds / core.seconds,
    )


def wound_by_table(strength: Integers, resilience: Integers) -> Floats:
    """Count the 36 rolls for each gap between strength and resilience once and look rows up."""
    first, second = np.indices((6, 6)).reshape(2, -1)
    lower, higher = np.minimum(first, second), np.maximum(first, second) + 1
    gaps = np.arange(-40, 41)
    rows = np.clip((higher + gaps[:, None] + 5) // 2, 0, 10)
    cells = WOUND_TABLE[rows, LOCATIONS[lower]]
    cells = np.where((lower == 5) & (higher == 6), 5, cells)
    law = (cells[:, :, None] == np.arange(6)).mean(axis=1)
    gathered: Floats = law[strength - resilience + 40]
    return gathered


LOCATIONS = np.array([0, 1, 2, 3, 4, 4])
WOUND_TABLE = np.array(
    [
        [0, 0, 0, 1, 1],
        [0, 1, 1, 1, 2],
        [1, 1, 1, 2, 2],
        [1, 2, 2, 2, 3],
        [2, 2, 2, 3, 3],
        [2, 2, 3, 3, 4],
        [2, 3, 3, 4, 4],
        [3, 3, 4, 4, 5],
        [3, 4, 4, 5, 5],
        [4, 4, 5, 5, 5],
        [4, 5, 5, 5, 5],
    ]
)


def bench_import() -> None:
    """Measure ``import fracas`` beyond ``import numpy``, in fresh processes."""
    times: dict[str, list[float]] = {"numpy": [], "fracas": []}
    for _ in range(21):
        for module, seconds in times.items():
            start = perf_counter()
            subprocess.run([sys.executable, "-c", f"import {module}"], check=True)  # noqa: S603
            seconds.append(perf_counter() - start)
    extra = 1000 * (median(times["fracas"]) - median(times["numpy"]))
    heavy = ("rich", "tempfile", "typer", "fracas.reference")
    program = f"import fracas, sys; print([m for m in {heavy} if m in sys.modules])"
    loaded = subprocess.run(  # noqa: S603 - our own program
        [sys.executable, "-c", program], check=True, capture_output=True, text=True
    )
    row(
        "import fracas, beyond import numpy",
        f"{extra:.1f} ms",
        loaded.stdout.strip(),
        expected="[]",
        bar=("≤ 50 ms", extra <= 50),
    )


def main() -> None:
    """Print the table."""
    header()
    benches: list[Any] = [
        bench_dice,
        bench_check,
        bench_attack_law,
        bench_wound_law,
        bench_import,
    ]
    for bench in benches:
        bench()


if __name__ == "__main__":
    main()
