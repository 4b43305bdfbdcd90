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

from importlib import import_module
from typing import TYPE_CHECKING

from fracas import laws
from fracas._core import VERSION as __version__  # noqa: N811 - the usual name
from fracas._core import (
    CombatGame,
    ContestGame,
    Dice,
    Effect,
    MysticAction,
    Policy,
    Profile,
    Rules,
)
from fracas.armies import (
    Army,
    Scenario,
    Troop,
    armies,
    load_army,
    load_scenario,
    scenarios,
)
from fracas.battles import Battle, BattleOutcome
from fracas.boards import Board, load_board, load_melees, read_board, save_board, shipped_boards
from fracas.checks import check, opposed
from fracas.combat import Combat, Fighter, Game, combat, duel
from fracas.contests import Contest, ContestRecord, contest
from fracas.documents import (
    library,
    load_profiles,
    load_rules,
    save_profiles,
    save_rules,
)
from fracas.errors import (
    ArmyError,
    FracasError,
    IllegalChoice,
    IllegalMove,
    InputError,
    MeleeError,
    Problem,
    ProfileError,
    RecordError,
    RulesError,
    ScenarioError,
    ScriptError,
    TableError,
    TooBig,
)
from fracas.geometry import Base, Path, Reach, Sight
from fracas.melees import BestSeparation, Melee, MeleeBatch, Melees, melees, melees_batch
from fracas.movement import Move, MoveEvent, Placed, Scenery
from fracas.records import BattleRecord, load_record, read_record
from fracas.results import CombatResult
from fracas.samples import BattleSample, simulate_battles
from fracas.solving import Advice, Solution
from fracas.tables import Moved, Redirected, Table, penalised, tables
from fracas.types import (
    CheckResult,
    CombatOutcome,
    Decision,
    Die,
    Health,
    OpposedResult,
    Pose,
    RatedSeparation,
    RerollView,
    Separation,
    Star,
    WoundRoll,
)
from fracas.wounds import current, wound_roll, wounded

if TYPE_CHECKING:
    from fracas import events
    from fracas.narration import narrate

__all__ = [
    "Advice",
    "Army",
    "ArmyError",
    "Base",
    "Battle",
    "BattleOutcome",
    "BattleRecord",
    "BattleSample",
    "BestSeparation",
    "Board",
    "CheckResult",
    "Combat",
    "CombatGame",
    "CombatOutcome",
    "CombatResult",
    "Contest",
    "ContestGame",
    "ContestRecord",
    "Decision",
    "Dice",
    "Die",
    "Effect",
    "Fighter",
    "FracasError",
    "Game",
    "Health",
    "IllegalChoice",
    "IllegalMove",
    "InputError",
    "Melee",
    "MeleeBatch",
    "MeleeError",
    "Melees",
    "Move",
    "MoveEvent",
    "Moved",
    "MysticAction",
    "OpposedResult",
    "Path",
    "Placed",
    "Policy",
    "Pose",
    "Problem",
    "Profile",
    "ProfileError",
    "RatedSeparation",
    "Reach",
    "RecordError",
    "Redirected",
    "RerollView",
    "Rules",
    "RulesError",
    "Scenario",
    "ScenarioError",
    "Scenery",
    "ScriptError",
    "Separation",
    "Sight",
    "Solution",
    "Star",
    "Table",
    "TableError",
    "TooBig",
    "Troop",
    "WoundRoll",
    "__version__",
    "armies",
    "check",
    "combat",
    "contest",
    "current",
    "duel",
    "events",
    "laws",
    "library",
    "load_army",
    "load_board",
    "load_melees",
    "load_profiles",
    "load_record",
    "load_rules",
    "load_scenario",
    "melees",
    "melees_batch",
    "narrate",
    "opposed",
    "penalised",
    "read_board",
    "read_record",
    "save_board",
    "save_profiles",
    "save_rules",
    "scenarios",
    "shipped_boards",
    "simulate_battles",
    "tables",
    "wound_roll",
    "wounded",
]


def __getattr__(name: str) -> object:
    """Import what not everybody needs when it is asked for: so ``import fracas`` is quick."""
    if name == "events":
        return import_module("fracas.events")
    if name == "narrate":
        return import_module("fracas.narration").narrate
    message = f"module {__name__!r} has no attribute {name!r}"
    raise AttributeError(message)
