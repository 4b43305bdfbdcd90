"""The rows of ``effects.txt``, set up for the core and for the reference, and walked."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import fracas as fr
from fracas import events as ev
from fracas import reference
from fracas.reference.tables import Placed, Table
from fracas.types import Health, WoundLevel
from golden_rows import Row

WIDTH, DEPTH = 60.0, 90.0
OPPOSED = ("tactics", "discipline", "authority", "initiative")
"""The rolls of one side against the other: the die of side 0 shows a 4, that of side 1 a 3."""
LEVELS: tuple[WoundLevel, ...] = ("light", "serious", "critical", "killed")
OPTIONS: dict[str, Any] = {"true": True}


def words_of(cell: str) -> dict[str, str]:
    """Read a cell of words such as ``cost=2``."""
    return dict(word.split("=") for word in cell.split())


def effect_of(name: str, words: dict[str, str]) -> fr.Effect:
    """Give the effect that the words of a cell tell of."""
    deed, _, amount = words["does"].partition(":")
    document = {
        "name": name,
        "deed": deed,
        "moment": words.get("moment", "other"),
        "amount": int(amount or 1),
        "characteristic": words.get("of"),
        "needs": int(words.get("chance", 1)),
        "upkeep": int(words["upkeep"]) if "upkeep" in words else None,
        "resource": words.get("with", "mana"),
    }
    return fr.Effect.from_dict({key: value for key, value in document.items() if value is not None})


def action_of(words: dict[str, str]) -> fr.MysticAction:
    """Give the mystic action that the words of a cell tell of."""
    document = {
        "name": "Action",
        "cost": int(words["cost"]),
        "resource": words.get("with", "mana"),
        "target": words.get("on", "enemy"),
        "range": float(words.get("range", 20)),
        "needs": int(words.get("needs", 1)),
        "effect": effect_of("Deed", words).to_dict(),
    }
    return fr.MysticAction.from_dict(document)


def profiles_of(row: Row) -> list[fr.Profile]:
    """Give the profiles of the caster, of its friend and of the enemy."""
    action, own = words_of(row["action"]), words_of(row["own"])
    caster = fr.Profile(
        "Caster",
        skills=["Magician", "Faithful"],
        mystic_actions=[action_of(action)] if action else [],
        effects=[effect_of("Own", own)] if own else [],
    )
    return [caster, fr.Profile("Friend"), fr.Profile("Enemy")]


def placed_of(row: Row) -> list[dict[str, Any]]:
    """Give how all of them stand, but for their profiles."""
    up = 10.0 + 1.25 + float(row["gap"]) + 1.25
    places = [(0, (30.0, 10.0), 90.0), (0, (40.0, 20.0), 90.0), (1, (30.0, up), 270.0)]
    found = []
    for (side, position, facing), state in zip(
        places, (row["caster"], "", row["enemy"]), strict=True
    ):
        level: WoundLevel = next((one for one in LEVELS if one in state.split()), "none")
        found.append(
            {
                "side": side,
                "position": position,
                "facing": facing,
                "health": Health(level),
                "routed": "routed" in state.split(),
            }
        )
    return found


def rules_of(row: Row) -> dict[str, Any]:
    """Give the document of the rules."""
    options = {name: OPTIONS.get(word, word) for name, word in words_of(row["rules"]).items()}
    return {"turn": {"starting_mana": int(row["mana"]), **options}}


def core_battle(row: Row) -> fr.Battle:
    """Set a row up in the core."""
    profiles, rules = profiles_of(row), fr.Rules(rules_of(row))
    fighters = [
        fr.Placed(profile, **state) for profile, state in zip(profiles, placed_of(row), strict=True)
    ]
    red, blue = fr.Army("Red", profiles[:2]), fr.Army("Blue", profiles[2:])
    table = fr.Table(WIDTH, DEPTH, fighters, rules=rules)
    return fr.Battle(red, blue, table=table, turns=2, rules=rules)


def readable_battle(row: Row) -> reference.Battle:
    """Set a row up in the reference."""
    profiles = profiles_of(row)
    fighters = [
        Placed(profile, **state) for profile, state in zip(profiles, placed_of(row), strict=True)
    ]
    first, second = (
        reference.Army(tuple(reference.Troop(profile) for profile in side))
        for side in (profiles[:2], profiles[2:])
    )
    table = Table(WIDTH, DEPTH, tuple(fighters))
    rules = reference.Rules.from_document(rules_of(row))
    return reference.Battle((first, second), table, 2, rules)


def walk(
    row: Row,
    asked: Callable[[], tuple[str, tuple[int, ...]]],
    answer: Callable[[int], Sequence[ev.BattleEvent]],
) -> tuple[str, list[ev.BattleEvent]]:
    """Go through the steps of a row; give what is asked then, and what was told on the way."""
    told: list[ev.BattleEvent] = []
    rolled = 0
    steps = [word.split("=") for word in row["steps"].split()]
    aims = [*(name for name, _ in steps), row["next"].split()[0]]
    numbers = [int(number) for _, number in steps]
    for place, aim in enumerate(aims):
        while asked()[0] != aim:
            kind, choices = asked()
            assert kind != "over", f"{row.where}: {aim} is never asked for"
            if choices:
                told += answer(choices[0])
            else:
                told += answer(4 - rolled % 2 if kind in OPPOSED else 1)
                rolled += kind in OPPOSED
        if place < len(numbers):
            told += answer(numbers[place])
    kind, choices = asked()
    return (" ".join([kind, *map(str, choices)]) if " " in row["next"] else kind), told


SENTENCES: dict[type, Callable[[Any], str]] = {
    ev.Cast: lambda event: f"casts {event.fighter} {event.target}",
    ev.CastRolled: lambda event: f"rolls {event.fighter} {event.face}",
    ev.UpkeepRolled: lambda event: f"rolls {event.fighter} {event.face}",
    ev.CastResolved: lambda event: (
        f"{'works' if event.success else 'fails'} {event.fighter} {event.target}"
    ),
    ev.EffectHappened: lambda event: f"happens {event.name} {event.fighter} {event.caster}",
    ev.EffectEnded: lambda event: f"ends {event.name} {event.fighter} {event.caster}",
    ev.UpkeepPaid: lambda event: f"pays {event.fighter} {event.amount}",
    ev.Wounded: lambda event: f"wounded {event.fighter} {event.health.level}",
    ev.Returned: lambda event: f"returns {event.fighter}",
}
"""What the rows say of the events they tell of."""


def is_as_told(row: Row, told: Sequence[ev.BattleEvent]) -> None:
    """Hold what was told against the row."""
    said = [SENTENCES[type(event)](event) for event in told if type(event) in SENTENCES]
    assert said == [words.strip() for words in row["told"].split(",") if words.strip()], row.where
