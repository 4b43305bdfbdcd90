"""The same choices and dice drive the core and the reference through the same battle."""

from __future__ import annotations

from random import Random

import pytest

from battles import BattleSetup, first_difference, small_battle
from combats import plain_decision
from fracas import reference
from fracas.events import BattleEvent
from golden_rows import Row, each_row
from shots import core_battle, is_as_told, walk

ALL = pytest.mark.rule("T-1", "T-3", "T-11", "A-2", "A-11", "C-1", "C-6", "C-9", "C-30", "C-36")
SHOTS = pytest.mark.rule("A-15", "A-17", "M-17", "M-19", "M-20")


def asked(node: reference.Decision | reference.Chance | reference.BattleOver) -> object:
    """Give what the reference asks for as the core shows it."""
    if isinstance(node, reference.Decision):
        return plain_decision(node)
    return node.roll if isinstance(node, reference.Chance) else None


def difference(setup: BattleSetup, seed: int) -> str | None:
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
            answer = random.choice(node.choices)
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
