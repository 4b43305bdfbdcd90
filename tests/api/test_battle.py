"""Battles node by node, phase by phase and to their end; undone, saved and loaded."""

from __future__ import annotations

import copy
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import fracas as fr
from fracas import events as happened
from fracas.choices import choice_labels, question
from fracas.types import Decision

SOUTH = {"zone": {"from": [10, 12], "to": [30, 17]}, "facing": 90}
NORTH = {"zone": {"from": [10, 23], "to": [30, 28]}, "facing": 270}
PLAIN = fr.Scenario("The plain", fr.Table(40, 40), [SOUTH, NORTH], turns=2)
RED = fr.Army("Red", ["Duellist", ("Militia", 2)])
BLUE = fr.Army("Blue", ["Brute", "Spearman"])


def battle(seed: int | str = 0, **options: Any) -> fr.Battle:
    return fr.Battle(RED, BLUE, scenario=PLAIN, seed=seed, **options)


def played(seed: int | str = 0) -> fr.Battle:
    fought = battle(seed)
    fought.play()
    return fought


def first(decision: Decision) -> int:
    return decision.choices[0]


@pytest.mark.rule("T-1", "T-2")
def test_a_battle_has_four_phases_a_turn_and_ends() -> None:
    fought = played()
    assert fought.over
    assert fought.node == fought.outcome
    phases = [event.phase for event in fought.events if isinstance(event, happened.PhaseBegan)]
    order = ["strategic", "activation", "combat", "maintenance"]
    assert phases == (order * 2)[: len(phases)]
    assert fought.events[-1] == happened.Ended(fought.turn)
    assert fought.choices() == ()


def test_a_node_is_a_decision_a_roll_or_the_outcome() -> None:
    fought = battle()
    kinds = set()
    while not fought.over:
        node = fought.node
        kinds.add(type(node))
        if isinstance(node, Decision):
            assert fought.choices() == node.choices
            assert len(node.choices) > 1
            assert list(choice_labels(fought)) == list(node.choices)
            assert question(fought)
            fought.apply(node.choices[-1], side=node.side)
        else:
            assert isinstance(node, str)
            fought.roll()
    assert kinds == {Decision, str}
    assert isinstance(fought.node, fr.BattleOutcome)


@pytest.mark.parametrize("seed", range(6))
def test_every_way_to_play_gives_the_same_game(seed: int) -> None:
    whole = played(seed)
    stepped = battle(seed)
    told = []
    start = stepped.events
    while not stepped.over:
        told += stepped.step()
    assert start + told == whole.events == stepped.events
    phased = battle(seed)
    told = []
    start = phased.events
    while not phased.over:
        told += phased.run_phase("random")
    assert start + told == whole.events
    assert phased.outcome == whole.outcome


def test_a_phase_ends_where_the_next_begins() -> None:
    fought = battle()
    told = list(fought.run_phase(("random", first)))
    assert told[-1] == happened.PhaseBegan("activation")
    assert fought.phase == "activation"


@given(seed=st.integers(0, 50), shares=st.lists(st.floats(0, 1), min_size=1, max_size=3))
def test_undo_and_goto_change_nothing(seed: int, shares: list[float]) -> None:
    whole = played(seed)
    fought = played(seed)
    for share in shares:
        steps = int(share * len(whole))
        fought.goto(steps)
        assert len(fought) == steps
        assert fought.events == whole.events[: len(fought.events)]
        fought.undo(min(3, steps))
        assert fought.play() == whole.outcome
        assert fought.events == whole.events


@given(seed=st.integers(0, 50), share=st.floats(0, 1))
def test_a_battle_goes_on_alike_when_it_is_saved_anywhere(seed: int, share: float) -> None:
    whole = played(seed)
    fought = played(seed)
    fought.goto(int(share * len(whole)))
    again = fr.read_record(fought.to_json()).battle()
    assert again.node == fought.node
    assert again.table == fought.table
    assert again.play() == whole.outcome
    assert again.events == whole.events


def test_dice_that_are_given_take_the_place_of_the_seeds_own() -> None:
    given = battle()
    while given.chance is None:
        given.apply(given.choices()[0])
    other = given.copy()
    roll = given.chance
    given.roll(2)
    other.roll()
    assert list(given.record.dice) == [2]
    assert roll == "tactics"
    # The next own die is the second of the seed in both.
    for fought in (given, other):
        while fought.chance is None:
            fought.apply(fought.choices()[0])
        fought.roll()
    seconds = [fought.record.dice[1:] for fought in (given, other)]
    assert seconds == [tuple(fr.Dice.seeded(0).faces(2)[1:])] * 2


