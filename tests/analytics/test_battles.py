"""Many battles at once: the same by number, replayed, mirrored, interrupted, as tables."""

from __future__ import annotations

import math
import os
import signal
import subprocess
import sys
import textwrap
import time
from typing import Any

import numpy as np
import pytest

import fracas as fr
from fracas.types import Decision

SOUTH = {"zone": {"from": [10, 12], "to": [30, 17]}, "facing": 90}
NORTH = {"zone": {"from": [10, 23], "to": [30, 28]}, "facing": 270}
RED = fr.Army("Red", ["Duellist", ("Militia", 2)])
BLUE = fr.Army("Blue", ["Brute", "Spearman"])


def plain(red: fr.Army = RED, blue: fr.Army = BLUE, turns: int = 2, **options: Any) -> fr.Battle:
    where = fr.Scenario("The plain", fr.Table(40, 40), [SOUTH, NORTH], turns=turns)
    return fr.Battle(red, blue, scenario=where, **options)


def columns(sample: fr.BattleSample) -> list[list[Any]]:
    return [
        column.tolist()
        for column in (sample.winner, sample.points_lost, sample.survivors, sample.turns)
    ]


@pytest.mark.parametrize("policies", ["random", "greedy", ("greedy", "random")])
def test_a_game_of_a_seed_is_the_same_whatever_the_threads_and_the_number(policies: Any) -> None:
    alone = fr.simulate_battles(plain(), 60, policies, 7, threads=1)
    together = fr.simulate_battles(plain(), 60, policies, 7, threads=3)
    longer = fr.simulate_battles(plain(), 90, policies, 7, threads=2)
    assert columns(alone) == columns(together)
    assert columns(alone) == [column[:60] for column in columns(longer)]
    other = fr.simulate_battles(plain(), 60, policies, 8)
    assert columns(other) != columns(alone)


@pytest.mark.parametrize(
    ("policies", "playouts", "games"),
    [(("random", "random"), 64, 12), (("greedy", "greedy"), 64, 12), (("search", "greedy"), 2, 2)],
)
@pytest.mark.parametrize("victory", ["points", "last_standing"])
def test_a_replay_comes_to_what_its_game_came_to(
    policies: Any, playouts: int, games: int, victory: Any
) -> None:
    battle = plain(victory=victory)
    sample = fr.simulate_battles(battle, games, policies, "a text", playouts=playouts)
    for game in range(games):
        fought = sample.replay(game)
        assert fought.over
        assert (fought.seed, fought.game) == ("a text", game)
        outcome = fought.outcome
        assert sample.winner[game] == (-1 if outcome.winner is None else outcome.winner)
        assert sample.points_lost[game].tolist() == list(outcome.points)
        alive = [health.level != "killed" for health in outcome.healths]
        assert sample.survivors[game].tolist() == alive
        assert sample.turns[game] == outcome.turns
    assert len(battle) == 0


def test_the_arrays_have_the_types_that_are_promised() -> None:
    sample = fr.simulate_battles(plain(), 5, "random")
    assert sample.winner.dtype == np.int8
    assert sample.points_lost.dtype == np.uint32
    assert sample.points_lost.shape == (5, 2)
    assert sample.survivors.dtype == np.bool_
    assert sample.survivors.shape == (5, 5)
    assert sample.turns.dtype == np.uint8
    assert len(sample) == sample.games == 5


def test_battles_begin_with_the_first_turn_wherever_the_given_one_stands() -> None:
    fought = plain(seed=3)
    fought.play()
    steps = len(fought)
    sample = fr.simulate_battles(fought, 10, "random", 5)
    assert columns(sample) == columns(fr.simulate_battles(plain(), 10, "random", 5))
    assert columns(sample) == columns(fr.simulate_battles(fought.record, 10, "random", 5))
    assert len(fought) == steps
    assert fought.seed == 3


def test_a_callable_may_decide_for_a_side() -> None:
    def last(decision: Decision) -> int:
        return decision.choices[-1]

    told: list[int] = []
    sample = fr.simulate_battles(plain(), 4, ("random", last), 2, progress=told.append)
    assert told == [1, 2, 3, 4]
    assert sample.replay(2).points == tuple(sample.points_lost[2].tolist())
    assert "random against a callable" in str(sample)


