"""The core and the reference agree on movement, on golden rows and on random small tables."""

from __future__ import annotations

import cmath
import math
import random
from dataclasses import replace
from typing import Any

import pytest

import fracas as fr
from fracas.reference import Scripted
from fracas.reference.assaults import (
    Assault,
    Stance,
    aimed_stance,
    assault,
    bodies_beside,
    nearest_stance,
    obstacle_number,
    pivots,
    redirect,
    redirected_action,
    turn_of_pivot,
)
from fracas.reference.charges import penalised, pivotable
from fracas.reference.movement import (
    destination_reasons,
    disengage,
    disengage_reasons,
    distance_of,
    dive_reasons,
    move,
    reasons,
)
from fracas.reference.moves import placed_on
from fracas.reference.plane import Point, depth_outside, middle_of, nearest_rim_point
from fracas.reference.rims import clearance
from fracas.reference.tables import Table
from golden_rows import Row, each_row
from random_tables import make_table
from table_rows import TableSpec, core_table, reference_table, spec_of

MOVES: tuple[Any, ...] = ("walk", "run", "take_cover")
ASSAULTS: tuple[Any, ...] = ("charge", "engage")
STATE = (
    "activated", "assaulted", "walked", "disengaged", "tried_disengaging", "must_take_cover",
)  # fmt: skip

seeds = pytest.mark.parametrize(
    "seed", [*range(24), *(pytest.param(seed, marks=pytest.mark.long) for seed in range(24, 400))]
)


def told(reasons: list[str]) -> list[str]:
    """Leave out the reasons that follow from another one: they may be told or not."""
    follow = {
        "not_an_enemy": {"seen", "not_seen", "base_full"},
        "not_in_contact": {"assaulted", "already_tried", "not_bigger", "too_weak"},
        "overlaps": {"touches_enemy"},
        "not_disengaged": {"assaulted"},
    }
    idle = {one for reason in reasons for one in follow.get(reason, ())}
    return sorted(set(reasons) - idle)


def both(spec: TableSpec) -> tuple[fr.Table, Table]:
    return core_table(spec), reference_table(spec)


def eager(seed: int) -> TableSpec:
    """Make a table on which everybody may act and sees everything, so that assaults happen."""
    spec = make_table(seed)
    for fighter in spec.fighters:
        for name in STATE:
            fighter.pop(name, None)
        fighter["profile"]["movement"] = max(6, fighter["profile"]["movement"])
    options = {"hidden_by": "nothing", "sight_arc": "all_round", "engage_a_seen_target": True}
    return replace(spec, rules={"movement": options})


def enemies(table: Table) -> list[tuple[int, int]]:
    everybody = range(len(table.fighters))
    return [
        (one, other) for one in everybody for other in everybody if table.are_enemies(one, other)
    ]


def mire_of(table: fr.Table, fighter: int) -> Point:
    return complex(*table.outlines()[fighter][0])


@pytest.mark.rule("M-1", "M-3", "M-4", "M-5", "M-6", "M-7", "M-8", "M-9", "M-10", "M-11", "M-12")
@pytest.mark.rule("M-19", "M-20", "M-21", "M-23", "M-25", "M-27")
@each_row("moves.txt")
def test_golden_conditions(row: Row) -> None:
    action, *shot = row["action"].split()
    target = int(row["target"]) if row["target"] else None
    where: dict[str, Any] = {}
    if row["to"]:
        x, y, facing = map(float, row["to"].split())
        where = {"to": (x, y), "facing": facing}
    act: Any = action
    table = core_table(spec_of(row))
    found = table.can(int(row["fighter"]), act, target, assault_shot=bool(shot), **where)
    assert sorted(found) == sorted(row["reasons"].split())


@pytest.mark.rule("M-17", "M-18")
@each_row("charges.txt")
def test_golden_penalties(row: Row) -> None:
    rules = fr.Rules(movement={"several_targets": row["several_targets"]})
    suffering: set[int] = set()
    for turn in row["charges"].split(";"):
        charges = []
        for charge in filter(str.strip, turn.split(",")):
            charger, targets = charge.split(">")
            charges.append((int(charger), [int(word) for word in targets.split()]))
        suffering |= set(fr.penalised(row.ints("powers"), charges, rules=rules))
    assert suffering == set(row.ints("penalised"))


