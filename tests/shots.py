"""The rows of ``shots.txt``, set up for the core and for the reference, and walked."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import fracas as fr
from fracas import reference
from fracas.events import BattleEvent, ShotResolved
from fracas.reference.tables import Placed, Table
from fracas.types import Health, WoundLevel
from golden_rows import Row

WIDTH, DEPTH = 60.0, 90.0
OPENING = {"first_speaker": 0, "speech": 0, "announce": 0}
"""What is answered before the shooter acts."""
LEVELS: tuple[WoundLevel, ...] = ("light", "serious", "critical")


def profiles_of(row: Row) -> tuple[fr.Profile, fr.Profile]:
    """Give the profiles of the shooter and of the target."""
    strength, short, medium, long, *more = row["weapon"].split()
    weapon: dict[str, Any] = {
        "strength": int(strength),
        "short": float(short),
        "medium": float(medium),
        "long": float(long),
        "shots": next((int(word) for word in more if word.isdecimal()), 1),
        "assault": "assault" in more,
    }
    skills = [word for word in row["target"].split() if "/" in word]
    shooter = fr.Profile("Shooter", aim=int(row["aim"]), weapon=weapon)
    return shooter, fr.Profile("Target", skills=skills)


def placed_of(row: Row) -> list[dict[str, Any]]:
    """Give how both stand, but for their profiles."""
    words = row["shooter"].split()
    level: WoundLevel = next((level for level in LEVELS if level in words), "none")
    marks = {word: True for word in words if word not in LEVELS}
    shooter = {"side": 0, "position": (30.0, 10.0), "facing": 90.0, "health": Health(level)}
    up = 10.0 + 1.25 + float(row["gap"]) + 1.25
    state = {word: True for word in row["target"].split() if "/" not in word}
    return [
        {**shooter, **marks},
        {"side": 1, "position": (30.0, up), "facing": 270.0, **state},
    ]


def core_battle(row: Row) -> fr.Battle:
    """Set a row up in the core."""
    profiles = profiles_of(row)
    fighters = [
        fr.Placed(profile, **state) for profile, state in zip(profiles, placed_of(row), strict=True)
    ]
    red, blue = (fr.Army(profile.name, [profile]) for profile in profiles)
    return fr.Battle(red, blue, table=fr.Table(WIDTH, DEPTH, fighters), turns=1)


def readable_battle(row: Row) -> reference.Battle:
    """Set a row up in the reference."""
    profiles = profiles_of(row)
    fighters = [
        Placed(profile, **state) for profile, state in zip(profiles, placed_of(row), strict=True)
    ]
    first, second = (reference.Army((reference.Troop(profile),)) for profile in profiles)
    table = Table(WIDTH, DEPTH, tuple(fighters))
    return reference.Battle((first, second), table, turns=1)


def steps_of(row: Row) -> list[tuple[str, int]]:
    """Give what is asked and answered, by name."""
    parts = [word.partition("=") for word in row["steps"].split()]
    return [(name, int(number)) for name, _, number in parts]


def walk(
    row: Row,
    asked: Callable[[], tuple[str, tuple[int, ...]]],
    answer: Callable[[int], list[BattleEvent]],
) -> tuple[str, list[BattleEvent]]:
    """Go through the steps of a row; give what is asked then, and what was told since the first."""
    faces = [4, 3]
    while asked()[0] != "action":
        kind = asked()[0]
        answer(faces.pop(0) if kind == "tactics" else OPENING[kind])
    told: list[BattleEvent] = []
    for name, number in steps_of(row):
        assert asked()[0] == name, row.where
        told += answer(number)
    kind, choices = asked()
    named = " ".join([kind, *map(str, choices)])
    return (named if " " in row["next"] else kind), told


def is_as_told(row: Row, told: list[BattleEvent]) -> None:
    """Hold the last shot against the row."""
    resolved = [event for event in told if isinstance(event, ShotResolved)][-1]
    assert (resolved.fighter, resolved.target) == (0, 1)
    assert resolved.success == (row["success"] == "yes")
    if not row["value"]:
        assert (resolved.check, resolved.difficulty) == (None, None)
        return
    assert resolved.check is not None
    assert resolved.difficulty == int(row["difficulty"])
    assert resolved.check.final - resolved.check.natural == int(row["value"])
    assert resolved.check.success == resolved.success
