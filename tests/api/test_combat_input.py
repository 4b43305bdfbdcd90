"""Bad input to a combat: an error that names the field and the value, and nothing is lost."""

from __future__ import annotations

import copy
import math
import pickle
from collections.abc import Callable
from typing import Any

import pytest

import fracas as fr

LIBRARY = fr.library()
GUARD, WARRIOR = LIBRARY["Praetorian guard"], LIBRARY["Dawn warrior"]
# Whatever a type checker forbids must still be refused at run time.
anything: Any = fr


def duel(**options: Any) -> Any:
    return fr.combat(GUARD, WARRIOR, **options)


def fields(call: Callable[[], object], kind: type[fr.FracasError] = fr.InputError) -> list[str]:
    """Give the fields that a call complains of."""
    with pytest.raises(kind) as caught:
        call()
    for problem in caught.value.problems:
        assert problem.value
        assert problem.allowed
    return [problem.field for problem in caught.value.problems]


@pytest.mark.parametrize(
    ("field", "call"),
    [
        ("enemies", lambda: fr.combat(GUARD, [])),
        ("enemies", lambda: fr.combat(GUARD, [WARRIOR] * 9)),
        ("enemies", lambda: anything.combat(GUARD, None)),
        ("enemies", lambda: anything.combat(GUARD, 3)),
        ("enemies[0]", lambda: anything.combat(GUARD, ["Dawn warrior"])),
        ("enemies[1]", lambda: anything.combat(GUARD, [WARRIOR, 7])),
        ("lone", lambda: anything.combat("Praetorian guard", WARRIOR)),
        ("lone", lambda: anything.combat(None, WARRIOR)),
        ("lone_side", lambda: duel(lone_side=2)),
        ("lone_side", lambda: duel(lone_side=-1)),
        ("lone_side", lambda: duel(lone_side="0")),
        ("lone_side", lambda: duel(lone_side=True)),
        ("lone_side", lambda: duel(lone_side=None)),
        ("chosen_by", lambda: duel(chosen_by=2)),
        ("chosen_by", lambda: duel(chosen_by=0.0)),
        ("policy", lambda: duel(policy=("plain", "plain", "plain"))),
        ("policy[0]", lambda: duel(policy=None).exact()),
        ("policy[1]", lambda: duel(policy=("plain", 3)).play(1)),
        ("lone.health", lambda: fr.combat(fr.Fighter(GUARD, fr.Health("killed")), WARRIOR)),
        ("lone.health", lambda: fr.combat(fr.Fighter(GUARD, fr.Health("none", 2)), WARRIOR)),
        ("lone.health.stunned", lambda: fr.combat(fr.Fighter(GUARD, fr.Health("none", -1)), [])),
        (
            "enemies[1].health.level",
            lambda: fr.combat(GUARD, [WARRIOR, fr.Fighter(WARRIOR, anything.Health("lite"))]),
        ),
        ("fighter.health", lambda: fr.combat(anything.Fighter(GUARD, "light"), WARRIOR)),
        ("fighter.charged", lambda: fr.combat(anything.Fighter(GUARD, charged="yes"), WARRIOR)),
        ("fighter.routed", lambda: fr.combat(anything.Fighter(GUARD, routed=1), WARRIOR)),
        ("lone.placement", lambda: fr.combat(anything.Fighter(GUARD, placement="soon"), WARRIOR)),
        ("depth", lambda: duel().perft(-1)),
        ("depth", lambda: duel().perft(13)),
        ("depth", lambda: duel().perft(2.0)),
        ("level", lambda: duel().exact().at_least("dead")),
    ],
)
def test_a_combat_that_cannot_be_is_refused(field: str, call: Callable[[], object]) -> None:
    assert fields(call) == [field]


def test_all_that_is_wrong_with_the_fighters_is_told_at_once() -> None:
    dead, dazed = fr.Fighter(GUARD, fr.Health("killed")), fr.Fighter(GUARD, fr.Health("none", 3))
    assert fields(lambda: fr.combat(dead, [dazed, WARRIOR, dead])) == [
        "lone.health",
        "enemies[0].health",
        "enemies[2].health",
    ]


