"""The same dice and the same choices drive the core and the reference through the same combat."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from fractions import Fraction
from functools import partial
from random import Random
from typing import Any

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

import fracas as fr
from both import attempt
from combat_strategies import (
    SPLITS,
    Seat,
    Whim,
    fitting,
    habits,
    habitual,
    kinder_rules,
    seats,
    setups,
    whim,
)
from combats import Entry, ReferenceWalk, Setup, Walk, plain_outcome
from fracas import reference
from fracas.events import AttackAnnounced, Event
from fracas.results import LEVELS
from fracas.types import CombatOutcome, Health
from strategies import faces, times

ALL = pytest.mark.rule(
    "C-11", "C-12", "C-13", "C-14", "C-15", "C-16", "C-17", "C-18", "C-19", "C-20", "C-21", "C-22",
    "C-23", "C-24", "C-25", "C-26", "C-27", "C-28", "C-29", "C-38", "C-39", "C-40", "M-17",
)  # fmt: skip
seeds = st.integers(0, 2**64 - 1)
pairs = st.tuples(seats, seats)

Played = tuple[object, Sequence[tuple[str, int]], list[Any]]


def shown_to(players: Sequence[object]) -> list[Any]:
    return [player.shown for player in players if isinstance(player, Whim)]


def core_play(
    setup: Setup, pair: tuple[Seat, Seat], splits: dict[int, int] | None, dice: fr.Dice
) -> Played:
    """Give all that can be seen of a game of the core."""
    players = pair[0].core(), pair[1].core()

    def play() -> tuple[list[Event], CombatOutcome]:
        game = setup.core(policy=players, splits=splits).play(dice)
        assert game.dice == dice.record
        return game.events, game.outcome

    return attempt(play), dice.record, shown_to(players)


def reference_play(
    setup: Setup,
    pair: tuple[Seat, Seat],
    splits: dict[int, int] | None,
    source: reference.DiceSource,
    seed: int | str = 0,
    game: int = 0,
) -> Played:
    """Give all that can be seen of a game of the reference."""
    players = pair[0].readable(seed, game), pair[1].readable(seed, game)

    def play() -> tuple[list[Event], CombatOutcome]:
        events, outcome = reference.play(setup.readable(), players, source, splits)
        return events, plain_outcome(outcome)

    return attempt(play), [*source.record], shown_to(players)


@ALL
@times(40)
@given(setup=setups(), pair=pairs, splits=SPLITS, seed=seeds)
def test_a_game_of_seeded_dice(
    setup: Setup, pair: tuple[Seat, Seat], splits: dict[int, int] | None, seed: int
) -> None:
    splits = fitting(setup, splits)
    core = core_play(setup, pair, splits, fr.Dice.seeded(seed, 0))
    assert core == reference_play(setup, pair, splits, reference.Seeded(seed, 0))


@ALL
@times(20)
@given(setup=setups(), pair=pairs, splits=SPLITS, script=st.lists(faces, max_size=60))
def test_a_game_of_scripted_dice(
    setup: Setup, pair: tuple[Seat, Seat], splits: dict[int, int] | None, script: list[int]
) -> None:
    splits = fitting(setup, splits)
    dice, source = fr.Dice.scripted(script), reference.Scripted(script)
    assert core_play(setup, pair, splits, dice) == reference_play(setup, pair, splits, source)
    assert attempt(dice.finish) == attempt(source.finish)


@ALL
@times(10)
@given(
    setup=setups(),
    pair=st.tuples(st.one_of(habitual, seats), seats),
    seed=seeds | st.text(max_size=8),
    game=st.integers(0, 3) | seeds,
)
def test_a_game_found_by_its_number(
    setup: Setup, pair: tuple[Seat, Seat], seed: int | str, game: int
) -> None:
    players = pair[0].core(), pair[1].core()
    again = setup.core(policy=players).replay(game, seed)
    source = reference.Seeded(seed, game)
    core = (again.events, again.outcome), again.dice, shown_to(players)
    assert core == reference_play(setup, pair, None, source, seed, game)


@ALL
@given(setup=setups(), seat=st.builds(whim, st.integers(0, 100)), seed=seeds)
def test_a_record_plays_the_game_again(setup: Setup, seat: Seat, seed: int) -> None:
    combat = setup.core(policy=seat.core())
    game = combat.play(seed)
    dice = fr.Dice.recorded(game.dice)
    assert combat.play(dice) == game
    dice.finish()


def state_of(walk: Walk) -> tuple[Any, ...]:
    return walk.decision, walk.chance, walk.outcome, [*walk.events]


def refused(call: Callable[[int], None], number: int) -> bool:
    """Tell whether a step is refused."""
    try:
        call(number)
    except (fr.IllegalChoice, fr.InputError):
        return True
    return False


def try_everything(game: fr.CombatGame) -> None:
    """Take every choice that is listed, and be refused every other one."""
    before = state_of(game)
    allowed = [] if game.decision is None else [*game.decision.choices]
    rolled = [] if game.chance is None else [*range(1, 7)]
    for number in range(-2, 13):
        branch = game.copy()
        if number in allowed:
            branch.apply(number)
        else:
            assert refused(branch.apply, number)
            assert state_of(branch) == before
        branch = game.copy()
        if number in rolled:
            branch.roll(number)
        else:
            assert refused(branch.roll, number)
            assert state_of(branch) == before
    assert state_of(game) == before


@ALL
@times(10)
@given(setup=setups(), seed=st.integers(0, 2**32))
def test_every_step_of_a_game(setup: Setup, seed: int) -> None:
    random = Random(seed)  # noqa: S311 - a walk, not a secret
    game, readable = setup.core().start(), ReferenceWalk(setup.readable())
    while True:
        assert state_of(game) == state_of(readable)
        assert [game.decision, game.chance, game.outcome].count(None) == 2
        if random.random() < 0.1 or game.outcome is not None:
            try_everything(game)
            for number in {*range(-2, 13)} - {*(game.decision.choices if game.decision else ())}:
                assert refused(readable.apply, number)
        if game.decision is not None:
            choices = game.decision.choices
            assert len(choices) >= 2
            assert [*choices] == sorted({*choices})
            choice = random.choice(choices)
            game.apply(choice)
            readable.apply(choice)
        elif game.chance is not None:
            face = random.choice([1, 2, 3, 4, 5, 6, 6])
            game.roll(face)
            readable.roll(face)
        else:
            return


@ALL
@times(4)
@given(setup=setups(), pair=pairs, seed=seeds)
def test_a_game_stepped_through_is_the_game_played(
    setup: Setup, pair: tuple[Seat, Seat], seed: int
) -> None:
    pair = (whim(1), pair[1]) if not pair[0].has_habits else pair
    pair = (pair[0], whim(2)) if not pair[1].has_habits else pair
    played = setup.core(policy=(pair[0].core(), pair[1].core())).play(seed)
    # The players of the reference decide; the core is only moved.
    players = pair[0].readable(seed, 0), pair[1].readable(seed, 0)
    game, readable = setup.core().start(), ReferenceWalk(setup.readable())
    dice = fr.Dice.seeded(seed)
    while game.outcome is None:
        node = readable.state.node
        if isinstance(node, reference.Decision):
            choice = players[node.side](node)
            game.apply(choice)
            readable.apply(choice)
        else:
            assert game.chance is not None
            face = dice.roll(game.chance)
            game.roll(face)
            readable.roll(face)
    assert game.events == played.events
    assert game.outcome == played.outcome
    assert dice.record == played.dice


@ALL
@times(4)
@given(setup=setups(enemies=st.integers(1, 3)), depth=st.integers(0, 6))
def test_the_number_of_paths(setup: Setup, depth: int) -> None:
    assert setup.core().perft(depth) == reference.perft(setup.readable(), depth)


def merged(health: Health) -> Health:
    """Give the health as laws tell it apart: the markers of a dead fighter mean nothing."""
    return Health("killed") if health.level == "killed" else health


def merged_outcome(outcome: CombatOutcome) -> CombatOutcome:
    """Give the outcome as laws tell it apart."""
    healths = tuple(map(merged, outcome.healths))
    return CombatOutcome(healths, outcome.passes, outcome.landed)


def core_law(result: fr.CombatResult) -> dict[CombatOutcome, float]:
    """Give the rows of a result by outcome."""
    law = {}
    rows = zip(
        result.weights,
        result.outcome_levels,
        result.outcome_stunned,
        result.outcome_passes,
        result.outcome_landed,
        strict=True,
    )
    for weight, levels, stunned, passes, landed in rows:
        healths = tuple(
            Health(LEVELS[level], int(markers))
            for level, markers in zip(levels, stunned, strict=True)
        )
        outcome = CombatOutcome(healths, int(passes), (int(landed[0]), int(landed[1])))
        assert outcome not in law
        law[outcome] = float(weight)
    return law


def reference_law(
    setup: Setup, pair: tuple[Seat, Seat], splits: dict[int, int] | None
) -> dict[CombatOutcome, Fraction]:
    """Give the law of the reference, dead fighters' markers taken off."""
    policies = pair[0].readable(0, 0), pair[1].readable(0, 0)
    law: dict[CombatOutcome, Fraction] = {}
    for outcome, chance in reference.exact(setup.readable(), policies, splits).items():
        key = merged_outcome(plain_outcome(outcome))
        law[key] = law.get(key, Fraction(0)) + chance
    return law


