"""The reader of the golden row files."""

from __future__ import annotations

import pytest

from golden_rows import parse_rows

TEXT = """\
# where the rows come from

name | dice  | total
six  | 6, 4  | 10
none |       | 0
"""


def test_rows_know_their_cells_and_their_line() -> None:
    six, none = parse_rows(TEXT, "sums.txt")
    assert (six.where, six["name"], six.ints("dice"), six.ints("total")) == (
        "sums.txt:4",
        "six",
        [6, 4],
        [10],
    )
    assert none.ints("dice") == []


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("a | b\n1\n", "x.txt:2: 1 cells under 2 columns"),
        ("a | a\n", "x.txt:1: a column is named twice"),
    ],
)
def test_a_crooked_file_is_refused_with_its_line(text: str, problem: str) -> None:
    with pytest.raises(ValueError, match=problem):
        parse_rows(text, "x.txt")
