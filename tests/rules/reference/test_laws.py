"""The exact laws, held against every short sequence of dice played out by the rules themselves."""

from collections.abc import Callable
from fractions import Fraction
from itertools import product
from typing import Any

import pytest

from fracas.errors import InputError, ScriptError
from fracas.reference import (
    Rules,
    Scripted,
    attack_law,
    check,
    natural_law,
    opposed,
    opposed_law,
    success_probability,
    wound_law,
)
from fracas.reference.checks import NamedPolicy

POLICIES: tuple[NamedPolicy, ...] = ("always", "never", "when_needed")


def seldom(option: Any) -> Any:
    """Keep an option for the long run: the short one has the others."""
    return pytest.param(option, marks=pytest.mark.long)


def rules(**checks: Any) -> Rules:
    return Rules.from_document({"checks": checks})


def played_out(
    play: Callable[[Scripted], Any], longest: int
) -> tuple[dict[Any, Fraction], Fraction]:
    """Give the chance of each outcome over all scripts of at most ``longest`` dice, and the rest.

    ``play`` takes a source; a script that runs out is continued by each face.
    """
    chances: dict[Any, Fraction] = {}
    rest = Fraction(0)
    scripts: list[tuple[int, ...]] = [()]
    while scripts:
        script = scripts.pop()
        try:
            outcome = play(Scripted(script))
        except ScriptError:
            if len(script) < longest:
                scripts += [(*script, face) for face in range(1, 7)]
            else:
                rest += Fraction(1, 6 ** len(script))
        else:
            chances[outcome] = chances.get(outcome, Fraction(0)) + Fraction(1, 6 ** len(script))
    assert sum(chances.values()) + rest == 1
    return chances, rest


def assert_agrees(law: Fraction, chance: Fraction | int, rest: Fraction) -> None:
    assert chance <= law <= chance + rest


def test_the_golden_distribution_of_a_die() -> None:
    law = natural_law("always", Rules(), 24)
    for natural in range(1, 25):
        block, place = divmod(natural - 2, 6)
        golden = Fraction(1, 6 ** (block + 1)) if place < 4 else 0
        assert law[natural] == (Fraction(1, 5) if natural == 1 else golden)
    assert natural_law("never", Rules(), 7) == {
        **dict.fromkeys(range(1, 7), Fraction(1, 6)),
        7: 0,
    }
    assert natural_law("when_needed", Rules(), 24) == law
    assert natural_law("always", Rules(), 0) == {}


@pytest.mark.parametrize("limit", [1, 2, 20, "unlimited"])
@pytest.mark.parametrize("of_one", ["whole_chain", "last_die"])
@pytest.mark.parametrize("reroll", POLICIES)
def test_the_law_of_a_die_is_that_of_its_chains(limit: Any, of_one: Any, reroll: Any) -> None:
    option = rules(reroll_limit=limit, reroll_of_one=of_one)

    def play(source: Scripted) -> Any:
        return check(0, reroll=reroll, source=source, rules=option).natural

    chances, rest = played_out(play, 30)
    for up_to in (1, 3, 6, 7, 13, 40, 126):
        law = natural_law(reroll, option, up_to)
        assert list(law) == list(range(1, up_to + 1))
        for natural, chance in law.items():
            assert_agrees(chance, chances.get(natural, 0), rest)
    if limit != "unlimited":
        assert rest == 0
        assert sum(natural_law(reroll, option, 126).values()) == 1


@pytest.mark.parametrize("reroll", POLICIES)
@pytest.mark.parametrize("limit", [1, seldom(2), "unlimited"])
@pytest.mark.parametrize("of_one", ["whole_chain", "last_die"])
@pytest.mark.parametrize("knowledge", ["open", "blind"])
@pytest.mark.parametrize("several", ["best", "best_plus_one_per_extra_die"])
def test_the_chance_of_success_is_that_of_the_dice(
    reroll: Any, limit: Any, of_one: Any, knowledge: Any, several: Any
) -> None:
    option = rules(
        reroll_limit=limit,
        reroll_of_one=of_one,
        reroll_knowledge=knowledge,
        several_dice=several,
    )
    for dice, longest in ((1, 12), (2, 7)):
        for value, difficulty in ((0, 1), (0, 6), (3, 10), (-4, -9), (-7, 0), (2, 15), (-8, 9)):

            def play(
                source: Scripted, value: int = value, difficulty: int = difficulty, dice: int = dice
            ) -> Any:
                arguments = {"difficulty": difficulty, "dice": dice, "reroll": reroll}
                return check(value, source=source, rules=option, **arguments).success

            chances, rest = played_out(play, longest)
            law = success_probability(value, difficulty, dice, reroll, option)
            assert_agrees(law, chances.get(True, 0), rest)


OPPOSED_VALUES = [(0, 0), (3, 5), (5, 3), (-3, -3), (-8, -4), (-4, -9), (-14, 1), (9, -4), (-7, -7)]


