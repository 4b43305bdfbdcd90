"""The combat phase: separations, who begins, one combat after another (C-1, C-2, C-6 to C-10).

Spells and miracles have a place in it by an option only: their chapters are missing (C-37).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from fracas.events import (
    CombatBegan,
    CombatFormed,
    CombatNamed,
    Event,
    Fought,
    InCombat,
    PhaseBegan,
    Separated,
)
from fracas.reference.battle import Battle, BattleState, Run
from fracas.reference.combat import next_step
from fracas.reference.contests import Contest, contest_run, may_test, who_separates
from fracas.reference.happening import end_of_the_gone
from fracas.reference.melees import Melee, find_melees, star_of
from fracas.reference.mystic import cast_at_will
from fracas.reference.position import Combat, Position
from fracas.reference.pursuit import pursue, regroup
from fracas.reference.requests import Chance, Decision, DecisionKind, Request, decide
from fracas.reference.separating import separate
from fracas.reference.strategy import as_fighter
from fracas.types import Star

__all__ = ["fight", "open_combats"]

RENAMED: dict[DecisionKind, DecisionKind] = {
    "tester": "initiative_tester",
    "target": "attack_target",
}
"""What decisions of a combat are called in a battle, where others have their names."""


# Separation and order


def open_combats(battle: Battle, state: BattleState) -> Run[BattleState]:
    """Open the combat phase: separate the melees, and find out who begins.

    *Rule* Every fighter in contact with an enemy fights (C-2): melee by melee, in the order of
    their lowest fighters, they are put into combats (C-1, C-6). Then the Authority roll (C-9).
    """
    yield PhaseBegan("combat")
    state = replace(state, fought=frozenset(), pursued=frozenset(), queue=(), named=None)
    camps = [battle.side_of(fighter) for fighter in battle.fighters]
    stars: list[Star] = []
    for melee in find_melees(camps, state.table.contacts()):
        stars += yield from separate_melee(battle, state, melee)
    state = replace(state, waiting=tuple(stars))
    if not stars:
        return replace(state, stage="maintenance")
    return (yield from take_authority(battle, state))


def separate_melee(battle: Battle, state: BattleState, melee: Melee) -> Run[list[Star]]:
    """Put the fighters of a melee into combats.

    *Rule* Where a side has a lone fighter it is one combat; any other is tested for, and the
    winner separates it (C-6).
    """
    star = star_of(melee, melee.fighters)
    if star is not None:
        yield Separated(None, 1)
        yield CombatFormed(star.lone, star.enemies)
        return [star]
    fighters = [as_fighter(placed) for placed in state.table.fighters]
    winner = yield from contest_run(who_separates(melee, fighters, battle.rules))
    return (yield from separate(melee, winner))


def take_authority(battle: Battle, state: BattleState) -> Run[BattleState]:
    """Find out who speaks first in the combat phase.

    *Rule* Each player names the combat he would start with, and one of his fighters in it who is
    not routed; they test (C-9). The winner has to start with the combat he named (C-10).

    *Edge cases* A side whose fighters in combats are all routed names nothing and loses; if both
    are, a die decides (C-9), and the winner chooses.
    """
    named: list[Star | None] = []
    testers: list[dict[int, int]] = []
    for side in (0, 1):
        star, tester = yield from name_combat(battle, state, side)
        named.append(star)
        discipline = {} if tester is None else {tester: state.table.current(tester, "discipline")}
        testers.append(discipline)
    winner = yield from contest_run(Contest((testers[0], testers[1]), "authority", battle.rules))
    return replace(state, word=winner, named=named[winner], stage="fight")


def name_combat(
    battle: Battle, state: BattleState, side: int
) -> Run[tuple[Star | None, int | None]]:
    """Let a player name a combat and who tests for him."""
    placed = state.table.fighters
    in_combats = sorted(one for star in state.waiting for one in star.members)
    own = [one for one in in_combats if battle.side_of(one) == side]
    able = may_test(own, [as_fighter(one) for one in placed], battle.rules.contests)
    places = [place for place, star in enumerate(state.waiting) if {*able} & {*star.members}]
    if not places:
        return None, None
    star = state.waiting[(yield from decide("name_combat", side, None, places))]
    yield CombatNamed(side, star.lone, star.enemies)
    there = [one for one in able if one in star.members]
    values = tuple(state.table.current(one, "discipline") for one in there)
    tester = yield from decide("tester", side, None, there, values)
    return star, tester


# One combat, and what follows from it


def fight(battle: Battle, state: BattleState) -> Run[BattleState]:
    """Resolve one combat and its pursuits.

    *Rule* The speaker chooses; what follows from pursuits is resolved before the other speaks
    (C-8, C-32). When none is left the phase is over (C-34).

    *Edge cases* A side with nobody left ends the battle at once (T-2).
    """
    pool = state.queue or state.waiting
    star = state.named
    if star is None:
        star = pool[(yield from decide("combat", state.word, None, range(len(pool))))]
    state = replace(
        state,
        named=None,
        queue=tuple(one for one in state.queue if one != star),
        waiting=tuple(one for one in state.waiting if one != star),
    )
    state = yield from resolve_combat(battle, state, star)
    if state.is_decided():
        return replace(state, stage="end")
    state, pursuers = yield from pursue(battle, state, star)
    state = yield from regroup(battle, state, pursuers)
    if state.queue:
        return state
    if state.waiting:
        return replace(state, word=1 - state.word)
    return replace(state, stage="maintenance")


def resolve_combat(battle: Battle, state: BattleState, star: Star) -> Run[BattleState]:
    """Fight one combat through (C-11 to C-29), and take over what it leaves behind.

    *Edge cases* Those whom a mystic action has eliminated do not fight (C-37); without a side there
    is no combat.
    """
    yield CombatBegan(star.lone, star.enemies, state.word)
    state = yield from cast_in_combat(battle, state, star)
    if state.is_decided():
        return state
    numbers, able = (star.lone, *star.enemies), state.up(star.enemies)
    if state.is_up(star.lone) and able:
        state = yield from fight_out(battle, state, star.lone, able)
    for number in numbers:
        yield Fought(number, state.table.fighters[number].health)
    state = yield from end_of_the_gone(battle, state)
    return replace(state, fought=state.fought | {*numbers})


def cast_in_combat(battle: Battle, state: BattleState, star: Star) -> Run[BattleState]:
    """Let those who are in a combat take mystic actions before it is fought.

    *Rule* By the option of C-37: the lone fighter first, then his enemies.

    *Edge cases* Whoever is eliminated is missing in his combat, be it this one or another.
    """
    if not battle.rules.turn.mystic_in_combat:
        return state
    for fighter in (star.lone, *star.enemies):
        state = yield from cast_at_will(battle, state, fighter)
    waiting, queue = (still_fought(state, stars) for stars in (state.waiting, state.queue))
    return replace(state, waiting=waiting, queue=queue)


def still_fought(state: BattleState, stars: Sequence[Star]) -> tuple[Star, ...]:
    """Give the combats that still have two sides, without those who are eliminated (C-4)."""
    left = [Star(star.lone, state.up(star.enemies)) for star in stars if state.is_up(star.lone)]
    return tuple(star for star in left if star.enemies)


def fight_out(
    battle: Battle, state: BattleState, lone: int, enemies: Sequence[int]
) -> Run[BattleState]:
    """Fight a combat between those who are on the table."""
    numbers = (lone, *enemies)
    first, *others = (as_fighter(state.table.fighters[number]) for number in numbers)
    combat = Combat(first, tuple(others), battle.side_of(lone), state.word, battle.rules)
    position = yield from combat_run(combat, numbers)
    for number, standing in zip(numbers, position.standings, strict=True):
        state = state.with_marks([number], health=standing.health)
    return state


def combat_run(combat: Combat, numbers: Sequence[int]) -> Run[Position]:
    """Run a combat whose fighters have other numbers in the battle."""
    position = Position.at_start(combat)
    while (step := next_step(combat, position)) is not None:
        run = step(combat, position)
        reply: int | None = None
        while True:
            try:
                said = next(run) if reply is None else run.send(reply)
            except StopIteration as stop:
                position = stop.value
                break
            reply = yield from passed_on(said, numbers)
    return position


def passed_on(said: Request | Event, numbers: Sequence[int]) -> Run[int | None]:
    """Pass on what a combat asks or tells, with the battle's numbers for who decides and rolls."""
    if isinstance(said, Decision):
        fighter = None if said.fighter is None else numbers[said.fighter]
        answer: int = yield replace(said, kind=RENAMED.get(said.kind, said.kind), fighter=fighter)
        return answer
    if isinstance(said, Chance):
        face: int = yield replace(said, fighter=numbers[said.fighter or 0])
        return face
    yield InCombat(said)
    return None
