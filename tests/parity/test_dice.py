"""The dice of the core and of the reference: the same stream, the same scripts, the same errors."""

from __future__ import annotations

from typing import Any, get_args

import pytest
from hypothesis import given
from hypothesis import strategies as st

import fracas as fr
from both import BOTH, attempt
from fracas import _core, reference
from fracas.errors import FracasError, InputError
from fracas.types import RollName

words = st.integers(0, 2**64 - 1)
texts = st.text(st.characters(codec="utf-8"))
ROLLS = get_args(RollName)


def played(source: Any, rolls: list[str]) -> list[object]:
    """Give all that comes of rolling these and then finishing."""
    events = [attempt(source.roll, roll) for roll in rolls]
    return [*events, attempt(source.finish), [*source.record]]


@given(counter=st.tuples(words, words), key=words)
def test_a_block_of_the_stream(counter: tuple[int, int], key: int) -> None:
    low, high = counter
    assert _core.stream_block(key, high, low) == reference.philox2x64(counter, key)


@given(texts)
def test_the_seed_of_a_text(text: str) -> None:
    assert _core.text_seed(text) == reference.text_seed(text)


@given(seed=words | texts, game=words)
def test_a_seed_gives_the_same_dice(seed: int | str, game: int) -> None:
    count = 200
    core, readable = fr.Dice.seeded(seed, game), reference.Seeded(seed, game)
    expected = bytes(readable.roll("check") for _ in range(count))
    assert core.faces(count).tobytes() == expected
    again = fr.Dice.seeded(seed, game)
    for index in range(count):
        again.roll(ROLLS[index % len(ROLLS)])
    assert again.record == [(ROLLS[n % len(ROLLS)], face) for n, face in enumerate(expected)]


@given(
    values=st.lists(st.integers(-2, 8) | st.sampled_from([True, 2.0, "3", None, 2**70])),
    rolls=st.lists(st.sampled_from(ROLLS), max_size=6),
)
def test_a_script_fails_at_the_same_places(values: list[Any], rolls: list[str]) -> None:
    seen: list[object] = []
    for implementation in BOTH:
        source = attempt(implementation.scripted, values)
        seen.append(source if isinstance(source, list) else played(source, rolls))
    assert seen[0] == seen[1]


@given(
    record=st.lists(st.tuples(st.sampled_from(ROLLS), st.integers(1, 6)), max_size=6),
    rolls=st.lists(st.sampled_from(ROLLS), max_size=8),
)
def test_a_record_answers_only_its_own_rolls(
    record: list[tuple[str, int]], rolls: list[str]
) -> None:
    first, second = (played(made.recorded(record), rolls) for made in BOTH)
    assert first == second


@pytest.mark.parametrize(
    ("seed", "game", "fields"),
    [
        (-1, 0, ["seed"]),
        (2**64, 0, ["seed"]),
        (0, -1, ["game"]),
        (0, 2**64, ["game"]),
        (True, 0, ["seed"]),
        (1.0, 0, ["seed"]),
        (None, 0, ["seed"]),
        (0, "1", ["game"]),
    ],
)
def test_seed_and_game_have_the_same_range(seed: Any, game: Any, fields: list[str]) -> None:
    for implementation in BOTH:
        with pytest.raises(FracasError) as caught:
            implementation.seeded(seed, game)
        assert isinstance(caught.value, InputError)
        assert [problem.field for problem in caught.value.problems] == fields
