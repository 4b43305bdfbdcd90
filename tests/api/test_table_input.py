"""Bad tables and bad moves: every problem at once, named by its place, and nothing changed."""

from __future__ import annotations

import json
import math
import pickle
from pathlib import Path
from typing import Any

import jsonschema
import pytest

import fracas as fr

GUARD = {"profile": "Praetorian guard", "side": 0, "position": [10, 10], "facing": 90}


def document(**changes: Any) -> dict[str, Any]:
    return {"width": 60, "depth": 40, "fighters": [GUARD], **changes}


def fields(**changes: Any) -> list[str]:
    """Give the fields of all problems of a table."""
    with pytest.raises(fr.TableError) as caught:
        fr.Table.from_dict(document(**changes))
    return [problem.field for problem in caught.value.problems]


def guard(**changes: Any) -> dict[str, Any]:
    return {**GUARD, **changes}


def piece(**changes: Any) -> dict[str, Any]:
    square = [[20, 20], [30, 20], [30, 30], [20, 30]]
    return {"polygon": square, "passage": "impassable", "size": "large", **changes}


@pytest.mark.parametrize(
    ("changes", "expected"),
    [
        ({"width": math.nan}, ["width"]),
        ({"width": math.inf}, ["width"]),
        ({"width": 0}, ["width"]),
        ({"depth": "wide"}, ["depth"]),
        ({"tolerance": 0}, ["tolerance"]),
        ({"tolerance": 0.2}, ["tolerance"]),
        ({"name": ""}, ["name"]),
        ({"colour": "green"}, ["colour"]),
        ({"format": 2}, ["format"]),
        ({"fighters": [guard(position=[math.nan, 10])]}, ["fighters[0].position[0]"]),
        ({"fighters": [guard(position=[10, math.inf])]}, ["fighters[0].position[1]"]),
        ({"fighters": [guard(position=[10])]}, ["fighters[0].position"]),
        ({"fighters": [guard(position=[0, 0])]}, ["fighters[0].position"]),
        ({"fighters": [guard(position=[500, 10])]}, ["fighters[0].position"]),
        ({"fighters": [guard(facing="north")]}, ["fighters[0].facing"]),
        ({"fighters": [guard(facing=math.nan)]}, ["fighters[0].facing"]),
        ({"fighters": [guard(facing=None)]}, ["fighters[0].facing"]),
        ({"fighters": [guard(side=2)]}, ["fighters[0].side"]),
        ({"fighters": [guard(side=True)]}, ["fighters[0].side"]),
        ({"fighters": [guard(walked="yes")]}, ["fighters[0].walked"]),
        ({"fighters": [guard(profile="Nobody")]}, ["fighters[0].profile"]),
        ({"fighters": [guard(health={"level": "dead"})]}, ["fighters[0].health.level"]),
        ({"fighters": [guard(health={"stunned": 3})]}, ["fighters[0].health.stunned"]),
        (
            {"fighters": [guard(profile={"name": "x", "base": {"diameter": 0}})]},
            ["fighters[0].profile.base"],
        ),
        (
            {"fighters": [guard(profile={"name": "x", "courage": 1, "fear": 1})]},
            ["fighters[0].profile.fear"],
        ),
        ({"fighters": [GUARD, guard(position=[12, 10])]}, ["fighters[0].position"]),
        ({"fighters": [GUARD], "scenery": [piece(polygon=[[5, 5], [15, 5], [9, 15]])]},
         ["fighters[0].position"]),
        ({"scenery": [piece(polygon=[[0, 0], [1, 0]])]}, ["scenery[0].polygon"]),
        ({"scenery": [piece(polygon=[[20, 20], [30, 20], [22, 22], [20, 30]])]},
         ["scenery[0].polygon"]),
        ({"scenery": [piece(polygon=[[20, 20], [30, 30], [30, 20], [20, 30]])]},
         ["scenery[0].polygon"]),
        ({"scenery": [piece(polygon=[[20, 20], [25, 20], [30, 20]])]}, ["scenery[0].polygon"]),
        ({"scenery": [piece(polygon=[[20, 20], [math.nan, 20], [30, 30]])]},
         ["scenery[0].polygon[1][0]"]),
        ({"scenery": [piece(disc={"centre": [20, 20], "radius": 3})]}, ["scenery[0].polygon"]),
        ({"scenery": [{"passage": "impassable", "size": "small"}]}, ["scenery[0].polygon"]),
        ({"scenery": [piece(passage="crossable")]}, ["scenery[0].height"]),
        ({"scenery": [piece(size="huge")]}, ["scenery[0].size"]),
        ({"scenery": [piece(height=-1)]}, ["scenery[0].height"]),
        ({"scenery": [piece(passage="flyable")]}, ["scenery[0].passage"]),
    ],
)  # fmt: skip
def test_a_bad_table_is_refused_where_it_is_bad(
    changes: dict[str, Any], expected: list[str]
) -> None:
    assert fields(**changes) == expected


