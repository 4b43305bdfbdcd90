"""The options of a ruleset, with the values the rulebook has when nobody says otherwise."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass, field
from typing import Any, Literal, TypeAlias

from fracas.types import Location, Wound

__all__ = [
    "DEFAULT_WOUND_TABLE",
    "Base",
    "CheckRules",
    "CombatRules",
    "ContestRules",
    "GainedDice",
    "GainedDiceByMargin",
    "MovementRules",
    "Penalties",
    "Rules",
    "ShootingRules",
    "Size",
    "Sizes",
    "TurnRules",
    "WoundRow",
    "WoundRules",
    "WoundTable",
]

FORMAT = "fracas-rules 1"

Document: TypeAlias = dict[str, Any]


@dataclass(frozen=True)
class CheckRules:
    """How checks are made (D-2 to D-8)."""

    reroll_limit: int | Literal["unlimited"] = "unlimited"
    """How often one die may be rerolled (D-2)."""
    reroll_of_one: Literal["whole_chain", "last_die"] = "whole_chain"
    """What a rerolled 1 takes with it: every six of its die, or the last one only (D-3)."""
    two_automatic_failures: Literal["compare_finals", "compare_naturals"] = "compare_finals"
    """What decides between two automatic failures (D-6)."""
    opposed_tie: Literal["roll_again", "side_0_wins", "side_1_wins"] = "roll_again"
    """What a tie leads to (D-6)."""
    several_dice: Literal["best", "best_plus_one_per_extra_die"] = "best"
    """What several dice are worth (D-7)."""
    reroll_knowledge: Literal["open", "blind"] = "open"
    """Whether the number to reach is known to the player who may reroll (D-8)."""


@dataclass(frozen=True)
class Penalties:
    """What wounds take off a characteristic (W-5, W-6)."""

    stunned: int = -1
    light: int = -1
    serious: int = -2
    critical: int = -3


@dataclass(frozen=True)
class WoundRules:
    """How wounds are located, felt and added up (W-2, W-3, W-5 to W-7)."""

    locations: tuple[Location, ...] = ("leg", "arm", "abdomen", "thorax", "head", "head")
    """Where a lower die of 1, 2, … 6 lands (W-2)."""
    killing_doubles: tuple[int, ...] = (6,)
    """The doubles that kill outright (W-3)."""
    penalties: Penalties = Penalties()
    penalised: tuple[str, ...] = ("initiative", "attack", "strength", "defence", "aim")
    """The characteristics that suffer the penalties (W-5)."""
    lowest_characteristic: int | Literal["none"] = "none"
    """What penalties cannot push a characteristic below (W-5)."""
    stunned_markers: int = 1
    """How many markers of *stunned* add up (W-6)."""
    addition: Literal["by_level", "worst_plus_one"] = "by_level"
    """How a new wound combines with the old ones (W-7)."""


@dataclass(frozen=True)
class WoundRow:
    """One row of the wound table: what each location gives for a range of results (W-4)."""

    up_to: int | None
    """The highest result of the row; ``None`` in the last row."""
    leg: Wound
    arm: Wound
    abdomen: Wound
    thorax: Wound
    head: Wound

    def at(self, location: Location) -> Wound:
        """Give the wound of one location."""
        wounds: dict[Location, Wound] = {
            "leg": self.leg,
            "arm": self.arm,
            "abdomen": self.abdomen,
            "thorax": self.thorax,
            "head": self.head,
        }
        return wounds[location]


# W-4. Rows from the lowest results to the highest; columns leg, arm, abdomen, thorax, head.
DEFAULT_WOUND_TABLE: tuple[WoundRow, ...] = (
    WoundRow(-4, "none", "none", "none", "stunned", "stunned"),
    WoundRow(-2, "none", "stunned", "stunned", "stunned", "light"),
    WoundRow(0, "stunned", "stunned", "stunned", "light", "light"),
    WoundRow(2, "stunned", "light", "light", "light", "serious"),
    WoundRow(4, "light", "light", "light", "serious", "serious"),
    WoundRow(6, "light", "light", "serious", "serious", "critical"),
    WoundRow(8, "light", "serious", "serious", "critical", "critical"),
    WoundRow(10, "serious", "serious", "critical", "critical", "killed"),
    WoundRow(12, "serious", "critical", "critical", "killed", "killed"),
    WoundRow(14, "critical", "critical", "killed", "killed", "killed"),
    WoundRow(None, "critical", "killed", "killed", "killed", "killed"),
)


@dataclass(frozen=True)
class WoundTable:
    """The wound table (W-4)."""

    monotone: bool = True
    """Whether the table promises never to get milder upwards or towards the vital locations."""
    rows: tuple[WoundRow, ...] = DEFAULT_WOUND_TABLE

    def wound(self, location: Location, result: int) -> Wound:
        """Look up what a result gives at a location.

        *Rule* The first row that reaches the result counts (W-4).

        *Example*

        >>> WoundTable().wound("thorax", 4)
        'serious'
        """
        row = next(row for row in self.rows if row.up_to is None or result <= row.up_to)
        return row.at(location)


@dataclass(frozen=True)
class GainedDiceByMargin:
    """What a defence wins that beats the attack clearly (C-39)."""

    margin: int = 2
    """By how much the defence has to beat the attack, at the least."""
    dice: int = 1
    """How many attack dice it wins."""


@dataclass(frozen=True)
class GainedDice:
    """What every successful defence wins (C-40)."""

    dice: int = 1


@dataclass(frozen=True)
class CombatRules:
    """How one combat is fought (C-12, C-27, C-28, C-38 to C-40, M-17)."""

    equal_friends: Literal["player_chooses", "listed_order"] = "player_chooses"
    """Which of several friends of equal value places first (C-12)."""
    roll_sure_attacks: bool = False
    """Whether an attack check that cannot fail is rolled all the same (C-27)."""
    sustained_penalty: int = -2
    """What a sustained defence takes off the defence (C-28)."""
    sustained_accumulates: bool = True
    """Whether each further sustained defence takes it off once more (C-28)."""
    sustained_from_first_roll: bool = True
    """Whether it weighs on the very roll it is declared for (C-28)."""
    charged_penalty: int = -1
    """What being charged takes off initiative, attack and defence (M-17)."""
    routed_fighters: Literal["like_others", "defence_only"] = "like_others"
    """Whether a routed fighter may attack (C-38)."""
    counter_attack: GainedDiceByMargin = GainedDiceByMargin()
    ambidextrous: GainedDice = GainedDice()
    exchange_on_automatic_failure: bool = True
    """Whether a defence die that was not needed may become an attack die (C-39, C-40)."""


@dataclass(frozen=True)
class ContestRules:
    """Who may test when Discipline decides, and what if nobody may (C-6, C-9, T-8)."""

    routed_testers: Literal["never", "when_no_other", "always"] = "never"
    """Whether routed fighters may test (C-6, C-9)."""
    neither_can_test: Literal["one_die", "side_0", "side_1"] = "one_die"
    """Who wins when neither side can test (C-6, C-9, T-8)."""


@dataclass(frozen=True)
class MovementRules:
    """How fighters move, assault and disengage (M-4, M-10 to M-12, M-18 to M-22)."""

    gap_of_exactly_the_width: Literal["passes", "closed"] = "passes"
    """Whether a base passes through a gap exactly as wide as itself (M-4)."""
    engage_a_seen_target: bool = False
    """Whether a free fighter may engage an enemy that it sees (M-11)."""
    full_bases: Literal["closed", "open"] = "closed"
    """Whether a base touched by its maximum of adversaries takes one more assailant (M-12)."""
    several_targets: Literal["some_group", "all_chargers"] = "some_group"
    """Whose power is added up when chargers have several targets (M-18)."""
    sight_arc: Literal["front", "all_round"] = "front"
    """Where a fighter sees: before its mire, or everywhere (M-10)."""
    hidden_by: Literal["as_big", "any", "nothing"] = "as_big"
    """What hides a target: what is at least as big, everything, nothing (M-10)."""
    disengage_difficulty: int = 4
    """The difficulty of disengaging before adversaries are counted (M-22)."""
    disengage_per_adversary: int = 2
    """What each adversary in contact adds to it (M-22)."""
    cover: int = 2
    """The X of the skill Target/+X that cover gives (M-19, M-20)."""


@dataclass(frozen=True)
class TurnRules:
    """What a turn needs besides its phases (T-8, T-12, T-13, T-15, A-14, C-37)."""

    tactics_routed_testers: Literal["never", "when_no_other", "always"] = "always"
    """Whether routed fighters may test for Tactics (T-8)."""
    rally_difficulty: int = 8
    """The difficulty of a rally (T-12)."""
    faith_distance: int = 20
    """How near friends must be to give a faithful temporary faith (T-13, cm)."""
    reinforcement: int = 5
    """What a die must show at least for a reinforcement to arrive (T-15)."""
    free_measuring: bool = False
    """Whether distances may be measured before an action is declared (A-17)."""
    starting_mana: int = 0
    """How much mana a magician has when the first turn begins (T-13)."""
    combined_actions: Literal["none", "mystic", "all"] = "none"
    """What a charge, an engagement or a run may be combined with: nothing, mystic actions, or shots
    too (A-14)."""
    mystic_in_combat: bool = False
    """Whether mystic actions may be taken when a combat begins (C-37)."""


@dataclass(frozen=True)
class ShootingRules:
    """How hard it is to hit with a shot (A-15)."""

    short: int = 4
    """The difficulty at short range."""
    medium: int = 7
    """The difficulty at medium range."""
    long: int = 10
    """The difficulty at long range."""
    immobile: int = 1
    """What a shooter adds to its check that does not move in its activation."""


@dataclass(frozen=True)
class Size:
    """What the size of a fighter is worth (W-8)."""

    power: int
    adversaries: int
    """How many adversaries may stand in contact."""


@dataclass(frozen=True)
class Sizes:
    """The four sizes (W-8)."""

    small: Size = Size(1, 4)
    medium: Size = Size(1, 4)
    large: Size = Size(2, 6)
    very_large: Size = Size(3, 8)


@dataclass(frozen=True)
class Base:
    """The footprint of a fighter, in centimetres (W-8)."""

    width: float
    depth: float


def default_bases() -> dict[str, Base]:
    """Give the four rectangular bases (W-8)."""
    return {
        "standard": Base(2.5, 2.5),
        "cavalry": Base(2.5, 5.0),
        "large": Base(3.75, 3.75),
        "very_large": Base(5.0, 5.0),
    }


@dataclass(frozen=True)
class Rules:
    """A whole ruleset.

    *Example*

    >>> rules = Rules.from_document({"checks": {"reroll_limit": 1}})
    >>> rules.checks.reroll_limit, rules.checks.opposed_tie
    (1, 'roll_again')
    >>> Rules.from_document(Rules().to_document()) == Rules()
    True
    """

    name: str = "default"
    edition: Literal["newer", "older"] = "newer"
    """Which chapter counts where two of them differ (M-27)."""
    checks: CheckRules = CheckRules()
    wounds: WoundRules = WoundRules()
    wound_table: WoundTable = WoundTable()
    combat: CombatRules = CombatRules()
    contests: ContestRules = ContestRules()
    movement: MovementRules = MovementRules()
    turn: TurnRules = TurnRules()
    shooting: ShootingRules = ShootingRules()
    sizes: Sizes = Sizes()
    bases: Mapping[str, Base] = field(default_factory=default_bases)

    @classmethod
    def from_document(cls, document: Mapping[str, Any]) -> Rules:
        """Read a rules document. It is trusted: whoever calls has checked it.

        *Edge cases* Every key that is missing has its default; the rows of the wound table are
        replaced as a whole.
        """
        full = merged(cls().to_document(), document)
        wounds, table, combat = full["wounds"], full["wound_table"], full["combat"]
        return cls(
            name=full["name"],
            edition=full["edition"],
            checks=CheckRules(**full["checks"]),
            wounds=WoundRules(
                locations=tuple(wounds["locations"]),
                killing_doubles=tuple(wounds["killing_doubles"]),
                penalties=Penalties(**wounds["penalties"]),
                penalised=tuple(wounds["penalised"]),
                lowest_characteristic=wounds["lowest_characteristic"],
                stunned_markers=wounds["stunned_markers"],
                addition=wounds["addition"],
            ),
            wound_table=WoundTable(
                monotone=table["monotone"],
                rows=tuple(WoundRow(**{"up_to": None, **row}) for row in table["rows"]),
            ),
            combat=CombatRules(
                **{
                    **combat,
                    "counter_attack": GainedDiceByMargin(**combat["counter_attack"]),
                    "ambidextrous": GainedDice(**combat["ambidextrous"]),
                }
            ),
            contests=ContestRules(**full["contests"]),
            movement=MovementRules(**full["movement"]),
            turn=TurnRules(**full["turn"]),
            shooting=ShootingRules(**full["shooting"]),
            sizes=Sizes(**{name: Size(**size) for name, size in full["sizes"].items()}),
            bases={name: Base(**base) for name, base in full["bases"].items()},
        )

    def to_document(self) -> Document:
        """Write the rules document, every key of it."""
        rows = [asdict(row) for row in self.wound_table.rows]
        return {
            "format": FORMAT,
            "name": self.name,
            "edition": self.edition,
            "checks": asdict(self.checks),
            "wounds": {
                **asdict(self.wounds),
                "locations": list(self.wounds.locations),
                "killing_doubles": list(self.wounds.killing_doubles),
                "penalised": list(self.wounds.penalised),
            },
            "wound_table": {
                "monotone": self.wound_table.monotone,
                "rows": [without_open_end(row) for row in rows],
            },
            "combat": asdict(self.combat),
            "contests": asdict(self.contests),
            "movement": asdict(self.movement),
            "turn": asdict(self.turn),
            "shooting": asdict(self.shooting),
            "sizes": asdict(self.sizes),
            "bases": {name: asdict(base) for name, base in self.bases.items()},
        }


def without_open_end(row: Document) -> Document:
    """Drop the bound of a last row: in a document it has none (W-4)."""
    return {key: value for key, value in row.items() if value is not None}


def merged(defaults: Mapping[str, Any], document: Mapping[str, Any]) -> Document:
    """Lay a document over the defaults, key by key and section by section."""
    full = dict(defaults)
    for key, value in document.items():
        if isinstance(value, Mapping):
            full[key] = merged(full.get(key, {}), value)
        else:
            full[key] = value
    return full
