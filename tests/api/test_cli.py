"""The command line: what each command prints, its JSON documents, and how it refuses."""

from __future__ import annotations

import io
import json
import os
import re
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pytest

import fracas as fr
from fracas.cli import main
from fracas.cli.show import percent

PROGRAM = "from fracas.cli import main; exit(main())"
COMMANDS = {
    "check": ["5", "--difficulty", "8"],
    "attack": ["5", "3"],
    "wound": ["8", "7"],
    "duel": ["champion", "brute"],
    "combat": ["praetorian guard", "dawn warrior", "dawn warrior", "--split", "1=2"],
    "advise": ["praetorian guard", "dawn warrior", "dawn warrior"],
    "melee": ["ford"],
    "table": ["crossroads"],
    "profiles": [],
    "rules": [],
    "schema": ["rules"],
    "demo": [],
}


def run(*arguments: str) -> tuple[int, str, str]:
    """Run the command in a process of its own, as a shell does."""
    done = subprocess.run(  # noqa: S603 - our own program
        [sys.executable, "-W", "error", "-c", PROGRAM, *arguments],
        capture_output=True,
        check=False,
        encoding="utf-8",
        env=os.environ | {"PYTHONIOENCODING": "utf-8", "COLUMNS": "80"},
        timeout=60,
    )
    return done.returncode, done.stdout, done.stderr


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


@pytest.mark.parametrize("command", COMMANDS)
def test_every_command_fits_80_columns_and_its_json_is_a_document(shown: Any, command: str) -> None:
    text = shown(command, *COMMANDS[command])
    assert text
    if command != "schema":
        assert max(len(line) for line in text.splitlines()) <= 80
    document = json.loads(shown(command, *COMMANDS[command], "--json"))
    assert isinstance(document, dict)


@pytest.mark.parametrize("command", COMMANDS)
def test_every_command_helps_with_an_example(shown: Any, command: str) -> None:
    text = shown(command, "--help")
    assert f"Example: fracas {command}" in text
    assert "--json" in text
    assert command == "schema" or "--rules" in text


@pytest.mark.parametrize("command", [command for command in COMMANDS if command != "schema"])
@pytest.mark.parametrize("columns", [40, 60])
def test_a_narrow_terminal_is_not_overrun(
    shown: Any, monkeypatch: pytest.MonkeyPatch, command: str, columns: int
) -> None:
    monkeypatch.setenv("COLUMNS", str(columns))
    text = shown(command, *COMMANDS[command])
    assert max(len(line) for line in text.splitlines()) <= columns


def test_the_overview_names_every_command(shown: Any) -> None:
    text = shown("--help")
    assert all(f"  {command} " in text for command in COMMANDS)
    assert shown("--version").strip() == f"fracas {fr.__version__}"


def test_a_check_shows_exact_odds(shown: Any) -> None:
    assert "66.67 %" in shown("check", "5", "--difficulty", "8")
    document = json.loads(shown("check", "5", "--difficulty", "8", "--dice", "2", "--json"))
    assert document["odds"] == [{"difficulty": 8, "success": fr.laws.success(5, 8, dice=2)}]
    assert (document["method"], document["roll"]) == ("exact", None)


def test_a_check_without_a_difficulty_shows_those_in_reach(shown: Any) -> None:
    odds = json.loads(shown("check", "3", "--reroll", "never", "--json"))["odds"]
    assert [row["difficulty"] for row in odds] == list(range(4, 16))
    assert odds[6]["success"] == pytest.approx(0)


def test_a_script_resolves_the_check_die_by_die(shown: Any) -> None:
    assert "6→4 is 10, + 3 = 13" in shown("check", "3", "--script", "6,4")
    text = shown("check", "3", "--difficulty", "13", "--script", "6 1")
    assert "6→1 is 1, + 3 = 4: failure" in text
    roll = json.loads(shown("check", "3", "--script", "6,4", "--json"))["roll"]
    assert (roll["dice"], roll["final"]) == ([{"rolls": [6, 4], "natural": 10}], 13)


