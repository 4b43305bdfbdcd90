"""Wound rolls and health."""

from typing import Any

import pytest

from fracas.errors import InputError
from fracas.reference import Rules, Scripted, current, wound_roll, wounded
from fracas.types import Health


def rules(**wounds: Any) -> Rules:
    return Rules.from_document({"wounds": wounds})


# The wound rolls of the worked combat: dice, strength, resilience, location, result, wound.
WORKED = [
    ((2, 3), 7, 11, "arm", -1, "stunned"),
    ((3, 5), 7, 11, "abdomen", 1, "light"),
    ((2, 6), 6, 7, "arm", 5, "light"),
    ((4, 5), 6, 7, "thorax", 4, "serious"),
    ((6, 6), 6, 11, "head", 1, "killed"),
]


@pytest.mark.parametrize(("dice", "strength", "resilience", "location", "result", "wound"), WORKED)
def test_the_worked_combat_wounds_as_told(
    dice: Any, strength: Any, resilience: Any, location: Any, result: Any, wound: Any
) -> None:
    source = Scripted(dice)
    roll = wound_roll(strength, resilience, source=source, rules=Rules())
    source.finish()
    assert source.record == [("wound", dice[0]), ("wound", dice[1])]
    assert (roll.dice, roll.location, roll.result, roll.wound) == (dice, location, result, wound)


def test_only_the_listed_doubles_kill() -> None:
    assert wound_roll(0, 50, source=Scripted([5, 5]), rules=Rules()).wound == "stunned"
    other = rules(killing_doubles=[1, 5])
    assert wound_roll(0, 50, source=Scripted([5, 5]), rules=other).wound == "killed"
    assert wound_roll(0, 50, source=Scripted([6, 6]), rules=other).wound == "stunned"


@pytest.mark.parametrize(
    ("old", "wound", "by_level", "worst_plus_one"),
    [
        ("none", "serious", "serious", "serious"),
        ("light", "light", "serious", "serious"),
        ("light", "serious", "critical", "critical"),
        ("serious", "serious", "killed", "critical"),
        ("light", "critical", "killed", "killed"),
        ("critical", "light", "killed", "killed"),
        ("none", "killed", "killed", "killed"),
        ("light", "killed", "killed", "killed"),
    ],
)
def test_wounds_add_up(old: Any, wound: Any, by_level: Any, worst_plus_one: Any) -> None:
    health = Health(old, 1)
    assert wounded(health, wound, Rules()) == Health(by_level, 1)
    assert wounded(health, wound, rules(addition="worst_plus_one")) == Health(worst_plus_one, 1)


def test_stunned_is_a_marker_and_adds_up_as_far_as_the_rules_say() -> None:
    once = wounded(Health("light"), "stunned", Rules())
    assert once == Health("light", 1) == wounded(once, "stunned", Rules())
    assert wounded(once, "stunned", rules(stunned_markers=2)) == Health("light", 2)
    assert wounded(Health("killed"), "stunned", Rules()) == Health("killed")
    assert wounded(once, "none", Rules()) == once


def test_penalties_go_below_zero_and_stop_at_a_lowest_value_only_if_there_is_one() -> None:
    hurt = Health("critical", 1)
    assert current("attack", 2, hurt, Rules()) == -2
    assert current("resilience", 2, hurt, Rules()) == 2
    assert current("attack", 2, hurt, rules(lowest_characteristic=0)) == 0
    assert current("attack", -3, hurt, rules(lowest_characteristic=0)) == -3
    assert current("attack", 9, hurt, rules(lowest_characteristic=0)) == 5


def test_an_unknown_wound_is_refused() -> None:
    wrong: Any = "scratched"
    with pytest.raises(InputError):
        wounded(Health(), wrong, Rules())
