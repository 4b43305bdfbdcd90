"""Bad input: an error of fracas that names the field and the value, and nothing changed."""

from __future__ import annotations

import math
from collections.abc import Callable
from fractions import Fraction
from typing import Any

import numpy as np
import pytest

import fracas as fr
from fracas.types import RerollView

NOT_WHOLE: list[Any] = [
    math.nan, math.inf, -math.inf, 2.5, 3.0, "3", b"3", None, True, False, [3], {}, 10**30,
    -(10**30), Fraction(3), 3j, object(), np.float64(3), np.array([1, 2]),
]  # fmt: skip


def fields(error: fr.FracasError) -> list[str]:
    return [problem.field for problem in error.problems]


def refused(
    kind: type[fr.FracasError], call: Callable[..., object], *arguments: Any, **named: Any
) -> list[str]:
    """Give the fields that a call complains of; every problem must say all that it has to."""
    with pytest.raises(kind) as caught:
        call(*arguments, **named)
    assert caught.value.problems
    for problem in caught.value.problems:
        assert problem.value
        assert problem.allowed
        assert str(problem) in str(caught.value)
    return fields(caught.value)


@pytest.mark.parametrize("wrong", NOT_WHOLE, ids=repr)
def test_what_is_not_a_whole_number_is_refused_by_name(wrong: Any) -> None:
    dice = fr.Dice.scripted([3, 4])
    health = fr.Health()
    calls: list[tuple[str, Callable[[], object]]] = [
        ("value", lambda: fr.check(wrong, source=dice)),
        ("dice", lambda: fr.check(3, dice=wrong, source=dice)),
        ("values[0]", lambda: fr.opposed((wrong, 3), source=dice)),
        ("values[1]", lambda: fr.opposed((3, wrong), source=dice)),
        ("strength", lambda: fr.wound_roll(wrong, 3, source=dice)),
        ("resilience", lambda: fr.wound_roll(3, wrong, source=dice)),
        ("value", lambda: fr.current("attack", wrong, health)),
        ("stunned", lambda: fr.wounded(fr.Health("light", wrong), "light")),
        ("count", lambda: dice.faces(wrong)),
        ("up_to", lambda: fr.laws.natural(up_to=wrong)),
    ]
    if wrong is not None:
        calls += [
            ("difficulty", lambda: fr.check(3, difficulty=wrong, source=dice)),
            ("game", lambda: fr.Dice.seeded(1, wrong)),
        ]
    for field, call in calls:
        assert refused(fr.InputError, call) == [field]
    # None of them has rolled a die.
    assert dice.record == []
    assert dice.faces(2).tolist() == [3, 4]


@pytest.mark.parametrize(
    ("field", "call"),
    [
        ("value", lambda: fr.check(1001, source=[1])),
        ("value", lambda: fr.check(-1001, source=[1])),
        ("difficulty", lambda: fr.check(0, difficulty=1001, source=[1])),
        ("dice", lambda: fr.check(0, dice=0, source=[1])),
        ("dice", lambda: fr.check(0, dice=-1, source=[1])),
        ("dice", lambda: fr.check(0, dice=21, source=[1])),
        ("seed", lambda: fr.Dice.seeded(-1)),
        ("seed", lambda: fr.Dice.seeded(2**64)),
        ("seed", lambda: fr.Dice.seeded("\ud800")),
        ("game", lambda: fr.Dice.seeded(0, 2**64)),
        ("game", lambda: fr.Dice.seeded(0, -1)),
        ("count", lambda: fr.Dice.seeded(0).faces(-1)),
        ("stunned", lambda: fr.wounded(fr.Health("light", 5), "light")),
        ("stunned", lambda: fr.wounded(fr.Health("light", -1), "light")),
        ("up_to", lambda: fr.laws.natural(up_to=0)),
    ],
)
def test_numbers_out_of_range_are_refused(field: str, call: Callable[[], object]) -> None:
    assert refused(fr.InputError, call) == [field]


# Whatever a type checker forbids must still be refused at run time.
anything: Any = fr