def test_the_extra_dice_of_other_rules_are_accounted_for(shown: Any, tmp_path: Path) -> None:
    house = tmp_path / "house.toml"
    house.write_text('[checks]\nseveral_dice = "best_plus_one_per_extra_die"\n', "utf-8")
    text = shown("check", "3", "--dice", "2", "--script", "2,4", "--rules", str(house))
    assert "2 4 is 4, + 3 + 1 for the other dice = 8" in text


def test_a_seed_gives_the_dice_of_the_package(shown: Any) -> None:
    number = json.loads(shown("check", "2", "--seed", "7", "--json"))
    assert number["roll"]["final"] == fr.check(2, source=7).final
    text = json.loads(shown("check", "2", "--seed", "rain", "--json"))
    assert text["roll"]["final"] == fr.check(2, source="rain").final


def test_a_negative_value_is_a_number_not_an_option(shown: Any) -> None:
    assert "A check of −1" in shown("check", "-1", "--difficulty", "-2")
    assert json.loads(shown("attack", "-2", "-3", "--json"))["attack"] == -2


def test_an_opposed_check_shows_both_sides_and_every_round(shown: Any) -> None:
    text = shown("check", "3", "--against", "3", "--script", "4,4,6,1,2", "--reroll", "always")
    assert "a tie, both roll again" in text
    assert text.rstrip().endswith("Side 1 wins.")
    document = json.loads(shown("check", "3", "--against", "4", "--json"))
    assert document["format"] == "fracas-opposed 1"
    assert document["wins"][0] == fr.laws.opposed(3, 4, reroll=("when_needed", "when_needed"))


def test_an_attack_has_a_row_for_each_number_of_defence_dice(shown: Any) -> None:
    odds = json.loads(shown("attack", "5", "3", "--json"))["odds"]
    assert [row["dice"] for row in odds] == [0, 1, 2, 3, 4]
    assert [odds[1][key] for key in ("automatic_failure", "parried", "landed")] == (
        fr.laws.attack(5, 3, dice=1).tolist()
    )
    assert len(json.loads(shown("attack", "5", "3", "--dice", "2", "--json"))["odds"]) == 1


def test_a_wound_has_its_law_and_its_locations(shown: Any) -> None:
    document = json.loads(shown("wound", "8", "7", "--script", "4,5", "--json"))
    assert list(document["odds"].values()) == fr.laws.wound(8, 7).tolist()
    for wound, chance in document["odds"].items():
        parts = [place[wound] for place in document["locations"].values()]
        assert sum(parts) == pytest.approx(chance)
    assert (document["roll"]["location"], document["roll"]["wound"]) == ("thorax", "serious")
    assert "4 and 5: thorax; 5 + 1 = 6: serious" in shown("wound", "8", "7", "--script", "4,5")


def test_the_profiles_of_the_library_print_as_a_file_of_profiles(
    shown: Any, tmp_path: Path
) -> None:
    text = shown("profiles")
    assert all(name in text for name in fr.library())
    copy = tmp_path / "copy.json"
    copy.write_text(shown("profiles", "--json"), "utf-8")
    assert fr.load_profiles(copy) == list(fr.library().values())
    assert shown("profiles", "--file", str(copy), "--json") == copy.read_text("utf-8")


def test_profiles_by_name_stand_side_by_side(shown: Any) -> None:
    text = shown("profiles", "praetorian", "Dawn warrior")
    assert "Praetorian guard" in text
    assert "resilience" in text
    names = [
        profile["name"] for profile in json.loads(shown("profiles", "mage", "--json"))["profiles"]
    ]
    assert names == ["Mage"]


def test_names_are_never_markup_or_commands_to_the_terminal(shown: Any, tmp_path: Path) -> None:
    file = tmp_path / "odd.json"
    fr.save_profiles([fr.Profile("[red]A[/red]"), fr.Profile("é\u202e")], file)
    text = shown("profiles", "--file", str(file))
    assert "[red]A[/red]" in text
    assert "\u202e" not in text


