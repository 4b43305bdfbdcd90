"""The command ``fracas melee``: the melees of a board, and how to separate them best."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Any

import typer
from rich.console import Console
from rich.padding import Padding
from rich.table import Table
from rich.text import Text

from fracas import Board, InputError, Melee, Melees, Policy, TooBig, load_board, shipped_boards
from fracas.cli.combat import LanguageName, Tongue, interruptible
from fracas.cli.fighters import policy_from
from fracas.cli.options import JsonFlag, RulesFile, loaded, rules_from
from fracas.cli.show import console, heading, percent, plain, print_json, table
from fracas.documents import write_document
from fracas.glossary import Glossary, Language, glossary
from fracas.solving import written
from fracas.types import RatedSeparation, Star

# The width and the height of a picture, in this order.
_SIZE = re.compile(r'\b(?:width|height)="([\d.]+)"')

__all__ = ["SHIPPED", "Found", "look_into", "melee", "print_found"]

SHIPPED = sorted(
    path.stem for path in (Path(__file__).parents[1] / "data" / "melees").glob("*.toml")
)
"""The boards that come with fracas."""


def melee(
    file: Annotated[
        str,
        typer.Argument(
            metavar="FILE",
            help="Fighters and contacts, TOML or JSON; or a board that comes with fracas.",
        ),
    ],
    number: Annotated[
        int | None, typer.Option("--melee", metavar="N", help="One melee alone: 0, 1, …")
    ] = None,
    side: Annotated[
        int | None, typer.Option("--side", metavar="0|1", help="What is best for this side alone.")
    ] = None,
    k: Annotated[
        int, typer.Option("--k", metavar="N", help="How many of the best separations to show.")
    ] = 1,
    policy: Annotated[
        str,
        typer.Option(
            "--policy",
            metavar="POLICY",
            help="How the combats are fought: plain, all_out_attack, all_out_defence, optimal; "
            "habits behind a colon: plain:attack_sixes=never.",
        ),
    ] = "plain",
    svg: Annotated[
        Path | None,
        typer.Option(
            "--svg",
            metavar="FILE",
            help="Draw the melees with the best separation for the side, or for side 0: out.svg.",
        ),
    ] = None,
    language: LanguageName = Tongue.EN,
    rules: RulesFile = None,
    json: JsonFlag = False,
) -> None:
    """Show the melees of a board: who is in them, and how to separate them best.

    The fighters and contacts of each melee, the number of its separations, who is likely to
    separate it, and for each side the separations that are worth most in expected points, combat
    by combat. The regret of a separation is what it falls short of the best one for that side.
    """
    if side not in {None, 0, 1}:
        raise InputError([("--side", str(side), "0 or 1")])
    if k < 1:
        raise InputError([("--k", str(k), "a whole number from 1 on")])
    if svg is not None and svg.suffix.lower() != ".svg":
        raise InputError([("--svg", str(svg), "a name in .svg")])
    board = _board(file)
    fought = policy_from("--policy", policy)
    with interruptible():
        melees = board.melees(rules_from(rules))
        if number is not None and not 0 <= number < len(melees):
            raise InputError([("--melee", str(number), _numbers(len(melees)))])
        wanted = range(len(melees)) if number is None else [number]
        found = []
        for one in wanted:
            with _working(f"melee {one}"):
                found.append(look_into(melees, one, (0, 1) if side is None else (side,), k, fought))
        if svg is not None:
            drawn = [(one.melee, one.bests[min(one.bests)].ranked[0]) for one in found]
            _draw(svg, drawn)
        if json:
            print_json(_document(board, melees, found, policy))
        else:
            print_found(console(), board, melees, found, policy, language.value)


def _numbers(melees: int) -> str:
    return f"a melee from 0 to {melees - 1}" if melees else "none: there is no melee"


def _board(text: str) -> Board:
    """Find the board that a text stands for: a file, or one that comes with fracas."""
    if text in SHIPPED and not Path(text).exists():
        return shipped_boards()[text]
    if Path(text).suffix.lower() not in {".toml", ".json"}:
        allowed = f"a file in .toml or .json, or one of {', '.join(SHIPPED)}"
        raise InputError([("FILE", repr(text), allowed)])
    return loaded(load_board, Path(text))


@contextmanager
def _working(what: str) -> Iterator[None]:
    """Say on a terminal what is being worked out."""
    watchers = Console(stderr=True)
    if not watchers.is_terminal:
        yield
        return
    with watchers.status(f"working out {what}"):
        yield


@dataclass(frozen=True, slots=True)
class Best:
    """What is best for a side."""

    ranked: list[RatedSeparation]
    """The best separations, the best first."""
    method: str
    """How they were found."""
    theirs: RatedSeparation | None
    """The one that the other side likes best; ``None`` when there is nothing to separate."""

    def regret(self, rated: RatedSeparation) -> float | None:
        """Say what a separation falls short of the best; ``None`` when that is not known."""
        return None if self.method == "greedy" else self.ranked[0].value - rated.value


@dataclass(frozen=True, slots=True)
class Found:
    """What was found out about a melee."""

    number: int
    melee: Melee
    count: int | None
    """How many separations there are; ``None`` when there are too many to count."""
    chance: float | None
    """The chance that side 0 separates; ``None`` when there is nothing to separate."""
    bests: dict[int, Best]


def look_into(
    melees: Melees, number: int, sides: Iterable[int], k: int, policy: Policy | str
) -> Found:
    """Find out about a melee what people ask."""
    melee = melees[number]
    try:
        count = melee.count()
    except TooBig:
        count = None
    chance = None
    if not melee.is_one_combat:
        # Best play is for combats; a contest is decided by habit then.
        chance = melee.who_separates().exact("plain" if policy == "optimal" else policy)
    wanted = list(sides)
    both = {side: _best(melee, side, k if side in wanted else 1, policy) for side in (0, 1)}
    bests = {}
    for side in wanted:
        ranked, method = both[side]
        theirs = melee.rate(both[1 - side][0][0].separation, side, policy)
        bests[side] = Best(ranked, method, None if melee.is_one_combat else theirs)
    return Found(number, melee, count, chance, bests)


def _best(
    melee: Melee, side: int, k: int, policy: Policy | str
) -> tuple[list[RatedSeparation], str]:
    try:
        best = melee.best(side, policy, k)
    except TooBig:
        return [melee.greedy(side, policy)], "greedy"
    return [best, *best.alternatives], best.method


def print_found(
    out: Console,
    board: Board,
    melees: Melees,
    found: Iterable[Found],
    policy: str,
    language: Language = "en",
) -> None:
    """Tell what was found out about melees."""
    words = glossary(language)
    names = [plain(name) for name in board.names]
    title = words.word(
        "melee.title",
        name=plain(board.name or words.word("melee.board")),
        fighters=len(names),
        melees=len(melees),
    )
    out.print(Text(title, style="bold"))
    if melees.alone:
        out.print(words.word("melee.alone", names=_listed(names, melees.alone)))
    for one in found:
        out.print()
        _print_melee(out, one, names, words)
        for side, best in one.bests.items():
            if best.theirs is None:
                continue
            out.print()
            method = words.word(f"melee.method.{best.method}")
            note = words.word("melee.by", policy=plain(policy), method=method)
            out.print(heading(words.word("melee.best", side=side), note))
            out.print(_table(out, side, best, names, words))


def _print_melee(out: Console, one: Found, names: list[str], words: Glossary) -> None:
    melee = one.melee
    first, second = (_listed(names, fighters) for fighters in melee.sides)
    out.print(heading(words.word("melee.of", number=one.number, first=first, second=second)))
    lines = [words.word("melee.contacts", pairs="; ".join(_touching(melee, names)))]
    if one.chance is None:
        lines += [words.word("melee.one_combat"), *_worth(one, words)]
    else:
        count = "?" if one.count is None else _grouped(one.count, words)
        lines.append(words.word("melee.count", count=count))
        chances = (words.number(percent(chance)) for chance in (one.chance, 1 - one.chance))
        lines.append(words.word("melee.wins", first=next(chances), second=next(chances)))
    for line in lines:
        out.print(Padding(line, (0, 0, 0, 2), expand=False))


def _touching(melee: Melee, names: list[str]) -> Iterator[str]:
    """Tell whom each fighter of side 0 touches."""
    for fighter in melee.sides[0]:
        enemies = [enemy for one, enemy in melee.contacts if one == fighter]
        yield f"{names[fighter]} – {_listed(names, enemies)}"


def _grouped(count: int, words: Glossary) -> str:
    text = f"{count:,}"
    return text.replace(",", "\u202f") if words.language == "fr" else text


def _worth(one: Found, words: Glossary) -> Iterator[str]:
    """Tell what the one combat of a melee is worth."""
    for side, best in one.bests.items():
        points = words.number(written(best.ranked[0].value))
        yield words.word("melee.worth", side=side, points=points)


def _table(out: Console, side: int, best: Best, names: list[str], words: Glossary) -> Table:
    """Give the best separations, combat by combat, and the one that the other side likes best."""
    heads = [words.word(f"melee.{head}") for head in ("points", "regret")]
    grid = table(out, "", *heads, left=[""])
    groups = [(str(place), rated) for place, rated in enumerate(best.ranked, start=1)]
    if best.theirs is not None:
        groups.append((words.word("melee.theirs", side=1 - side), best.theirs))
    for label, rated in groups:
        numbers = (rated.value, best.regret(rated))
        cells = ("?" if value is None else words.number(written(value)) for value in numbers)
        grid.add_row(label, *cells)
        for star, value in zip(rated.separation, rated.values, strict=True):
            grid.add_row(f"  {_combat(star, names, words)}", words.number(written(value)), "")
    return grid


def _combat(star: Star, names: list[str], words: Glossary) -> str:
    enemies = _listed(names, star.enemies)
    return words.word("table.against", lone=names[star.lone], enemies=enemies)


def _listed(names: list[str], fighters: Iterable[int]) -> str:
    return ", ".join(names[fighter] for fighter in fighters)


def _document(board: Board, melees: Melees, found: Iterable[Found], policy: str) -> dict[str, Any]:
    fighters = [
        {"number": number, "name": name, "profile": fighter.profile.name, "side": side}
        | {"melee": None if label < 0 else int(label)}
        for number, (name, fighter, side, label) in enumerate(
            zip(board.names, board.fighters, board.sides, melees.labels, strict=True)
        )
    ]
    return {
        "format": "fracas-melees 1",
        "rules": melees.rules.name,
        "name": board.name,
        "policy": policy,
        "fighters": fighters,
        "alone": list(melees.alone),
        "melees": [_melee_document(one) for one in found],
    }


def _melee_document(one: Found) -> dict[str, Any]:
    melee = one.melee
    return {
        "number": one.number,
        "sides": [list(fighters) for fighters in melee.sides],
        "contacts": [list(pair) for pair in melee.contacts],
        "is_one_combat": melee.is_one_combat,
        "separations": one.count,
        "side_0_separates": one.chance,
        "best": {
            str(side): {
                "method": best.method,
                "separations": [_rated(rated, best) for rated in best.ranked],
                "best_of_the_other_side": best.theirs and _rated(best.theirs, best),
            }
            for side, best in one.bests.items()
        },
    }


def _rated(rated: RatedSeparation, best: Best) -> dict[str, Any]:
    combats = zip(rated.separation, rated.values, strict=True)
    return {
        "value": rated.value,
        "regret": best.regret(rated),
        "combats": [
            {"lone": star.lone, "enemies": list(star.enemies), "value": value}
            for star, value in combats
        ],
    }


def _draw(path: Path, drawn: Iterable[tuple[Melee, RatedSeparation]]) -> None:
    """Draw melees with their separations into a file, one below the other."""
    write_document(path, _stacked([melee.to_svg(rated.separation) for melee, rated in drawn]))


def _stacked(pictures: list[str]) -> str:
    """Put pictures one below the other: SVG takes whole pictures as its parts.

    >>> print(_stacked(['<svg width="4" height="2"/>', '<svg width="3" height="5"/>']), end="")
    <svg xmlns="http://www.w3.org/2000/svg" width="4" height="7">
    <svg y="0" width="4" height="2"/>
    <svg y="2" width="3" height="5"/>
    </svg>
    """
    sizes = [
        [float(size) for size in _SIZE.findall(picture[: picture.index(">")])]
        for picture in pictures
    ]
    width = max((width for width, _ in sizes), default=0)
    parts, top = [], 0.0
    for picture, (_, height) in zip(pictures, sizes, strict=True):
        parts.append(picture.strip().replace("<svg ", f'<svg y="{top:g}" ', 1) + "\n")
        top += height
    head = f'<svg xmlns="http://www.w3.org/2000/svg" width="{width:g}" height="{top:g}">\n'
    return f"{head}{''.join(parts)}</svg>\n"
