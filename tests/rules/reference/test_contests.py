"""Contests by the reference: who may test, what is asked, what is rolled, who wins (C-6)."""

from __future__ import annotations

import json
import re
from fractions import Fraction
from typing import Any

import pytest

import fracas as fr
from fracas import events as ev
from fracas.errors import InputError, ScriptError
from fracas.reference import (
    Chance,
    Contest,
    ContestState,
    Decision,
    Fighter,
    Policy,
    Recorded,
    Rules,
    Scripted,
    Seeded,
    Won,
    answer_contest,
    chance_of_side_0,
    contest_perft,
    hold_contest,
    may_test,
    opposed,
    plain,
    random,
    start_contest,
    who_separates,
)
from fracas.reference.contests import discipline
from fracas.reference.policies import all_out_attack, all_out_defence
from fracas.types import CheckResult, Die, Health, RerollView
from golden_rows import Row, each_row
from melee_boards import row_of, where_all_touch


def fighter(discipline: int, **state: Any) -> Fighter:
    return Fighter(fr.Profile("Fighter", discipline=discipline), **state)


def rules(**contests: str) -> Rules:
    return Rules.from_document({"contests": contests})


def check(face: int, value: int) -> CheckResult:
    final = face + value
    return CheckResult((Die((face,), face),), face, final, final <= 0, None)


PLAIN = (plain(), plain())


@pytest.mark.rule("C-6")
def test_each_side_picks_one_of_its_fighters_and_the_higher_result_wins() -> None:
    (melee,) = where_all_touch(2, 3).readable()
    fighters = [fighter(discipline) for discipline in (4, 2, 1, 5, 5)]
    contest = who_separates(melee, fighters, Rules())
    assert contest.testers == ({0: 4, 1: 2}, {2: 1, 3: 5, 4: 5})
    state = start_contest(contest)
    assert state.node == Decision("tester", 0, None, (0, 1), values=(4, 2))
    state = answer_contest(state, 1)
    assert state.node == Decision("tester", 1, None, (2, 3, 4), values=(1, 5, 5))
    # Side 1 knows whom side 0 picked.
    assert state.events == (ev.TesterPicked(0, 1),)
    state = answer_contest(state, 4)
    assert state.node == Chance("discipline", 1)
    state = answer_contest(state, 5)
    assert state.node == Chance("discipline", 4)
    state = answer_contest(state, 1)
    assert state.node == Won(0)
    assert state.events == (
        ev.TesterPicked(0, 1),
        ev.TesterPicked(1, 4),
        ev.ContestRound("discipline", (1, 4), (check(5, 2), check(1, 5)), 0),
        ev.ContestEnded(0),
    )


@pytest.mark.rule("C-6", "D-6")
def test_a_tie_is_rolled_again_by_the_same_fighters() -> None:
    contest = Contest(({0: 3}, {1: 4}))
    events, winner = hold_contest(contest, PLAIN, Scripted([3, 2, 1, 4]))
    assert winner == 1
    assert events == [
        ev.TesterPicked(0, 0),
        ev.TesterPicked(1, 1),
        ev.ContestRound("discipline", (0, 1), (check(3, 3), check(2, 4)), None),
        ev.ContestRound("discipline", (0, 1), (check(1, 3), check(4, 4)), 1),
        ev.ContestEnded(1),
    ]


@pytest.mark.rule("D-6")
@pytest.mark.parametrize(("tie", "winner"), [("side_0_wins", 0), ("side_1_wins", 1)])
def test_a_tie_may_go_to_a_side(tie: str, winner: int) -> None:
    options = Rules.from_document({"checks": {"opposed_tie": tie}})
    assert hold_contest(Contest(({0: 3}, {1: 4}), rules=options), PLAIN, Scripted([3, 2]))[1] == (
        winner
    )


