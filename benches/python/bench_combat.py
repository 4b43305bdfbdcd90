"""One combat through Python, against what a user would write without the package.

A duel of a Praetorian guard and a Dawn warrior under the plain policy: each has an attack die and a
defence die, so there is one pass of two attacks at most. The contenders are written for just that.
Their outcome is the *blow* that each fighter suffered: 0 when the attack on him did not land, else
1 to 6 for a wound of none to killed. That tells everything: levels, stunned, attacks landed.
"""

# The contenders need not be installed where this is only checked.
# mypy: disable-error-code="import-untyped, import-not-found"

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import Any, TypeVar

import icepool
import numpy as np
from icepool import Die, d6
from numba import njit
from numpy.typing import NDArray
from table import Measured, header, measure, readable, row

import fracas as fr
from fracas import reference

Work = TypeVar("Work", bound=Callable[..., Any])
Floats = NDArray[np.float64]
Blows = NDArray[np.int64]

GUARD = fr.library()["Praetorian guard"]
WARRIOR = fr.library()["Dawn warrior"]
DUEL = fr.combat(GUARD, WARRIOR)

KILLED = 6
PENALTIES = (0, 0, -1, -1, -2, -3, 0)
"""What each blow costs in attack and strength."""
WOUNDS = (
    (0, 0, 0, 1, 1),
    (0, 1, 1, 1, 2),
    (1, 1, 1, 2, 2),
    (1, 2, 2, 2, 3),
    (2, 2, 2, 3, 3),
    (2, 2, 3, 3, 4),
    (2, 3, 3, 4, 4),
    (3, 3, 4, 4, 5),
    (3, 4, 4, 5, 5),
    (4, 4, 5, 5, 5),
    (4, 5, 5, 5, 5),
)
"""By half the result and by the lower die."""


def joint(result: fr.CombatResult) -> Floats:
    """Give the chances by the blow on the guard and the blow on the warrior."""
    blows = np.where(result.outcome_levels > 0, result.outcome_levels + 2, 1)
    blows += np.where(result.outcome_levels == 0, result.outcome_stunned, 0)
    blows = np.where(result.outcome_landed[:, ::-1] > 0, blows, 0)
    law = np.zeros((7, 7))
    law[blows[:, 0], blows[:, 1]] = result.weights
    return law


def is_sample_of(counts: NDArray[Any], law: Floats) -> bool:
    """Tell whether counts agree with a law: each within 5 standard errors, and 5 for rare ones."""
    expected = counts.sum() * law
    return bool((np.abs(counts - expected) <= 5 * np.sqrt(expected) + 5 * (law > 0)).all())


def microseconds(seconds: float) -> str:
    """Write a short time."""
    return f"{readable(1e6 * seconds)} µs"


def repeated(work: Callable[[], Any], times: int) -> Callable[[], Any]:
    """Do the same again and again, and give what it came to last."""

    def run() -> Any:
        for _ in range(times - 1):
            work()
        return work()

    return run


# Exact, by icepool. What a single roll can give is worked out once and kept, as it is in the core.

DEPTH = 12
"""Sixes in a row that are followed: what lies beyond is rarer than 1e-10."""


@cache
def chain(natural: int = 0, depth: int = DEPTH) -> Die[int]:
    """Roll a die whose sixes are rerolled; a one on the way spoils it all."""

    def land(face: int) -> Die[int] | int:
        if face == 1:
            return 1
        if face == 6 and depth > 0:
            return chain(natural + 6, depth - 1)
        return natural + face

    return d6.map(land)


@cache
def misses(need: int, natural: int = 0, depth: int = DEPTH) -> Die[bool]:
    """Roll a defence die whose sixes are rerolled while they are not enough."""

    def land(face: int) -> Die[bool] | bool:
        total = 1 if face == 1 else natural + face
        if face == 6 and total < need and depth > 0:
            return misses(need, total, depth - 1)
        return total < need

    return d6.map(land)


