"""Best play: the core against the reference, which goes through every decision and every die."""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import fracas as fr
from combat_strategies import habitual, kinder_rules, rules, setups
from combats import Entry, ReferenceWalk, Setup
from fracas import reference
from fracas.types import Health
from strategies import Document, times

LIBRARY = fr.library()
GUARD, WARRIOR = LIBRARY["Praetorian guard"], LIBRARY["Dawn warrior"]
ONCE: Document = {"checks": {"reroll_limit": 1}}
CLOSE = 1e-9


def short(document: Document) -> Document:
    """Let a six be rerolled once, by a player who knows what he needs."""
    checks = {**document.get("checks", {}), "reroll_limit": 1, "reroll_knowledge": "open"}
    return {**document, "checks": checks}


Utilities = list[tuple[Any, dict[str, Any], Callable[[reference.Combat], reference.Utility]]]
WEIGHTS = {"light": 0.2, "serious": 0.5, "critical": 0.75, "killed": 1}
UTILITIES: Utilities = [
    ("points", {}, reference.points),
    ("points", {"weights": WEIGHTS}, lambda combat: reference.weighted_points(combat, WEIGHTS)),  # type: ignore[arg-type]
    ("kill", {}, lambda combat: reference.all_killed(combat, 1)),
    ("survive", {}, lambda combat: reference.some_left(combat, 0)),
]


def close(value: float) -> Any:
    return pytest.approx(value, rel=CLOSE, abs=CLOSE)


@pytest.mark.parametrize(("utility", "options", "readable"), UTILITIES)
@times(1)
@given(setup=setups(enemies=st.just(1), documents=rules.map(short)))
def test_a_duel_is_worth_the_same(
    utility: str,
    options: dict[str, Any],
    readable: Callable[[reference.Combat], reference.Utility],
    setup: Setup,
) -> None:
    combat = setup.readable()
    solution = reference.solve(combat, readable(combat))
    assert setup.core().solve(utility, **options).value == close(solution.value)


@times(1)
@given(setup=setups(enemies=st.just(1), documents=kinder_rules.map(short)), habit=habitual)
def test_the_best_answer_to_a_habit_is_worth_the_same(setup: Setup, habit: Any) -> None:
    combat = setup.readable()
    policy: Any = habit.readable(0, 0)
    for side in (0, 1):
        fixed = (None, policy) if side == 0 else (policy, None)
        solution = reference.solve(combat, reference.points(combat), fixed)
        assert setup.core().solve(side=side, against=habit.core()).value == close(solution.value)


def follow(setup: Setup, walks: int, seed: int) -> int:
    """Walk through a combat at random; value and best choices must agree at every node."""
    combat = setup.readable()
    readable = reference.solve(combat, reference.points(combat))
    core = setup.core().solve()
    draw = Random(seed)  # noqa: S311 - any walk will do
    decisions = 0
    for _ in range(walks):
        one, other = setup.core().start(), ReferenceWalk(combat)
        while one.outcome is None:
            assert core.value_at(one) == close(readable.value_of(other.state))
            if one.decision is None:
                step = draw.choice((1, 2, 3, 4, 5, 6, 6, 6))
                one.roll(step)
                other.roll(step)
                continue
            advice, values = core.advise(one), readable.advise(other.state)
            assert {option.choice: option.value for option in advice.options} == {
                choice: close(value) for choice, value in values.items()
            }
            # The same choice, but for ties.
            assert values[advice.best.choice] == close(values[readable.best(other.state)])
            decisions += 1
            step = draw.choice(one.decision.choices)
            one.apply(step)
            other.apply(step)
        assert core.value_at(one) == close(readable.value_of(other.state))
    return decisions


@times(1)
@given(
    setup=setups(enemies=st.just(1), documents=kinder_rules.map(short)),
    seed=st.integers(0, 1000),
)
def test_every_choice_on_the_way_is_worth_the_same(setup: Setup, seed: int) -> None:
    follow(setup, 3, seed)


WEAK = Health("critical")
SKILLS = ["Counter-attack", "Ambidextrous"]
SMALL = [
    Setup((Entry(GUARD), *[Entry(WARRIOR, bound_to_defence=True)] * 2), chosen_by=1, rules=ONCE),
    Setup(
        (
            Entry(WARRIOR, bound_to_defence=True),
            Entry(WARRIOR.replace(initiative=5), WEAK),
            Entry(WARRIOR, WEAK),
        ),
        lone_side=1,
        rules={"checks": {"reroll_limit": 1, "two_automatic_failures": "compare_naturals"}},
    ),
    Setup(
        (
            Entry(WARRIOR.replace(skills=SKILLS), WEAK),
            Entry(WARRIOR, WEAK, bound_to_defence=True),
            Entry(WARRIOR, bound_to_defence=True),
        ),
        rules=ONCE,
    ),
]


@pytest.mark.parametrize("setup", SMALL)
def test_one_against_two_agrees_at_every_node(setup: Setup) -> None:
    assert follow(setup, 4, 1) > 4


@pytest.mark.long
@settings(max_examples=15)
@given(setup=setups(enemies=st.just(2), documents=kinder_rules.map(short)))
def test_any_combat_of_one_against_two_agrees(setup: Setup) -> None:
    follow(setup, 2, 1)


@pytest.mark.long
def test_the_worked_example_with_one_reroll_agrees() -> None:
    follow(Setup((Entry(GUARD), Entry(WARRIOR), Entry(WARRIOR)), rules=ONCE), 5, 2)
