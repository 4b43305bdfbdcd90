"""The command ``fracas advise``: best play of a combat, and what every choice costs."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Annotated, Any, cast

import numpy as np
import typer
from rich.console import Console
from rich.text import Text

from fracas import Advice, CombatGame, CombatResult, InputError, Solution, narrate
from fracas import combat as set_up
from fracas.cli.combat import (
    Bound,
    Charged,
    LanguageName,
    Place,
    Plot,
    Routed,
    Stunned,
    Tongue,
    Wounds,
    interruptible,
    states_given,
)
from fracas.cli.fighters import fighters_from
from fracas.cli.options import JsonFlag, RulesFile, rules_from
from fracas.cli.outcome import print_lines
from fracas.cli.pictures import save_picture
from fracas.cli.show import console, heading, percent, plain, print_json, table
from fracas.glossary import Glossary, Language, glossary
from fracas.results import LEVELS
from fracas.solving import EQUAL, Habit, Utility, written

__all__ = ["advise"]

_KILLED = LEVELS.index("killed")


def advise(
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
    lone_side: Annotated[
        int, typer.Option("--lone-side", metavar="0|1", help="The side of the lone fighter.")
    ] = 0,
    chosen_by: Annotated[
        int,
        typer.Option("--chosen-by", metavar="0|1", help="The side whose player chose the combat."),
    ] = 0,
    state: Annotated[
        str | None,
        typer.Option(
            "--state",
            metavar="STEPS",
            help="What has happened so far, in order: choices as numbers, dice as d1 to d6, "
            "such as 1,2,d6,0,d3; or @FILE with such a list.",
        ),
    ] = None,
    utility: Annotated[
        str,
        typer.Option(
            "--utility",
            metavar="UTILITY",
            help="What counts: points, kill, survive, or points with shares for lighter wounds: "
            "light=0.1,serious=0.3,critical=0.6.",
        ),
    ] = "points",
    side: Annotated[
        int, typer.Option("--side", metavar="0|1", help="Whose chance kill and survive are.")
    ] = 0,
    plot: Plot = None,
    language: LanguageName = Tongue.EN,
    rules: RulesFile = None,
    json: JsonFlag = False,
) -> None:
    """Tell how to play a combat best, and what every other choice costs.

    The splits of the dice with the chance to kill, to be killed, the points to expect and the
    regret; who is favoured; what habits cost. With --state, the decision that is due there. A
    fighter is a name of the library or a part of it, a file with one profile, or file.toml:Name.
    """
    fighters = fighters_from(
        [lone, *foes], states_given(wounds, stunned, charged, bound, routed, placement)
    )
    fought = set_up(
        fighters[0],
        fighters[1:],
        lone_side=lone_side,
        chosen_by=chosen_by,
        rules=rules_from(rules),
    )
    steps = _steps(state)
    game = fought.reach(steps)
    watchers = Console(stderr=True)
    with interruptible():
        if watchers.is_terminal and len(fighters) > 3:
            with watchers.status("working out best play"):
                solution = fought.solve(_utility(utility), side=side)
        else:
            solution = fought.solve(_utility(utility), side=side)
        report = _Report(solution, game, has_begun=bool(steps))
        if plot is not None:
            from fracas.plots import splits_size  # noqa: PLC0415 - NumPy alone, but rarely asked

            save_picture(plot, splits_size(solution), solution.plot)
        if json:
            print_json(_document(report, steps))
        else:
            report.print(console(), language.value)


def _steps(state: str | None) -> str:
    """Give the steps of the option: itself, or what is in the file it names."""
    if state is None or not state.startswith("@"):
        return state or ""
    return Path(state[1:]).read_text("utf-8")


def _utility(text: str) -> Utility:
    """Read a utility: a name, or weights of wound levels.

    >>> _utility("kill"), _utility("light=0.1, serious=0.5")
    ('kill', {'light': 0.1, 'serious': 0.5})
    """
    if "=" not in text:
        return text
    weights: dict[str, float] = {}
    for part in text.split(","):
        level, _, weight = (word.strip() for word in part.partition("="))
        try:
            weights[level] = float(weight)
        except ValueError:
            raise InputError([("--utility", repr(part), "shares such as light=0.1")]) from None
    return cast("Utility", weights)


class _Report:
    """What is told of a combat at a place of it."""

    def __init__(self, solution: Solution, game: CombatGame, *, has_begun: bool) -> None:
        self.solution = solution
        self.game = game
        self.has_begun = has_begun
        self.value = solution.value_at(game)
        # At the start people ask how to place their dice; later, for the decision that is due.
        if not has_begun:
            self.advices: Sequence[Advice] = solution.placing()
        elif game.decision is not None:
            self.advices = [solution.advise(game)]
        else:
            self.advices = []
        self.habits: Sequence[Habit] = [] if has_begun else solution.habits()

    def print(self, out: Console, language: Language) -> None:
        words = glossary(language)
        solution = self.solution
        lone, *enemies = (plain(name) for name in solution.combat.names())
        against = words.word("table.against", lone=lone, enemies=", ".join(enemies))
        out.print(Text(against, style="bold"))
        what = words.word(f"advice.utility_{solution.kind}")
        out.print(Text(words.word("advice.best_play", utility=what), style="dim"))
        out.print()
        if self.has_begun:
            out.print(heading(words.word("advice.happened")))
            names = solution.combat.names()
            print_lines(out, narrate(self.game.events, names, language=language), indent=2)
            out.print()
        out.print(plain(self.verdict(words)))
        if self.game.outcome is not None:
            out.print(words.word("advice.over"))
        elif self.has_begun and self.game.chance is not None:
            out.print(words.word("advice.dice_due", roll=self.game.chance))
        for advice in self.advices:
            out.print()
            self.print_advice(out, advice, words)
        if self.habits:
            out.print()
            self.print_habits(out, words)

    def verdict(self, words: Glossary) -> str:
        """Say who is favoured, or how likely what is asked for is."""
        solution = self.solution
        if solution.kind in {"kill", "survive"}:
            return words.word(
                f"advice.chance_{solution.kind}",
                side=solution.side,
                names=self.names(solution.side),
                chance=words.number(percent(abs(self.value))),
            )
        side = solution.favoured_at(self.game)
        if side is None:
            return words.word("advice.even")
        amount = words.number(written(abs(self.value)))
        return words.word(
            "advice.favoured_here" if self.has_begun else "advice.favoured",
            side=side,
            names=self.names(side),
            points=amount
            if solution.kind == "table"
            else words.word("advice.in_points", value=amount),
        )

    def amount(self, value: float) -> str:
        """Write a value; one of a chance is that chance, whoever wants it."""
        is_chance = self.solution.kind in {"kill", "survive"}
        return percent(abs(value)) if is_chance else written(value)

    def names(self, side: int) -> str:
        combat = self.solution.combat
        return ", ".join(
            name for number, name in enumerate(combat.names()) if combat.side_of(number) == side
        )

    def print_advice(self, out: Console, advice: Advice, words: Glossary) -> None:
        out.print(heading(plain(advice.question(language=words.language))))
        is_wide, is_points = out.width >= 56, self.solution.kind == "points"
        heads = ["kills", "killed"] if is_wide else []
        heads += ["points"] if is_points or is_wide else []
        heads += [] if is_points else ["value"]
        columns = [words.word(f"advice.{head}") for head in [*heads, "regret"]]
        grid = table(out, "", *columns, left=[""])
        for option in advice.options:
            numbers = told(advice, advice.after(option.choice))
            cells = {
                "kills": percent(numbers["kills"]),
                "killed": percent(numbers["killed"]),
                "points": written(numbers["points"]),
                "value": self.amount(_sign(advice) * option.value),
            }
            mark = "*" if option.regret <= EQUAL else " "
            label = plain(advice.label(option.choice, language=words.language))
            shown = [cells[head] for head in heads] + [self.amount(option.regret)]
            grid.add_row(f"{mark} {label}", *(words.number(cell) for cell in shown))
        out.print(grid)

    def print_habits(self, out: Console, words: Glossary) -> None:
        out.print(heading(words.word("advice.habits")))
        sides = [words.word("advice.of_side", side=side) for side in (0, 1)]
        grid = table(out, "", *sides, left=[""])
        for first, second in zip(self.habits[::2], self.habits[1::2], strict=True):
            costs = (words.number(self.amount(habit.cost)) for habit in (first, second))
            grid.add_row(str(first.policy), *costs)
        out.print(grid)


def told(advice: Advice, law: CombatResult) -> dict[str, float]:
    """Give what a player asks of a law: for his side, and for the fighter who decides.

    The chance that somebody of the enemies is killed, that the fighter is (or, where the decision
    is about which one, somebody of the side), and the points won less the points lost.
    """
    combat, side = law.combat, advice.decision.side
    sides = np.array([combat.side_of(number) for number in range(len(combat.fighters))])
    killed = law.outcome_levels == _KILLED
    own = sides == side
    if advice.decision.fighter is not None:
        own = np.arange(len(sides)) == advice.decision.fighter
    lost = law.points_lost
    return {
        "kills": float(law.weights @ killed[:, sides != side].any(axis=1)),
        "killed": float(law.weights @ killed[:, own].any(axis=1)),
        "points": lost[1 - side] - lost[side],
    }


def _sign(advice: Advice) -> int:
    return 1 if advice.decision.side == 0 else -1


def _document(report: _Report, steps: str) -> dict[str, Any]:
    solution, game = report.solution, report.game
    decision = [_advice(solution.advise(game))] if game.decision is not None else [None]
    return {
        "format": "fracas-advice 1",
        "rules": solution.combat.rules.name,
        "fighters": list(solution.combat.names()),
        "utility": solution.utility,
        "side": solution.side,
        "state": steps.replace(",", " ").split(),
        "text": narrate(game.events, solution.combat.names()),
        "value": report.value,
        "favoured": solution.favoured_at(game),
        "decision": decision[0],
        "placing": [] if report.has_begun else [_advice(advice) for advice in report.advices],
        "best_line": [
            {"kind": move.decision.kind, "side": move.decision.side, "choice": move.choice}
            | {"label": move.label, "value": move.value}
            for move in solution.best_line(game)
        ],
        "habits": [
            {"policy": str(habit.policy), "side": habit.side, "value": habit.value}
            | {"cost": habit.cost}
            for habit in report.habits
        ],
        "equilibrium": {str(fighter): dice for fighter, dice in solution.equilibrium.items()},
        "splits": _listed(solution.splits),
    }


def _advice(advice: Advice) -> dict[str, Any]:
    decision = advice.decision
    return {
        "kind": decision.kind,
        "side": decision.side,
        "fighter": decision.fighter,
        "best": advice.best.choice,
        "options": [
            {
                "choice": option.choice,
                "label": option.label,
                "value": option.value,
                "regret": option.regret,
                **told(advice, advice.after(option.choice)),
            }
            for option in advice.options
        ],
    }


def _listed(values: Any) -> Any:
    """Give an array as lists; what may not be chosen is `None`."""
    if isinstance(values, np.ndarray) and values.ndim:
        return [_listed(part) for part in values]
    return None if np.isnan(values) else float(values)