def test_rules_show_clause_value_and_what_is_allowed(shown: Any, tmp_path: Path) -> None:
    text = shown("rules")
    assert "all as in the default" in text
    assert "D-3  reroll_of_one" in text
    assert "[whole_chain, last_die]" in text
    assert "*" not in text
    house = tmp_path / "house.toml"
    house.write_text(
        "name = 'house'\n[checks]\nreroll_limit = 2\n[sizes]\nlarge.power = 3\n", "utf-8"
    )
    text = shown("rules", "--file", str(house))
    assert "Rules “house”  valid, 2 changed from the default" in text
    assert text.count("*") == 2
    assert fr.Rules(json.loads(shown("rules", "--rules", str(house), "--json"))) == (
        fr.load_rules(house)
    )


def test_the_rules_of_a_file_hold_in_every_command(shown: Any, tmp_path: Path) -> None:
    house = tmp_path / "house.json"
    fr.save_rules(fr.Rules(name="house", checks={"reroll_limit": 1}), house)
    for command in ("check", "attack", "wound", "duel", "combat", "demo"):
        document = json.loads(shown(command, *COMMANDS[command], "--rules", str(house), "--json"))
        assert document["rules"] == "house"
    house.write_text('{"sizes": {"medium": {"power": 7}}}', "utf-8")
    assert (
        "7"
        in shown("profiles", "Militia", "--rules", str(house)).split("power")[1].split("value")[0]
    )


def test_the_schemas_are_the_published_ones(shown: Any) -> None:
    assert json.loads(shown("schema", "rules"))["title"] == "Rules of fracas"
    assert json.loads(shown("schema", "profiles", "--json"))["title"] == "Profiles of fracas"


def test_the_demo_shows_each_section(shown: Any) -> None:
    text = shown("demo")
    assert "6→4 is 10, + 3 = 13" in text
    assert "4 and 5: thorax; 5 − 1 = 4: serious" in text
    assert "Praetorian guard   52.86 %" in text
    assert "wins initiative." in text
    assert len(text.splitlines()) < 50
    assert shown("demo") == text
    assert shown("demo", "--seed", "other") != text


def test_a_duel_shows_every_statistic_and_how_it_was_got(shown: Any) -> None:
    text = shown("duel", "champion", "brute")
    law = fr.duel(fr.library()["Champion"], fr.library()["Brute"])
    assert text.startswith("Champion against Brute\nexact, error below 1e-12\n")
    for chance in [*law.levels.flat, *law.at_least()[:, 1:].flat, *law.stunned, *law.landed[0]]:
        assert percent(float(chance)) in text
    document = json.loads(shown("duel", "champion", "brute", "--json"))
    assert document["format"] == "fracas-combat 1"
    assert [fighter["killed"] for fighter in document["fighters"]] == law.killed.tolist()
    assert document["per_pass"] == law.per_pass().tolist()


def test_a_combat_of_several_passes_shows_what_each_leaves(shown: Any) -> None:
    arguments = ["combat", "guard", "warrior", "dawn champion", "--split", "0=3,1=2"]
    text = shown(*arguments)
    assert "After each pass" in text
    assert "Points lost: side 0 5.30 of 49, side 1 4.00 of 93" in text
    assert "After each pass" not in shown("combat", "guard", "warrior", "warrior")
    assert "Après chaque passe" in shown(*arguments, "--language", "fr")


def test_states_are_given_by_the_numbers_of_fighters(shown: Any) -> None:
    states = ["--wounds", "0=light,2=serious", "--stunned", "1", "--stunned", "2=1"]
    states += ["--charged", "0", "--bound", "1", "--routed", "2", "--placement", "0=after"]
    document = json.loads(shown("combat", "guard", "warrior", "warrior", *states, "--json"))
    guard, warrior = (fr.library()[name] for name in ("Praetorian guard", "Dawn warrior"))
    law = fr.combat(
        fr.Fighter(guard, fr.Health("light"), charged=True, placement="after"),
        [
            fr.Fighter(warrior, fr.Health(stunned=1), bound_to_defence=True),
            fr.Fighter(warrior, fr.Health("serious", 1), routed=True),
        ],
    ).exact()
    assert [fighter["killed"] for fighter in document["fighters"]] == law.killed.tolist()


