"""Random battles with shooters, looked at node by node; saved, loaded, undone anywhere."""

from __future__ import annotations

from random import Random

import pytest

import fracas as fr
from battles import small_battle
from fracas.types import Decision
from invariants import Watch, attacks_are_paid_for, combats_are_fresh, others_are_refused

ALL = pytest.mark.rule("T-1", "T-2", "A-1", "A-11", "A-15", "C-1", "C-4", "C-30", "M-8", "M-12")


def with_long(few: int, many: int) -> pytest.MarkDecorator:
    """Take a few seeds, and many for ``make test-long``."""
    long = [pytest.param(seed, marks=pytest.mark.long) for seed in range(few, many)]
    return pytest.mark.parametrize("seed", [*range(few), *long])


def walk(seed: int) -> Watch:
    return Watch(small_battle(seed, most=2 + seed % 3, turns=1 + seed % 3, shooters=True), seed)


@ALL
@with_long(20, 2000)
def test_at_every_node_all_is_in_order(seed: int) -> None:
    watch = walk(seed)
    watch.look()
    order = ("strategic", "activation", "combat", "maintenance")
    at = (1, 0)
    while not watch.battle.over:
        watch.step()
        watch.look()
        now = watch.battle.turn, order.index(watch.battle.phase)
        assert now >= at
        at = now
    attacks_are_paid_for(watch.battle.events)
    combats_are_fresh(watch.battle.events)


@with_long(4, 200)
def test_what_is_no_choice_is_refused_and_changes_nothing(seed: int) -> None:
    watch = walk(seed)
    while not watch.battle.over:
        if watch.random.random() < 0.2:
            others_are_refused(watch.battle)
        watch.step()
    with pytest.raises(fr.IllegalChoice):
        watch.battle.apply(0)
    with pytest.raises(fr.IllegalChoice):
        watch.battle.roll()


def is_same(one: fr.Battle, other: fr.Battle) -> None:
    """Assert that two battles stand at the same place in every respect."""
    assert one.node == other.node
    assert one.table == other.table
    assert (one.turn, one.phase, one.points) == (other.turn, other.phase, other.points)
    assert one.combats == other.combats
    assert one.events == other.events
    assert one.to_json() == other.to_json()


def answers_again(battle: fr.Battle, answers: list[int]) -> None:
    for answer in answers:
        if battle.decision is None:
            battle.roll(answer)
        else:
            battle.apply(answer)


@with_long(12, 600)
def test_saving_loading_and_undoing_anywhere_change_nothing(seed: int) -> None:
    random = Random(f"places {seed}")  # noqa: S311 - a walk, not a secret
    battle = small_battle(seed, turns=1 + seed % 3, shooters=True).core(seed)
    answers = list[int]()
    while not battle.over:
        if random.random() < 0.05:
            is_same(fr.read_record(battle.to_json()).battle(), battle)
            back = random.randint(0, len(answers))
            other = battle.copy()
            other.undo(back)
            assert len(other) == len(answers) - back
            is_same(fr.read_record(other.to_json()).battle(), other)
            answers_again(other, answers[len(answers) - back :])
            is_same(other, battle)
            battle = other
        answer = random.choice(battle.choices()) if battle.decision else random.randint(1, 6)
        answers_again(battle, [answer])
        answers.append(answer)
    whole = small_battle(seed, turns=1 + seed % 3, shooters=True).core(seed)
    answers_again(whole, answers)
    is_same(whole, battle)


@pytest.mark.parametrize("seed", range(4))
def test_the_dice_of_the_seed_are_the_same_after_an_undo(seed: int) -> None:
    battle = small_battle(seed, shooters=True).core(seed)

    def first(decision: Decision) -> int:
        return decision.choices[0]

    outcome = battle.play(first, first)
    events = battle.events
    for steps in (1, len(battle) // 3, len(battle)):
        battle.undo(steps)
        assert battle.play(first, first) == outcome
        assert battle.events == events
