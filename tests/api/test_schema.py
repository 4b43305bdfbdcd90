"""The published schemas say what the loaders take."""

from __future__ import annotations

import copy
import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from jsonschema import Draft202012Validator

import fracas as fr
from fracas import _core
from strategies import Document, profile_documents, rules_documents, times

RULES = json.loads(_core.rules_schema())
PROFILES = json.loads(_core.profiles_schema())
rules_validator = Draft202012Validator(RULES)
profiles_validator = Draft202012Validator(PROFILES)

# Values that may be put anywhere. No text with control characters or of unusual letters: what
# remains of them is checked by the loader alone.
odd_values: st.SearchStrategy[Any] = (
    st.none()
    | st.booleans()
    | st.integers(-100, 2000)
    | st.floats(-100, 2000)
    | st.sampled_from([0, 1, 6, 20, 21, 1.0, 2.5, 10**20, -0.5, "", " ", "none", "unlimited"])
    | st.sampled_from(["leg", "head", "killed", "attack", "large", "standard", "Pariah", "x" * 101])
    | st.sampled_from(["Command/0", "Command/005", "Command/100", "Command/101", "Target/+2"])
    | st.sampled_from(
        ["Target/2", "Alliance/", "Alliance/ ", "Alliance/a/b", "Elemental/" + "x" * 41]
    )
    | st.lists(st.integers(0, 7), max_size=4)
    | st.lists(st.sampled_from([6, 6.0, 1]), max_size=3)
    | st.just({})
    | st.fixed_dictionaries({}, optional={"width": st.floats(0, 40), "diameter": st.just(3)})
)


def places(document: Any, path: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:
    """List the paths of everything in a document."""
    found = [path]
    items: Any = []
    if isinstance(document, dict):
        items = document.items()
    elif isinstance(document, list):
        items = enumerate(document)
    for key, value in items:
        found += places(value, (*path, key))
    return found


@st.composite
def mutated(draw: st.DrawFn, documents: st.SearchStrategy[Document]) -> Any:
    """Draw a valid document and spoil up to three places of it."""
    document: Any = copy.deepcopy(draw(documents))
    for _ in range(draw(st.integers(0, 3))):
        inside = places(document)[1:]
        if not inside:
            break
        *parents, last = draw(st.sampled_from(inside))
        parent = document
        for key in parents:
            parent = parent[key]
        match draw(st.sampled_from(["replace", "remove", "rename", "double"])):
            case "replace":
                parent[last] = draw(odd_values)
            case "remove":
                del parent[last]
            case "rename" if isinstance(parent, dict):
                parent[f"{last}s"] = parent.pop(last)
            case "double" if isinstance(parent, list):
                parent.append(copy.deepcopy(parent[last]))
            case _:
                pass
    return document


def is_semantic(problem: fr.Problem) -> bool:
    """Tell whether a problem is one that no schema can see."""
    return (
        problem.field.endswith(".up_to")
        or "(or monotone = false for such a table)" in problem.allowed
        or problem.value == "given beside courage"
        or problem.allowed.startswith("no less than ")
        or ", the name of profiles[" in problem.value
    )


def verdict(document: Any, kind: str) -> tuple[bool, str]:
    """Tell whether the loader finds nothing that a schema could have seen."""
    text = json.dumps(document)
    try:
        if kind == "rules":
            fr.Rules.from_json(text)
        else:
            _core.parse_profiles(text, "json")
    except fr.FracasError as error:
        seen = [problem for problem in error.problems if not is_semantic(problem)]
        # A bound that the schema sees: no whole number, or none within its range.
        seen += [p for p in error.problems if "a whole number from" in p.allowed]
        return not seen, str(error)
    return True, ""


@pytest.mark.parametrize("schema", [RULES, PROFILES])
def test_the_schema_is_one(schema: dict[str, Any]) -> None:
    assert schema["$schema"] == "https://json-schema.org/draft/2020-12/schema"
    Draft202012Validator.check_schema(schema)


def test_the_defaults_of_the_schema_are_the_default_rules() -> None:
    assert RULES["default"] == fr.Rules().to_dict()
    rules_validator.validate(RULES["default"])


def test_every_field_is_explained() -> None:
    def unexplained(schema: Any, path: str) -> list[str]:
        missing = []
        if isinstance(schema, dict):
            for key, field in schema.get("properties", {}).items():
                missing += [] if field.get("description") else [f"{path}.{key}"]
                missing += unexplained(field, f"{path}.{key}")
            missing += unexplained(schema.get("items"), f"{path}[]")
        return missing

    assert unexplained(RULES, "") == unexplained(PROFILES, "") == []


@times(4)
@given(document=mutated(rules_documents))
def test_the_schema_of_rules_takes_what_the_loader_takes(document: Any) -> None:
    accepted, why = verdict(document, "rules")
    assert rules_validator.is_valid(document) == accepted, why


profile_lists = st.lists(profile_documents(), min_size=1, max_size=3).map(
    lambda profiles: {"format": "fracas-profiles 1", "profiles": profiles}
)


@times(4)
@given(document=mutated(profile_lists))
def test_the_schema_of_profiles_takes_what_the_loader_takes(document: Any) -> None:
    accepted, why = verdict(document, "profiles")
    assert profiles_validator.is_valid(document) == accepted, why


@given(document=rules_documents)
def test_what_is_written_fits_the_schema(document: Document) -> None:
    rules_validator.validate(json.loads(fr.Rules(document).to_json()))


@given(document=profile_documents())
def test_what_is_written_of_profiles_fits_the_schema(document: Document) -> None:
    profiles_validator.validate(
        json.loads(_core.write_profiles([fr.Profile.from_dict(document)], "json"))
    )
