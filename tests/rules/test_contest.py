"""Contests of Discipline, as a user of the package sees them (C-6)."""

from __future__ import annotations

import json
import pickle
import re
from typing import Any, get_args

import pytest
from hypothesis import given
from hypothesis import strategies as st

import fracas as fr
from fracas import events as happened
from fracas.contests import ContestRoll
from golden_rows import Row, each_row, read_rows

PLAIN = ("plain", "all_out_attack", "all_out_defence")


def fighter(discipline: int, marks: str = "") -> fr.Fighter:
    """Make a fighter: r is routed, l lightly wounded, s stunned."""
    health = fr.Health("light" if "l" in marks else "none", int("s" in marks))
    return fr.Fighter(fr.Profile("Anybody", discipline=discipline), health, routed="r" in marks)


def side_of(cell: str) -> dict[int, fr.Fighter]:
    words = re.findall(r"(\d+):(\d+)(\w*)", cell)
    return {int(number): fighter(int(value), marks) for number, value, marks in words}


def contest_of(row: Row) -> fr.Contest:
    rules = fr.Rules(json.loads(row["rules"] or "{}"))
    return fr.contest(side_of(row["side 0"]), side_of(row["side 1"]), rules=rules)


def played(row: Row) -> fr.ContestRecord:
    """Play a row: its answers in the order they are asked for, or plain habits."""
    if not row["asked"]:
        return contest_of(row).play(row.ints("dice"))
    answers = row.ints("asked")
    record = contest_of(row).play(row.ints("dice"), policy=lambda _: answers.pop(0))
    assert answers == []
    return record


@each_row("contests.txt")
@pytest.mark.rule("C-6", "D-6", "D-8")
def test_a_contest_goes_as_the_row_says(row: Row) -> None:
    record = played(row)
    testers = [event for event in record.events if isinstance(event, happened.TesterPicked)]
    rounds = [event for event in record.events if isinstance(event, happened.ContestRound)]
    lots = [event for event in record.events if isinstance(event, happened.LotDrawn)]
    assert [event.side for event in testers] == list(range(len(testers)))
    assert [event.fighter for event in testers] == row.ints("testers")
    finals = "; ".join(" ".join(str(one.final) for one in event.checks) for event in rounds)
    assert finals == row["finals"]
    assert [event.face for event in lots] == row.ints("lot")
    assert record.winner == int(row["winner"])
    assert record.events[-1] == happened.ContestEnded(record.winner)
    assert [face for _, face in record.dice] == row.ints("dice")
    assert {name for name, _ in record.dice} <= {"lot" if lots else "discipline"}
    for event in rounds:
        assert event.roll == "discipline"
        assert event.fighters == tuple(row.ints("testers"))
    assert [event.winner for event in rounds] == [None] * (len(rounds) - 1) + [
        record.winner
    ] * bool(rounds)


@each_row("contests.txt")
@pytest.mark.rule("C-6")
def test_a_contest_can_be_stepped_through(row: Row) -> None:
    contest, record = contest_of(row), played(row)
    game, dice, answers = contest.start(), row.ints("dice"), row.ints("asked")
    while game.winner is None:
        before = game.copy()
        if game.chance is not None:
            assert game.decision is None
            assert game.chance == record.dice[len(record.dice) - len(dice)][0]
            game.roll(dice.pop(0))
        else:
            assert game.decision is not None
            assert len(game.decision.choices) > 1
            if not row["asked"]:
                answers.append(habit(contest, game.decision))
            game.apply(answers.pop(0))
        assert before.winner is None
    assert game.chance is None
    assert game.decision is None
    assert (game.events, game.winner) == (record.events, record.winner)


def habit(contest: fr.Contest, decision: fr.Decision) -> int:
    """Answer as a plain player is documented to."""
    if decision.kind == "tester":
        values = contest.candidates[decision.side]
        return max(decision.choices, key=lambda number: (values[number], -number))
    assert decision.view is not None
    return int(decision.view.needed)