def test_as_many_markers_as_the_rules_know() -> None:
    rules = fr.Rules(wounds={"stunned_markers": 3})
    dazed = fr.Fighter(GUARD, fr.Health("none", 3))
    assert fr.combat(dazed, WARRIOR, rules=rules).exact().killed[0] > 0


@pytest.mark.parametrize(
    ("name", "guess"),
    [("plin", "plain"), ("rndom", "random"), ("all_out_atack", "all_out_attack")],
)
def test_an_unknown_policy_is_refused_with_the_nearest_one(name: str, guess: str) -> None:
    calls: list[Callable[[], object]] = [
        lambda: duel(policy=name).exact(),
        lambda: duel(policy=name).play(1),
        lambda: duel(policy=name).simulate(5),
    ]
    for call in calls:
        with pytest.raises(fr.InputError) as caught:
            call()
        (problem,) = caught.value.problems
        assert problem.field == "policy[0]"
        assert f"did you mean {guess}?" in problem.allowed


@pytest.mark.parametrize(
    ("field", "splits"),
    [
        ("splits[0]", {0: 3}),
        ("splits[0]", {0: -1}),
        ("splits[1]", {0: 1, 1: 4}),
        ("splits[0]", {0: "1"}),
        ("splits[0]", {0: True}),
        ("splits[0]", {0: None}),
        ("splits", {2: 1}),
        ("splits", {-1: 1}),
        ("splits", {"0": 1}),
        ("splits", [1, 2]),
        ("splits", 3),
    ],
)
def test_splits_that_cannot_be_placed_are_refused(field: str, splits: Any) -> None:
    for call in ("exact", "per_pass", "exact_size", "simulate", "play", "replay"):
        arguments = () if call in {"exact", "per_pass", "exact_size"} else (1,)
        assert fields(lambda c=call, a=arguments: getattr(duel(splits=splits), c)(*a)) == [field]  # type: ignore[misc]


def test_who_is_bound_to_defence_is_given_no_attack_dice() -> None:
    bound = fr.Fighter(GUARD, bound_to_defence=True)
    assert fields(lambda: fr.combat(bound, WARRIOR, splits={0: 1}).exact()) == ["splits[0]"]
    assert fr.combat(bound, WARRIOR, splits={0: 0}).exact().landed[0] == pytest.approx([1])


@pytest.mark.parametrize(
    "games", [0, -1, 10**12 + 1, 10**30, 2.5, 3.0, math.nan, math.inf, True, "5", None, [5]]
)
def test_an_absurd_number_of_games_is_refused(games: Any) -> None:
    for policy in ("plain", "random"):
        for method in ("rolled", "law"):
            if (policy, method) != ("random", "law"):
                combat = duel(policy=policy)
                assert fields(lambda c=combat, m=method: c.simulate(games, method=m)) == ["games"]  # type: ignore[misc]


@pytest.mark.parametrize(
    ("field", "options"),
    [
        ("seed", {"seed": -1}),
        ("seed", {"seed": 2**64}),
        ("seed", {"seed": 1.5}),
        ("seed", {"seed": None}),
        ("seed", {"seed": True}),
        ("seed", {"seed": "\ud800"}),
        ("method", {"method": "lw"}),
        ("method", {"method": None}),
        ("method", {"method": 3}),
        ("threads", {"threads": 0}),
        ("threads", {"threads": -2}),
        ("threads", {"threads": 1.5}),
        ("threads", {"threads": "two"}),
        ("threads", {"threads": True}),
        ("threads", {"threads": 10**6}),
        ("target_error", {"target_error": 0}),
        ("target_error", {"target_error": -0.1}),
        ("target_error", {"target_error": math.nan}),
        ("target_error", {"target_error": "small"}),
        ("target_error", {"target_error": True}),
        ("progress", {"progress": 3}),
    ],
)
def test_a_bad_way_to_simulate_is_refused(field: str, options: dict[str, Any]) -> None:
    assert fields(lambda: duel().simulate(10, **options)) == [field]


def test_laws_need_fixed_habits() -> None:
    for policy in ("random", lambda decision: decision.choices[0], ("plain", "random")):
        combat = duel(policy=policy)
        assert fields(combat.exact) == ["policy"]
        assert fields(combat.exact_size) == ["policy"]
        assert fields(combat.per_pass) == ["policy"]
        assert fields(lambda c=combat: c.simulate(5, method="law")) == ["policy"]  # type: ignore[misc]
        assert combat.simulate(5).games == 5