@pytest.mark.rule("C-6", "D-8")
def test_side_0_decides_on_its_six_first_and_side_1_knows_its_result() -> None:
    contest = Contest(({0: 3}, {1: 4}))
    state = start_contest(contest, [6])
    view = RerollView("discipline", natural=6, final=9, target=None, needed=True)
    assert state.node == Decision("reroll", 0, 0, (0, 1), view)
    state = start_contest(contest, [6, 0, 6])
    view = RerollView("discipline", natural=6, final=10, target=9, needed=False)
    assert state.node == Decision("reroll", 1, 1, (0, 1), view)
    state = start_contest(contest, [6, 1, 4, 6])
    view = RerollView("discipline", natural=6, final=10, target=13, needed=True)
    assert state.node == Decision("reroll", 1, 1, (0, 1), view)
    # A rerolled 1 undoes the chain (D-3).
    state = start_contest(contest, [6, 1, 4, 6, 1, 1])
    assert state.node == Won(0)
    assert isinstance(state.events[2], ev.ContestRound)
    assert state.events[2].checks[1].final == 5


@pytest.mark.rule("C-6")
@pytest.mark.parametrize(
    ("sixes", "script", "winner"),
    [
        # Side 0 cannot know what it needs, side 1 rerolls unless it has won.
        ("when_needed", [6, 2, 6], 1),
        ("when_needed", [6, 3, 6, 1], 0),
        ("when_needed", [6, 3, 6, 2], 1),
        ("always", [6, 2, 6, 1], 0),
        ("never", [6, 6], 1),
    ],
)
def test_a_policy_has_a_habit_for_its_sixes(sixes: Any, script: list[int], winner: int) -> None:
    disciplines = ({0: 3}, {1: 6})
    for make in (plain, all_out_attack, all_out_defence):
        policy = make(discipline_sixes=sixes)
        dice = Scripted(script)
        assert hold_contest(Contest(disciplines), (policy, policy), dice)[1] == winner
        dice.finish()
    assert plain().discipline_sixes == "when_needed"


def test_the_other_habits_do_not_matter() -> None:
    contest = Contest(({0: 3}, {1: 6}))
    policy = plain(attack_sixes="never", initiative_sixes="never")
    assert hold_contest(contest, (policy, policy), Scripted([6, 2, 6]))[1] == 1
    with pytest.raises(InputError, match="discipline_sixes"):
        Policy(discipline_sixes="often")  # type: ignore[arg-type]


@pytest.mark.rule("C-6")
def test_a_policy_picks_the_highest_discipline_and_the_first_of_equals() -> None:
    contest = Contest(({4: 1, 6: 3, 9: 3}, {0: -2, 5: -1}))
    events, _ = hold_contest(contest, PLAIN, Seeded(1))
    assert events[:2] == [ev.TesterPicked(0, 6), ev.TesterPicked(1, 5)]


# Who may test


@pytest.mark.rule("C-6")
@pytest.mark.parametrize(
    ("option", "routed", "able"),
    [
        ("never", (), (0, 1, 2)),
        ("never", (1,), (0, 2)),
        ("never", (0, 1, 2), ()),
        ("when_no_other", (1,), (0, 2)),
        ("when_no_other", (0, 1, 2), (0, 1, 2)),
        ("always", (1,), (0, 1, 2)),
        ("always", (0, 1, 2), (0, 1, 2)),
    ],
)
def test_the_routed_do_not_test_unless_the_rules_let_them(
    option: str, routed: tuple[int, ...], able: tuple[int, ...]
) -> None:
    fighters = [fighter(2, routed=number in routed) for number in range(3)]
    options = rules(routed_testers=option).contests
    assert may_test((0, 1, 2), fighters, options) == able


@pytest.mark.rule("C-6")
def test_a_side_of_routed_fighters_loses_without_a_roll() -> None:
    (melee,) = row_of(4).readable()
    for side in (0, 1):
        fighters = [fighter(2, routed=melee.side_of(number) == side) for number in range(4)]
        contest = who_separates(melee, fighters, Rules())
        assert hold_contest(contest, PLAIN, Scripted([])) == ([ev.ContestEnded(1 - side)], 1 - side)
        assert chance_of_side_0(contest, PLAIN) == side