@pytest.mark.parametrize(
    ("field", "guess", "call"),
    [
        ("reroll", "always", lambda: anything.check(0, reroll="alway", source=[1])),
        ("reroll[1]", "never",
         lambda: anything.opposed((0, 0), reroll=("never", "nevr"), source=[1])),
        ("roll", "attack", lambda: anything.check(0, roll="attak", source=[1])),
        ("name", "wound", lambda: anything.Dice.seeded(1).roll("wund")),
        ("level", "light", lambda: anything.wounded(anything.Health("ligt"), "light")),
        ("wound", "serious", lambda: anything.wounded(fr.Health(), "seriuos")),
        ("characteristic", "attack", lambda: anything.current("atack", 1, fr.Health())),
        ("reroll", "when_needed", lambda: anything.laws.success(1, 2, reroll="when_neded")),
        ("attack_reroll", "never", lambda: anything.laws.attack(1, 2, attack_reroll="Never!")),
        ("defence_reroll", "never", lambda: anything.laws.attack(1, 2, defence_reroll="neve")),
    ],
)  # fmt: skip
def test_an_unknown_name_is_refused_with_the_nearest_one(
    field: str, guess: str, call: Callable[[], object]
) -> None:
    with pytest.raises(fr.InputError) as caught:
        call()
    (problem,) = caught.value.problems
    assert problem.field == field
    assert f"did you mean {guess}?" in problem.allowed


@pytest.mark.parametrize("wrong", [(1,), (1, 2, 3), 5, None, "ab", {1, 2}])
def test_two_sides_need_a_pair(wrong: Any) -> None:
    assert refused(fr.InputError, lambda: fr.opposed(wrong, source=[1, 2])) == ["values"]
    assert refused(fr.InputError, fr.opposed, (1, 2), reroll=wrong, source=[1, 2]) == ["reroll"]


def test_a_source_is_dice_a_seed_or_a_list() -> None:
    for wrong in (None, 1.5, -1, True, {1, 2}):
        assert refused(fr.InputError, fr.check, 1, source=wrong) == ["seed"]
    assert fr.check(1, source=np.array([6, 4])).final == 11
    script: Any = [3, 0, 7, "4", 2.0, True, None]
    places = [f"dice[{n}]" for n in range(1, 7)]
    assert refused(fr.ScriptError, lambda: fr.check(1, source=script)) == places
    record: Any = [("attack", 1), ("throw", 2), 3, ("attack", 9)]
    places = ["dice[1]", "dice[2]", "dice[3]"]
    assert refused(fr.ScriptError, lambda: fr.Dice.recorded(record)) == places


def test_a_list_of_faces_must_be_used_up() -> None:
    assert refused(fr.ScriptError, lambda: fr.check(1, source=[3, 3])) == ["dice[1]"]
    assert refused(fr.ScriptError, lambda: fr.check(1, source=[])) == ["dice[0]"]
    assert refused(fr.ScriptError, lambda: fr.wound_roll(1, 1, source=[3])) == ["dice[1]"]


class Refusal(Exception):  # noqa: N818
    pass


def test_a_callback_that_raises_is_heard_and_the_dice_stay_where_they_were() -> None:
    def refuse(_view: RerollView) -> bool:
        raise Refusal

    dice = fr.Dice.scripted([6, 6, 2])
    with pytest.raises(Refusal):
        fr.check(3, dice=2, reroll=refuse, source=dice)
    assert dice.record == [("check", 6), ("check", 6)]
    assert dice.roll("wound") == 2
    dice.finish()


@pytest.mark.parametrize("nonsense", ["yes", 1, 0, None, 1.0, [], RerollView])
def test_a_callback_must_say_true_or_false(nonsense: Any) -> None:
    dice = fr.Dice.scripted([6, 2])
    assert refused(fr.InputError, fr.check, 3, reroll=lambda view: nonsense, source=dice) == [
        "reroll"
    ]
    assert dice.roll() == 2


def test_a_callback_cannot_roll_the_dice_it_is_asked_about() -> None:
    dice = fr.Dice.scripted([6, 2])
    with pytest.raises(RuntimeError):
        fr.check(3, reroll=lambda view: dice.roll() > 3, source=dice)
    assert dice.roll() == 2