@pytest.mark.rule("M-15")
@each_row("pivots.txt")
def test_golden_pivots(row: Row) -> None:
    # The charger stands alone in a corner; a touched target has a friend behind it.
    base: Any = {"diameter": 2.5} if row["base"] == "round" else "standard"
    fighters: list[dict[str, Any]] = [
        {"profile": {"power": int(row["power"]), "base": base}, "side": 0, "position": [5, 5]}
    ]
    words = row["targets"].split()
    for place, word in enumerate(words):
        profile = {"power": int(word.rstrip("+"))}
        fighters.append({"profile": profile, "side": 1, "position": [10 + 10 * place, 30]})
    fighters += [
        {"side": 1, "position": [10 + 10 * place, 32.5]}
        for place, word in enumerate(words)
        if "+" in word
    ]
    found = core_table(TableSpec(fighters)).pivotable(0, list(range(1, len(words) + 1)))
    groups = [tuple(map(int, group.split())) for group in row["pivoted"].split(",") if group]
    assert sorted(tuple(n - 1 for n in group) for group in found) == sorted(groups)


@pytest.mark.rule("M-17", "M-18", "M-15")
@pytest.mark.parametrize("seed", range(300))
def test_penalties_and_pivots_agree(seed: int) -> None:
    rng = random.Random(seed)  # noqa: S311
    powers = [rng.randint(0, 3) for _ in range(7)]
    charges = [(c, rng.sample(range(4, 7), rng.randint(1, 3))) for c in range(rng.randint(1, 4))]
    for option in ("some_group", "all_chargers"):
        rules = fr.Rules(movement={"several_targets": option})
        expected = penalised(powers, charges, option)
        assert set(fr.penalised(powers, charges, rules=rules)) == expected
    if expected := penalised(powers, charges):
        more = [*charges, (3, [4])] if all(c != 3 for c, _ in charges) else charges
        assert expected <= penalised(powers, more)
    groups = pivotable(powers[0], [(power, True) for power in powers[4:]], is_round=False)
    assert all(sum(powers[4 + place] for place in group) <= powers[0] for group in groups)


@pytest.mark.rule("M-7", "M-8", "M-9", "M-10", "M-11", "M-12", "M-19", "M-20", "M-21", "M-23")
@seeds
def test_conditions_agree(seed: int) -> None:
    core, table = both(make_table(seed))
    assert core.contacts() == table.contacts()
    for fighter in range(len(table.fighters)):
        assert core.level(fighter) == table.level(table.base(fighter).mire)
        for action in MOVES:
            assert told(core.can(fighter, action)) == told(reasons(table, fighter, action))
        for how in ("agility", "force"):
            expected = disengage_reasons(table, fighter, how)
            name: Any = f"disengage_by_{how}"
            assert told(core.can(fighter, name)) == told(expected)
        for shot in (False, True):
            expected = dive_reasons(table, fighter, assault_shot=shot)
            found = core.can(fighter, "dive_for_cover", assault_shot=shot)
            assert sorted(found) == sorted(expected)
        for target in table.others(fighter):
            for action in ASSAULTS:
                expected = reasons(table, fighter, action, target) or why_not(
                    table, fighter, action, target
                )
                assert told(core.can(fighter, action, target)) == told(expected)


def why_not(table: Table, fighter: int, action: Any, target: int) -> list[str]:
    result = assault(table, fighter, action, [target])
    return result if isinstance(result, list) else []


@pytest.mark.rule("M-2", "M-3", "M-4", "M-5", "M-6", "M-10")
@seeds
def test_paths_and_sight_agree(seed: int) -> None:
    core, table = both(make_table(seed))
    for fighter in range(len(table.fighters)):
        measures = table.measures(fighter)
        for target in table.others(fighter):
            sight, expected = core.sees(fighter, target), table.sees(fighter, target)
            assert sight.visible == expected.visible
            # With the eye on its rim, how much of a base is seen is anybody's guess.
            if abs(depth_outside(table.body(target), table.base(fighter).mire)) > 1e-6:
                assert sight.fraction == pytest.approx(expected.fraction, abs=1e-6)
            if table.may_pass_through(fighter, target):
                continue
            path = measures.path_to_rim(obstacle_number(table, fighter, target))
            found = core.path(fighter, target)
            assert found.reachable == (path is not None)
            if path is not None:
                assert found.length == pytest.approx(path.length, abs=1e-6)
                assert found.walked <= found.length + 1e-9