def test_a_law_that_would_be_too_big_is_refused_with_its_size() -> None:
    combat = fr.combat(GUARD, [WARRIOR] * 8, policy="all_out_attack")
    size = combat.exact_size()
    assert size > 8_000_000
    calls = combat.exact, combat.per_pass, lambda: combat.simulate(5, method="law")
    for call in calls:
        with pytest.raises(fr.TooBig, match=f"{size} states; allowed: at most 8000000"):
            call()
    assert combat.simulate(5).games == 5


# Replays


def test_only_games_that_were_rolled_are_replayed() -> None:
    combat = duel()
    rolled = combat.simulate(10, 3)
    assert rolled.replay(9) == combat.replay(9, 3)
    for game in (10, -1, 2**64, 1.5, "1", None, True):
        assert fields(lambda g=game: rolled.replay(g)) == ["game"]  # type: ignore[misc]
    for result in (combat.exact(), combat.simulate(10, method="law")):
        assert fields(lambda r=result: r.replay(0)) == ["method"]  # type: ignore[misc]
    for game in (-1, 2**64, 1.5, "1", True):
        assert fields(lambda g=game: combat.replay(g)) == ["game"]  # type: ignore[misc]
    assert fields(lambda: combat.replay(0, -1)) == ["seed"]


# Dice


def test_dice_of_a_script_must_be_enough_and_be_used_up() -> None:
    combat = duel()
    faces = [face for _, face in combat.play(8).dice]
    assert [face for _, face in combat.play(faces).dice] == faces
    for short in range(len(faces)):
        missing = fields(lambda s=short: combat.play(faces[:s]), fr.ScriptError)  # type: ignore[misc]
        assert missing == [f"dice[{short}]"]
    left = fields(lambda: combat.play([*faces, 3, 4]), fr.ScriptError)
    assert left == [f"dice[{len(faces)}]"]
    assert fields(lambda: combat.play([3, 7, 0]), fr.ScriptError) == ["dice[1]", "dice[2]"]
    for seed in (None, 1.5, True, -1, 2**64):
        assert fields(lambda s=seed: combat.play(s)) == ["seed"]  # type: ignore[misc]


def test_a_record_answers_only_its_own_rolls() -> None:
    combat = duel()
    record = combat.play(8).dice
    wrong = [("wound", face) for _, face in record]
    dice: Any = fr.Dice.recorded(wrong)  # type: ignore[arg-type]
    assert fields(lambda: combat.play(dice), fr.ScriptError) == ["dice[0]"]


# Players


class Boom(Exception):  # noqa: N818 - it is a bang
    """What only a player raises."""


def test_an_error_of_a_player_comes_out_as_it_is() -> None:
    calm = duel()
    before = calm.play(5)
    error = Boom("enough")

    def choose(decision: fr.Decision) -> int:
        if decision.kind == "defence":
            raise error
        return decision.choices[0] if decision.kind != "place" else 1

    calls: list[Callable[[], object]] = [
        lambda: calm.play(5, policy=choose),
        lambda: calm.play(5, policy=("plain", choose)),
        lambda: duel(policy=choose).replay(3),
        lambda: duel(policy=choose).simulate(50),
    ]
    for call in calls:
        with pytest.raises(Boom) as caught:
            call()
        assert caught.value is error
        assert caught.traceback[-1].name == "choose"
    assert calm.play(5) == before
    assert calm.simulate(5).games == 5


@pytest.mark.parametrize("answer", [99, -1, 3, "a", None, 1.0, [1], 2**70, math.nan, object()])
def test_a_choice_that_is_none_is_refused_with_the_legal_ones(answer: Any) -> None:
    combat = duel()
    calls: list[Callable[[], object]] = [
        lambda: combat.play(5, policy=lambda decision: answer),
        lambda: duel(policy=lambda decision: answer).simulate(5),
        lambda: combat.start().apply(answer),
    ]
    for call in calls:
        with pytest.raises(fr.IllegalChoice) as caught:
            call()
        (problem,) = caught.value.problems
        assert problem.field == "place"
        assert problem.allowed == "one of 0, 1, 2"
    assert combat.play(5) == duel().play(5)