def assert_same_law(setup: Setup, pair: tuple[Seat, Seat], splits: dict[int, int] | None) -> None:
    splits = fitting(setup, splits)
    readable = reference_law(setup, pair, splits)
    assert sum(readable.values()) == 1
    core = core_law(setup.core(policy=(pair[0].core(), pair[1].core()), splits=splits).exact())
    assert {*core} == {*readable}
    for outcome, chance in readable.items():
        assert abs(Fraction(core[outcome]) - chance) <= 1e-12, outcome


def nobody(skills: tuple[str, ...] = (), **state: Any) -> Entry:
    """Give a fighter whose characteristics are all 0."""
    zero = dict.fromkeys(("initiative", "attack", "strength", "defence", "resilience"), 0)
    profile: Any = fr.Profile
    return Entry(profile("Nobody", **zero, skills=skills), **state)


# Found while the core learned which positions are alike: who has no attack die may still win one by
# a parry, so that the sustained defences of his enemy go on to count.
SUSTAINING = habits("plain", sustained_defence="whenever_allowed")


@ALL
@times(6)
@given(setup=setups(enemies=st.just(1)), pair=st.tuples(habitual, habitual), splits=SPLITS)
@example(
    Setup((nobody(), nobody(("Counter-attack",), health=Health("none", 1)))),
    (SUSTAINING, habits("plain")),
    None,
)
def test_the_exact_law_of_a_duel(
    setup: Setup, pair: tuple[Seat, Seat], splits: dict[int, int] | None
) -> None:
    assert_same_law(setup, pair, splits)