def test_all_problems_come_at_once() -> None:
    bad = {
        "tolerance": 5,
        "scenery": [piece(size="huge"), piece(polygon=[[0, 0], [1, 1], [2, 2]])],
        "fighters": [guard(facing="up"), guard(position=[-3, 5]), guard(profile="Nobody")],
    }
    assert sorted(fields(**bad)) == sorted(
        [
            "tolerance",
            "scenery[0].size",
            "scenery[1].polygon",
            "fighters[0].facing",
            "fighters[1].position",
            "fighters[2].profile",
        ]
    )


def test_a_polygon_is_told_which_corner_is_wrong() -> None:
    with pytest.raises(fr.TableError, match="at corner 2 it turns inwards"):
        fr.Table(50, 50, scenery=[fr.Scenery(((0, 0), (10, 0), (2, 2), (0, 10)))])


def test_bases_that_touch_are_no_overlap() -> None:
    board = fr.Table.from_dict(document(fighters=[GUARD, guard(position=[12.5, 10], side=1)]))
    assert board.contacts() == [(0, 1)]
    near = guard(position=[12.50009, 10], side=1)
    assert fr.Table.from_dict(document(fighters=[GUARD, near])).contacts() == [(0, 1)]
    apart = guard(position=[12.5002, 10], side=1)
    assert fr.Table.from_dict(document(fighters=[GUARD, apart])).contacts() == []


def test_a_killed_fighter_takes_no_room() -> None:
    dead = guard(health={"level": "killed"})
    board = fr.Table.from_dict(document(fighters=[GUARD, dead]))
    assert board.contacts() == []
    assert board.can(1, "walk") == ["eliminated"]
    assert board.can(0, "charge", 1) == ["not_an_enemy"]
    board.melees()
    assert "gone" in board.to_svg()


@pytest.mark.parametrize("kind", ["toml", "json"])
def test_a_table_comes_back_from_a_file_as_it_was(tmp_path: Path, kind: str) -> None:
    for name, board in fr.tables().items():
        file = tmp_path / f"{name}.{kind}"
        moved = board.replace(0, walked=True, health=fr.Health("light", 1))
        moved.save(file)
        assert fr.Table.load(file) == moved
        assert fr.Table.from_dict(moved.to_dict()) == moved
        assert pickle.loads(pickle.dumps(moved)) == moved  # noqa: S301 - our own
        assert hash(fr.Table.load(file)) == hash(moved)
        assert moved != board


@pytest.mark.parametrize("facing", [0, 33.3, -45.5, 123.456789, 359.99999, 360, -360, 1 / 3])
def test_a_facing_comes_back_to_the_last_digit(facing: float) -> None:
    board = fr.Table(50, 50, [fr.Placed("Militia", 0, (20.1, 1 / 3 + 5), facing)])
    assert board.fighters[0].facing == facing
    assert board.fighters[0].position == (20.1, 1 / 3 + 5)
    assert fr.Table.loads(json.dumps(board.to_dict()), "json") == board


def test_profiles_of_one_name_that_differ_survive() -> None:
    pair = [fr.Profile("Twin", attack=1), fr.Profile("Twin", attack=2)]
    placed = [fr.Placed(one, 0, (10 + 10 * n, 10)) for n, one in enumerate(pair)]
    board = fr.Table(50, 50, placed)
    again = fr.Table.from_dict(board.to_dict())
    assert [one.profile for one in again.fighters] == pair
    assert again == board


def test_shipped_tables_fit_the_published_schema() -> None:
    schema = fr.Table.schema()
    jsonschema.Draft202012Validator.check_schema(schema)
    for board in fr.tables().values():
        jsonschema.validate(json.loads(json.dumps(board.to_dict())), schema)


