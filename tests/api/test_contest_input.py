"""Bad input to a contest: an error that names the field and the value, and nothing is lost."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

import fracas as fr

ONE, OTHER = fr.Profile("One"), fr.Profile("Other")
# Whatever a type checker forbids must still be refused at run time.
anything: Any = fr
contest: Any = fr.contest


def fields(call: Callable[[], object], kind: type[fr.FracasError] = fr.InputError) -> list[str]:
    """Give the fields that a call complains of."""
    with pytest.raises(kind) as caught:
        call()
    for problem in caught.value.problems:
        assert problem.value
        assert problem.allowed
    return [problem.field for problem in caught.value.problems]


@pytest.mark.parametrize(
    ("found", "call"),
    [
        (["first"], lambda: contest(None, [ONE])),
        (["first", "second"], lambda: contest(3, "ab")),
        (["fighters[0]"], lambda: contest(["One"], [ONE])),
        (["fighters[0]", "fighters[2]"], lambda: contest([7, ONE], [None])),
        (["fighters[4]"], lambda: contest({4: ONE}, {4: OTHER})),
        (["fighters"], lambda: contest({-1: ONE}, [OTHER])),
        (["fighters"], lambda: contest({True: ONE}, [OTHER])),
        (["fighters", "fighters"], lambda: contest({"a": ONE}, {1.0: OTHER})),
        (["fighters"], lambda: contest({2**40: ONE}, [OTHER])),
        (["fighters[0]"], lambda: contest([fr.Fighter("One")], [ONE])),  # type: ignore[arg-type]
        (["fighters[0].routed"], lambda: contest([anything.Fighter(ONE, routed=1)], [ONE])),
        (["fighters[0].health"], lambda: contest([anything.Fighter(ONE, "light")], [ONE])),
        (["fighters[0].health"], lambda: contest([fr.Fighter(ONE, fr.Health("killed"))], [ONE])),
        (["fighters[1].health"], lambda: contest([ONE], [fr.Fighter(ONE, fr.Health("none", 2))])),
        (
            ["fighters[0].health.level"],
            lambda: contest([fr.Fighter(ONE, anything.Health("dead"))], [ONE]),
        ),
        (["roll"], lambda: contest([ONE], [OTHER], roll="wound")),
        (["roll"], lambda: contest([ONE], [OTHER], roll="lot")),
        (["roll"], lambda: contest([ONE], [OTHER], roll="luck")),
        (["roll"], lambda: contest([ONE], [OTHER], roll=None)),
        (["side 0"], lambda: contest([ONE] * 65, [OTHER])),
        (["policy"], lambda: contest([ONE], [OTHER]).exact(("plain", "plain", "plain"))),
        (["policy[0]"], lambda: contest([ONE], [OTHER]).exact("random")),
        (["policy[1]"], lambda: contest([ONE], [OTHER]).exact(("plain", max))),
        (["policy[0]"], lambda: contest([ONE], [OTHER]).exact("optimal")),
        (["policy[1]"], lambda: contest([ONE], [OTHER]).play(1, policy=("plain", "optimal"))),
        (["policy[0]"], lambda: contest([ONE], [OTHER]).play(1, policy="plin")),
        (["policy[0]"], lambda: contest([ONE], [OTHER]).play(1, policy=3)),
        (["seed"], lambda: contest([ONE], [OTHER]).play(-1)),
        (["depth"], lambda: contest([ONE], [OTHER]).perft(-1)),
    ],
)
def test_what_is_wrong_is_named(found: list[str], call: Callable[[], object]) -> None:
    assert fields(call) == found


def test_best_play_is_refused_in_words() -> None:
    with pytest.raises(fr.InputError, match="best play is for combats"):
        fr.contest([ONE], [OTHER]).play(1, policy="optimal")


@pytest.mark.parametrize("answer", [2, -1, None, "0", 0.5, 2**40])
def test_an_illegal_choice_is_refused_and_changes_nothing(answer: Any) -> None:
    made = fr.contest([ONE, ONE], [OTHER])
    game = made.start()
    before = game.decision
    assert fields(lambda: game.apply(answer), fr.IllegalChoice) == ["tester"]
    assert fields(lambda: game.roll(3), fr.IllegalChoice) == ["face"]
    assert (game.decision, game.events) == (before, [])
    illegal = fields(lambda: made.play(1, policy=lambda _: answer), fr.IllegalChoice)
    assert illegal == ["tester"]


def test_a_step_that_is_not_due_is_refused() -> None:
    game = fr.contest([ONE], [OTHER]).start()
    assert fields(lambda: game.apply(0), fr.IllegalChoice) == ["choice"]
    assert fields(lambda: game.roll(7)) == ["face"]
    game.roll(5)
    game.roll(1)
    assert game.winner == 0
    assert fields(lambda: game.roll(1), fr.IllegalChoice) == ["face"]


@pytest.mark.parametrize("script", [[], [4], [4, 4], [4, 1, 1]])
def test_a_script_must_fit(script: list[int]) -> None:
    assert fields(lambda: fr.contest([ONE], [OTHER]).play(script), fr.ScriptError)


def test_the_error_of_a_player_comes_through() -> None:
    def refuses(_: fr.Decision) -> int:
        raise KeyError

    with pytest.raises(KeyError):
        fr.contest([ONE, ONE], [OTHER]).play(1, policy=refuses)


@pytest.mark.parametrize(
    ("option", "value"),
    [
        ("routed_testers", "sometimes"),
        ("routed_testers", True),
        ("neither_can_test", "side_2"),
        ("neither_can_test", None),
        ("routed_tester", "never"),
    ],
)
def test_a_ruling_that_is_none_is_refused(option: str, value: object) -> None:
    call = lambda: fr.Rules(contests={option: value})  # noqa: E731 - as short as it gets
    assert fields(call, fr.RulesError) == [f"contests.{option}"]


def test_rules_that_say_nothing_of_contests_have_the_default() -> None:
    document = fr.Rules().to_dict()
    assert document["contests"] == {"routed_testers": "never", "neither_can_test": "one_die"}
    del document["contests"]
    assert fr.Rules(document) == fr.Rules()