def test_policies_have_names_and_habits(shown: Any) -> None:
    champion, brute = fr.library()["Champion"], fr.library()["Brute"]
    never = fr.Policy("plain", attack_sixes="never", initiative_sixes="never")
    options = ["--policy", "plain:attack_sixes=never,initiative_sixes=never"]
    for more, policy in (
        ([], (never, never)),
        (["--policy1", "all_out_attack"], (never, "all_out_attack")),
    ):
        document = json.loads(shown("duel", "champion", "brute", *options, *more, "--json"))
        law = fr.duel(champion, brute, policy=policy)
        assert document["fighters"][0]["killed"] == float(law.killed[0])


def test_a_simulation_is_the_one_of_the_package(shown: Any) -> None:
    fought = fr.combat(fr.library()["Champion"], fr.library()["Brute"])
    for method in ("rolled", "law"):
        options = ["--simulate", "5000", "--seed", "rain", "--method", method]
        document = json.loads(shown("duel", "champion", "brute", *options, "--json"))
        result = fought.simulate(5000, "rain", method=method)
        assert document["games"] == 5000
        assert document["fighters"][1]["killed"] == float(result.killed[1])
    text = shown("duel", "champion", "brute", "--target-error", "0.005")
    assert "rolled, 65,536 games, seed 0, error 0.00" in text
    assert "rolled" in shown("duel", "champion", "brute", "--simulate", "99", "--policy", "random")


def test_a_game_is_told_die_by_die(shown: Any) -> None:
    game = fr.combat(fr.library()["Champion"], fr.library()["Brute"]).replay(3, 7)
    options = ["--replay", "3", "--seed", "7"]
    text = shown("duel", "champion", "brute", *options)
    assert text.splitlines() == ["Game 3 of the seed 7", *str(game).splitlines()]
    both = shown("duel", "champion", "brute", *options, "--simulate", "10")
    assert "rolled, 10 games" in both
    assert both.endswith(text)
    document = json.loads(shown("duel", "champion", "brute", *options, "--json"))
    assert document["replay"]["dice"] == [list(die) for die in game.dice]
    assert document["replay"]["events"][-1]["event"] == "CombatEnded"
    assert "Passe d’armes 1" in shown("duel", "champion", "brute", *options, "--language", "fr")


def test_advice_shows_splits_regrets_and_habits(shown: Any) -> None:
    text = shown("advise", "praetorian guard", "dawn warrior", "dawn warrior")
    assert "Side 1 (Dawn warrior #1, Dawn warrior #2) is favoured by 1.76 points." in text
    lines = [" ".join(line.split()) for line in text.splitlines()]
    assert "* 3 attack, 0 defence 29.79 % 15.60 % −1.76 0.00" in lines
    assert "2 attack, 1 defence 5.35 % 10.70 % −4.21 2.45" in lines
    assert "plain 2.47 3.14" in lines
    document = json.loads(shown("advise", "guard", "warrior", "warrior", "--json"))
    solution = fr.combat(
        fr.library()["Praetorian guard"], [fr.library()["Dawn warrior"]] * 2
    ).solve()
    assert document["format"] == "fracas-advice 1"
    assert (document["value"], document["favoured"]) == (solution.value, 1)
    assert document["splits"] == solution.splits.tolist()
    assert document["equilibrium"] == {"0": 3, "1": 2, "2": 2}
    assert [advice["fighter"] for advice in document["placing"]] == [1, 2, 0]
    options = document["placing"][2]["options"]
    assert [option["regret"] for option in options][3] == 0
    assert options[3]["points"] == pytest.approx(solution.value)
    assert document["decision"]["kind"] == "place_next"
    assert len(document["habits"]) == 6