def test_a_player_may_be_anything_that_can_be_called() -> None:
    class First:
        def __call__(self, decision: fr.Decision) -> int:
            return decision.choices[0]

    # A yes or no may be said in so many words.
    assert duel(policy=First()).play(5) == duel().play(5, policy=lambda decision: False)


# Steps


def test_a_game_under_way_takes_only_what_it_waits_for() -> None:
    game: Any = duel().start()
    assert fields(lambda: game.roll(3), fr.IllegalChoice) == ["face"]
    for face in (0, 7, -1, 2.0, "3", None, True):
        assert fields(lambda f=face: game.roll(f)) == ["face"]  # type: ignore[misc]
    game.apply(0)
    twin = game.copy()
    game.apply(0)
    assert game.chance == "initiative"
    assert twin.chance is None
    assert fields(lambda: game.apply(0), fr.IllegalChoice) == ["choice"]
    for face in (5, 1):
        game.roll(face)
    assert game.outcome is not None
    assert fields(lambda: game.apply(0), fr.IllegalChoice) == ["choice"]
    assert fields(lambda: game.roll(1), fr.IllegalChoice) == ["face"]
    assert twin.decision is not None


# Values


POLICIES = [
    fr.Policy("plain"),
    fr.Policy("plain", attack_sixes="never", sustained_defence="whenever_allowed"),
    fr.Policy("all_out_attack", initiative_sixes="never"),
    fr.Policy("all_out_defence"),
    fr.Policy("random"),
]


@pytest.mark.parametrize("policy", POLICIES, ids=repr)
def test_a_policy_is_a_value(policy: fr.Policy) -> None:
    for twin in (
        fr.Policy.from_dict(policy.to_dict()),
        pickle.loads(pickle.dumps(policy)),  # noqa: S301 - our own
        copy.deepcopy(policy),
        eval(repr(policy), {"Policy": fr.Policy}),  # noqa: S307 - our own
    ):
        assert twin == policy
        assert hash(twin) == hash(policy)
        assert repr(twin) == repr(policy)
        assert twin.name == policy.name == policy.to_dict()["name"]
    assert [other == policy for other in POLICIES].count(True) == 1
    assert policy != policy.name


@pytest.mark.parametrize(
    ("field", "call"),
    [
        ("name", lambda: fr.Policy("plin")),
        ("name", lambda: anything.Policy(3)),
        ("name", lambda: fr.Policy.from_dict({})),
        ("", lambda: anything.Policy.from_dict([])),
        ("attack_sixes", lambda: fr.Policy("plain", attack_sixes="nevr")),
        ("attack_sixes", lambda: anything.Policy("plain", attack_sixes=True)),
        ("atack_sixes", lambda: anything.Policy("plain", atack_sixes="never")),
        ("attack_sixes", lambda: fr.Policy("random", attack_sixes="never")),
    ],
)
def test_a_policy_that_is_none_is_refused(field: str, call: Callable[[], object]) -> None:
    assert fields(call) == [field]


def test_the_name_of_a_policy_is_that_policy() -> None:
    for name in ("plain", "all_out_attack", "all_out_defence", "random"):
        assert duel(policy=name).play(7) == duel(policy=fr.Policy(name)).play(7)


def test_a_combat_is_a_value() -> None:
    combat = duel(splits={0: 1}, chosen_by=1, policy=fr.Policy("all_out_attack"))
    twin = pickle.loads(pickle.dumps(combat))  # noqa: S301 - our own
    assert twin == combat
    assert twin.play(4) == combat.play(4)
    assert (twin.exact().weights == combat.exact().weights).all()
    assert combat != duel(splits={0: 1}, policy=fr.Policy("all_out_attack"))
    assert duel() == duel()
    result = pickle.loads(pickle.dumps(combat.simulate(10, 3)))  # noqa: S301 - our own
    assert result.replay(2) == combat.replay(2, 3)


def test_what_a_combat_is_given_stays_as_it_was() -> None:
    splits, enemies = {0: 1}, [WARRIOR]
    combat = fr.combat(GUARD, enemies, splits=splits)
    before = combat.play(4)
    splits[0] = 2
    enemies.clear()
    assert combat.play(4) == before