@pytest.mark.rule("C-6")
def test_the_players_are_asked_for_testers_in_turn_and_side_1_knows_whom_side_0_picked() -> None:
    contest = fr.contest({4: fighter(1), 2: fighter(2)}, {3: fighter(3), 9: fighter(1)})
    game = contest.start()
    assert game.decision == fr.Decision("tester", 0, None, (2, 4), None)
    game.apply(4)
    assert game.events == [happened.TesterPicked(0, 4)]
    assert game.decision == fr.Decision("tester", 1, None, (3, 9), None)
    game.apply(9)
    assert game.events == [happened.TesterPicked(0, 4), happened.TesterPicked(1, 9)]
    assert game.chance == "discipline"


@pytest.mark.rule("D-8")
def test_side_1_decides_on_a_six_knowing_the_result_of_side_0() -> None:
    game = fr.contest([fighter(2)], [fighter(3)]).start()
    game.roll(6)
    first = fr.RerollView("discipline", 6, 8, None, needed=True)
    assert game.decision == fr.Decision("reroll", 0, 0, (0, 1), first)
    game.apply(0)
    game.roll(6)
    second = fr.RerollView("discipline", 6, 9, 8, needed=False)
    assert game.decision == fr.Decision("reroll", 1, 1, (0, 1), second)


@pytest.mark.rule("C-6")
def test_a_side_without_fighters_loses() -> None:
    assert fr.contest([fighter(0)], []).play([]).events == [happened.ContestEnded(0)]
    assert fr.contest({}, [fighter(0)]).play([]).events == [happened.ContestEnded(1)]
    assert fr.contest([], []).play([4]).events == [
        happened.LotDrawn(4, 1),
        happened.ContestEnded(1),
    ]


@pytest.mark.rule("C-6")
@pytest.mark.parametrize("policy", PLAIN)
@pytest.mark.parametrize(("sixes", "dice"), [("always", 4), ("never", 2), ("when_needed", 3)])
def test_habits_decide_which_sixes_are_rerolled(policy: str, sixes: str, dice: int) -> None:
    player = fr.Policy(policy, discipline_sixes=sixes)
    contest = fr.contest([fighter(2)], [fighter(8)])
    # Side 0 does not know what it needs; side 1's six wins as it lies.
    script = {2: [6, 6], 3: [6, 2, 6], 4: [6, 2, 6, 5]}[dice]
    assert contest.play(script, policy=player).winner == 1
    assert contest.play([6, 2, 6], policy=policy).winner == 1


@pytest.mark.parametrize("roll", get_args(ContestRoll))
def test_the_dice_of_a_contest_have_its_name(roll: ContestRoll) -> None:
    contest = fr.contest([fighter(2)], [fighter(3)], roll=roll)
    record = contest.play([4, 1])
    assert record.dice == [(roll, 4), (roll, 1)]
    assert isinstance(record.events[2], happened.ContestRound)
    assert record.events[2].roll == roll
    assert contest.play(fr.Dice.recorded(record.dice)) == record


@pytest.mark.rule("C-6", "D-6")
@given(
    values=st.tuples(st.integers(0, 20), st.integers(0, 20)),
    sixes=st.tuples(*[st.sampled_from(["always", "never", "when_needed"])] * 2),
)
def test_the_exact_chance_is_that_of_the_opposed_check(
    values: tuple[int, int], sixes: tuple[Any, Any]
) -> None:
    contest = fr.contest([fighter(values[0]), fighter(0)], [fighter(values[1])])
    policies = [fr.Policy("plain", discipline_sixes=one) for one in sixes]
    chance = contest.exact((policies[0], policies[1]))
    assert chance == float(fr.laws.opposed(*values, reroll=sixes))


@pytest.mark.rule("C-6")
@pytest.mark.parametrize(
    "row",
    [row for row in read_rows("contests.txt") if not row["testers"]],
    ids=lambda row: row.where,
)
def test_without_testers_the_chance_is_sure_or_even(row: Row) -> None:
    assert contest_of(row).exact() == (0.5 if row["lot"] else 1 - int(row["winner"]))


