"""Best play by the reference: cases that can be worked out by hand, then what holds in all."""

from __future__ import annotations

import random as chance
from dataclasses import dataclass
from itertools import product
from typing import Any

import pytest

from fracas.errors import InputError
from fracas.reference import (
    Chance,
    Combat,
    Decision,
    Fighter,
    Outcome,
    Over,
    Policy,
    Rules,
    Solution,
    State,
    Utility,
    all_killed,
    all_out_attack,
    all_out_defence,
    apply,
    exact,
    node,
    plain,
    points,
    random,
    roll,
    solve,
    some_left,
    start,
    weighted_points,
)
from fracas.types import Health


@dataclass(frozen=True)
class Sheet:
    """A profile, as far as a combat reads it."""

    name: str = "fighter"
    initiative: int = 3
    attack: int = 3
    strength: int = 7
    defence: int = 3
    resilience: int = 7
    value: int = 19
    skills: tuple[str, ...] = ()
    discipline: int = 2


def fighter(
    *,
    health: Health | None = None,
    bound_to_defence: bool = False,
    **characteristics: Any,
) -> Fighter:
    """A warrior but for what is said."""
    return Fighter(Sheet(**characteristics), health or Health(), bound_to_defence=bound_to_defence)


def limited(limit: int = 1, /, checks: dict[str, Any] | None = None, **combat: Any) -> Rules:
    """Rules under which a six is rerolled so often at most."""
    return Rules.from_document(
        {"checks": {"reroll_limit": limit, **(checks or {})}, "combat": combat}
    )


def close(value: float) -> Any:
    return pytest.approx(value, rel=1e-12, abs=1e-12)


GUARD = Fighter(Sheet("guard", 3, 5, 8, 5, 11, 49))
WARRIOR = fighter()
BOUND = fighter(bound_to_defence=True)
BOTH = ("Counter-attack", "Ambidextrous")
SKILLED = fighter(attack=-2, skills=BOTH)
WEAK = Health("critical")

# Every attack of a killer that lands kills, and who has no defence never parries.
KILLER: dict[str, Any] = {"strength": 40, "health": Health("light")}
HELPLESS = fighter(**KILLER, defence=-50)


# By hand


def test_who_cannot_attack_wins_nothing() -> None:
    combat = Combat(fighter(bound_to_defence=True), (WARRIOR,), rules=limited())
    assert solve(combat, all_killed(combat, 1)).value == 0
    assert solve(combat, some_left(combat, 1)).value == 1
    idle = Combat(BOUND, (BOUND,), rules=limited())
    assert solve(idle, points(idle)).value == 0


def test_a_certain_kill_is_worth_its_points() -> None:
    victim = fighter(health=Health("light"), defence=-50, bound_to_defence=True, value=31)
    combat = Combat(HELPLESS, (victim,), rules=limited())
    solution = solve(combat, points(combat))
    assert solution.value == 31
    # The victim has nothing to place; one die in attack is enough, as well as two.
    place = start(combat)[0]
    assert solution.advise(place) == {0: 0, 1: 31, 2: 31}
    assert solution.best(place) == 1


def first_attack(combat: Combat, *answers: int) -> State:
    state = start(combat)[0]
    for answer in answers:
        step = apply if isinstance(node(state), Decision) else roll
        state = step(state, answer)[0]
    return state


@pytest.mark.rule("C-22", "C-28")
def test_a_defender_spreads_his_dice_over_the_attacks() -> None:
    killer = fighter(**KILLER, initiative=20)
    victim = fighter(health=Health("light"), bound_to_defence=True)
    combat = Combat(killer, (victim,), rules=limited(0))
    solution = solve(combat, all_killed(combat, 1))
    # Equal dice: one of them parries 21 times out of 36, and he has to parry twice.
    assert solution.value == close(1 - (21 / 36) ** 2)
    state = first_attack(combat, 2, 1, 1)
    decision = node(state)
    assert isinstance(decision, Decision)
    assert (decision.kind, decision.side) == ("defence", 1)
    assert solution.advise(state) == {0: 1, 1: close(1 - (21 / 36) ** 2), 2: close(1)}
    assert solution.best(state) == 1
    # Against a single attack both dice are better: their best one loses 55 times out of 216.
    state = first_attack(combat, 1, 1, 1)
    assert solution.advise(state) == {0: 1, 1: close(15 / 36), 2: close(55 / 216)}
    assert solution.best(state) == 2


