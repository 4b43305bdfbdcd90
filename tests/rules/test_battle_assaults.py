"""Pivots, targets that are gone and free measuring in battles, clause by clause."""

from __future__ import annotations

from typing import Any

import pytest

import fracas as fr
from fracas import events as happened
from fracas.choices import choice_labels, question
from fracas.types import Decision

CHARGE = 3
SHOOT = 4
ALONE = 63
SQUARE = {"width": 3, "depth": 3}
BOW = {"strength": 6, "short": 10, "medium": 20, "long": 30}
# A spell that no target survives.
DOOM = {
    "name": "Doom",
    "cost": 1,
    "range": 40,
    "effect": {"name": "Death", "deed": "worsen", "amount": 4},
}


def placed(side: int, x: float, y: float, facing: float = 0, **fields: Any) -> fr.Placed:
    """Place a soldier that walks 10 cm on a base of 2.5 × 2.5 cm."""
    return fr.Placed(fr.Profile("Soldier", **{"value": 10, **fields}), side, (x, y), facing)


def battle(*fighters: fr.Placed, **rules: Any) -> fr.Battle:
    """Give the battle of these fighters, those of side 0 first."""
    played = fr.Rules(**rules)
    table = fr.Table(100, 100, fighters, rules=played)
    armies = (
        fr.Army(name, [one.profile for one in fighters if one.side == side])
        for side, name in enumerate(["Red", "Blue"])
    )
    return fr.Battle(*armies, table=table, turns=1, rules=played)


def to(fought: fr.Battle, kind: str) -> Decision:
    """Go on to a decision: side 0 speaks first, all others take their first choice."""
    while True:
        decision = fought.decision
        if decision is None:
            # Side 0 wins the Tactics roll.
            assert fought.chance == "tactics", fought.node
            fought.roll(5)
            fought.roll(2)
        elif decision.kind == kind:
            return decision
        else:
            fought.apply(decision.choices[0])


def asked(fought: fr.Battle) -> tuple[str, tuple[int, ...]]:
    """Say what a battle asks."""
    assert fought.decision is not None, fought.node
    return fought.decision.kind, fought.decision.choices


def told(fought: fr.Battle, *kinds: type) -> list[Any]:
    """Give the events of some kinds."""
    return [event for event in fought.events if isinstance(event, kinds)]


def charge(fought: fr.Battle, target: int) -> fr.Battle:
    """Let fighter 0 charge somebody."""
    to(fought, "announce")
    fought.apply(CHARGE)
    if asked(fought)[0] == "target":
        fought.apply(target)
    return fought


def two_apart(power: int, *powers: int, **fields: Any) -> fr.Battle:
    """Give a charger before two that stand too far apart to touch both."""
    first, second = powers
    return battle(
        placed(0, 30, 50, **{"power": power, "base": SQUARE, **fields}),
        placed(1, 40, 50, power=first),
        placed(1, 40, 44, power=second),
    )


# Pivots.


@pytest.mark.rule("M-15")
def test_a_charger_may_turn_either_or_both_of_its_targets() -> None:
    # A(2) charges Y(1) and Z(1).
    fought = charge(two_apart(2, 1, 1), 1)
    assert asked(fought) == ("also", (2, ALONE))
    fought.apply(2)
    assert asked(fought) == ("pivot", (1, 2, 3))
    assert fought.decision is not None
    assert fought.decision.fighter == 0
    assert choice_labels(fought)[1] == "the second target"
    assert question(fought).endswith("whom to turn")
    fought.apply(1)
    assaulted, pivoted = told(fought, happened.Assaulted, happened.Pivoted)
    assert assaulted.targets == (1, 2)
    assert pivoted.fighter == 2
    assert pivoted.pose.position == pytest.approx((40, 44))
    assert pivoted.pose.facing == fought.table.fighters[2].facing != 0
    assert fought.table.fighters[1].facing == 0
    assert set(fought.table.contacts()) == {(0, 1), (0, 2)}


@pytest.mark.rule("M-15")
@pytest.mark.parametrize(("first", "second", "turned"), [(1, 3, 1), (3, 1, 2)])
def test_a_charger_turns_no_more_power_than_its_own(first: int, second: int, turned: int) -> None:
    # A(2) charges B(1) and C(3): B alone, and nobody is asked.
    fought = charge(two_apart(2, first, second), 1)
    fought.apply(2)
    assert [event.fighter for event in told(fought, happened.Pivoted)] == [turned]


@pytest.mark.rule("M-15")
@pytest.mark.parametrize(
    ("power", "fields"), [(2, {"base": {"diameter": 3}}), (0, {})], ids=["round", "too weak"]
)
def test_who_may_turn_nobody_touches_its_target_alone(power: int, fields: dict[str, Any]) -> None:
    fought = charge(two_apart(power, 1, 1, **fields), 1)
    (assaulted,) = told(fought, happened.Assaulted, happened.Pivoted)
    assert assaulted.targets == (1,)


@pytest.mark.rule("M-14", "M-15")
@pytest.mark.parametrize("choice", range(4))
def test_nobody_is_turned_who_is_touched_as_it_stands(choice: int) -> None:
    fought = battle(placed(0, 30, 50, power=2), placed(1, 40, 51.5), placed(1, 40, 48.5))
    charge(fought, 1).apply(2)
    assert asked(fought) == ("pivot", (0, 1, 2, 3))
    fought.apply(choice)
    (assaulted,) = told(fought, happened.Assaulted, happened.Pivoted)
    assert assaulted.targets == (1, 2)