def test_random_players_draw_from_the_stream_of_choices() -> None:
    sides = [fighter(1), fighter(2), fighter(3)], [fighter(2), fighter(2)]
    contest = fr.contest(*sides)
    picked = set()
    for seed in range(60):
        record = contest.play(seed, policy="random")
        assert record == contest.play(seed, policy=fr.Policy("random"))
        picked.add(
            tuple(one.fighter for one in record.events if isinstance(one, happened.TesterPicked))
        )
    assert picked == {(first, second) for first in (0, 1, 2) for second in (3, 4)}


@pytest.mark.rule("C-6")
def test_the_paths_of_a_contest_are_counted() -> None:
    several = fr.contest([fighter(1), fighter(2), fighter(3)], [fighter(4), fighter(5)])
    assert [several.perft(depth) for depth in range(5)] == [1, 3, 6, 36, 192]
    assert [fr.contest([], []).perft(depth) for depth in range(3)] == [1, 6, 0]


def test_a_contest_is_a_value() -> None:
    contest = fr.contest({5: fighter(2, "r"), 3: fighter(2)}, {0: fighter(4)}, roll="authority")
    twin = pickle.loads(pickle.dumps(contest))  # noqa: S301 - our own
    assert twin == contest
    assert twin.play(3) == contest.play(3)
    assert contest != fr.contest({5: fighter(2), 3: fighter(2)}, {0: fighter(4)}, roll="authority")
    assert contest.candidates == ({3: 2}, {0: 4})


def test_fighters_that_are_listed_take_the_lowest_free_numbers() -> None:
    contest = fr.contest([fighter(1), fighter(2)], {1: fighter(3)})
    assert contest.candidates == ({0: 1, 2: 2}, {1: 3})
    assert list(contest.names().values()) == ["Anybody #0", "Anybody #1", "Anybody #2"]


def test_a_contest_is_told_in_both_languages() -> None:
    captain, recruit = fr.Profile("Captain", discipline=6), fr.Profile("Recruit")
    contest = fr.contest({8: captain}, {3: recruit}, roll="authority")
    record = contest.play([1, 5, 4, 2])
    assert fr.narrate(record.events, record.names, language="fr") == [
        "Camp 0 : Captain teste.",
        "Camp 1 : Recruit teste.",
        "Autorité : Captain 1 + 6 = 7 ; Recruit 5 + 2 = 7.",
        "  Égalité : chacun relance.",
        "Autorité : Captain 4 + 6 = 10 ; Recruit 2 + 2 = 4.",
        "  Captain l’emporte.",
        "Le camp 0 remporte le test.",
    ]
    assert str(fr.contest([], []).play([2])).splitlines() == [
        "Neither side can test: one die decides, 2.",
        "Side 0 wins the contest.",
    ]


@pytest.mark.rule("C-6")
def test_who_separates_a_melee_is_a_contest_between_its_fighters() -> None:
    fighters = [fighter(9), fighter(1), fighter(7, "r"), fighter(3), fighter(4), fighter(2)]
    contacts = [(1, 3), (1, 4), (2, 3), (2, 4)]
    board = fr.melees([0, 0, 0, 1, 1, 1], contacts, fighters=fighters)
    contest = board[0].who_separates()
    assert contest == fr.contest({1: fighters[1], 2: fighters[2]}, {3: fighters[3], 4: fighters[4]})
    assert contest.candidates == ({1: 1}, {3: 3, 4: 4})
    always = fr.Rules(contests={"routed_testers": "always"})
    ruled = fr.melees([0, 0, 0, 1, 1, 1], contacts, fighters=fighters, rules=always)
    assert ruled[0].who_separates().candidates == ({1: 1, 2: 7}, {3: 3, 4: 4})


@pytest.mark.rule("C-6")
def test_a_melee_with_a_lone_fighter_on_a_side_is_not_tested_for() -> None:
    board = fr.melees([0, 1, 1], [(0, 1), (0, 2)], fighters=[fighter(1)] * 3)
    with pytest.raises(fr.InputError, match="one combat already"):
        board[0].who_separates()
    unknown = fr.melees([0, 0, 1, 1], [(0, 2), (0, 3), (1, 2), (1, 3)])
    with pytest.raises(fr.InputError, match="fighters: None"):
        unknown[0].who_separates()
