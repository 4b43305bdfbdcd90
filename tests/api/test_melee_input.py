"""Bad input to melees and separations: errors that name the field and the value."""

from __future__ import annotations

from collections.abc import Callable
from itertools import islice
from random import Random
from typing import Any

import numpy as np
import pytest

import fracas as fr
from fracas.types import Star
from melee_boards import Board, row_of, ways_where_all_touch, where_all_touch

ONE = fr.Profile("One")
# Whatever a type checker forbids must still be refused at run time.
melees: Any = fr.melees
batch: Any = fr.melees_batch
CAMPS = [0, 1, 0, 1]


def problems(call: Callable[[], object], kind: type[fr.FracasError] = fr.InputError) -> list[Any]:
    """Give what a call complains of."""
    with pytest.raises(kind) as caught:
        call()
    for problem in caught.value.problems:
        assert problem.value
        assert problem.allowed
    return [*caught.value.problems]


def fields(call: Callable[[], object]) -> list[str]:
    """Give the fields that a call complains of."""
    return [problem.field for problem in problems(call)]


def melee_of(board: Board, **more: Any) -> Any:
    (melee,) = fr.melees(board.camps, board.contacts, **more)
    return melee


# Boards


@pytest.mark.parametrize(
    ("found", "call"),
    [
        (["contacts[0]"], lambda: melees(CAMPS, [(0, 4)])),
        (["contacts[0]"], lambda: melees(CAMPS, [(-1, 0)])),
        (["contacts[1]"], lambda: melees(CAMPS, [(0, 1), (2, 2)])),
        (["contacts[0]", "contacts[2]"], lambda: melees(CAMPS, [(0, 0), (0, 1), (9, 1)])),
        (["contacts[0]"], lambda: melees([], [(0, 1)])),
        (["camps[1]"], lambda: melees([0, 2], [(0, 1)])),
        (["camps[0]", "camps[1]"], lambda: melees([-1, 256, 0], [])),
        (["camps[2]", "contacts[1]"], lambda: melees([0, 1, 7], [(0, 1), (1, 1)])),
        (["contacts[0]"], lambda: melees(CAMPS, [(2**40, 1)])),
        (["contacts[0]"], lambda: melees(CAMPS, np.array([[0, 1 << 40]]))),
    ],
)
def test_what_is_wrong_with_a_board_is_named(found: list[str], call: Callable[[], object]) -> None:
    assert fields(call) == found


def test_the_value_is_told() -> None:
    (far,) = problems(lambda: melees(CAMPS, [(0, 17)]))
    assert "17" in far.value
    (same,) = problems(lambda: melees(CAMPS, [(3, 3)]))
    assert "3" in same.value
    (camp,) = problems(lambda: melees([0, 5], []))
    assert "5" in camp.value
    assert "0" in camp.allowed
    assert "1" in camp.allowed


