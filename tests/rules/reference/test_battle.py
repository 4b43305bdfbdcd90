"""Battles by the reference: cards, actions, combats, pursuit, maintenance (T, A and C clauses)."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from random import Random
from typing import Any

import pytest

import fracas as fr
from battles import BattleSetup, first_difference, readable_play, run_rule, small_battle
from fracas import events as ev
from fracas.errors import InputError
from fracas.reference import (
    Army,
    Battle,
    BattleOver,
    BattlePlace,
    BattleState,
    Chance,
    Decision,
    Rules,
    Scripted,
    Troop,
    answer_battle,
    battle_perft,
    deploy,
    play_battle,
    random,
    start_battle,
)
from fracas.reference.activation import open_announcements
from fracas.reference.armies import is_eligible
from fracas.reference.battle import SpeakingTurn
from fracas.reference.battling import STEPS, run_again
from fracas.reference.cards import Hand, next_speaker, speak, speeches, with_refusals
from fracas.reference.combat_phase import fight
from fracas.reference.maintenance import STEPS as UPKEEP
from fracas.reference.maintenance import maintain
from fracas.reference.melees import find_melees, separations
from fracas.reference.movement import standing_reasons
from fracas.reference.moves import ALONE, choose_move
from fracas.reference.pursuit import pursue, regroup
from fracas.reference.separating import COMPLETE, separate
from fracas.reference.strategy import tactics
from fracas.reference.tables import Placed, Table
from fracas.types import Health, Pose, Star
from golden_rows import Row, each_row, read_rows

PLAIN = fr.Profile("Plain", value=10)


def battle_of(
    sides: Sequence[Sequence[tuple[fr.Profile, float, float, float]]],
    *,
    turns: int = 1,
    rules: dict[str, Any] | None = None,
    size: float = 60.0,
) -> Battle:
    """Set up a battle: of each fighter its profile, where it stands and where it looks."""
    armies = [Army(tuple(Troop(profile) for profile, *_ in side)) for side in sides]
    poses = [Pose((x, y), facing) for side in sides for _, x, y, facing in side]
    pair = armies[0], armies[1]
    options = Rules.from_document(rules or {})
    return Battle(pair, deploy(pair, Table(size, size), poses), turns, options)


def duel(distance: float = 20.0, **more: Any) -> Battle:
    """Two plain fighters that look at each other."""
    return battle_of([[(PLAIN, 20, 20, 90)], [(PLAIN, 20, 20 + distance, 270)]], **more)


def ask(place: BattlePlace) -> Decision:
    assert isinstance(place.node, Decision)
    return place.node


class Game:
    """A battle that is played answer by answer; side 0's dice show a 4 and side 1's a 3."""

    def __init__(self, battle: Battle, state: BattleState | None = None) -> None:
        self.place, self.events = start_battle(battle)
        if state is not None:
            reached, self.events = run_again(STEPS[state.stage](battle, state), ())
            assert not isinstance(reached, BattleState)
            self.place = BattlePlace(battle, state, (), reached)

    def answer(self, number: int) -> None:
        self.place, told = answer_battle(self.place, number)
        self.events += told

    def step(self, face: int, answers: dict[str, int]) -> None:
        node = self.place.node
        if isinstance(node, Decision):
            wanted = answers.get(node.kind, node.choices[0])
            self.answer(wanted if wanted in node.choices else node.choices[0])
        elif isinstance(node, Chance):
            # Side 0 rolls one more: ties would never end.
            is_first = node.fighter is None or not self.place.battle.side_of(node.fighter)
            self.answer(face + int(is_first))

    def until(self, kind: str, face: int = 3, **answers: int) -> Decision:
        """Go on to a decision of a kind; others get the answer told, or their first choice."""
        while True:
            node = self.place.node
            if isinstance(node, Decision) and node.kind == kind:
                return node
            assert not isinstance(node, BattleOver), kind
            self.step(face, answers)

    def finish(self, face: int = 3, **answers: int) -> BattleOver:
        while not isinstance(self.place.node, BattleOver):
            self.step(face, answers)
        return self.place.node

    def told(self, kind: type) -> list[Any]:
        return [event for event in self.events if isinstance(event, kind)]

    @property
    def table(self) -> Table:
        return self.place.state.table


# Cards

EXAMPLES = {
    name: list(rows)
    for name, rows in itertools.groupby(read_rows("speaking.txt"), key=lambda row: row["example"])
}


def shown(hand: Hand) -> str:
    held = hand.reserve is not None
    return f"{int(held)}/{'-' if hand.has_reserved and not held else 1}"


@pytest.mark.rule("A-1", "A-2", "A-3", "A-4", "A-5", "A-6", "A-9")
@pytest.mark.parametrize("example", EXAMPLES)
def test_the_cards_of_the_examples(example: str) -> None:
    deals = [row for row in EXAMPLES[example] if row["speech"] == "deal"]
    names = [row["cards"].split() for row in deals]
    first, second = (Hand(tuple(range(len(cards)))) for cards in names)
    hands = with_refusals((first, second))
    for row, hand in zip(deals, hands, strict=True):
        assert (shown(hand), hand.refusals) == (row["reserve"], int(row["refusals"])), row.where
    last: int | None = None
    for row in EXAMPLES[example][2:]:
        speaker = int(row["side"]) if last is None else next_speaker(hands, last)
        if row["speech"] == "over":
            assert speaker is None, row.where
            continue
        side = int(row["side"])
        assert speaker == side, row.where
        assert speeches(hands[side], hands[1 - side]) == row["open"].split(), row.where
        if row["speech"] == "look":
            continue
        hand, cards = speak(hands[side], row["speech"])  # type: ignore[arg-type]
        hands = (hand, hands[1]) if side == 0 else (hands[0], hand)
        assert [names[side][card] for card in cards] == row["cards"].split(), row.where
        assert (shown(hand), hand.refusals) == (row["reserve"], int(row["refusals"])), row.where
        last = side


CONSCRIPT, FUSILIER = fr.Profile("Conscript"), fr.Profile("Fusilier")


def fifth_example() -> Battle:
    own = [(CONSCRIPT, 10.0 + 5 * k, 10.0, 90.0) for k in range(3)]
    own += [(FUSILIER, 30.0 + 5 * k, 10.0, 90.0) for k in range(2)]
    return battle_of([own, [(PLAIN, 30, 50, 270), (PLAIN.replace(value=1), 40, 50, 270)]])


@pytest.mark.rule("A-3", "A-8", "A-11")
def test_both_cards_together_activate_five_fighters_at_the_same_time() -> None:
    game = Game(fifth_example())
    game.until("sequence")
    game.answer(1)
    game.until("speech", first_speaker=0)
    game.answer(1)
    assert game.told(ev.Spoke)[-1] == ev.Spoke(0, "reserve", (), ())
    game.until("speech")
    game.answer(0)
    game.until("speech")
    game.answer(3)
    assert game.told(ev.Spoke)[-1] == ev.Spoke(0, "play_both", (0, 1), (0, 1, 2, 3, 4))
    assert [one.activated_now for one in game.table.fighters[:5]] == [False] * 5
    node = game.until("act")
    assert node.choices == (0, 1, 2, 3, 4)
    assert [one.activated_now for one in game.table.fighters] == [True] * 5 + [False] * 2
    game.answer(3)
    assert game.until("act").choices == (0, 1, 2, 4)


@pytest.mark.rule("T-5")
def test_a_card_stands_for_all_fighters_of_its_profile() -> None:
    battle = fifth_example()
    assert [battle.of_card(0, card) for card in (0, 1)] == [(0, 1, 2), (3, 4)]
    assert [battle.of_card(1, card) for card in (0, 1)] == [(5,), (6,)]


@pytest.mark.rule("T-3", "T-5", "T-6", "T-8")
def test_the_sequences_are_built_before_the_tactics_roll_and_never_changed_after() -> None:
    game = Game(fifth_example())
    game.finish(first_speaker=1)
    kinds = [type(event).__name__ for event in game.events]
    assert kinds[:4] == ["TurnBegan", "PhaseBegan", "SequenceBuilt", "SequenceBuilt"]
    assert kinds.index("ContestEnded") + 1 == kinds.index("FirstSpeaker")
    assert kinds.count("SequenceBuilt") == 2
    assert game.told(ev.SequenceBuilt) == [ev.SequenceBuilt(0, 2), ev.SequenceBuilt(1, 2)]
    assert game.told(ev.FirstSpeaker) == [ev.FirstSpeaker(1, 0)]
    assert game.told(ev.Spoke)[0].side == 1


@pytest.mark.rule("T-7", "A-7")
def test_a_card_whose_fighters_are_out_is_no_longer_in_the_sequence() -> None:
    battle = fifth_example()
    state = BattleState.at_start(battle).with_marks([3, 4], health=Health("killed"))
    game = Game(battle, state)
    game.until("speech")
    assert game.told(ev.SequenceBuilt)[0] == ev.SequenceBuilt(0, 1)
    # But a card that is in the sequence already is played, and activates nobody.
    late = replace(state, stage="speak", hands=(Hand((1,)), Hand()), word=0)
    after, told, asked = run_rule(STEPS["speak"](battle, late), [0])
    assert told == [ev.Spoke(0, "play_top", (1,), ())]
    assert asked[0].choices == (0, 1)
    assert after.stage == "act"


# Tactics


@pytest.mark.rule("T-8", "T-9")
@each_row("tactics.txt")
def test_who_may_make_the_tactics_roll(row: Row) -> None:
    army = Army((), row["people"], row["path"])
    profile = fr.Profile("Fighter", skills=row["skills"].split())
    troop = Troop(profile, people=row["own"] or None)
    assert is_eligible(army, troop) == (row["eligible"] == "yes")


@pytest.mark.rule("T-8", "T-10")
def test_routed_fighters_may_test_and_command_lends_nothing() -> None:
    captain = fr.Profile("Captain", discipline=6, skills=["Command/15", "Mercenary"])
    weak = PLAIN.replace(discipline=1)
    battle = battle_of([[(captain, 10, 10, 90), (weak, 20, 10, 90)], [(PLAIN, 10, 40, 270)]])
    state = BattleState.at_start(battle).with_marks([1], routed=True)
    assert tactics(battle, state).testers == ({1: 1}, {2: 2})
    for option, testers in (("never", {}), ("when_no_other", {1: 1})):
        document = {"turn": {"tactics_routed_testers": option}}
        other = replace(battle, rules=Rules.from_document(document))
        assert tactics(other, state).testers[0] == testers


@pytest.mark.rule("T-8")
def test_a_player_without_an_eligible_fighter_loses_and_a_die_decides_between_two() -> None:
    hired = PLAIN.replace(skills=["Mercenary"])
    battle = battle_of([[(hired, 10, 10, 90)], [(PLAIN, 10, 40, 270)]])
    place, told = start_battle(battle)
    assert ev.ContestEnded(1) in told
    assert ask(place).kind == "first_speaker"
    battle = battle_of([[(hired, 10, 10, 90)], [(hired, 10, 40, 270)]])
    place, _ = start_battle(battle)
    assert place.node == Chance("lot", None)
    _, told = answer_battle(place, 4)
    assert told == [ev.LotDrawn(4, 1), ev.ContestEnded(1)]


# Announcements and actions


def speaking(battle: Battle, *active: int) -> BattleState:
    """Give the state in which some fighters are activated and nothing is announced yet."""
    state = BattleState.at_start(battle).with_marks(active, activated_now=True)
    side = battle.side_of(active[0])
    return replace(state, word=side, speaking=SpeakingTurn(active, idle=active), stage="act")


@pytest.mark.rule("A-18", "A-19")
def test_what_may_be_announced() -> None:
    battle = duel()
    assert open_announcements(BattleState.at_start(battle), 0) == [0, 1, 2, 3]
    turned = battle_of([[(PLAIN, 20, 20, 270)], [(PLAIN, 20, 40, 270)]])
    assert open_announcements(BattleState.at_start(turned), 0) == [0, 1, 2, 4]
    touching = duel(2.5)
    assert open_announcements(BattleState.at_start(touching), 0) == [0, 4]
    assaulted = BattleState.at_start(touching).with_marks([0], assaulted=True)
    assert open_announcements(assaulted, 0) == [0]
    bound = BattleState.at_start(battle).with_marks([0], must_take_cover=True)
    assert open_announcements(bound, 0) == [2]
    lapsed = BattleState.at_start(touching).with_marks([0], must_take_cover=True)
    assert open_announcements(lapsed, 0) == [0, 4]


@pytest.mark.rule("A-17")
def test_an_assault_that_is_too_far_may_be_announced_and_fails() -> None:
    game = Game(duel(35.0))
    assert 3 in game.until("announce", first_speaker=0).choices
    game.answer(3)
    (failed,) = game.told(ev.AssaultFailed)
    assert (failed.fighter, failed.action, failed.target) == (0, "charge", 1)
    assert failed.pose.position == pytest.approx((20, 40))


@pytest.mark.rule("A-10", "A-13", "A-14")
def test_who_takes_an_exclusive_action_takes_no_other() -> None:
    own = [(PLAIN, 10.0, 10.0, 90.0), (PLAIN, 30.0, 10.0, 90.0)]
    game = Game(battle_of([own, [(PLAIN, 20, 40, 270)]]))
    game.until("announce", first_speaker=0)
    game.answer(1)
    game.until("announce")
    game.answer(0)
    # The one who ran is not asked any more; the other walks.
    node = game.until("action")
    assert (node.fighter, node.choices) == (1, (0, 1))
    assert [event.fighter for event in game.told(ev.Moved)] == [0]


@pytest.mark.rule("A-11")
def test_all_is_announced_before_anything_is_resolved() -> None:
    own = [(PLAIN, 10.0 + 10 * k, 10.0, 90.0) for k in range(3)]
    game = Game(battle_of([own, [(PLAIN, 20, 50, 270)]]))
    for _ in range(3):
        game.until("announce", first_speaker=0)
        game.answer(1)
    assert game.until("resolve").choices == (0, 1, 2)
    game.answer(2)
    assert game.until("resolve").choices == (0, 1)
    told = [type(event).__name__ for event in game.events]
    assert told[-4:] == ["Announced", "Announced", "Announced", "Moved"]


@pytest.mark.rule("A-12", "M-8")
def test_a_walk_is_not_resumed() -> None:
    battle = duel()
    state = speaking(battle, 0)
    after, told, asked = run_rule(STEPS["act"](battle, state), [1, 4, 1, 4])
    assert [one.kind for one in asked] == ["action", "heading", "pace", "facing"]
    assert told == [ev.Moved(0, "walk", Pose((20, 22.5), 90.0), 2.5)]
    assert after.table.fighters[0].walked
    # Whatever is left of his ten centimetres is lost.
    assert after.speaking.idle == ()


@pytest.mark.rule("M-7", "M-8")
def test_a_walk_may_be_a_turn_on_the_spot_about_the_mire() -> None:
    battle = duel()
    (table, distance), _, asked = run_rule(
        choose_move(battle, speaking(battle, 0), 0, "walk", 10.0), [4, 0, 0]
    )
    assert asked[1].choices == (0, 1, 2, 3, 4)
    assert (table.fighters[0].position, distance) == (pytest.approx((18.75, 21.25)), 0.0)


@pytest.mark.rule("M-9", "C-30")
@pytest.mark.parametrize("action", ["run", "take_cover", "pursuit"])
def test_only_a_walk_may_go_nowhere(action: Any) -> None:
    battle = duel()
    _, _, asked = run_rule(choose_move(battle, speaking(battle, 0), 0, action, 10.0), [0, 1, 0])
    assert asked[1].choices == (1, 2, 3, 4)


@pytest.mark.rule("M-8")
def test_a_move_stops_short_of_a_place_that_is_taken() -> None:
    battle = duel(11.0)
    answers = [16, 4, 17]
    (table, distance), _, asked = run_rule(
        choose_move(battle, speaking(battle, 0), 0, "walk", 10.0), answers
    )
    assert [one.kind for one in asked] == ["heading", "pace", "facing"]
    # The rim is 8.5 away: there it would touch; seven eighths of the way there it does not.
    assert distance == pytest.approx(8.5 * 7 / 8)
    assert table.is_free(0)
    assert table.fighters[0].facing == pytest.approx(90)


@pytest.mark.rule("M-17", "M-12")
def test_a_charge_reaches_contact_and_is_settled_after_the_last_exclusive_action() -> None:
    game = Game(duel(15.0))
    game.until("announce", first_speaker=0)
    game.answer(3)
    (reached,) = game.told(ev.Assaulted)
    assert (reached.targets, reached.distance) == ((1,), pytest.approx(12.5))
    assert game.told(ev.Penalised) == [ev.Penalised(1)]
    assert game.events.index(reached) < game.events.index(ev.Penalised(1))


@pytest.mark.rule("M-14")
def test_a_second_enemy_may_be_assaulted_with_the_first() -> None:
    enemies = [(PLAIN, 19.0, 40.0, 270.0), (PLAIN, 21.6, 40.0, 270.0)]
    game = Game(battle_of([[(PLAIN, 20, 25, 90)], enemies]))
    game.until("announce", first_speaker=0)
    game.answer(3)
    assert game.until("target").choices == (1, 2)
    game.answer(1)
    assert game.until("also").choices == (2, ALONE)
    game.answer(2)
    # Either might be turned, not both: nobody need be.
    assert game.until("pivot").choices == (0, 1, 2)
    game.answer(0)
    assert game.told(ev.Assaulted)[0].targets == (1, 2)
    assert game.told(ev.Pivoted) == []
    # One of power 1 against two of power 1 each.
    assert game.told(ev.Penalised) == []


@pytest.mark.rule("M-22", "M-24", "C-15")
def test_who_fails_to_disengage_stays_and_only_defends() -> None:
    game = Game(duel(2.5))
    game.until("announce", first_speaker=0)
    game.answer(4)
    assert game.place.node == Chance("disengage", 0)
    game.answer(1)
    (tried,) = game.told(ev.Tried)
    assert (tried.name, tried.difficulty, tried.check.success) == ("disengage", 6, False)
    assert game.told(ev.Assaulted) == []
    game.finish()
    placed = [one.event for one in game.told(ev.InCombat) if isinstance(one.event, ev.DicePlaced)]
    assert {event.fighter: event.attack for event in placed}[0] == 0


@pytest.mark.rule("M-25", "A-11")
def test_who_disengages_may_walk_away() -> None:
    game = Game(duel(2.5))
    game.until("action", first_speaker=0)
    assert ask(game.place).choices == (0, 2)
    game.answer(2)
    assert game.place.node == Chance("disengage", 0)
    game.answer(3)
    assert game.until("action").choices == (0, 1)
    game.answer(1)
    for answer in (12, 4, 16):
        game.answer(answer)
    # Straight back: the mire, ten centimetres below the front edge, looks down.
    assert game.told(ev.Moved)[0].pose.position == pytest.approx((20, 12.5))


@pytest.mark.rule("A-6", "A-9", "T-1")
def test_the_word_passes_until_nobody_has_a_card() -> None:
    game = Game(fifth_example())
    game.finish(first_speaker=0)
    assert [event.side for event in game.told(ev.Spoke)] == [0, 1, 0, 1]
    phases = [event.phase for event in game.told(ev.PhaseBegan)]
    assert phases == ["strategic", "activation", "combat", "maintenance"]
    assert game.events[-1] == ev.Ended(1)


# The combat phase


def board_of(camps: Sequence[int], contacts: Sequence[tuple[int, int]]) -> Any:
    (melee,) = find_melees(camps, contacts)
    return melee


def all_separations(melee: Any) -> list[tuple[tuple[int, ...], ...]]:
    """Go through every way to answer the choices of a separation."""
    found = []
    open_now: list[tuple[int, ...]] = [()]
    while open_now:
        answers = open_now.pop()
        run: Any = separate(melee, 0)
        reached: Any = run_again(run, answers)[0]
        if isinstance(reached, Decision):
            open_now += [(*answers, choice) for choice in reached.choices]
        else:
            found.append(tuple(star.members for star in reached))
    return sorted(found)


@pytest.mark.rule("C-4", "C-5", "C-6")
@pytest.mark.parametrize("seed", range(12))
def test_every_separation_can_be_chosen_in_exactly_one_way(seed: int) -> None:
    random = Random(seed)  # noqa: S311 - a board, not a secret
    size = random.randint(2, 3), random.randint(2, 4)
    camps = [0] * size[0] + [1] * size[1]
    pairs = list(itertools.product(range(size[0]), range(size[0], sum(size))))
    contacts = random.sample(pairs, random.randint(len(pairs) // 2, len(pairs)))
    for melee in find_melees(camps, contacts):
        expected = [tuple(star.members for star in one) for one in separations(melee)]
        assert all_separations(melee) == expected


@pytest.mark.rule("C-6")
def test_fighters_join_a_combat_in_ascending_order_until_it_is_complete() -> None:
    melee = board_of([0, 0, 1, 1], [(0, 2), (0, 3), (1, 2), (1, 3)])
    stars, told, asked = run_rule(separate(melee, 1), [2])
    # With 1 beside 0, somebody of the other side would be left without an enemy.
    assert asked == [Decision("separate", 1, None, (2, 3))]
    assert told == [
        ev.Separated(1, 2),
        ev.CombatFormed(0, (2,)),
        ev.CombatFormed(1, (3,)),
    ]
    assert stars == [Star(0, (2,)), Star(1, (3,))]
    wider = board_of([0, 0, 1, 1, 1], list(itertools.product((0, 1), (2, 3, 4))))
    _, told, asked = run_rule(separate(wider, 0), [2, 4])
    assert [one.choices for one in asked] == [(2, 3, 4), (3, 4, COMPLETE)]
    assert told[1:] == [ev.CombatFormed(0, (2, 4)), ev.CombatFormed(1, (3,))]


def line_of_four(**more: Any) -> Battle:
    """Two against two in a row, each touching the next: 0 2 1 3."""
    own = [(PLAIN, 20.0, 20.0, 90.0), (PLAIN, 25.0, 20.0, 90.0)]
    return battle_of([own, [(PLAIN, 22.5, 20, 270), (PLAIN, 27.5, 20, 270)]], **more)


@pytest.mark.rule("C-1", "C-2", "C-8", "C-9", "C-10")
def test_the_winner_of_the_authority_roll_starts_with_the_combat_he_named() -> None:
    battle = line_of_four()
    state = replace(BattleState.at_start(battle), stage="combats", turn=1)
    game = Game(battle, state)
    assert game.events == [
        ev.PhaseBegan("combat"),
    ]
    game.until("name_combat")
    assert game.told(ev.CombatFormed) == [ev.CombatFormed(0, (2,)), ev.CombatFormed(1, (3,))]
    game.answer(1)
    node = game.until("name_combat")
    assert (node.side, node.choices) == (1, (0, 1))
    game.answer(0)
    assert game.told(ev.CombatNamed) == [ev.CombatNamed(0, 1, (3,)), ev.CombatNamed(1, 0, (2,))]
    assert game.place.node == Chance("authority", 1)
    game.answer(2)
    assert game.place.node == Chance("authority", 2)
    game.answer(5)
    # Side 1 wins, and fights the combat it named without being asked again.
    assert game.told(ev.CombatBegan) == [ev.CombatBegan(0, (2,), 1)]
    game.finish()
    assert game.told(ev.CombatBegan)[1] == ev.CombatBegan(1, (3,), 0)


@pytest.mark.rule("C-9")
def test_who_has_only_routed_fighters_loses_the_authority_roll() -> None:
    battle = line_of_four()
    state = replace(BattleState.at_start(battle), stage="combats", turn=1)
    state = state.with_marks([0, 1], routed=True)
    game = Game(battle, state)
    while not game.told(ev.CombatBegan):
        node = game.place.node
        game.answer(3 if isinstance(node, Chance) else node.choices[0])  # type: ignore[union-attr]
    assert [event.side for event in game.told(ev.CombatNamed)] == [1]
    assert game.told(ev.ContestRound) == []
    assert game.told(ev.CombatBegan)[0].chosen_by == 1


@pytest.mark.rule("C-8", "C-12", "C-37")
def test_decisions_of_a_combat_name_the_fighter_of_the_battle() -> None:
    battle = line_of_four()
    state = replace(BattleState.at_start(battle), stage="fight", turn=1, word=0)
    state = replace(state, waiting=(Star(1, (3,)),))
    _, _, asked = run_rule_until(fight(battle, state), 6)
    assert asked[0] == Decision("place", 1, 3, (0, 1, 2))
    assert asked[1] == Decision("place", 0, 1, (0, 1, 2))
    assert asked[2] == Chance("initiative", 1)


def run_rule_until(run: Any, number: int) -> tuple[None, list[Any], list[Any]]:
    """Run a rule for so many answers: the first choice, or a 4."""
    told, asked = [], list[Any]()
    reply: int | None = None
    while len(asked) < number:
        said = next(run) if reply is None else run.send(reply)
        reply = None
        if isinstance(said, Decision | Chance):
            asked.append(said)
            reply = said.choices[0] if isinstance(said, Decision) else 4
        else:
            told.append(said)
    return None, told, asked


@pytest.mark.rule("T-2", "C-21")
def test_a_side_with_nobody_left_ends_the_battle_before_any_pursuit() -> None:
    battle = duel(2.5, turns=3)
    frail = BattleState.at_start(battle).with_marks([1], health=Health("critical"))
    state = replace(frail, stage="fight", turn=1, waiting=(Star(0, (1,)),))
    game = Game(battle, state)
    over = game.finish(face=4, place=2, defence=0)
    assert over == BattleOver(1, (0, 10))
    assert game.events[-2:] == [ev.Fought(1, game.table.fighters[1].health), ev.Ended(1)]


# Pursuit

PURSUIT_KINDS = ("stay", "move", "engage")


@pytest.mark.rule("C-30", "C-31", "C-32", "C-33", "C-35", "C-36")
@each_row("pursuit.txt")
def test_pursuits_on_small_boards(row: Row) -> None:
    entries = [entry.split() for entry in row["fighters"].split(";")]
    names = [entry[0] for entry in entries]
    sides: list[list[tuple[fr.Profile, float, float, float]]] = [[], []]
    for _, side, x, y, facing in entries:
        sides[int(side)].append((PLAIN, float(x), float(y), float(facing)))
    # Y is far away in a corner, and dead.
    sides[1].append((PLAIN, 55.0, 55.0, 270.0))
    battle = battle_of(sides)
    names.append("Y")

    def stars(text: str) -> tuple[Star, ...]:
        found = []
        for combat in filter(None, map(str.strip, text.split(";"))):
            lone, *enemies = (names.index(name) for name in combat.split())
            found.append(Star(lone, tuple(sorted(enemies))))
        return tuple(found)

    killer, dead = names.index("B"), names.index("Y")
    state = BattleState.at_start(battle).with_marks([dead], health=Health("killed"))
    fought = {killer, dead, *(names.index(name) for name in row["fought"].split())}
    state = replace(state, turn=1, waiting=stars(row["before"]), fought=frozenset(fought))
    run = pursue(battle, state, Star(killer, (dead,)))
    (state, pursuers), told, asked = run_rule(run, row.ints("answers"))
    assert [PURSUIT_KINDS[choice] for choice in asked[0].choices] == row["open"].split()
    assert [names[one] for one in state.table.adversaries(killer)] == row["touches"].split()
    has_moved = row["answers"].startswith(("1", "2"))
    assert [type(event).__name__ for event in told] == (["Pursued"] if has_moved else [])
    state, told, asked = run_rule(regroup(battle, state, pursuers), ())
    assert asked == []
    assert state.queue == stars(row["at once"])
    assert state.waiting == stars(row["waiting"])
    formed = {(event.lone, event.enemies) for event in told if isinstance(event, ev.CombatFormed)}
    assert formed >= {(star.lone, star.enemies) for star in state.queue}


@pytest.mark.rule("C-30")
def test_a_pursuit_goes_half_the_movement_rounded_up_and_only_once_a_turn() -> None:
    slow = PLAIN.replace(movement=7)
    battle = battle_of([[(slow, 20, 20, 0)], [(PLAIN, 50, 50, 270), (PLAIN, 55, 55, 270)]])
    state = BattleState.at_start(battle).with_marks([1], health=Health("killed"))
    (state, pursuers), told, _ = run_rule(pursue(battle, state, Star(0, (1,))), [1, 0, 4, 16])
    assert told[0].pose.position == pytest.approx((24, 20))
    assert pursuers == [0]
    (_, pursuers), told, asked = run_rule(pursue(battle, state, Star(0, (1,))), ())
    assert (pursuers, told, asked) == ([], [], [])


@pytest.mark.rule("C-30", "C-36")
def test_nobody_pursues_while_both_sides_stand() -> None:
    battle = duel()
    (_, pursuers), _, asked = run_rule(
        pursue(battle, BattleState.at_start(battle), Star(0, (1,))), ()
    )
    assert (pursuers, asked) == ([], [])


@pytest.mark.rule("C-35")
def test_who_has_pursued_already_is_not_drawn_in_again() -> None:
    own = [(PLAIN, 20.0, 20.0, 90.0)]
    battle = battle_of([own, [(PLAIN, 22.5, 20, 270), (PLAIN, 50, 50, 270)]])
    state = BattleState.at_start(battle).with_marks([2], health=Health("killed"))
    state = replace(state, pursued=frozenset({0}), fought=frozenset({0, 2}))
    (state, pursuers), _, asked = run_rule(pursue(battle, state, Star(0, (2,))), ())
    assert (pursuers, asked) == ([], [])


@pytest.mark.rule("C-8", "C-32", "C-34")
def test_combats_from_pursuits_come_before_the_other_player_speaks() -> None:
    battle = line_of_four()
    state = replace(BattleState.at_start(battle), stage="fight", turn=1, word=1)
    waiting, queued = Star(0, (2,)), Star(1, (3,))
    state = replace(state, waiting=(waiting,), queue=(queued,))
    game = Game(battle, state)
    game.finish(place=0)
    begun = game.told(ev.CombatBegan)
    assert begun == [ev.CombatBegan(1, (3,), 1), ev.CombatBegan(0, (2,), 0)]


# Maintenance


def maintained(
    battle: Battle, state: BattleState, answers: Iterable[int]
) -> tuple[BattleState, list[Any], list[Any]]:
    state = replace(state, stage="maintenance", turn=1)
    after, told, asked = run_rule(maintain(battle, state), answers)
    return after, told[1:], asked


@pytest.mark.rule("T-11", "T-14", "T-18")
def test_maintenance_goes_step_by_step_the_winner_of_tactics_first() -> None:
    troll = PLAIN.replace(skills=["Regeneration/5"])
    mage = PLAIN.replace(skills=["Magician"])
    own = [(troll, 10.0, 10.0, 90.0), (mage, 20.0, 10.0, 90.0)]
    enemies = [(troll, 10.0, 50.0, 270.0), (mage, 20.0, 50.0, 270.0), (mage, 30.0, 50.0, 270.0)]
    battle = battle_of([own, enemies])
    state = BattleState.at_start(battle)
    state = state.with_marks([0, 2], health=Health("serious", 1))
    state = replace(state.with_marks([1, 3], routed=True), tactics_winner=1)
    after, told, asked = maintained(battle, state, [3, 5, 4, 2, 3, 6, 5, 4])
    rolls = [(one.roll, one.fighter) for one in asked if isinstance(one, Chance)]
    assert rolls == [
        ("rally", 3),
        ("rally", 1),
        ("recovery", 4),
        ("recovery", 3),
        ("recovery", 1),
        ("upkeep", 2),
        ("upkeep", 0),
    ]
    assert [(one.side, one.choices) for one in asked if isinstance(one, Decision)] == [(1, (3, 4))]
    assert [one.health for one in after.table.fighters] == [
        Health("serious"),
        Health(),
        Health("light"),
        Health(),
        Health(),
    ]
    assert after.mana == (0, 6, 0, 3, 2)
    assert [event.success for event in told if isinstance(event, ev.UpkeepRolled)][-2:] == [
        True,
        False,
    ]


@pytest.mark.rule("T-14")
def test_the_steps_of_the_upkeep() -> None:
    assert UPKEEP == ("harmful", "passive", "active", "other", "returning")


@pytest.mark.rule("T-12")
def test_a_rally_takes_the_better_of_courage_and_discipline_against_eight() -> None:
    brave = PLAIN.replace(courage=5, discipline=2)
    beast = fr.Profile("Beast", fear=6, discipline=3)
    battle = battle_of([[(brave, 10, 10, 90)], [(beast, 10, 50, 270)]])
    state = BattleState.at_start(battle).with_marks([0, 1], routed=True)
    after, told, _ = maintained(battle, state, [3, 4])
    assert [(one.fighter, one.check.final, one.difficulty) for one in told] == [
        (0, 8, 8),
        (1, 7, 8),
    ]
    assert [one.routed for one in after.table.fighters] == [False, True]


@pytest.mark.rule("T-12")
def test_nobody_rallies_in_contact_with_an_enemy_that_frightens_it() -> None:
    beast = fr.Profile("Beast", fear=6)
    battle = battle_of([[(PLAIN, 20, 20, 90)], [(beast, 22.5, 20, 270)]])
    state = BattleState.at_start(battle).with_marks([0], routed=True)
    after, told, asked = maintained(battle, state, ())
    assert (told, asked, after.table.fighters[0].routed) == ([], [], True)
    # Who causes fear himself fears nobody.
    battle = battle_of([[(beast, 20, 20, 90)], [(beast, 22.5, 20, 270)]])
    state = BattleState.at_start(battle).with_marks([0], routed=True)
    _, told, _ = maintained(battle, state, [4])
    assert [one.fighter for one in told] == [0]


@pytest.mark.rule("T-13")
def test_faith_counts_the_friends_within_twenty_centimetres_before_mana_is_rolled() -> None:
    monk = PLAIN.replace(skills=["Faithful"])
    own = [(monk, 10.0, 10.0, 90.0), (PLAIN, 20.0, 10.0, 90.0), (PLAIN, 32.5, 10.0, 90.0)]
    own += [(PLAIN, 32.6, 20.0, 90.0)]
    battle = battle_of([own, [(PLAIN, 10, 20, 270)]])
    after, _, _ = maintained(battle, BattleState.at_start(battle), ())
    # The gap to the third is exactly 20.
    assert after.faith == (2, 0, 0, 0, 0)


@pytest.mark.rule("T-7", "T-14", "T-16")
def test_a_reinforcement_returns_unhurt_where_it_was_deployed_and_does_nothing_more() -> None:
    guard = PLAIN.replace(skills=["Reinforcement", "Regeneration/2", "Magician"])
    battle = battle_of([[(guard, 10, 10, 90), (PLAIN, 30, 10, 90)], [(PLAIN, 30, 50, 270)]])
    dead = BattleState.at_start(battle).with_marks(
        [0], health=Health("killed", 1), charged=True, position=(40.0, 40.0)
    )
    after, told, asked = maintained(battle, dead, [4])
    assert (told, after.is_up(0)) == ([ev.UpkeepRolled(0, 4, success=False)], False)
    after, told, asked = maintained(battle, dead, [5])
    assert [one.roll for one in asked] == ["upkeep"]
    assert told[1:] == [
        ev.EffectHappened(0, 0, "Reinforcement"),
        ev.Returned(0, Pose((10, 10), 90)),
    ]
    assert after.table.fighters[0] == Placed(guard, 0, (10, 10), 90)
    # Not where somebody stands, and not in contact with an enemy.
    for place in ((11.0, 10.0), (12.5, 10.0)):
        blocked = dead.with_marks([2], position=place)
        after, told, _ = maintained(battle, blocked, [6])
        assert told == [
            ev.UpkeepRolled(0, 6, success=True),
            ev.EffectHappened(0, 0, "Reinforcement"),
        ]
        assert not after.is_up(0)
    friendly = dead.with_marks([1], position=(12.5, 10.0))
    after, _, _ = maintained(battle, friendly, [6])
    assert after.is_up(0)


@pytest.mark.rule("T-14", "M-19")
def test_markers_go_at_the_end_of_the_turn_but_cover_stays() -> None:
    battle = duel()
    marks = dict.fromkeys(("activated", "assaulted", "charged", "bound_to_defence"), True)
    state = BattleState.at_start(battle).with_marks(
        [0, 1], health=Health("light", 1), under_cover=True, **marks
    )
    after, _, _ = maintained(battle, state, ())
    for placed in after.table.fighters:
        assert placed.health == Health("light")
        assert placed.under_cover
        assert not any(getattr(placed, mark) for mark in marks)


# Whole battles


@pytest.mark.rule("T-1", "T-2")
def test_a_battle_ends_after_its_turns() -> None:
    game = Game(duel(30.0, turns=3))
    assert game.finish() == BattleOver(3, (0, 0))
    assert [event.turn for event in game.told(ev.TurnBegan)] == [1, 2, 3]
    assert game.events[-1] == ev.Ended(3)


def check_invariants(state: BattleState) -> None:
    table = state.table
    for fighter in state.side(0) + state.side(1):
        reasons = standing_reasons(table, fighter, table.base(fighter))
        assert set(reasons) <= {"touches_enemy"}
    members = [one for star in (*state.waiting, *state.queue) for one in star.members]
    assert len(members) == len(set(members))
    assert not (set(members) & state.fought) - state.pursued


@pytest.mark.rule("T-1", "T-2", "C-5")
@pytest.mark.parametrize("seed", range(8))
def test_random_battles_end_and_nothing_is_ever_wrong(seed: int) -> None:
    setup = small_battle(seed)
    random = Random(seed)  # noqa: S311 - a walk, not a secret
    place, events = start_battle(setup.readable())
    nodes = 0
    while not isinstance(place.node, BattleOver):
        node, nodes = place.node, nodes + 1
        assert nodes < 3000
        if isinstance(node, Decision):
            assert len(node.choices) > 1
            assert list(node.choices) == sorted(set(node.choices))
            assert set(node.choices) <= set(range(64))
            answer = random.choice(node.choices)
        else:
            answer = random.randint(1, 6)
        place, told = answer_battle(place, answer)
        events += told
        check_invariants(place.state)
    assert events[-1] == ev.Ended(place.node.turns)
    fought = [event for event in events if isinstance(event, ev.Fought)]
    killed = {event.fighter for event in fought if event.health.level == "killed"}
    returned = {event.fighter for event in events if isinstance(event, ev.Returned)}
    out = {n for n in range(len(setup.poses)) if not place.state.is_up(n)}
    assert killed - returned <= out <= killed


@pytest.mark.parametrize("seed", range(3))
def test_stepping_and_playing_tell_the_same(seed: int) -> None:
    setup = small_battle(seed)
    events, state = readable_play(setup, seed)
    again, other = readable_play(setup, seed)
    assert first_difference(events, again) is None
    assert state == other
    answers: list[int] = []

    def noted(player: Callable[[Decision], int]) -> Callable[[Decision], int]:
        def choose(decision: Decision) -> int:
            answers.append(player(decision))
            return answers[-1]

        return choose

    class Dice(Scripted):
        def roll(self, name: Any) -> int:
            answers.append(super().roll(name))
            return answers[-1]

    player = noted(random(seed).new_player())
    script = Random(seed).choices(range(1, 7), k=2000)  # noqa: S311
    events, state = play_battle(setup.readable(), (player, player), Dice(script))
    place, told = start_battle(setup.readable())
    for answer in answers:
        place, more = answer_battle(place, answer)
        told += more
    assert (told, place.state) == (events, state)


def test_an_answer_that_is_not_open_is_refused() -> None:
    place, _ = start_battle(fifth_example())
    with pytest.raises(InputError, match="0, 1"):
        answer_battle(place, 2)
    game = Game(duel())
    game.finish()
    with pytest.raises(InputError, match="is over"):
        game.answer(0)


def test_a_policy_that_answers_nonsense_is_refused() -> None:
    with pytest.raises(InputError, match="sequence"):
        play_battle(fifth_example(), (lambda _: 9, lambda _: 9), Scripted([]))


@pytest.mark.rule("T-17")
def test_a_battle_needs_armies_and_a_deployment() -> None:
    battle = duel()
    with pytest.raises(InputError) as error:
        Battle((Army(()), Army((Troop(PLAIN, 0),))), battle.table, 0)
    assert [problem.field for problem in error.value.problems] == [
        "turns",
        "armies[0]",
        "armies[1].troops[0].count",
    ]
    with pytest.raises(InputError) as error:
        Battle(battle.armies, Table(60, 60))
    assert [problem.field for problem in error.value.problems] == ["table.fighters"]
    poses = [Pose((20, 20), 90), Pose((20.5, 20), 90)]
    with pytest.raises(InputError) as error:
        Battle(battle.armies, deploy(battle.armies, Table(60, 60), poses))
    assert [problem.value for problem in error.value.problems] == ["overlaps", "overlaps"]
    other = deploy(battle.armies, Table(60, 60), [Pose((20, 20), 90), Pose((20, 59), 90)])
    with pytest.raises(InputError, match="off_table"):
        Battle(battle.armies, other)


@pytest.mark.parametrize(("depth", "ways"), [(0, 1), (1, 6), (2, 5 * 6 + 2)])
def test_perft_counts_the_first_nodes(depth: int, ways: int) -> None:
    # One card each: the first nodes are the dice of the Tactics roll; a six may be rerolled.
    assert battle_perft(duel(), depth) == ways


def test_a_setup_is_the_same_for_the_same_seed() -> None:
    assert isinstance(small_battle(1), BattleSetup)
    assert small_battle(1) == small_battle(1)