def test_the_summary_is_that_of_the_rows() -> None:
    sample = fr.simulate_battles(plain(), 400, "greedy", 1)
    shares = [(sample.winner == who).sum() / 400 for who in (0, 1, -1)]
    np.testing.assert_allclose(sample.wins, shares)
    np.testing.assert_allclose(sample.wins.sum(), 1)
    share = shares[0]
    assert sample.wins_error[0] == pytest.approx(math.sqrt(share * (1 - share) / 400))
    np.testing.assert_allclose(sample.points, sample.points_lost.sum(axis=0) / 400)
    lost = sample.points_lost[:, 1].astype(float)
    error = math.sqrt(((lost - lost.mean()) ** 2).sum() / 399 / 400)
    assert sample.points_error[1] == pytest.approx(error)
    np.testing.assert_allclose(sample.survival, sample.survivors.sum(axis=0) / 400)
    # Points lost are the values of who is gone.
    values = np.array([one.value for army in (RED, BLUE) for one in army.fighters])
    gone = ~sample.survivors * values
    np.testing.assert_array_equal(gone[:, :3].sum(axis=1), sample.points_lost[:, 0])
    np.testing.assert_array_equal(gone[:, 3:].sum(axis=1), sample.points_lost[:, 1])


def test_the_errors_of_a_short_run_are_honest() -> None:
    one = fr.simulate_battles(plain(), 1, "random")
    assert one.wins_error.tolist() == [0.5] * 3
    assert one.points_error.tolist() == [RED.value, BLUE.value]
    assert min(fr.simulate_battles(plain(), 20, "random").survival_error) > 0


def test_a_sample_is_told_in_both_languages() -> None:
    sample = fr.simulate_battles(plain(), 40, "random", 1)
    lines = str(sample).splitlines()
    assert lines[0].split() == ["survives"]
    assert [line.split("  ")[0] for line in lines[1:6]] == sample.names()
    assert lines[6].startswith("wins: side 0 ")
    assert lines[7].startswith("points lost: side 0 ")
    assert lines[8].startswith("40 battles, random against random, seed 1, error 0.0")
    french = sample.table(language="fr").splitlines()
    assert french[6].startswith("victoires : camp 0 ")
    assert len(french) == len(lines)


def test_a_sample_is_a_table_for_other_libraries() -> None:
    pyarrow = pytest.importorskip("pyarrow")
    polars = pytest.importorskip("polars")
    sample = fr.simulate_battles(plain(), 30, "random", 1)
    table = sample.to_arrow()
    table.validate(full=True)
    names = ["winner", "points_lost_0", "points_lost_1", "turns"]
    assert table.column_names == names + [f"survived_{number}" for number in range(5)]
    kinds = [str(kind) for kind in table.schema.types]
    assert kinds == ["int8", "uint32", "uint32", "uint8"] + ["bool"] * 5
    assert table["winner"].to_pylist() == sample.winner.tolist()
    assert table["points_lost_1"].to_pylist() == sample.points_lost[:, 1].tolist()
    assert table["survived_4"].to_pylist() == sample.survivors[:, 4].tolist()
    assert polars.DataFrame(sample).shape == (30, 9)
    assert pyarrow.table(sample).equals(table)


# Mirrored set-ups. Each sample has a seed of its own, so that the two are independent.


def turned(battle: fr.Battle) -> fr.Battle:
    """Give the same battle with the sides exchanged: the table is turned by half a turn."""
    width, depth = battle.start.width, battle.start.depth
    fighters = [
        fr.Placed(
            one.profile,
            1 - one.side,
            (width - one.position[0], depth - one.position[1]),
            (one.facing + 180) % 360,
        )
        for side in (1, 0)
        for one in battle.start.fighters
        if one.side == side
    ]
    table = fr.Table(width, depth, fighters)
    red, blue = battle.armies
    return fr.Battle(blue, red, table=table, turns=battle.turns, victory=battle.victory)