@pytest.mark.rule("D-6", "D-8", "C-16")
def test_the_initiative_is_rolled_until_somebody_wins_it() -> None:
    # Whoever strikes first kills: the value is the chance to win the initiative.
    even = Combat(HELPLESS, (HELPLESS,), rules=limited(0))
    assert solve(even, all_killed(even, 1)).value == close(1 / 2)
    # Side 0 keeps a six: only a six that side 1 rerolls to 2 or more beats it. Side 1 keeps a six
    # that wins. So x = (0 + 1 + 2 + 3 + 4 + 5 x) / 36 + 31 / 216.
    combat = Combat(HELPLESS, (HELPLESS,), rules=limited())
    solution = solve(combat, all_killed(combat, 1))
    assert solution.value == close(91 / 186)
    six = first_attack(combat, 2, 2, 6)
    assert solution.best(six) == 0
    assert solution.advise(six)[0] == close(31 / 36)
    six_against_six = first_attack(combat, 2, 2, 6, 0, 6)
    assert solution.advise(six_against_six) == {0: close(91 / 186), 1: close(1 / 6)}
    # After two ties all is as before.
    tied = first_attack(combat, 2, 2, 3, 3, 5, 5)
    assert solution.value_of(tied) == close(91 / 186)
    assert solution.value_of(roll(tied, 5)[0]) == close((4 + 91 / 186) / 6)


@pytest.mark.rule("C-16")
def test_the_several_test_with_their_best() -> None:
    slow, quick = fighter(**KILLER, initiative=0), fighter(**KILLER, initiative=30)
    combat = Combat(HELPLESS, (slow, quick), rules=limited(0, equal_friends="listed_order"))
    solution = solve(combat, some_left(combat, 0))
    # Everybody puts every die in attack, so who has the initiative kills.
    state = first_attack(combat, 2, 2, 3)
    decision = node(state)
    assert isinstance(decision, Decision)
    assert (decision.kind, decision.values) == ("tester", (-1, 29))
    # With the slow one they are two behind: 6 wins out of 36 and 4 ties, rolled again.
    assert solution.advise(state) == {1: close(26 / 32), 2: 0}
    assert solution.best(state) == 2


def test_utilities() -> None:
    combat = Combat(GUARD, (WARRIOR, WARRIOR), lone_side=1)
    outcome = Outcome((Health("serious"), Health("killed", 1), Health("light")), 3, (1, 2))
    assert points(combat)(outcome) == -19
    assert weighted_points(combat, {"killed": 1, "serious": 0.5})(outcome) == 49 / 2 - 19
    assert [all_killed(combat, side)(outcome) for side in (0, 1)] == [0, 0]
    over = Outcome((Health("killed"), *outcome.healths[1:]), 3, (1, 2))
    assert points(combat)(over) == 49 - 19
    assert [all_killed(combat, side)(over) for side in (0, 1)] == [0, 1]
    assert [some_left(combat, side)(over) for side in (0, 1)] == [1, 0]


# Against the machine, face after face


def face_after_face(combat: Combat, utility: Utility, fixed: tuple[Policy | None, ...]) -> float:
    """Solve a combat without any shortcut, under rules that know no tie."""
    known: dict[State, float] = {}

    def value(state: State) -> float:
        if state not in known:
            known[state] = follow(state)
        return known[state]

    def follow(state: State) -> float:
        asked = node(state)
        if isinstance(asked, Over):
            return float(utility(asked.outcome))
        if isinstance(asked, Chance):
            return sum(value(roll(state, face)[0]) for face in range(1, 7)) / 6
        policy = fixed[asked.side]
        if policy is not None:
            return value(apply(state, policy(asked))[0])
        values = [value(apply(state, choice)[0]) for choice in asked.choices]
        return max(values) if asked.side == 0 else min(values)

    return value(start(combat)[0])


