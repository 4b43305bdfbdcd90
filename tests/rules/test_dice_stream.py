"""dice-stream v1 on the golden rows, by the core and by the reference."""

from __future__ import annotations

import fracas as fr
from both import Implementation, each_implementation
from fracas import _core, reference
from golden_rows import Row, each_row


def seed_of(cell: str) -> int | str:
    return cell[1:-1] if cell.startswith('"') else int(cell)


@each_row("philox.txt")
def test_philox_gives_its_published_answers(row: Row) -> None:
    low, high, key = (int(row[name], 16) for name in ("counter_low", "counter_high", "key"))
    words = int(row["word_0"], 16), int(row["word_1"], 16)
    assert reference.philox2x64((low, high), key) == words, row.where
    assert _core.stream_block(seed=key, game=high, block=low) == words, row.where


@each_row("text_seeds.txt")
def test_a_text_is_a_seed_by_its_hash(row: Row) -> None:
    text, seed = row["text"][1:-1], int(row["seed"], 16)
    assert reference.text_seed(text) == seed, row.where
    assert _core.text_seed(text) == seed, row.where
    assert fr.Dice.seeded(text).faces(20).tolist() == fr.Dice.seeded(seed).faces(20).tolist()


@each_implementation
@each_row("stream.txt")
def test_a_seed_gives_these_dice_for_ever(row: Row, implementation: Implementation) -> None:
    source = implementation.seeded(seed_of(row["seed"]), int(row["game"]))
    start = int(row["from"])
    faces = [source.roll("wound") for _ in range(start + len(row["dice"]))]
    assert "".join(map(str, faces[start:])) == row["dice"], row.where
    assert len(source.record) == len(faces)
