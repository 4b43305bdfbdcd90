"""Wound rolls, health and sizes on the golden rows, by the core and by the reference."""

from __future__ import annotations

from typing import cast, get_args

import pytest

import fracas as fr
from both import BOTH, Implementation, each_implementation, rules_of
from fracas.types import Health, Location, Size, Wound, WoundLevel
from golden_rows import Row, each_row


@pytest.mark.rule("W-1", "W-2", "W-3", "W-4")
@each_implementation
@each_row("wound_rolls.txt")
def test_two_dice_make_a_wound(row: Row, implementation: Implementation) -> None:
    source = implementation.scripted(row.ints("dice"))
    roll = implementation.wound_roll(
        int(row["strength"]),
        int(row["resilience"]),
        source=source,
        rules=rules_of(implementation, row),
    )
    source.finish()
    assert roll.dice == tuple(row.ints("dice")), row.where
    found = (roll.location, str(roll.result), roll.wound)
    assert found == (row["location"], row["result"], row["wound"]), row.where
    assert [*source.record] == [("wound", die) for die in row.ints("dice")], row.where


@pytest.mark.rule("W-4")
@each_implementation
@each_row("wound_table.txt")
def test_the_default_table_has_these_cells(row: Row, implementation: Implementation) -> None:
    rules = implementation.rules({"wounds": {"killing_doubles": []}})
    result = int(row["result"])
    for lower, location in enumerate(get_args(Location), start=1):
        # A die of the location's number and a six give the result at this strength.
        source = implementation.scripted([lower, 6])
        roll = implementation.wound_roll(result - 6, 0, source=source, rules=rules)
        assert (roll.location, roll.wound) == (location, row[location]), row.where


@pytest.mark.rule("W-6", "W-7")
@each_implementation
@each_row("health.txt")
def test_one_more_wound(row: Row, implementation: Implementation) -> None:
    before = Health(cast("WoundLevel", row["level"]), int(row["stunned"]))
    rules = rules_of(implementation, row)
    after = implementation.wounded(before, cast("Wound", row["wound"]), rules)
    assert (after.level, str(after.stunned)) == (row["level_after"], row["stunned_after"]), (
        row.where
    )


@pytest.mark.rule("W-5", "W-6")
@each_implementation
@each_row("current.txt")
def test_being_hurt_lowers_a_characteristic(row: Row, implementation: Implementation) -> None:
    health = Health(cast("WoundLevel", row["level"]), int(row["stunned"]))
    rules = rules_of(implementation, row)
    current = implementation.current(row["characteristic"], int(row["value"]), health, rules)
    assert current == int(row["current"]), row.where


@pytest.mark.rule("W-8")
@each_row("sizes.txt")
def test_a_size_has_its_power_its_room_and_its_base(row: Row) -> None:
    size = cast("Size", row["size"])
    for implementation in BOTH:
        rules = implementation.rules({})
        document = rules.to_dict() if isinstance(rules, fr.Rules) else rules.to_document()
        expected = {"power": int(row["power"]), "adversaries": int(row["adversaries"])}
        assert document["sizes"][size] == expected, row.where
        edges = {"width": float(row["width"]), "depth": float(row["depth"])}
        assert document["bases"][row["base"]] == edges, row.where
    assert fr.Profile("x", size=size).base == row["base"], row.where


@pytest.mark.rule("W-8")
def test_a_cavalry_base_has_edges_of_its_own_and_fixes_no_size() -> None:
    rider = fr.Profile("x", base="cavalry", size="large")
    assert (rider.base, rider.size) == ("cavalry", "large")
    assert fr.Rules().to_dict()["bases"]["cavalry"] == {"width": 2.5, "depth": 5.0}
    assert fr.Profile("x", base={"diameter": 4}).base == {"diameter": 4}
