"""What holds at every node of a battle, whoever plays it and whatever the dice show."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from random import Random

import pytest

import fracas as fr
from battles import BattleSetup
from fracas import events as ev
from fracas.reference.plane import TOUCH, approach
from fracas.reference.rims import clearance_on_table
from fracas.reference.tables import Placed, Table
from fracas.types import Decision, WoundLevel

LEVELS: tuple[WoundLevel, ...] = ("none", "light", "serious", "critical", "killed")
"""The levels of wounds, from the mildest to the worst (W-7)."""
# A base may be pressed into its neighbours by what is still a touch.
DEEPEST = -TOUCH


class Watch:
    """A battle that is looked at after every step."""

    def __init__(self, setup: BattleSetup, seed: int) -> None:
        self.setup = setup
        self.battle = setup.core(seed)
        self.random = Random(seed)  # noqa: S311 - a walk, not a secret
        profiles = (*setup.sides[0], *setup.sides[1])
        self.changes = [changes_of(profile) for profile in profiles]
        self.levels = [0] * len(profiles)
        self.rolled = 0
        self.chosen = 0
        self.told = 0
        self.take(self.battle.events)

    def step(self) -> None:
        """Take a random choice, or roll a die."""
        if self.battle.decision is None:
            self.rolled += 1
            self.take(self.battle.roll())
        else:
            self.chosen += 1
            self.take(self.battle.apply(self.random.choice(self.battle.choices())))

    def take(self, events: Sequence[ev.BattleEvent]) -> None:
        """Keep count of how badly everybody is wounded, by what is told alone."""
        self.told += len(events)
        for event in events:
            if isinstance(event, ev.Fought | ev.Wounded):
                self.levels[event.fighter] = LEVELS.index(event.health.level)
            elif isinstance(event, ev.Returned):
                assert LEVELS[self.levels[event.fighter]] == "killed"
                self.levels[event.fighter] = 0
            elif isinstance(event, ev.EffectHappened):
                change = self.changes[event.caster].get(event.name, 0)
                level = self.levels[event.fighter] + change
                self.levels[event.fighter] = min(max(level, 0), len(LEVELS) - 1)

    @property
    def out(self) -> set[int]:
        """Who is out, by what was told: in combats, by shots and by effects."""
        worst = len(LEVELS) - 1
        return {fighter for fighter, level in enumerate(self.levels) if level == worst}

    def look(self) -> None:
        """Check all that must hold at a node."""
        nobody_overlaps(self.setup, self.battle)
        nobody_is_in_two_combats(self.battle)
        self.points_are_conserved()
        self.wounds_are_as_told()
        self.everything_is_counted()
        effects_have_a_caster_and_a_bearer(self.battle)
        if self.battle.decision is not None:
            choices_are_legal(self.battle, self.battle.decision)

    def points_are_conserved(self) -> None:
        """The points lost are the values of those who are out, by the table and by the events."""
        fighters = self.battle.table.fighters
        dead = {n for n, one in enumerate(fighters) if one.health.level == "killed"}
        lost = [0, 0]
        for fighter in dead:
            profile = fighters[fighter].profile
            assert isinstance(profile, fr.Profile)
            lost[fighters[fighter].side] += profile.value
        assert self.battle.points == tuple(lost)
        # A combat that is under way tells only at its end who has died in it.
        assert dead - self.out <= set(self.battle.combatants)
        assert not self.out - dead

    def wounds_are_as_told(self) -> None:
        """Everybody is as badly wounded as combats, shots and effects have told (W-7)."""
        fighting = set(self.battle.combatants)
        for fighter, one in enumerate(self.battle.table.fighters):
            if fighter not in fighting:
                assert one.health.level == LEVELS[self.levels[fighter]], fighter

    def everything_is_counted(self) -> None:
        """Every choice, every die and every event is kept once."""
        record = self.battle.record
        assert (len(record.choices), len(record.dice)) == (self.chosen, self.rolled)
        assert len(self.battle) == self.chosen + self.rolled
        assert len(self.battle.events) == self.told


def changes_of(profile: fr.Profile) -> dict[str, int]:
    """Tell by how many levels the effects of a profile, its own or cast, change wounds."""
    effects = [*profile.effects, *(action.effect for action in profile.mystic_actions)]
    sense = {"worsen": 1, "heal": -1}
    changes = {one.name: sense.get(one.deed, 0) * one.amount for one in effects}
    return {"Regeneration": -1, **changes}


def effects_have_a_caster_and_a_bearer(battle: fr.Battle) -> None:
    """What is in force has two who are up, and is there once; nobody owes any mana (T-13, T-15)."""
    fighters, fighting = battle.table.fighters, set(battle.combatants)
    assert len(battle.in_force) == len(set(battle.in_force))
    for caster, bearer, _ in battle.in_force:
        # Those who have fallen in a combat lose their effects at its end.
        for one in {caster, bearer} - fighting:
            assert fighters[one].health.level != "killed"
    assert all(0 <= amount <= 255 for amount in (*battle.mana, *battle.faith))


def nobody_overlaps(setup: BattleSetup, battle: fr.Battle) -> None:
    """Everybody who is not out stands on the table and upon nobody (measured by the reference)."""
    placed = []
    for one in battle.table.fighters:
        assert isinstance(one.profile, fr.Profile)
        placed.append(Placed(one.profile, one.side, one.position, one.facing, one.health))
    table = Table(setup.size, setup.size, tuple(placed))
    up = [number for number in range(len(placed)) if table.is_up(number)]
    bodies = [table.body(number) for number in up]
    for place, body in enumerate(bodies):
        assert clearance_on_table(body, table.ground) >= DEEPEST
        assert all(approach(body, other).gap >= DEEPEST for other in bodies[:place])


def nobody_is_in_two_combats(battle: fr.Battle) -> None:
    """The combats that wait are each one against some of the other side, and share nobody."""
    combats = battle.combats
    members = Counter(one for lone, enemies in combats for one in (lone, *enemies))
    assert all(count == 1 for count in members.values())
    for lone, enemies in combats:
        assert enemies
        assert {battle.side_of(enemy) for enemy in enemies} == {1 - battle.side_of(lone)}


def choices_are_legal(battle: fr.Battle, decision: Decision) -> None:
    """There are at least two choices, in order; each of them can be taken."""
    choices = decision.choices
    assert len(choices) > 1
    assert list(choices) == sorted(set(choices))
    assert 0 <= choices[0] <= choices[-1] < 64
    assert decision.side in {0, 1}
    if decision.fighter is not None:
        assert battle.side_of(decision.fighter) == decision.side
    for choice in choices:
        battle.copy().apply(choice, side=decision.side)


def others_are_refused(battle: fr.Battle) -> None:
    """Whatever is no choice is refused, and nothing has changed."""
    before = battle.to_json()
    decision = battle.decision
    if decision is None:
        with pytest.raises(fr.IllegalChoice):
            battle.apply(0)
        with pytest.raises(fr.InputError):
            battle.roll(7)
    else:
        for choice in {-1, 64, 255} | set(range(64)) - set(decision.choices):
            with pytest.raises(fr.IllegalChoice):
                battle.apply(choice)
        with pytest.raises(fr.IllegalChoice):
            battle.apply(decision.choices[0], side=1 - decision.side)
        with pytest.raises(fr.IllegalChoice):
            battle.roll(3)
    assert battle.to_json() == before
    assert battle.decision == decision


def attacks_are_paid_for(events: Sequence[ev.BattleEvent]) -> None:
    """Nobody attacks more often in a combat than he has attack dice, won ones included (C-11)."""
    dice: Counter[int] = Counter()
    for event in events:
        if isinstance(event, ev.CombatBegan):
            dice.clear()
        elif isinstance(event, ev.InCombat):
            if isinstance(event.event, ev.DicePlaced):
                dice[event.event.fighter] += event.event.attack
            elif isinstance(event.event, ev.DieGained):
                dice[event.event.fighter] += event.event.dice
            elif isinstance(event.event, ev.AttackAnnounced):
                dice[event.event.attacker] -= 1
                assert dice[event.event.attacker] >= 0


def combats_are_fresh(events: Sequence[ev.BattleEvent]) -> None:
    """In every combat is somebody who has not fought in this phase, and nobody pursues twice."""
    fought, pursued = set[int](), set[int]()
    for event in events:
        if isinstance(event, ev.PhaseBegan):
            fought.clear()
            pursued.clear()
        elif isinstance(event, ev.Fought):
            fought.add(event.fighter)
        elif isinstance(event, ev.Pursued):
            assert event.fighter not in pursued
            pursued.add(event.fighter)
        elif isinstance(event, ev.CombatBegan):
            assert {event.lone, *event.enemies} - fought
