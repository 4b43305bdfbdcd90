"""What a result of a combat says, and how it looks: numbers, tables, pictures, logs."""

from __future__ import annotations

import json
from pathlib import Path
from xml.etree import ElementTree as ET

import numpy as np
import pytest

import fracas as fr
from fracas import events
from fracas.glossary import LANGUAGES, glossary
from fracas.results import LEVELS

LIBRARY = fr.library()
GUARD, WARRIOR, CHAMPION = (
    LIBRARY[name] for name in ("Praetorian guard", "Dawn warrior", "Dawn champion")
)
TWO_PASSES = fr.combat(GUARD, [WARRIOR, CHAMPION], splits={0: 3, 1: 2})


@pytest.fixture(scope="module")
def law() -> fr.CombatResult:
    return TWO_PASSES.exact()


def test_the_chances_of_every_statistic_add_up(law: fr.CombatResult) -> None:
    np.testing.assert_allclose(law.levels.sum(axis=1), 1, atol=1e-12)
    assert law.passes.sum() == pytest.approx(1, abs=1e-12)
    for side in law.landed:
        assert side.sum() == pytest.approx(1, abs=1e-12)


def test_at_least_is_a_level_or_all_of_them(law: fr.CombatResult) -> None:
    every = law.at_least()
    assert every.shape == (3, 5)
    for place, level in enumerate(LEVELS):
        np.testing.assert_allclose(every[:, place], law.at_least(level), atol=1e-12)
    np.testing.assert_allclose(every[:, 0], 1, atol=1e-12)
    np.testing.assert_array_equal(every[:, -1], law.killed)
    with pytest.raises(fr.InputError, match="level: 'dead'"):
        law.at_least("dead")  # type: ignore[arg-type]


def test_the_last_pass_is_the_end(law: fr.CombatResult) -> None:
    passes = law.per_pass()
    assert passes.shape == (len(law.passes) - 1, 3, 5)
    np.testing.assert_allclose(passes[-1], law.levels, atol=1e-12)
    np.testing.assert_allclose(passes.sum(axis=2), 1, atol=1e-12)
    assert (np.diff(passes[:, :, -1], axis=0) >= 0).all()
    with pytest.raises(fr.InputError, match="a simulation keeps only the end"):
        TWO_PASSES.simulate(10).per_pass()


def test_points_lost_follow_the_side_of_the_lone_fighter() -> None:
    for lone_side in (0, 1):
        result = fr.combat(GUARD, [WARRIOR, WARRIOR], lone_side=lone_side).exact()
        lost = result.points_lost[lone_side]
        assert lost == pytest.approx(GUARD.value * float(result.killed[0]))
        others = float(result.killed[1:].sum())
        assert result.points_lost[1 - lone_side] == pytest.approx(WARRIOR.value * others)


def test_the_numbers_say_how_they_were_got(law: fr.CombatResult) -> None:
    assert law.how() == "exact, error below 1e-12"
    rolled = TWO_PASSES.simulate(1_000, seed="rain")
    assert rolled.how().startswith("rolled, 1,000 games, seed 'rain', error 0.0")
    assert rolled.counts is not None
    assert rolled.counts.sum() == 1_000
    assert "1 000 parties, graine 'rain'" in rolled.how(language="fr")


def test_a_table_has_a_row_for_each_fighter(law: fr.CombatResult) -> None:
    lines = law.table().splitlines()
    assert len(lines) == 1 + 3 + 2
    assert max(len(line) for line in lines) <= 80
    assert str(law) == law.table()
    assert "indemne" in law.table(language="fr")
    assert "22,16%" in law.table(language="fr")
    with pytest.raises(fr.InputError, match="language: 'de'"):
        law.table(language="de")  # type: ignore[arg-type]


def test_html_is_well_formed_whatever_the_name() -> None:
    odd = fr.Profile("<b>\"A\" & 'B'</b>")
    text = fr.duel(odd, odd)._repr_html_()
    assert "<b>" not in text
    page = ET.fromstring(text)  # noqa: S314 - our own text
    cells = [cell.text for cell in page.iter("td")]
    assert cells[0] == "<b>\"A\" & 'B'</b> #1"
    assert len(cells) == 2 * 6
    assert [child.tag for child in page] == ["caption", "thead", "tbody"]


