"""What Hypothesis draws from: valid rules documents and profiles, policies, scripts of dice."""

from __future__ import annotations

from typing import Any, get_args

from hypothesis import settings
from hypothesis import strategies as st

from fracas.types import Location, Size, Wound, WoundLevel

Document = dict[str, Any]


def times(factor: int) -> settings:
    """Search so many times harder than the profile says."""
    return settings(max_examples=factor * settings().max_examples)


POLICIES = ("always", "never", "when_needed")
CHARACTERISTICS = (
    "initiative", "attack", "strength", "defence", "resilience", "aim", "courage", "fear",
    "discipline",
)  # fmt: skip
WOUNDS: tuple[Wound, ...] = get_args(Wound)
LOCATIONS: tuple[Location, ...] = get_args(Location)
LEVELS: tuple[WoundLevel, ...] = get_args(WoundLevel)
SIZES: tuple[Size, ...] = get_args(Size)
BASES = ("standard", "cavalry", "large", "very_large")

policies = st.sampled_from(POLICIES)
# Sixes and ones matter most.
faces = st.sampled_from([1, 2, 3, 4, 5, 6, 6, 6, 6, 1])
scripts = st.lists(faces, max_size=40)
# No control characters, and no halves of a character: such names are refused.
names = st.text(
    st.characters(codec="utf-8", exclude_categories=["Cc"]), min_size=1, max_size=100
).filter(lambda text: bool(text.strip()))
edges = st.floats(0.5, 30)


def optional(fields: dict[str, st.SearchStrategy[Any]]) -> st.SearchStrategy[Document]:
    """Draw a table in which each of these fields may be missing."""
    return st.fixed_dictionaries({}, optional=fields)


check_options: st.SearchStrategy[Document] = optional(
    {
        "reroll_limit": st.just("unlimited") | st.integers(1, 20) | st.integers(1, 3),
        "reroll_of_one": st.sampled_from(["whole_chain", "last_die"]),
        "two_automatic_failures": st.sampled_from(["compare_finals", "compare_naturals"]),
        "opposed_tie": st.sampled_from(["roll_again", "side_0_wins", "side_1_wins"]),
        "several_dice": st.sampled_from(["best", "best_plus_one_per_extra_die"]),
        "reroll_knowledge": st.sampled_from(["open", "blind"]),
    }
)

penalties = optional(
    dict.fromkeys(("stunned", "light", "serious", "critical"), st.integers(-10, 0))
)

wound_options: st.SearchStrategy[Document] = optional(
    {
        "locations": st.lists(st.sampled_from(LOCATIONS), min_size=6, max_size=6),
        "killing_doubles": st.lists(st.integers(1, 6), max_size=6, unique=True),
        "penalties": penalties,
        "penalised": st.lists(st.sampled_from(CHARACTERISTICS), unique=True),
        "lowest_characteristic": st.just("none") | st.integers(-20, 20),
        "stunned_markers": st.integers(1, 4),
        "addition": st.sampled_from(["by_level", "worst_plus_one"]),
    }
)

combat_options: st.SearchStrategy[Document] = optional(
    {
        "equal_friends": st.sampled_from(["player_chooses", "listed_order"]),
        "roll_sure_attacks": st.booleans(),
        "sustained_penalty": st.integers(-10, 0) | st.integers(-2, 0),
        "sustained_accumulates": st.booleans(),
        "sustained_from_first_roll": st.booleans(),
        "charged_penalty": st.integers(-10, 0),
        "routed_fighters": st.sampled_from(["like_others", "defence_only"]),
        "counter_attack": optional({"margin": st.integers(0, 20), "dice": st.integers(0, 3)}),
        "ambidextrous": optional({"dice": st.integers(0, 3)}),
        "exchange_on_automatic_failure": st.booleans(),
    }
)

contest_options: st.SearchStrategy[Document] = optional(
    {
        "routed_testers": st.sampled_from(["never", "when_no_other", "always"]),
        "neither_can_test": st.sampled_from(["one_die", "side_0", "side_1"]),
    }
)

shooting_options: st.SearchStrategy[Document] = optional(
    {
        **dict.fromkeys(("short", "medium", "long"), st.integers(0, 30)),
        "immobile": st.integers(0, 10),
    }
)


