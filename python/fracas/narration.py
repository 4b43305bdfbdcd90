"""The log of a combat in sentences, and how dice and sums are written. No rule lives here."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from fracas import events as happened
from fracas.events import BattleEvent, ContestEvent, Event
from fracas.glossary import Glossary, Language, glossary
from fracas.types import CheckResult, Die, Health

__all__ = ["Narrator", "dice_text", "narrate", "number", "signed"]


def narrate(
    events: Iterable[Event | BattleEvent],
    names: Sequence[str] | Mapping[int, str] = (),
    *,
    language: Language = "en",
) -> list[str]:
    """Tell what happened in a combat, a contest or a battle, die by die, a sentence a line.

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
    words = glossary(language)
    told = list(events)
    if any(not isinstance(event, Event | ContestEvent) for event in told):
        from fracas.battle_narration import BattleNarrator  # noqa: PLC0415 - it builds on this one

        teller = BattleNarrator(names, words)
        return [line for event in told for line in teller.tell(event)]
    narrator = Narrator(names, words)
    lines = []
    before: Event | None = None
    for event in told:
        if isinstance(event, ContestEvent):
            lines += narrator.contest(event)
        elif isinstance(event, Event):
            lines += narrator.tell(event, before)
            before = event
    return lines


class Narrator:
    """Tells one event after another."""

    def __init__(self, names: Sequence[str] | Mapping[int, str], words: Glossary) -> None:
        self.names = names if isinstance(names, Mapping) else dict(enumerate(names))
        self.words = words

    def name(self, fighter: int) -> str:
        """Give what a fighter is called."""
        return self.names.get(fighter, f"#{fighter}")

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
                return self.opposed(event, word("roll.initiative"), "log.initiative_won")
            case happened.PassBegan(number):
                return [word("log.pass", number=number)]
            case happened.AttackAnnounced():
                return [f"  {self.announced(event)}"]
            case happened.CombatEnded(passes):
                return [word("log.ended", passes=passes)]
            case _:
                return [f"    {line}" for line in self.detail(event, before)]

    def contest(self, event: ContestEvent) -> list[str]:
        """Give the lines of an event of a contest."""
        word = self.words.word
        match event:
            case happened.TesterPicked(side, fighter):
                return [word("log.tester", side=side, fighter=self.name(fighter))]
            case happened.ContestRound(roll):
                return self.opposed(event, word(f"roll.{roll}"), "log.contest_won")
            case happened.LotDrawn(face, _):
                return [word("log.lot", face=face)]
            case happened.ContestEnded(winner):
                return [word("log.contest_ended", side=winner)]

    def opposed(
        self, event: happened.InitiativeCheck | happened.ContestRound, roll: str, won: str
    ) -> list[str]:
        """Tell a round of an opposed check."""
        word = self.words.word
        rolled = word(
            "log.opposed",
            roll=roll,
            first=self.name(event.fighters[0]),
            first_check=self.check(event.checks[0]),
            second=self.name(event.fighters[1]),
            second_check=self.check(event.checks[1]),
        )
        if event.winner is None:
            return [rolled, f"  {word('log.opposed_tie')}"]
        winner = self.name(event.fighters[event.winner])
        return [rolled, f"  {word(won, fighter=winner)}"]

    def announced(self, event: happened.AttackAnnounced) -> str:
        """Tell who attacks whom."""
        key = "log.attack" if event.defence_dice else "log.attack_open"
        return self.words.word(
            "log.attack_sustained" if event.sustained else key,
            attacker=self.name(event.attacker),
            target=self.name(event.target),
            dice=self.words.dice(event.defence_dice),
        )

    def detail(self, event: Event, before: Event | None) -> list[str]:
        """Tell a part of an attack."""
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
        """Tell a wound roll."""
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
        """Write how a fighter is."""
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
