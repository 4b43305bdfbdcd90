"""The same dice and the same choices drive the core and the reference through the same contest."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import fracas as fr
from both import attempt
from combat_strategies import RANDOM, Seat, Whim, habits, levels, rarely, whim
from combats import Entry, plain_decision
from fracas import reference
from fracas.events import ContestEvent
from fracas.reference.contests import discipline
from fracas.types import Decision, Health
from strategies import Document, check_options, contest_options, faces, optional, penalties, times

ALL = pytest.mark.rule("C-6", "D-6", "D-8")
seeds = st.integers(0, 2**64 - 1)
wounds = optional(
    {
        "penalties": penalties,
        "penalised": st.sampled_from([["discipline"], ["attack"], []]),
        "lowest_characteristic": st.just("none") | st.integers(-3, 3),
        "stunned_markers": st.integers(1, 3),
    }
)
rules: st.SearchStrategy[Document] = optional(
    {"checks": check_options, "contests": contest_options, "wounds": wounds}
)
habitual: st.SearchStrategy[Seat] = st.builds(
    habits,
    st.sampled_from(["plain", "all_out_attack", "all_out_defence"]),
    discipline_sixes=st.sampled_from(["always", "never", "when_needed"]),
    initiative_sixes=st.sampled_from(["always", "never"]),
)
seats = habitual | st.just(RANDOM) | st.builds(whim, st.integers(0, 10_000))
pairs = st.tuples(seats, seats)


@dataclass(frozen=True)
class Setup:
    """A contest for either implementation."""

    sides: tuple[Mapping[int, Entry], Mapping[int, Entry]]
    roll: Any = "discipline"
    rules: Document = field(default_factory=dict)

    def core(self) -> fr.Contest:
        first, second = (
            {number: fr.Fighter(**entry.parts()) for number, entry in side.items()}
            for side in self.sides
        )
        return fr.contest(first, second, roll=self.roll, rules=fr.Rules(self.rules))

    def readable(self) -> reference.Contest:
        options = reference.Rules.from_document(self.rules)
        entries = {**self.sides[0], **self.sides[1]}
        everybody: Any = {one: reference.Fighter(**entry.parts()) for one, entry in entries.items()}
        first, second = (
            {
                one: discipline(everybody[one], options)
                for one in reference.may_test(sorted(side), everybody, options.contests)
            }
            for side in self.sides
        )
        return reference.Contest((first, second), self.roll, options)


@st.composite
def setups(draw: st.DrawFn, most: int = 4) -> Setup:
    """Draw a contest: few fighters, of few values, many of them routed."""
    document = draw(rules)
    markers = document.get("wounds", {}).get("stunned_markers", 1)
    numbers = draw(st.lists(st.integers(0, 30), max_size=2 * most, unique=True))
    sides: tuple[dict[int, Entry], dict[int, Entry]] = ({}, {})
    routed = draw(st.tuples(st.booleans(), st.booleans()))
    for number in numbers:
        side = draw(st.integers(0, 1))
        profile = fr.Profile("Fighter", discipline=draw(st.integers(0, 5)))
        health = Health(draw(levels), draw(st.integers(0, markers)))
        flees = routed[side] or draw(rarely)
        if len(sides[side]) < most:
            sides[side][number] = Entry(profile, health, charged=draw(rarely), routed=flees)
    return Setup(sides, draw(st.sampled_from(["discipline", "authority", "tactics"])), document)


Played = tuple[object, Sequence[tuple[str, int]], list[list[Decision]]]


def shown_to(players: Sequence[object]) -> list[list[Decision]]:
    return [player.shown for player in players if isinstance(player, Whim)]


def core_play(setup: Setup, pair: tuple[Seat, Seat], dice: fr.Dice) -> Played:
    """Give all that can be seen of a contest of the core."""
    players = pair[0].core(), pair[1].core()

    def play() -> tuple[list[ContestEvent], int]:
        record = setup.core().play(dice, policy=players)
        assert record.dice == dice.record
        return record.events, record.winner

    return attempt(play), dice.record, shown_to(players)


def reference_play(
    setup: Setup, pair: tuple[Seat, Seat], source: reference.DiceSource, seed: int = 0
) -> Played:
    """Give all that can be seen of a contest of the reference."""
    players = pair[0].readable(seed, 0), pair[1].readable(seed, 0)

    def play() -> tuple[list[ContestEvent], int]:
        return reference.hold_contest(setup.readable(), players, source)

    return attempt(play), [*source.record], shown_to(players)


@ALL
@times(20)
@given(setup=setups())
def test_the_same_fighters_may_test(setup: Setup) -> None:
    candidates = setup.core().candidates
    testers = setup.readable().testers
    assert candidates == testers
    assert [[*side] for side in candidates] == [[*side] for side in testers]


@ALL
@times(40)
@given(setup=setups(), pair=pairs, seed=seeds)
def test_a_contest_of_seeded_dice(setup: Setup, pair: tuple[Seat, Seat], seed: int) -> None:
    core = core_play(setup, pair, fr.Dice.seeded(seed))
    assert core == reference_play(setup, pair, reference.Seeded(seed))


@ALL
@times(8)
@given(setup=setups(), pair=pairs, seed=seeds)
def test_a_contest_of_a_seed(setup: Setup, pair: tuple[Seat, Seat], seed: int) -> None:
    players = pair[0].core(), pair[1].core()
    record = setup.core().play(seed, policy=players)
    core = (record.events, record.winner), record.dice, shown_to(players)
    assert core == reference_play(setup, pair, reference.Seeded(seed), seed)
    again = fr.Dice.recorded(record.dice)
    if not any(seat.text == "random" for seat in pair):
        assert setup.core().play(again, policy=(pair[0].core(), pair[1].core())) == record
        again.finish()


@ALL
@times(40)
@given(setup=setups(), pair=pairs, script=st.lists(faces, max_size=12))
def test_a_contest_of_scripted_dice(
    setup: Setup, pair: tuple[Seat, Seat], script: list[int]
) -> None:
    dice, source = fr.Dice.scripted(script), reference.Scripted(script)
    assert core_play(setup, pair, dice) == reference_play(setup, pair, source)
    assert attempt(dice.finish) == attempt(source.finish)


def refused(call: Callable[[int], None], number: int) -> bool:
    """Tell whether a step is refused."""
    try:
        call(number)
    except (fr.IllegalChoice, fr.InputError):
        return True
    return False


def state_of(game: fr.ContestGame) -> tuple[Any, ...]:
    return game.decision, game.chance, game.winner, game.events


def readable_state(state: reference.ContestState) -> tuple[Any, ...]:
    node = state.node
    return (
        plain_decision(node) if isinstance(node, reference.Decision) else None,
        node.roll if isinstance(node, reference.Chance) else None,
        node.winner if isinstance(node, reference.Won) else None,
        [*state.events],
    )


@ALL
@times(10)
@given(setup=setups(), seed=st.integers(0, 2**32))
def test_every_step_of_a_contest(setup: Setup, seed: int) -> None:
    random = Random(seed)  # noqa: S311 - a walk, not a secret
    game, state = setup.core().start(), reference.start_contest(setup.readable())
    while True:
        before = readable_state(state)
        assert state_of(game) == before
        choices = game.decision.choices if game.decision else ()
        sides = range(1, 7) if game.chance else ()
        for number in range(-1, 32):
            branch = game.copy()
            assert refused(branch.apply, number) == (number not in choices)
            assert number in choices or state_of(branch) == before
            branch = game.copy()
            assert refused(branch.roll, number) == (number not in sides)
            assert number in sides or state_of(branch) == before
        assert state_of(game) == before
        if game.decision is not None:
            answer = random.choice(choices)
            game.apply(answer)
        elif game.chance is not None:
            answer = random.choice([1, 2, 3, 4, 5, 6, 6])
            game.roll(answer)
        else:
            return
        state = reference.answer_contest(state, answer)


@ALL
@times(4)
@given(setup=setups(most=3), depth=st.integers(0, 5))
def test_the_number_of_paths(setup: Setup, depth: int) -> None:
    assert setup.core().perft(depth) == reference.contest_perft(setup.readable(), depth)


@ALL
@times(10)
@given(setup=setups(), pair=st.tuples(habitual, habitual))
def test_the_exact_chance(setup: Setup, pair: tuple[Seat, Seat]) -> None:
    policies = pair[0].readable(0, 0), pair[1].readable(0, 0)
    chance = reference.chance_of_side_0(setup.readable(), policies)
    core = setup.core().exact((pair[0].core(), pair[1].core()))
    assert abs(Fraction(core) - chance) <= 1e-12
