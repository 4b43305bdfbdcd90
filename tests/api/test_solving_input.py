"""Bad input to best play: an error that names the field and the value, before it is solved."""

from __future__ import annotations

import math
import time
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

import fracas as fr

LIBRARY = fr.library()
GUARD, WARRIOR = LIBRARY["Praetorian guard"], LIBRARY["Dawn warrior"]
# Whatever a type checker forbids must still be refused at run time.
anything: Any = fr
TABLE = [[0.0] * 5] * 2


def duel(**options: Any) -> Any:
    return fr.combat(GUARD, WARRIOR, **options)


def problems(call: Callable[[], object], kind: type[fr.FracasError] = fr.InputError) -> list[Any]:
    with pytest.raises(kind) as caught:
        call()
    for problem in caught.value.problems:
        assert problem.value
        assert problem.allowed
    return [*caught.value.problems]


def fields(call: Callable[[], object]) -> list[str]:
    return [problem.field for problem in problems(call)]


@pytest.mark.parametrize(
    ("field", "call"),
    [
        ("utility", lambda: duel().solve("money")),
        ("utility", lambda: duel().solve("")),
        ("utility", lambda: duel().solve(None)),
        ("utility", lambda: duel().solve(3)),
        ("utility", lambda: duel().solve([])),
        ("utility", lambda: duel().solve([[0] * 5])),
        ("utility", lambda: duel().solve([[0] * 5] * 3)),
        ("utility", lambda: duel().solve([[0] * 4] * 2)),
        ("utility", lambda: duel().solve([[0] * 5, [0] * 4])),
        ("utility", lambda: duel().solve([["a"] * 5] * 2)),
        ("utility", lambda: duel().solve(np.zeros((3, 2, 5)))),
        ("utility", lambda: duel().solve(lambda outcome: 1)),
        ("utility[1][4]", lambda: duel().solve([[0] * 5, [0, 0, 0, 0, math.nan]])),
        ("utility[0][0]", lambda: duel().solve([[math.inf, 0, 0, 0, 0], [0] * 5])),
        ("utility[0][4]", lambda: duel().solve([[[0, 0, 0, 0, 1], [0] * 5], TABLE])),
        ("weights", lambda: duel().solve({"dead": 1})),
        ("weights", lambda: duel().solve(weights={1: 1})),
        ("weights", lambda: duel().solve("kill", weights={"light": 1})),
        ("weights.light", lambda: duel().solve({"light": math.nan})),
        ("weights.light", lambda: duel().solve(weights={"light": -math.inf})),
        ("weights.killed", lambda: duel().solve(weights={"killed": "1"})),
        ("weights.killed", lambda: duel().solve(weights={"killed": True})),
        ("side", lambda: duel().solve("kill", side=2)),
        ("side", lambda: duel().solve(side=None)),
        ("side", lambda: duel().solve(side=True)),
        ("side", lambda: duel().solve().best_response("plain", side=-1)),
        ("against", lambda: duel().solve(against="plin")),
        ("against", lambda: duel().solve(against="random")),
        ("against", lambda: duel().solve(against="optimal")),
        ("against", lambda: duel().solve(against=7)),
        ("against", lambda: duel().solve(against=lambda decision: 0)),
        ("against", lambda: duel().solve().best_response(None)),
        ("against", lambda: duel().solve().habits(["plain", "random"])),
        ("splits[1]", lambda: duel(splits={1: 1}).solve()),
        ("splits[1]", lambda: duel(splits={1: 1}, policy="optimal").exact()),
        ("splits[1]", lambda: duel(splits={1: 1}, policy="optimal").simulate(3)),
        ("splits[0]", lambda: duel(splits={0: 1}, policy="optimal").play(3)),
        ("splits[0]", lambda: duel(splits={0: 1}, policy="optimal").replay(3)),
        ("splits[0]", lambda: duel(splits={0: 1}).play(3, policy="optimal")),
        ("splits[1]", lambda: duel(splits={1: 9}).solve(against="plain")),
        ("policy", lambda: duel(policy=("optimal", "plain")).exact()),
        ("policy", lambda: duel(policy=("random", "optimal")).exact()),
        ("policy", lambda: duel(policy="optimal").per_pass()),
        ("policy", lambda: duel(policy="optimal").exact().per_pass()),
        ("method", lambda: duel(policy="optimal").simulate(3, method="law")),
        ("game", lambda: duel().solve().advise("start")),
        ("game", lambda: duel().solve().value_at(3)),
        ("game", lambda: duel().solve().law([])),
        ("dice", lambda: duel().solve().best_line(dice=[1, 2] * 40)),
        ("face", lambda: duel().solve().best_line(dice=[7])),
        ("choice", lambda: duel().solve().advise().compare(3)),
        ("choice", lambda: duel().solve().advise().after(1.0)),
        ("choice", lambda: duel().solve().advise().label("1")),
    ],
)
def test_what_cannot_be_solved_is_refused(field: str, call: Callable[[], object]) -> None:
    assert fields(call) == [field]


