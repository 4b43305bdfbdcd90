"""The command ``fracas wound``."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict
from typing import Annotated, get_args

import typer
from rich.console import Console
from rich.table import Table

from fracas import Rules, laws, wound_roll
from fracas.cli.options import JsonFlag, RulesFile, ScriptText, SeedText, dice_from, rules_from
from fracas.cli.show import bar, console, heading, number, percent, print_json, signed, table
from fracas.types import Location, Wound, WoundRoll

WOUNDS: tuple[Wound, ...] = get_args(Wound)
_LOCATIONS: tuple[Location, ...] = get_args(Location)
_ROLLS = 36


def wound(
    strength: Annotated[
        int, typer.Argument(metavar="STRENGTH", help="The striker's current strength.")
    ],
    resilience: Annotated[
        int, typer.Argument(metavar="RESILIENCE", help="The target's resilience.")
    ],
    seed: SeedText = None,
    script: ScriptText = None,
    rules: RulesFile = None,
    json: JsonFlag = False,
) -> None:
    """Give the exact odds of a wound roll; with dice, roll it as well.

    In all and by location. --seed or --script brings the dice.
    """
    source = dice_from(seed, script)
    played = rules_from(rules)
    chances = laws.wound(strength, resilience, rules=played).tolist()
    places = _by_location(strength, resilience, played)
    result = None
    if source is not None:
        result = wound_roll(strength, resilience, source=source, rules=played)
        source.finish()
    if json:
        print_json(
            {
                "format": "fracas-wound 1",
                "rules": played.name,
                "method": "exact",
                "strength": strength,
                "resilience": resilience,
                "odds": dict(zip(WOUNDS, chances, strict=True)),
                "locations": {
                    location: {wound: count / _ROLLS for wound, count in counts.items()}
                    for location, counts in places.items()
                },
                "roll": None if result is None else asdict(result),
            }
        )
        return
    out = console()
    out.print(
        heading(
            f"A wound roll: strength {number(strength)}, resilience {number(resilience)}", "exact"
        )
    )
    grid = table(out, "", "chance", "or worse", " ", left=["", " "])
    for index, (name, chance) in enumerate(zip(WOUNDS, chances, strict=True)):
        grid.add_row(name, percent(chance), percent(sum(chances[index:])), bar(out, chance))
    out.print(grid)
    out.print()
    out.print(heading("Where and how badly", "rolls out of 36"))
    out.print(_location_table(out, places))
    if result is not None:
        out.print(f"\nRolled: {wound_text(result)}")


def wound_text(result: WoundRoll) -> str:
    """Write how a wound came about.

    >>> wound_text(WoundRoll((4, 5), "thorax", 4, "serious"))
    '4 and 5: thorax; 5 − 1 = 4: serious'
    """
    first, second = result.dice
    higher = max(result.dice)
    sum_ = f"{higher} {signed(result.result - higher)} = {number(result.result)}"
    return f"{first} and {second}: {result.location}; {sum_}: {result.wound}"


def _by_location(strength: int, resilience: int, rules: Rules) -> dict[Location, dict[Wound, int]]:
    """Count the 36 rolls of two dice by what they give."""
    counts = {location: dict.fromkeys(WOUNDS, 0) for location in _LOCATIONS}
    for first in range(1, 7):
        for second in range(1, 7):
            roll = wound_roll(strength, resilience, source=[first, second], rules=rules)
            counts[roll.location][roll.wound] += 1
    return counts


def _location_table(out: Console, places: dict[Location, dict[Wound, int]]) -> Table:
    grid = table(out, "", *_LOCATIONS, "all", left=[""])
    for wound in WOUNDS:
        counts = [places[location][wound] for location in _LOCATIONS]
        grid.add_row(wound, *_counts(counts))
    grid.add_section()
    grid.add_row("all", *_counts([sum(places[location].values()) for location in _LOCATIONS]))
    return grid


def _counts(numbers: Sequence[int]) -> list[str]:
    return [str(number) if number else "·" for number in [*numbers, sum(numbers)]]