def test_a_wrong_callback_signature_is_a_plain_type_error() -> None:
    callback: Any = lambda: True  # noqa: E731
    with pytest.raises(TypeError):
        fr.check(3, reroll=callback, source=[6])


NOT_CHARACTERISTICS: list[Any] = [-1, 21, 2.5, math.nan, math.inf, "3", True, [], 10**30]
BAD_FIELDS: list[tuple[str, Any]] = [
    *((name, value)
      for name in ("initiative", "attack", "strength", "defence", "resilience", "aim",
                   "courage", "fear", "discipline")
      for value in NOT_CHARACTERISTICS),
    *(("movement", value) for value in (-0.1, 50.1, math.nan, math.inf, "10", True)),
    *(("value", value) for value in (-1, 1001, 0.5, "9", False)),
    *(("power", value) for value in (-1, 11, "1")),
    *(("size", value) for value in ("huge", "Medium", "", 2, ["large"])),
    *(("base", value) for value in ("round", 3, {}, {"diameter": 0.4}, {"diameter": math.nan},
                                    {"width": 3}, {"width": 3, "depth": 31},
                                    {"width": 3, "depth": 3, "diameter": 3})),
    *(("weapon", value) for value in ("bow", 6, ["bow"], True)),
]  # fmt: skip


@pytest.mark.parametrize(("name", "value"), BAD_FIELDS)
def test_a_wrong_field_of_a_profile_is_refused_by_name(name: str, value: Any) -> None:
    assert refused(fr.ProfileError, lambda: fr.Profile("x", **{name: value})) == [name]
    sound = fr.Profile("x", attack=4)
    before = sound.to_dict()
    assert refused(fr.ProfileError, lambda: sound.replace(**{name: value})) == [name]
    assert sound.to_dict() == before


BOW = {"strength": 6, "short": 10, "medium": 20, "long": 30}


@pytest.mark.parametrize(
    ("changes", "fields"),
    [
        *(({"strength": value}, ["strength"]) for value in NOT_CHARACTERISTICS),
        *(({"short": value}, ["short"]) for value in (0, -1, 0.05, math.nan, "9", True)),
        *(({"long": value}, ["long"]) for value in (200.5, math.inf, None)),
        *(({"shots": value}, ["shots"]) for value in (0, 11, 1.5, "2", True)),
        *(({"assault": value}, ["assault"]) for value in (0, 1, "no")),
        ({"medium": 9}, ["medium"]),
        ({"long": 19.5}, ["long"]),
        ({"short": 40}, ["medium"]),
        ({"short": 30, "medium": 20, "long": 10}, ["medium", "long"]),
        ({"reach": 3}, ["reach"]),
        ({"strength": 21, "shots": 0, "medium": 0}, ["strength", "medium", "shots"]),
    ],
)  # fmt: skip
def test_a_wrong_weapon_is_refused_by_every_wrong_field(
    changes: dict[str, Any], fields: list[str]
) -> None:
    wrong = [f"weapon.{field}" for field in fields]
    weapon = {**BOW, **changes}
    assert refused(fr.ProfileError, lambda: fr.Profile("x", weapon=weapon)) == wrong


@pytest.mark.parametrize("field", sorted(BOW))
def test_a_weapon_lacks_nothing(field: str) -> None:
    weapon = {key: value for key, value in BOW.items() if key != field}
    assert refused(fr.ProfileError, lambda: fr.Profile("x", weapon=weapon)) == [f"weapon.{field}"]


@pytest.mark.parametrize(
    "skill",
    ["Flying", "ambidextrous", "Ambidextrous/2", "Command", "Command/", "Command/0", "Command/101",
     "Command/+5", "Command/5/5", "Target/2", "Target/+", "Target/+0", "Target/++2", "Alliance",
     "Alliance/", "Alliance/ ", "Alliance/light/dark", "Alliance/" + "x" * 41, "Regeneration/-1",
     "Regeneration/five", "Immortal/\n", "", "/", 3, None, True],
)  # fmt: skip
def test_an_unknown_skill_is_refused_by_its_place(skill: Any) -> None:
    assert refused(fr.ProfileError, fr.Profile, "x", skills=["Pariah", skill]) == ["skills[1]"]