@ALL
@times(3)
@given(
    setup=setups(enemies=st.just(2), documents=kinder_rules),
    pair=st.tuples(habitual, habitual),
    splits=SPLITS,
)
@example(
    Setup((nobody(("Counter-attack", "Ambidextrous"), bound_to_defence=True), nobody(), nobody())),
    (SUSTAINING, habits("all_out_attack")),
    None,
)
def test_the_exact_law_of_one_against_two(
    setup: Setup, pair: tuple[Seat, Seat], splits: dict[int, int] | None
) -> None:
    assert_same_law(setup, pair, splits)


@ALL
@pytest.mark.long
@settings(max_examples=100)
@given(setup=setups(enemies=st.just(3), documents=kinder_rules), pair=st.tuples(habitual, habitual))
def test_the_exact_law_of_one_against_three(setup: Setup, pair: tuple[Seat, Seat]) -> None:
    assert_same_law(setup, pair, None)


@ALL
@given(setup=setups(), splits=st.dictionaries(st.integers(-1, 9), st.integers(-1, 10), max_size=3))
def test_the_same_splits_are_refused(setup: Setup, splits: dict[int, int]) -> None:
    core = partial(setup.core(splits=splits).play, 0)
    plain = reference.plain()
    readable = partial(
        reference.play, setup.readable(), (plain, plain), reference.Seeded(0, 0), splits
    )
    is_legal = fitting(setup, splits) == splits and min([0, *splits, *splits.values()]) == 0
    assert is_taken(core) == is_taken(readable) == is_legal


def is_taken(call: Callable[[], object]) -> bool:
    """Tell whether a call takes its input."""
    try:
        call()
    except fr.InputError:
        return False
    return True


def many_dice(defence: int, killing: list[int]) -> Setup:
    """One against eight, by rules that let every parry win three attack dice."""
    rules = {
        "combat": {"ambidextrous": {"dice": 3}, "sustained_penalty": -1},
        "wounds": {"killing_doubles": killing},
    }
    lone: dict[str, Any] = {
        "initiative": 9,
        "attack": 0,
        "defence": defence,
        "strength": 0,
        "resilience": 20,
    }
    enemy = {**lone, "attack": 9 - defence // 3, "defence": 20, "initiative": 0, "value": 1}
    enemies = Entry(fr.Profile("Enemy", **enemy, skills=["Ambidextrous"]))
    return Setup((Entry(fr.Profile("Lone", **lone)), *[enemies] * 8), rules=rules)


class Stubborn:
    """He keeps one die back and sustains his defence with it; nobody else does, nobody rerolls."""

    def __call__(self, decision: Any) -> int:
        if decision.kind == "defence":
            return int(max(1, decision.choices[-1] - 1))
        if decision.kind == "sustain":
            return int(decision.fighter == 0)
        return int(decision.choices[0])


@pytest.mark.rule("C-28", "C-40")
def test_a_defence_sustained_two_dozen_times() -> None:
    # Found by thinking: the core held no more than fifteen sustained defences.
    setup = many_dice(defence=20, killing=[])
    splits = {0: 4, **dict.fromkeys(range(1, 5), 1), **dict.fromkeys(range(5, 9), 2)}
    game = setup.core(splits=splits, policy=Stubborn()).play(0)
    players = Stubborn(), Stubborn()
    events, outcome = reference.play(setup.readable(), players, reference.Seeded(0, 0), splits)
    assert game.events == events
    assert game.outcome == plain_outcome(outcome)
    sustained = [e for e in events if isinstance(e, AttackAnnounced) and e.sustained]
    assert len(sustained) == 23


@pytest.mark.rule("C-23", "C-40")
def test_thirty_four_attacks_land() -> None:
    # Found by thinking: counted outcomes held no more than thirty-one attacks of a side.
    setup = many_dice(defence=0, killing=[])
    splits = {0: 9, 1: 0, **dict.fromkeys(range(2, 9), 1)}
    combat = setup.core(splits=splits)
    games = [combat.replay(game, 3).outcome for game in range(50)]
    assert max(outcome.landed[1] for outcome in games) == 34
    counted = core_law(combat.simulate(50, 3))
    assert counted == {
        outcome: count / 50 for outcome, count in Counter(map(merged_outcome, games)).items()
    }
