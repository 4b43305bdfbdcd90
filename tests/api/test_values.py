"""Rules, profiles and errors as Python values: equality, hashes, copies, pickles, text forms."""

from __future__ import annotations

import copy
import pickle
from types import MappingProxyType
from typing import Any, get_args

import pytest
from hypothesis import given

import fracas as fr
from fracas import _core, reference
from fracas.types import Location, RollName, Size, Wound, WoundLevel
from strategies import Document, profile_documents, rules_documents


@given(document=profile_documents())
def test_a_profile_survives_every_journey(document: Document) -> None:
    profile = fr.Profile.from_dict(document)
    copies = [
        pickle.loads(pickle.dumps(profile)),  # noqa: S301 - our own bytes
        copy.copy(profile),
        copy.deepcopy(profile),
        eval(repr(profile), {"Profile": fr.Profile}),  # noqa: S307 - our own text
        fr.Profile.from_dict(profile.to_dict()),
        fr.Profile.from_dict(MappingProxyType(document)),
        profile.replace(),
    ]
    for other in copies:
        assert other == profile
        assert hash(other) == hash(profile)
        assert other.to_dict() == profile.to_dict()
    for key, value in document.items():
        found = getattr(profile, key)
        if key == "weapon":
            found = {name: found[name] for name in value}
        assert (list(found) if key == "skills" else found) == value


@given(document=rules_documents)
def test_rules_survive_every_journey(document: Document) -> None:
    rules = fr.Rules(document)
    copies = [
        pickle.loads(pickle.dumps(rules)),  # noqa: S301 - our own bytes
        copy.copy(rules),
        copy.deepcopy(rules),
        fr.Rules(rules.to_dict()),
        fr.Rules(**rules.to_dict()),
        fr.Rules(MappingProxyType(document)),
        fr.Rules().replace(**document),
        rules.replace(),
    ]
    for other in copies:
        assert other == rules
        assert hash(other) == hash(rules)
        assert other.to_dict() == rules.to_dict()


WEAPON = {"strength": 6, "short": 10, "medium": 20.5, "long": 30}


def test_profiles_differ_by_every_field() -> None:
    profile = fr.Profile("x")
    changes: dict[str, Any] = {
        "name": "y", "movement": 9.5, "initiative": 9, "attack": 9, "strength": 9, "defence": 9,
        "resilience": 9, "aim": 9, "weapon": WEAPON, "courage": 9, "fear": 9, "discipline": 9,
        "power": 9, "size": "large", "base": "cavalry", "value": 9, "skills": ["Pariah"],
        "effects": [{"name": "Blood", "deed": "heal"}],
    }  # fmt: skip
    assert set(changes) == {name for name in dir(fr.Profile) if name[0] != "_"} - {
        "from_dict", "to_dict", "replace", "mystic_actions",
    }  # fmt: skip
    others = [profile.replace(**{name: value}) for name, value in changes.items()]
    # Mystic actions come with a skill to pay for them.
    hex_ = {"name": "Hex", "cost": 1, "effect": {"name": "Hex", "deed": "worsen"}}
    mage = profile.replace(skills=["Magician"])
    others += [mage, mage.replace(mystic_actions=[hex_])]
    assert len({profile, *others}) == len(changes) + 3
    assert profile == fr.Profile("x") != "x"
    assert {profile: 1}[fr.Profile("x")] == 1


def test_a_field_set_to_none_is_its_default_again() -> None:
    profile = fr.Profile("x", aim=4, power=3, attack=7, fear=2)
    plain = profile.replace(aim=None, power=None, attack=None, fear=None)
    assert plain == fr.Profile("x")
    assert plain.courage == 3


def test_a_weapon_is_whole_and_a_copy() -> None:
    profile = fr.Profile("x", weapon=WEAPON)
    whole = {**WEAPON, "shots": 1, "assault": False}
    assert profile.weapon == whole
    assert fr.Profile("x", weapon=whole) == profile
    assert fr.Profile.from_dict(profile.to_dict()) == profile
    assert profile.replace(weapon=None) == fr.Profile("x")
    profile.weapon["shots"] = 3
    assert profile.weapon == whole


