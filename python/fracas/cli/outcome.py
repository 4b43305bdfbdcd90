"""How the result of a combat, and one game of it, look to people."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from rich.console import Console
from rich.padding import Padding
from rich.table import Table
from rich.text import Text

from fracas import CombatResult, Game, narrate
from fracas.cli.show import bar, heading, is_narrow, percent, plain, table
from fracas.glossary import Glossary, Language, glossary
from fracas.results import LEVELS

__all__ = ["levels_table", "print_game", "print_lines", "print_result"]


def print_result(out: Console, result: CombatResult, language: Language = "en") -> None:
    """Print everything that is known of a combat's outcome."""
    words = glossary(language)
    lone, *enemies = (plain(name) for name in result.names())
    out.print(
        Text(words.word("table.against", lone=lone, enemies=", ".join(enemies)), style="bold")
    )
    out.print(Text(plain(result.how(language=language)), style="dim"))
    out.print()
    if is_narrow(out):
        _print_cards(out, result, words)
    else:
        out.print(heading(words.word("table.levels")))
        out.print(levels_table(out, result, language))
        out.print()
        out.print(heading(words.word("table.at_least")))
        out.print(_at_least_table(out, result, words))
    out.print()
    out.print(heading(words.word("table.counts")))
    out.print(_counts_table(out, result, words))
    if result.knows_passes and len(result.passes) > 2 and not is_narrow(out):
        out.print()
        out.print(heading(words.word("table.per_pass")))
        out.print(_passes_table(out, result, words))
    out.print()
    out.print(_points(result, words))


def levels_table(out: Console, result: CombatResult, language: Language = "en") -> Table:
    """Give a row for each fighter, a column for each wound level."""
    words = glossary(language)
    grid = table(out, "", *(words.word(f"level.{level}") for level in LEVELS), left=[""])
    for name, chances in zip(result.names(), result.levels, strict=True):
        grid.add_row(plain(name), *_percents(chances, words))
    return grid


def _at_least_table(out: Console, result: CombatResult, words: Glossary) -> Table:
    labels = [words.word(f"level.{level}") for level in LEVELS[1:]]
    grid = table(out, "", *labels, words.word("table.stunned"), left=[""])
    for name, chances, stunned in zip(
        result.names(), result.at_least()[:, 1:], result.stunned, strict=True
    ):
        grid.add_row(plain(name), *_percents([*chances, stunned], words))
    return grid


def _print_cards(out: Console, result: CombatResult, words: Glossary) -> None:
    """Print a small table for each fighter: what fits a narrow terminal."""
    worse = words.word("table.worse")
    for name, chances, at_least in zip(
        result.names(), result.levels, result.at_least(), strict=True
    ):
        out.print(heading(plain(name)))
        grid = table(out, "", "%", worse, " ", left=["", " "])
        for level, chance, sum_ in zip(LEVELS, chances, at_least, strict=True):
            grid.add_row(
                words.word(f"level.{level}"),
                *_percents([chance, sum_], words),
                bar(out, float(chance)),
            )
        out.print(grid)


def _counts_table(out: Console, result: CombatResult, words: Glossary) -> Table:
    """Give the chances of each number of passes and of blows landed."""
    rows = {words.word("table.passes"): result.passes}
    rows |= {words.word("table.landed", side=side): result.landed[side] for side in (0, 1)}
    longest = max(len(row) for row in rows.values())
    # What does not fit is told together in the last column.
    shown = min(longest, 3 if is_narrow(out) else 6)
    heads = [str(count) for count in range(shown)]
    if shown < longest:
        heads[-1] = f"{heads[-1]}+"
    grid = table(out, "", *heads, left=[""])
    for label, chances in rows.items():
        padded = [float(chance) for chance in chances] + [0.0] * (longest - len(chances))
        cells = [*padded[: shown - 1], sum(padded[shown - 1 :])]
        grid.add_row(label, *_percents(cells, words))
    return grid


def _passes_table(out: Console, result: CombatResult, words: Glossary) -> Table:
    labels = [words.word(f"level.{level}") for level in LEVELS]
    grid = table(out, words.word("table.pass"), "", *labels, left=[""])
    for number, fighters in enumerate(result.per_pass(), start=1):
        for place, (name, chances) in enumerate(zip(result.names(), fighters, strict=True)):
            grid.add_row("" if place else str(number), plain(name), *_percents(chances, words))
    return grid


def _points(result: CombatResult, words: Glossary) -> str:
    worth = [0, 0]
    for number, fighter in enumerate(result.combat.fighters):
        worth[result.combat.side_of(number)] += fighter.profile.value
    first, second = (words.number(f"{lost:.2f}") for lost in result.points_lost)
    return words.word(
        "table.points", first=first, first_all=worth[0], second=second, second_all=worth[1]
    )


def _percents(chances: Iterable[float], words: Glossary) -> list[str]:
    return [words.number(percent(float(chance))) for chance in chances]


def print_game(
    out: Console, game: Game, number: int, seed: int | str, language: Language = "en"
) -> None:
    """Tell one game die by die."""
    words = glossary(language)
    out.print(heading(words.word("table.game", game=number, seed=plain(repr(seed)))))
    print_lines(out, narrate(game.events, game.names, language=language))


def print_lines(out: Console, lines: Sequence[str], indent: int = 0) -> None:
    """Print lines of a log; what does not fit goes on further right."""
    for line in lines:
        text = plain(line)
        inside = len(text) - len(text.lstrip(" ")) + indent
        out.print(Padding(text.strip(" "), (0, 0, 0, inside), expand=False))
