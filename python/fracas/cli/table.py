"""The command ``fracas table``: who touches whom on a table, ways, reach and moves."""

from __future__ import annotations

from dataclasses import asdict
from pathlib import Path
from typing import Annotated, Any

import typer
from rich.console import Console

import fracas as fr
from fracas import InputError, Rules
from fracas.cli.options import JsonFlag, RulesFile, loaded, rules_from
from fracas.cli.show import console, heading, plain, print_json, table
from fracas.documents import write_document
from fracas.geometry import Arc, Leg, Point, Reach
from fracas.geometry import Path as Way
from fracas.movement import Move, Placed

__all__ = ["SHIPPED", "table_"]

SHIPPED = sorted(
    path.stem for path in (Path(__file__).parents[1] / "data" / "tables").glob("*.toml")
)
"""The tables that come with fracas."""


def table_(
    file: Annotated[
        str,
        typer.Argument(
            metavar="FILE", help="A table, TOML or JSON; or one that comes with fracas."
        ),
    ],
    path: Annotated[
        tuple[str, str] | None,
        typer.Option(
            "--path",
            metavar="A B",
            help="Measure the way from a fighter or point to another: 0 6, or 0 60,45.",
        ),
    ] = None,
    reach: Annotated[
        tuple[str, float] | None,
        typer.Option("--reach", metavar="A DISTANCE", help="The ground a fighter can reach: 0 20."),
    ] = None,
    moves: Annotated[
        int | None,
        typer.Option("--moves", metavar="A", help="What a fighter may do, and why not."),
    ] = None,
    svg: Annotated[
        Path | None,
        typer.Option("--svg", metavar="FILE", help="Draw it, with the way and the reach: out.svg."),
    ] = None,
    rules: RulesFile = None,
    json: JsonFlag = False,
) -> None:
    """Show a table: who stands where, who touches whom, and the melees.

    With --path the shortest way of a fighter's mire round bases and scenery; with --reach all the
    ground it can reach; with --moves every action that it may take and the reasons why not.
    """
    if svg is not None and svg.suffix.lower() != ".svg":
        raise InputError([("--svg", str(svg), "a name in .svg")])
    board = _table(file, rules_from(rules))
    way = None if path is None else board.path(_place(path[0]), _place(path[1]))
    ground = None if reach is None else board.reach(_place(reach[0]), reach[1])
    listed = None if moves is None else board.legal_moves(moves)
    if svg is not None:
        ways = [] if way is None else [way]
        write_document(svg, board.to_svg(path=ways, reach=[] if ground is None else [ground]))
    if json:
        print_json(_document(board, way, ground, listed))
        return
    out = console()
    _print_fighters(out, board)
    _print_contacts(out, board)
    if way is not None and path is not None:
        _print_way(out, board, way, path)
    if ground is not None and reach is not None:
        out.print()
        out.print(heading(f"Reach of {_said(board, _place(reach[0]))}", f"{reach[1]:g} cm"))
        out.print(f"{ground.area:.1f} cm², right to {ground.error:.2g} cm²")
    if listed is not None and moves is not None:
        _print_moves(out, board, moves, listed)


def _table(text: str, rules: Rules) -> fr.Table:
    """Find the table that a text stands for: a file, or one that comes with fracas."""
    if text in SHIPPED and not Path(text).exists():
        file = Path(__file__).parents[1] / "data" / "tables" / f"{text}.toml"
        return fr.Table.load(file, rules=rules)
    if Path(text).suffix.lower() not in {".toml", ".json"}:
        allowed = f"a file in .toml or .json, or one of {', '.join(SHIPPED)}"
        raise InputError([("FILE", repr(text), allowed)])
    return loaded(lambda path: fr.Table.load(path, rules=rules), Path(text))


def _place(text: str) -> int | Point:
    """Read a fighter's number or a point.

    >>> _place("3"), _place("60,45.5")
    (3, (60.0, 45.5))
    """
    try:
        if "," not in text:
            return int(text)
        x, y = text.split(",")
        return float(x), float(y)
    except ValueError:
        allowed = "a fighter's number, such as 3, or a point, such as 60,45"
        raise InputError([("--path, --reach", repr(text), allowed)]) from None


def _said(board: fr.Table, place: int | Point) -> str:
    if isinstance(place, int):
        return f"{place} {plain(board.fighters[place].name)}"
    return f"({place[0]:g}, {place[1]:g})"


