"""Best play through Python: solved anew, and again from what is kept."""

from __future__ import annotations

from itertools import count
from time import perf_counter

from table import header, measure, readable, row

import fracas as fr

GUARD = fr.library()["Praetorian guard"]
WARRIOR = fr.library()["Dawn warrior"]
VALUES = {1: 2.3143676615971005, 2: -1.7631595864204797, 3: -7.033016486054848}


def bench_cache() -> None:
    """Solve a combat of one against three again: nothing is worked out a second time."""
    fight = fr.combat(GUARD, [WARRIOR] * 3)
    start = perf_counter()
    kept = fight.solve().kept
    anew = perf_counter() - start

    def again() -> float:
        return fight.solve().value

    (measured,) = measure(again)
    assert fight.solve().kept == kept
    row(
        "one against three, solved again; against the first time",
        f"{readable(1e6 * measured.seconds)} µs",
        f"{measured.result:.9f}",
        expected=f"{VALUES[3]:.9f}",
        ratio=anew / measured.seconds,
    )


def bench_advice() -> None:
    """Give advice at the start of a duel that was never seen before."""
    # A fighter of another price is another one; the cheaper warrior places first all the same.
    prices = count(50)

    def advice() -> fr.Advice:
        return fr.combat(GUARD.replace(value=next(prices)), WARRIOR).solve().advise()

    (measured,) = measure(advice)
    row(
        "a duel set up, solved and advised on",
        f"{readable(1e6 * measured.seconds)} µs",
        measured.result.best.label,
        expected="1 attack, 1 defence",
    )


def main() -> None:
    """Print the table."""
    header()
    bench_advice()
    bench_cache()


if __name__ == "__main__":
    main()
