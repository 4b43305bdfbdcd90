"""Best play of a combat: it is an equilibrium, its numbers fit together, and it is kept."""

from __future__ import annotations

import itertools
import pickle
import time
from dataclasses import replace
from random import Random
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import fracas as fr
from combat_strategies import entries, habitual, setups
from combats import Entry, Setup
from fracas.results import LEVELS
from fracas.solving import HABITS, Option
from strategies import times

LIBRARY = fr.library()
GUARD, WARRIOR = LIBRARY["Praetorian guard"], LIBRARY["Dawn warrior"]
LITTLE = 1e-9
STATES: list[dict[str, Any]] = [
    {},
    {},
    {},
    {"health": fr.Health("light")},
    {"health": fr.Health("serious", stunned=1)},
    {"charged": True},
    {"bound_to_defence": True},
    {"placement": "after"},
    {"placement": "after_initiative"},
]


def close(value: Any) -> Any:
    return pytest.approx(value, rel=LITTLE, abs=LITTLE)


def worth(law: fr.CombatResult) -> float:
    """Give the points that a law is worth to side 0."""
    first, second = law.points_lost
    return second - first


def match_ups(duels: int, against_two: int, seed: int = 4) -> list[fr.Combat]:
    """Draw match-ups of the library, the fighters in all kinds of states."""
    draw = Random(seed)  # noqa: S311 - the same ones in every run

    def fighter() -> fr.Fighter:
        return fr.Fighter(draw.choice([*LIBRARY.values()]), **draw.choice(STATES))

    sizes = [1] * duels + [2] * against_two
    return [
        fr.combat(
            fighter(),
            [fighter() for _ in range(size)],
            lone_side=draw.randrange(2),
            chosen_by=draw.randrange(2),
        )
        for size in sizes
    ]


def check_nodes(solution: fr.Solution, walks: int, seed: int) -> None:
    """Walk through a combat: at every node nobody gains by choosing otherwise, dice being dice.

    Where no single deviation gains anything, no best response does.
    """
    draw = Random(seed)  # noqa: S311 - any walk will do
    for _ in range(walks):
        game = solution.combat.start()
        while game.outcome is None:
            value = solution.value_at(game)
            if game.decision is None:
                after = [game.copy() for _ in range(6)]
                for face, rolled in enumerate(after, start=1):
                    rolled.roll(face)
                assert value == close(np.mean([solution.value_at(rolled) for rolled in after]))
                game.roll(draw.choice((1, 2, 3, 4, 5, 6, 6)))
                continue
            advice = solution.advise(game)
            values = [option.value for option in advice.options]
            best = max(values) if advice.decision.side == 0 else min(values)
            assert value == close(best)
            assert advice.best.value == close(best)
            for option in advice.options:
                assert option.regret == close(abs(option.value - best))
                assert option.regret >= 0
            game.apply(draw.choice(advice.decision.choices))


def check_match_up(combat: fr.Combat) -> None:
    """Check that nobody gains anything against best play, and that habits cost something."""
    solution = combat.solve()
    assert worth(solution.law()) == close(solution.value)
    check_nodes(solution, 1, 3)
    answers: dict[tuple[int, str], float] = {}
    for habit in solution.habits():
        assert habit.cost >= -LITTLE
        assert habit.cost == close((1 - 2 * habit.side) * (solution.value - habit.value))
        answers[habit.side, str(habit.policy)] = habit.value
    # What a habit comes to against a habit is never better than the best answer to it.
    for first, second in itertools.product(HABITS, HABITS):
        between = worth(replace(combat, policies=(first, second)).exact())
        assert answers[0, first] - LITTLE <= between <= answers[1, second] + LITTLE


GRID = match_ups(160, 40)


@pytest.mark.parametrize("part", range(8))
def test_in_duels_of_the_library_nobody_gains_against_best_play(part: int) -> None:
    for combat in GRID[part:160:8]:
        check_match_up(combat)


@pytest.mark.parametrize("part", range(4))
def test_nor_does_anybody_in_combats_of_one_against_two(part: int) -> None:
    for combat in GRID[160 + part :: 4]:
        check_match_up(combat)


# Numbers that fit together


@pytest.mark.parametrize(
    ("enemies", "value"),
    [
        (1, 2.3143676615971005),
        (2, -1.7631595864204797),
        (3, -7.033016486054848),
        (4, -13.39927906562216),
    ],
)
def test_the_worked_example_is_worth_what_it_is(enemies: int, value: float) -> None:
    solution = fr.combat(GUARD, [WARRIOR] * enemies).solve()
    assert solution.value == close(value)
    assert solution.favoured == (0 if enemies == 1 else 1)
    assert worth(solution.law()) == close(value)


