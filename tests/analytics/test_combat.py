"""The numbers of a combat: exact, rolled and drawn agree, and stay what they are."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import textwrap
import time
from collections import Counter
from itertools import pairwise
from pathlib import Path
from typing import Any, Literal

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import fracas as fr
from combat_strategies import entries, habitual, kinder_rules, setups
from combats import Entry, Setup
from fracas import reference
from fracas.events import CombatEnded, Event, PassBegan, Wounded
from fracas.results import LEVELS
from strategies import times

LIBRARY = fr.library()
MATCHES: list[tuple[str, list[str], dict[str, Any]]] = [
    ("Praetorian guard", ["Dawn warrior"], {}),
    ("Praetorian guard", ["Dawn warrior", "Dawn warrior"], {"lone_side": 1}),
    ("Champion", ["Brute"], {"policy": ("all_out_attack", "plain")}),
    ("Duellist", ["Blade dancer"], {"policy": "all_out_defence"}),
    ("Duellist", ["Veteran", "Blade dancer"], {"splits": {0: 0, 1: 2}}),
    ("Giant", ["Militia", "Spearman", "Mage"], {"chosen_by": 1}),
    (
        "Monk",
        ["Beast"],
        {"policy": fr.Policy("plain", attack_sixes="never", sustained_defence="whenever_allowed")},
    ),
    ("Cavalry", ["Archer", "Cleric"], {"rules": fr.Rules(checks={"reroll_limit": 1})}),
]


def of_library(lone: str, enemies: list[str], options: dict[str, Any]) -> fr.Combat:
    return fr.combat(LIBRARY[lone], [LIBRARY[name] for name in enemies], **options)


each_match = pytest.mark.parametrize(
    "combat", [of_library(*match) for match in MATCHES], ids=[match[0] for match in MATCHES]
)


def near(share: Any, chance: Any, games: int) -> bool:
    """Tell whether shares are within five standard errors of their chances.

    Rare outcomes are not normal: they get the room of a few games.
    """
    share, chance = np.asarray(share), np.asarray(chance)
    width = max(share.shape[-1], chance.shape[-1])
    share, chance = (
        np.pad(one, [*[(0, 0)] * (one.ndim - 1), (0, width - one.shape[-1])])
        for one in (share, chance)
    )
    spread = np.maximum(chance * (1 - chance), 0)
    room = 5 * np.sqrt(spread / games) + 6 / games
    return bool((np.abs(share - chance) <= room).all())


@each_match
@pytest.mark.parametrize("method", ["rolled", "law"])
def test_samples_agree_with_the_exact_law(
    combat: fr.Combat, method: Literal["rolled", "law"]
) -> None:
    games = 200_000
    exact, sample = combat.exact(), combat.simulate(games, "grid", method=method)
    assert sample.games == games
    assert near(sample.levels, exact.levels, games)
    assert near(sample.stunned, exact.stunned, games)
    assert near(sample.passes, exact.passes, games)
    assert near(sample.landed[0], exact.landed[0], games)
    assert near(sample.landed[1], exact.landed[1], games)
    # Its own statement of the error holds as well.
    assert np.abs(sample.killed - exact.killed).max() <= 5 * sample.error


def counts(result: fr.CombatResult) -> Counter[tuple[Any, ...]]:
    """Give how often each outcome came."""
    assert result.games is not None
    return Counter(
        {
            (tuple(levels), tuple(stunned), int(passes), tuple(landed)): round(
                weight * result.games
            )
            for weight, levels, stunned, passes, landed in zip(
                result.weights,
                result.outcome_levels.tolist(),
                result.outcome_stunned.tolist(),
                result.outcome_passes,
                result.outcome_landed.tolist(),
                strict=True,
            )
        }
    )


def key_of(outcome: fr.CombatOutcome) -> tuple[Any, ...]:
    """Give an outcome as :func:`counts` writes it; a dead fighter's markers mean nothing."""
    levels = tuple(LEVELS.index(health.level) for health in outcome.healths)
    stunned = tuple(h.stunned if h.level != "killed" else 0 for h in outcome.healths)
    return levels, stunned, outcome.passes, outcome.landed


@times(4)
@given(setup=setups(), first=habitual, second=habitual, seed=st.integers(0, 2**64 - 1))
def test_what_is_simulated_is_what_is_replayed(
    setup: Setup, first: Any, second: Any, seed: int
) -> None:
    combat = setup.core(policy=(first.core(), second.core()))
    result = combat.simulate(60, seed, threads=1)
    replayed = Counter(key_of(result.replay(game).outcome) for game in range(60))
    assert counts(result) == replayed
    # A shorter run is the beginning of a longer one.
    longer = counts(combat.simulate(90, seed, threads=2))
    later = Counter(key_of(combat.replay(game, seed).outcome) for game in range(60, 90))
    assert longer == replayed + later