@st.composite
def wound_tables(draw: st.DrawFn) -> Document:
    """Draw a wound table; most never get milder, the others say so."""
    bounds = sorted(draw(st.lists(st.integers(-60, 60), max_size=8, unique=True)))
    monotone = draw(st.sampled_from([True, True, False]))
    grid = [
        [draw(st.integers(0, len(WOUNDS) - 1)) for _ in LOCATIONS] for _ in range(len(bounds) + 1)
    ]
    if monotone:
        for row in range(len(grid)):
            for column in range(len(LOCATIONS)):
                above = grid[row - 1][column] if row else 0
                left = grid[row][column - 1] if column else 0
                grid[row][column] = max(grid[row][column], above, left)
    rows: list[Document] = [
        {location: WOUNDS[cell] for location, cell in zip(LOCATIONS, cells, strict=True)}
        for cells in grid
    ]
    for row_, bound in zip(rows, bounds, strict=False):
        row_["up_to"] = bound
    return {"monotone": monotone, "rows": rows}


sizes = st.fixed_dictionaries(
    {}, optional={"power": st.integers(0, 10), "adversaries": st.integers(1, 8)}
)
bases = st.fixed_dictionaries({}, optional={"width": edges, "depth": edges})

rules_documents: st.SearchStrategy[Document] = optional(
    {
        "format": st.just("fracas-rules 1"),
        "name": names,
        "checks": check_options,
        "wounds": wound_options,
        "wound_table": wound_tables(),
        "combat": combat_options,
        "contests": contest_options,
        "shooting": shooting_options,
        "sizes": optional(dict.fromkeys(SIZES, sizes)),
        "bases": optional(dict.fromkeys(BASES, bases)),
    }
)

words = st.from_regex(r"[A-Za-z0-9 '-]{0,20}[A-Za-z][A-Za-z0-9 '-]{0,19}", fullmatch=True)
numbers = st.integers(1, 100)
skills = (
    st.sampled_from(
        [
            "Magician", "Faithful", "Warrior-mage", "Warrior-monk", "Counter-attack",
            "Ambidextrous", "Mercenary", "Pariah", "Reinforcement",
        ]
    )
    | st.builds("{}/{}".format, st.sampled_from(["Immortal", "Elemental", "Alliance"]), words)
    | st.builds("{}/{}".format, st.sampled_from(["Command", "Regeneration"]), numbers)
    | st.builds("Target/+{}".format, numbers)
)  # fmt: skip

characteristic = st.integers(0, 20)


@st.composite
def weapons(draw: st.DrawFn) -> Document:
    """Draw a ranged weapon: no range goes less far than the one before."""
    range_ = st.floats(0.1, 200) | st.integers(1, 200)
    ranges = sorted(draw(st.lists(range_, min_size=3, max_size=3)))
    rest = draw(optional({"shots": st.integers(1, 10), "assault": st.booleans()}))
    named = dict(zip(("short", "medium", "long"), ranges, strict=True))
    return {"strength": draw(characteristic), **named, **rest}


_optional_fields: dict[str, st.SearchStrategy[Any]] = {
    "movement": st.floats(0, 50) | st.integers(0, 50),
    **dict.fromkeys(
        ("initiative", "attack", "strength", "defence", "resilience", "aim", "discipline"),
        characteristic,
    ),
    "weapon": weapons(),
    "power": st.integers(0, 10),
    "size": st.sampled_from(SIZES),
    "base": st.sampled_from(BASES)
    | st.fixed_dictionaries({"diameter": edges})
    | st.fixed_dictionaries({"width": edges, "depth": edges}),
    "value": st.integers(0, 1000),
    "skills": st.lists(skills, max_size=30, unique=True),
}


@st.composite
def profile_documents(draw: st.DrawFn) -> Document:
    """Draw the document of a profile."""
    document: Document = {"name": draw(names), **draw(optional(_optional_fields))}
    nerve = draw(st.sampled_from(["courage", "fear", ""]))
    return {**document, nerve: draw(characteristic)} if nerve else document


healths = st.tuples(st.sampled_from(LEVELS), st.integers(0, 4))
