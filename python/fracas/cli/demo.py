"""The command ``fracas demo``: a tour of what there is, one function a section."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Annotated, Any, NamedTuple, TypeAlias

import typer
from rich.console import Console
from rich.padding import Padding
from rich.table import Table
from rich.text import Text

from fracas import (
    Dice,
    Profile,
    Rules,
    check,
    combat,
    laws,
    library,
    narrate,
    shipped_boards,
    wound_roll,
)
from fracas.cli.checks import attack_table
from fracas.cli.options import JsonFlag, RulesFile, rules_from
from fracas.cli.outcome import levels_table, print_lines
from fracas.cli.show import console, final_text, percent, plain, print_json, table
from fracas.cli.wounds import WOUNDS, wound_text
from fracas.events import DicePlaced
from fracas.solving import written


class Stage(NamedTuple):
    """What a section works with."""

    out: Console
    rules: Rules
    seed: str


Section: TypeAlias = Callable[[Stage], dict[str, Any]]
"""Shows one thing and gives the same as data."""


def demo(
    seed: Annotated[
        str, typer.Option("--seed", metavar="SEED", help="The seed of the rolled attacks.")
    ] = "fracas",
    rules: RulesFile = None,
    json: JsonFlag = False,
) -> None:
    """Show in a few lines what fracas does."""
    played = rules_from(rules)
    out = console()
    out.quiet = json
    stage = Stage(out, played, seed)
    shown = {section.__name__: section(stage) for section in SECTIONS}
    if json:
        print_json({"format": "fracas-demo 1", "rules": played.name, **shown})


def scripted_attack(stage: Stage) -> dict[str, Any]:
    """Show a blow from dice that are given: six and four, six and one, four and five."""
    guard, warrior = _fighters()
    dice = Dice.scripted([6, 4, 6, 1, 4, 5])
    struck = check(guard.attack - 2, roll="attack", source=dice, rules=stage.rules)
    parry = check(
        warrior.defence, difficulty=struck.final, roll="defence", source=dice, rules=stage.rules
    )
    blow = wound_roll(guard.strength - 2, warrior.resilience, source=dice, rules=stage.rules)
    _title(stage, f"A stunned, wounded {guard.name.lower()} strikes; the dice are 6 4, 6 1, 4 5")
    stage.out.print(f"  attack   {final_text(struck, guard.attack - 2)}")
    stage.out.print(f"  defence  {final_text(parry, warrior.defence)}: {_verdict(parry.success)}")
    stage.out.print(f"  wound    {wound_text(blow)}")
    return {
        "attack": struck.final,
        "defence": parry.final,
        "parried": parry.success,
        "wound": blow.wound,
    }


def attack_odds(stage: Stage) -> dict[str, Any]:
    """Show the exact odds of an attack against 0 to 3 defence dice."""
    guard, warrior = _fighters()
    counts = list(range(4))
    chances = laws.attack(guard.attack, warrior.defence, dice=counts, rules=stage.rules).tolist()
    _title(stage, f"Exact odds: attack {guard.attack} against defence {warrior.defence}")
    _indent(stage, attack_table(stage.out, counts, chances))
    return {str(count): row[2] for count, row in zip(counts, chances, strict=True)}


def wound_odds(stage: Stage) -> dict[str, Any]:
    """Show the exact law of a wound roll, both ways."""
    guard, warrior = _fighters()
    _title(stage, "Exact odds of a wound, by who strikes")
    grid = table(stage.out, "", *WOUNDS, left=[""])
    law = {}
    for striker, target in ((guard, warrior), (warrior, guard)):
        chances = laws.wound(striker.strength, target.resilience, rules=stage.rules).tolist()
        grid.add_row(striker.name, *(percent(chance) for chance in chances))
        law[striker.name] = dict(zip(WOUNDS, chances, strict=True))
    _indent(stage, grid)
    return law


def combat_odds(stage: Stage) -> dict[str, Any]:
    """Show the exact law of one against two, and one game of it."""
    guard, warrior = _fighters()
    fought = combat(guard, [warrior, warrior], rules=stage.rules)
    result = fought.exact()
    game = fought.replay(0, stage.seed)
    _title(stage, f"A {guard.name.lower()} against two {warrior.name.lower()}s, exactly")
    _indent(stage, levels_table(stage.out, result))
    _title(stage, f"The same once, with the dice of the seed “{plain(stage.seed)}”")
    placed = sum(isinstance(event, DicePlaced) for event in game.events)
    print_lines(stage.out, narrate(game.events[placed:], game.names), indent=2)
    return result.to_dict()


def best_separation(stage: Stage) -> dict[str, Any]:
    """Show how each side would separate the melee of the board that comes with fracas."""
    board = shipped_boards()["ford"]
    melee = board.melees(stage.rules)[0]
    chance = melee.who_separates().exact()
    bests = [melee.best(side) for side in (0, 1)]
    _title(stage, f"The melee at the ford: {melee.count()} separations, and the best for each side")
    grid = table(stage.out, "", "separates", "points", left=[""])
    for side, best in enumerate(bests):
        grid.add_row(f"side {side}", percent((chance, 1 - chance)[side]), written(best.value))
        for star, value in zip(best.separation, best.values, strict=True):
            enemies = ", ".join(board.names[enemy] for enemy in star.enemies)
            grid.add_row(f"  {board.names[star.lone]} against {enemies}", "", written(value))
    _indent(stage, grid)
    return {
        "separations": melee.count(),
        "side_0_separates": chance,
        "best": [best.value for best in bests],
    }


def seeded_rolls(stage: Stage) -> dict[str, Any]:
    """Show that a seed gives the same dice everywhere."""
    faces = {game: Dice.seeded(stage.seed, game).faces(20).tolist() for game in range(2)}
    _title(stage, f"Dice of the seed “{plain(stage.seed)}”: the same on every machine")
    for game, rolled in faces.items():
        stage.out.print(f"  game {game}   {' '.join(str(face) for face in rolled)}")
    return {str(game): rolled for game, rolled in faces.items()}


SECTIONS: Sequence[Section] = (
    scripted_attack,
    attack_odds,
    wound_odds,
    combat_odds,
    best_separation,
    seeded_rolls,
)


def _fighters() -> tuple[Profile, Profile]:
    known = library()
    return known["Praetorian guard"], known["Dawn warrior"]


def _title(stage: Stage, text: str) -> None:
    stage.out.print(Text(text, style="bold"))


def _indent(stage: Stage, grid: Table) -> None:
    stage.out.print(Padding(grid, (0, 0, 0, 2), expand=False))


def _verdict(success: bool | None) -> str:
    return "parried" if success else "it lands"