def test_a_copy_goes_its_own_way() -> None:
    fought = battle()
    for other in (fought.copy(), copy.deepcopy(fought)):
        other.play()
        assert len(fought) == 0
    assert fought.play() == other.outcome


def test_a_callable_may_look_at_the_battle() -> None:
    fought = battle()
    turns = []

    def ask(decision: Decision) -> int:
        turns.append(fought.turn)
        assert fought.decision == decision
        return decision.choices[0]

    fought.play(ask, "greedy")
    assert turns
    assert fought.over


@pytest.mark.parametrize("policy", ["random", "greedy", "search"])
def test_named_policies_play_to_the_end_and_go_on_alike(policy: str) -> None:
    fought = battle(3)
    fought.play(policy, policy, playouts=2)
    events = fought.events
    fought.goto(len(fought) // 2)
    fought.play(policy, policy, playouts=2)
    assert fought.events == events


def test_points_are_the_values_of_who_is_out() -> None:
    for seed in range(5):
        fought = played(seed)
        lost = [0, 0]
        for fighter in fought.table.fighters:
            if fighter.health.level == "killed":
                assert not isinstance(fighter.profile, str)
                lost[fighter.side] += fighter.profile.value
        assert fought.points == tuple(lost)
        difference = lost[0] - lost[1]
        expected = None if difference == 0 else int(difference > 0)
        assert fought.outcome.winner == expected


WRONG: list[tuple[Callable[[fr.Battle], object], str]] = [
    (lambda fought: fought.apply(7), "sequence: 7; allowed: side 0 decides: one of 0, 1"),
    (lambda fought: fought.apply(-1), "sequence: -1"),
    (lambda fought: fought.apply("0"), "sequence: '0'"),  # type: ignore[arg-type]
    (lambda fought: fought.apply(choice=True), "sequence: True"),
    (lambda fought: fought.apply(0, side=1), "sequence: 0 for side 1; allowed: side 0 decides"),
    (lambda fought: fought.roll(3), "face: 3; allowed: side 0 decides"),
    (lambda fought: fought.play(lambda _: 99), "sequence: 99"),
]


@pytest.mark.parametrize(("call", "message"), WRONG)
def test_an_illegal_choice_changes_nothing(
    call: Callable[[fr.Battle], object], message: str
) -> None:
    fought = battle()
    with pytest.raises(fr.IllegalChoice, match=message):
        call(fought)
    assert len(fought) == 0
    assert fought.play() == played().outcome


def test_a_choice_where_a_die_is_due_is_refused() -> None:
    fought = battle()
    while fought.chance is None:
        fought.apply(fought.choices()[0])
    with pytest.raises(fr.IllegalChoice, match=r"a die is due \(roll tactics\)"):
        fought.apply(0)
    with pytest.raises(fr.InputError, match="face: 7"):
        fought.roll(7)
    fought.play()
    with pytest.raises(fr.IllegalChoice, match="nothing: the battle is over"):
        fought.apply(0)


@pytest.mark.parametrize("steps", [-1, 1, "all", None, True])
def test_nothing_is_undone_that_was_not_done(steps: Any) -> None:
    fought = battle()
    with pytest.raises(fr.InputError, match="steps: "):
        fought.undo(steps)
    with pytest.raises(fr.InputError, match="steps: "):
        fought.goto(steps)


@pytest.mark.parametrize("policy", ["nobody", 3, None])
def test_an_unknown_policy_is_named(policy: Any) -> None:
    fought = battle()
    with pytest.raises(fr.InputError, match=r"policies\[1\]: .*random, greedy, search"):
        fought.play("random", policy)
    assert len(fought) == 0


# Records.


def test_a_record_plays_again(tmp_path: Path) -> None:
    fought = played("seven")
    fought.save(tmp_path / "game.json")
    record = fr.load_record(tmp_path / "game.json")
    assert record == fought.record
    assert record.outcome == fought.outcome
    assert record.place == record.battle().place == "The plain"
    assert record.battle().events == fought.events
    assert fr.Battle.load(tmp_path / "game.json").events == fought.events
    assert record.to_json() == (tmp_path / "game.json").read_text("utf-8")


def test_a_record_keeps_its_own_rules() -> None:
    rules = fr.Rules(name="House", turn={"rally_difficulty": 3})
    fought = battle(rules=rules)
    fought.play()
    again = fr.read_record(fought.to_json())
    assert again.rules == rules
    assert again.battle().events == fought.events


@given(share=st.floats(0, 0.999))
def test_a_record_that_is_cut_short_is_refused(share: float) -> None:
    text = played().to_json().rstrip()
    with pytest.raises(fr.RecordError, match="cut short"):
        fr.read_record(text[: int(share * len(text))])


@pytest.mark.parametrize(
    ("key", "value"),
    [("dice", "1"), ("choices", []), ("turns", 5), ("seed", 1), ("victory", "last_standing")],
)
def test_a_record_that_was_edited_is_refused(key: str, value: Any) -> None:
    document = json.loads(played().to_json())
    with pytest.raises(fr.RecordError, match="the file was edited"):
        fr.read_record(json.dumps(document | {key: value}))


def test_a_record_of_a_newer_version_is_refused() -> None:
    text = played().to_json()
    with pytest.raises(fr.RecordError, match="newer version"):
        fr.read_record(text.replace("fracas-battle 1", "fracas-battle 2"))
    with pytest.raises(fr.RecordError, match="format: 'fracas-army 1'"):
        fr.read_record(text.replace("fracas-battle 1", "fracas-army 1"))


def forged(**changes: Any) -> str:
    """Give a record that was edited by somebody who knows how to write its digest."""
    from fracas.records import _digest  # noqa: PLC0415 - what a forger would use

    document = json.loads(played().to_json()) | changes
    del document["digest"]
    return json.dumps(document | {"digest": _digest(document)})


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"choices": [9]}, r"choices\[0\]: 9; allowed: side 0 decides"),
        ({"choices": ["a", 77]}, r"choices\[0\]: 'a'.*\n.*choices\[1\]: 77"),
        ({"dice": "1272"}, "dice: '1272'"),
        ({"choices": [], "dice": "66"}, "dice: 2 of them are left over"),
        ({"turns": 0}, "turns: 0"),
        ({"seed": None}, "seed: None"),
        ({"armies": [1]}, "armies: "),
        ({"armies": [{"name": "X"}, {}]}, r"armies\[0\].troops"),
        ({"table": {"width": 3}}, r"table\."),
        ({"rules": {"nonsense": 1}}, "rules.nonsense"),
        ({"result": {}}, "result: "),
    ],
)
def test_a_record_that_cannot_be_played_is_refused(changes: dict[str, Any], message: str) -> None:
    with pytest.raises(fr.RecordError, match=message):
        fr.read_record(forged(**changes))