@given(setup=setups(), salt=st.integers(0, 100))
def test_players_who_are_asked_are_replayed_too(setup: Setup, salt: int) -> None:
    def choose(decision: fr.Decision) -> int:
        return decision.choices[salt % len(decision.choices)]

    for policy in ("random", choose, ("plain", "random"), (choose, "all_out_attack")):
        combat = setup.core(policy=policy)
        result = combat.simulate(20, salt)
        replayed = Counter(key_of(combat.replay(game, salt).outcome) for game in range(20))
        assert counts(result) == replayed


def test_random_players_take_every_choice() -> None:
    combat = of_library("Duellist", ["Veteran", "Blade dancer"], {"policy": "random"})
    placed = Counter(
        (event.fighter, event.attack)
        for game in range(400)
        for event in combat.replay(game).events
        if isinstance(event, fr.events.DicePlaced)
    )
    assert {*placed} == {(f, n) for f in range(3) for n in range(4 if f == 0 else 3)}
    for (fighter, _), count in placed.items():
        chance = 1 / (4 if fighter == 0 else 3)
        assert near(np.array([count / 400]), np.array([chance]), 400)


@each_match
def test_the_number_of_threads_changes_nothing(combat: fr.Combat) -> None:
    kinds: list[Literal["rolled", "law"]] = ["rolled", "law"]
    for method in kinds:
        first, second, third = (
            combat.simulate(70_001, 9, threads=threads, method=method) for threads in (1, 2, 7)
        )
        assert counts(first) == counts(second) == counts(third)
        assert first.to_dict() == second.to_dict() == third.to_dict()
        beginning = counts(combat.simulate(60_000, 9, threads=1, method=method))
        assert not beginning - counts(first)


def test_the_statistics_of_a_result_are_its_rows_summed() -> None:
    combat = of_library("Giant", ["Militia", "Duellist"], {"lone_side": 1})
    for result in (combat.exact(), combat.simulate(5_000, 2), combat.simulate(5_000, method="law")):
        assert result.weights.sum() == pytest.approx(1, abs=1e-12)
        assert (result.weights > 0).all()
        assert result.levels.shape == (3, 5)
        for row in result.levels:
            assert row.sum() == pytest.approx(1, abs=1e-12)
        assert result.passes.sum() == pytest.approx(1, abs=1e-12)
        assert [side.sum() for side in result.landed] == pytest.approx([1, 1], abs=1e-12)
        assert (result.killed == result.levels[:, 4]).all()
        assert (result.at_least("killed") == result.killed).all()
        assert result.at_least("none") == pytest.approx(np.ones(3), abs=1e-12)
        for better, worse in pairwise(LEVELS):
            gap = result.at_least(better) - result.at_least(worse)
            assert gap == pytest.approx(result.levels[:, LEVELS.index(better)], abs=1e-12)
        values = [fighter.profile.value for fighter in combat.fighters]
        several = values[1] * result.killed[1] + values[2] * result.killed[2]
        assert result.points_lost == pytest.approx((several, values[0] * result.killed[0]))
        # A pass has at least one attack, and who is killed was hit.
        assert result.landed[0][1:].sum() >= result.killed[0] - 1e-12
        document = json.loads(json.dumps(result.to_dict()))
        assert document["fighters"][0]["killed"] == result.killed[0]


@times(2)
@given(setup=setups(enemies=st.integers(1, 2), documents=kinder_rules), first=habitual)
def test_the_last_pass_leaves_what_the_exact_law_says(setup: Setup, first: Any) -> None:
    combat = setup.core(policy=first.core())
    exact, passes = combat.exact(), combat.per_pass()
    assert exact.weights.sum() == pytest.approx(1, abs=exact.error)
    assert passes.shape == (max(len(exact.passes) - 1, 1), len(setup.fighters), 5)
    assert passes.sum(axis=2) == pytest.approx(np.ones(passes.shape[:2]), abs=1e-12)
    assert passes[-1] == pytest.approx(exact.levels, abs=1e-12)
    # Nobody gets better from one pass to the next.
    worse = passes[:, :, ::-1].cumsum(axis=2)
    assert (np.diff(worse, axis=0) >= -1e-12).all()


def levels_after_passes(events: list[Event], fighters: int, passes: int) -> np.ndarray[Any, Any]:
    """Read off a log how everybody is when each pass is over."""
    now = np.zeros(fighters, dtype=int)
    after = []
    for event in events:
        if isinstance(event, Wounded):
            now[event.fighter] = LEVELS.index(event.health.level)
        elif isinstance(event, PassBegan | CombatEnded):
            after.append(now.copy())
    after += [now] * (passes + 1 - len(after))
    return np.array(after[1:])


