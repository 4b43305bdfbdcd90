"""The rules document and the wound table."""

import json
from typing import get_args

from fracas.reference.rules import Base, Rules, WoundTable
from fracas.types import Location, Wound


def test_the_document_has_the_defaults_in_the_order_of_the_format() -> None:
    document = Rules().to_document()
    assert list(document) == [
        "format", "name", "edition", "checks", "wounds", "wound_table", "combat", "contests",
        "movement", "turn", "shooting", "sizes", "bases",
    ]  # fmt: skip
    assert document["checks"] == {
        "reroll_limit": "unlimited",
        "reroll_of_one": "whole_chain",
        "two_automatic_failures": "compare_finals",
        "opposed_tie": "roll_again",
        "several_dice": "best",
        "reroll_knowledge": "open",
    }
    assert list(document["wounds"]) == [
        "locations", "killing_doubles", "penalties", "penalised", "lowest_characteristic",
        "stunned_markers", "addition",
    ]  # fmt: skip
    rows = document["wound_table"]["rows"]
    assert [row.get("up_to") for row in rows] == [-4, -2, 0, 2, 4, 6, 8, 10, 12, 14, None]
    assert "up_to" not in rows[-1]
    assert Rules.from_document(json.loads(json.dumps(document))) == Rules()


def test_every_key_of_a_document_is_optional() -> None:
    rules = Rules.from_document(
        {
            "wounds": {"penalties": {"critical": -5}},
            "sizes": {"large": {"power": 4}},
            "bases": {"cart": {"width": 6.0, "depth": 9.0}},
        }
    )
    assert rules.wounds.penalties.critical == -5
    assert rules.wounds.penalties.serious == -2
    assert (rules.sizes.large.power, rules.sizes.large.adversaries) == (4, 6)
    assert rules.bases["cart"] == Base(6.0, 9.0)
    assert "standard" in rules.bases
    assert Rules.from_document(rules.to_document()) == rules


def test_the_default_table_agrees_with_every_cell_the_sources_fix() -> None:
    table = WoundTable()
    assert table.wound("arm", -1) == "stunned"
    assert table.wound("abdomen", 1) == "light"
    assert table.wound("arm", 5) == "light"
    assert table.wound("thorax", 4) == "serious"
    assert table.wound("head", 1) == "serious"


def test_the_default_table_never_gets_milder() -> None:
    table, order, locations = WoundTable(), get_args(Wound), get_args(Location)
    grid = [
        [order.index(table.wound(location, result)) for location in locations]
        for result in range(-10, 21)
    ]
    assert all(row == sorted(row) for row in grid)
    assert all(list(column) == sorted(column) for column in zip(*grid, strict=True))
