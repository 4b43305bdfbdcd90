"""Boards in files: there and back without loss, everything that can be wrong, and the schema."""

from __future__ import annotations

import contextlib
import copy
import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from jsonschema import Draft202012Validator

import fracas as fr
from fracas import _core
from fracas.combat import parts_of
from strategies import Document, profile_documents, times

SCHEMA = json.loads(_core.melees_schema())
validator = Draft202012Validator(SCHEMA)
LIBRARY = list(fr.library().values())

healths = st.fixed_dictionaries(
    {},
    optional={
        "level": st.sampled_from(["none", "light", "serious", "critical"]),
        "stunned": st.integers(0, 4),
    },
)


@st.composite
def boards(draw: st.DrawFn) -> Document:
    """Draw the document of a board."""
    profiles = st.sampled_from([profile.name for profile in LIBRARY]) | profile_documents()
    flags = {key: st.booleans() for key in ("charged", "bound_to_defence", "routed")}
    fighter = st.fixed_dictionaries(
        {"profile": profiles, "side": st.integers(0, 1)},
        optional={"health": healths, "placement": st.sampled_from(["before", "after"]), **flags},
    )
    fighters = draw(st.lists(fighter, min_size=1, max_size=6))
    for number, one in enumerate(fighters):
        if draw(st.booleans()):
            one["name"] = f"fighter {number}"
    pairs = st.tuples(st.integers(0, len(fighters) - 1), st.integers(0, len(fighters) - 1))
    contacts = draw(st.lists(pairs.filter(lambda pair: pair[0] != pair[1]), max_size=8))
    document: Document = {
        "format": "fracas-melee 1",
        "fighters": fighters,
        "contacts": [
            [fighters[one].get("name", one) if draw(st.booleans()) else one for one in pair]
            for pair in contacts
        ],
    }
    return document


def problems_of(document: Any) -> tuple[fr.Problem, ...]:
    try:
        fr.read_board(json.dumps(document), "json")
    except fr.MeleeError as error:
        return error.problems
    return ()


@given(document=boards(), format_=st.sampled_from(["toml", "json"]))
def test_a_board_that_is_written_reads_as_the_same(document: Document, format_: Any) -> None:
    board = fr.read_board(json.dumps(document), "json")
    fighters = [
        (name, side, parts_of(fighter))
        for name, side, fighter in zip(board.names, board.sides, board.fighters, strict=True)
    ]
    text = _core.write_melees(board.name, fighters, list(board.contacts), format_, LIBRARY)
    assert fr.read_board(text, format_) == board
    if format_ == "json":
        validator.validate(json.loads(text))


def is_semantic(problem: fr.Problem) -> bool:
    """Tell whether a problem is one that no schema can see."""
    return (
        problem.value == "given beside courage"
        or ", what fighters[" in problem.value
        or ", the name of profiles[" in problem.value
        or " and itself" in problem.value
        or problem.allowed.startswith("what a fighter is called")
        or problem.allowed.startswith("a profile of the document or of the library")
    )


ODD: list[Any] = [
    None, True, -1, 0, 1, 2, 7, 1.0, 1.5, "", " ", "none", "killed", "Brute", "Brut", "x" * 101,
    [], [0], [0, 1], [0, 0, 0], ["Brute", 1], {}, {"level": "light"}, {"name": "Own"},
]  # fmt: skip


@times(4)
@given(document=boards(), data=st.data())
def test_the_schema_takes_what_the_loader_takes(document: Document, data: st.DataObject) -> None:
    spoilt: Any = copy.deepcopy(document)
    for _ in range(data.draw(st.integers(0, 3))):
        place: Any = spoilt
        while True:
            keys: list[Any] = list(place) if isinstance(place, dict) else list(range(len(place)))
            key = data.draw(st.sampled_from(keys)) if keys else None
            inner = place[key] if keys else None
            if isinstance(inner, dict | list) and inner and data.draw(st.booleans()):
                place = inner
                continue
            break
        if key is None:
            continue
        match data.draw(st.sampled_from(["replace", "remove", "rename"])):
            case "replace":
                place[key] = data.draw(st.sampled_from(ODD))
            case "rename" if isinstance(place, dict):
                place[f"{key}s"] = place.pop(key)
            case _:
                del place[key]
    problems = problems_of(spoilt)
    seen = [problem for problem in problems if not is_semantic(problem)]
    assert validator.is_valid(spoilt) == (not seen), [str(problem) for problem in problems]


def test_the_schema_is_one_and_explains_every_field() -> None:
    Draft202012Validator.check_schema(SCHEMA)
    fighter = SCHEMA["properties"]["fighters"]["items"]["properties"]
    assert all(
        field["description"] for field in [*SCHEMA["properties"].values(), *fighter.values()]
    )


@given(text=st.binary(max_size=200), format_=st.sampled_from(["toml", "json"]))
def test_whatever_the_bytes_it_is_a_board_or_an_error(text: bytes, format_: Any) -> None:
    with contextlib.suppress(fr.MeleeError):
        fr.read_board(text, format_)


PROFILE = "a profile of the document or of the library, or a whole one"
WRONG: dict[str, tuple[Any, str]] = {
    "nobody": ({"fighters": []}, "fighters: a list of 0; allowed: a list of 1 to 10000"),
    "no side": (
        {"fighters": [{"profile": "Brute"}]},
        "fighters[0].side: missing; allowed: a whole number from 0 to 1",
    ),
    "a dead fighter": (
        {"fighters": [{"profile": "Brute", "side": 0, "health": {"level": "killed"}}]},
        'fighters[0].health.level: "killed"; allowed: one of none, light, serious, critical',
    ),
    "a contact with himself": (
        {"fighters": [{"profile": "Brute", "side": 0}], "contacts": [[0, "Brute"]]},
        'contacts[0]: "Brute" and itself; allowed: two different fighters',
    ),
    "a contact with nobody": (
        {"fighters": [{"profile": "Brute", "side": 0}], "contacts": [[0, 1]]},
        "contacts[0][1]: 1; allowed: what a fighter is called, or a number from 0 to 0",
    ),
    "a slip": (
        {"fighters": [{"profile": "Brut", "side": 0}]},
        f'fighters[0].profile: "Brut"; allowed: {PROFILE} (did you mean Brute?)',
    ),
}


@pytest.mark.parametrize("case", WRONG)
def test_what_is_wrong_is_named(case: str) -> None:
    document, message = WRONG[case]
    assert [str(problem) for problem in problems_of(document)] == [message]


def test_two_fighters_of_one_name_are_refused() -> None:
    ann = {"name": "Ann", "profile": "Brute", "side": 0}
    (problem,) = problems_of({"fighters": [ann, ann]})
    assert problem.field == "fighters[1].name"
    assert "fighters[0]" in problem.value
