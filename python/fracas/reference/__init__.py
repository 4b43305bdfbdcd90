"""The executable rulebook: every rule once more, slow, readable and exact.

The modules below are meant to be read beside the rules. They use whole numbers and
:class:`~fractions.Fraction` only, need nothing but the standard library, and import nothing from
the compiled core: the suite holds the two against each other. They return the types of
:mod:`fracas.types`, so a result of one can be compared with a result of the other by ``==``.
"""

from fracas.reference.checks import check, opposed
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
    "Chance",
    "Combat",
    "Decision",
    "DiceSource",
    "Fighter",
    "Outcome",
    "Over",
    "Policy",
    "RandomPolicy",
    "Recorded",
    "Rules",
    "Scripted",
    "Seeded",
    "Solution",
    "State",
    "Utility",
    "all_killed",
    "all_out_attack",
    "all_out_defence",
    "apply",
    "attack_law",
    "check",
    "current",
    "exact",
    "natural_law",
    "node",
    "opposed",
    "opposed_law",
    "parry_law",
    "perft",
    "philox2x64",
    "plain",
    "play",
    "points",
    "random",
    "roll",
    "solve",
    "some_left",
    "start",
    "success_probability",
    "text_seed",
    "weighted_points",
    "wound_law",
    "wound_roll",
    "wounded",
]
