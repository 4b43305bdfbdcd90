"""The rows of ``battle_perft.txt``, set up for the core and for the reference, and counted."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Protocol

import fracas as fr
from effect_rows import LEVELS, OPTIONS, action_of, effect_of, walk, words_of
from fracas import reference
from fracas.events import BattleEvent
from fracas.reference.contests import open_to
from fracas.reference.tables import Placed, Table
from fracas.types import Health, WoundLevel
from golden_rows import Row

SIZE = 60.0


# Setting up


def value_of(name: str, text: str) -> Any:
    """Read the value of a characteristic."""
    if name == "weapon":
        names = ("strength", "short", "medium", "long", "shots")
        return dict(zip(names, map(int, text.split("/")), strict=True))
    return text if name in {"base", "size"} else int(text)


def profile_of(row: Row, name: str, words: Sequence[str]) -> fr.Profile:
    """Give the profile that the words of a fighter tell of; whoever is called Mage casts."""
    told = words_of(" ".join(word for word in words if "=" in word))
    fields = {key: value_of(key, value) for key, value in told.items()}
    if name == "Mage":
        action, own = words_of(row["action"]), words_of(row["own"])
        fields["skills"] = ["Magician", "Faithful"]
        fields["mystic_actions"] = [action_of(action)] if action else []
        fields["effects"] = [effect_of("Own", own)] if own else []
    return fr.Profile(name, **{"value": 10, **fields})


def fighters_of(row: Row) -> list[tuple[fr.Profile, dict[str, Any]]]:
    """Read the fighters: of each its profile, and how it stands."""
    found = []
    for side, army in enumerate(row["fighters"].split(" against ")):
        for one in army.split(";"):
            name, x, y, facing, *words = one.split()
            level: WoundLevel = next((level for level in LEVELS if level in words), "none")
            state = {
                "side": side,
                "position": (float(x), float(y)),
                "facing": float(facing),
                "health": Health(level),
                "routed": "routed" in words,
            }
            found.append((profile_of(row, name, words), state))
    return found


def rules_of(row: Row) -> dict[str, Any]:
    """Give the document of the rules."""
    options = {name: OPTIONS.get(word, word) for name, word in words_of(row["rules"]).items()}
    return {"turn": {"starting_mana": 6, **options}, "movement": {"hidden_by": "nothing"}}


def core_battle(row: Row) -> fr.Battle:
    """Set a row up in the core."""
    fighters, rules = fighters_of(row), fr.Rules(rules_of(row))
    red, blue = (
        fr.Army(name, [profile for profile, state in fighters if state["side"] == side])
        for side, name in enumerate(("Red", "Blue"))
    )
    placed = [fr.Placed(profile, **state) for profile, state in fighters]
    table = fr.Table(SIZE, SIZE, placed, rules=rules)
    return fr.Battle(red, blue, table=table, turns=2, rules=rules)


def readable_battle(row: Row) -> reference.Battle:
    """Set a row up in the reference."""
    fighters = fighters_of(row)
    first, second = (
        reference.Army(
            tuple(reference.Troop(profile) for profile, state in fighters if state["side"] == side)
        )
        for side in (0, 1)
    )
    table = Table(SIZE, SIZE, tuple(Placed(profile, **state) for profile, state in fighters))
    return reference.Battle((first, second), table, 2, reference.Rules.from_document(rules_of(row)))


# Standing somewhere, and counting from there


class Stand(Protocol):
    """A node of a battle in either implementation."""

    def asked(self) -> tuple[str, tuple[int, ...]]:
        """Tell what is asked for, and the choices of a decision."""

    def answers(self) -> Sequence[int]:
        """List all that can be answered: choices, or faces; nothing when it is over."""

    def answer(self, number: int) -> list[BattleEvent]:
        """Go on."""

    def copy(self) -> Stand:
        """Give another that stands there too."""


class InCore:
    """A node of the core."""

    def __init__(self, battle: fr.Battle) -> None:
        self.battle = battle

    def asked(self) -> tuple[str, tuple[int, ...]]:
        """Tell what is asked for, and the choices of a decision."""
        decision = self.battle.decision
        if decision is not None:
            return decision.kind, decision.choices
        return self.battle.chance or "over", ()

    def answers(self) -> Sequence[int]:
        """List all that can be answered."""
        return self.battle.choices() or (() if self.battle.over else range(1, 7))

    def answer(self, number: int) -> list[BattleEvent]:
        """Go on."""
        if self.battle.decision is None:
            return self.battle.roll(number)
        return self.battle.apply(number)

    def copy(self) -> InCore:
        """Give another that stands there too."""
        return InCore(self.battle.copy())


class InReference:
    """A node of the reference."""

    def __init__(self, place: reference.BattlePlace) -> None:
        self.place = place

    def asked(self) -> tuple[str, tuple[int, ...]]:
        """Tell what is asked for, and the choices of a decision."""
        node = self.place.node
        if isinstance(node, reference.Decision):
            return node.kind, tuple(node.choices)
        return (node.roll if isinstance(node, reference.Chance) else "over"), ()

    def answers(self) -> Sequence[int]:
        """List all that can be answered."""
        node = self.place.node
        return () if isinstance(node, reference.BattleOver) else open_to(node)

    def answer(self, number: int) -> list[BattleEvent]:
        """Go on."""
        self.place, told = reference.answer_battle(self.place, number)
        return told

    def copy(self) -> InReference:
        """Give another that stands there too."""
        return InReference(self.place)


def in_core(row: Row) -> InCore:
    """Stand at the beginning of a row's battle in the core."""
    return InCore(core_battle(row))


def in_reference(row: Row) -> InReference:
    """Stand at the beginning of a row's battle in the reference."""
    return InReference(reference.start_battle(readable_battle(row))[0])


def ways(stand: Stand, steps: int) -> int:
    """Count the ways in which a battle can go on for so many choices and dice."""
    answers = stand.answers()
    if steps <= 1:
        return len(answers) if steps else 1
    count = 0
    for number in answers:
        after = stand.copy()
        after.answer(number)
        count += ways(after, steps - 1)
    return count


def counted(row: Row, stand: Stand) -> tuple[str, list[int]]:
    """Go to the node of a row; give what is asked there, and the ways to depth 1, 2 and 3."""
    named, _ = walk(row, stand.asked, stand.answer)
    return named, [ways(stand, depth) for depth in (1, 2, 3)]