@given(setup=setups(enemies=st.just(1)), habit=habitual)
def test_the_value_is_the_expectation_of_the_law(setup: Setup, habit: Any) -> None:
    if setup.rules.get("checks", {}).get("reroll_knowledge") == "blind":
        return
    combat = setup.core()
    weights: Any = {"light": 0.1, "serious": 0.3, "critical": 0.6}
    shares = np.array([0, 0.1, 0.3, 0.6, 1])
    values = [
        f.profile.value * (-1) ** (combat.side_of(n) == 0) for n, f in enumerate(combat.fighters)
    ]
    for options in ({}, {"against": habit.core()}, {"against": habit.core(), "side": 1}):
        solution = combat.solve(**options)
        assert worth(solution.law()) == close(solution.value)
        partial = combat.solve(weights=weights, **options)
        assert np.array(values) @ (partial.law().levels @ shares) == close(partial.value)
        table = np.outer(values, shares)
        assert combat.solve(table, **options).value == close(partial.value)
        assert combat.solve([table, -table], **options).value == close(partial.value)


@given(setup=setups(enemies=st.just(1)))
def test_chances_are_those_of_the_law(setup: Setup) -> None:
    if setup.rules.get("checks", {}).get("reroll_knowledge") == "blind":
        return
    combat = setup.core()
    of_side = [0, 1] if combat.lone_side == 0 else [1, 0]
    for side in (0, 1):
        sign = 1 - 2 * side
        kill, survive = combat.solve("kill", side=side), combat.solve("survive", side=side)
        assert kill.favoured is survive.favoured is None
        assert sign * kill.value == close(kill.law().killed[of_side[1 - side]])
        assert sign * survive.value == close(1 - survive.law().killed[of_side[side]])
    # What one wants, the other avoids.
    chance = combat.solve("kill", side=0).value
    assert chance == close(1 + combat.solve("survive", side=1).value)


def test_a_law_from_the_middle_of_a_roll_is_whole() -> None:
    combat = fr.combat(LIBRARY["Duellist"], LIBRARY["Blade dancer"])
    solution = combat.solve()
    draw = Random(5)  # noqa: S311 - any walk will do
    for _ in range(20):
        game = combat.start()
        while game.outcome is None:
            law = solution.law(game)
            assert law.weights.sum() == close(1)
            assert worth(law) == close(solution.value_at(game))
            if game.decision is None:
                game.roll(draw.choice((1, 3, 5, 6, 6, 6)))
            else:
                game.apply(draw.choice(game.decision.choices))
        assert worth(solution.law(game)) == close(solution.value_at(game))


def test_the_law_of_optimal_players_is_the_law_of_the_solution() -> None:
    combat = fr.combat(GUARD, [WARRIOR, WARRIOR], policy="optimal")
    law, exact = combat.solve().law(), combat.exact()
    assert (exact.weights == law.weights).all()
    assert (exact.method, exact.games) == ("exact", None)
    assert exact.combat == combat
    assert not exact.knows_passes
    assert fr.duel(GUARD, WARRIOR).knows_passes


def test_a_table_may_tell_alike_fighters_apart() -> None:
    combat = fr.combat(GUARD, [WARRIOR, WARRIOR])
    nothing, prize = [0.0] * 5, [0.0, 0.0, 0.0, 0.0, 10.0]
    first = combat.solve([nothing, prize, nothing])
    second = combat.solve([nothing, nothing, prize])
    assert first.value == close(second.value)
    assert first.value > combat.solve([nothing, nothing, nothing]).value == 0
    assert 10 * first.law().killed[1] == close(first.value)
    assert 10 * second.law().killed[2] == close(second.value)
    check_nodes(first, 2, 1)


@pytest.mark.parametrize(
    ("lone", "enemies"),
    [(GUARD, [WARRIOR]), (GUARD, [WARRIOR, WARRIOR]), (LIBRARY["Duellist"], [LIBRARY["Beast"]])],
)
def test_with_the_sides_swapped_the_value_is_the_opposite(
    lone: fr.Profile, enemies: list[fr.Profile]
) -> None:
    # Side 1 sees side 0's die of initiative before it decides on its own, so sides are not quite
    # the same; where one is quicker by far, and sixes are rerolled once, that changes nothing.
    rules = fr.Rules(checks={"reroll_limit": 1})
    quick = lone.replace(initiative=20)
    for chosen_by in (0, 1):
        combat = fr.combat(quick, enemies, chosen_by=chosen_by, rules=rules)
        mirror = fr.combat(quick, enemies, lone_side=1, chosen_by=1 - chosen_by, rules=rules)
        assert mirror.solve().value == close(-combat.solve().value)
        assert mirror.solve().favoured == 1 - (combat.solve().favoured or 0)
        costs = {(h.policy, h.side): h.cost for h in combat.solve().habits()}
        for habit in mirror.solve().habits():
            assert habit.cost == close(costs[habit.policy, 1 - habit.side])