@pytest.mark.parametrize(
    ("field", "call"),
    [
        ("camps", lambda: melees(None, [])),
        ("camps", lambda: melees(3, [])),
        ("camps", lambda: melees("01", [])),
        ("camps", lambda: melees([0.0, 1.0], [(0, 1)])),
        ("camps", lambda: melees([False, True], [(0, 1)])),
        ("camps", lambda: melees(np.array([0.0, 1.0]), [(0, 1)])),
        ("camps", lambda: melees(np.array([False, True]), [(0, 1)])),
        ("camps", lambda: melees(np.array([[0, 1]]), [(0, 1)])),
        ("camps", lambda: melees([0, None], [])),
        ("contacts", lambda: melees(CAMPS, 5)),
        ("contacts", lambda: melees(CAMPS, "0-1")),
        ("contacts", lambda: melees(CAMPS, [(0, 1, 2)])),
        ("contacts", lambda: melees(CAMPS, [(0,)])),
        ("contacts", lambda: melees(CAMPS, [0, 1])),
        ("contacts", lambda: melees(CAMPS, [(0, 1.0)])),
        ("contacts", lambda: melees(CAMPS, [(0, True)])),
        ("contacts", lambda: melees(CAMPS, [(0, "1")])),
        ("contacts", lambda: melees(CAMPS, np.array([[0.0, 1.0]]))),
        ("contacts", lambda: melees(CAMPS, np.array([[False, True]]))),
        ("contacts", lambda: melees(CAMPS, np.array([0, 1]))),
        ("contacts", lambda: melees(CAMPS, np.array([[0, 1, 2]]))),
        ("contacts, csr", lambda: melees(CAMPS)),
        ("contacts, csr", lambda: melees(CAMPS, [(0, 1)], csr=([0, 0, 0, 0, 0], []))),
        ("csr", lambda: melees(CAMPS, csr=3)),
        ("csr", lambda: melees(CAMPS, csr=([0, 1],))),
        ("csr", lambda: melees(CAMPS, csr=([0, 1, 1, 1], [1]))),
        ("csr", lambda: melees(CAMPS, csr=([0, 1, 1, 1, 2], [1]))),
        ("csr", lambda: melees(CAMPS, csr=([1, 1, 1, 1, 1], [1]))),
        ("csr", lambda: melees(CAMPS, csr=([0, 2, 1, 1, 2], [1, 3]))),
        ("csr", lambda: melees(CAMPS, csr=(np.array([0.0] * 5), np.array([1])))),
        ("fighters", lambda: melees(CAMPS, [], fighters=[ONE] * 3)),
        ("fighters", lambda: melees(CAMPS, [], fighters=[ONE] * 5)),
        ("fighters", lambda: melees(CAMPS, [], fighters=ONE)),
        ("fighters", lambda: melees(CAMPS, [], fighters=[ONE, ONE, "One", ONE])),
    ],
)
def test_what_is_no_board_is_refused(field: str, call: Callable[[], object]) -> None:
    found = fields(call)
    assert found
    assert all(one == field or one.startswith((f"{field}[", f"{field}.")) for one in found)


@pytest.mark.parametrize("wrong", [4, 0])
def test_a_neighbour_in_rows_of_neighbours_is_named(wrong: int) -> None:
    (field,) = fields(lambda: melees(CAMPS, csr=([0, 1, 1, 1, 1], [wrong])))
    assert field.startswith("csr")


def test_many_problems_are_told_up_to_twenty() -> None:
    found = problems(lambda: melees([0, 1], [(0, 0)] * 30))
    assert [problem.field for problem in found[:20]] == [f"contacts[{one}]" for one in range(20)]
    with pytest.raises(fr.InputError, match="10 more"):
        melees([0, 1], [(0, 0)] * 30)


def test_a_contact_told_twice_counts_once() -> None:
    (melee,) = melees([0, 1], [(0, 1), (1, 0), (0, 1)])
    assert melee.contacts == ((0, 1),)
    (melee,) = melees([0, 1], csr=([0, 2, 3], [1, 1, 0]))
    assert melee.contacts == ((0, 1),)


def test_who_touches_no_enemy_is_in_no_melee() -> None:
    found = melees([0, 1, 0], [(0, 1), (0, 2)])
    with pytest.raises(fr.InputError, match="touches no enemy"):
        found.melee_of(2)
    for wrong in (3, -1, True, 1.0, None, "0"):
        assert problems(lambda wrong=wrong: found.melee_of(wrong))  # type: ignore[misc]


# Batches


def flat(**changes: Any) -> dict[str, Any]:
    """Give the arguments of a batch of two boards, some of them changed."""
    arguments = {
        "camps": np.array([0, 1, 0, 1, 1], dtype=np.uint8),
        "contacts": np.array([[0, 1], [0, 1], [0, 2]], dtype=np.int32),
        "fighter_offsets": np.array([0, 2, 5]),
        "contact_offsets": np.array([0, 1, 3]),
    }
    return {**arguments, **changes}


def test_a_batch_as_it_should_be() -> None:
    found = batch(**flat())
    assert [*found.labels] == [0, 0, 0, 0, 0]
    assert [*found.counts] == [1, 1]


@pytest.mark.parametrize(
    "changes",
    [
        {"camps": np.array([0, 1, 0, 2, 1], dtype=np.uint8)},
        {"contacts": np.array([[0, 1], [0, 3], [0, 2]])},
        {"contacts": np.array([[0, 1], [0, -1], [0, 2]])},
        {"contacts": np.array([[0, 1], [2, 2], [0, 2]])},
    ],
)
def test_the_board_of_a_batch_is_named(changes: dict[str, Any]) -> None:
    with pytest.raises(fr.InputError, match=r"board(s\[| )1"):
        batch(**flat(**changes))


