"""The laws over arrays: shapes, types, sums, and what follows from them without counting."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, get_args

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import fracas as fr
from fracas.checks import NamedReroll
from strategies import Document, check_options, rules_documents

PRECISION = 1e-12
values = st.integers(-12, 25)
policies = st.sampled_from(get_args(NamedReroll))


def test_single_numbers_give_single_numbers() -> None:
    assert type(fr.laws.success(3, 7)) is float
    assert type(fr.laws.opposed(3, 7)) is float
    assert fr.laws.attack(3, 7).shape == (3,)
    assert fr.laws.wound(3, 7).shape == (6,)
    assert fr.laws.natural(up_to=9).shape == (9,)


def test_inputs_broadcast_as_in_numpy() -> None:
    column, line = np.arange(4)[:, None], np.arange(5)
    assert fr.laws.success(column, line).shape == (4, 5)
    assert fr.laws.opposed(column, line).shape == (4, 5)
    assert fr.laws.attack(column, line, dice=np.zeros((2, 1, 1), int)).shape == (2, 4, 5, 3)
    assert fr.laws.wound(column, line).shape == (4, 5, 6)
    assert fr.laws.success(3, [7]).shape == (1,)
    assert fr.laws.success(np.array([[3, 4]]), 7).tolist() == [
        [fr.laws.success(3, 7), fr.laws.success(4, 7)]
    ]


@given(
    options=check_options,
    rows=st.lists(st.tuples(values, values, st.integers(1, 9)), min_size=1, max_size=30),
    reroll=policies,
)
def test_an_array_is_its_elements(
    options: Document, rows: list[tuple[int, int, int]], reroll: NamedReroll
) -> None:
    rules = fr.Rules(checks=options)
    first, second, dice = (list(column) for column in zip(*rows, strict=True))
    success = fr.laws.success(first, second, dice=dice, reroll=reroll, rules=rules)
    attack = fr.laws.attack(first, second, dice=dice, defence_reroll=reroll, rules=rules)
    opposed = fr.laws.opposed(first, second, reroll=(reroll, "always"), rules=rules)
    for index, (a, b, n) in enumerate(rows):
        assert success[index] == fr.laws.success(a, b, dice=n, reroll=reroll, rules=rules)
        one = fr.laws.attack(a, b, dice=n, defence_reroll=reroll, rules=rules)
        assert attack[index].tolist() == one.tolist()
        assert opposed[index] == fr.laws.opposed(a, b, reroll=(reroll, "always"), rules=rules)


@pytest.mark.parametrize(
    "dtype", ["int8", "int16", "int32", "int64", "uint8", "uint16", "uint32", "uint64", ">i4"]
)
def test_any_type_of_whole_numbers_will_do(dtype: str) -> None:
    numbers = np.array([3, 4, 5], dtype=dtype)
    expected = fr.laws.success([3, 4, 5], 8).tolist()
    assert fr.laws.success(numbers, 8).tolist() == expected
    assert fr.laws.success(np.stack([numbers, numbers]).T[:, 0], 8).tolist() == expected


@pytest.mark.parametrize("empty", [[], np.array([], dtype=int), np.zeros((0, 3), dtype=np.int8)])
def test_nothing_gives_nothing(empty: Any) -> None:
    shape = np.asarray(empty).shape
    assert fr.laws.success(empty, 3).shape == shape
    assert fr.laws.opposed(3, empty).shape == shape
    assert fr.laws.attack(empty, 3).shape == (*shape, 3)
    assert fr.laws.wound(empty, 3).shape == (*shape, 6)


@pytest.mark.parametrize(
    "wrong",
    [3.0, "3", None, True, [True], [1.5], [float("nan")], ["3"], [None], 2**70, [2**70], 1001,
     [0, -1001], [[1], [2, 3]], np.array([3.0]), np.array(["a"]), np.array([1], dtype=object),
     np.array([3 + 0j]), np.array(["2020-01-01"], dtype="datetime64[D]"), np.uint64(2**63)],
    ids=repr,
)  # fmt: skip
def test_what_is_not_a_whole_number_in_range_is_refused(wrong: Any) -> None:
    calls: dict[str, Callable[[], object]] = {
        "value": lambda: fr.laws.success(wrong, 3),
        "difficulty": lambda: fr.laws.success(3, wrong),
        "dice": lambda: fr.laws.success(3, 3, dice=wrong),
        "value_0": lambda: fr.laws.opposed(wrong, 3),
        "value_1": lambda: fr.laws.opposed(3, wrong),
        "attack": lambda: fr.laws.attack(wrong, 3),
        "defence": lambda: fr.laws.attack(3, wrong),
        "strength": lambda: fr.laws.wound(wrong, 3),
        "resilience": lambda: fr.laws.wound(3, wrong),
    }
    for name, call in calls.items():
        with pytest.raises(fr.InputError) as caught:
            call()
        assert [problem.field for problem in caught.value.problems] == [name]


def test_all_wrong_inputs_are_told_at_once() -> None:
    wrong: Any = "3"
    with pytest.raises(fr.InputError) as caught:
        fr.laws.success(wrong, 1.5, dice=0)  # type: ignore[call-overload]
    fields = [problem.field for problem in caught.value.problems]
    assert fields == ["value", "difficulty", "dice"]
    with pytest.raises(fr.InputError, match=r"value \(2,\), difficulty \(3,\), dice"):
        fr.laws.success([1, 2], [1, 2, 3])
    with pytest.raises(fr.InputError, match="dice"):
        fr.laws.attack(1, 1, dice=-1)
    with pytest.raises(fr.InputError, match="dice"):
        fr.laws.attack(1, 1, dice=21)
    reroll: Any
    for reroll in ("always", ("always",), ("always",) * 3):
        with pytest.raises(fr.InputError, match="reroll: "):
            fr.laws.opposed(1, 2, reroll=reroll)


@pytest.mark.rule("D-2", "D-4", "D-6", "W-4")
@given(
    document=rules_documents, first=values, second=values, dice=st.integers(0, 9), reroll=policies
)
def test_laws_add_up_to_one(
    document: Document, first: int, second: int, dice: int, reroll: NamedReroll
) -> None:
    rules = fr.Rules(document)
    for law in (
        fr.laws.natural(reroll, up_to=500, rules=rules),
        fr.laws.attack(first, second, dice=dice, attack_reroll=reroll, rules=rules),
        fr.laws.wound(first, second, rules=rules),
    ):
        assert abs(law.sum() - 1) < PRECISION
        assert law.min() >= -PRECISION


@pytest.mark.rule("D-6")
@given(
    options=check_options, first=values, second=values, reroll=st.sampled_from(["always", "never"])
)
def test_two_sides_that_know_the_same_mirror_each_other(
    options: Document, first: int, second: int, reroll: Any
) -> None:
    rules = fr.Rules(checks={**options, "opposed_tie": "roll_again"})
    mine = fr.laws.opposed(first, second, reroll=(reroll, reroll), rules=rules)
    other = fr.laws.opposed(second, first, reroll=(reroll, reroll), rules=rules)
    assert abs(mine + other - 1) < PRECISION


@pytest.mark.rule("D-5", "D-7", "D-8")
@given(options=check_options, reroll=policies, difficulty=values)
def test_more_is_never_worse(options: Document, reroll: NamedReroll, difficulty: int) -> None:
    rules = fr.Rules(checks=options)
    span, dice = np.arange(-12, 26)[:, None], np.arange(1, 10)
    chances = fr.laws.success(span, difficulty, dice=dice, reroll=reroll, rules=rules)
    assert (np.diff(chances, axis=0) > -PRECISION).all()
    assert (np.diff(chances, axis=1) > -PRECISION).all()
    landed = fr.laws.attack(span, 3, dice=dice, rules=rules)[..., 2]
    assert (np.diff(landed, axis=0) > -PRECISION).all()
    assert (np.diff(landed, axis=1) < PRECISION).all()
    needed = fr.laws.success(span, difficulty, reroll="when_needed", rules=rules)
    if options.get("reroll_knowledge") != "blind":
        for other in get_args(NamedReroll):
            worse = fr.laws.success(span, difficulty, reroll=other, rules=rules)
            assert (needed - worse > -PRECISION).all()


@pytest.mark.rule("W-4")
def test_more_strength_never_hurts_the_striker() -> None:
    # Under the default table every level or worse grows likelier with the gap.
    laws = fr.laws.wound(np.arange(-20, 30), 5)
    at_least = laws[:, ::-1].cumsum(axis=1)
    assert (np.diff(at_least, axis=0) > -PRECISION).all()


def test_sampled_dice_follow_the_law() -> None:
    dice = fr.Dice.seeded("sampled")
    count = 20_000
    rolls = np.array([fr.check(0, source=dice).natural for _ in range(count)])
    for natural, chance in enumerate(fr.laws.natural(up_to=11), start=1):
        found = (rolls == natural).mean()
        # Five standard deviations; the seed is fixed.
        assert abs(found - chance) <= 5 * (chance * (1 - chance) / count) ** 0.5 + 1e-12