@pytest.mark.rule("C-6")
@pytest.mark.parametrize(("face", "winner"), [(face, int(face > 3)) for face in range(1, 7)])
def test_one_die_decides_between_two_routed_sides(face: int, winner: int) -> None:
    (melee,) = row_of(4).readable()
    contest = who_separates(melee, [fighter(2, routed=True)] * 4, Rules())
    dice = Recorded([("lot", face)])
    events, won = hold_contest(contest, PLAIN, dice)
    dice.finish()
    assert won == winner
    assert events == [ev.LotDrawn(face, winner), ev.ContestEnded(winner)]
    assert chance_of_side_0(contest, PLAIN) == Fraction(1, 2)


@pytest.mark.rule("C-6")
@pytest.mark.parametrize(("option", "winner"), [("side_0", 0), ("side_1", 1)])
def test_the_rules_may_name_the_winner_when_neither_can_test(option: str, winner: int) -> None:
    contest = Contest(({}, {}), rules=rules(neither_can_test=option))
    assert hold_contest(contest, PLAIN, Scripted([])) == ([ev.ContestEnded(winner)], winner)
    assert chance_of_side_0(contest, PLAIN) == 1 - winner


@pytest.mark.rule("C-6")
def test_a_melee_with_a_lone_fighter_is_not_contested() -> None:
    for first, second in ((1, 3), (2, 1), (1, 1)):
        (melee,) = where_all_touch(first, second).readable()
        with pytest.raises(InputError, match="one combat already"):
            who_separates(melee, [fighter(2)] * 4, Rules())


@pytest.mark.rule("C-6")
def test_a_melee_with_one_separation_only_is_contested_all_the_same() -> None:
    (melee,) = row_of(4).readable()
    contest = who_separates(melee, [fighter(2)] * 4, Rules())
    assert isinstance(start_contest(contest).node, Decision)


@pytest.mark.rule("C-6", "W-5", "M-17")
def test_wounds_and_charges_leave_discipline_alone() -> None:
    (melee,) = row_of(4).readable()
    hurt = fighter(3, health=Health("serious", 1), charged=True)
    assert who_separates(melee, [hurt] * 4, Rules()).testers == ({0: 3, 2: 3}, {1: 3, 3: 3})
    penalised = Rules.from_document({"wounds": {"penalised": ["discipline"]}})
    assert who_separates(melee, [hurt] * 4, penalised).testers == ({0: 0, 2: 0}, {1: 0, 3: 0})


# All of it


@pytest.mark.rule("D-6", "D-8")
def test_a_contest_of_two_is_an_opposed_check() -> None:
    for seed in range(50):
        dice, again = Seeded(seed), Seeded(seed)
        events, winner = hold_contest(Contest(({0: 2}, {1: 3})), PLAIN, dice)
        sixes = ("when_needed", "when_needed")
        result = opposed((2, 3), reroll=sixes, roll="discipline", source=again, rules=Rules())  # type: ignore[arg-type]
        assert winner == result.winner
        rounds = [event.checks for event in events if isinstance(event, ev.ContestRound)]
        assert rounds == [*result.rounds]
        assert dice.record == again.record


def test_the_number_of_ways() -> None:
    # Two ways for side 0, three for side 1; a die; after a six its player decides.
    contest = Contest(({0: 4, 1: 2}, {2: 1, 3: 5, 4: 5}))
    assert [contest_perft(contest, depth) for depth in range(5)] == [1, 2, 6, 36, 6 * (5 * 6 + 2)]
    assert [contest_perft(Contest(({}, {})), depth) for depth in range(3)] == [1, 6, 0]
    assert [contest_perft(Contest(({}, {1: 2})), depth) for depth in range(2)] == [1, 0]


