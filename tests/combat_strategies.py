"""What Hypothesis draws combats from: set-ups, players and splits."""

from __future__ import annotations

import zlib
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from hypothesis import strategies as st

import fracas as fr
from combats import Entry, Setup, plain_decision
from fracas import reference
from fracas.types import Decision, Health, WoundLevel
from strategies import (
    Document,
    check_options,
    combat_options,
    optional,
    wound_options,
    wound_tables,
)

SKILLS = ("Counter-attack", "Ambidextrous", "Magician", "Warrior-mage", "Faithful", "Warrior-monk")
SPLITS = st.none() | st.dictionaries(st.integers(0, 8), st.integers(0, 9), max_size=4)

# Rules that differ in everything a combat reads; most keep the default in most places.
rules: st.SearchStrategy[Document] = optional(
    {"checks": check_options, "combat": combat_options, "wounds": wound_options}
) | optional({"checks": check_options, "combat": combat_options, "wound_table": wound_tables()})
kinder_rules: st.SearchStrategy[Document] = optional(
    {"checks": check_options, "combat": combat_options}
)

skills = st.lists(st.sampled_from(SKILLS), max_size=3, unique=True)
placements = st.sampled_from(["normal", "normal", "normal", "before", "after", "after_initiative"])
levels: st.SearchStrategy[WoundLevel] = st.sampled_from(
    ["none", "none", "none", "light", "serious", "critical"]
)
rarely = st.sampled_from([False, False, False, True])


@st.composite
def entries(draw: st.DrawFn, markers: int) -> Entry:
    """Draw a fighter who enters a combat. Values are few, so that many are equal."""
    low, high = st.integers(0, 9), st.integers(0, 14)
    profile = fr.Profile(
        "Fighter",
        initiative=draw(low),
        attack=draw(low),
        strength=draw(high),
        defence=draw(low),
        resilience=draw(high),
        value=draw(st.integers(0, 2)),
        skills=draw(skills),
    )
    health = Health(draw(levels), draw(st.integers(0, markers) | st.just(0)))
    charged, bound, routed = draw(rarely), draw(rarely), draw(rarely)
    return Entry(profile, health, charged, bound, routed, draw(placements))


@st.composite
def setups(
    draw: st.DrawFn,
    enemies: st.SearchStrategy[int] = st.sampled_from([1, 1, 2, 2, 3, 4, 8]),  # noqa: B008
    documents: st.SearchStrategy[Document] = rules,
) -> Setup:
    """Draw a combat."""
    document = draw(documents)
    markers = document.get("wounds", {}).get("stunned_markers", 1)
    count = 1 + draw(enemies)
    fighters = tuple(draw(entries(markers)) for _ in range(count))
    side = st.integers(0, 1)
    return Setup(fighters, draw(side), draw(side), document)


def fitting(setup: Setup, splits: dict[int, int] | None) -> dict[int, int] | None:
    """Make splits fit a combat: nobody else's, and not more dice than there are."""
    if splits is None:
        return None
    routed = setup.rules.get("combat", {}).get("routed_fighters") == "defence_only"
    fitted = {}
    for fighter, dice in splits.items():
        if fighter >= len(setup.fighters):
            continue
        entry = setup.fighters[fighter]
        most = len(setup.fighters) if fighter == 0 else 2
        is_bound = entry.bound_to_defence or (routed and entry.routed)
        fitted[fighter] = 0 if is_bound else min(dice, most)
    return fitted


@dataclass
class Whim:
    """A player whose choice looks random and depends on nothing but what he is shown."""

    salt: int
    shown: list[Decision] = field(default_factory=list)

    def __call__(self, decision: Any) -> int:
        seen = plain_decision(decision)
        self.shown.append(seen)
        return seen.choices[zlib.crc32(repr((self.salt, seen)).encode()) % len(seen.choices)]


@dataclass(frozen=True)
class Seat:
    """Who decides for a side, in either implementation."""

    core: Callable[[], Any]
    readable: Callable[[int | str, int], Any]
    """Made for a seed and a game: a random policy needs them."""
    has_habits: bool
    text: str

    def __repr__(self) -> str:
        return self.text


def habits(name: str, **parameters: str) -> Seat:
    """Seat a player of fixed habits."""
    anything: Any = reference.Policy
    return Seat(
        lambda: fr.Policy(name, **parameters),
        lambda seed, game: anything(name, **parameters),
        has_habits=True,
        text=f"{name} {parameters}",
    )


RANDOM = Seat(
    lambda: "random",
    reference.random,
    has_habits=False,
    text="random",
)


def whim(salt: int) -> Seat:
    """Seat a :class:`Whim`."""
    return Seat(
        lambda: Whim(salt), lambda seed, game: Whim(salt), has_habits=False, text=f"whim {salt}"
    )


habitual: st.SearchStrategy[Seat] = st.builds(
    habits,
    st.sampled_from(["plain", "plain", "all_out_attack", "all_out_defence"]),
    attack_sixes=st.sampled_from(["always", "never"]),
    initiative_sixes=st.sampled_from(["always", "never"]),
    sustained_defence=st.sampled_from(["never", "whenever_allowed"]),
)
seats: st.SearchStrategy[Seat] = (
    habitual | st.just(RANDOM) | st.builds(whim, st.integers(0, 10_000))
)