@each_match
def test_logs_tell_the_law_of_each_pass(combat: fr.Combat) -> None:
    if any(fighter.health != fr.Health() for fighter in combat.fighters):
        pytest.skip("the reader of logs begins with unhurt fighters")
    games, law = 1_000, combat.per_pass()
    passes, fighters, _ = law.shape
    logs = [
        levels_after_passes(combat.replay(game).events, fighters, passes) for game in range(games)
    ]
    shares = np.stack([np.mean(np.array(logs) == level, axis=0) for level in range(5)], axis=-1)
    assert near(shares, law, games)


def test_an_exact_law_draws_no_dice(monkeypatch: pytest.MonkeyPatch) -> None:
    drawn: list[str] = []
    monkeypatch.setattr(reference.Scripted, "roll", lambda self, name: drawn.append(name))
    guard = Entry(LIBRARY["Praetorian guard"])
    setup = Setup((guard, Entry(LIBRARY["Dawn warrior"])))
    plain = reference.plain()
    assert sum(reference.exact(setup.readable(), (plain, plain)).values()) == 1
    assert drawn == []
    # The core takes no dice for it; a stream that is under way does not move.
    dice = fr.Dice.seeded(1)
    before = [dice.roll() for _ in range(3)]
    first = setup.core().exact()
    assert (setup.core().exact().weights == first.weights).all()
    after = dice.faces(20).tolist()
    again = fr.Dice.seeded(1)
    assert again.faces(23).tolist() == [*before, *after]


# Relations between combats. In a plain duel each fighter has one attack die and one defence die, so
# that each makes one attack at the most: whatever makes it better can only help.


@given(setup=setups(enemies=st.integers(1, 2), documents=st.just({})), first=habitual)
def test_swapping_the_sides_mirrors_the_law(setup: Setup, first: Any) -> None:
    mirrored = Setup(setup.fighters, 1 - setup.lone_side, 1 - setup.chosen_by, setup.rules)
    one, other = setup.core(policy=first.core()).exact(), mirrored.core(policy=first.core()).exact()
    assert one.levels == pytest.approx(other.levels, abs=1e-12)
    assert one.passes == pytest.approx(other.passes, abs=1e-12)
    assert one.landed[0] == pytest.approx(other.landed[1], abs=1e-12)
    assert one.landed[1] == pytest.approx(other.landed[0], abs=1e-12)
    assert one.points_lost == pytest.approx(other.points_lost[::-1], abs=1e-9)


@given(setup=setups(enemies=st.just(1)), first=habitual, second=habitual)
def test_in_a_duel_it_does_not_matter_who_is_called_the_lone_one(
    setup: Setup, first: Any, second: Any
) -> None:
    turned = Setup(setup.fighters[::-1], 1 - setup.lone_side, setup.chosen_by, setup.rules)
    policy = first.core(), second.core()
    one, other = setup.core(policy=policy).exact(), turned.core(policy=policy).exact()
    assert one.levels == pytest.approx(other.levels[::-1], abs=1e-12)
    assert one.landed[0] == pytest.approx(other.landed[0], abs=1e-12)
    assert one.passes == pytest.approx(other.passes, abs=1e-12)


no_skills = entries(1).map(
    lambda entry: Entry(entry.profile.replace(skills=[]), entry.health, charged=entry.charged)
)


@pytest.mark.parametrize("characteristic", ["attack", "strength", "defence", "initiative"])
@given(first=no_skills, second=no_skills, more=st.integers(1, 4))
def test_a_better_fighter_kills_no_less_and_dies_no_more(
    characteristic: str, first: Entry, second: Entry, more: int
) -> None:
    value = min(20, getattr(first.profile, characteristic) + more)
    better = Entry(
        first.profile.replace(**{characteristic: value}), first.health, charged=first.charged
    )
    plain = Setup((first, second)).core().exact()
    best = Setup((better, second)).core().exact()
    assert best.killed[1] >= plain.killed[1] - 1e-12
    assert best.killed[0] <= plain.killed[0] + 1e-12
    landed = plain.landed[0][1:].sum(), best.landed[0][1:].sum()
    if characteristic in {"attack", "initiative"}:
        assert landed[1] >= landed[0] - 1e-12


@given(first=no_skills, second=no_skills, more=st.integers(1, 6))
def test_a_tougher_fighter_dies_no_more_and_kills_no_less(
    first: Entry, second: Entry, more: int
) -> None:
    resilience = min(20, second.profile.resilience + more)
    tougher = Entry(
        second.profile.replace(resilience=resilience), second.health, charged=second.charged
    )
    plain = Setup((first, second)).core().exact()
    best = Setup((first, tougher)).core().exact()
    assert best.killed[1] <= plain.killed[1] + 1e-12
    assert (best.at_least("serious")[1]) <= plain.at_least("serious")[1] + 1e-12
    assert best.killed[0] >= plain.killed[0] - 1e-12


