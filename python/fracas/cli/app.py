"""The commands put together, and what becomes of an error."""

from __future__ import annotations

import codecs
import io
import os
import sys
from collections.abc import Sequence
from typing import Annotated

import typer

import fracas
from fracas.cli.advise import advise
from fracas.cli.battle import ARMIES, battle, replay
from fracas.cli.checks import attack, check
from fracas.cli.combat import combat, duel
from fracas.cli.demo import demo
from fracas.cli.melee import SHIPPED, melee
from fracas.cli.play import play
from fracas.cli.profiles import profiles
from fracas.cli.rules import rules, schema
from fracas.cli.show import plain, substitute
from fracas.cli.table import SHIPPED as SHIPPED_TABLES
from fracas.cli.table import table_
from fracas.cli.wounds import wound
from fracas.errors import FracasError

app = typer.Typer(
    name="fracas",
    add_completion=False,
    context_settings={"help_option_names": ["-h", "--help"]},
    no_args_is_help=True,
    pretty_exceptions_enable=False,
    rich_markup_mode=None,
)

# A characteristic may be negative: `-1` is then a number, not an unknown option.
_NUMBERS = {"ignore_unknown_options": True}

app.command(
    context_settings=_NUMBERS,
    epilog="Example: fracas check 5 --difficulty 8 --dice 2",
)(check)
app.command(context_settings=_NUMBERS, epilog="Example: fracas attack 5 3 --dice 1")(attack)
app.command(context_settings=_NUMBERS, epilog="Example: fracas wound 8 7 --script 4,5")(wound)
app.command(epilog='Example: fracas duel "praetorian guard" "dawn warrior" --stunned 1')(duel)
app.command(epilog="Example: fracas combat guard warrior warrior --wounds 0=light")(combat)
app.command(epilog="Example: fracas advise guard warrior warrior --state 1,2,2,3")(advise)
app.command(
    epilog="Example: fracas melee ford --svg ford.svg. "
    f"Boards that come with fracas: {', '.join(SHIPPED)}."
)(melee)
app.command(
    "table",
    epilog="Example: fracas table crossroads --path 0 9 --svg crossroads.svg. "
    f"Tables that come with fracas: {', '.join(SHIPPED_TABLES)}.",
)(table_)
app.command(
    epilog="Example: fracas battle dawn wild --scenario field --record game.json. "
    f"Armies that come with fracas: {', '.join(ARMIES)}."
)(battle)
app.command(epilog="Example: fracas replay game.json --language fr")(replay)
app.command(epilog="Example: fracas play dawn wild --against greedy --seed 7")(play)
app.command(epilog='Example: fracas profiles "Praetorian guard" "Dawn warrior"')(profiles)
app.command(epilog="Example: fracas rules --file house.toml")(rules)
app.command(epilog="Example: fracas schema rules > rules.schema.json")(schema)
app.command(epilog="Example: fracas demo --seed tuesday")(demo)


def _print_version(wanted: bool) -> None:
    if wanted:
        print(f"fracas {fracas.__version__}")
        raise typer.Exit


@app.callback()
def about(
    version: Annotated[
        bool,
        typer.Option("--version", callback=_print_version, is_eager=True, help="Show the version."),
    ] = False,
) -> None:
    """Exact odds and reproducible dice for skirmish wargames."""


def run(arguments: Sequence[str] | None = None) -> int:
    """Run one command and return its exit status."""
    # A terminal without the letters we use shows others: a name in a file must not end the program.
    codecs.register_error("fracas", substitute)
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="fracas")
    try:
        app(args=arguments, prog_name="fracas")
    except FracasError as error:
        return _fail([str(problem) for problem in error.problems])
    except BrokenPipeError:
        # Whoever read the output has had enough; what is left in the buffer has nowhere to go.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 1
    except OSError as error:
        where = f"{plain(str(error.filename))}: " if error.filename else ""
        return _fail([f"{where}{error.strerror or error}"])
    except SystemExit as done:
        return done.code if isinstance(done.code, int) else 0
    return 0


def _fail(problems: Sequence[str]) -> int:
    """Report problems, one a line."""
    for problem in problems:
        print(f"fracas: {plain(problem)}", file=sys.stderr)
    return 2
