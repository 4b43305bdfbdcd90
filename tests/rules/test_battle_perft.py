"""How many ways a battle can go from nodes of every kind: golden counts for both languages."""

from __future__ import annotations

import pytest

import perft_rows
from golden_rows import Row, each_row

ALL = pytest.mark.rule(
    "T-3",
    "T-5",
    "T-8",
    "T-9",
    "T-12",
    "T-13",
    "T-14",
    "T-15",
    "T-18",
    "A-2",
    "A-4",
    "A-5",
    "A-11",
    "A-13",
    "A-14",
    "A-15",
    "A-16",
    "A-17",
    "M-8",
    "M-14",
    "M-15",
    "M-16",
    "M-20",
    "M-21",
    "M-22",
    "M-23",
    "M-24",
    "C-4",
    "C-6",
    "C-8",
    "C-9",
    "C-11",
    "C-12",
    "C-16",
    "C-22",
    "C-23",
    "C-30",
    "C-31",
    "C-33",
    "C-35",
    "C-36",
    "C-37",
)


@ALL
@each_row("battle_perft.txt")
def test_the_core_counts_the_ways(row: Row) -> None:
    named, counts = perft_rows.counted(row, perft_rows.in_core(row))
    assert named == row["next"], row.where
    assert counts == [int(row[depth]) for depth in ("one", "two", "three")], row.where


@ALL
@each_row("battle_perft.txt")
def test_the_reference_counts_the_ways(row: Row) -> None:
    named, counts = perft_rows.counted(row, perft_rows.in_reference(row))
    assert named == row["next"], row.where
    assert counts == [int(row[depth]) for depth in ("one", "two", "three")], row.where
