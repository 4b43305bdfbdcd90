"""Places in contact, ways there and looks that were once in doubt: both find the same."""

from __future__ import annotations

import cmath
import json
import math

import pytest

from fracas.reference.assaults import Stance, assault, measured_path, nearest_stance
from golden_rows import Row, each_row
from table_rows import TableSpec, core_table, reference_table

RULES = {"movement": {"engage_a_seen_target": True}}


def spec_of(row: Row) -> TableSpec:
    size = float(row["size"])
    scenery = json.loads(row.cells.get("scenery", "[]"))
    return TableSpec(json.loads(row["fighters"]), scenery, RULES, size, size)


def is_there(row: Row, x: float, y: float, facing: float, distance: float) -> None:
    wanted = [float(word) for word in row["to"].split()]
    assert (x, y) == pytest.approx(wanted[:2], abs=1e-6)
    assert math.remainder(facing - wanted[2], 360) == pytest.approx(0, abs=1e-4)
    assert distance == pytest.approx(float(row["distance"]), abs=1e-6)


@pytest.mark.rule("M-2", "M-12")
@each_row("stances.txt")
def test_where_the_reference_puts_an_assailant(row: Row) -> None:
    table = reference_table(spec_of(row))
    stance = nearest_stance(table, int(row["fighter"]), int(row["target"]))
    assert isinstance(stance, Stance)
    centre, facing = stance.base.centre, math.degrees(cmath.phase(stance.base.facing))
    is_there(row, centre.real, centre.imag, facing, stance.path.length)


@pytest.mark.rule("M-2", "M-12")
@each_row("stances.txt")
def test_where_the_core_puts_an_assailant(row: Row) -> None:
    fighter = int(row["fighter"])
    moved = core_table(spec_of(row)).engage(fighter, int(row["target"]))
    assert moved.reached
    assert moved.path is not None
    placed = moved.table.fighters[fighter]
    is_there(row, *placed.position, placed.facing, moved.path.length)


@pytest.mark.rule("M-2", "M-3")
@each_row("ways.txt")
def test_how_far_it_is_to_a_base(row: Row) -> None:
    fighter, target = int(row["fighter"]), int(row["target"])
    wanted = [float(word) for word in (*row["to"].split(), row["distance"])]
    path = measured_path(reference_table(spec_of(row)), fighter, target)
    assert path is not None
    end = path.legs[-1].end
    assert [end.real, end.imag, path.length] == pytest.approx(wanted, abs=1e-9)
    found = core_table(spec_of(row)).path(fighter, target)
    assert found.end is not None
    assert [*found.end, found.length] == pytest.approx(wanted, abs=1e-9)


@pytest.mark.rule("M-14")
@each_row("pairs.txt")
def test_two_targets_that_cannot_be_touched_together(row: Row) -> None:
    fighter, targets = int(row["fighter"]), row.ints("targets")
    for order in (targets, targets[::-1]):
        found = assault(reference_table(spec_of(row)), fighter, "engage", order)
        assert found == [row["reason"]]
        assert list(core_table(spec_of(row)).can(fighter, "engage", order)) == [row["reason"]]


@pytest.mark.rule("M-10")
@each_row("sights.txt")
def test_how_much_is_seen_past_a_corner(row: Row) -> None:
    looker, target = int(row["looker"]), int(row["target"])
    tables = core_table(spec_of(row)), reference_table(spec_of(row))
    for sight in (table.sees(looker, target) for table in tables):
        assert sight.fraction == pytest.approx(float(row["seen"]), abs=1e-6)
        assert sight.visible == (float(row["seen"]) > 0)