@pytest.mark.rule("M-2", "M-3", "M-7", "M-8", "M-9", "M-19")
@seeds
def test_destinations_agree(seed: int) -> None:
    core, table = both(make_table(seed))
    rng = random.Random(seed)  # noqa: S311
    for fighter in range(len(table.fighters)):
        mire = table.base(fighter).mire
        for action in MOVES:
            near = mire + complex(rng.uniform(-8, 8), rng.uniform(-8, 8))
            to = rng.choice([(near.real, near.imag), (rng.uniform(0, 40), rng.uniform(0, 40))])
            facing = rng.uniform(0, 360)
            expected = reasons(table, fighter, action)
            expected += destination_reasons(table, fighter, action, to, facing)
            found = core.can(fighter, action, to=to, facing=facing)
            assert told(found) == told(expected)
            if not expected:
                after = getattr(core, action)(fighter, to, facing=facing).table.fighters[fighter]
                placed = move(table, fighter, action, to, facing).fighters[fighter]
                assert after.position == pytest.approx(placed.position, abs=1e-6)
                flags = ("walked", "under_cover", "must_take_cover")
                assert [getattr(after, f) for f in flags] == [getattr(placed, f) for f in flags]


def assert_same_assault(
    core: fr.Table, table: Table, fighter: int, targets: list[int], expected: Assault
) -> None:
    """Compare an assault: of equally near places, and of facings at a corner, any will do."""
    result = core.charge(fighter, targets)
    assert result.reached == expected.reached
    after = result.table.fighters[fighter]
    assert expected.path is not None
    if not expected.reached:
        base = expected.table.base(fighter)
        assert after.position == pytest.approx((base.centre.real, base.centre.imag), abs=1e-6)
        assert not result.touched
        return
    assert result.path is not None
    assert result.path.length == pytest.approx(expected.path.length, abs=1e-6)
    assert set(targets) <= set(result.touched)
    mire = mire_of(result.table, fighter)
    assert min(abs(depth_outside(table.body(n), mire)) for n in targets) < 1e-6
    stood = table.with_state(fighter, position=after.position, facing=after.facing)
    assert set(result.touched) <= set(stood.adversaries(fighter))
    room = clearance(stood.body(fighter), bodies_beside(table, fighter, targets[0]), table.ground)
    assert room > -1e-6
    assert all(result.table.fighters[target].assaulted for target in targets)


@pytest.mark.rule("M-10", "M-12", "M-13")
@seeds
def test_assaults_agree(seed: int) -> None:
    core, table = both(eager(seed))
    for fighter, target in enemies(table):
        expected = assault(table, fighter, "charge", [target])
        if isinstance(expected, list):
            assert sorted(core.can(fighter, "charge", target)) == sorted(expected)
            with pytest.raises(fr.FracasError):
                core.charge(fighter, target)
        else:
            assert_same_assault(core, table, fighter, [target], expected)


@pytest.mark.rule("M-14", "M-15")
@seeds
def test_assaults_on_several_agree(seed: int) -> None:
    core, table = both(eager(seed))
    for fighter in range(len(table.fighters)):
        targets = [n for n in table.others(fighter) if table.are_enemies(fighter, n)][:2]
        if len(targets) < 2:
            continue
        found = sorted(tuple(group) for group in core.pivotable(fighter, targets))
        assert found == sorted(pivots(table, fighter, targets))
        expected = assault(table, fighter, "charge", targets)
        if isinstance(expected, list):
            assert sorted(core.can(fighter, "charge", targets)) == sorted(expected)
        else:
            assert_same_assault(core, table, fighter, targets, expected)


@pytest.mark.rule("M-15")
@pytest.mark.parametrize("seed", range(40))
def test_pivots_agree(seed: int) -> None:
    rng = random.Random(seed)  # noqa: S311
    bases: list[Any] = ["standard", "cavalry", "large", {"diameter": 2.5}]
    fighters: list[dict[str, Any]] = [
        {"profile": {"power": 3, "movement": 15}, "side": 0, "position": [30, 10]},
        {
            "profile": {"power": 1, "base": rng.choice(bases[::3])},
            "side": 1,
            "position": [30, 25],
            "facing": rng.uniform(0, 360),
        },
        {
            "profile": {"power": 1, "base": rng.choice(bases[:3])},
            "side": 1,
            "position": [30 + rng.uniform(4.2, 5.5), 25 + rng.uniform(-5, 1)],
            "facing": rng.uniform(0, 360),
        },
    ]
    options = {"hidden_by": "nothing", "sight_arc": "all_round"}
    core, table = both(TableSpec(fighters, [], {"movement": options}))
    stance = nearest_stance(table, 0, 1)
    if not isinstance(stance, Stance) or (2,) not in pivots(table, 0, [1, 2]):
        return
    try:
        result = core.charge(0, [1, 2], pivot=[2])
    except fr.FracasError:
        assert turn_of_pivot(table, stance.base, 0, 2) is None
        return
    after = result.table.fighters
    best = placed_on(table, 0, [1, 2], distance_of(table, 0, "charge"), [2])
    assert best is not None
    centre, facing = best.base.centre, math.degrees(cmath.phase(best.base.facing))
    assert after[0].position == pytest.approx((centre.real, centre.imag), abs=1e-6)
    assert math.remainder(after[0].facing - facing, 360) == pytest.approx(0, abs=1e-5)
    turned = [event.angle for event in result.events if event.kind == "pivoted"]
    assert turned == pytest.approx([math.degrees(angle) for _, angle in best.pivots], abs=1e-5)
    assert after[2].position == pytest.approx(table.fighters[2].position)
    assert result.table.contacts() == [(0, 1), (0, 2)]


