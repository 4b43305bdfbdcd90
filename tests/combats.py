"""A combat set up for the core and for the reference, walked step by step, and written down.

The files ``worked_combat.txt`` and ``combats.txt`` of tests/golden hold combats in the form that
:func:`read_combats` reads; the head of the second one explains it.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any, Protocol

import fracas as fr
from fracas import events as ev
from fracas import reference
from fracas.types import CombatOutcome, Decision, Health, RerollView
from golden_rows import GOLDEN, Row

BASE = {
    "initiative": 3,
    "attack": 3,
    "strength": 5,
    "defence": 3,
    "resilience": 5,
    "value": 0,
}
"""What a fighter is where a golden file does not say."""


@dataclass(frozen=True)
class Entry:
    """A fighter as it enters a combat, for either implementation."""

    profile: fr.Profile
    health: Health = field(default_factory=Health)
    charged: bool = False
    bound_to_defence: bool = False
    routed: bool = False
    placement: str = "normal"

    def parts(self) -> dict[str, Any]:
        """Give the fields by name."""
        return {
            "profile": self.profile,
            "health": self.health,
            "charged": self.charged,
            "bound_to_defence": self.bound_to_defence,
            "routed": self.routed,
            "placement": self.placement,
        }


@dataclass(frozen=True)
class Setup:
    """A combat for either implementation."""

    fighters: tuple[Entry, ...]
    lone_side: int = 0
    chosen_by: int = 0
    rules: dict[str, Any] = field(default_factory=dict)

    def core(self, **more: Any) -> fr.Combat:
        """Set it up in the core."""
        lone, *enemies = (fr.Fighter(**entry.parts()) for entry in self.fighters)
        return fr.combat(
            lone,
            enemies,
            lone_side=self.lone_side,
            chosen_by=self.chosen_by,
            rules=fr.Rules(self.rules),
            **more,
        )

    def readable(self) -> reference.Combat:
        """Set it up in the reference."""
        lone, *enemies = (reference.Fighter(**entry.parts()) for entry in self.fighters)
        rules = reference.Rules.from_document(self.rules)
        return reference.Combat(lone, tuple(enemies), self.lone_side, self.chosen_by, rules)


class Walk(Protocol):
    """A combat under way, in either implementation."""

    @property
    def decision(self) -> Decision | None: ...
    @property
    def chance(self) -> str | None: ...
    @property
    def outcome(self) -> CombatOutcome | None: ...
    @property
    def events(self) -> Sequence[ev.Event]: ...
    def apply(self, choice: int, /) -> None: ...
    def roll(self, face: int, /) -> None: ...


def plain_decision(decision: Any) -> Decision:
    """Give a decision of the reference as users see it."""
    return Decision(decision.kind, decision.side, decision.fighter, decision.choices, decision.view)


def plain_outcome(outcome: reference.Outcome) -> CombatOutcome:
    """Give an outcome of the reference as users see it."""
    return CombatOutcome(*outcome)


class ReferenceWalk:
    """The reference behind the face of :class:`fracas.CombatGame`."""

    def __init__(self, combat: reference.Combat) -> None:
        self.state, self.events = reference.start(combat)

    @property
    def decision(self) -> Decision | None:
        node = self.state.node
        return plain_decision(node) if isinstance(node, reference.Decision) else None

    @property
    def chance(self) -> str | None:
        node = self.state.node
        return node.roll if isinstance(node, reference.Chance) else None

    @property
    def outcome(self) -> CombatOutcome | None:
        node = self.state.node
        return plain_outcome(node.outcome) if isinstance(node, reference.Over) else None

    def apply(self, choice: int, /) -> None:
        self.state, told = reference.apply(self.state, choice)
        self.events = [*self.events, *told]

    def roll(self, face: int, /) -> None:
        self.state, told = reference.roll(self.state, face)
        self.events = [*self.events, *told]


# Golden combats


@dataclass(frozen=True)
class Script:
    """One combat of a golden file."""

    where: str
    title: str
    clauses: tuple[str, ...]
    setup: Setup
    splits: dict[int, int]
    log: tuple[str, ...]
    """What is asked, rolled and told, line by line."""
    is_whole: bool
    """Whether the log goes on to the end of the combat."""

    def answers(self) -> list[int]:
        """Give the answers of the log, in order."""
        return [int(line.rpartition("=")[2]) for line in self.log if line.startswith("?")]

    def faces(self) -> list[int]:
        """Give the dice of the log, in order."""
        lines = (line.split()[2:] for line in self.log if line.startswith("*"))
        return [int(face) for faces in lines for face in faces]


def read_combats(name: str) -> list[Script]:
    """Read the combats of a file of tests/golden."""
    text = (GOLDEN / name).read_text(encoding="utf-8")
    blocks: list[tuple[int, list[str]]] = []
    for number, line in enumerate(text.splitlines(), start=1):
        if line.startswith("combat "):
            blocks.append((number, []))
        if line.strip() and not line.startswith("#"):
            blocks[-1][1].append(line.strip())
    return [_script(f"{name}:{number}", lines) for number, lines in blocks]


def _script(where: str, lines: list[str]) -> Script:
    begin = lines.index("begin")
    head: dict[str, str] = {}
    fighters = []
    for line in lines[:begin]:
        key, _, rest = line.partition(" ")
        if key == "fighter":
            fighters.append(_entry(rest.split(), where))
        elif key in head or key not in {"combat", "clauses", "source", "rules", "sides", "splits"}:
            raise ValueError(f"{where}: {line!r}")
        else:
            head[key] = rest
    _, lone_side, _, chosen_by = head.get("sides", "lone 0 chosen 0").split()
    setup = Setup(
        tuple(fighters), int(lone_side), int(chosen_by), json.loads(head.get("rules", "{}"))
    )
    pairs = (pair.split("=") for pair in head.get("splits", "").split())
    splits = {int(fighter): int(dice) for fighter, dice in pairs}
    log = lines[begin + 1 :]
    is_whole = log[-1] != "..."
    log = log if is_whole else log[:-1]
    clauses = tuple(head["clauses"].split())
    return Script(where, head["combat"], clauses, setup, splits, tuple(log), is_whole)


def read_setup(row: Row) -> Setup:
    """Read the combat of a row: its fighters, its sides and its rules."""
    fighters = [_entry(words.split(), row.where) for words in row["fighters"].split(";")]
    lone_side, chosen_by = row.ints("sides")
    return Setup(tuple(fighters), lone_side, chosen_by, json.loads(row["rules"] or "{}"))


def _entry(words: list[str], where: str) -> Entry:
    numbers: dict[str, Any] = dict(BASE)
    state: dict[str, Any] = {}
    level, stunned = "none", 0
    left = iter(words)
    for word in left:
        if word in BASE:
            numbers[word] = int(next(left))
        elif word == "skills":
            numbers["skills"] = next(left).split(",")
        elif word == "health":
            level = next(left)
        elif word == "stunned":
            stunned = int(next(left))
        elif word == "placement":
            state["placement"] = next(left)
        elif word in {"charged", "bound", "routed"}:
            state["bound_to_defence" if word == "bound" else word] = True
        else:
            raise ValueError(f"{where}: {word!r} says nothing about a fighter")
    health = Health(level, stunned)  # type: ignore[arg-type]
    return Entry(fr.Profile("Fighter", **numbers), health, **state)


def run(walk: Walk, script: Script) -> list[str]:
    """Walk a combat with the answers and dice of a script; write down what happens."""
    answers, faces = iter(script.answers()), iter(script.faces())
    lines: list[str] = []
    told = 0
    while True:
        events = list(walk.events)
        lines += [write_event(event) for event in events[told:]]
        told = len(events)
        decision, chance = walk.decision, walk.chance
        if walk.outcome is not None:
            return [*lines, write_outcome(walk.outcome)]
        if decision is not None and decision.kind == "place" and decision.fighter in script.splits:
            walk.apply(script.splits[decision.fighter])
            continue
        number = next(answers if decision is not None else faces, None)
        if number is None:
            return lines
        if decision is not None:
            lines.append(f"{write_decision(decision)} = {number}")
            walk.apply(number)
        elif lines and lines[-1].startswith(f"* {chance} "):
            lines[-1] += f" {number}"
            walk.roll(number)
        else:
            lines.append(f"* {chance} {number}")
            walk.roll(number)


# In words


def write_decision(decision: Decision) -> str:
    """Write a decision down, without the answer."""
    who = f"? {decision.kind} side {decision.side}"
    if decision.fighter is not None:
        who += f" fighter {decision.fighter}"
    if decision.view is not None:
        assert decision.choices == (0, 1)
        return f"{who}, {write_view(decision.view)}"
    return f"{who} of {' '.join(map(str, decision.choices))}"


def write_view(view: RerollView) -> str:
    """Write down what the player of a six knows."""
    target = "-" if view.target is None else view.target
    needed = "needed" if view.needed else "not needed"
    return f"{view.roll} {view.natural} makes {view.final} against {target}, {needed}"


def write_health(health: Health) -> str:
    """Write a health down."""
    return f"{health.level} stunned {health.stunned}" if health.stunned else health.level


def write_outcome(outcome: CombatOutcome) -> str:
    """Write an outcome down."""
    healths = ", ".join(write_health(health) for health in outcome.healths)
    return f"outcome: {healths}; landed {outcome.landed[0]} {outcome.landed[1]}"


def write_event(event: ev.Event) -> str:  # noqa: C901, PLR0911 - one line for each kind
    """Write an event down."""
    match event:
        case ev.DicePlaced(fighter, attack, defence):
            return f"placed {fighter}: {attack} attack, {defence} defence"
        case ev.InitiativeCheck((first, second), checks, winner):
            won = "tie" if winner is None else f"side {winner}"
            finals = f"{checks[0].final} to {checks[1].final}"
            return f"initiative {first} against {second}: {finals}, {won}"
        case ev.PassBegan(number):
            return f"pass {number}"
        case ev.AttackAnnounced(attacker, target, dice, sustained):
            kind = " sustained" if sustained else ""
            return f"{attacker} attacks {target}: {dice} defence{kind}"
        case ev.AttackCheck(attacker, check):
            return f"attack of {attacker}: {check.final}"
        case ev.SkillChosen(fighter, skill):
            return f"skill of {fighter}: {skill}"
        case ev.DefenceCheck(defender, check):
            return f"defence of {defender}: {check.final}"
        case ev.AttackResolved(attacker, target, result):
            return f"{attacker} on {target}: {result.replace('_', ' ')}"
        case ev.DieGained(fighter, skill, dice, given_up):
            price = " for a defence die" if given_up else ""
            return f"gained {fighter}: {dice} by {skill}{price}"
        case ev.Wounded(fighter, roll, health):
            what = f"{roll.location} {roll.result} {roll.wound}"
            return f"wound on {fighter}: {what}, now {write_health(health)}"
        case ev.Eliminated(fighter):
            return f"eliminated {fighter}"
        case ev.CombatEnded(passes):
            return f"ended: passes {passes}"


def walks(setup: Setup) -> Iterator[tuple[str, Walk]]:
    """Start a combat in the core and in the reference."""
    yield "core", setup.core().start()
    yield "reference", ReferenceWalk(setup.readable())