def test_every_problem_of_a_utility_is_told_at_once() -> None:
    table = np.zeros((2, 5))
    table[0, 1], table[1, 3] = math.nan, math.inf
    assert fields(lambda: duel().solve(table)) == ["utility[0][1]", "utility[1][3]"]
    weights = {"dead": 1, "light": math.nan, "killed": None}
    assert fields(lambda: duel().solve(weights=weights)) == [
        "weights",
        "weights.light",
        "weights.killed",
    ]
    both = np.stack([np.ones((2, 5)), -np.ones((2, 5))])
    both[1, 0, 0] = both[0, 1, 4] = 2
    told = problems(lambda: duel().solve(both))
    assert [problem.field for problem in told] == ["utility[0][0]", "utility[1][4]"]
    assert "add up to 0" in told[0].allowed


@pytest.mark.parametrize(("name", "guess"), [("point", "points"), ("kil", "kill")])
def test_an_unknown_utility_is_refused_with_the_nearest_one(name: str, guess: str) -> None:
    (problem,) = problems(lambda: duel().solve(name))
    assert f"did you mean {guess}?" in problem.allowed
    (problem,) = problems(lambda: duel().solve(against="plin"))
    assert "did you mean plain?" in problem.allowed


def test_a_game_of_another_combat_is_refused() -> None:
    solution = duel().solve()
    other = fr.combat(GUARD, [WARRIOR, WARRIOR]).start()
    for call in (solution.advise, solution.value_at, solution.law, solution.best_line):
        (problem,) = problems(lambda call=call: call(other))  # type: ignore[misc]
        assert (problem.field, problem.value) == ("game", "a game of another combat")
    # One that nobody could tell from this one is as good.
    assert solution.value_at(duel().start()) == solution.value


def test_where_nothing_is_to_be_decided_there_is_no_advice() -> None:
    combat = duel()
    solution = combat.solve()
    (problem,) = problems(lambda: solution.advise(combat.reach("1 1")))
    assert problem.value == "it waits for a die of initiative"
    over = combat.reach("0 0 d4 d3")
    assert over.outcome is not None
    (problem,) = problems(lambda: solution.advise(over))
    assert problem.value == "it is over"
    assert solution.best_line(over) == ()


def test_advice_is_not_moved_by_whoever_moves_the_game() -> None:
    combat = duel()
    game = combat.start()
    advice = combat.solve().advise(game)
    game.apply(2)
    assert advice.after(1).weights.sum() == pytest.approx(1)


@pytest.mark.parametrize(
    ("steps", "field", "allowed"),
    [
        ("3", "state[0]", "one of 0, 1, 2: side 1 decides, place of fighter 1"),
        ("d3", "state[0]", "one of 0, 1, 2"),
        ("1 1 4", "state[2]", "a die, d1 to d6: initiative is rolled"),
        ("1,1,d4,d7", "state[3]", "a die, d1 to d6"),
        ("1,1,d4,d0", "state[3]", "a die, d1 to d6"),
        ("0 0 d4 d3 1", "state[4]", "nothing more: the combat is over"),
        ([1, 1, "d4", -3], "state[3]", "a die, d1 to d6"),
        ([-1], "state[0]", "one of 0, 1, 2"),
        ([True], "state[0]", "a choice such as 2, or a die such as d6"),
        ([None], "state[0]", "a choice such as 2"),
        ([1.0], "state[0]", "a choice such as 2"),
        ("x", "state[0]", "a choice such as 2"),
        ("1 d", "state[1]", "a choice such as 2"),
        ("99999999999999999999", "state[0]", "a choice such as 2"),
    ],
)
def test_a_state_that_cannot_be_reached_is_refused(steps: Any, field: str, allowed: str) -> None:
    (problem,) = problems(lambda: duel().reach(steps))
    assert problem.field == field
    assert allowed in problem.allowed


def test_every_step_that_is_none_is_told_at_once() -> None:
    assert fields(lambda: duel().reach("1 one d4 dx")) == ["state[1]", "state[3]"]
    assert duel().reach("").decision == duel().start().decision
    assert duel().reach("1, 2 D4  d3").events == duel().reach([1, 2, "d4", "d3"]).events


@pytest.mark.parametrize(
    "enemies",
    [
        [WARRIOR] * 6,
        [WARRIOR] * 8,
        [LIBRARY[name] for name in ("Dawn warrior", "Militia", "Spearman", "Veteran", "Brute")],
        [LIBRARY[name] for name in ("Duellist", "Blade dancer", "Spearman", "Veteran")],
    ],
)
def test_a_combat_that_is_too_big_is_refused_beforehand_with_its_size(
    enemies: list[fr.Profile],
) -> None:
    combat = fr.combat(GUARD, enemies, policy="optimal")
    start = time.perf_counter()
    for call in (combat.solve, combat.exact, lambda: combat.play(1), lambda: combat.simulate(5)):
        (problem,) = problems(call, fr.TooBig)
        assert problem.field == "combat"
        assert any(part.isdigit() and int(part) > 10_000_000 for part in problem.value.split())
        assert "fewer enemies" in problem.allowed
    assert time.perf_counter() - start < 2


def test_rules_of_hidden_dice_are_refused() -> None:
    blind = duel(rules=fr.Rules(checks={"reroll_knowledge": "blind"}))
    (problem,) = problems(blind.solve)
    assert problem.field == "rules"
    assert "blind" in problem.value
    assert "open" in problem.allowed
    assert fields(lambda: fr.combat(GUARD, WARRIOR, policy="optimal", rules=blind.rules).play(1))


def test_a_policy_of_best_play_is_a_name_only() -> None:
    assert fields(lambda: fr.Policy("optimal")) == ["name"]