@pytest.mark.parametrize(
    "changes",
    [
        {"camps": np.array([0.0, 1, 0, 1, 1])},
        {"camps": np.array([[0, 1, 0, 1, 1]], dtype=np.uint8)},
        {"contacts": np.array([[0.0, 1], [0, 1], [0, 2]])},
        {"contacts": np.array([0, 1, 0, 1, 0, 2])},
        {"fighter_offsets": np.array([0, 2])},
        {"fighter_offsets": np.array([0, 2, 4])},
        {"fighter_offsets": np.array([0, 6, 5])},
        {"fighter_offsets": np.array([0, 2, 9])},
        {"fighter_offsets": np.array([1, 2, 5])},
        {"fighter_offsets": np.array([0.0, 2, 5])},
        {"fighter_offsets": np.array([], dtype=int)},
        {"contact_offsets": np.array([0, 1, 4])},
        {"contact_offsets": np.array([0, 1, 2])},
        {"contact_offsets": np.array([0, -1, 3])},
        {"contact_offsets": np.array([0, 1, 2, 3])},
        {"threads": 0},
        {"threads": -1},
        {"threads": 1.5},
    ],
)
def test_a_batch_that_does_not_fit_together_is_refused(changes: dict[str, Any]) -> None:
    for problem in problems(lambda: batch(**flat(**changes))):
        assert problem.field


# Separations


@pytest.mark.parametrize(
    "wrong",
    [
        [(0, 1), (1, 2), (3, 4)],
        [(0, 3), (1, 2), (4,)],
        [(0, 1), (2, 3)],
        [],
    ],
)
def test_a_separation_that_is_none_is_refused_where_one_is_needed(wrong: Any) -> None:
    melee = melee_of(row_of(5))
    assert melee.legal(wrong)
    calls: list[Callable[[], object]] = [
        lambda: melee.rank(wrong),
        lambda: melee.rate(wrong, 0, value=lambda star: 1.0),
        lambda: melee.regret(wrong, 0, value=lambda star: 1.0),
        lambda: melee.to_svg(wrong),
        lambda: melee.to_dot(wrong),
    ]
    for call in calls:
        assert all(field.startswith("separation") for field in fields(call))


def test_a_fighter_used_twice_and_two_who_do_not_touch_are_named() -> None:
    melee = melee_of(row_of(5))
    told = "\n".join(melee.legal([(0, 3), (1, 2), (1, 4)]))
    assert "1" in told
    assert "0" in told
    assert "3" in told


@pytest.mark.parametrize("wrong", [None, 3, "01", [3], [None], [("a", "b")], [(0, 1.0)], [True]])
def test_what_is_no_separation_at_all_is_refused(wrong: Any) -> None:
    melee = melee_of(row_of(5))
    assert all(field.startswith("separation") for field in fields(lambda: melee.legal(wrong)))


@pytest.mark.parametrize("rank", [-1, 2, 2**70, 0.0, True, None, "0"])
def test_a_rank_that_is_none_is_refused(rank: Any) -> None:
    assert fields(lambda: melee_of(row_of(5)).unrank(rank)) == ["rank"]


@pytest.mark.parametrize(
    ("field", "arguments"),
    [
        ("seed", (-1,)),
        ("seed", (2**64,)),
        ("seed", (1.5,)),
        ("seed", (None,)),
        ("index", (0, -1)),
        ("index", (0, 2**64)),
        ("index", (0, "a")),
    ],
)
def test_a_draw_needs_a_seed_and_an_index(field: str, arguments: tuple[Any, ...]) -> None:
    assert fields(lambda: melee_of(where_all_touch(2, 2)).sample(*arguments)) == [field]


# Values


def value_calls(melee: Any, side: Any, value: Any) -> list[Callable[[], object]]:
    some = next(melee.separations())
    return [
        lambda: melee.best(side, value=value),
        lambda: melee.best(side, value=value, k=2),
        lambda: melee.rate(some, side, value=value),
        lambda: melee.regret(some, side, value=value),
        lambda: melee.greedy(side, value=value),
    ]


@pytest.mark.parametrize("side", [2, -1, None, "0", 0.0, True])
def test_there_are_two_sides(side: Any) -> None:
    melee = melee_of(where_all_touch(2, 2))
    for call in value_calls(melee, side, lambda star: 0.0):
        assert fields(call) == ["for_side"]


