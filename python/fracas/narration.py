"""The log of a combat in sentences, and how dice and sums are written. No rule lives here."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from fracas import events as happened
from fracas.events import Event
from fracas.glossary import Glossary, Language, glossary
from fracas.types import CheckResult, Die, Health

__all__ = ["dice_text", "narrate", "number", "signed"]


def narrate(
    events: Iterable[Event], names: Sequence[str] = (), *, language: Language = "en"
) -> list[str]:
    """Tell what happened in a combat, die by die, a sentence a line.

    ``names`` are those of the fighters by number; one without a name is called by its number.

    >>> import fracas as fr
    >>> guard, warrior = fr.library()["Praetorian guard"], fr.library()["Dawn warrior"]
    >>> game = fr.combat(guard, warrior).play([6, 3, 2, 6, 1, 4, 5, 3])
    >>> for line in fr.narrate(game.events[2:7], ["Guard", "Warrior"]):
    ...     print(line)
    Initiative: Guard 6→3 is 9, + 3 = 12; Warrior 2 + 3 = 5.
      Guard wins initiative.
    Pass of arms 1
      Guard attacks Warrior, who defends with 1 die.
        Attack: 6→1 is 1, + 5 = 6.
        Defence: 4 + 3 = 7: parried.
    """
    narrator = _Narrator(names, glossary(language))
    lines = []
    before: Event | None = None
    for event in events:
        lines += narrator.tell(event, before)
        before = event
    return lines


class _Narrator:
    """Tells one event after another."""

    def __init__(self, names: Sequence[str], words: Glossary) -> None:
        self.names = names
        self.words = words

    def name(self, fighter: int) -> str:
        return self.names[fighter] if fighter < len(self.names) else f"#{fighter}"

    def tell(self, event: Event, before: Event | None) -> list[str]:
        """Give the lines of an event: what is part of an attack stands further right."""
        word = self.words.word
        match event:
            case happened.DicePlaced(fighter, attack, defence):
                dice = self.words.dice(attack)
                return [
                    word("log.placed", fighter=self.name(fighter), attack=dice, defence=defence)
                ]
            case happened.InitiativeCheck():
                return self.initiative(event)
            case happened.PassBegan(number):
                return [word("log.pass", number=number)]
            case happened.AttackAnnounced():
                return [f"  {self.announced(event)}"]
            case happened.CombatEnded(passes):
                return [word("log.ended", passes=passes)]
            case _:
                return [f"    {line}" for line in self.detail(event, before)]

    def initiative(self, event: happened.InitiativeCheck) -> list[str]:
        word = self.words.word
        rolled = word(
            "log.initiative",
            first=self.name(event.fighters[0]),
            first_check=self.check(event.checks[0]),
            second=self.name(event.fighters[1]),
            second_check=self.check(event.checks[1]),
        )
        if event.winner is None:
            return [rolled, f"  {word('log.initiative_tie')}"]
        winner = self.name(event.fighters[event.winner])
        return [rolled, f"  {word('log.initiative_won', fighter=winner)}"]

    def announced(self, event: happened.AttackAnnounced) -> str:
        key = "log.attack" if event.defence_dice else "log.attack_open"
        return self.words.word(
            "log.attack_sustained" if event.sustained else key,
            attacker=self.name(event.attacker),
            target=self.name(event.target),
            dice=self.words.dice(event.defence_dice),
        )

    def detail(self, event: Event, before: Event | None) -> list[str]:
        word = self.words.word
        line = ""
        match event:
            case happened.AttackCheck(_, check):
                line = word("log.attack_check", check=self.check(check))
            case happened.DefenceCheck(_, check):
                key = "log.defence_parried" if check.success else "log.defence_landed"
                line = word(key, check=self.check(check))
            case happened.AttackResolved(_, _, result):
                # A check that was told just before has said it.
                failed = result == "automatic_failure" and isinstance(before, happened.AttackCheck)
                if not failed and not isinstance(before, happened.DefenceCheck):
                    line = word(f"log.resolved_{result}")
            case happened.SkillChosen(fighter, skill):
                line = word("log.skill", fighter=self.name(fighter), skill=word(f"skill.{skill}"))
            case happened.DieGained():
                line = word(
                    "log.given_up" if event.given_up else "log.gained",
                    fighter=self.name(event.fighter),
                    skill=word(f"skill.{event.skill}"),
                    dice=self.words.dice(event.dice),
                )
            case happened.Wounded():
                line = self.wounded(event)
            case happened.Eliminated(fighter):
                line = word("log.eliminated", fighter=self.name(fighter))
        return [line] if line else []

    def wounded(self, event: happened.Wounded) -> str:
        word = self.words.word
        roll = event.roll
        told = word(
            "log.wounded",
            first=roll.dice[0],
            second=roll.dice[1],
            location=word(f"location.{roll.location}"),
            result=number(roll.result),
            wound=word(f"wound.{roll.wound}"),
        )
        if roll.wound == "killed":
            return told
        return f"{told} {word('log.now', health=self.health(event.health))}"

    def health(self, health: Health) -> str:
        word = self.words.word
        if health.level == "killed" or not health.stunned:
            return word(f"health.{health.level}")
        stunned = word("health.stunned")
        if health.stunned > 1:
            stunned = f"{stunned} × {health.stunned}"
        return stunned if health.level == "none" else f"{word(f'health.{health.level}')}, {stunned}"

    def check(self, check: CheckResult) -> str:
        """Write the dice of a check and its sum; characteristic and modifiers are one number."""
        dice = dice_text(check.dice)
        if dice != str(check.natural):
            dice = self.words.word("log.chain", rolls=dice, natural=check.natural)
        text = f"{dice} {signed(check.final - check.natural)} = {number(check.final)}"
        if check.automatic_failure:
            text = f"{text}, {self.words.word('log.automatic_failure')}"
        return text


def number(value: float) -> str:
    """Write a number with a minus sign that can be seen: ``−2``."""
    return str(value).replace("-", "−")


def signed(value: int) -> str:
    """Write a number that is added: ``+ 3`` or ``− 2``."""
    return f"+ {value}" if value >= 0 else f"− {-value}"


def dice_text(dice: Iterable[Die]) -> str:
    """Write dice as they fell, each reroll behind its six.

    >>> dice_text([Die((6, 4), 10), Die((2,), 2)])
    '6→4 2'
    """
    return " ".join("→".join(str(face) for face in die.rolls) for die in dice)
