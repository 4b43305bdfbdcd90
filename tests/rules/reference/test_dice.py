"""Dice sources: the stream of a seed, scripts and records."""

from collections import Counter
from typing import Any

import pytest

from fracas.errors import InputError, ScriptError
from fracas.reference.dice import (
    Recorded,
    Scripted,
    Seeded,
    dice_of_word,
    philox2x64,
    text_seed,
)

# Known answers published with Random123 for philox2x64 with ten rounds.
KNOWN_ANSWERS = [
    ((0, 0), 0, (0xCA00A0459843D731, 0x66C24222C9A845B5)),
    ((2**64 - 1, 2**64 - 1), 2**64 - 1, (0x65B021D60CD8310F, 0x4D02F3222F86DF20)),
    (
        (0x243F6A8885A308D3, 0x13198A2E03707344),
        0xA4093822299F31D0,
        (0x0A5E742C2997341C, 0xB0F883D38000DE5D),
    ),
]


@pytest.mark.parametrize(("counter", "key", "answer"), KNOWN_ANSWERS)
def test_philox_gives_its_published_answers(counter: Any, key: Any, answer: Any) -> None:
    assert philox2x64(counter, key) == answer


def test_an_accepted_word_gives_twenty_dice_and_the_lowest_words_are_skipped() -> None:
    assert dice_of_word(0) == []
    assert dice_of_word(2**64 - 1) == [6] * 20
    assert dice_of_word(2**63) == []
    assert dice_of_word(2**63 + 2**12) == [4] + [1] * 19


def test_a_stream_takes_the_words_of_the_blocks_in_order() -> None:
    words = [word for block in range(3) for word in philox2x64((block, 5), 9)]
    expected = [die for word in words for die in dice_of_word(word)]
    source = Seeded(9, game=5)
    assert [source.roll("check") for _ in expected] == expected


def test_seeded_dice_are_dice_and_about_uniform() -> None:
    source = Seeded("uniform")
    tally = Counter(source.roll("check") for _ in range(6000))
    assert set(tally) == {1, 2, 3, 4, 5, 6}
    assert all(850 < n < 1150 for n in tally.values())


def test_a_text_seed_is_the_hash_of_its_bytes() -> None:
    assert text_seed("") == 0xCBF29CE484222325
    assert text_seed("foobar") == 0x85944171F73967E8
    text, number = Seeded("foobar"), Seeded(0x85944171F73967E8)
    assert [text.roll("check") for _ in range(50)] == [number.roll("check") for _ in range(50)]


def test_seed_and_game_have_a_range_and_all_problems_are_told() -> None:
    with pytest.raises(InputError) as caught:
        Seeded(-1, game=2**64)
    assert [problem.field for problem in caught.value.problems] == ["seed", "game"]


def test_a_script_is_checked_as_a_whole() -> None:
    wrong: Any = [1, 7, 3, 0, True, "2"]
    with pytest.raises(ScriptError) as caught:
        Scripted(wrong)
    fields = [problem.field for problem in caught.value.problems]
    assert fields == ["dice[1]", "dice[3]", "dice[4]", "dice[5]"]


def test_a_script_neither_runs_out_nor_leaves_dice_over_unnoticed() -> None:
    source = Scripted([2, 3])
    source.roll("check")
    with pytest.raises(ScriptError) as caught:
        source.finish()
    assert caught.value.problems[0].field == "dice[1]"
    source.roll("attack")
    source.finish()
    assert source.record == [("check", 2), ("attack", 3)]
    with pytest.raises(ScriptError) as caught:
        source.roll("check")
    assert caught.value.problems[0].field == "dice[2]"


def test_a_record_replays_and_refuses_another_name() -> None:
    first = Seeded(1)
    for name in ("attack", "defence", "wound", "wound"):
        first.roll(name)
    again = Recorded(first.record)
    assert [again.roll(name) for name, _ in first.record] == [die for _, die in first.record]
    again.finish()
    again = Recorded(first.record)
    again.roll("attack")
    with pytest.raises(ScriptError) as caught:
        again.roll("wound")
    assert caught.value.problems[0].field == "dice[1]"