@pytest.mark.parametrize("limit", [1, seldom(2), "unlimited"])
@pytest.mark.parametrize("of_one", ["whole_chain", "last_die"])
@pytest.mark.parametrize("failures", ["compare_finals", "compare_naturals"])
@pytest.mark.parametrize("knowledge", ["open", seldom("blind")])
@pytest.mark.parametrize("tie", ["side_0_wins", "side_1_wins"])
def test_the_chance_in_an_opposed_check_is_that_of_the_dice(
    limit: Any, of_one: Any, failures: Any, knowledge: Any, tie: Any
) -> None:
    option = rules(
        reroll_limit=limit,
        reroll_of_one=of_one,
        two_automatic_failures=failures,
        reroll_knowledge=knowledge,
        opposed_tie=tie,
    )
    for values, first, second in product(OPPOSED_VALUES, POLICIES, POLICIES):

        def play(source: Scripted, values: Any = values, reroll: Any = (first, second)) -> Any:
            return opposed(values, reroll=reroll, source=source, rules=option).winner

        chances, rest = played_out(play, 9)
        assert_agrees(opposed_law(*values, first, second, option), chances.get(0, 0), rest)


@pytest.mark.parametrize("failures", ["compare_finals", "compare_naturals"])
@pytest.mark.parametrize("knowledge", ["open", "blind"])
@pytest.mark.parametrize("limit", [1, "unlimited"])
def test_ties_that_are_rolled_again_share_themselves_out(
    failures: Any, knowledge: Any, limit: Any
) -> None:
    options = {
        "two_automatic_failures": failures,
        "reroll_knowledge": knowledge,
        "reroll_limit": limit,
    }
    again = rules(**options)
    for values, first, second in product(OPPOSED_VALUES, POLICIES, POLICIES):
        if second == "when_needed" and knowledge == "open":
            # To side 1 a tie that goes to it is won: it plays otherwise then (D-8).
            continue
        best = opposed_law(*values, first, second, rules(opposed_tie="side_0_wins", **options))
        worst = opposed_law(*values, first, second, rules(opposed_tie="side_1_wins", **options))
        law = opposed_law(*values, first, second, again)
        assert law == worst / (1 - (best - worst))

    def play(source: Scripted) -> Any:
        return opposed((1, 2), reroll=("always", "when_needed"), source=source, rules=again).winner

    chances, rest = played_out(play, 7)
    assert_agrees(opposed_law(1, 2, "always", "when_needed", again), chances.get(0, 0), rest)


@pytest.mark.parametrize("limit", [1, "unlimited"])
@pytest.mark.parametrize("of_one", ["whole_chain", "last_die"])
@pytest.mark.parametrize("knowledge", ["open", seldom("blind")])
@pytest.mark.parametrize("several", ["best", seldom("best_plus_one_per_extra_die")])
def test_the_chances_of_an_attack_are_those_of_the_dice(
    limit: Any, of_one: Any, knowledge: Any, several: Any
) -> None:
    option = rules(
        reroll_limit=limit,
        reroll_of_one=of_one,
        reroll_knowledge=knowledge,
        several_dice=several,
    )
    for (attack, defence), dice, offence, parry in product(
        [(3, 5), (5, 3), (-3, -3), (-9, -12), (-7, 2)], (0, 1, 2), POLICIES, POLICIES
    ):

        def play(
            source: Scripted,
            attack: Any = attack,
            defence: Any = defence,
            dice: Any = dice,
            reroll: Any = (offence, parry),
        ) -> Any:
            first = check(attack, reroll=reroll[0], roll="attack", source=source, rules=option)
            if first.automatic_failure:
                return 0
            if dice == 0:
                return 2
            arguments: dict[str, Any] = {
                "difficulty": first.final,
                "dice": dice,
                "reroll": reroll[1],
            }
            second = check(defence, roll="defence", source=source, rules=option, **arguments)
            return 1 if second.success else 2

        chances, rest = played_out(play, 8 if dice < 2 else 6)
        law = attack_law(attack, defence, dice, offence, parry, option)
        assert sum(law) == 1
        for outcome, chance in enumerate(law):
            assert_agrees(chance, chances.get(outcome, 0), rest)


def test_an_endless_sum_equals_a_very_long_one() -> None:
    # The law with a limit is a plain finite sum; it differs from the endless one by 6^-20 or so.
    long, endless = rules(reroll_limit=20), Rules()
    bound = Fraction(2, 6**20)
    for values in [(0, 0), (4, -6), (-6, 4), (-20, -22), (-30, 3)]:
        for reroll in product(POLICIES, POLICIES):
            for dice in (1, 3, 20):
                exact = attack_law(*values, dice, *reroll, endless)
                near = attack_law(*values, dice, *reroll, long)
                assert all(abs(a - b) < 20 * bound for a, b in zip(exact, near, strict=True))
            exact_opposed = opposed_law(*values, *reroll, endless)
            assert abs(exact_opposed - opposed_law(*values, *reroll, long)) < 4 * bound


def test_the_law_of_a_wound_roll_has_all_six_wounds() -> None:
    law = wound_law(7, 11, Rules())
    assert list(law) == ["none", "stunned", "light", "serious", "critical", "killed"]
    assert sum(law.values()) == 1
    assert law["killed"] == Fraction(1, 36)


def test_arguments_that_are_no_policy_or_no_number_of_dice_are_refused() -> None:
    wrong: Any = "maybe"
    callback: Any = bool
    with pytest.raises(InputError) as caught:
        attack_law(0, 0, 21, wrong, callback, Rules())
    fields = [problem.field for problem in caught.value.problems]
    assert fields == ["dice", "attack_reroll", "defence_reroll"]
    with pytest.raises(InputError):
        success_probability(0, 0, 0, "always", Rules())
    with pytest.raises(InputError):
        natural_law(callback, Rules(), 5)