def test_skills_are_a_list_without_repetition() -> None:
    for wrong in ("Pariah", 3, {"Pariah": 1}, ["Pariah", "Pariah"], ["Pariah"] * 31):
        assert refused(fr.ProfileError, fr.Profile, "x", skills=wrong) == ["skills"]


def test_slips_are_guessed() -> None:
    with pytest.raises(fr.ProfileError, match=r"skills\[0\]: .*did you mean Ambidextrous\?"):
        fr.Profile("x", skills=["Ambidextrus"])
    with pytest.raises(fr.ProfileError, match=r"atack: .*did you mean attack\?"):
        fr.Profile("x", atack=3)  # type: ignore[call-arg]
    with pytest.raises(fr.ProfileError, match=r"size: .*did you mean medium\?"):
        fr.Profile("x", size="meduim")  # type: ignore[arg-type]


def test_courage_and_fear_exclude_each_other() -> None:
    assert refused(fr.ProfileError, lambda: fr.Profile("x", courage=3, fear=3)) == ["fear"]
    frightening = fr.Profile("x", courage=3).replace(fear=2)
    assert (frightening.courage, frightening.fear) == (None, 2)


@pytest.mark.parametrize("name", ["", " ", "\t", "a\nb", "x" * 101, "\x00", 3, None, "\ud800"])
def test_a_profile_has_a_name_that_can_be_read(name: Any) -> None:
    assert refused(fr.ProfileError, lambda: fr.Profile(name)) == ["name"]
    with pytest.raises(TypeError):
        fr.Profile("x", name="y")  # type: ignore[call-arg]


def test_a_document_that_never_ends_is_refused() -> None:
    endless: list[Any] = []
    endless.append(endless)
    deep: Any = 1
    for _ in range(100_000):
        deep = [deep]
    for wrong in (endless, deep):
        assert refused(fr.ProfileError, fr.Profile, "x", skills=wrong) == ["skills[0]"]
        assert refused(fr.RulesError, fr.Rules, name=wrong) == ["name"]
    # Taken apart by hand: freeing it all at once would need a deep stack.
    while isinstance(deep, list):
        deep = deep.pop()


def row(up_to: int | None, *cells: str) -> dict[str, Any]:
    wounds = dict(zip(("leg", "arm", "abdomen", "thorax", "head"), cells, strict=True))
    return wounds if up_to is None else {"up_to": up_to, **wounds}


CALM = ("none", "none", "light", "light", "serious")
GRIM = ("light", "light", "light", "serious", "killed")


@pytest.mark.rule("W-4")
@pytest.mark.parametrize(
    ("rows", "places"),
    [
        ([], ["rows"]),
        ([row(0, *CALM)], ["rows[0].up_to"]),
        ([row(None, *CALM), row(None, *GRIM)], ["rows[0].up_to"]),
        ([row(0, *CALM), row(0, *CALM), row(None, *GRIM)], ["rows[1].up_to"]),
        ([row(0, *CALM), row(-1, *CALM), row(None, *GRIM)], ["rows[1].up_to"]),
        ([row(61, *CALM), row(None, *GRIM)], ["rows[0].up_to"]),
        ([row(0, *GRIM), row(None, *CALM)],
         ["rows[1].leg", "rows[1].arm", "rows[1].thorax", "rows[1].head"]),
        ([row(None, *reversed(GRIM))], ["rows[0].arm", "rows[0].abdomen"]),
        ([{**row(None, *CALM), "tail": "none"}], ["rows[0].tail"]),
        ([{"leg": "none"}], [f"rows[0].{at}" for at in ("arm", "abdomen", "thorax", "head")]),
        ([row(None, "none", "none", "lite", "none", "none")], ["rows[0].abdomen"]),
        ([row(0, *CALM), 3], ["rows[1]"]),
    ],
)  # fmt: skip
def test_a_wound_table_with_a_flaw_is_refused_by_its_cell(
    rows: list[Any], places: list[str]
) -> None:
    rules = fr.Rules()
    before = rules.to_dict()
    expected = [f"wound_table.{place}" for place in places]
    assert refused(fr.RulesError, lambda: fr.Rules(wound_table={"rows": rows})) == expected
    assert refused(fr.RulesError, lambda: rules.replace(wound_table={"rows": rows})) == expected
    assert rules.to_dict() == before