# Long runs


def test_a_run_stops_when_it_is_precise_enough() -> None:
    plain = of_library("Champion", ["Brute"], {})
    for combat in (plain, of_library("Champion", ["Brute"], {"policy": "random"})):
        told: list[int] = []
        result = combat.simulate(10**9, 4, target_error=1e-3, progress=told.append)
        assert result.games is not None
        assert 0 < result.games < 10**9
        assert result.games % 65_536 == 0
        assert result.error <= 1e-3
        assert told == sorted(told)
    few = plain.simulate(100, target_error=1e-9)
    assert few.games == 100


def test_progress_is_told_how_far_the_run_is() -> None:
    for policy in ("plain", "random"):
        told: list[int] = []
        combat = of_library("Champion", ["Brute"], {"policy": policy})
        combat.simulate(140_000, progress=told.append)
        assert told == sorted({*told})
        assert told[-1] == 140_000
        assert len(told) > 1


def test_an_error_in_progress_stops_the_run_and_stays_what_it_is() -> None:
    combat = of_library("Champion", ["Brute"], {})

    class EnoughError(Exception):
        pass

    def stop(_games: int) -> None:
        raise EnoughError

    with pytest.raises(EnoughError):
        combat.simulate(10**9, progress=stop)
    assert combat.simulate(10).games == 10


def test_the_error_of_a_short_run_is_honest() -> None:
    combat = of_library("Champion", ["Brute"], {})
    assert combat.simulate(1).error == 0.5
    assert combat.simulate(100).error >= 0.005
    assert combat.exact().error <= 1e-12


CTRL_C = """
    import sys, fracas as fr
    guard, warrior = fr.library()["Praetorian guard"], fr.library()["Dawn warrior"]
    combat = fr.combat(guard, [warrior, warrior], policy=sys.argv[1])
    print("ready", flush=True)
    try:
        combat.simulate(10**12, method=sys.argv[2])
    except KeyboardInterrupt as stop:
        print(stop, flush=True)
        print(combat.simulate(5).games, flush=True)
"""


@pytest.mark.skipif(os.name != "posix", reason="sends the signal of Ctrl-C")
@pytest.mark.parametrize(
    ("policy", "method"), [("plain", "rolled"), ("plain", "law"), ("random", "rolled")]
)
def test_ctrl_c_stops_a_run_within_a_second_and_says_how_far_it_got(
    policy: str, method: str
) -> None:
    command = [sys.executable, "-c", textwrap.dedent(CTRL_C), policy, method]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as running:  # noqa: S603
        assert running.stdout is not None
        try:
            assert running.stdout.readline() == "ready\n"
            time.sleep(0.3)
            running.send_signal(signal.SIGINT)
            start = time.monotonic()
            said = running.stdout.readline()
            assert time.monotonic() - start < 1
            words = said.split()
            assert words[:2] == ["stopped", "after"], said
            assert 0 < int(words[2]) < 10**12
            assert words[3:] == ["of", f"{10**12}", "games"]
            assert running.stdout.readline() == "5\n"
            assert running.wait(10) == 0
        finally:
            running.kill()


PROCESSES = """
    import multiprocessing, sys, warnings, fracas as fr

    def count(combat):
        result = combat.simulate(50_000, 6, threads=2)
        return result.to_dict(), result.weights.tolist(), combat.exact().killed.tolist()

    if __name__ == "__main__":
        # A newer Python warns of any fork beside threads: that it goes well is what is tried here.
        warnings.simplefilter("ignore", DeprecationWarning)
        guard, warrior = fr.library()["Praetorian guard"], fr.library()["Dawn warrior"]
        combat = fr.combat(guard, [warrior, warrior])
        here = count(combat)
        with multiprocessing.get_context(sys.argv[1]).Pool(2) as pool:
            there = pool.map(count, [combat] * 3)
        assert there == [here] * 3
        assert count(combat) == here
        print("same")
"""


@pytest.mark.parametrize(
    "method",
    [
        pytest.param(
            "fork", marks=pytest.mark.skipif(os.name != "posix", reason="there is no fork here")
        ),
        "spawn",
    ],
)
def test_other_processes_come_to_the_same(method: str, tmp_path: Path) -> None:
    script = tmp_path / "processes.py"
    script.write_text(textwrap.dedent(PROCESSES), encoding="utf-8")
    # The watchdog: a pool that does not survive a fork hangs.
    done = subprocess.run(  # noqa: S603
        [sys.executable, script, method], capture_output=True, text=True, timeout=60, check=False
    )
    assert (done.stdout, done.returncode) == ("same\n", 0), done.stderr