plain_entries = entries(1).map(
    lambda entry: replace(entry, profile=entry.profile.replace(value=1 + entry.profile.value))
)


@pytest.mark.parametrize(
    "characteristic", ["initiative", "attack", "strength", "defence", "resilience"]
)
@times(2)
@given(
    first=plain_entries,
    second=plain_entries,
    more=st.integers(1, 5),
    side=st.integers(0, 1),
    utility=st.sampled_from(["points", "kill", "survive"]),
)
def test_raising_a_characteristic_never_lowers_the_value(
    characteristic: str, first: Entry, second: Entry, more: int, side: int, utility: str
) -> None:
    # It holds for all five that a combat reads, skills included, under the rules as they are. A
    # characteristic is not all: the value in points is a price, and cheaper ones place first.
    higher = min(20, getattr(first.profile, characteristic) + more)
    better = replace(first, profile=first.profile.replace(**{characteristic: higher}))
    before = Setup((first, second), side).core().solve(utility).value
    after = Setup((better, second), side).core().solve(utility).value
    assert (1 - 2 * side) * (after - before) >= -LITTLE


@pytest.mark.parametrize("enemies", [1, 2])
def test_rolled_games_under_optimal_agree_with_the_value(enemies: int) -> None:
    combat = fr.combat(GUARD, [WARRIOR] * enemies, policy="optimal")
    games = 20_000
    sample = combat.simulate(games, "optimal")
    law = combat.exact()
    value = combat.solve().value
    values = np.array([-49, 19, 19][: 1 + enemies])
    points = (law.outcome_levels == LEVELS.index("killed")) @ values
    spread = float(np.sqrt(law.weights @ (points - value) ** 2))
    assert abs(worth(sample) - value) <= 5 * spread / games**0.5
    assert np.abs(sample.killed - law.killed).max() <= 5 * sample.error
    # One of them, die by die.
    assert combat.replay(3, "optimal").events == sample.replay(3).events


# Advice


def test_advice_compares_a_choice_with_the_best() -> None:
    advice = fr.combat(GUARD, WARRIOR).solve().advise()
    assert advice.decision.kind == "place"
    assert [option.choice for option in advice.options] == [0, 1, 2]
    assert advice.best.choice == 1
    comparison = advice.compare(2)
    assert comparison.regret == advice.options[2].regret > 0
    assert worth(comparison.law_of_best) == close(advice.best.value)
    assert worth(comparison.law_of_chosen) == close(advice.options[2].value)
    assert comparison.levels.sum(axis=1) == close([0, 0])
    first, second = comparison.points_lost
    assert second - first == close(comparison.regret)  # side 1 decides
    assert comparison.killed * [49, 19] == close([first, second])
    same = advice.compare(1)
    assert same.levels == close(np.zeros((2, 5)))
    assert (advice.after(2).weights == comparison.law_of_chosen.weights).all()


def test_advice_is_shown_in_words() -> None:
    combat = fr.combat(fr.Profile("<b>Evil</b>"), [WARRIOR, WARRIOR])
    solution = combat.solve()
    advice = solution.advise()
    assert advice.table().splitlines()[0] == "<b>Evil</b>: how to place the dice"
    assert "&lt;b&gt;Evil" in advice._repr_html_()
    assert "* " in str(advice)
    assert "3 attaque, 0 défense" in advice.table(language="fr")
    assert repr(advice).startswith("Advice(decision=Decision(kind='place'")


