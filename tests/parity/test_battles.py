"""The same choices and dice drive the core and the reference through the same battle."""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import TypeAlias

import pytest

import effect_rows
from battles import BattleSetup, close_battle, first_difference, small_battle
from combats import plain_decision
from fracas import reference
from fracas.events import BattleEvent
from golden_rows import Row, each_row
from shots import core_battle, is_as_told, walk

ALL = pytest.mark.rule("T-1", "T-3", "T-11", "A-2", "A-11", "C-1", "C-6", "C-9", "C-30", "C-36")
SHOTS = pytest.mark.rule("A-15", "A-17", "M-17", "M-19", "M-20")
MYSTIC = pytest.mark.rule("T-4", "T-14", "T-15", "T-16", "T-18", "A-14", "A-16", "C-37", "M-24")

ASSAULTS = pytest.mark.rule("M-13", "M-14", "M-15", "M-16", "A-17")
MYSTIC_ACTIONS = 8
"""From here on the numbers of cumulative actions are those of mystic actions."""


def with_long(few: int, many: int) -> pytest.MarkDecorator:
    """Take a few seeds, and many for ``make test-long``."""
    long = [pytest.param(seed, marks=pytest.mark.long) for seed in range(few, many)]
    return pytest.mark.parametrize("seed", [*range(few), *long])


def asked(node: reference.Decision | reference.Chance | reference.BattleOver) -> object:
    """Give what the reference asks for as the core shows it."""
    if isinstance(node, reference.Decision):
        return plain_decision(node)
    return node.roll if isinstance(node, reference.Chance) else None


def at_random(random: Random, node: reference.Decision) -> int:
    """Choose anything."""
    return random.choice(node.choices)


def eagerly(random: Random, node: reference.Decision) -> int:
    """Charge, and two at once, whenever that is open, or go on to another; else choose anything."""
    wanted = {
        "announce": [3],
        "also": list(node.choices[:-1]),
        "pivot": list(node.choices[1:]),
        "action": [choice for choice in node.choices if choice >= MYSTIC_ACTIONS],
        "instead": list(node.choices[1:]),
    }
    liked = [choice for choice in wanted.get(node.kind, ()) if choice in node.choices]
    return random.choice(liked if liked and random.random() < 0.9 else node.choices)


Chooser: TypeAlias = Callable[[Random, reference.Decision], int]


def difference(setup: BattleSetup, seed: int, choose: Chooser = at_random) -> str | None:
    """Play a battle node by node in both; tell where they part."""
    random = Random(seed)  # noqa: S311 - a walk, not a secret
    battle = setup.core(seed)
    place, events = reference.start_battle(setup.readable())
    told = battle.events
    while True:
        found = first_difference(told, events)
        if found is not None:
            return f"step {len(battle)}: {found}"
        node = place.node
        if asked(node) != (battle.decision or battle.chance):
            return f"step {len(battle)}: {battle.node} but {node}"
        if isinstance(node, reference.BattleOver):
            assert battle.points == node.lost
            return None
        if isinstance(node, reference.Decision):
            answer = choose(random, node)
            told = battle.apply(answer)
        else:
            answer = random.randint(1, 6)
            told = battle.roll(answer)
        place, events = reference.answer_battle(place, answer)


@ALL
@pytest.mark.parametrize("seed", range(25))
def test_the_same_battle_event_by_event(seed: int) -> None:
    assert difference(small_battle(seed), seed) is None


@ALL
@pytest.mark.long
@pytest.mark.parametrize("seed", range(1000, 1500))
def test_five_hundred_battles_event_by_event(seed: int) -> None:
    assert difference(small_battle(seed, most=3 + seed % 2, turns=1 + seed % 3), seed) is None


@SHOTS
@pytest.mark.parametrize("seed", range(25))
def test_the_same_battle_with_shooters(seed: int) -> None:
    assert difference(small_battle(seed, shooters=True), seed) is None


@SHOTS
@pytest.mark.long
@pytest.mark.parametrize("seed", range(1000, 1500))
def test_five_hundred_battles_with_shooters(seed: int) -> None:
    setup = small_battle(seed, most=3 + seed % 2, turns=1 + seed % 3, shooters=True)
    assert difference(setup, seed) is None


@MYSTIC
@pytest.mark.parametrize("seed", range(40))
def test_the_same_battle_with_effects_and_mystic_actions(seed: int) -> None:
    assert difference(small_battle(seed, mystics=True), seed) is None


def mystic_battle(seed: int) -> BattleSetup:
    """Make a battle of the long range."""
    return small_battle(seed, most=3 + seed % 2, turns=1 + seed % 3, mystics=True)


@MYSTIC
@pytest.mark.long
@pytest.mark.parametrize("seed", range(2000, 2500))
def test_five_hundred_battles_with_effects_and_mystic_actions(seed: int) -> None:
    assert difference(mystic_battle(seed), seed) is None


@MYSTIC
@pytest.mark.long
@pytest.mark.parametrize("seed", range(5000, 5060))
def test_bigger_battles_with_effects_and_mystic_actions(seed: int) -> None:
    assert difference(small_battle(seed, most=6, turns=3, mystics=True), seed) is None


@MYSTIC
@each_row("effects.txt")
def test_golden_effects(row: Row) -> None:
    battle = effect_rows.core_battle(row)
    opening = battle.events

    def asked() -> tuple[str, tuple[int, ...]]:
        decision = battle.decision
        if decision is not None:
            return decision.kind, decision.choices
        return battle.chance or "over", ()

    def answer(number: int) -> list[BattleEvent]:
        return battle.roll(number) if battle.decision is None else battle.apply(number)

    named, told = effect_rows.walk(row, asked, answer)
    assert named == row["next"]
    effect_rows.is_as_told(row, [*opening, *told])


@ASSAULTS
@with_long(30, 200)
def test_the_same_battle_with_chargers_who_turn_their_targets(seed: int) -> None:
    assert difference(close_battle(seed), seed, eagerly) is None


@ASSAULTS
@with_long(20, 150)
def test_the_same_battle_with_targets_that_die_before_contact(seed: int) -> None:
    assert difference(close_battle(seed, doom=True), seed, eagerly) is None


@SHOTS
@each_row("shots.txt")
def test_golden_shots(row: Row) -> None:
    battle = core_battle(row)

    def asked() -> tuple[str, tuple[int, ...]]:
        decision = battle.decision
        if decision is not None:
            return decision.kind, decision.choices
        return battle.chance or "over", ()

    def answer(number: int) -> list[BattleEvent]:
        return battle.roll(number) if battle.decision is None else battle.apply(number)

    named, told = walk(row, asked, answer)
    assert named == row["next"]
    is_as_told(row, told)
    assert battle.outcome.healths[1].level == row["health"]


@ALL
@pytest.mark.parametrize("seed", range(3))
def test_the_number_of_ways_a_battle_can_go(seed: int) -> None:
    setup = small_battle(seed)
    for depth in range(4):
        core = setup.core()
        assert core._core.perft(depth) == reference.battle_perft(setup.readable(), depth)