def counts(outcome: Outcome) -> float:
    """A utility that reads everything."""
    levels = [len(health.level) + health.stunned for health in outcome.healths]
    return outcome.passes + 2 * outcome.landed[0] - outcome.landed[1] - levels[0] + levels[1]


NO_TIE = {"opposed_tie": "side_1_wins"}
STUBBORN = plain("never", "never", "whenever_allowed")
SMALL = [
    (Combat(fighter(health=WEAK), (BOUND,), rules=limited(0, NO_TIE)), (None, None)),
    (
        Combat(
            fighter(attack=-3, bound_to_defence=True, health=WEAK, skills=BOTH),
            (fighter(attack=0, health=WEAK, value=5),),
            rules=limited(0, NO_TIE, counter_attack={"margin": 1}),
        ),
        (None, None),
    ),
    (
        Combat(
            fighter(bound_to_defence=True, health=WEAK),
            (fighter(health=WEAK),),
            lone_side=1,
            rules=limited(1, {**NO_TIE, "reroll_of_one": "last_die"}, roll_sure_attacks=True),
        ),
        (None, all_out_defence()),
    ),
]
LONG = [
    (Combat(fighter(health=WEAK), (BOUND,), rules=limited(1, NO_TIE)), (None, None)),
    (Combat(GUARD, (WARRIOR,), rules=limited(0, NO_TIE)), (None, None)),
    (Combat(SKILLED, (SKILLED,), rules=limited(0, NO_TIE)), (None, plain())),
    (
        Combat(
            fighter(health=WEAK),
            (fighter(bound_to_defence=True, health=WEAK, skills=("Ambidextrous",)), BOUND),
            rules=limited(0, NO_TIE),
        ),
        (None, None),
    ),
]


@pytest.mark.parametrize(("combat", "fixed"), SMALL)
def test_the_value_is_that_of_going_face_after_face(
    combat: Combat, fixed: tuple[Policy | None, Policy | None]
) -> None:
    assert solve(combat, counts, fixed).value == close(face_after_face(combat, counts, fixed))


@pytest.mark.long
@pytest.mark.parametrize(("combat", "fixed"), [*SMALL, *LONG])
def test_so_it_is_in_more_combats_and_for_points(
    combat: Combat, fixed: tuple[Policy | None, Policy | None]
) -> None:
    for utility in (points(combat), counts):
        value = face_after_face(combat, utility, fixed)
        assert solve(combat, utility, fixed).value == close(value)


# What holds in any combat

COMBATS = [
    Combat(GUARD, (WARRIOR,), rules=limited()),
    Combat(SKILLED, (fighter(skills=("Counter-attack",)),), 1, rules=limited()),
    Combat(GUARD, (BOUND, BOUND), chosen_by=1, rules=limited()),
    Combat(
        BOUND,
        (fighter(health=WEAK, initiative=5), fighter(health=WEAK)),
        rules=limited(0, {"two_automatic_failures": "compare_naturals"}),
    ),
]
POLICIES = [plain(), all_out_attack(sustained_defence="whenever_allowed"), all_out_defence()]


@pytest.mark.parametrize("combat", COMBATS)
def test_between_policies_the_value_is_the_expectation(combat: Combat) -> None:
    for policies in [(plain(), plain()), (STUBBORN, all_out_attack())]:
        law = exact(combat, policies)
        for utility in (points(combat), some_left(combat, 0), counts):
            mean = sum(float(chance) * utility(outcome) for outcome, chance in law.items())
            assert solve(combat, utility, policies).value == close(mean)


@pytest.mark.parametrize("combat", COMBATS)
def test_no_policy_does_better_than_the_best(combat: Combat) -> None:
    utility = points(combat)
    little = 1e-9
    value = solve(combat, utility).value
    best_0 = {policy: solve(combat, utility, (None, policy)).value for policy in POLICIES}
    best_1 = {policy: solve(combat, utility, (policy, None)).value for policy in POLICIES}
    assert max(best_1.values()) <= value + little
    assert min(best_0.values()) >= value - little
    for policies in product(POLICIES[:2], POLICIES[1:]):
        between = solve(combat, utility, policies).value
        assert best_1[policies[0]] - little <= between <= best_0[policies[1]] + little