@pytest.mark.rule("M-12")
@seeds
def test_places_aimed_at_agree(seed: int) -> None:
    core, table = both(eager(seed))
    rng = random.Random(seed)  # noqa: S311
    for fighter, target in enemies(table):
        if reasons(table, fighter, "charge", target):
            continue
        body = table.body(target)
        angle = rng.uniform(0, math.tau)
        far = middle_of(body) + 20 * complex(math.cos(angle), math.sin(angle))
        at = nearest_rim_point(body, far)
        allowed = distance_of(table, fighter, "charge")
        stance = aimed_stance(table, fighter, target, at, allowed)
        if not isinstance(stance, Stance):
            with pytest.raises(fr.FracasError):
                core.charge(fighter, target, at=(at.real, at.imag))
            continue
        result = core.charge(fighter, target, at=(at.real, at.imag))
        assert result.reached
        mire = mire_of(result.table, fighter)
        if abs(stance.base.mire - at) < 1e-6:
            assert mire == pytest.approx(at, abs=1e-6)
        assert result.path is not None
        assert result.path.length <= allowed + 1e-6
        assert abs(depth_outside(body, mire)) < 1e-6


@pytest.mark.rule("M-16")
@seeds
def test_redirected_assaults_agree(seed: int) -> None:
    core, table = both(eager(seed))
    for fighter, target in enemies(table):
        if isinstance(assault(table, fighter, "charge", [target]), list):
            continue
        there, left = redirect(table, fighter, "charge", target)
        found = core.redirect(fighter, "charge", target)
        # Of equally near places either will do, but then everything after it differs.
        if abs(mire_of(found.table, fighter) - there.base(fighter).mire) > 1e-6:
            continue
        others = [n for n in there.others(fighter) if there.are_enemies(fighter, n)]
        for other in others[:1]:
            action: Any = redirected_action(there, fighter, "charge", other)
            expected = assault(there, fighter, action, [other], distance=left)
            if isinstance(expected, list):
                with pytest.raises(fr.FracasError):
                    core.redirect(fighter, "charge", target, new_target=other)
                continue
            again = core.redirect(fighter, "charge", target, new_target=other)
            assert again.second is not None
            assert again.second.reached == expected.reached
            assert again.action == action
            mire = mire_of(again.table, fighter)
            assert mire == pytest.approx(expected.table.base(fighter).mire, abs=1e-6)


@pytest.mark.rule("M-21", "M-22", "M-23", "M-24", "M-25")
@seeds
def test_disengaging_agrees_die_by_die(seed: int) -> None:
    core, table = both(eager(seed))
    rng = random.Random(seed)  # noqa: S311
    for fighter in range(len(table.fighters)):
        for how in ("agility", "force"):
            manner: Any = how
            if disengage_reasons(table, fighter, manner):
                continue
            faces = [rng.choice([1, 2, 3, 4, 5, 6, 6]) for _ in range(8)]
            source = Scripted([*faces, 2])
            result, after = disengage(table, fighter, manner, source=source)
            rolled = [face for _, face in source.record]
            dice = fr.Dice.scripted(rolled)
            found, core_after = core.disengage(fighter, manner, dice, reroll="always")
            assert list(dice.record) == source.record
            assert found == result
            flags = ("disengaged", "bound_to_defence", "tried_disengaging")
            one, other = core_after.fighters[fighter], after.fighters[fighter]
            assert [getattr(one, f) for f in flags] == [getattr(other, f) for f in flags]
