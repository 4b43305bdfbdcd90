"""Exact odds on the golden rows: the reference exactly, the core to its promised precision."""

from __future__ import annotations

import json
from fractions import Fraction
from typing import cast

import pytest

import fracas as fr
from fracas import reference
from fracas.checks import NamedReroll
from golden_rows import Row, each_row

PRECISION = 1e-12


def rules_of(row: Row) -> tuple[fr.Rules, reference.Rules]:
    document = json.loads(row["rules"] or "{}")
    return fr.Rules(document), reference.Rules.from_document(document)


def policies(row: Row) -> tuple[NamedReroll, ...]:
    return cast("tuple[NamedReroll, ...]", tuple(row["reroll"].split()))


def near(chance: float, golden: Fraction) -> bool:
    return abs(Fraction(chance) - golden) <= PRECISION


@pytest.mark.rule("D-2", "D-3", "D-8")
@each_row("natural_odds.txt")
def test_the_law_of_one_die(row: Row) -> None:
    rules, readable = rules_of(row)
    (reroll,) = policies(row)
    naturals, golden = row.ints("naturals"), Fraction(row["chance"])
    exact = reference.natural_law(reroll, readable, 30)
    chances = fr.laws.natural(reroll, up_to=30, rules=rules)
    for natural in naturals:
        assert exact[natural] == golden, (row.where, natural)
        assert near(chances[natural - 1], golden), (row.where, natural)


@pytest.mark.rule("D-2", "D-3", "D-4", "D-5", "D-7", "D-8")
@each_row("success_odds.txt")
def test_the_chance_to_meet_a_difficulty(row: Row) -> None:
    rules, readable = rules_of(row)
    value, difficulty, dice = int(row["value"]), int(row["difficulty"]), int(row["dice"])
    (reroll,) = policies(row)
    golden = Fraction(row["chance"])
    exact = reference.success_probability(value, difficulty, dice, reroll, readable)
    assert exact == golden, row.where
    chance = fr.laws.success(value, difficulty, dice=dice, reroll=reroll, rules=rules)
    assert near(chance, golden), row.where


@pytest.mark.rule("D-4", "D-6", "D-8")
@each_row("opposed_odds.txt")
def test_the_chance_of_side_0(row: Row) -> None:
    rules, readable = rules_of(row)
    value_0, value_1 = row.ints("values")
    reroll_0, reroll_1 = policies(row)
    golden = Fraction(row["chance"])
    exact = reference.opposed_law(value_0, value_1, reroll_0, reroll_1, readable)
    assert exact == golden, row.where
    chance = fr.laws.opposed(value_0, value_1, reroll=(reroll_0, reroll_1), rules=rules)
    assert near(chance, golden), row.where


@pytest.mark.rule("D-4", "D-5", "D-7", "D-8")
@each_row("attack_odds.txt")
def test_what_becomes_of_an_attack(row: Row) -> None:
    rules, readable = rules_of(row)
    attack, defence, dice = int(row["attack"]), int(row["defence"]), int(row["dice"])
    first, second = policies(row)
    golden = tuple(Fraction(row[column]) for column in ("failure", "parried", "landed"))
    exact = reference.attack_law(attack, defence, dice, first, second, readable)
    assert exact == golden, row.where
    chances = fr.laws.attack(
        attack, defence, dice=dice, attack_reroll=first, defence_reroll=second, rules=rules
    )
    assert all(map(near, chances, golden)), row.where


@pytest.mark.rule("W-1", "W-3", "W-4")
@each_row("wound_odds.txt")
def test_the_law_of_a_wound_roll(row: Row) -> None:
    strength, resilience = int(row["strength"]), int(row["resilience"])
    exact = reference.wound_law(strength, resilience, reference.Rules())
    golden = {wound: Fraction(int(row[wound]), 36) for wound in exact}
    assert exact == golden, row.where
    chances = fr.laws.wound(strength, resilience)
    assert all(map(near, chances, golden.values())), row.where