def test_a_base_follows_the_size_unless_it_is_chosen() -> None:
    small = fr.Profile("x", size="small")
    assert small.replace(size="large").base == "large"
    assert small.replace(size="large", base="cavalry").base == "cavalry"


def test_values_cannot_be_changed() -> None:
    profile: Any = fr.Profile("x")
    rules: Any = fr.Rules()
    with pytest.raises(AttributeError):
        profile.attack = 5
    with pytest.raises(AttributeError):
        profile.colour = "red"
    with pytest.raises(AttributeError):
        rules.name = "mine"
    health: Any = fr.Health()
    with pytest.raises(AttributeError):
        health.level = "light"
    # What is handed out is a copy.
    rules.to_dict()["checks"]["reroll_limit"] = 1
    assert rules == fr.Rules()


def test_a_profile_is_shown_as_the_call_that_makes_it() -> None:
    guard = fr.Profile("Guard", attack=5, skills=["Command/10"])
    assert repr(guard).startswith("Profile('Guard', movement=10, initiative=3, attack=5, ")
    assert repr(guard).endswith("skills=['Command/10'])")
    assert repr(fr.Rules(name="ours")) == '<Rules "ours">'
    assert repr(fr.Dice.seeded("x", 3)) == "Dice.seeded('x', 3)"
    assert repr(fr.Dice.scripted([1, 2])) == "Dice.scripted([1, 2])"


def test_rules_are_replaced_section_by_section() -> None:
    rules = fr.Rules(checks={"reroll_limit": 2}).replace(wounds={"penalties": {"light": -4}})
    document = rules.to_dict()
    assert document["checks"]["reroll_limit"] == 2
    assert document["wounds"]["penalties"] == {
        "stunned": -1, "light": -4, "serious": -2, "critical": -3,
    }  # fmt: skip
    assert rules.name == "default"


@pytest.mark.parametrize(
    "kind", [fr.FracasError, fr.InputError, fr.ProfileError, fr.RulesError, fr.ScriptError]
)
def test_an_error_is_a_value_error_that_can_be_pickled(kind: type[fr.FracasError]) -> None:
    error = kind([("attack", "21", "0 to 20"), ("", "nothing", "a table")])
    assert isinstance(error, ValueError)
    assert str(error) == "attack: 21; allowed: 0 to 20\nnothing; allowed: a table"
    again = pickle.loads(pickle.dumps(error))  # noqa: S301 - our own bytes
    assert type(again) is kind
    assert again.problems == error.problems == copy.deepcopy(error).problems
    assert again.problems[0].field == "attack"


def names_in(call: str, *arguments: Any) -> list[str]:
    """Give the names that the core lists when it is asked for one that it does not know."""
    with pytest.raises(fr.InputError) as caught:
        getattr(_core, call)(*arguments)
    (problem,) = caught.value.problems
    return problem.allowed.removeprefix("one of ").split(", ")


def test_the_enumerations_of_the_types_are_those_of_the_core() -> None:
    rules, dice = fr.Rules(), fr.Dice.seeded(1)
    assert names_in("wounded", rules, "none", 0, "?") == list(get_args(Wound))
    assert names_in("wounded", rules, "?", 0, "none") == list(get_args(WoundLevel))
    assert names_in("check", rules, 0, None, 1, "never", "?", dice) == list(get_args(RollName))
    with pytest.raises(fr.ProfileError) as caught:
        fr.Profile("x", size="?")  # type: ignore[arg-type]
    assert caught.value.problems[0].allowed == "one of " + ", ".join(get_args(Size))
    cells = list(rules.to_dict()["wound_table"]["rows"][-1])
    assert cells == list(get_args(Location))
    policies = names_in("natural_probabilities", rules, "?", 1)
    assert policies == list(reference.checks.POLICIES)
