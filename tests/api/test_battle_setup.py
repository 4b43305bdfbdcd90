"""Armies, scenarios and the setup of a battle: documents and everything that can be wrong there."""

from __future__ import annotations

import copy
from pathlib import Path
from typing import Any

import pytest
from jsonschema import Draft202012Validator

import fracas as fr

SOUTH = {"zone": {"from": [5, 2], "to": [55, 12]}, "facing": 90}
NORTH = {"zone": {"from": [5, 48], "to": [55, 58]}, "facing": 270}


def plain(*deployment: dict[str, Any]) -> fr.Scenario:
    return fr.Scenario("The plain", fr.Table(60, 60), deployment or (SOUTH, NORTH), turns=2)


def fields_of(error: pytest.ExceptionInfo[fr.FracasError]) -> set[str]:
    return {problem.field for problem in error.value.problems}


@pytest.mark.parametrize("name", sorted(fr.armies()))
def test_shipped_armies_are_worth_about_the_same(name: str) -> None:
    army = fr.armies()[name]
    assert 8 <= len(army) <= 12
    assert 200 <= army.value <= 300


@pytest.mark.rule("T-17")
@pytest.mark.parametrize("name", sorted(fr.scenarios()))
def test_every_shipped_army_fits_every_shipped_scenario(name: str) -> None:
    for red in fr.armies().values():
        for blue in fr.armies().values():
            table = fr.scenarios()[name].deploy(red, blue)
            assert len(table.fighters) == len(red) + len(blue)
            assert [one.profile for one in table.fighters] == [*red.fighters, *blue.fighters]
            assert table.contacts() == []


@pytest.mark.rule("T-5")
def test_a_card_stands_for_all_fighters_of_a_profile() -> None:
    army = fr.Army("Mixed", ["Veteran", ("Militia", 2), "Veteran"])
    assert [card.name for card in army.cards] == ["Veteran", "Militia"]


@pytest.mark.parametrize("ending", ["toml", "json"])
def test_what_is_saved_loads_as_equal(ending: str, tmp_path: Path) -> None:
    own = fr.Profile("Own", attack=9, value=3)
    army = fr.Army("Mixed", [fr.Troop(own, 2, "Courts"), "Brute"], people="Wild", path="Darkness")
    army.save(tmp_path / f"army.{ending}")
    assert fr.load_army(tmp_path / f"army.{ending}") == army
    scenario = plain({**SOUTH, "positions": [[30, 5]]}, NORTH)
    scenario.save(tmp_path / f"scenario.{ending}")
    assert fr.load_scenario(tmp_path / f"scenario.{ending}") == scenario
    assert copy.deepcopy((army, scenario)) == (army, scenario)


def test_the_schemas_take_what_is_shipped() -> None:
    for schema, shipped in (
        (fr.Army.schema(), fr.armies()),
        (fr.Scenario.schema(), fr.scenarios()),
    ):
        Draft202012Validator.check_schema(schema)
        validator = Draft202012Validator(schema)
        for one in shipped.values():
            assert validator.is_valid(one.to_dict())
        assert not validator.is_valid({"name": "Nothing else"})


def test_every_problem_of_an_army_is_told_at_once() -> None:
    with pytest.raises(fr.ArmyError) as error:
        fr.Army.from_dict(
            {
                "people": 3,
                "cards": 7,
                "troops": [{"profile": "Bruet", "count": 0}, {"count": 2}, 5],
            }
        )
    wanted = {"name", "people", "cards", "troops[0].profile", "troops[0].count"}
    assert fields_of(error) == wanted | {"troops[1].profile", "troops[2]"}
    assert "did you mean Brute?" in str(error.value)


def test_an_army_without_fighters_is_refused() -> None:
    with pytest.raises(fr.ArmyError, match="troops: a list of 0"):
        fr.Army("Nobody", [])


def test_too_many_cards_are_refused() -> None:
    troops = [fr.Profile(f"Number {number}") for number in range(40)]
    with pytest.raises(fr.ArmyError, match="at most 32 profiles"):
        fr.Army("Many", troops)


def test_every_problem_of_a_scenario_is_told_at_once() -> None:
    with pytest.raises(fr.ScenarioError) as error:
        fr.Scenario.from_dict(
            {
                "turns": 0,
                "victory": "glory",
                "table": "crossroad",
                "deployment": [{"facing": 90}, {"facing": "north", "zone": {"from": [0, 0]}}],
            }
        )
    wanted = {"name", "turns", "victory", "table", "deployment[0].zone", "deployment[1].facing"}
    assert fields_of(error) == wanted | {"deployment[1].zone.to"}
    assert "did you mean crossroads?" in str(error.value)


@pytest.mark.rule("T-17")
def test_every_problem_of_a_deployment_is_told_at_once() -> None:
    """Off the table, overlapping, and no room: positions first, then what does not fit."""
    off = {**SOUTH, "positions": [[30, 30], [31, 30], [0, 59]]}
    small = {"zone": {"from": [0, 50], "to": [4, 54]}, "facing": 270}
    with pytest.raises(fr.InputError) as error:
        fr.Battle("dawn", "wild", scenario=plain(off, small))
    wanted = {"deployment[0].positions[0]", "deployment[0].positions[2]", "deployment[1].zone"}
    assert fields_of(error) == wanted
    assert "no room for 9 of 10 fighters" in str(error.value)


def test_a_zone_off_the_table_is_refused() -> None:
    with pytest.raises(fr.ScenarioError, match="off the table"):
        plain({"zone": {"from": [5, -2], "to": [55, 12]}, "facing": 90}, NORTH)


def test_a_table_must_hold_the_fighters_of_the_armies() -> None:
    table = plain().deploy(fr.armies()["dawn"], fr.armies()["wild"])
    with pytest.raises(fr.InputError, match=r"table\.fighters: 19 fighters on the table"):
        fr.Battle("dawn", "marches", table=table)
    with pytest.raises(fr.InputError, match=r"table\.fighters\[0\]"):
        fr.Battle(fr.Army("Nine", [("Militia", 9)]), "wild", table=table)


def test_too_many_fighters_are_refused() -> None:
    big = fr.Army("Big", [("Militia", 40)])
    wide = fr.Scenario(
        "Wide",
        fr.Table(200, 200),
        [
            {"zone": {"from": [0, 0], "to": [200, 40]}, "facing": 90},
            {"zone": {"from": [0, 160], "to": [200, 200]}, "facing": 270},
        ],
    )
    with pytest.raises(fr.InputError, match="80 fighters; allowed: at most 60"):
        fr.Battle(big, big, scenario=wide)


@pytest.mark.parametrize(
    ("arguments", "field"),
    [
        ({"scenario": "nowhere"}, "scenario"),
        ({"scenario": 3}, "scenario"),
        ({"table": 3}, "table"),
        ({"turns": 0}, "turns"),
        ({"turns": "six"}, "turns"),
        ({"victory": "glory"}, "victory"),
        ({"seed": -1}, "seed"),
        ({"game": None}, "game"),
    ],
)
def test_a_wrong_argument_is_named(arguments: dict[str, Any], field: str) -> None:
    with pytest.raises(fr.InputError) as error:
        fr.Battle("dawn", "wild", **arguments)
    assert fields_of(error) == {field}


@pytest.mark.parametrize("army", ["nobody", 3, None])
def test_an_unknown_army_is_named(army: Any) -> None:
    with pytest.raises(fr.InputError, match=r"red: .*cloister, dawn, marches, wild"):
        fr.Battle(army, "wild")
    with pytest.raises(fr.InputError, match="blue: "):
        plain().deploy("dawn", army)
