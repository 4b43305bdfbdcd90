"""The files of tests/golden: rows of text that cargo and pytest read alike.

A row file is UTF-8 text. Blank lines and lines that start with ``#`` are comments. Every other
line is a row of cells separated by ``|``; the first row names the columns::

    # rule text, check against a difficulty
    clauses  | value | difficulty | dice | success
    D-1 D-5  | 3     | 7          | 4    | yes
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

import pytest

GOLDEN = Path(__file__).parent / "golden"


@dataclass(frozen=True, slots=True)
class Row:
    """One row of a golden file and where it stands, so that a failure can name it."""

    where: str
    """The file and the line, such as ``checks.txt:12``: use it as the id of a test case."""
    cells: dict[str, str]

    def __getitem__(self, column: str) -> str:
        return self.cells[column]

    def ints(self, column: str) -> list[int]:
        """Read a cell as whole numbers separated by blanks or commas; an empty cell is none."""
        return [int(word) for word in self.cells[column].replace(",", " ").split()]


def read_rows(name: str) -> list[Row]:
    """Read the rows of one file of tests/golden, in order."""
    return parse_rows((GOLDEN / name).read_text(encoding="utf-8"), name)


def each_row(name: str) -> pytest.MarkDecorator:
    """Run a test on every row of a file, as its argument ``row``."""
    rows = [pytest.param(row, id=row.where) for row in read_rows(name)]
    return pytest.mark.parametrize("row", rows)


def parse_rows(text: str, name: str) -> list[Row]:
    """Read rows out of text; `name` is what :attr:`Row.where` calls it."""
    columns: list[str] | None = None
    rows: list[Row] = []
    for number, line in enumerate(text.splitlines(), start=1):
        if not line.strip() or line.lstrip().startswith("#"):
            continue
        cells = [cell.strip() for cell in line.split("|")]
        where = f"{name}:{number}"
        if columns is None:
            if len(set(cells)) != len(cells):
                message = f"{where}: a column is named twice: {cells}"
                raise ValueError(message)
            columns = cells
        elif len(cells) != len(columns):
            message = f"{where}: {len(cells)} cells under {len(columns)} columns"
            raise ValueError(message)
        else:
            rows.append(Row(where, dict(zip(columns, cells, strict=True))))
    return rows
