"""The command ``fracas table``."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any
from xml.etree import ElementTree as ET

import pytest

import fracas as fr
from fracas.cli import main


@pytest.fixture
def shown(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Any:
    """Give a function that runs the command here and returns what it prints."""
    monkeypatch.setenv("COLUMNS", "100")
    monkeypatch.delenv("FORCE_COLOR", raising=False)

    def show(*arguments: str) -> str:
        assert main(["table", *arguments]) == 0
        captured = capsys.readouterr()
        assert captured.err == ""
        return captured.out

    return show


@pytest.fixture
def refused(capsys: pytest.CaptureFixture[str]) -> Any:
    """Give a function that runs the command, which fails, and returns its complaint."""

    def refuse(*arguments: str) -> str:
        assert main(["table", *arguments]) == 2
        captured = capsys.readouterr()
        assert captured.out == ""
        return captured.err

    return refuse


@pytest.mark.parametrize("name", sorted(fr.tables()))
def test_every_shipped_table_is_shown(shown: Any, name: str) -> None:
    board = fr.tables()[name]
    text = shown(name)
    assert text.startswith(str(board.name))
    assert all(fighter.name in text for fighter in board.fighters)
    assert f"Contacts  {len(board.contacts())}" in text


def test_contacts_and_melees_are_listed(shown: Any) -> None:
    text = shown("ruins")
    assert "0–1, 0–2, 2–3, 4–5" in text
    assert "Melee 0: 0 Minotaur, 1 Veteran, 2 Duellist, 3 Acolyte" in text
    assert "Melee 1: 4 Monk, 5 Acolyte" in text


def test_a_way_tells_its_length_and_what_it_goes_round(shown: Any) -> None:
    text = shown("ruins", "--path", "11", "8")
    length = fr.tables()["ruins"].path(11, 8).length
    assert f"{length:.2f} cm" in text
    assert "round 3 Acolyte" in text
    assert "Way from 11 Champion to (60, 45.5)" in shown("ruins", "--path", "11", "60,45.5")


def test_climbing_is_told_apart(shown: Any) -> None:
    text = shown("crossroads", "--path", "9", "36,53")
    assert "2 cm of it climbing" in text
    assert "over Low wall" in text


def test_no_way_is_an_answer(shown: Any) -> None:
    assert "There is none: goal inside." in shown("crossroads", "--path", "0", "30,60")


def test_moves_give_all_reasons(shown: Any) -> None:
    text = shown("bridge", "--moves", "0")
    assert "not disengaged" in text
    assert "yes, but too far" in shown("crossroads", "--moves", "0")


def test_the_reach_has_an_area(shown: Any) -> None:
    text = shown("crossroads", "--reach", "0", "10")
    assert "Reach of 0 Praetorian guard  10 cm" in text
    assert "cm²" in text


def test_the_json_document_has_it_all(shown: Any) -> None:
    text = shown("ruins", "--path", "11", "8", "--reach", "6", "5", "--moves", "6", "--json")
    document = json.loads(text)
    board = fr.tables()["ruins"]
    assert fr.Table.from_dict(document["table"]) == board
    assert document["contacts"] == [list(pair) for pair in board.contacts()]
    assert document["melees"] == [[0, 1, 2, 3], [4, 5]]
    assert document["path"]["length"] == board.path(11, 8).length
    assert {leg["kind"] for leg in document["path"]["legs"]} <= {"line", "arc"}
    assert document["reach"]["area"] > 0
    assert document["moves"][0]["action"] == "walk"
    without = json.loads(shown("crossroads", "--path", "0", "30,60", "--json"))
    assert without["path"] == {"reachable": False, "why": "goal_inside"}


def test_a_picture_is_drawn(shown: Any, tmp_path: Path) -> None:
    file = tmp_path / "out.svg"
    shown("ruins", "--path", "11", "8", "--reach", "6", "5", "--svg", str(file))
    root = ET.fromstring(file.read_text("utf-8"))  # noqa: S314 - our own
    classes = [element.get("class", "") for element in root.iter()]
    assert sum(name.startswith("base") for name in classes) == len(fr.tables()["ruins"].fighters)
    assert classes.count("way") == 1
    assert classes.count("reach") == 1


def test_a_table_is_read_from_a_file(shown: Any, tmp_path: Path) -> None:
    file = tmp_path / "mine.json"
    fr.tables()["bridge"].save(file)
    assert shown(str(file)) == shown("bridge")


def test_bad_input_is_one_clear_message(refused: Any, tmp_path: Path) -> None:
    assert "bridge, crossroads, ruins" in refused("nowhere")
    assert "a name in .svg" in refused("ruins", "--svg", str(tmp_path / "out.png"))
    assert "a fighter's number" in refused("ruins", "--path", "me", "you")
    assert "from 0 to 11" in refused("ruins", "--moves", "12")
    bad = tmp_path / "bad.toml"
    bad.write_text("width = 10\ndepth = -1\n[[fighters]]\nside = 3\n", "utf-8")
    complaint = refused(str(bad))
    for field in ("depth", "fighters[0].side", "fighters[0].profile", "fighters[0].position"):
        assert f"{bad}: {field}" in complaint
