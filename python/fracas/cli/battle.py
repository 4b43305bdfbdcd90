"""The commands ``fracas battle`` and ``fracas replay``."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import asdict
from pathlib import Path
from typing import Annotated, Any, TypeAlias, TypeVar

import typer
from rich.console import Console
from rich.table import Table

from fracas import (
    Army,
    Battle,
    BattleSample,
    InputError,
    Scenario,
    load_army,
    load_scenario,
    narrate,
    simulate_battles,
)
from fracas.armies import armies, scenarios
from fracas.cli.combat import LanguageName, Tongue, interruptible, progress_of
from fracas.cli.options import JsonFlag, RulesFile, loaded, rules_from, seed_of
from fracas.cli.outcome import print_lines
from fracas.cli.show import bar, console, heading, percent, plain, print_json, table
from fracas.events import BattleEvent, Event, InCombat
from fracas.glossary import Glossary, Language, glossary
from fracas.records import load_record

__all__ = [
    "ARMIES",
    "SCENARIOS",
    "Blue",
    "Red",
    "ScenarioText",
    "Seed",
    "army_from",
    "battle",
    "print_outcome",
    "replay",
    "scenario_from",
]

_Found = TypeVar("_Found")

# From here on people wait long enough to want a bar.
_LONG_RUN = 200


def _shipped(folder: str) -> list[str]:
    data = Path(__file__).parents[1] / "data"
    return sorted(path.stem for path in (data / folder).glob("*.toml"))


ARMIES = _shipped("armies")
"""The armies that come with fracas."""
SCENARIOS = _shipped("scenarios")
"""The scenarios that come with fracas."""

Red: TypeAlias = Annotated[
    str, typer.Argument(metavar="RED", help="The army of side 0: a file, or one of fracas.")
]
Blue: TypeAlias = Annotated[str, typer.Argument(metavar="BLUE", help="The army of side 1.")]
ScenarioText: TypeAlias = Annotated[
    str,
    typer.Option("--scenario", metavar="NAME", help="Where they fight: a file, or one of fracas."),
]
Seed: TypeAlias = Annotated[
    str, typer.Option("--seed", metavar="SEED", help="The dice: a number or a text.")
]
Brief: TypeAlias = Annotated[
    bool, typer.Option("--brief", help="Tell what it came to, not how it went.")
]
Playouts: TypeAlias = Annotated[
    int,
    typer.Option("--playouts", metavar="N", help="How many games a search plays out a decision."),
]


def battle(
    red: Red,
    blue: Blue,
    scenario: ScenarioText = "crossroads",
    policies: Annotated[
        str,
        typer.Option(
            "--policies",
            metavar="RED[,BLUE]",
            help="Who decides for each side: random, greedy, search.",
        ),
    ] = "greedy,greedy",
    playouts: Playouts = 64,
    seed: Seed = "0",
    record: Annotated[
        Path | None,
        typer.Option("--record", metavar="FILE", help="Keep it in a file, for fracas replay."),
    ] = None,
    game: Annotated[
        int, typer.Option("--game", metavar="I", help="Which game of the seed it is.")
    ] = 0,
    simulate: Annotated[
        int | None,
        typer.Option("--simulate", metavar="N", help="Fight games 0 to N-1 and give the odds."),
    ] = None,
    threads: Annotated[
        int | None,
        typer.Option("--threads", metavar="N", help="How many fight at once; all the machine has."),
    ] = None,
    brief: Brief = False,
    language: LanguageName = Tongue.EN,
    rules: RulesFile = None,
    json: JsonFlag = False,
) -> None:
    """Fight a battle of two armies to its end and tell it die by die, or fight many."""
    players = _players_from(policies)
    _check_options(simulate, threads, record, game)
    fought = Battle(
        army_from(red, "RED"),
        army_from(blue, "BLUE"),
        scenario=scenario_from(scenario),
        rules=rules_from(rules),
        seed=seed_of(seed),
        game=game,
    )
    if simulate is not None:
        with progress_of(simulate, _LONG_RUN) as tell:
            sample = simulate_battles(
                fought,
                simulate,
                players,
                fought.seed,
                threads=threads,
                playouts=playouts,
                progress=tell,
            )
        _show_sample(sample, language.value, json)
        return
    with interruptible():
        fought.play(*players, playouts=playouts)
    if record is not None:
        fought.save(record)
    _show(fought, language.value, brief, json)


def _players_from(policies: str) -> tuple[str, str]:
    players = [player.strip() for player in policies.split(",")]
    if len(players) > 2:
        raise InputError([("--policies", repr(policies), "one policy, or one for each side")])
    return players[0], players[-1]


def _check_options(
    simulate: int | None, threads: int | None, record: Path | None, game: int
) -> None:
    problems = []
    if simulate is None and threads is not None:
        problems.append(("--threads", str(threads), "beside --simulate"))
    if simulate is not None and record is not None:
        problems.append(("--record", "beside --simulate", "one battle; --game I is game I of many"))
    if simulate is not None and game != 0:
        problems.append(("--game", "beside --simulate", "one of the two"))
    if problems:
        raise InputError(problems)


def replay(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="A record of a battle.")],
    brief: Brief = False,
    language: LanguageName = Tongue.EN,
    json: JsonFlag = False,
) -> None:
    """Play a battle again that was kept in a file, verify it, and tell it die by die."""
    _show(loaded(load_record, file).battle(), language.value, brief, json)


def army_from(text: str, field: str) -> Army:
    """Find the army that a text stands for: a file, or one that comes with fracas."""
    return _found(text, field, armies, ARMIES, load_army)


def scenario_from(text: str) -> Scenario:
    """Find the scenario that a text stands for: a file, or one that comes with fracas."""
    return _found(text, "--scenario", scenarios, SCENARIOS, load_scenario)


def _found(
    text: str,
    field: str,
    shipped: Callable[[], Mapping[str, _Found]],
    names: list[str],
    load: Callable[[Path], _Found],
) -> _Found:
    if text in names and not Path(text).exists():
        return shipped()[text]
    if Path(text).suffix.lower() not in {".toml", ".json"}:
        allowed = f"a file in .toml or .json, or one of {', '.join(names)}"
        raise InputError([(field, repr(text), allowed)])
    return loaded(load, Path(text))


def _show(fought: Battle, language: Language, brief: bool, json: bool) -> None:
    words = glossary(language)
    lines = [] if brief else narrate(fought.events, fought.names, language=language)
    if json:
        print_json(_document(fought, lines))
        return
    out = console()
    red, blue = (plain(army.name) for army in fought.armies)
    note = words.word(
        "battle.note_game" if fought.game else "battle.note",
        scenario=plain(fought.place or "") or words.word("battle.table"),
        seed=plain(repr(fought.seed)),
        game=fought.game,
    )
    out.print(heading(words.word("battle.title", red=red, blue=blue), note))
    print_lines(out, lines)
    print_outcome(out, fought, words)


def print_outcome(out: Console, fought: Battle, words: Glossary) -> None:
    """Print what a battle came to, card by card."""
    grid = table(
        out,
        "",
        *(words.word(f"battle.{head}") for head in ("standing", "losses", "value")),
        left=[""],
    )
    fighters = fought.table.fighters
    for side, army in enumerate(fought.armies):
        for card in army.cards:
            mine = [one for one in fighters if one.side == side and one.profile == card]
            killed = sum(one.health.level == "killed" for one in mine)
            counts = (len(mine) - killed, killed, killed * card.value)
            grid.add_row(f"{side}  {plain(card.name)}", *map(str, counts))
    out.print()
    out.print(grid)
    out.print()
    (first, second), (red, blue) = fought.points, fought.armies
    out.print(
        words.word(
            "battle.lost", first=first, first_all=red.value, second=second, second_all=blue.value
        )
    )
    winner = fought.outcome.winner
    if fought.over:
        name = "" if winner is None else plain(fought.armies[winner].name)
        key = "battle.draw" if winner is None else "battle.won"
        out.print(words.word(key, side=winner, name=name))


def _show_sample(sample: BattleSample, language: Language, json: bool) -> None:
    words = glossary(language)
    fought = sample.battle
    if json:
        document = {
            "format": "fracas-battle-sample 1",
            "rules": fought.rules.name,
            "place": fought.place,
            "victory": fought.victory,
            "armies": [army.to_dict() for army in fought.armies],
        }
        print_json(document | sample.to_dict())
        return
    out = console()
    red, blue = (plain(army.name) for army in fought.armies)
    place = plain(fought.place or "") or words.word("battle.table")
    out.print(heading(words.word("battle.title", red=red, blue=blue), place))
    out.print(plain(sample.how(language=language)), style="dim")
    out.print()
    out.print(_sides_table(out, sample, words))
    out.print()
    out.print(_survival_table(out, sample, words))
    out.print()
    turns = words.number(f"{sample.turns.mean():.2f}")
    out.print(words.word("sample.turns", turns=turns))


def _sides_table(out: Console, sample: BattleSample, words: Glossary) -> Table:
    heads = [words.word(f"sample.{head}") for head in ("wins", "error", "lost", "error")]
    grid = table(out, "", *heads, left=[""])
    wins = [words.number(percent(float(share))) for share in sample.wins]
    off = [words.number(f"{100 * error:.2f}") for error in sample.wins_error]
    for side, army in enumerate(sample.battle.armies):
        grid.add_row(
            words.word("sample.side", side=side, name=plain(army.name)),
            wins[side],
            off[side],
            words.number(f"{sample.points[side]:.2f}"),
            words.number(f"{sample.points_error[side]:.2f}"),
        )
    grid.add_row(words.word("sample.draws"), wins[2], off[2], "", "")
    return grid


def _survival_table(out: Console, sample: BattleSample, words: Glossary) -> Table:
    grid = table(out, "", words.word("sample.survives"), " ", left=["", " "])
    for number, (name, share) in enumerate(zip(sample.names(), sample.survival, strict=True)):
        label = f"{sample.battle.side_of(number)}  {plain(name)}"
        grid.add_row(label, words.number(percent(float(share))), bar(out, float(share)))
    return grid


def _document(fought: Battle, lines: list[str]) -> dict[str, Any]:
    return {
        "format": "fracas-battle-log 1",
        "rules": fought.rules.name,
        "place": fought.place,
        "armies": [army.to_dict() for army in fought.armies],
        "fighters": list(fought.names),
        "seed": fought.seed,
        "over": fought.over,
        "outcome": asdict(fought.outcome),
        "events": [_event(event) for event in fought.events] if lines else [],
        "text": lines,
    }


def _event(event: Event | BattleEvent) -> dict[str, Any]:
    if isinstance(event, InCombat):
        return {"event": "InCombat", "of": _event(event.event)}
    return {"event": type(event).__name__, **asdict(event)}
