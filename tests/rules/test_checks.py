"""Checks on the golden rows, by the core and by the reference."""

from __future__ import annotations

import pytest

from both import Answers, Implementation, Policy, each_implementation, rules_of
from fracas.errors import ScriptError
from golden_rows import Row, each_row


def policy_of(cell: str) -> Policy:
    words = cell.split()
    if set(words) <= {"yes", "no"}:
        return Answers([word == "yes" for word in words])
    return cell


def yes(value: object) -> str:
    return "-" if value is None else "yes" if value else "no"


@pytest.mark.rule("D-1", "D-2", "D-3", "D-4", "D-5", "D-7", "D-8")
@each_implementation
@each_row("checks.txt")
def test_dice_make_a_check(row: Row, implementation: Implementation) -> None:
    source = implementation.scripted(row.ints("dice"))
    policy = policy_of(row["reroll"])

    def check() -> tuple[str, str, str, str]:
        result = implementation.check(
            int(row["value"]),
            difficulty=int(row["difficulty"]) if row["difficulty"] else None,
            dice=int(row["count"]),
            reroll=policy,
            roll="defence",
            source=source,
            rules=rules_of(implementation, row),
        )
        assert result.natural == max(die.natural for die in result.dice), row.where
        naturals = " ".join(str(die.natural) for die in result.dice)
        return naturals, str(result.final), yes(result.automatic_failure), yes(result.success)

    if row["left"] == "short":
        with pytest.raises(ScriptError) as caught:
            check()
        assert caught.value.problems[0].field == f"dice[{len(row.ints('dice'))}]", row.where
        return
    assert check() == (row["naturals"], row["final"], row["failure"], row["success"]), row.where
    used = len(row.ints("dice")) - int(row["left"])
    assert [*source.record] == [("defence", die) for die in row.ints("dice")[:used]], row.where
    if isinstance(policy, Answers):
        assert len(policy.views) == len(policy.answers), row.where


@pytest.mark.rule("D-4", "D-6", "D-8")
@each_implementation
@each_row("opposed.txt")
def test_dice_decide_between_two_sides(row: Row, implementation: Implementation) -> None:
    source = implementation.scripted(row.ints("dice"))

    def opposed() -> tuple[str, str]:
        result = implementation.opposed(
            tuple(row.ints("values")),
            reroll=tuple(row["reroll"].split()),
            roll="initiative",
            source=source,
            rules=rules_of(implementation, row),
        )
        rounds = "; ".join(f"{first.final} {second.final}" for first, second in result.rounds)
        return str(result.winner), rounds

    if row["left"] == "short":
        with pytest.raises(ScriptError) as caught:
            opposed()
        assert caught.value.problems[0].field == f"dice[{len(row.ints('dice'))}]", row.where
        return
    assert opposed() == (row["winner"], row["finals"]), row.where
    used = len(row.ints("dice")) - int(row["left"])
    assert [*source.record] == [("initiative", die) for die in row.ints("dice")[:used]], row.where


@pytest.mark.rule("D-2", "D-3", "D-4", "D-6", "D-7", "D-8")
@each_implementation
@each_row("views.txt")
def test_a_player_is_shown_what_he_may_know(row: Row, implementation: Implementation) -> None:
    source = implementation.scripted(row.ints("dice"))
    player = Answers([word == "yes" for word in row["answers"].split()])
    rules, values = rules_of(implementation, row), row.ints("values")
    if len(values) == 2:
        implementation.opposed(tuple(values), reroll=(player, player), source=source, rules=rules)
    else:
        implementation.check(
            values[0],
            difficulty=int(row["difficulty"]) if row["difficulty"] else None,
            dice=int(row["count"]),
            reroll=player,
            source=source,
            rules=rules,
        )
    source.finish()
    views = [
        f"{view.natural}/{view.final}/{'-' if view.target is None else view.target}/"
        f"{yes(view.needed)}"
        for view in player.views
    ]
    assert " ".join(views) == row["views"], row.where