# Targets that are gone.


def lost(*others: tuple[float, float], target: tuple[float, float] = (30, 50)) -> fr.Battle:
    """Let a magician charge somebody 10 cm before it, and kill him first with a spell."""
    fought = battle(
        placed(0, 20, 50, skills=["Magician"], mystic_actions=[DOOM]),
        placed(1, *target, 180),
        *(placed(1, x, y, 180) for x, y in others),
        turn={"combined_actions": "mystic", "starting_mana": 1},
    )
    charge(fought, 1)
    assert asked(fought)[0] == "action"
    fought.apply(8)
    if asked(fought)[0] == "target":
        fought.apply(1)
    return fought


@pytest.mark.rule("M-16", "A-14")
def test_who_loses_its_target_goes_to_where_it_was_and_redirects() -> None:
    fought = lost((30, 57), (28, 80))
    moved = told(fought, happened.Moved)[-1]
    assert (moved.action, moved.distance) == ("charge", pytest.approx(7.5))
    assert asked(fought) == ("instead", (0, 1, 2))
    assert choice_labels(fought) == {0: "stay", 1: "run on", 2: "redirect"}
    fought.apply(2)
    assert asked(fought) == ("target", (2, 3))
    fought.apply(2)
    (assaulted,) = told(fought, happened.Assaulted)
    assert (assaulted.action, assaulted.targets) == ("charge", (2,))
    assert [event.fighter for event in told(fought, happened.Penalised)] == [2]


@pytest.mark.rule("M-16")
def test_who_loses_its_target_may_run_on() -> None:
    fought = lost((30, 70))
    fought.apply(1)
    for kind, choice in (("heading", 0), ("pace", 4), ("facing", 0)):
        assert asked(fought)[0] == kind
        fought.apply(choice)
    first, second = told(fought, happened.Moved)[-2:]
    assert (first.action, second.action) == ("charge", "run")
    assert second.distance == pytest.approx(12.5)
    assert second.pose.position == pytest.approx((40, 50))


@pytest.mark.rule("M-16")
def test_who_loses_its_target_may_stay() -> None:
    fought = lost((30, 70))
    fought.apply(0)
    assert told(fought, happened.Moved)[-1].pose.position == pytest.approx((27.5, 50))
    assert not told(fought, happened.Assaulted, happened.AssaultFailed)


@pytest.mark.rule("M-13", "M-16")
def test_who_was_too_far_from_its_target_does_not_run_on() -> None:
    fought = lost((30, 70), target=(55, 50))
    assert told(fought, happened.Moved)[-1].distance == pytest.approx(20)
    assert asked(fought) == ("instead", (0, 2))
    fought.apply(2)
    (failed,) = told(fought, happened.AssaultFailed)
    assert failed.target == 2


# Free measuring.


def ahead(*distances: float, free: bool, **fields: Any) -> fr.Battle:
    """Give somebody, and round enemies so far from its mire."""
    others = (
        placed(1, 21.25 + 0.8 * away, 50 + y * away, 180, base={"diameter": 2.5})
        for away, y in zip([one + 1.25 for one in distances], (0.6, -0.6), strict=True)
    )
    return battle(placed(0, 20, 50, **fields), *others, turn={"free_measuring": free})


@pytest.mark.rule("A-17")
def test_free_measuring_leaves_out_charges_that_are_too_far() -> None:
    for distances, free, announced in (
        ((20, 20.1), False, True),
        ((20, 20.1), True, True),
        ((20.1, 25), True, False),
        ((20.1, 25), False, True),
    ):
        fought = ahead(*distances, free=free)
        assert (CHARGE in to(fought, "announce").choices) is announced
        if announced:
            fought.apply(CHARGE)
            assert (asked(fought)[0] == "target") is not free


@pytest.mark.rule("A-17", "A-15")
def test_free_measuring_leaves_out_shots_beyond_the_long_range() -> None:
    for distances, free, shoots in (
        ((30, 30.1), False, True),
        ((30, 30.1), True, True),
        ((30.1, 40), True, False),
    ):
        fought = ahead(*distances, free=free, aim=3, weapon=BOW)
        assert (SHOOT in to(fought, "action").choices) is shoots
        if shoots:
            fought.apply(SHOOT)
            assert (asked(fought)[0] == "target") is not free


# What is told.

POSE = fr.Pose((10.25, 20), 90)


@pytest.mark.rule("M-15", "M-16")
@pytest.mark.parametrize(
    ("event", "english", "french"),
    [
        (happened.Pivoted(1, POSE), "Bo is turned to face 90", "Bo est pivoté"),
        (happened.Moved(0, "charge", POSE, 7.5), "7.5 cm to where its target was", "sa cible"),
        (happened.Moved(0, "engage", POSE, 0.0), "Ada stays at", "Ada reste"),
    ],
)
def test_it_is_told_in_two_languages(
    event: happened.BattleEvent, english: str, french: str
) -> None:
    names = ["Ada", "Bo"]
    assert english in fr.narrate([event], names)[0]
    assert french in fr.narrate([event], names, language="fr")[0]
