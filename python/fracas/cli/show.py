"""How results look: JSON for programs; tables, bars and dice for people."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from typing import Any

from rich import box
from rich.console import Console
from rich.table import Table
from rich.text import Text

from fracas.narration import dice_text, number, signed
from fracas.types import CheckResult

__all__ = [
    "bar",
    "console",
    "dice_text",
    "final_text",
    "heading",
    "is_narrow",
    "number",
    "percent",
    "plain",
    "print_json",
    "signed",
    "substitute",
    "table",
]

# What people read in place of letters that their terminal lacks.
_SUBSTITUTES = {"−": "-", "–": "-", "→": ">", "…": "..", "×": "x", "·": ".", "“": '"', "”": '"'}


def console() -> Console:
    """Give the console that people read. Nothing is taken for markup."""
    return Console(highlight=False, markup=False, emoji=False)


def is_narrow(out: Console) -> bool:
    """Tell whether the console has less than the usual 80 columns."""
    return out.width < 80


def substitute(error: UnicodeError) -> tuple[str, int]:
    """Replace letters that cannot be encoded: a handler for :func:`codecs.register_error`.

    >>> substitute(UnicodeEncodeError("ascii", "−1", 0, 1, "not in range"))
    ('-', 1)
    """
    if not isinstance(error, UnicodeEncodeError):
        raise error
    lacking = error.object[error.start : error.end]
    return "".join(_SUBSTITUTES.get(letter, "?") for letter in lacking), error.end


def print_json(document: Mapping[str, Any]) -> None:
    """Print a document for programs. Only ASCII, so that no terminal can spoil it."""
    print(json.dumps(document, indent=2))


def plain(text: str) -> str:
    """Take away what would move the cursor or change colours: a file may hold any name."""
    return "".join(letter if letter.isprintable() else "?" for letter in text)


def heading(text: str, note: str = "") -> Text:
    """Give the line above a table."""
    line = Text(text, style="bold")
    if note:
        line.append(f"  {note}", style="not bold dim")
    return line


def table(out: Console, *columns: str, left: Sequence[str] = ()) -> Table:
    """Give an empty table whose columns are numbers, save those named in ``left``."""
    grid = Table(box=box.SIMPLE_HEAD, pad_edge=False, show_edge=False, header_style="dim")
    grid.padding = (0, 0) if is_narrow(out) else (0, 1)
    for column in columns:
        grid.add_column(column, justify="left" if column in left else "right")
    return grid


def percent(chance: float) -> str:
    """Write a chance with two decimals; only what cannot happen is 0, only what must is 100.

    >>> percent(2 / 3), percent(0.0), percent(1e-7), percent(1 - 1e-7)
    ('66.67 %', '0 %', '< 0.01 %', '> 99.99 %')
    """
    # The laws are right to 1e-12: a rest below that is one.
    if chance < 1e-12:
        return "0 %"
    if chance > 1 - 1e-12:
        return "100 %"
    if chance < 0.0001:
        return "< 0.01 %"
    if chance > 0.9999:
        return "> 99.99 %"
    return f"{100 * chance:.2f} %"


def bar(out: Console, chance: float) -> Text:
    """Draw a chance."""
    mark = "█" if out.encoding.startswith("utf") else "#"
    width = 8 if is_narrow(out) else 20
    return Text(mark * round(width * chance), style="cyan")


def final_text(result: CheckResult, value: int) -> str:
    """Write how the final result of a check came about.

    >>> from fracas.types import Die
    >>> final_text(CheckResult((Die((6, 4), 10),), 10, 13, False, None), 3)
    '6→4 is 10, + 3 = 13'
    """
    support = result.final - result.natural - value
    extra = f" {signed(support)} for the other dice" if support else ""
    dice = dice_text(result.dice)
    natural = dice if dice == str(result.natural) else f"{dice} is {result.natural}"
    failure = ", an automatic failure" if result.automatic_failure else ""
    comma = "" if dice == str(result.natural) else ","
    return f"{natural}{comma} {signed(value)}{extra} = {number(result.final)}{failure}"