@pytest.mark.rule("W-4")
def test_a_table_that_gets_milder_must_say_so() -> None:
    table = {"rows": [row(0, *GRIM), row(None, *CALM)]}
    assert len(refused(fr.RulesError, lambda: fr.Rules(wound_table=table))) == 4
    rules = fr.Rules(wound_table={**table, "monotone": False})
    assert fr.wound_roll(0, 9, source=[5, 6], rules=rules).wound == "killed"
    assert fr.wound_roll(9, 0, source=[5, 6], rules=rules).wound == "serious"


@pytest.mark.parametrize(
    ("document", "places"),
    [
        (3, [""]),
        ([], [""]),
        ("default", [""]),
        ({"format": "fracas-rules 2"}, ["format"]),
        ({"name": ""}, ["name"]),
        ({"cheks": {}}, ["cheks"]),
        ({"checks": 3}, ["checks"]),
        ({"checks": None}, ["checks"]),
        ({"checks": {"reroll_limit": 0}}, ["checks.reroll_limit"]),
        ({"checks": {"reroll_limit": 21}}, ["checks.reroll_limit"]),
        ({"checks": {"reroll_limit": True}}, ["checks.reroll_limit"]),
        ({"checks": {"reroll_limit": "often"}}, ["checks.reroll_limit"]),
        ({"checks": {"opposed_tie": "side_2_wins"}}, ["checks.opposed_tie"]),
        ({"wounds": {"locations": ["leg"] * 5}}, ["wounds.locations"]),
        ({"wounds": {"locations": ["leg"] * 5 + ["foot"]}}, ["wounds.locations[5]"]),
        ({"wounds": {"killing_doubles": [6, 6]}}, ["wounds.killing_doubles"]),
        ({"wounds": {"killing_doubles": [6, 6.0]}}, ["wounds.killing_doubles"]),
        ({"wounds": {"killing_doubles": [0]}}, ["wounds.killing_doubles[0]"]),
        ({"wounds": {"penalties": {"light": 1}}}, ["wounds.penalties.light"]),
        ({"wounds": {"penalties": {"light": -11}}}, ["wounds.penalties.light"]),
        ({"wounds": {"penalties": {"killed": -4}}}, ["wounds.penalties.killed"]),
        ({"wounds": {"penalised": ["speed"]}}, ["wounds.penalised[0]"]),
        ({"wounds": {"lowest_characteristic": -21}}, ["wounds.lowest_characteristic"]),
        ({"wounds": {"stunned_markers": 0}}, ["wounds.stunned_markers"]),
        ({"wounds": {"addition": "sum"}}, ["wounds.addition"]),
        ({"sizes": {"huge": {}}}, ["sizes.huge"]),
        ({"sizes": {"large": {"power": -1}}}, ["sizes.large.power"]),
        ({"bases": {"large": {"width": math.nan}}}, ["bases.large.width"]),
        ({"bases": {"large": {"width": 0.4}}}, ["bases.large.width"]),
        (
            {"checks": {"reroll_limit": 0}, "wounds": {"stunned_markers": 9}, "size": {}},
            ["checks.reroll_limit", "wounds.stunned_markers", "size"],
        ),
    ],
)
def test_wrong_rules_are_refused_by_their_place(document: Any, places: list[str]) -> None:
    assert refused(fr.RulesError, lambda: fr.Rules(document)) == places


def test_an_unknown_option_comes_with_the_nearest_name() -> None:
    with pytest.raises(fr.RulesError, match=r"checks\.reroll_limt: .*did you mean reroll_limit\?"):
        fr.Rules(checks={"reroll_limt": 1})
    with pytest.raises(fr.RulesError, match=r"opposed_tie: .*did you mean side_0_wins\?"):
        fr.Rules(checks={"opposed_tie": "side_O_wins"})
