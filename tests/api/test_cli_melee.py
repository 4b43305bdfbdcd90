"""The command ``fracas melee`` and the files it reads."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any
from xml.etree import ElementTree as ET

import pytest

import fracas as fr
from fracas import _core
from fracas.cli import main


@pytest.fixture
def shown(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Any:
    """Give a function that runs a command here and returns what it prints."""
    monkeypatch.setenv("COLUMNS", "80")
    monkeypatch.delenv("FORCE_COLOR", raising=False)

    def show(*arguments: str) -> str:
        assert main(arguments) == 0
        captured = capsys.readouterr()
        assert captured.err == ""
        return captured.out

    return show


@pytest.fixture
def refused(capsys: pytest.CaptureFixture[str]) -> Any:
    """Give a function that runs a command here that must fail, and returns its complaints."""

    def refuse(*arguments: str) -> list[str]:
        assert main(arguments) == 2
        captured = capsys.readouterr()
        assert captured.out == ""
        assert "Traceback" not in captured.err
        return captured.err.splitlines()

    return refuse


@pytest.fixture
def ford() -> fr.Board:
    return fr.shipped_boards()["ford"]


def document_of(shown: Any, *arguments: str) -> dict[str, Any]:
    document: dict[str, Any] = json.loads(shown("melee", *arguments, "--json"))
    return document


@pytest.mark.rule("C-3")
def test_the_shipped_board_has_two_melees_and_one_fighter_in_none(
    shown: Any, ford: fr.Board
) -> None:
    text = shown("melee", "ford")
    assert "The ford" in text
    assert "In no melee: Robin" in text
    assert "already one combat" in text
    document = document_of(shown, "ford")
    assert document["alone"] == [ford.names.index("Robin")]
    assert [len(melee["contacts"]) for melee in document["melees"]] == [7, 2]
    labels = {fighter["name"]: fighter["melee"] for fighter in document["fighters"]}
    assert (labels["Ysolde"], labels["Hob"], labels["Robin"]) == (0, 1, None)


@pytest.mark.rule("C-4", "C-5", "C-6")
def test_the_best_separations_are_the_librarys(shown: Any, ford: fr.Board) -> None:
    melee = ford.melees()[0]
    document = document_of(shown, "ford", "--k", "3")["melees"][0]
    assert document["separations"] == melee.count() == len(list(melee.separations()))
    assert document["side_0_separates"] == melee.who_separates().exact()
    for side in (0, 1):
        best = document["best"][str(side)]
        listed = sorted(
            (melee.rate(separation, side) for separation in melee.separations()),
            key=lambda rated: -rated.value,
        )
        assert [one["value"] for one in best["separations"]] == pytest.approx(
            [rated.value for rated in listed[:3]]
        )
        assert best["separations"][0]["regret"] == 0
        for one in [*best["separations"], best["best_of_the_other_side"]]:
            assert melee.legal([(star["lone"], star["enemies"]) for star in one["combats"]]) == []
            assert sum(star["value"] for star in one["combats"]) == pytest.approx(one["value"])
            assert one["regret"] == pytest.approx(best["separations"][0]["value"] - one["value"])
        theirs = melee.best(1 - side).separation
        assert best["best_of_the_other_side"]["regret"] == pytest.approx(melee.regret(theirs, side))


def test_one_side_and_one_melee_can_be_asked_for(shown: Any) -> None:
    text = shown("melee", "ford", "--side", "1", "--melee", "0")
    assert "Best for side 1" in text
    assert "Best for side 0" not in text
    assert "Hob against" not in text
    document = document_of(shown, "ford", "--side", "1", "--melee", "1")
    assert [melee["number"] for melee in document["melees"]] == [1]
    assert list(document["melees"][0]["best"]) == ["1"]


def test_the_policy_decides_the_values(shown: Any, ford: fr.Board) -> None:
    melee = ford.melees()[1]
    for policy in ("plain", "all_out_attack", "optimal"):
        document = document_of(shown, "ford", "--melee", "1", "--policy", policy)
        value = document["melees"][0]["best"]["0"]["separations"][0]["value"]
        assert value == melee.best(0, policy).value
    assert "policy all_out_attack" in shown("melee", "ford", "--policy", "all_out_attack")


def test_other_rules_change_the_values(shown: Any, tmp_path: Path) -> None:
    house = tmp_path / "house.toml"
    house.write_text('name = "house"\n[checks]\nreroll_limit = 1\n', "utf-8")
    document = document_of(shown, "ford", "--rules", str(house))
    assert document["rules"] == "house"
    usual = document_of(shown, "ford")
    best = [one["melees"][0]["best"]["0"]["separations"][0] for one in (document, usual)]
    assert best[0]["value"] != best[1]["value"]


def test_it_speaks_french(shown: Any) -> None:
    text = shown("melee", "ford", "--language", "fr")
    assert "Dans aucune mêlée : Robin" in text
    assert "Hob contre" in text


def test_the_picture_is_svg_with_every_fighter(shown: Any, tmp_path: Path, ford: fr.Board) -> None:
    picture = tmp_path / "ford.svg"
    shown("melee", "ford", "--svg", str(picture))
    root = ET.fromstring(picture.read_text("utf-8"))  # noqa: S314 - our own
    assert root.tag == "{http://www.w3.org/2000/svg}svg"
    texts = "".join(root.itertext())
    assert all((name in texts) == (name != "Robin") for name in ford.names)
    alone = tmp_path / "alone.svg"
    shown("melee", "ford", "--melee", "1", "--svg", str(alone))
    texts = "".join(ET.fromstring(alone.read_text("utf-8")).itertext())  # noqa: S314
    assert "Hob" in texts
    assert "Ysolde" not in texts


def test_a_melee_that_is_too_big_gets_a_greedy_separation(
    shown: Any, monkeypatch: pytest.MonkeyPatch, ford: fr.Board
) -> None:
    def refuse(*_: object) -> None:
        raise fr.TooBig([("melee", "a big one", "a smaller one")])

    monkeypatch.setattr(fr.Melee, "best", refuse)
    monkeypatch.setattr(fr.Melee, "count", refuse)
    text = shown("melee", "ford")
    assert "greedy: too big to be worked out" in text
    assert "separations: ?" in text
    best = document_of(shown, "ford")["melees"][0]["best"]["0"]
    assert (best["method"], best["separations"][0]["regret"]) == ("greedy", None)
    assert best["separations"][0]["value"] == ford.melees()[0].greedy(0).value


@pytest.mark.parametrize("columns", [40, 60])
def test_a_narrow_terminal_is_not_overrun(
    shown: Any, monkeypatch: pytest.MonkeyPatch, columns: int
) -> None:
    monkeypatch.setenv("COLUMNS", str(columns))
    text = shown("melee", "ford", "--k", "2")
    assert max(len(line) for line in text.splitlines()) <= columns


def test_a_board_without_a_melee_says_so(shown: Any, tmp_path: Path) -> None:
    lonely = tmp_path / "lonely.toml"
    lonely.write_text('fighters = [{profile = "Brute", side = 1}]\n', "utf-8")
    assert "In no melee: Brute" in shown("melee", str(lonely))
    picture = tmp_path / "lonely.svg"
    shown("melee", str(lonely), "--svg", str(picture))
    ET.fromstring(picture.read_text("utf-8"))  # noqa: S314 - our own


def test_wrong_options_are_refused(refused: Any, tmp_path: Path) -> None:
    (line,) = refused("melee", "frod")
    assert line == "fracas: FILE: 'frod'; allowed: a file in .toml or .json, or one of ford"
    assert "--side: 2; allowed: 0 or 1" in refused("melee", "ford", "--side", "2")[0]
    assert "--k: 0" in refused("melee", "ford", "--k", "0")[0]
    assert "a melee from 0 to 1" in refused("melee", "ford", "--melee", "2")[0]
    assert "nowhere.toml" in refused("melee", str(tmp_path / "nowhere.toml"))[0]
    assert "--svg" in refused("melee", "ford", "--svg", str(tmp_path / "ford.png"))[0]
    assert refused("melee", "ford", "--policy", "bold")
    assert refused("melee", "ford", "--policy", "random")


def test_every_problem_of_a_file_is_told_with_its_place(refused: Any, tmp_path: Path) -> None:
    wrong = tmp_path / "wrong.toml"
    wrong.write_text(
        'contacts = [["Ann", "Ann"], [0, 7]]\n'
        'fighters = [{profile = "Brut", side = 2, name = "Ann"}, {profile = "Beast"}]\n',
        "utf-8",
    )
    lines = refused("melee", str(wrong))
    assert len(lines) == 5
    assert all(line.startswith(f"fracas: {wrong}: ") for line in lines)
    assert any("did you mean Brute?" in line for line in lines)


@pytest.mark.parametrize("ending", ["toml", "json"])
def test_a_board_goes_to_a_file_and_comes_back(tmp_path: Path, ending: str, ford: fr.Board) -> None:
    path = tmp_path / f"ford.{ending}"
    fr.save_board(ford, path)
    assert fr.load_board(path) == ford
    assert fr.load_melees(path).labels.tolist() == ford.melees().labels.tolist()


def test_the_schema_takes_the_shipped_boards(shown: Any, tmp_path: Path, ford: fr.Board) -> None:
    jsonschema = pytest.importorskip("jsonschema")
    schema = json.loads(shown("schema", "melee"))
    path = tmp_path / "ford.json"
    fr.save_board(ford, path)
    jsonschema.Draft202012Validator.check_schema(schema)
    validator = jsonschema.Draft202012Validator(schema)
    validator.validate(json.loads(path.read_text("utf-8")))
    assert not validator.is_valid({"fighters": [{"profile": "Brute", "side": 2}]})
    assert schema == json.loads(_core.melees_schema())


def test_a_profile_of_the_file_goes_before_the_librarys() -> None:
    text = '{"profiles": [{"name": "Brute", "attack": 9}], "fighters": %s}'
    fighters = '[{"profile": "Brute", "side": 0}, {"profile": "Beast", "side": 1}]'
    board = fr.read_board(text % fighters, "json")
    assert board.fighters[0].profile.attack == 9
    assert board.fighters[1].profile == fr.library()["Beast"]


@pytest.mark.rule("C-3")
def test_friends_who_touch_are_in_no_melee() -> None:
    board = fr.read_board(
        'contacts = [[0, 1]]\nfighters = [{profile = "Beast", side = 0}, '
        '{profile = "Brute", side = 0}]'
    )
    assert board.melees().alone == (0, 1)
