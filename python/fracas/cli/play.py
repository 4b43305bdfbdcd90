"""The command ``fracas play``: a person in the terminal against a policy."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console

from fracas import Battle, InputError
from fracas.battle_narration import BattleNarrator
from fracas.choices import choice_labels, question
from fracas.cli.battle import (
    ScenarioText,
    Seed,
    army_from,
    print_outcome,
    scenario_from,
)
from fracas.cli.combat import LanguageName, Tongue, interruptible
from fracas.cli.options import RulesFile, loaded, rules_from, seed_of
from fracas.cli.outcome import print_lines
from fracas.cli.show import console, heading, plain
from fracas.glossary import Language, glossary
from fracas.records import load_record

__all__ = ["Table", "play"]


def play(
    red: Annotated[
        str | None, typer.Argument(metavar="RED", help="The army of side 0: a file, or a name.")
    ] = None,
    blue: Annotated[str | None, typer.Argument(metavar="BLUE", help="The army of side 1.")] = None,
    scenario: ScenarioText = "crossroads",
    side: Annotated[int, typer.Option("--side", metavar="0|1", help="The side you play.")] = 0,
    against: Annotated[
        str,
        typer.Option(
            "--against", metavar="POLICY", help="Who plays the other: random, greedy, search."
        ),
    ] = "greedy",
    resume: Annotated[
        Path | None,
        typer.Option("--resume", metavar="FILE", help="Go on with a battle that was saved."),
    ] = None,
    seed: Seed = "0",
    language: LanguageName = Tongue.EN,
    rules: RulesFile = None,
) -> None:
    """Play a battle in the terminal against a policy.

    Every decision of yours lists its choices by number. u takes the last one back, s FILE saves the
    battle, q leaves it.
    """
    if side not in {0, 1}:
        raise InputError([("--side", str(side), "0 or 1")])
    if resume is not None:
        if red is not None:
            raise InputError([("--resume", str(resume), "a file, or two armies, not both")])
        fought = loaded(load_record, resume).battle()
    elif red is None or blue is None:
        missing = "RED" if red is None else "BLUE"
        raise InputError([(missing, "missing", "two armies, or --resume FILE")])
    else:
        fought = Battle(
            army_from(red, "RED"),
            army_from(blue, "BLUE"),
            scenario=scenario_from(scenario),
            rules=rules_from(rules),
            seed=seed_of(seed),
        )
    with interruptible():
        Table(console(), fought, side, against, language.value).play()


class Table:
    """Where a person plays: the battle, what is told of it, and what is asked."""

    def __init__(
        self, out: Console, battle: Battle, side: int, against: str, language: Language
    ) -> None:
        self.out = out
        self.battle = battle
        self.side = side
        self.language = language
        self.words = glossary(language)
        self.narrator = BattleNarrator(battle.names, self.words)
        self.against = against
        self.told = 0
        # How many steps there were before each of the person's choices.
        self.made: list[int] = []

    def play(self) -> None:
        """Play until the battle is over or the person leaves."""
        army = plain(self.battle.armies[self.side].name)
        self.out.print(heading(self.words.word("play.you", side=self.side, name=army)))
        while self.go_on():
            self.tell()
            if not self.decide():
                self.say("play.left", turn=self.battle.turn)
                return
        self.tell()
        print_outcome(self.out, self.battle, self.words)

    def go_on(self) -> bool:
        """Roll dice and ask the policy until the person is to decide; false when it is over."""
        while not self.battle.over:
            decision = self.battle.decision
            if decision is not None and decision.side == self.side:
                return True
            self.battle.step(self.against, self.against)
        return False

    def tell(self) -> None:
        """Tell what has happened since the last time."""
        events = self.battle.events_since(self.told)
        self.told += len(events)
        print_lines(self.out, [line for event in events for line in self.narrator.tell(event)])

    def decide(self) -> bool:
        """Ask until the person has chosen or taken back; false if he leaves."""
        labels = choice_labels(self.battle, self.language)
        self.out.print(heading(question(self.battle, self.language)))
        for place, label in enumerate(labels.values()):
            self.out.print(f"  {place:2}  {plain(label)}")
        while True:
            answer = self.ask(len(labels) - 1)
            match answer.split(maxsplit=1):
                case [] | ["q"]:
                    return False
                case ["u"]:
                    if self.take_back():
                        return True
                case ["s", path]:
                    self.save(Path(path))
                case [number] if number.isdecimal() and int(number) < len(labels):
                    self.made.append(len(self.battle))
                    self.battle.apply(list(labels)[int(number)], side=self.side)
                    return True
                case _:
                    self.say("play.wrong", answer=plain(answer), last=len(labels) - 1)

    def ask(self, last: int) -> str:
        """Read one line; the end of the input is a wish to leave."""
        self.out.print(self.words.word("play.ask", last=last), end="")
        line = sys.stdin.readline()
        return line.strip() or ("q" if not line else "?")

    def take_back(self) -> bool:
        """Go back to the person's last decision, if there was one."""
        if not self.made:
            self.say("play.nothing")
            return False
        self.battle.goto(self.made.pop())
        self.narrator = BattleNarrator(self.battle.names, self.words)
        events = self.battle.events
        # It must know which combat is under way, if any.
        for event in events:
            self.narrator.tell(event)
        self.told = len(events)
        self.say("play.undone")
        return True

    def save(self, path: Path) -> None:
        """Save the battle; a file that cannot be written ends nothing."""
        try:
            self.battle.save(path)
        except OSError as error:
            self.say("play.not_saved", problem=plain(f"{path}: {error.strerror or error}"))
        else:
            self.say("play.saved", path=plain(str(path)))

    def say(self, key: str, **parts: object) -> None:
        """Print a sentence."""
        self.out.print(self.words.word(key, **parts))
