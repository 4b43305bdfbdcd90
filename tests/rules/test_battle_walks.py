"""Random battles looked at node by node; saved, loaded, undone anywhere.

With shooters, with mystics and effects, with chargers who turn their targets; and where everything
may be measured before it is declared.
"""

from __future__ import annotations

from dataclasses import replace
from random import Random

import pytest

import fracas as fr
from battles import BattleSetup, close_battle, small_battle
from fracas.types import Decision
from invariants import Watch, attacks_are_paid_for, combats_are_fresh, others_are_refused

ALL = pytest.mark.rule("T-1", "T-2", "A-1", "A-11", "A-15", "C-1", "C-4", "C-30", "M-8", "M-12")
MYSTIC = pytest.mark.rule("T-4", "T-14", "T-15", "A-14", "A-16", "C-37")
KINDS = pytest.mark.parametrize("kind", ["shooters", "mystics", "measured", "close"])


def with_long(few: int, many: int) -> pytest.MarkDecorator:
    """Take a few seeds, and many for ``make test-long``."""
    long = [pytest.param(seed, marks=pytest.mark.long) for seed in range(few, many)]
    return pytest.mark.parametrize("seed", [*range(few), *long])


def setup_of(kind: str, seed: int) -> BattleSetup:
    """Make the battle of a kind and a seed."""
    most, turns = 2 + seed % 3, 1 + seed % 3
    if kind == "close":
        return close_battle(seed, turns, doom=seed % 3 == 0)
    if kind == "shooters":
        return small_battle(seed, most, turns, shooters=True)
    setup = small_battle(seed, most, turns, mystics=True)
    if kind == "mystics":
        return setup
    turn = {**setup.rules["turn"], "free_measuring": True}
    return replace(setup, rules={**setup.rules, "turn": turn})


@ALL
@MYSTIC
@KINDS
@with_long(20, 2000)
def test_at_every_node_all_is_in_order(kind: str, seed: int) -> None:
    watch = Watch(setup_of(kind, seed), seed)
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


@KINDS
@with_long(4, 200)
def test_what_is_no_choice_is_refused_and_changes_nothing(kind: str, seed: int) -> None:
    watch = Watch(setup_of(kind, seed), seed)
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
    assert (one.mana, one.faith, one.in_force) == (other.mana, other.faith, other.in_force)
    assert one.events == other.events
    assert one.to_json() == other.to_json()


def answers_again(battle: fr.Battle, answers: list[int]) -> None:
    for answer in answers:
        if battle.decision is None:
            battle.roll(answer)
        else:
            battle.apply(answer)


@KINDS
@with_long(8, 400)
def test_saving_loading_and_undoing_anywhere_change_nothing(kind: str, seed: int) -> None:
    random = Random(f"places {seed}")  # noqa: S311 - a walk, not a secret
    battle = setup_of(kind, seed).core(seed)
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
    whole = setup_of(kind, seed).core(seed)
    answers_again(whole, answers)
    is_same(whole, battle)


@KINDS
@pytest.mark.parametrize("seed", range(4))
def test_the_dice_of_the_seed_are_the_same_after_an_undo(kind: str, seed: int) -> None:
    battle = setup_of(kind, seed).core(seed)

    def first(decision: Decision) -> int:
        return decision.choices[0]

    outcome = battle.play(first, first)
    events = battle.events
    for steps in (1, len(battle) // 3, len(battle)):
        battle.undo(steps)
        assert battle.play(first, first) == outcome
        assert battle.events == events
