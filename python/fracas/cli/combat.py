"""The commands ``fracas duel`` and ``fracas combat``."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import asdict, dataclass
from enum import Enum
from pathlib import Path
from typing import Annotated, Any, Literal, TypeAlias, cast

import typer
from rich.console import Console
from rich.progress import BarColumn, Progress, TaskProgressColumn, TextColumn, TimeRemainingColumn

from fracas import Combat, CombatResult, Game, InputError, TooBig
from fracas import combat as set_up
from fracas.cli.fighters import fighters_from, policy_from, splits_from
from fracas.cli.options import JsonFlag, RulesFile, rules_from, seed_of
from fracas.cli.outcome import print_game, print_result
from fracas.cli.pictures import save_picture
from fracas.cli.show import console, plain, print_json
from fracas.events import Event
from fracas.glossary import Language

# Without a number of games, a target of the error needs an end all the same.
_MOST_GAMES = 1_000_000_000
# From here on people wait long enough to want a bar.
_LONG_RUN = 2_000_000
_LONG_LAW = 50_000


class Method(str, Enum):
    """How games are simulated, as it is typed."""

    ROLLED = "rolled"
    LAW = "law"


class Tongue(str, Enum):
    """The languages of output, as they are typed."""

    EN = "en"
    FR = "fr"


def _states(name: str, like: str, meaning: str) -> Any:
    return typer.Option(name, metavar=like, help=meaning)


Wounds: TypeAlias = Annotated[
    list[str] | None, _states("--wounds", "0=light", "Fighters that are wounded already.")
]
Stunned: TypeAlias = Annotated[
    list[str] | None, _states("--stunned", "1[=2]", "Stunned fighters, with their markers.")
]
Charged: TypeAlias = Annotated[
    list[str] | None, _states("--charged", "0", "Fighters that have been charged.")
]
Bound: TypeAlias = Annotated[
    list[str] | None, _states("--bound", "1", "Fighters whose dice must all go to defence.")
]
Routed: TypeAlias = Annotated[list[str] | None, _states("--routed", "1", "Routed fighters.")]
Place: TypeAlias = Annotated[
    list[str] | None,
    _states("--placement", "0=after", "When an effect has them place dice: before, after, …"),
]
Split: TypeAlias = Annotated[
    list[str] | None, _states("--split", "0=2", "Attack dice of fighters, given outright.")
]
PolicyText: TypeAlias = Annotated[
    str,
    typer.Option(
        "--policy",
        metavar="POLICY",
        help="Who decides for both sides: plain, all_out_attack, all_out_defence, random, optimal; "
        "habits behind a colon: plain:attack_sixes=never.",
    ),
]
Policy0: TypeAlias = Annotated[
    str | None, typer.Option("--policy0", metavar="POLICY", help="Who decides for side 0.")
]
Policy1: TypeAlias = Annotated[
    str | None, typer.Option("--policy1", metavar="POLICY", help="Who decides for side 1.")
]
Exact: TypeAlias = Annotated[
    bool, typer.Option("--exact", help="Work out the exact law: what happens by default.")
]
Simulate: TypeAlias = Annotated[
    int | None, typer.Option("--simulate", metavar="N", help="Play this many games instead.")
]
TargetError: TypeAlias = Annotated[
    float | None,
    typer.Option("--target-error", metavar="E", help="Simulate until the error is that small."),
]
MethodName: TypeAlias = Annotated[
    Method | None,
    typer.Option("--method", help="Roll every die (the default), or draw from the law."),
]
Seed: TypeAlias = Annotated[
    str, typer.Option("--seed", metavar="SEED", help="A number or a text, for games.")
]
Replay: TypeAlias = Annotated[
    int | None, typer.Option("--replay", metavar="I", help="Tell game I of the seed die by die.")
]
Plot: TypeAlias = Annotated[
    Path | None, typer.Option("--plot", metavar="FILE", help="Draw the result: out.png.")
]
LanguageName: TypeAlias = Annotated[
    Tongue, typer.Option("--language", help="The language of tables and games.")
]


@dataclass(frozen=True, slots=True)
class Request:
    """What is asked of a combat."""

    exact: bool
    games: int | None
    target_error: float | None
    method: Method | None
    seed: int | str
    replay: int | None
    plot: Path | None
    language: Language

    @property
    def simulates(self) -> bool:
        """Whether games are to be played."""
        return self.games is not None or self.target_error is not None

    def check(self) -> None:
        """Refuse what contradicts itself."""
        problems = []
        if self.exact and self.simulates:
            problems.append(("--exact", "beside a simulation", "one of the two"))
        if self.method is not None and not self.simulates:
            problems.append(("--method", self.method.value, "beside --simulate or --target-error"))
        if self.replay is not None and self.method is Method.LAW:
            problems.append(("--replay", "beside --method law", "games that are rolled"))
        if self.plot is not None and self.only_replays:
            problems.append(("--plot", "beside --replay alone", "--exact or --simulate, too"))
        if problems:
            raise InputError(problems)

    @property
    def only_replays(self) -> bool:
        """Whether one game is all that is asked for."""
        return self.replay is not None and not self.exact and not self.simulates


def duel(
    first: Annotated[
        str, typer.Argument(metavar="A", help="A fighter, number 0: a name, or FILE:NAME.")
    ],
    second: Annotated[str, typer.Argument(metavar="B", help="His enemy, number 1.")],
    wounds: Wounds = None,
    stunned: Stunned = None,
    charged: Charged = None,
    bound: Bound = None,
    routed: Routed = None,
    placement: Place = None,
    split: Split = None,
    policy: PolicyText = "plain",
    policy0: Policy0 = None,
    policy1: Policy1 = None,
    exact: Exact = False,
    simulate: Simulate = None,
    target_error: TargetError = None,
    method: MethodName = None,
    seed: Seed = "0",
    replay: Replay = None,
    plot: Plot = None,
    language: LanguageName = Tongue.EN,
    rules: RulesFile = None,
    json: JsonFlag = False,
) -> None:
    """Give the odds of a combat of one against one.

    Exact, or from games that are played. A fighter is a name of the library or a part of it, a
    file with one profile, or file.toml:Name.
    """
    _fight(
        first,
        [second],
        states=states_given(wounds, stunned, charged, bound, routed, placement),
        split=split or [],
        policies=(policy, policy0, policy1),
        request=Request(
            exact,
            simulate,
            target_error,
            method,
            seed_of(seed),
            replay,
            plot,
            language.value,
        ),
        rules=rules,
        json=json,
    )


def combat(
    lone: Annotated[
        str,
        typer.Argument(metavar="LONE", help="The lone fighter, number 0: a name, or FILE:NAME."),
    ],
    foes: Annotated[
        list[str], typer.Argument(metavar="FOE...", help="His enemies, numbers 1, 2, …")
    ],
    wounds: Wounds = None,
    stunned: Stunned = None,
    charged: Charged = None,
    bound: Bound = None,
    routed: Routed = None,
    placement: Place = None,
    split: Split = None,
    policy: PolicyText = "plain",
    policy0: Policy0 = None,
    policy1: Policy1 = None,
    exact: Exact = False,
    simulate: Simulate = None,
    target_error: TargetError = None,
    method: MethodName = None,
    seed: Seed = "0",
    replay: Replay = None,
    plot: Plot = None,
    language: LanguageName = Tongue.EN,
    rules: RulesFile = None,
    json: JsonFlag = False,
) -> None:
    """Give the odds of a combat of one against several.

    Exact, or from games that are played. A fighter is a name of the library or a part of it, a
    file with one profile, or file.toml:Name.
    """
    _fight(
        lone,
        foes,
        states=states_given(wounds, stunned, charged, bound, routed, placement),
        split=split or [],
        policies=(policy, policy0, policy1),
        request=Request(
            exact,
            simulate,
            target_error,
            method,
            seed_of(seed),
            replay,
            plot,
            language.value,
        ),
        rules=rules,
        json=json,
    )


def states_given(*states: list[str] | None) -> dict[str, list[str]]:
    """Give the states under the names of their options."""
    names = ("--wounds", "--stunned", "--charged", "--bound", "--routed", "--placement")
    return {name: given for name, given in zip(names, states, strict=True) if given}


def _fight(
    lone: str,
    foes: Sequence[str],
    *,
    states: dict[str, list[str]],
    split: Sequence[str],
    policies: tuple[str, str | None, str | None],
    request: Request,
    rules: Path | None,
    json: bool,
) -> None:
    request.check()
    fighters = fighters_from([lone, *foes], states)
    both, *each = policies
    players = [
        policy_from("--policy", both) if text is None else policy_from(f"--policy{side}", text)
        for side, text in enumerate(each)
    ]
    fought = set_up(
        fighters[0],
        fighters[1:],
        policy=(players[0], players[1]),
        splits=splits_from(split, len(fighters)),
        rules=rules_from(rules),
    )
    result = None if request.only_replays else _result(fought, request)
    game = None
    if request.replay is not None:
        simulated = result is not None and result.method == "rolled"
        game = (
            result.replay(request.replay)
            if simulated and result is not None
            else fought.replay(request.replay, request.seed)
        )
    if request.plot is not None and result is not None:
        size = (8, 1.6 + 0.5 * len(result.names()))
        save_picture(request.plot, size, result.plot)
    if json:
        print_json(_document(fought, result, game, request))
        return
    out = console()
    if result is not None:
        print_result(out, result, request.language)
    if game is not None:
        if result is not None:
            out.print()
        print_game(out, game, request.replay or 0, request.seed, request.language)


def _result(fought: Combat, request: Request) -> CombatResult:
    if not request.simulates:
        return _exact(fought)
    games = _MOST_GAMES if request.games is None else request.games
    method = (request.method or Method.ROLLED).value
    with progress_of(games, _LONG_RUN, stops_early=request.target_error is not None) as tell:
        return fought.simulate(
            games,
            request.seed,
            target_error=request.target_error,
            method=cast("Literal['rolled', 'law']", method),
            progress=tell,
        )


def _exact(fought: Combat) -> CombatResult:
    try:
        with interruptible():
            watchers = Console(stderr=True)
            if watchers.is_terminal and _is_long(fought):
                with watchers.status("working out the exact law"):
                    return fought.exact()
            return fought.exact()
    except TooBig as error:
        sentence = f"{error.problems[0].value} is too big; add --simulate 1000000 to play games"
        _say(sentence)
        raise typer.Exit(2) from None


def _is_long(fought: Combat) -> bool:
    if "optimal" in fought.policies:
        return len(fought.fighters) > 3
    return fought.exact_size() > _LONG_LAW


@contextmanager
def progress_of(
    games: int, long_run: int, *, stops_early: bool = False
) -> Iterator[Callable[[int], None] | None]:
    """Show how far a long run is, on a terminal; say it when it is stopped with Ctrl-C."""
    watchers = Console(stderr=True)
    if not watchers.is_terminal or games < long_run:
        with interruptible():
            yield None
        return
    columns = [BarColumn(), TaskProgressColumn(), TimeRemainingColumn()]
    if stops_early:
        columns = []
    shown = Progress(
        TextColumn("{task.completed:,.0f} games"), *columns, console=watchers, transient=True
    )
    with interruptible(), shown:
        task = shown.add_task("", total=games)
        yield lambda done: shown.update(task, completed=done)


@contextmanager
def interruptible() -> Iterator[None]:
    """End with a sentence, and no traceback, when the work is stopped with Ctrl-C."""
    try:
        yield
    except KeyboardInterrupt as stopped:
        _say(str(stopped) or "stopped")
        raise typer.Exit(130) from None


def _say(sentence: str) -> None:
    Console(stderr=True, highlight=False, markup=False, soft_wrap=True).print(
        f"fracas: {plain(sentence)}"
    )


def _document(
    fought: Combat, result: CombatResult | None, game: Game | None, request: Request
) -> dict[str, Any]:
    document: dict[str, Any] = {"format": "fracas-combat 1", "rules": fought.rules.name}
    if result is not None:
        document |= result.to_dict()
        document["per_pass"] = result.per_pass().tolist() if result.knows_passes else None
    if game is not None:
        document["replay"] = {
            "game": request.replay,
            "seed": request.seed,
            "dice": game.dice,
            "events": [_event(event) for event in game.events],
            "outcome": asdict(game.outcome),
            "text": str(game).splitlines(),
        }
    return document


def _event(event: Event) -> dict[str, Any]:
    return {"event": type(event).__name__, **asdict(event)}