def enumerated(state: ContestState, policies: tuple[Policy, Policy], depth: int) -> Fraction:
    """Give the chance of side 0 die by die; what takes longer is half of it."""
    if isinstance(state.node, Won):
        return Fraction(1 - state.node.winner)
    if depth == 0:
        return Fraction(1, 2)
    if isinstance(state.node, Decision):
        choice = policies[state.node.side](state.node)
        return enumerated(answer_contest(state, choice), policies, depth - 1)
    after = [answer_contest(state, face) for face in range(1, 7)]
    return sum((enumerated(one, policies, depth - 1) for one in after), Fraction(0)) / 6


@pytest.mark.parametrize("sixes", ["always", "never", "when_needed"])
def test_the_exact_chance_is_the_one_of_all_ways(sixes: Any) -> None:
    options = Rules.from_document({"checks": {"opposed_tie": "side_1_wins", "reroll_limit": 1}})
    contest = Contest(({0: 2, 1: 4}, {2: 3}), rules=options)
    policies = plain(discipline_sixes=sixes), plain(discipline_sixes="when_needed")
    assert chance_of_side_0(contest, policies) == enumerated(start_contest(contest), policies, 9)


def test_equal_random_players_draw_from_one_stream() -> None:
    contest = Contest(({0: 4, 1: 2}, {2: 1, 3: 5, 4: 5}))
    one = hold_contest(contest, (random(5, 2), random(5, 2)), Seeded(5, 2))
    assert one == hold_contest(contest, (random(5, 2), random(5, 2)), Seeded(5, 2))
    with pytest.raises(InputError):
        chance_of_side_0(contest, (random(5), random(5)))  # type: ignore[arg-type]


def test_what_is_not_open_is_refused() -> None:
    contest = Contest(({0: 4, 1: 2}, {2: 1}))
    state = start_contest(contest)
    for wrong in (-1, 2, 6):
        with pytest.raises(InputError):
            answer_contest(state, wrong)
    state = answer_contest(state, 0)
    for wrong in (0, 7):
        with pytest.raises(InputError):
            answer_contest(state, wrong)
    with pytest.raises(InputError, match="over"):
        answer_contest(start_contest(contest, [0, 5, 1]), 1)
    with pytest.raises(ScriptError):
        hold_contest(contest, PLAIN, Scripted([3]))
    with pytest.raises(InputError):
        hold_contest(contest, (lambda decision: 9, plain()), Seeded(0))


# The rows that the core is tested on too


def side_of(cell: str) -> dict[int, Fighter]:
    """Read the fighters of a side: r is routed, l lightly wounded, s stunned."""
    found = re.findall(r"(\d+):(\d+)(\w*)", cell)
    return {
        int(number): fighter(
            int(value),
            health=Health("light" if "l" in marks else "none", int("s" in marks)),
            routed="r" in marks,
        )
        for number, value, marks in found
    }


def contest_of(row: Row) -> Contest:
    options = Rules.from_document(json.loads(row["rules"] or "{}"))
    sides = side_of(row["side 0"]), side_of(row["side 1"])
    everybody: Any = {**sides[0], **sides[1]}
    able = [may_test(sorted(side), everybody, options.contests) for side in sides]
    testers = [{one: discipline(everybody[one], options) for one in side} for side in able]
    return Contest((testers[0], testers[1]), rules=options)


@pytest.mark.rule("C-6", "D-6", "D-8")
@each_row("contests.txt")
def test_a_contest_goes_as_the_row_says(row: Row) -> None:
    answers = row.ints("asked")
    teller = (lambda _: answers.pop(0)) if answers else plain()
    dice = Scripted(row.ints("dice"))
    events, winner = hold_contest(contest_of(row), (teller, teller), dice)
    dice.finish()
    assert not answers
    assert winner == int(row["winner"])
    picked = [event.fighter for event in events if isinstance(event, ev.TesterPicked)]
    assert picked == row.ints("testers")
    rounds = [event for event in events if isinstance(event, ev.ContestRound)]
    finals = "; ".join(f"{one.checks[0].final} {one.checks[1].final}" for one in rounds)
    assert finals == row["finals"]
    assert [event.face for event in events if isinstance(event, ev.LotDrawn)] == row.ints("lot")
