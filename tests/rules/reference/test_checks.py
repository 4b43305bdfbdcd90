"""Checks and opposed checks, die by die."""

from typing import Any

import pytest

from fracas.errors import InputError
from fracas.reference import Rules, Scripted, check, opposed
from fracas.types import CheckResult, OpposedResult, RerollView


def rules(**checks: Any) -> Rules:
    return Rules.from_document({"checks": checks})


def rolled(values: list[int], value: int, **arguments: Any) -> CheckResult:
    source = Scripted(values)
    arguments.setdefault("rules", Rules())
    result = check(value, source=source, **arguments)
    source.finish()
    return result


def contested(values: list[int], sides: tuple[int, int], **arguments: Any) -> OpposedResult:
    source = Scripted(values)
    arguments.setdefault("rules", Rules())
    result = opposed(sides, source=source, **arguments)
    source.finish()
    return result


def test_a_rerolled_six_is_added_and_a_rerolled_one_undoes_the_chain() -> None:
    assert rolled([6, 4], 3).final == 13
    assert rolled([6, 6, 6, 2], 0).natural == 20
    assert rolled([6, 1], 3).final == 4
    assert rolled([6, 6, 1], 3).final == 4
    assert rolled([6, 6, 1], 3, rules=rules(reroll_of_one="last_die")).natural == 7
    assert rolled([6, 1], 3, rules=rules(reroll_of_one="last_die")).natural == 1


def test_a_six_at_the_limit_is_kept_and_nobody_is_asked() -> None:
    asked: list[RerollView] = []

    def policy(view: RerollView) -> bool:
        asked.append(view)
        return True

    result = rolled([6, 6], 0, reroll=policy, rules=rules(reroll_limit=1))
    assert result.natural == 12
    assert [view.natural for view in asked] == [6]


def test_a_final_of_zero_fails_whatever_the_difficulty() -> None:
    result = rolled([3], -3, difficulty=-5)
    assert (result.automatic_failure, result.success) == (True, False)
    result = rolled([1], 0, difficulty=1)
    assert (result.automatic_failure, result.success) == (False, True)
    assert rolled([1], 0).success is None


def test_all_dice_come_before_the_rerolls_and_the_best_counts() -> None:
    result = rolled([6, 3, 6, 5, 1], 2, dice=3)
    assert [die.rolls for die in result.dice] == [(6, 5), (3,), (6, 1)]
    assert (result.natural, result.final) == (11, 13)
    extra = rules(several_dice="best_plus_one_per_extra_die")
    assert rolled([2, 3, 4], 2, dice=3, rules=extra).final == 8


def test_when_needed_stops_at_a_success_of_any_die() -> None:
    arguments: dict[str, Any] = {"dice": 2, "reroll": "when_needed"}
    assert rolled([6, 6], 3, difficulty=9, **arguments).success
    assert rolled([6, 6, 2], 3, difficulty=10, **arguments).final == 11
    result = rolled([6, 6, 1, 4], 3, difficulty=10, **arguments)
    assert result.final == 13
    blind = rules(reroll_knowledge="blind")
    assert rolled([6, 2, 1], 3, difficulty=9, rules=blind, **arguments).success is False


def test_the_view_shows_the_check_as_it_lies() -> None:
    views: list[tuple[object, ...]] = []

    def policy(view: RerollView) -> bool:
        views.append((view.roll, view.natural, view.final, view.target, view.needed))
        return True

    rolled([6, 6, 6, 1, 2], 1, difficulty=8, dice=2, roll="defence", reroll=policy)
    assert views == [
        ("defence", 6, 7, 8, True),
        ("defence", 12, 13, 8, False),
        ("defence", 6, 7, 8, True),
    ]
    views.clear()
    rolled([6, 2], 1, difficulty=3, reroll=policy, rules=rules(reroll_knowledge="blind"))
    assert views == [("check", 6, 7, None, True)]


def test_side_1_knows_the_result_of_side_0_and_a_tie_is_won_only_if_it_goes_to_side_1() -> None:
    never_needed = ("never", "when_needed")
    assert contested([5, 6], (0, 0), reroll=never_needed).winner == 1
    assert contested([6, 6, 1], (0, 0), reroll=never_needed).winner == 0
    tie_to_1 = rules(opposed_tie="side_1_wins")
    assert contested([6, 6], (0, 0), reroll=never_needed, rules=tie_to_1).winner == 1
    tie_to_0 = rules(opposed_tie="side_0_wins")
    assert contested([6, 6, 1], (0, 0), reroll=never_needed, rules=tie_to_0).winner == 0


def test_ties_are_rolled_again_or_go_to_a_side() -> None:
    result = contested([3, 1, 2, 2], (0, 2))
    assert (result.winner, len(result.rounds)) == (1, 2)
    assert contested([3, 1], (0, 2), rules=rules(opposed_tie="side_0_wins")).winner == 0
    assert contested([3, 1], (0, 2), rules=rules(opposed_tie="side_1_wins")).winner == 1


def test_an_automatic_failure_loses_and_two_compare_by_the_rules() -> None:
    assert contested([1, 2], (-5, -1)).winner == 1
    assert contested([2, 5], (-5, -9)).winner == 0
    assert contested([2, 5], (-5, -9), rules=rules(two_automatic_failures="compare_naturals")
                     ).winner == 1  # fmt: skip


@pytest.mark.parametrize("dice", [0, 21, True, 1.0])
def test_the_number_of_dice_has_a_range(dice: Any) -> None:
    with pytest.raises(InputError) as caught:
        check(0, dice=dice, source=Scripted([]), rules=Rules())
    assert caught.value.problems[0].field == "dice"


def test_an_unknown_policy_is_refused_by_its_place() -> None:
    wrong: Any = ("never", "sometimes")
    with pytest.raises(InputError) as caught:
        opposed((0, 0), reroll=wrong, source=Scripted([]), rules=Rules())
    assert caught.value.problems == (
        ("reroll[1]", "'sometimes'", "always, never, when_needed, or a callable"),
    )