def _print_fighters(out: Console, board: fr.Table) -> None:
    size = f"{board.width:g} × {board.depth:g} cm, {len(board.scenery)} pieces of scenery"
    out.print(heading(plain(board.name or "Table"), size))
    grid = table(out, "", "fighter", "side", "x", "y", "facing", "state", left=["fighter", "state"])
    for number, fighter in enumerate(board.fighters):
        x, y = fighter.position
        place = (f"{x:.1f}", f"{y:.1f}", f"{fighter.facing:.0f}°")
        grid.add_row(str(number), plain(fighter.name), str(fighter.side), *place, _state(fighter))
    out.print(grid)


def _state(fighter: Placed) -> str:
    """Write what is not as usual with a fighter."""
    said: list[str] = [] if fighter.health.level == "none" else [fighter.health.level]
    said += ["stunned"] * bool(fighter.health.stunned)
    said += [name for name, value in fighter.to_dict().items() if value is True]
    return ", ".join(said).replace("_", " ")


def _print_contacts(out: Console, board: fr.Table) -> None:
    out.print()
    contacts = board.contacts()
    out.print(heading("Contacts", str(len(contacts))))
    if contacts:
        out.print(", ".join(f"{one}–{other}" for one, other in contacts))
    for number, melee in enumerate(board.melees()):
        names = ", ".join(f"{one} {plain(board.fighters[one].name)}" for one in melee.fighters)
        out.print(f"Melee {number}: {names}")


def _print_way(out: Console, board: fr.Table, way: Way, ends: tuple[str, str]) -> None:
    start, end = (_said(board, _place(text)) for text in ends)
    out.print()
    out.print(heading(f"Way from {start} to {end}"))
    if not way:
        out.print(f"There is none: {str(way.why).replace('_', ' ')}.")
        return
    climbed = "" if way.length == way.walked else f", {way.length - way.walked:g} cm of it climbing"
    out.print(f"{way.length:.2f} cm{climbed}")
    for name, number in way.hugged:
        out.print(f"  round {_obstacle(board, name, number)}")
    for number in way.crossed:
        out.print(f"  over {_obstacle(board, 'scenery', number)}")


def _obstacle(board: fr.Table, kind: str, number: int) -> str:
    if kind == "fighter":
        return _said(board, number)
    return plain(board.scenery[number].name or f"scenery {number}")


def _print_moves(out: Console, board: fr.Table, fighter: int, moves: list[Move]) -> None:
    out.print()
    out.print(heading(f"Moves of {_said(board, fighter)}"))
    columns = ("action", "target", "allows", "way", "may it?")
    grid = table(out, *columns, left=["action", "target", "may it?"])
    for move in moves:
        target = "" if move.target is None else _said(board, move.target)
        allows = f"{move.distance:g}" if move.distance else ""
        way = "" if move.length is None else f"{move.length:.1f}"
        verdict = "yes" if move.allowed else ", ".join(move.reasons).replace("_", " ")
        if move.allowed and move.reaches is False:
            verdict = "yes, but too far"
        grid.add_row(move.action.replace("_", " "), target, allows, way, verdict)
    out.print(grid)


def _document(
    board: fr.Table, way: Way | None, ground: Reach | None, moves: list[Move] | None
) -> dict[str, Any]:
    return {
        "format": "fracas-table-report 1",
        "rules": board.rules.name,
        "table": board.to_dict(),
        "contacts": [list(pair) for pair in board.contacts()],
        "melees": [list(melee.fighters) for melee in board.melees()],
        "path": None if way is None else _way(way),
        "reach": None
        if ground is None
        else {
            "distance": ground.distance,
            "area": ground.area,
            "error": ground.error,
            "contours": [[_leg(leg) for leg in contour] for contour in ground.contours],
        },
        "moves": None if moves is None else [asdict(move) for move in moves],
    }


def _way(way: Way) -> dict[str, Any]:
    """Give a way as a document; without one there are no numbers."""
    if not way:
        return {"reachable": False, "why": way.why}
    return {
        "reachable": True,
        "length": way.length,
        "walked": way.walked,
        "legs": [_leg(leg) for leg in way.legs],
        "hugged": [list(one) for one in way.hugged],
        "crossed": list(way.crossed),
        "end": way.end,
    }


def _leg(leg: Leg) -> dict[str, Any]:
    return {"kind": "arc" if isinstance(leg, Arc) else "line"} | asdict(leg)