@pytest.mark.parametrize("policy", ["random", "greedy"])
@pytest.mark.rule("T-2")
def test_mirrored_set_ups_have_mirrored_odds(policy: str) -> None:
    straight = fr.simulate_battles(plain(turns=3), 400, policy, 11)
    mirrored = fr.simulate_battles(turned(plain(turns=3)), 400, policy, 12)
    for one, other in ((0, 1), (1, 0), (2, 2)):
        error = math.hypot(straight.wins_error[one], mirrored.wins_error[other])
        assert abs(straight.wins[one] - mirrored.wins[other]) < 5 * error
    for side in (0, 1):
        error = math.hypot(straight.points_error[side], mirrored.points_error[1 - side])
        assert abs(straight.points[side] - mirrored.points[1 - side]) < 5 * error


def test_equal_armies_have_equal_odds() -> None:
    sample = fr.simulate_battles(plain(BLUE, BLUE, turns=3), 600, "random", 21)
    first, second = sample.points
    assert abs(first - second) < 5 * math.hypot(*sample.points_error)
    wins = sample.winner[sample.winner >= 0]
    assert abs(wins.mean() - 0.5) < 5 * 0.5 / math.sqrt(len(wins))
    assert len(wins) > 50


# Bad input, and runs that are stopped.


@pytest.mark.parametrize(
    ("options", "field"),
    [
        ({"n": 0}, "n"),
        ({"n": 10**8}, "n"),
        ({"n": 2.5}, "n"),
        ({"n": True}, "n"),
        ({"n": 0, "policies": (len, "random")}, "n"),
        ({"policies": "clever"}, "policies[0]"),
        ({"policies": ("random", 3)}, "policies[1]"),
        ({"policies": ("random",) * 3}, "policies"),
        ({"seed": -1}, "seed"),
        ({"threads": 0}, "threads"),
        ({"playouts": 0}, "playouts"),
        ({"progress": 3}, "progress"),
        ({"setup": "dawn"}, "setup"),
    ],
)
def test_bad_arguments_are_named(options: dict[str, Any], field: str) -> None:
    arguments: dict[str, Any] = {"setup": plain(), "n": 3, "policies": "random"} | options
    with pytest.raises(fr.InputError) as caught:
        fr.simulate_battles(**arguments)
    assert [problem.field for problem in caught.value.problems] == [field]


@pytest.mark.parametrize("game", [-1, 5, True, "0"])
def test_only_games_that_were_fought_are_replayed(game: Any) -> None:
    sample = fr.simulate_battles(plain(), 5, "random")
    with pytest.raises(fr.InputError, match="from 0 to 4"):
        sample.replay(game)


def test_progress_is_told_how_far_the_run_is() -> None:
    told: list[int] = []
    fr.simulate_battles(plain(), 300, "random", progress=told.append)
    assert told == sorted(told)
    assert told[-1] == 300


def test_an_error_in_progress_stops_the_run_and_stays_what_it_is() -> None:
    class EnoughError(Exception):
        pass

    def stop(_games: int) -> None:
        raise EnoughError

    with pytest.raises(EnoughError):
        fr.simulate_battles(plain(), 10**7, "random", progress=stop)


CTRL_C = """
    import sys, fracas as fr
    print("ready", flush=True)
    try:
        fr.simulate_battles(("dawn", "wild"), 10**6, sys.argv[1], playouts=16)
    except KeyboardInterrupt as stop:
        print(stop, flush=True)
"""


@pytest.mark.skipif(os.name != "posix", reason="sends the signal of Ctrl-C")
@pytest.mark.parametrize("policy", ["random", "greedy", "search"])
def test_ctrl_c_stops_a_run_within_a_moment_and_says_how_far_it_got(policy: str) -> None:
    command = [sys.executable, "-c", textwrap.dedent(CTRL_C), policy]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as running:  # noqa: S603
        assert running.stdout is not None
        try:
            assert running.stdout.readline() == "ready\n"
            time.sleep(0.3)
            running.send_signal(signal.SIGINT)
            start = time.monotonic()
            words = running.stdout.readline().split()
            assert time.monotonic() - start < 2
            assert words[:2] == ["stopped", "after"]
            assert 0 <= int(words[2]) < 10**6
            assert words[3:] == ["of", f"{10**6}", "battles"]
        finally:
            running.kill()
