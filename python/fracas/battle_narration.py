"""The log of a whole battle in sentences. No rule lives here."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from fracas import events as happened
from fracas.events import BattleEvent, ContestEvent, Event
from fracas.glossary import Glossary
from fracas.narration import Narrator, number
from fracas.types import Pose

__all__ = ["BattleNarrator"]


class BattleNarrator:
    """Tells one event of a battle after another: what is part of something stands further right."""

    def __init__(self, names: Sequence[str] | Mapping[int, str], words: Glossary) -> None:
        self.words = words
        self.narrator = Narrator(names, words)
        self.combat = Narrator({}, words)
        self.before: Event | None = None

    def name(self, fighter: int) -> str:
        """Give what a fighter is called."""
        return self.narrator.name(fighter)

    def listed(self, fighters: Iterable[int]) -> str:
        """Write several names."""
        return ", ".join(map(self.name, fighters)) or self.words.word("battle.nobody")

    def tell(self, event: Event | BattleEvent) -> list[str]:
        """Give the lines of an event."""
        if isinstance(event, happened.InCombat):
            return self.blow(event.event)
        if isinstance(event, happened.Wounded):
            # What stands outside of a combat is the wound of a shot or of an effect.
            return [f"      {self.narrator.wounded(event)}"]
        if isinstance(event, Event):
            return self.blow(event)
        if isinstance(event, ContestEvent):
            return [f"    {line}" for line in self.narrator.contest(event)]
        if isinstance(event, happened.CombatBegan):
            local = enumerate((event.lone, *event.enemies))
            self.combat = Narrator({place: self.name(one) for place, one in local}, self.words)
            self.before = None
        tellers = (
            self.frame,
            self.cards,
            self.movement,
            self.shots,
            self.mystic,
            self.fights,
            self.upkeep,
        )
        line = next((line for teller in tellers if (line := teller(event))), "")
        return [line] if line else []

    def frame(self, event: BattleEvent) -> str:
        """Tell of turns and phases."""
        match event:
            case happened.TurnBegan(turn):
                return self.words.word("battle.turn", turn=turn)
            case happened.PhaseBegan(phase):
                return f"  {self.words.word(f'phase.{phase}')}"
            case happened.Ended(turns):
                return self.words.word("battle.ended", turns=turns)
        return ""

    def blow(self, event: Event) -> list[str]:
        """Tell something of the combat under way."""
        lines = self.combat.tell(event, self.before)
        self.before = event
        return [f"      {line}" for line in lines]

    def cards(self, event: BattleEvent) -> str:
        """Tell of sequences and of the word."""
        word = self.words.word
        line = ""
        match event:
            case happened.SequenceBuilt(side, cards):
                kind = word("battle.card" if cards == 1 else "battle.cards")
                line = word("battle.sequence", side=side, cards=f"{cards} {kind}")
            case happened.FirstSpeaker(side, by):
                line = word("battle.first_speaker", side=side, by=by)
            case happened.Spoke(side, speech, _, active):
                line = word(f"battle.{speech}", side=side, names=self.listed(active))
        return f"    {line}" if line else ""

    def movement(self, event: BattleEvent) -> str:
        """Tell of actions that move a fighter."""
        word = self.words.word
        line = ""
        match event:
            case happened.Announced(fighter, action, target):
                on = "" if target is None else self.name(target)
                line = word(f"battle.announced_{action}", fighter=self.name(fighter), target=on)
            case happened.Moved(fighter, action, pose, distance):
                # What is shorter than can be shown is no way at all.
                went = f"battle.{action}"
                if action in {"charge", "engage"}:
                    went = "battle.target_gone"
                key = "battle.stayed" if distance < _SHOWN else went
                line = self.at(key, fighter, pose, distance=self.length(distance))
            case happened.Assaulted(fighter, action, targets, pose, distance):
                line = self.at(
                    f"battle.{action}",
                    fighter,
                    pose,
                    targets=self.listed(targets),
                    distance=self.length(distance),
                )
            case happened.Pivoted(fighter, pose):
                line = self.at("battle.pivoted", fighter, pose)
            case happened.AssaultFailed(fighter, action, target, pose):
                line = self.at(f"battle.{action}_failed", fighter, pose, target=self.name(target))
            case happened.Penalised(fighter):
                line = word("battle.penalised", fighter=self.name(fighter))
            case happened.Pursued(fighter, pose, targets):
                key = "battle.pursued_into" if targets else "battle.pursued"
                line = self.at(key, fighter, pose, targets=self.listed(targets))
            case happened.Returned(fighter, pose):
                line = self.at("battle.returned", fighter, pose)
        return f"    {line}" if line else ""

    def shots(self, event: BattleEvent) -> str:
        """Tell of shots."""
        word = self.words.word
        line = ""
        match event:
            case happened.Shot(fighter, target, distance, dived):
                line = word(
                    "battle.shot_dived" if dived else "battle.shot",
                    fighter=self.name(fighter),
                    target=self.name(target),
                    distance=self.length(distance),
                )
            case happened.ShotResolved(_, _, check, difficulty, success):
                if check is None or difficulty is None:
                    told = word("battle.shot_short")
                else:
                    key = "battle.shot_hit" if success else "battle.shot_missed"
                    reached = self.narrator.check(check)
                    told = word(key, check=reached, difficulty=number(difficulty))
                line = f"  {told}"
        return f"    {line}" if line else ""

    def mystic(self, event: BattleEvent) -> str:
        """Tell of mystic actions and effects."""
        word = self.words.word
        line = ""
        match event:
            case happened.Cast(fighter, name, target, distance):
                line = word(
                    "battle.cast_self" if fighter == target else "battle.cast",
                    fighter=self.name(fighter),
                    name=name,
                    target=self.name(target),
                    distance=self.length(distance),
                )
            case happened.CastRolled(fighter, face, success):
                how = "success" if success else "failure"
                told = word(f"battle.cast_rolled_{how}", fighter=self.name(fighter), face=face)
                line = f"  {told}"
            case happened.CastResolved(_, name, _, False):
                line = f"  {word('battle.cast_failed', name=name)}"
            case happened.EffectHappened(fighter, _, name):
                line = word("battle.effect", fighter=self.name(fighter), name=name)
            case happened.EffectEnded(fighter, _, name):
                line = word("battle.effect_ended", fighter=self.name(fighter), name=name)
            case happened.UpkeepPaid(fighter, name, amount):
                line = word(
                    "battle.upkeep_paid", fighter=self.name(fighter), name=name, amount=amount
                )
        return f"    {line}" if line else ""

    def fights(self, event: BattleEvent) -> str:
        """Tell of melees and combats."""
        word = self.words.word
        line = ""
        match event:
            case happened.Separated(by, combats):
                key = "battle.separated_alone" if by is None else "battle.separated"
                line = word(key, side=by, combats=combats)
            case happened.CombatFormed(lone, enemies):
                line = "  " + word(
                    "battle.formed", lone=self.name(lone), enemies=self.listed(enemies)
                )
            case happened.CombatNamed(side, lone, enemies):
                parts = {"lone": self.name(lone), "enemies": self.listed(enemies)}
                line = word("battle.named", side=side, **parts)
            case happened.CombatBegan(lone, enemies, by):
                parts = {"lone": self.name(lone), "enemies": self.listed(enemies)}
                line = word("battle.combat", side=by, **parts)
            case happened.Fought(fighter, health):
                told = self.narrator.health(health)
                line = "  " + word("battle.fought", fighter=self.name(fighter), health=told)
        return f"    {line}" if line else ""

    def upkeep(self, event: BattleEvent) -> str:
        """Tell of checks and dice of one fighter."""
        word = self.words.word
        line = ""
        match event:
            case happened.Tried(fighter, kind, check, difficulty):
                how = "success" if check.success else "failure"
                line = word(
                    f"battle.{kind}_{how}",
                    fighter=self.name(fighter),
                    check=self.narrator.check(check),
                    difficulty=number(difficulty),
                )
            case happened.UpkeepRolled(fighter, face, success):
                how = "success" if success else "failure"
                line = word(f"battle.upkeep_{how}", fighter=self.name(fighter), face=face)
        return f"    {line}" if line else ""

    def at(self, key: str, fighter: int, pose: Pose, **parts: str) -> str:
        """Write a sentence about where a fighter stands."""
        x, y = (self.length(value) for value in pose.position)
        facing = self.words.number(f"{pose.facing:.0f}")
        return self.words.word(key, fighter=self.name(fighter), x=x, y=y, facing=facing, **parts)

    def length(self, centimetres: float) -> str:
        """Write a length."""
        return self.words.number(f"{centimetres:.1f}")


_SHOWN = 0.05