@pytest.mark.parametrize("k", [0, -1, 1.0, True, None, "2"])
def test_the_number_of_best_ones(k: Any) -> None:
    melee = melee_of(where_all_touch(2, 2))
    assert fields(lambda: melee.best(0, value=lambda star: 0.0, k=k)) == ["k"]


@pytest.mark.parametrize("value", ["plain", fr.Policy("plain"), "optimal"])
def test_combats_cannot_be_valued_without_fighters(value: Any) -> None:
    melee = melee_of(where_all_touch(2, 2))
    for call in value_calls(melee, 0, value):
        assert fields(call) == ["fighters"]
    assert fields(melee.who_separates) == ["fighters"]


@pytest.mark.parametrize("value", ["plin", "random", 3, None, [1.0]])
def test_a_value_that_is_none_is_refused(value: Any) -> None:
    melee = melee_of(where_all_touch(2, 2), fighters=[ONE] * 4)
    for call in value_calls(melee, 0, value):
        assert all(field.startswith(("value", "policy")) for field in fields(call))


@pytest.mark.parametrize("worth", [float("nan"), "much", None])
def test_the_combat_of_a_bad_value_is_named(worth: Any) -> None:
    melee = melee_of(where_all_touch(2, 2))

    def value(star: Star) -> Any:
        return worth if star.members == (1, 3) else 1.0

    for call in (
        lambda: melee.best(0, value=value),
        lambda: melee.rate([(0, 2), (1, 3)], 0, value=value),
    ):
        (problem,) = problems(call)
        assert problem.field.startswith("value")
        assert "1" in problem.field + problem.value
        assert "3" in problem.field + problem.value


def test_a_table_without_the_combat_is_refused() -> None:
    melee = melee_of(where_all_touch(2, 2))
    (problem,) = problems(lambda: melee.rate([(0, 2), (1, 3)], 0, value={(0, 2): 1.0}))
    assert problem.field.startswith("value")
    assert "3" in problem.field + problem.value


def test_the_error_of_a_value_comes_through() -> None:
    def value(_: Star) -> float:
        raise KeyError

    with pytest.raises(KeyError):
        melee_of(where_all_touch(2, 2)).best(0, value=value)


def test_one_combat_is_not_contested() -> None:
    melee = melee_of(where_all_touch(1, 3), fighters=[ONE] * 4)
    assert problems(melee.who_separates)


# Too big


def test_a_crowd_of_too_many_combats_is_refused_with_their_number() -> None:
    # Whoever fights alone has any of his 17 enemies; the 289 duels are there from both sides.
    combats = 2 * 17 * (2**17 - 1) - 289
    with pytest.raises(fr.TooBig, match=str(combats)):
        melee_of(where_all_touch(17, 17)).best(0, value=lambda star: 1.0)


@pytest.mark.long
def test_a_search_over_its_limit_is_refused_with_the_count() -> None:
    melee = melee_of(where_all_touch(10, 10))
    draw = Random(0)  # noqa: S311 - any values will do
    worth = [draw.randint(-9, 9) for _ in range(20)]

    def value(star: Star) -> float:
        # Hard to tell apart: what combats are worth differs little from what their fighters are.
        return sum(worth[fighter] for fighter in star.members) - draw.randint(0, 5)

    with pytest.raises(fr.TooBig, match=str(ways_where_all_touch(10, 10))):
        melee.best(0, value=value)


def test_a_count_over_its_limit_is_refused() -> None:
    melee = melee_of(where_all_touch(14, 14))
    calls: list[Callable[[], object]] = [melee.count, melee.sample, lambda: melee.unrank(0)]
    for call in calls:
        (problem,) = problems(call, fr.TooBig)
        assert problem.field == "melee"
    assert melee.legal(next(melee.separations())) == []


def test_the_first_separations_of_a_crowd_are_there_at_once() -> None:
    melee = melee_of(where_all_touch(8, 8))
    first = [*islice(melee.separations(), 100)]
    assert len({*first}) == 100
    assert all(melee.legal(one) == [] for one in first)


def test_a_melee_is_as_it_was_after_an_error() -> None:
    melee = melee_of(where_all_touch(3, 3))
    for call in (lambda: melee.best(5), lambda: melee.unrank(99), lambda: melee.rank([])):
        problems(call)
    assert melee.count() == 15
    assert len([*melee.separations()]) == 15