def test_advice_knows_what_has_happened(shown: Any, tmp_path: Path) -> None:
    text = shown("advise", "guard", "warrior", "--state", "1,2,d4,d3")
    assert "Praetorian guard wins initiative." in text
    assert "Dawn warrior: how many dice to defend with" in text
    assert "What a habit costs" not in text
    file = tmp_path / "steps.txt"
    file.write_text("1 2\nd4 d3\n", "utf-8")
    assert shown("advise", "guard", "warrior", "--state", f"@{file}") == text
    document = json.loads(shown("advise", "guard", "warrior", "--state", "1,2,d4", "--json"))
    assert document["state"] == ["1", "2", "d4"]
    assert document["decision"] is None
    assert "a die is (initiative)" in shown("advise", "guard", "warrior", "--state", "1,2,d4")
    over = shown("advise", "guard", "warrior", "--state", "0,0,d4,d3", "--language", "fr")
    assert "Le combat est fini." in over


def test_advice_counts_what_is_asked_for(shown: Any) -> None:
    text = shown("advise", "guard", "warrior", "--utility", "kill", "--side", "1")
    assert "The chance of side 1 (Dawn warrior) to kill every enemy: 1.24 %." in text
    text = shown("advise", "guard", "warrior", "--utility", "survive", "--lone-side", "1")
    assert "The chance of side 0 (Dawn warrior) to have somebody left: " in text
    text = shown("advise", "guard", "warrior", "--utility", "light=0.1,serious=0.3")
    assert "is favoured by 1.59 points" in text
    bound = shown("advise", "guard", "warrior", "--bound", "0,1")
    assert "Neither side is favoured." in bound


def test_best_play_is_a_policy_of_a_combat(shown: Any) -> None:
    document = json.loads(shown("duel", "guard", "warrior", "--policy", "optimal", "--json"))
    lost = document["points_lost"]
    assert lost[1] - lost[0] == pytest.approx(2.3143676615971005, abs=1e-9)
    assert document["per_pass"] is None
    text = shown("duel", "guard", "warrior", "--policy1", "optimal", "--simulate", "50")
    assert "rolled, 50 games" in text


def test_fighters_come_from_files_too(shown: Any, tmp_path: Path) -> None:
    one, two = tmp_path / "one.toml", tmp_path / "two.json"
    fr.save_profiles([fr.library()["Brute"]], one)
    fr.save_profiles([fr.library()["Champion"], fr.library()["Militia"]], two)
    plain = shown("duel", "CHAMPION", "brute", "--json")
    assert shown("duel", f"{two}:champion", str(one), "--json") == plain


def test_a_picture_is_drawn_into_a_file(shown: Any, tmp_path: Path) -> None:
    pytest.importorskip("matplotlib")
    file = tmp_path / "out.png"
    shown("duel", "champion", "brute", "--plot", str(file))
    assert file.read_bytes().startswith(b"\x89PNG")
    file.unlink()
    for arguments in (["brute"], ["brute", "beast"], ["brute", "--utility", "kill"]):
        shown("advise", "champion", *arguments, "--plot", str(file))
        assert file.read_bytes().startswith(b"\x89PNG")
    shown(
        "advise",
        "brute",
        "beast",
        "--bound",
        "1",
        "--placement",
        "0=after_initiative",
        "--plot",
        str(file),
    )


def test_a_combat_that_is_too_big_is_refused_in_one_sentence(refused: Any) -> None:
    (line,) = refused("combat", "giant", *["blade dancer"] * 6, "--split", "0=7")
    assert line.startswith("fracas: an exact law of up to ")
    assert line.endswith("is too big; add --simulate 1000000 to play games")


