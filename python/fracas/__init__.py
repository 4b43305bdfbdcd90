"""fracas: a rules engine for skirmish wargames.

Exact odds, reproducible dice and rules as data. The rules run in a compiled core; this package is
its typed face, and :mod:`fracas.reference` the same rules again in plain Python, to read and to
compare.

>>> import fracas as fr
>>> fr.check(3, source=[6, 4], roll="attack").final
13
>>> round(fr.laws.success(value=5, difficulty=8), 4)
0.6667
"""

from fracas import events, laws
from fracas._core import VERSION as __version__  # noqa: N811 - the usual name
from fracas._core import CombatGame, Dice, Policy, Profile, Rules
from fracas.checks import check, opposed
from fracas.combat import Combat, Fighter, Game, combat, duel
from fracas.documents import (
    library,
    load_profiles,
    load_rules,
    save_profiles,
    save_rules,
)
from fracas.errors import (
    FracasError,
    IllegalChoice,
    InputError,
    Problem,
    ProfileError,
    RulesError,
    ScriptError,
    TooBig,
)
from fracas.narration import narrate
from fracas.results import CombatResult
from fracas.solving import Advice, Solution
from fracas.types import (
    CheckResult,
    CombatOutcome,
    Decision,
    Die,
    Health,
    OpposedResult,
    RerollView,
    WoundRoll,
)
from fracas.wounds import current, wound_roll, wounded

__all__ = [
    "Advice",
    "CheckResult",
    "Combat",
    "CombatGame",
    "CombatOutcome",
    "CombatResult",
    "Decision",
    "Dice",
    "Die",
    "Fighter",
    "FracasError",
    "Game",
    "Health",
    "IllegalChoice",
    "InputError",
    "OpposedResult",
    "Policy",
    "Problem",
    "Profile",
    "ProfileError",
    "RerollView",
    "Rules",
    "RulesError",
    "ScriptError",
    "Solution",
    "TooBig",
    "WoundRoll",
    "__version__",
    "check",
    "combat",
    "current",
    "duel",
    "events",
    "laws",
    "library",
    "load_profiles",
    "load_rules",
    "narrate",
    "opposed",
    "save_profiles",
    "save_rules",
    "wound_roll",
    "wounded",
]