@pytest.mark.parametrize(
    ("call", "field"),
    [
        (lambda board: board.path(99, 0), "a"),
        (lambda board: board.path(0, -1), "b"),
        (lambda board: board.path(0, (math.nan, 1)), "b.x"),
        (lambda board: board.path(0, "there"), "b"),
        (lambda board: board.path(0, (1, 2, 3)), "b"),
        (lambda board: board.path(bool(1), (1, 2)), "a"),
        (lambda board: board.reach(0, math.nan), "distance"),
        (lambda board: board.reach(0, -1), "distance"),
        (lambda board: board.sees(0, 99), "b"),
        (lambda board: board.can(0, "fly"), "action"),
        (lambda board: board.can("0", "walk"), "fighter"),
        (lambda board: board.can(0, "walk", to=(1, "x")), "to.y"),
        (lambda board: board.can(0, "walk", to=(1, 1), facing=math.inf), "facing"),
        (lambda board: board.walk(0, (5, 5), facing="north"), "facing"),
        (lambda board: board.charge(0, [6, 99]), "target[1]"),
        (lambda board: board.charge(0, 6, pivot=[7]), "pivot"),
        (lambda board: board.charge(0, 6, at=math.nan), "at"),
        (lambda board: board.disengage(0, "luck", [1]), "how"),
        (lambda board: board.disengage(99, "agility", [1]), "fighter"),
        (lambda board: board.replace(77, walked=True), "fighter"),
        (lambda board: fr.penalised([1, 1], {0: [2]}), "charges"),
        (lambda board: fr.penalised([1, -1], {0: [1]}), "powers[1]"),
        (lambda board: fr.Base((0, 0), 0, diameter=0), "diameter"),
        (lambda board: fr.Base((0, 0), 0, width=2), "diameter"),
        (lambda board: fr.Base((0, math.nan), 0, diameter=2), "position.y"),
        (lambda board: fr.Base((0, 0), math.nan, diameter=2), "facing"),
    ],
)
def test_a_bad_argument_is_named(call: Any, field: str) -> None:
    with pytest.raises(fr.InputError) as caught:
        call(fr.tables()["crossroads"])
    assert [problem.field for problem in caught.value.problems] == [field]


def test_an_illegal_move_tells_every_reason_and_changes_nothing() -> None:
    board = fr.tables()["bridge"]
    before = board.to_dict()
    with pytest.raises(fr.IllegalMove) as caught:
        board.run(0, (200, 200))
    assert caught.value.reasons == ("in_contact", "no_way", "off_table")
    assert all("M-" in problem.allowed or "table" in problem.allowed for problem in
               caught.value.problems)  # fmt: skip
    assert pickle.loads(pickle.dumps(caught.value)).reasons == caught.value.reasons  # noqa: S301
    assert board.to_dict() == before


def test_without_fighters_no_number_is_one() -> None:
    board = fr.Table(30, 30)
    assert board.contacts() == []
    assert board.path((1, 1), (4, 5)).length == pytest.approx(5)
    with pytest.raises(fr.InputError, match="there is none on this table"):
        board.legal_moves(0)


def test_ten_thousand_obstacles_still_give_an_answer() -> None:
    discs = [
        fr.Scenery(disc=((3.0 * column + 2, 3.0 * row + 2), 0.4), size="small", hides=False)
        for column in range(100)
        for row in range(100)
    ]
    fighter = fr.Placed("Beast", 0, (1, 0.5 + 3.0 * 50), 0)
    enemy = fr.Placed("Militia", 1, (300, 154), 180)
    small = {"base": {"diameter": 1}, "movement": 50}
    fighters = [
        fr.Placed(fr.library()["Beast"].replace(**small), 0, fighter.position, 0),
        fr.Placed(fr.library()["Militia"].replace(**small), 1, enemy.position, 180),
    ]
    board = fr.Table(305, 305, fighters, discs)
    path = board.path(0, 1)
    assert path
    assert 297 < path.length < 305
    assert board.sees(0, 1).visible in {True, False}
    assert board.charge(0, 1).reached is False


def test_a_start_or_goal_inside_something_is_a_result() -> None:
    board = fr.tables()["crossroads"]
    assert board.path((30, 60), (1, 1)).why == "start_inside"
    assert board.path((1, 1), (30, 60)).why == "goal_inside"
    assert board.path((1, 1), (500, 60)).why == "goal_off_table"
    assert not board.path(0, (30, 60))
    assert board.path(0, (30, 60)).length == math.inf


def test_a_name_in_a_picture_is_text() -> None:
    placed = fr.Placed(fr.Profile('<b>&"Bob"'), 0, (10, 10))
    svg = fr.Table(20, 20, [placed], name="<script>").to_svg()
    assert "<script>" not in svg
    assert "&lt;b&gt;" in svg