# Side 1 knows what it has to beat, so only an initiative without rerolls is the same for both
# sides; where one side is quicker by far, rerolls change nothing of it.
WEAKLING = fighter(health=WEAK)
QUICK = fighter(initiative=30, attack=4)


@pytest.mark.parametrize(
    ("lone", "enemies", "limit"),
    [(GUARD, (WARRIOR,), 0), (QUICK, (fighter(skills=BOTH),), 1), (BOUND, (WEAKLING, BOUND), 0)],
)
def test_with_the_sides_swapped_the_value_is_the_opposite(
    lone: Fighter, enemies: tuple[Fighter, ...], limit: int
) -> None:
    combat = Combat(lone, enemies, 0, 1, limited(limit))
    mirror = Combat(lone, enemies, 1, 0, limited(limit))
    value = solve(combat, points(combat)).value
    assert solve(mirror, points(mirror)).value == close(-value)
    against_plain = solve(combat, points(combat), (plain(), None)).value
    assert solve(mirror, points(mirror), (None, plain())).value == close(-against_plain)


def next_values(solution: Solution, state: State) -> list[float]:
    """Give the values of what follows a die or a decision."""
    if isinstance(node(state), Decision):
        return list(solution.advise(state).values())
    return [solution.value_of(roll(state, face)[0]) for face in range(1, 7)]


@pytest.mark.parametrize("combat", COMBATS)
@pytest.mark.parametrize("utility", ["points", "counts"])
def test_every_state_is_worth_what_follows_from_it(combat: Combat, utility: str) -> None:
    fixed = None, (plain() if utility == "counts" else None)
    solution = solve(combat, points(combat) if utility == "points" else counts, fixed)
    draw = chance.Random(1)  # noqa: S311 - any walk will do
    for _ in range(4):
        state = start(combat)[0]
        assert solution.value_of(state) == solution.value
        while not isinstance(asked := node(state), Over):
            values = next_values(solution, state)
            if isinstance(asked, Chance):
                assert solution.value_of(state) == close(sum(values) / 6)
                state = roll(state, draw.choice((1, 2, 3, 5, 6, 6)))[0]
                continue
            best = asked.choices.index(solution.best(state))
            assert solution.value_of(state) == close(values[best])
            if fixed[asked.side] is None:
                assert values[best] == close((max, min)[asked.side](values))
            state = apply(state, draw.choice(asked.choices))[0]
        measure = solution.value_of(state)
        assert measure == (points(combat) if utility == "points" else counts)(asked.outcome)


@pytest.mark.long
def test_one_against_two_with_all_choices() -> None:
    combat = Combat(GUARD, (WARRIOR, WARRIOR), rules=limited())
    solution = solve(combat, points(combat))
    for policy in (plain(), all_out_attack()):
        law = exact(combat, (policy, policy))
        mean = sum(float(chance) * points(combat)(outcome) for outcome, chance in law.items())
        assert solve(combat, points(combat), (policy, policy)).value == close(mean)
        assert solve(combat, points(combat), (policy, None)).value <= solution.value + 1e-9


def test_what_cannot_be_solved_is_refused() -> None:
    duel = Combat(GUARD, (WARRIOR,), rules=limited())
    endless = Combat(GUARD, (WARRIOR,))
    with pytest.raises(InputError, match="reroll_limit: 'unlimited'"):
        solve(endless, points(endless))
    with pytest.raises(InputError, match=r"fixed\[1\]"):
        solve(duel, points(duel), (None, random(1)))  # type: ignore[arg-type]
    with pytest.raises(InputError, match="weights: 'dead'"):
        weighted_points(duel, {"dead": 1})  # type: ignore[dict-item]
    with pytest.raises(InputError, match="side: 2"):
        all_killed(duel, 2)
    solution = solve(duel, points(duel))
    with pytest.raises(InputError, match="another combat"):
        solution.value_of(start(COMBATS[1])[0])
    with pytest.raises(InputError, match="asks for a decision"):
        solution.best(first_attack(duel, 0, 0))
