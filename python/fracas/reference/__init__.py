"""The executable rulebook: every rule once more, slow, readable and exact.

The modules below are meant to be read beside the rules. They use whole numbers and
:class:`~fractions.Fraction` only, but for lengths and angles on a table; they need nothing but the
standard library, and import nothing from the compiled core: the suite holds the two against each
other. They return the types of :mod:`fracas.types`, so a result of one can be compared with a
result of the other by ``==``.
"""

from fracas.reference.armies import Army, Troop, deploy
from fracas.reference.battle import Battle, BattleState
from fracas.reference.battling import (
    BattleOver,
    BattlePlace,
    answer_battle,
    battle_perft,
    play_battle,
    start_battle,
)
from fracas.reference.checks import check, opposed
from fracas.reference.contests import (
    Contest,
    ContestState,
    Won,
    answer_contest,
    chance_of_side_0,
    contest_perft,
    hold_contest,
    may_test,
    start_contest,
    who_separates,
)
from fracas.reference.dice import DiceSource, Recorded, Scripted, Seeded, philox2x64, text_seed
from fracas.reference.enumeration import exact, perft
from fracas.reference.laws import (
    attack_law,
    natural_law,
    opposed_law,
    parry_law,
    success_probability,
    wound_law,
)
from fracas.reference.melees import (
    Melee,
    Rated,
    best_separations,
    combat_of,
    count_separations,
    expected_points,
    find_melees,
    rate,
    reasons_against,
    regret,
    sample_separation,
    separation_of,
    separations,
    solved_points,
)
from fracas.reference.playing import State, apply, node, play, roll, start
from fracas.reference.policies import (
    Policy,
    RandomPolicy,
    all_out_attack,
    all_out_defence,
    plain,
    random,
)
from fracas.reference.position import Combat, Fighter, Outcome
from fracas.reference.requests import Chance, Decision, Over
from fracas.reference.rules import Rules
from fracas.reference.solving import (
    Solution,
    Utility,
    all_killed,
    points,
    solve,
    some_left,
    weighted_points,
)
from fracas.reference.wounds import current, wound_roll, wounded

__all__ = [
    "Army",
    "Battle",
    "BattleOver",
    "BattlePlace",
    "BattleState",
    "Chance",
    "Combat",
    "Contest",
    "ContestState",
    "Decision",
    "DiceSource",
    "Fighter",
    "Melee",
    "Outcome",
    "Over",
    "Policy",
    "RandomPolicy",
    "Rated",
    "Recorded",
    "Rules",
    "Scripted",
    "Seeded",
    "Solution",
    "State",
    "Troop",
    "Utility",
    "Won",
    "all_killed",
    "all_out_attack",
    "all_out_defence",
    "answer_battle",
    "answer_contest",
    "apply",
    "attack_law",
    "battle_perft",
    "best_separations",
    "chance_of_side_0",
    "check",
    "combat_of",
    "contest_perft",
    "count_separations",
    "current",
    "deploy",
    "exact",
    "expected_points",
    "find_melees",
    "hold_contest",
    "may_test",
    "natural_law",
    "node",
    "opposed",
    "opposed_law",
    "parry_law",
    "perft",
    "philox2x64",
    "plain",
    "play",
    "play_battle",
    "points",
    "random",
    "rate",
    "reasons_against",
    "regret",
    "roll",
    "sample_separation",
    "separation_of",
    "separations",
    "solve",
    "solved_points",
    "some_left",
    "start",
    "start_battle",
    "start_contest",
    "success_probability",
    "text_seed",
    "weighted_points",
    "who_separates",
    "wound_law",
    "wound_roll",
    "wounded",
]