@pytest.mark.skipif(sys.platform == "win32", reason="a signal that Windows lacks")
def test_ctrl_c_says_how_far_a_simulation_got() -> None:
    arguments = ["duel", "champion", "brute", "--simulate", "1000000000000"]
    with subprocess.Popen(  # noqa: S603 - our own program
        [sys.executable, "-c", PROGRAM, *arguments],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    ) as program:
        time.sleep(3)
        program.send_signal(signal.SIGINT)
        out, err = program.communicate(timeout=60)
    assert (program.returncode, out) == (130, "")
    assert re.fullmatch(r"fracas: stopped after \d+ of 1000000000000 games\n", err), err


@pytest.mark.parametrize(
    ("arguments", "parts"),
    [
        (["check", "3", "--script", "7,2,9"], ["dice[0]: 7", "dice[2]: 9"]),
        (["check", "3", "--script", "4,4"], ["dice[1]"]),
        (["check", "3", "--script", "four"], ["--script: 'four'"]),
        (["check", "3", "--script", "4", "--seed", "4"], ["--seed"]),
        (["check", "3", "--dice", "21"], ["dice: 21"]),
        (
            ["check", "3", "--against", "3", "--dice", "2", "--difficulty", "4"],
            ["--diff", "--dice"],
        ),
        (["attack", "3", "3", "--dice", "-1"], ["dice: -1"]),
        (["wound", "3", "99999"], ["resilience: 99999"]),
        (["profiles", "Duelist"], ["did you mean Duellist?"]),
        (["duel", "duelist", "chmpion"], ["mean Duellist?", "mean Champion?"]),
        (["duel", "dawn", "brute"], ["only one of Dawn warrior, Dawn champion"]),
        (["duel", "none.toml:x", "brute"], ["none.toml: No such file"]),
        (["duel", "mage", "brute", "--wounds", "2=light"], ["--wounds: '2=light'"]),
        (["duel", "mage", "brute", "--wounds", "1=dead"], ["--wounds: 'dead'"]),
        (["duel", "mage", "brute", "--stunned", "1=x"], ["--stunned: 'x'"]),
        (["duel", "mage", "brute", "--stunned", "1=9"], ["stunned: 9"]),
        (["duel", "mage", "brute", "--charged", "1=1"], ["--charged: '1'"]),
        (["duel", "mage", "brute", "--split", "0"], ["--split"]),
        (["duel", "mage", "brute", "--split", "0=9"], ["splits[0]: 9"]),
        (["duel", "mage", "brute", "--policy", "bold"], ["--policy name"]),
        (["duel", "mage", "brute", "--policy0", "plain:sixes"], ["--policy0: 'sixes'"]),
        (["duel", "mage", "brute", "--policy", "random"], ["simulate takes any"]),
        (["duel", "mage", "brute", "--simulate", "0"], ["games: 0"]),
        (["duel", "mage", "brute", "--method", "law"], ["--method: law"]),
        (["duel", "mage", "brute", "--exact", "--simulate", "9"], ["--exact"]),
        (["duel", "mage", "brute", "--simulate", "9", "--replay", "9"], ["game: 9"]),
        (["duel", "mage", "brute", "--replay", "9", "--plot", "x.png"], ["--plot"]),
        (["combat", "mage", *["brute"] * 9], ["enem"]),
        (["advise", "mage", "brute", "--state", "7"], ["state[0]: '7'; allowed: one of 0, 1, 2"]),
        (["advise", "mage", "brute", "--state", "x,dy"], ["state[0]: 'x'", "state[1]: 'dy'"]),
        (["advise", "mage", "brute", "--state", "@none.txt"], ["none.txt: No such file"]),
        (["advise", "mage", "brute", "--utility", "kil"], ["did you mean kill?"]),
        (["advise", "mage", "brute", "--utility", "dead=1"], ["weights: 'dead'"]),
        (["advise", "mage", "brute", "--utility", "light=nan"], ["weights.light: nan"]),
        (["advise", "mage", "brute", "--utility", "light=a"], ["--utility: 'light=a'"]),
        (["advise", "mage", "brute", "--side", "2"], ["side: 2"]),
        (["advise", "mage", "brute", "--lone-side", "2"], ["lone_side: 2"]),
        (["advise", "mage", *["brute"] * 7], ["combat: best play of about"]),
        (["duel", "mage", "brute", "--policy1", "optimal"], ["policy: "]),
        (["profiles", "--file", "profiles.txt"], ["a name in .toml or .json"]),
        (["rules", "--file", "there-is-none.toml"], ["there-is-none.toml: No such file"]),
    ],
)
def test_problems_are_a_short_list_on_stderr(
    refused: Any, arguments: list[str], parts: list[str]
) -> None:
    lines = refused(*arguments)
    assert len(lines) == len(parts)
    for line, part in zip(lines, parts, strict=True):
        assert line.startswith("fracas: ")
        assert part in line