def test_every_kind_of_decision_has_its_words() -> None:
    fast = fr.Profile("Fast", initiative=9, skills=["Counter-attack", "Ambidextrous"], value=9)
    weak = fr.Fighter(WARRIOR.replace(attack=0), fr.Health("critical"))
    combat = fr.combat(fast, [weak, WARRIOR])
    solution = combat.solve()
    seen: set[str] = set()
    draw = Random(2)  # noqa: S311 - any walk will do
    for _ in range(60):
        game = combat.start()
        while game.outcome is None:
            if game.decision is None:
                game.roll(draw.choice((1, 2, 6)))
                continue
            if game.decision.kind not in seen:
                advice = solution.advise(game)
                labels = [option.label for option in advice.options]
                assert len({*labels}) == len(labels)
                assert [advice.label(o.choice, language="fr") for o in advice.options]
                assert advice.question() != advice.question(language="fr")
                seen.add(game.decision.kind)
            game.apply(draw.choice(game.decision.choices))
    assert seen >= {"place", "place_next", "tester", "reroll", "target", "attacker", "defence"}
    assert seen >= {"sustain", "skill", "exchange"}


def test_the_best_line_goes_on_as_far_as_the_dice() -> None:
    combat = fr.combat(GUARD, [WARRIOR, WARRIOR])
    solution = combat.solve()
    line = solution.best_line()
    assert [move.decision.kind for move in line][:2] == ["place_next", "place"]
    assert all(move.value == close(solution.value) for move in line)
    longer = solution.best_line(dice=[6, 1, 2, 3])
    assert longer[: len(line)] == line
    assert len(longer) > len(line)
    game = combat.start()
    for move in line:
        game.apply(move.choice)
    assert solution.best_line(game) == ()
    assert solution.best_line(game, [6, 1, 2, 3])[0].decision.kind == "reroll"
    assert solution.equilibrium == {0: 3, 1: 2, 2: 2}
    assert [advice.decision.fighter for advice in solution.placing()] == [1, 2, 0]


def test_a_best_line_against_a_habit_follows_the_habit() -> None:
    combat = fr.combat(GUARD, WARRIOR)
    response = combat.solve(against="all_out_defence")
    assert response.equilibrium[1] == 0
    assert response.value == close(combat.solve().best_response("all_out_defence").value)
    assert response.policies == ("optimal", "all_out_defence")
    other = combat.solve(side=1, against="all_out_defence")
    assert other.equilibrium[0] == 0
    assert other.value == close(combat.solve().best_response("all_out_defence", side=1).value)


def test_splits_are_the_values_after_placing() -> None:
    combat = fr.combat(GUARD, [WARRIOR, fr.Fighter(WARRIOR, bound_to_defence=True)])
    solution = combat.solve()
    splits = solution.splits
    assert splits.shape == (4, 3, 3)
    assert np.isnan(splits[:, :, 1:]).all()
    for own, enemy in itertools.product(range(4), range(3)):
        game = combat.start()
        while game.decision is not None and game.decision.kind.startswith("place"):
            who = game.decision.fighter
            game.apply({0: own, 1: enemy}[who] if who is not None else game.decision.choices[0])
        assert splits[own, enemy, 0] == close(solution.value_at(game))
    # The cheap warrior places first, the guard knows it.
    assert solution.value == close(splits[:, :, 0].max(axis=0).min())
    best = solution.equilibrium
    assert splits[best[0], best[1], best[2]] == close(solution.value)


def test_given_splits_hold_for_the_side_with_habits() -> None:
    combat = fr.combat(GUARD, WARRIOR, splits={1: 0})
    assert combat.solve(against="plain").equilibrium[1] == 0
    free = fr.combat(GUARD, WARRIOR).solve(against="plain")
    assert combat.solve(against="plain").value > free.value


# The cache


def test_a_combat_that_was_solved_is_kept() -> None:
    enemies = [LIBRARY["Duellist"], LIBRARY["Veteran"]]
    start = time.perf_counter()
    first = fr.combat(GUARD.replace(value=48), enemies).solve()
    took = time.perf_counter() - start
    kept = first.kept
    start = time.perf_counter()
    again = fr.combat(GUARD.replace(value=48), enemies).solve()
    assert time.perf_counter() - start < took / 2
    assert again.value == first.value
    assert again.kept == kept > 1000
    # Another utility is another solution; only so many are kept.
    other = fr.combat(GUARD.replace(value=48), enemies).solve("kill")
    assert other.value != first.value
    for value in range(10):
        fr.combat(GUARD.replace(value=value), WARRIOR).solve()
    assert fr.combat(GUARD.replace(value=48), enemies).solve().value == first.value


def test_a_solution_travels_to_other_processes() -> None:
    solution = fr.combat(GUARD, WARRIOR).solve("kill", side=1)
    again = pickle.loads(pickle.dumps(solution))  # noqa: S301 - our own bytes
    assert again.value == solution.value
    assert (again.utility, again.side, again.policies) == ("kill", 1, ("optimal", "optimal"))
    assert isinstance(again.advise().best, Option)