def test_a_result_is_ready_for_json(law: fr.CombatResult) -> None:
    document = json.loads(json.dumps(law.to_dict()))
    assert [fighter["killed"] for fighter in document["fighters"]] == law.killed.tolist()
    assert document["fighters"][0]["at_least"]["none"] == pytest.approx(1)


@pytest.mark.parametrize("kind", ["levels", "at_least", "per_pass"])
def test_every_picture_can_be_drawn(law: fr.CombatResult, tmp_path: Path, kind: str) -> None:
    mpl = pytest.importorskip("matplotlib")
    mpl.use("agg")
    from matplotlib import pyplot as plt  # noqa: PLC0415 - an extra

    file = tmp_path / "out.png"
    axes = law.plot(kind=kind)  # type: ignore[arg-type]
    legend = axes.get_legend()
    assert legend is not None
    assert len(legend.get_texts()) in {3, 5}
    plt.savefig(file)
    assert file.stat().st_size > 1_000
    plt.close("all")
    with pytest.raises(fr.InputError, match="kind: 'pie'"):
        law.plot(kind="pie")  # type: ignore[arg-type]


def test_a_name_is_no_formula_in_a_picture() -> None:
    mpl = pytest.importorskip("matplotlib")
    mpl.use("agg")
    from matplotlib import pyplot as plt  # noqa: PLC0415 - an extra

    axes = fr.duel(fr.Profile("$x"), fr.Profile("$y$")).plot()
    axes.figure.canvas.draw()
    plt.close("all")


def test_a_game_tells_itself() -> None:
    game = fr.combat(GUARD, WARRIOR).play([3, 6, 2, 1, 1, 1, 6])
    assert str(game).splitlines() == fr.narrate(game.events, ["Praetorian guard", "Dawn warrior"])
    assert "Initiative: Praetorian guard 3 + 3 = 6; Dawn warrior 6→2 is 8, + 3 = 11." in str(game)


def test_a_log_without_names_calls_fighters_by_their_numbers() -> None:
    assert fr.narrate([events.DicePlaced(2, 1, 0)]) == ["#2: 1 die in attack, 0 in defence."]


def test_a_log_tells_skills_sustained_defences_and_failures() -> None:
    failed = fr.CheckResult((fr.Die((1,), 1),), 1, -1, automatic_failure=True, success=None)
    log: list[events.Event] = [
        events.AttackAnnounced(0, 1, 1, sustained=True),
        events.AttackCheck(0, failed),
        events.AttackResolved(0, 1, "automatic_failure"),
        events.DieGained(1, "Ambidextrous", 1, given_up=True),
        events.SkillChosen(1, "Counter-attack"),
        events.DieGained(1, "Counter-attack", 2, given_up=False),
        events.Wounded(1, fr.WoundRoll((2, 5), "arm", -3, "stunned"), fr.Health("light", 2)),
        events.Eliminated(1),
    ]
    assert fr.narrate(log, ["A", "B"]) == [
        "  A attacks B, who sustains the defence.",
        "    Attack: 1 − 2 = −1, an automatic failure.",
        "    B gives up a defence die for 1 die in attack: Ambidextrous.",
        "    B chooses Counter-attack.",
        "    B wins 2 dice in attack: Counter-attack.",
        "    Wound: 2 and 5, arm, result −3: stunned. Now lightly wounded, stunned × 2.",
        "    B is out.",
    ]
    # A part of a log leaves nothing untold.
    assert fr.narrate(log[2:3]) == ["    The attack fails by itself."]


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_game_can_be_told_in_every_language(language: str) -> None:
    names = ("Duellist", "Blade dancer", "Brute", "Giant", "Mage")
    fought = fr.combat(LIBRARY["Giant"], [LIBRARY[name] for name in names], policy="random")
    for game in range(50):
        played = fought.replay(game, "tell")
        lines = fr.narrate(played.events, played.names, language=language)  # type: ignore[arg-type]
        assert len(lines) >= 7
        assert not any("{" in line for line in lines)


def test_the_languages_have_the_same_words_with_the_same_parts() -> None:
    english, french = (glossary(language)._words for language in LANGUAGES)
    assert english.keys() == french.keys()
    for key, text in english.items():
        parts = {part.split("}")[0] for part in text.split("{")[1:]}
        assert parts == {part.split("}")[0] for part in french[key].split("{")[1:]}, key
