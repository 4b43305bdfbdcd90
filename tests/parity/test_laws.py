"""The exact laws: floats of the core against fractions of the reference."""

from __future__ import annotations

from fractions import Fraction
from itertools import product

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import fracas as fr
from fracas import reference
from fracas.checks import NamedReroll
from strategies import POLICIES, Document, check_options, rules_documents

PRECISION = 1e-12
values = st.integers(-12, 25)
policies: st.SearchStrategy[NamedReroll] = st.sampled_from(["always", "never", "when_needed"])


def both(options: Document) -> tuple[fr.Rules, reference.Rules]:
    document = {"checks": options}
    return fr.Rules(document), reference.Rules.from_document(document)


def near(found: float, exact: Fraction) -> bool:
    return abs(Fraction(float(found)) - exact) <= PRECISION


@pytest.mark.rule("D-2", "D-3")
@given(options=check_options, reroll=policies, up_to=st.integers(1, 200))
def test_natural_results(options: Document, reroll: NamedReroll, up_to: int) -> None:
    core, readable = both(options)
    chances = fr.laws.natural(reroll, up_to=up_to, rules=core)
    exact = reference.natural_law(reroll, readable, up_to)
    assert chances.shape == (up_to,)
    assert all(near(chance, exact[natural]) for natural, chance in enumerate(chances, start=1))


@pytest.mark.rule("D-4", "D-5", "D-7", "D-8")
@given(
    options=check_options, value=values, difficulty=values, dice=st.integers(1, 9), reroll=policies
)
def test_success(
    options: Document, value: int, difficulty: int, dice: int, reroll: NamedReroll
) -> None:
    core, readable = both(options)
    chance = fr.laws.success(value, difficulty, dice=dice, reroll=reroll, rules=core)
    assert near(chance, reference.success_probability(value, difficulty, dice, reroll, readable))


@pytest.mark.rule("D-6", "D-8")
@given(options=check_options, sides=st.tuples(values, values), first=policies, second=policies)
def test_opposed(
    options: Document, sides: tuple[int, int], first: NamedReroll, second: NamedReroll
) -> None:
    core, readable = both(options)
    chance = fr.laws.opposed(*sides, reroll=(first, second), rules=core)
    assert near(chance, reference.opposed_law(*sides, first, second, readable))


@pytest.mark.rule("D-4", "D-5", "D-7", "D-8")
@given(
    options=check_options,
    attack=values,
    defence=values,
    dice=st.integers(0, 9),
    first=policies,
    second=policies,
)
def test_attack(
    options: Document,
    attack: int,
    defence: int,
    dice: int,
    first: NamedReroll,
    second: NamedReroll,
) -> None:
    core, readable = both(options)
    chances = fr.laws.attack(
        attack, defence, dice=dice, attack_reroll=first, defence_reroll=second, rules=core
    )
    exact = reference.attack_law(attack, defence, dice, first, second, readable)
    assert sum(exact) == 1
    assert abs(chances.sum() - 1) < PRECISION
    assert all(map(near, chances, exact))


@pytest.mark.rule("W-1", "W-3", "W-4")
@given(document=rules_documents, strength=values, resilience=values)
def test_wound(document: Document, strength: int, resilience: int) -> None:
    exact = reference.wound_law(strength, resilience, reference.Rules.from_document(document))
    chances = fr.laws.wound(strength, resilience, rules=fr.Rules(document))
    assert sum(exact.values()) == 1
    assert all(map(near, chances, exact.values()))


OPTIONS = [
    {"reroll_limit": limit, "reroll_of_one": of_one, "opposed_tie": tie, **more}
    for limit in (1, 3, "unlimited")
    for of_one in ("whole_chain", "last_die")
    for tie, more in (
        ("roll_again", {}),
        ("side_0_wins", {"two_automatic_failures": "compare_naturals"}),
        ("side_1_wins", {"two_automatic_failures": "compare_naturals"}),
        ("side_1_wins", {"reroll_knowledge": "blind"}),
        ("roll_again", {"several_dice": "best_plus_one_per_extra_die"}),
    )
]


@pytest.mark.long
@pytest.mark.rule("D-2", "D-3", "D-4", "D-5", "D-6", "D-7", "D-8")
@pytest.mark.parametrize("options", OPTIONS, ids=str)
def test_the_whole_range(options: Document) -> None:
    core, readable = both(options)
    every, some = range(-12, 26), range(-12, 26, 4)
    for first, second in product(POLICIES, POLICIES):
        rerolls: tuple[NamedReroll, NamedReroll] = first, second  # type: ignore[assignment]
        chances = fr.laws.opposed(
            np.array(every)[:, None], np.array(some), reroll=rerolls, rules=core
        )
        for (i, v0), (j, v1) in product(enumerate(every), enumerate(some)):
            assert near(chances[i, j], reference.opposed_law(v0, v1, *rerolls, readable)), (v0, v1)
        laws = fr.laws.attack(
            np.array(some)[:, None, None],
            np.array(some)[:, None],
            dice=np.arange(10),
            attack_reroll=rerolls[0],
            defence_reroll=rerolls[1],
            rules=core,
        )
        for (i, a), (j, d), dice in product(enumerate(some), enumerate(some), range(0, 10, 3)):
            exact = reference.attack_law(a, d, dice, *rerolls, readable)
            assert all(map(near, laws[i, j, dice], exact)), (a, d, dice)
