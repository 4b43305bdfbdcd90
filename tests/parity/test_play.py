"""The same dice drive the core and the reference to the same results."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any, get_args

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

import fracas as fr
from both import BOTH, CORE, REFERENCE, Answers, Implementation, Policy, attempt
from fracas import reference
from fracas.types import Health, RollName
from strategies import (
    CHARACTERISTICS,
    WOUNDS,
    Document,
    check_options,
    healths,
    policies,
    rules_documents,
    scripts,
)

ROLLS = get_args(RollName)
values = st.integers(-30, 30)
# A policy by its name, or the answers of a player.
players = policies | st.lists(st.booleans(), max_size=20)


def played(
    implementation: Implementation, script: list[int], call: Callable[..., object]
) -> tuple[object, ...]:
    """Give all that can be seen of a call: its result or its error, what is left, the record."""
    source = implementation.scripted(script)
    result = attempt(partial(call, source=source))
    return result, attempt(source.finish), [*source.record]


def policy(player: str | list[bool]) -> Policy:
    return player if isinstance(player, str) else Answers(player)


@pytest.mark.rule("D-1", "D-2", "D-3", "D-4", "D-5", "D-7", "D-8")
@given(
    options=check_options,
    script=scripts,
    value=values,
    difficulty=st.none() | values,
    dice=st.integers(1, 20) | st.integers(1, 3),
    player=players,
    roll=st.sampled_from(ROLLS),
)
@example({}, [6] * 30, 0, 7, 3, "when_needed", "check")
def test_a_check(
    options: Document,
    script: list[int],
    value: int,
    difficulty: int | None,
    dice: int,
    player: str | list[bool],
    roll: str,
) -> None:
    seen = []
    for implementation in BOTH:
        reroll = policy(player)
        call = partial(
            implementation.check,
            value,
            difficulty=difficulty,
            dice=dice,
            reroll=reroll,
            roll=roll,
            rules=implementation.rules({"checks": options}),
        )
        views = reroll.views if isinstance(reroll, Answers) else None
        seen.append((played(implementation, script, call), views))
    assert seen[0] == seen[1]


@pytest.mark.rule("D-6", "D-8")
@given(
    options=check_options,
    script=scripts,
    sides=st.tuples(values, values) | st.tuples(st.integers(-8, 1), st.integers(-8, 1)),
    first=players,
    second=players,
    roll=st.sampled_from(ROLLS),
)
@example({"opposed_tie": "side_1_wins"}, [6, 6], (0, 0), "never", "when_needed", "check")
def test_an_opposed_check(
    options: Document,
    script: list[int],
    sides: tuple[int, int],
    first: str | list[bool],
    second: str | list[bool],
    roll: str,
) -> None:
    seen = []
    for implementation in BOTH:
        rerolls = policy(first), policy(second)
        rules = implementation.rules({"checks": options})
        call = partial(implementation.opposed, sides, reroll=rerolls, roll=roll, rules=rules)
        views = [reroll.views for reroll in rerolls if isinstance(reroll, Answers)]
        seen.append((played(implementation, script, call), views))
    assert seen[0] == seen[1]


@pytest.mark.rule("W-1", "W-2", "W-3", "W-4")
@given(document=rules_documents, script=st.lists(st.integers(1, 6), max_size=3), gap=values)
def test_a_wound_roll(document: Document, script: list[int], gap: int) -> None:
    seen = [
        played(made, script, partial(made.wound_roll, gap, 7, rules=made.rules(document)))
        for made in BOTH
    ]
    assert seen[0] == seen[1]


@pytest.mark.rule("W-2", "W-3", "W-4")
@given(document=rules_documents)
def test_every_pair_of_dice_at_every_result(document: Document) -> None:
    core, readable = CORE.rules(document), REFERENCE.rules(document)
    for first in range(1, 7):
        for second in range(1, 7):
            for strength in (-70, -61, -8, 0, 5, 54, 55, 56, 61, 70):
                script = [first, second]
                roll = fr.wound_roll(strength, 0, source=script, rules=core)
                source = reference.Scripted(script)
                assert roll == reference.wound_roll(strength, 0, source=source, rules=readable)


@pytest.mark.rule("W-6", "W-7")
@given(document=rules_documents, before=healths)
def test_the_health_after_a_wound(document: Document, before: tuple[Any, int]) -> None:
    health = Health(*before)
    core, readable = CORE.rules(document), REFERENCE.rules(document)
    for wound in WOUNDS:
        after = fr.wounded(health, wound, rules=core)
        assert after == reference.wounded(health, wound, readable)


@pytest.mark.rule("W-5", "W-6")
@given(document=rules_documents, state=healths, value=values)
def test_a_current_characteristic(document: Document, state: tuple[Any, int], value: int) -> None:
    health = Health(*state)
    core, readable = CORE.rules(document), REFERENCE.rules(document)
    for name in CHARACTERISTICS:
        current = fr.current(name, value, health, rules=core)
        assert current == reference.current(name, value, health, readable)


def test_the_default_rules_are_the_same_document() -> None:
    core, readable = fr.Rules().to_dict(), reference.Rules().to_document()
    assert core == readable
    assert list(core) == list(readable)
    assert fr.Rules(readable) == fr.Rules()


@given(document=rules_documents)
def test_a_document_means_the_same_rules(document: Document) -> None:
    assert fr.Rules(document).to_dict() == REFERENCE.rules(document).to_document()
