"""The commands ``fracas battle``, ``fracas replay`` and ``fracas play``."""

from __future__ import annotations

import io
import json
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

import fracas as fr
from fracas.cli import main


@pytest.fixture
def shown(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Any:
    """Give a function that runs a command here and returns what it prints."""
    monkeypatch.setenv("COLUMNS", "100")
    monkeypatch.delenv("FORCE_COLOR", raising=False)

    def show(*arguments: str, typed: str = "") -> str:
        monkeypatch.setattr("sys.stdin", io.StringIO(typed))
        assert main(arguments) == 0
        captured = capsys.readouterr()
        assert captured.err == ""
        return captured.out

    return show


@pytest.fixture
def refused(capsys: pytest.CaptureFixture[str]) -> Any:
    """Give a function that runs a command here that must fail, and returns its complaints."""

    def refuse(*arguments: str) -> str:
        assert main(arguments) == 2
        captured = capsys.readouterr()
        assert captured.out == ""
        assert "Traceback" not in captured.err
        return captured.err

    return refuse


@pytest.fixture
def small(tmp_path: Path) -> tuple[str, str, str]:
    """Give the files of two small armies and of a small scenario."""
    fr.Army("Reds", ["Duellist", ("Militia", 2)]).save(tmp_path / "red.toml")
    fr.Army("Blues", ["Brute", "Spearman"]).save(tmp_path / "blue.json")
    south = {"zone": {"from": [10, 12], "to": [30, 17]}, "facing": 90}
    north = {"zone": {"from": [10, 23], "to": [30, 28]}, "facing": 270}
    plain = fr.Scenario("The plain", fr.Table(40, 40), [south, north], turns=2)
    plain.save(tmp_path / "plain.toml")
    return str(tmp_path / "red.toml"), str(tmp_path / "blue.json"), str(tmp_path / "plain.toml")


def test_a_battle_is_told_and_replayed_in_both_languages(
    shown: Any, small: tuple[str, str, str], tmp_path: Path
) -> None:
    red, blue, plain = small
    record = str(tmp_path / "game.json")
    text = shown("battle", red, blue, "--scenario", plain, "--seed", "5", "--record", record)
    assert text.startswith("Reds against Blues  The plain; seed 5\nTurn 1\n  Strategic phase\n")
    assert "The battle is over; turns: " in text
    assert "Points lost: side 0 " in text
    assert shown("replay", record) == text
    french = shown("replay", record, "--language", "fr")
    assert french.startswith("Reds contre Blues  The plain ; graine 5\nTour 1\n")
    assert len(french.splitlines()) == len(text.splitlines())
    brief = shown("replay", record, "--brief")
    assert len(brief.splitlines()) < 15
    assert text.endswith(brief.split("\n", 1)[1])


def test_a_battle_as_json(shown: Any, small: tuple[str, str, str]) -> None:
    red, blue, plain = small
    options = ("--scenario", plain, "--policies", "random,random", "--json")
    document = json.loads(shown("battle", red, blue, *options))
    assert document["format"] == "fracas-battle-log 1"
    fought = fr.Battle(fr.load_army(red), fr.load_army(blue), scenario=fr.load_scenario(plain))
    outcome = fought.play("random", "random")
    assert document["outcome"]["points"] == list(outcome.points)
    assert len(document["events"]) == len(fought.events)
    assert document["events"][0] == {"event": "TurnBegan", "turn": 1}
    assert document["text"] == fr.narrate(fought.events, fought.names)


def test_a_game_of_the_seed_is_told_with_its_number(
    shown: Any, small: tuple[str, str, str], tmp_path: Path
) -> None:
    red, blue, plain = small
    record = str(tmp_path / "game.json")
    text = shown("battle", red, blue, "--scenario", plain, "--game", "3", "--record", record)
    assert text.startswith("Reds against Blues  The plain; seed 0, game 3\n")
    assert shown("replay", record) == text
    assert fr.load_record(record).game == 3


def test_many_battles_are_fought_and_summed_up(shown: Any, small: tuple[str, str, str]) -> None:
    red, blue, plain = small
    options = ("--scenario", plain, "--policies", "random", "--simulate", "30", "--seed", "4")
    text = shown("battle", red, blue, *options)
    assert shown("battle", red, blue, *options, "--threads", "2") == text
    lines = text.splitlines()
    assert lines[0] == "Reds against Blues  The plain"
    assert lines[1].startswith("30 battles, random against random, seed 4, error 0.0")
    assert lines[3].split() == ["wins", "±", "points", "lost", "±"]
    assert lines[5].startswith("side 0: Reds ")
    assert lines[7].startswith("draws ")
    assert sum(line.startswith(("0  ", "1  ")) for line in lines) == 5
    french = shown("battle", red, blue, *options, "--language", "fr")
    assert "camp 0 : Reds" in french
    document = json.loads(shown("battle", red, blue, *options, "--json"))
    assert document["format"] == "fracas-battle-sample 1"
    fought = fr.Battle(fr.load_army(red), fr.load_army(blue), scenario=fr.load_scenario(plain))
    sample = fr.simulate_battles(fought, 30, "random", 4)
    assert {key: document[key] for key in sample.to_dict()} == sample.to_dict()
    assert sum(document["turns"]) == 30


def test_a_long_run_shows_how_far_it_is_on_a_terminal(
    shown: Any, small: tuple[str, str, str], monkeypatch: pytest.MonkeyPatch
) -> None:
    red, blue, plain = small
    told: list[int] = []

    @contextmanager
    def bar(games: int, long_run: int) -> Iterator[Callable[[int], None]]:
        assert games >= long_run
        yield told.append

    monkeypatch.setattr("fracas.cli.battle.progress_of", bar)
    options = ("--scenario", plain, "--policies", "random", "--simulate", "300")
    assert "300 battles" in shown("battle", red, blue, *options)
    assert told[-1] == 300


@pytest.mark.parametrize("scenario", sorted(fr.scenarios()))
def test_the_shipped_armies_fight_in_the_shipped_scenarios(shown: Any, scenario: str) -> None:
    text = shown("battle", "dawn", "wild", "--scenario", scenario, "--brief")
    assert "Points lost: side 0 " in text


@pytest.mark.parametrize(
    ("arguments", "complaint"),
    [
        (("battle", "nobody", "wild"), "RED: 'nobody'; allowed: a file in .toml or .json"),
        (("battle", "dawn", "none.toml"), "none.toml: No such file"),
        (("battle", "dawn", "wild", "--scenario", "x"), "--scenario: 'x'"),
        (("battle", "dawn", "wild", "--policies", "a,b"), "policies[0]: 'a'"),
        (("battle", "dawn", "wild", "--policies", "random,random,random"), "--policies"),
        (("battle", "dawn", "wild", "--threads", "2"), "--threads: 2; allowed: beside --simulate"),
        (("battle", "dawn", "wild", "--simulate", "9", "--record", "x.json"), "--record"),
        (("battle", "dawn", "wild", "--simulate", "9", "--game", "2"), "--game"),
        (("battle", "dawn", "wild", "--simulate", "0"), "n: 0; allowed: a whole number from 1"),
        (("battle", "dawn", "wild", "--game", "-1"), "game: -1"),
        (("replay", "none.json"), "none.json: No such file"),
        (("play", "dawn"), "BLUE: missing"),
        (("play", "dawn", "wild", "--side", "2"), "--side: 2"),
        (("play", "dawn", "wild", "--resume", "x.json"), "--resume"),
    ],
)
def test_bad_arguments_are_named(refused: Any, arguments: tuple[str, ...], complaint: str) -> None:
    assert complaint in refused(*arguments)


def test_a_spoiled_record_is_refused_with_its_name(
    refused: Any, small: tuple[str, str, str], tmp_path: Path
) -> None:
    red, blue, plain = small
    record = tmp_path / "game.json"
    fr.Battle(fr.load_army(red), fr.load_army(blue), scenario=fr.load_scenario(plain)).save(record)
    text = record.read_text("utf-8")
    record.write_text(text[:100], "utf-8")
    assert f"{record}: no JSON" in refused("replay", str(record))
    record.write_text(text.replace('"turns": 2', '"turns": 3'), "utf-8")
    assert f"{record}: digest: " in refused("replay", str(record))


# A person at the terminal.


def test_a_person_plays_takes_back_saves_and_leaves(
    shown: Any, small: tuple[str, str, str], tmp_path: Path
) -> None:
    red, blue, plain = small
    saved = tmp_path / "saved.json"
    typed = f"u\nnonsense\n9\n1\nu\n0\ns {saved}\ns {tmp_path}/no/where.json\nq\n"
    text = shown("play", red, blue, "--scenario", plain, typed=typed)
    assert text.startswith("You are side 0, Reds.\n")
    assert "Side 0: Which card comes next in the sequence\n   0  Duellist\n   1  Militia" in text
    assert "There is nothing to take back." in text
    assert "nonsense? A number from 0 to 1, u, s FILE or q." in text
    assert "9? A number from 0 to 1" in text
    assert "Taken back." in text
    assert f"Saved: {saved}." in text.replace("\n", "")
    assert "Not saved: " in text
    assert text.endswith("Left at turn 1.\n")
    record = fr.load_record(saved)
    assert record.choices[0] == 0
    again = shown("play", "--resume", str(saved), typed="")
    assert again.endswith("Left at turn 1.\n")


def test_a_person_plays_to_the_end(shown: Any, small: tuple[str, str, str]) -> None:
    red, blue, plain = small
    typed = "0\n" * 2000
    text = shown(
        "play", red, blue, "--scenario", plain, "--side", "1", "--language", "fr", typed=typed
    )
    assert text.startswith("Vous êtes le camp 1, Blues.\n")
    assert "La bataille est finie" in text
    assert "Points perdus : camp 0 " in text


def test_a_combat_that_is_taken_back_keeps_its_names(
    shown: Any, small: tuple[str, str, str]
) -> None:
    """Take back after every choice: what is told is told with the names of the fighters."""
    red, blue, plain = small
    typed = "0\nu\n0\n" * 700
    text = shown("play", red, blue, "--scenario", plain, typed=typed)
    assert "The battle is over" in text
    told = [line for line in text.splitlines() if " attacks " in line]
    assert not any("#" in line.replace("Militia #", "") for line in told)