@cache
def blow(gap: int) -> Die[int]:
    """Roll for wounds."""

    def read(first: int, second: int) -> int:
        lower, higher = sorted((first, second))
        if lower == 6:
            return KILLED
        return 1 + WOUNDS[min(max((higher + gap + 5) // 2, 0), 10)][lower - 1]

    return icepool.map(read, d6, d6)


def strike(attacker: fr.Profile, target: fr.Profile, penalty: int = 0) -> Die[int]:
    """Make an attack."""
    wound = blow(attacker.strength + penalty - target.resilience)

    def answer(natural: int) -> Die[int] | int:
        final = natural + attacker.attack + penalty
        if final <= 0:
            return 0
        return misses(final - target.defence).map({True: wound, False: 0})

    return chain().map(answer)


def in_turn(first: fr.Profile, second: fr.Profile) -> Die[tuple[int, int]]:
    """Let both attack, the second as the first has left him: the blow on each of them."""

    def answer(suffered: int) -> Die[tuple[int, int]] | tuple[int, int]:
        if suffered == KILLED:
            return (0, KILLED)
        back = strike(second, first, PENALTIES[suffered])
        return back.map(lambda dealt: (dealt, suffered))

    return strike(first, second).map(answer)


def duel_by_icepool() -> Die[tuple[int, int]]:
    """Fight the duel: the blow on the guard and on the warrior."""

    def is_first(guard: int, warrior: int) -> bool | icepool.RerollType:
        return icepool.Reroll if guard == warrior else guard > warrior

    first = icepool.map(is_first, chain() + GUARD.initiative, chain() + WARRIOR.initiative)
    turned = in_turn(WARRIOR, GUARD).map(lambda warrior, guard: (guard, warrior))
    return first.map({True: in_turn(GUARD, WARRIOR), False: turned})


def bench_exact() -> None:
    """Measure the exact law, set up anew and not, against icepool."""
    times = 1_000
    anew, ready, three, slow = measure(
        repeated(lambda: fr.combat(GUARD, WARRIOR).exact(), times),
        repeated(DUEL.exact, times),
        repeated(fr.combat(GUARD, [WARRIOR] * 3).exact, 20),
        duel_by_icepool,
    )
    law = joint(ready.result)
    by_icepool = np.zeros((7, 7))
    for (guard, warrior), chance in zip(slow.result, slow.result.probabilities(), strict=True):
        by_icepool[guard, warrior] = float(chance)
    assert np.abs(law - by_icepool).max() < 1e-9
    assert (joint(anew.result) == law).all()
    digest = f"{law[KILLED].sum():.9f} {law[:, KILLED].sum():.9f}"
    expected = "0.004786916 0.018257558"
    ratio = slow.seconds / (anew.seconds / times)
    row(
        "exact duel, set up and worked out; against icepool",
        microseconds(anew.seconds / times),
        digest,
        expected=expected,
        ratio=ratio,
        bar=("≥ 1,000 ×", ratio >= 1_000),
    )
    ratio = slow.seconds / (ready.seconds / times)
    row(
        "exact duel, worked out; against icepool",
        microseconds(ready.seconds / times),
        digest,
        expected=expected,
        ratio=ratio,
        bar=("≥ 1,000 ×", ratio >= 1_000),
    )
    row(
        "exact combat of one against three, worked out",
        microseconds(three.seconds / 20),
        f"{three.result.killed[0]:.9f}",
        expected="0.042772404",
    )


# Rolled, by NumPy: all games at once.


def rolled_by_numpy(games: int, seed: int) -> NDArray[np.int64]:
    """Roll duels and count them by the blow on the guard and on the warrior."""
    random = np.random.default_rng(seed)
    counts = np.zeros(49, dtype=np.int64)
    size = 50_000  # what stays in the cache
    for start in range(0, games, size):
        counts += numpy_batch(random, min(size, games - start))
    return counts.reshape(7, 7)


def numpy_batch(random: np.random.Generator, games: int) -> NDArray[np.int64]:
    """Roll so many duels."""
    guard_first = np.empty(games, dtype=bool)
    undecided = np.arange(games)
    while len(undecided):
        guard = numpy_chain(random, len(undecided)) + GUARD.initiative
        warrior = numpy_chain(random, len(undecided)) + WARRIOR.initiative
        guard_first[undecided] = guard > warrior
        undecided = undecided[guard == warrior]
    counts = np.zeros((7, 7), dtype=np.int64)
    first = int(guard_first.sum())
    suffered, dealt = numpy_in_turn(random, first, GUARD, WARRIOR)
    np.add.at(counts, (dealt, suffered), 1)
    suffered, dealt = numpy_in_turn(random, games - first, WARRIOR, GUARD)
    np.add.at(counts, (suffered, dealt), 1)
    return counts.ravel()


def numpy_in_turn(
    random: np.random.Generator, games: int, first: fr.Profile, second: fr.Profile
) -> tuple[Blows, Blows]:
    """Let both attack: the blow on the second and the blow on the first."""
    none = np.zeros(games, dtype=np.int64)
    suffered = numpy_strike(random, first, second, none)
    alive = np.flatnonzero(suffered != KILLED)
    dealt = none.copy()
    penalty = np.array(PENALTIES)[suffered[alive]]
    dealt[alive] = numpy_strike(random, second, first, penalty)
    return suffered, dealt


def numpy_strike(
    random: np.random.Generator, attacker: fr.Profile, target: fr.Profile, penalty: Blows
) -> Blows:
    """Make an attack in every game."""
    games = len(penalty)
    attack = numpy_chain(random, games) + attacker.attack + penalty
    defence = random.integers(1, 7, games)
    need = attack - target.defence
    open_sixes = np.flatnonzero((defence == 6) & (need > 6) & (attack > 0))
    while len(open_sixes):
        faces = random.integers(1, 7, len(open_sixes))
        defence[open_sixes] = np.where(faces == 1, 1, defence[open_sixes] + faces)
        short = (faces == 6) & (defence[open_sixes] < need[open_sixes])
        open_sixes = open_sixes[short]
    landed = np.flatnonzero((attack > 0) & (defence < need))
    faces = random.integers(1, 7, (2, len(landed)))
    lower, higher = faces.min(axis=0), faces.max(axis=0)
    result = higher + attacker.strength + penalty[landed] - target.resilience
    wounds = NUMPY_WOUNDS[np.clip((result + 5) >> 1, 0, 10), lower - 1]
    blows = np.zeros(games, dtype=np.int64)
    blows[landed] = np.where(lower == 6, KILLED, 1 + wounds)
    return blows


def numpy_chain(random: np.random.Generator, count: int) -> Blows:
    """Roll dice whose sixes are rerolled; a one on the way spoils it all."""
    naturals: Blows = random.integers(1, 7, count)
    sixes = np.flatnonzero(naturals == 6)
    while len(sixes):
        faces = random.integers(1, 7, len(sixes))
        naturals[sixes] = np.where(faces == 1, 1, naturals[sixes] + faces)
        sixes = sixes[faces == 6]
    return naturals


NUMPY_WOUNDS = np.array([[*wounds, 5] for wounds in WOUNDS])


# Rolled, by numba: game after game, with numba's own generator and with the cheapest there is.


def compiled(work: Work) -> Work:
    """Compile a function and keep its type."""
    result: Work = njit(work)
    return result


@compiled
def numba_die(_: Any) -> int:
    """Roll a die of numba's own generator, a Mersenne Twister."""
    return np.random.randint(1, 7)  # noqa: NPY002 - what numba compiles


@compiled
def xorshift_die(state: Any) -> Any:
    """Roll a die of xorshift64*, with a bias nobody can see."""
    word = state[0]
    word ^= word >> np.uint64(12)
    word ^= word << np.uint64(25)
    word ^= word >> np.uint64(27)
    state[0] = word
    high = (word * np.uint64(0x2545F4914F6CDD1D)) >> np.uint64(32)
    return np.int64((high * np.uint64(6)) >> np.uint64(32)) + 1


@compiled
def numba_chain(die: Any, state: Any) -> Any:
    """Roll a die whose sixes are rerolled; a one on the way spoils it all."""
    natural = die(state)
    if natural == 6:
        while True:
            face = die(state)
            if face == 1:
                return 1
            natural += face
            if face < 6:
                break
    return natural


@compiled
def numba_strike(die: Any, state: Any, attacker: Any, penalty: int, target: Any) -> Any:
    """Make an attack."""
    attack = numba_chain(die, state) + attacker[1] + penalty
    if attack <= 0:
        return 0
    defence = die(state)
    if defence == 6:
        while defence + target[3] < attack:
            face = die(state)
            defence = 1 if face == 1 else defence + face
            if face < 6:
                break
    if defence + target[3] >= attack:
        return 0
    first, second = die(state), die(state)
    lower, higher = min(first, second), max(first, second)
    if lower == 6:
        return 6
    result = higher + attacker[2] + penalty - target[4]
    return 1 + NUMPY_WOUNDS[min(max((result + 5) >> 1, 0), 10), lower - 1]


@compiled
def numba_duels(die: Any, games: int, state: Any, guard: Any, warrior: Any) -> Any:
    """Roll duels and count them by the blow on the guard and on the warrior."""
    counts = np.zeros((7, 7), dtype=np.int64)
    for _ in range(games):
        one = two = 0
        while one == two:
            one = numba_chain(die, state) + guard[0]
            two = numba_chain(die, state) + warrior[0]
        on_guard = on_warrior = 0
        if one > two:
            on_warrior = numba_strike(die, state, guard, 0, warrior)
            if on_warrior != 6:
                on_guard = numba_strike(die, state, warrior, PENALTIES[on_warrior], guard)
        else:
            on_guard = numba_strike(die, state, warrior, 0, guard)
            if on_guard != 6:
                on_warrior = numba_strike(die, state, guard, PENALTIES[on_guard], warrior)
        counts[on_guard, on_warrior] += 1
    return counts


def rolled_by_numba(die: Callable[[Any], int], games: int, seed: int) -> NDArray[np.int64]:
    """Roll duels with this die."""
    guard, warrior = (
        (one.initiative, one.attack, one.strength, one.defence, one.resilience)
        for one in (GUARD, WARRIOR)
    )
    state = np.array([seed], dtype=np.uint64)
    counts: NDArray[np.int64] = numba_duels(die, games, state, guard, warrior)
    return counts


def bench_rolled() -> None:
    """Measure rolled duels, against the reference, NumPy and numba."""
    games, few = 1_000_000, 200
    duel = reference.Combat(reference.Fighter(GUARD), (reference.Fighter(WARRIOR),))
    plain = (reference.plain(), reference.plain())

    def by_reference() -> list[reference.Outcome]:
        return [reference.play(duel, plain, reference.Seeded(7, game))[1] for game in range(few)]

    core, first_few, slow, by_numpy, by_numba, by_xorshift, drawn = measure(
        lambda: DUEL.simulate(games, 7, threads=1),
        lambda: DUEL.simulate(few, 7, threads=1),
        by_reference,
        lambda: rolled_by_numpy(games, 7),
        lambda: rolled_by_numba(numba_die, games, 7),
        lambda: rolled_by_numba(xorshift_die, games, 7),
        lambda: DUEL.simulate(10 * games, 7, threads=1, method="law"),
        rounds=5,
    )
    law = joint(DUEL.exact())
    assert (few * joint(first_few.result)).round().tolist() == count(slow.result).tolist()
    for contender in (by_numpy, by_numba, by_xorshift):
        assert contender.result.sum() == games
        assert is_sample_of(contender.result, law)
    counts = (games * joint(core.result)).round().astype(np.int64)
    assert is_sample_of(counts, law)
    assert is_sample_of(10 * games * joint(drawn.result), law)
    digest = f"{counts[KILLED].sum()} {counts[:, KILLED].sum()}"
    rate = games / core.seconds

    def against(what: str, rival: Measured, asked: int, rolled: int = games) -> None:
        ratio = rate * rival.seconds / rolled
        row(
            f"rolled duels; against {what}",
            f"{readable(rate)} duels/s",
            digest,
            expected="4776 18306",
            ratio=ratio,
            bar=(f"≥ {asked:,} ×", ratio >= asked),
        )

    against("the Python reference", slow, 1_000, few)
    against("NumPy, all games at once", by_numpy, 10)
    against("numba and its generator", by_numba, 5)
    against("numba and xorshift64*", by_xorshift, 5)
    drawn_rate = 10 * games / drawn.seconds
    row(
        "duels drawn from the law; against numba and xorshift64*",
        f"{readable(drawn_rate)} duels/s",
        f"{round(10 * games * drawn.result.killed[0])}",
        expected="47872",
        ratio=drawn_rate * by_xorshift.seconds / games,
    )


def count(outcomes: list[reference.Outcome]) -> NDArray[np.int64]:
    """Count outcomes of the reference by the blow on the guard and on the warrior."""
    counts = np.zeros((7, 7), dtype=np.int64)
    for outcome in outcomes:
        blows = [
            0
            if outcome.landed[1 - fighter] == 0
            else 1 + health.stunned
            if health.level == "none"
            else 2 + fr.results.LEVELS.index(health.level)
            for fighter, health in enumerate(outcome.healths)
        ]
        counts[blows[0], blows[1]] += 1
    return counts


def bench_boundary() -> None:
    """Measure what a call from Python costs beyond the games it plays.

    A call looks for Ctrl-C after every 65,536 games, so it is charged a whole call for each such
    batch: more than it can cost.
    """
    games = 1_000_000
    batches = -(-games // 65_536)
    times = 200
    single, many = measure(
        repeated(lambda: DUEL.simulate(1, 7, threads=1), times),
        lambda: DUEL.simulate(games, 7, threads=1),
    )
    share = batches * (single.seconds / times) / many.seconds
    row(
        f"10⁶ duels in a call; what Python adds, at most ({batches} calls of one duel)",
        f"{100 * share:.2f} %",
        f"{round(games * many.result.killed[0])}",
        expected="4776",
        bar=("≤ 1 %", share <= 0.01),
    )


def main() -> None:
    """Print the table."""
    header()
    for bench in (bench_exact, bench_rolled, bench_boundary):
        bench()


if __name__ == "__main__":
    main()