def test_every_problem_of_a_file_is_told_with_its_name(refused: Any, tmp_path: Path) -> None:
    wrong = tmp_path / "wrong.toml"
    wrong.write_text("[checks]\nreroll_limt = 2\nopposed_tie = 'no'\n", "utf-8")
    for arguments in (["rules", "--file"], ["check", "3", "--rules"], ["demo", "--rules"]):
        lines = refused(*arguments, str(wrong))
        assert len(lines) == 2
        assert all(line.startswith(f"fracas: {wrong}: checks.") for line in lines)
    wrong.write_text("[[profiles]]\nname = 'x'\nattack = 99\n", "utf-8")
    (line,) = refused("profiles", "--file", str(wrong))
    assert "profiles[0].attack: 99" in line


@pytest.mark.parametrize(
    "arguments",
    [["check"], ["check", "x"], ["check", "3", "--dificulty", "4"], ["schema", "x"], ["y"]],
)
def test_wrong_usage_is_explained_and_exits_with_2(refused: Any, arguments: list[str]) -> None:
    assert any(line.startswith(("Usage:", "Error:")) for line in refused(*arguments))


def test_a_terminal_without_our_letters_still_shows_signs(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    raw = io.BytesIO()
    monkeypatch.setattr("sys.stdout", io.TextIOWrapper(raw, encoding="ascii", write_through=True))
    assert main(["check", "-1", "--difficulty", "9", "--script", "6,1"]) == 0
    text = raw.getvalue().decode("ascii")
    assert "A check of -1" in text
    assert "#" in text
    assert "6>1 is 1, - 1 = 0, an automatic failure: failure" in text


def test_the_program_runs_by_itself_without_warnings() -> None:
    status, out, err = run("check", "5", "--difficulty", "8", "--json")
    assert (status, err) == (0, "")
    assert json.loads(out)["value"] == 5
    status, out, err = run("rules", "--file", "there-is-none.toml")
    assert (status, out) == (2, "")
    assert "Traceback" not in err


@pytest.mark.parametrize("missing", ["typer", "rich"])
def test_without_the_extra_one_sentence_says_how_to_install_it(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], missing: str
) -> None:
    for module in [name for name in sys.modules if name.startswith("fracas.cli.")]:
        monkeypatch.delitem(sys.modules, module)
    monkeypatch.setitem(sys.modules, missing, None)
    assert main(["demo"]) == 2
    captured = capsys.readouterr()
    assert captured.out == ""
    assert captured.err.count("\n") == 1
    assert 'pip install "fracas[cli]"' in captured.err


def test_the_package_alone_imports_neither_typer_nor_rich() -> None:
    program = "import fracas, sys; print([m for m in ('typer', 'rich') if m in sys.modules])"
    done = subprocess.run(  # noqa: S603 - our own program
        [sys.executable, "-c", program], capture_output=True, check=True, text=True, timeout=60
    )
    assert done.stdout.strip() == "[]"


def test_a_picture_of_an_unknown_kind_is_refused(refused: Any) -> None:
    pytest.importorskip("matplotlib")
    [line] = refused("advise", "mage", "brute", "--plot", "x.tune")
    assert "--plot: x.tune" in line