@pytest.mark.parametrize("text", ["[]", "3", "null", "{}", '{"format": 1}', b"\xff"])
def test_what_is_no_record_is_refused(text: str | bytes) -> None:
    with pytest.raises(fr.RecordError):
        fr.read_record(text)


# What is told.


@pytest.mark.parametrize("language", ["en", "fr"])
def test_every_event_of_a_battle_has_its_sentence(language: Any) -> None:
    for seed in range(8):
        fought = battle(seed)
        fought.play("greedy", "random")
        lines = fr.narrate(fought.events, fought.names, language=language)
        assert lines[0] == ("Turn 1" if language == "en" else "Tour 1")
        assert all(line.strip() for line in lines)
        assert not any("{" in line for line in lines)


POSE = fr.Pose((10.25, 20), 90)
FAILED = fr.CheckResult((fr.Die((2,), 2),), 2, 4, automatic_failure=False, success=False)


@pytest.mark.parametrize(
    ("event", "english", "french"),
    [
        (happened.Spoke(1, "refuse", (), ()), "hands the word over", "passe la parole"),
        (happened.Spoke(0, "play_both", (1, 0), (0, 1)), "in reserve: Ada, Bo.", "Ada, Bo."),
        (happened.Moved(0, "walk", POSE, 0.0), "Ada stays at (10.2, 20.0)", "(10,2 ; 20,0)"),
        (happened.Moved(0, "take_cover", POSE, 5.5), "moves 5.5 cm under cover", "à couvert"),
        (happened.AssaultFailed(0, "charge", 1, POSE), "comes short", "trop court"),
        (happened.Tried(0, "rally", FAILED, 8), "does not rally: 2 + 2 = 4", "ne se rallie pas"),
        (happened.Tried(1, "disengage", FAILED, 8), "fails to disengage", "se désengager"),
        (happened.Pursued(1, POSE, (0,)), "into contact with Ada", "au contact de Ada"),
        (happened.UpkeepRolled(1, 3, success=False), "Bo rolls 3", "Bo obtient 3"),
        (happened.Returned(1, POSE), "Bo comes back", "Bo revient"),
        (happened.Penalised(1), "charge penalty", "malus de charge"),
        (happened.Separated(None, 1), "one combat", "qu’un combat"),
    ],
)
def test_events_are_told_in_two_languages(
    event: happened.BattleEvent, english: str, french: str
) -> None:
    names = ["Ada", "Bo"]
    assert english in fr.narrate([event], names)[0]
    assert french in fr.narrate([event], names, language="fr")[0]
