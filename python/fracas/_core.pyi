"""The compiled core. Private: use the package `fracas`."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, Final, Literal, TypeAlias, final

import numpy as np
from numpy.typing import NDArray

from fracas.events import BattleEvent, ContestEvent, Event
from fracas.types import (
    Alterable,
    CombatOutcome,
    Decision,
    Deed,
    Location,
    MeantFor,
    Moment,
    Phase,
    RerollView,
    Resource,
    RollName,
    Separation,
    Size,
    Star,
    Wound,
    WoundLevel,
)

MAX_DOCUMENT_BYTES: Final[int]
VERSION: Final[str]

_Reroll: TypeAlias = str | Callable[[RerollView], bool]
_Player: TypeAlias = str | Policy | Callable[[Decision], int]
_Policies: TypeAlias = tuple[_Player, _Player]
_Integers: TypeAlias = NDArray[np.int32]
_FighterParts: TypeAlias = tuple[Profile, str, int, bool, bool, bool, str]
_Entrant: TypeAlias = tuple[int, _FighterParts]
_Die: TypeAlias = tuple[list[int], int]
_Xy: TypeAlias = tuple[float, float]
_Outline: TypeAlias = tuple[tuple[_Xy, float] | None, list[_Xy]]
_Leg: TypeAlias = tuple[_Xy, _Xy, tuple[_Xy, float, float] | None]
_Path: TypeAlias = tuple[
    float, float, list[_Leg], list[tuple[Literal["fighter", "scenery"], int]], list[int], _Xy
]
_MoveEvent: TypeAlias = tuple[str, int, str | None, int | None, float | None, float | None]
_Moved: TypeAlias = tuple[Table, _Path | None, bool, list[int], list[_MoveEvent]]
_Check: TypeAlias = tuple[list[_Die], int, int, bool]

@final
class Dice:
    """A source of six-sided dice: seeded, scripted or recorded.

    >>> dice = Dice.seeded(7)
    >>> [dice.roll() for _ in range(8)]
    [2, 5, 4, 1, 6, 6, 5, 3]
    """

    @staticmethod
    def seeded(seed: int | str, game: int | None = None) -> Dice:
        """Give the dice of one game of a seed: a whole number of 64 bits, or a text.

        The stream is `dice-stream v1`: the same on every machine, whatever the number of threads
        or processes. Game 0 is taken when none is given.
        """

    @staticmethod
    def scripted(faces: Iterable[int]) -> Dice:
        """Dice from a list of faces, each 1 to 6, played in order."""

    @staticmethod
    def recorded(record: Iterable[tuple[RollName, int]]) -> Dice:
        """Dice from a record such as :attr:`record`: each answers only the roll it was made for."""

    def roll(self, name: RollName | None = None) -> int:
        """Roll one die under a name (`check` when none is given)."""

    def faces(self, count: int) -> NDArray[np.uint8]:
        """Roll many dice at once, as an array; they are not added to the record."""

    @property
    def record(self) -> list[tuple[RollName, int]]:
        """Everything rolled so far, with the name of each roll."""

    def finish(self) -> None:
        """Raise :class:`fracas.ScriptError` when dice of a script or record are left over."""

@final
class Rules:
    """The rules as data: tables, numbers and rulings. Immutable.

    Whatever is not given keeps its default.

    >>> once = Rules(checks={"reroll_limit": 1})
    >>> once.to_dict()["checks"]["reroll_limit"]
    1
    >>> once == Rules()
    False
    """

    def __new__(cls, document: Mapping[str, Any] | None = None, /, **sections: Any) -> Rules: ...
    @staticmethod
    def from_toml(text: str | bytes) -> Rules:
        """Read a TOML text; all its problems come at once in a :class:`fracas.RulesError`."""

    @staticmethod
    def from_json(text: str | bytes) -> Rules:
        """Read a JSON text; all its problems come at once in a :class:`fracas.RulesError`."""

    def replace(self, **sections: Any) -> Rules:
        """Change options: `rules.replace(checks={"opposed_tie": "side_0_wins"})`."""

    @property
    def name(self) -> str:
        """What these rules are called."""

    def to_dict(self) -> dict[str, Any]:
        """Give the rules as a document, complete: `Rules(rules.to_dict()) == rules`."""

    def to_toml(self) -> str:
        """Give the rules as TOML, complete."""

    def to_json(self) -> str:
        """Give the rules as JSON, complete."""

    def __eq__(self, other: object, /) -> bool: ...
    def __ne__(self, other: object, /) -> bool: ...
    def __hash__(self) -> int: ...
    def __reduce__(self) -> tuple[type[Rules], tuple[dict[str, Any]]]: ...

@final
class Profile:
    """What a kind of fighter is: its characteristics, size, base, value and skills. Immutable.

    Only the name is required. Every problem is reported at once, in a :class:`fracas.ProfileError`.

    >>> guard = Profile("Guard", attack=5, strength=8, defence=5, resilience=11, value=49)
    >>> guard.attack, guard.size
    (5, 'medium')
    >>> guard.replace(attack=6).attack
    6
    """

    def __new__(
        cls,
        name: str,
        /,
        *,
        movement: float = 10,
        initiative: int = 3,
        attack: int = 3,
        strength: int = 5,
        defence: int = 3,
        resilience: int = 5,
        aim: int | None = None,
        weapon: Mapping[str, float] | None = None,
        courage: int | None = None,
        fear: int | None = None,
        discipline: int = 2,
        power: int | None = None,
        size: Size = "medium",
        base: str | Mapping[str, float] | None = None,
        value: int = 0,
        skills: Sequence[str] = (),
        effects: Sequence[Effect | Mapping[str, Any]] = (),
        mystic_actions: Sequence[MysticAction | Mapping[str, Any]] = (),
    ) -> Profile: ...
    @staticmethod
    def from_dict(document: Mapping[str, Any]) -> Profile:
        """Read a document such as :meth:`to_dict` gives."""

    def replace(self, **changes: Any) -> Profile:
        """Change fields; `None` sets a field back to its default."""

    @property
    def name(self) -> str:
        """What the fighter is called: 1 to 100 characters."""

    @property
    def movement(self) -> float:
        """How far it walks, in centimetres: 0 to 50."""

    @property
    def initiative(self) -> int:
        """Speed of reaction: 0 to 20."""

    @property
    def attack(self) -> int:
        """Skill at arms when striking: 0 to 20."""

    @property
    def strength(self) -> int:
        """Force of a blow: 0 to 20."""

    @property
    def defence(self) -> int:
        """Skill at arms when struck: 0 to 20."""

    @property
    def resilience(self) -> int:
        """Toughness: 0 to 20."""

    @property
    def aim(self) -> int | None:
        """Skill with missiles: 0 to 20; `None` for who cannot shoot."""

    @property
    def weapon(self) -> dict[str, Any] | None:
        """What it shoots with (A-15); `None` for who has no ranged weapon.

        Its `strength` (0 to 20); how far the ranges `short`, `medium` and `long` go (0.1 to 200 cm,
        none less than the one before); how many `shots` a turn (1 to 10, else 1); whether they are
        `assault` shots (M-20).

        >>> bow = {"strength": 6, "short": 10, "medium": 20, "long": 30}
        >>> Profile("Bowman", aim=4, weapon=bow).weapon == {**bow, "shots": 1, "assault": False}
        True
        """

    @property
    def courage(self) -> int | None:
        """Steadiness in the face of fear: 0 to 20; `None` for who causes fear."""

    @property
    def fear(self) -> int | None:
        """How frightening it is: 0 to 20; `None` for who has courage."""

    @property
    def discipline(self) -> int:
        """Obedience and leadership: 0 to 20."""

    @property
    def power(self) -> int | None:
        """Power in a charge: 0 to 10; `None` for the power that the rules give its size."""

    @property
    def size(self) -> Size:
        """How big it is."""

    @property
    def base(self) -> str | dict[str, float]:
        """What it stands on: a named base, `{"diameter": …}` or `{"width": …, "depth": …}`."""

    @property
    def value(self) -> int:
        """Strategic value in points: 0 to 1000."""

    @property
    def skills(self) -> tuple[str, ...]:
        """What it can do besides."""

    @property
    def effects(self) -> tuple[Effect, ...]:
        """The effects of its own, beside those of its skills (T-4, T-14): at most 8."""

    @property
    def mystic_actions(self) -> tuple[MysticAction, ...]:
        """The spells and miracles that it may use (A-16): at most 8."""

    def to_dict(self) -> dict[str, Any]:
        """Give the profile as a document: `Profile.from_dict(profile.to_dict()) == profile`."""

    def __eq__(self, other: object, /) -> bool: ...
    def __ne__(self, other: object, /) -> bool: ...
    def __hash__(self) -> int: ...
    def __reduce__(self) -> tuple[Callable[[dict[str, Any]], Profile], tuple[dict[str, Any]]]: ...

@final
class Effect:
    """Something that happens to a fighter at a moment of the turn (T-4, T-14, T-15). Immutable.

    A profile has effects of its own; a mystic action has one that it casts. Every problem is
    reported at once, in a :class:`fracas.ProfileError`.

    >>> Effect("Troll blood", moment="passive", deed="heal", needs=4)
    Effect('Troll blood', moment='passive', deed='heal', amount=1, needs=4, resource='mana')
    >>> Effect("Curse", deed="alter", characteristic="attack", amount=-2).lasts
    True
    """

    def __new__(
        cls,
        name: str,
        *,
        deed: Deed,
        moment: Moment = "other",
        amount: int = 1,
        characteristic: Alterable | None = None,
        needs: int = 1,
        upkeep: int | None = None,
        resource: Resource = "mana",
    ) -> Effect: ...
    @staticmethod
    def from_dict(document: Mapping[str, Any]) -> Effect:
        """Read a document such as :meth:`to_dict` gives."""

    @property
    def name(self) -> str:
        """What it is called: 1 to 100 characters."""

    @property
    def moment(self) -> Moment:
        """When it comes (T-4, T-14).

        `strategic` is before the sequences are built, `before_tactics` between them and the Tactics
        roll; `harmful`, `passive`, `active`, `other` and `returning` are the steps of upkeep.
        """

    @property
    def deed(self) -> Deed:
        """What it does to its bearer.

        `heal` and `worsen` change the wounds by `amount` levels (1 to 4); `wound` is a wound roll
        with the strength `amount` (0 to 20); `rally` ends being routed; `recover` gives `amount` of
        `resource` (1 to 20); `alter` adds `amount` to `characteristic` as long as it is in force,
        and is cast only; `return` brings an eliminated fighter back, is its own and comes at
        `returning`.
        """

    @property
    def amount(self) -> int:
        """How much of it: -20 to 20, as the deed allows."""

    @property
    def characteristic(self) -> Alterable | None:
        """What is altered; `None` with any other deed."""

    @property
    def needs(self) -> int:
        """What a die of upkeep must show for it to happen: 1 to 6; 1 rolls none."""

    @property
    def upkeep(self) -> int | None:
        """What it costs each time it comes (T-15): 1 to 20, else it ends; `None` for nothing."""

    @property
    def resource(self) -> Resource:
        """What the upkeep is paid with, and what is recovered."""

    @property
    def lasts(self) -> bool:
        """Whether it stays in force once it is cast: it alters something, or has an upkeep."""

    def to_dict(self) -> dict[str, Any]:
        """Give the effect as a document: `Effect.from_dict(effect.to_dict()) == effect`."""

    def __eq__(self, other: object, /) -> bool: ...
    def __ne__(self, other: object, /) -> bool: ...
    def __hash__(self) -> int: ...
    def __reduce__(self) -> tuple[Callable[[dict[str, Any]], Effect], tuple[dict[str, Any]]]: ...

@final
class MysticAction:
    """A spell or a miracle (A-16). Immutable.

    Its caster pays and names a target that it sees; the effect happens to the target if that is
    within range and a die shows what is needed. A `Magician` pays with mana, a `Faithful` with
    faith.

    >>> burn = Effect("Burn", deed="wound", amount=6)
    >>> bolt = MysticAction("Bolt", cost=2, range=15, needs=3, effect=burn)
    >>> Profile("Pyromancer", skills=["Magician"], mystic_actions=[bolt]).mystic_actions == (bolt,)
    True
    """

    def __new__(
        cls,
        name: str,
        *,
        cost: int,
        effect: Effect | Mapping[str, Any],
        resource: Resource = "mana",
        target: MeantFor = "enemy",
        range: float = 20,  # noqa: A002 - the rulebook's word
        needs: int = 1,
    ) -> MysticAction: ...
    @staticmethod
    def from_dict(document: Mapping[str, Any]) -> MysticAction:
        """Read a document such as :meth:`to_dict` gives."""

    @property
    def name(self) -> str:
        """What it is called: 1 to 100 characters."""

    @property
    def cost(self) -> int:
        """What it costs: 1 to 20."""

    @property
    def resource(self) -> Resource:
        """What that is paid with."""

    @property
    def target(self) -> MeantFor:
        """Whom it is meant for; a friend may be the caster itself."""

    @property
    def range(self) -> float:
        """How far it reaches, in centimetres: 0 to 200; not used for the caster itself."""

    @property
    def needs(self) -> int:
        """What a die must show for it to succeed: 1 to 6; 1 rolls none."""

    @property
    def effect(self) -> Effect:
        """What it does to its target: once, or, if it lasts, until it ends."""

    def to_dict(self) -> dict[str, Any]:
        """Give the action as a document: `MysticAction.from_dict(action.to_dict()) == action`."""

    def __eq__(self, other: object, /) -> bool: ...
    def __ne__(self, other: object, /) -> bool: ...
    def __hash__(self) -> int: ...
    def __reduce__(
        self,
    ) -> tuple[Callable[[dict[str, Any]], MysticAction], tuple[dict[str, Any]]]: ...

@final
class Policy:
    """A policy that has a name: habits of a player, fixed and documented.

    `plain` places dice as evenly as possible with the odd die in attack; announces one defence die
    while there is one; takes attackers, targets and equal friends as listed; lets the fighter with
    the highest current initiative test for it; rerolls defence sixes when needed; uses Ambidextrous
    rather than Counter-attack; keeps a die announced against an automatic failure. In a contest it
    lets the fighter with the highest current discipline test. `all_out_attack` and
    `all_out_defence` differ only in placing. `random` takes every choice with equal chance.

    >>> Policy("plain", attack_sixes="never").to_dict()["attack_sixes"]
    'never'
    """

    def __new__(
        cls,
        name: str,
        /,
        *,
        attack_sixes: str = "always",
        initiative_sixes: str = "always",
        sustained_defence: str = "never",
        discipline_sixes: str = "when_needed",
    ) -> Policy: ...
    @staticmethod
    def from_dict(document: Mapping[str, Any]) -> Policy:
        """Read a document such as :meth:`to_dict` gives."""

    @property
    def name(self) -> str:
        """Which policy."""

    def to_dict(self) -> dict[str, Any]:
        """Give the policy as a document: `Policy.from_dict(policy.to_dict()) == policy`."""

    def __eq__(self, other: object, /) -> bool: ...
    def __ne__(self, other: object, /) -> bool: ...
    def __hash__(self) -> int: ...
    def __reduce__(self) -> tuple[Callable[[dict[str, Any]], Policy], tuple[dict[str, Any]]]: ...

@final
class Combat:
    def __new__(
        cls,
        rules: Rules,
        fighters: Sequence[tuple[Profile, str, int, bool, bool, bool, str]],
        lone_side: int,
        chosen_by: int,
    ) -> Combat: ...
    @property
    def fighters(self) -> int: ...
    def exact(self, policies: _Policies, splits: dict[int, int] | None) -> tuple[Any, ...]: ...
    def exact_size(self, policies: _Policies, splits: dict[int, int] | None) -> int: ...
    def per_pass(
        self, policies: _Policies, splits: dict[int, int] | None
    ) -> NDArray[np.float64]: ...
    def simulate(
        self,
        policies: _Policies,
        splits: dict[int, int] | None,
        games: int,
        seed: int | str,
        method: str,
        threads: int | None,
        target_error: float | None,
        progress: Callable[[int], object] | None,
    ) -> tuple[tuple[Any, ...], int]: ...
    def play(
        self,
        policies: _Policies,
        splits: dict[int, int] | None,
        dice: Dice,
        seed: int | str,
        game: int,
    ) -> tuple[list[Event], CombatOutcome]: ...
    def perft(self, depth: int) -> int: ...
    def solve(
        self,
        utility: str,
        numbers: Sequence[float],
        side: int,
        policies: _Policies,
        splits: dict[int, int] | None,
    ) -> Solver: ...
    def start(self) -> CombatGame: ...

@final
class Solver:
    @property
    def kept(self) -> int: ...
    def value(self, game: CombatGame | None) -> float: ...
    def advise(self, game: CombatGame | None) -> list[tuple[int, float, float]]: ...
    def law(self, game: CombatGame | None) -> tuple[Any, ...]: ...
    def splits(self) -> NDArray[np.float64]: ...

@final
class CombatGame:
    """A combat under way: it waits for a choice, for a die, or for nothing any more.

    Exactly one of :attr:`decision`, :attr:`chance` and :attr:`outcome` is not `None`.
    """

    @property
    def decision(self) -> Decision | None:
        """The decision it waits for."""

    @property
    def chance(self) -> RollName | None:
        """The name of the roll whose next die it waits for."""

    @property
    def outcome(self) -> CombatOutcome | None:
        """What it came to, once it is over."""

    @property
    def events(self) -> list[Event]:
        """What has happened so far."""

    def apply(self, choice: int) -> None:
        """Take a choice; an illegal one raises :class:`fracas.IllegalChoice`, changing nothing."""

    def roll(self, face: int) -> None:
        """Take the face of a die, 1 to 6."""

    def copy(self) -> CombatGame:
        """Give a game of its own that stands at the same place."""

@final
class Contest:
    def __new__(
        cls,
        rules: Rules,
        roll: str,
        sides: tuple[Sequence[_Entrant], Sequence[_Entrant]],
    ) -> Contest: ...
    def candidates(
        self,
    ) -> tuple[tuple[tuple[int, int], ...], tuple[tuple[int, int], ...]]: ...
    def exact(self, policies: _Policies) -> float: ...
    def play(
        self, policies: _Policies, dice: Dice, seed: int | str, game: int
    ) -> tuple[list[ContestEvent], int]: ...
    def perft(self, depth: int) -> int: ...
    def start(self) -> ContestGame: ...

@final
class ContestGame:
    """A contest under way: it waits for a choice, for a die, or for nothing any more.

    Exactly one of :attr:`decision`, :attr:`chance` and :attr:`winner` is not `None`.
    """

    @property
    def decision(self) -> Decision | None:
        """The decision it waits for: a tester, whose choices are fighters, or a reroll."""

    @property
    def chance(self) -> RollName | None:
        """The name of the roll whose next die it waits for."""

    @property
    def winner(self) -> int | None:
        """The side that won, once it is over."""

    @property
    def events(self) -> list[ContestEvent]:
        """What has happened so far."""

    def apply(self, choice: int) -> None:
        """Take a choice; an illegal one raises :class:`fracas.IllegalChoice`, changing nothing."""

    def roll(self, face: int) -> None:
        """Take the face of a die, 1 to 6."""

    def copy(self) -> ContestGame:
        """Give a game of its own that stands at the same place."""

_Given: TypeAlias = Sequence[tuple[int | None, Sequence[int]]]
_Value: TypeAlias = str | Policy | Callable[[Star], float | None]
_Rated: TypeAlias = tuple[Separation, float, list[float]]

@final
class Board:
    def __new__(
        cls,
        rules: Rules,
        camps: NDArray[Any],
        contacts: NDArray[Any] | None,
        csr: tuple[NDArray[np.int64], NDArray[Any]] | None,
        fighters: Sequence[tuple[Profile, str, int, bool, bool, bool, str]] | None,
    ) -> Board: ...
    def camps(self) -> NDArray[np.uint8]: ...
    def contacts(self) -> NDArray[np.uint32]: ...
    def labels(self) -> NDArray[np.int32]: ...
    def count(self) -> int: ...
    def melee(self, number: int) -> Melee | None: ...

@final
class Melee:
    @property
    def fighters(self) -> tuple[int, ...]: ...
    @property
    def sides(self) -> tuple[tuple[int, ...], tuple[int, ...]]: ...
    @property
    def contacts(self) -> tuple[tuple[int, int], ...]: ...
    @property
    def is_one_combat(self) -> bool: ...
    def legal(self, given: _Given) -> list[str]: ...
    def canonical(self, given: _Given) -> Separation: ...
    def separations(self) -> Separations: ...
    def count(self) -> int: ...
    def unrank(self, rank: bytes) -> Separation | None: ...
    def rank(self, given: _Given) -> int: ...
    def sample(self, seed: int | str, index: int) -> Separation: ...
    def greedy(self, for_side: int, value: _Value) -> _Rated: ...
    def best(
        self, for_side: int, value: _Value, most: int
    ) -> tuple[Literal["exact", "branch and bound"], list[_Rated]]: ...
    def rate(self, given: _Given, for_side: int, value: _Value) -> _Rated: ...

@final
class Separations:
    def batch(self, most: int) -> list[Separation]: ...

def melee_batch(
    camps: NDArray[np.uint8],
    contacts: NDArray[Any],
    fighter_offsets: NDArray[np.int64],
    contact_offsets: NDArray[np.int64],
    threads: int | None,
) -> tuple[NDArray[np.int32], NDArray[np.int32]]: ...

@final
class Base:
    def __new__(
        cls,
        position: _Xy,
        facing: float,
        diameter: float | None,
        width: float | None,
        depth: float | None,
    ) -> Base: ...
    @property
    def mire(self) -> _Xy: ...
    @property
    def outline(self) -> _Outline: ...
    @property
    def rim(self) -> float: ...
    def contains(self, point: _Xy) -> bool: ...
    def gap(self, other: Base) -> float: ...
    def relation(self, other: Base, tolerance: float) -> str: ...

@final
class Table:
    def __new__(
        cls, rules: Rules, document: Mapping[str, Any], library: Sequence[Profile]
    ) -> Table: ...
    @staticmethod
    def parse(
        rules: Rules, text: str | bytes, format_: str, library: Sequence[Profile]
    ) -> Table: ...
    def to_dict(self) -> dict[str, Any]: ...
    def text(self, format_: str) -> str: ...
    @property
    def profiles(self) -> list[Profile]: ...
    @property
    def outlines(self) -> list[tuple[_Xy, _Outline]]: ...
    @property
    def powers(self) -> list[int]: ...
    def contacts(self) -> list[tuple[int, int]]: ...
    def touching(self, fighter: int) -> list[int]: ...
    def level(self, fighter: int) -> int: ...
    def cover(self, fighter: int, dived: bool) -> int: ...
    def path(self, a: int | _Xy, b: int | _Xy, width: float) -> tuple[_Path | None, str | None]: ...
    def reach(
        self, a: int | _Xy, distance: float, width: float
    ) -> tuple[float, float, list[list[_Leg]]]: ...
    def can_reach(self, fighter: int, target: int, distance: float) -> bool: ...
    def sees(self, a: int, b: int) -> tuple[float, bool, list[tuple[_Xy, _Xy]]]: ...
    def moves(
        self, fighter: int
    ) -> list[tuple[str, int | None, list[str], float, float | None, bool | None]]: ...
    def can(
        self,
        fighter: int,
        action: str,
        target: int | Sequence[int] | None,
        to: _Xy | None,
        facing: float | None,
        at: _Xy | float | None,
        pivot: Sequence[int],
        assault_shot: bool,
    ) -> list[str]: ...
    def go(self, fighter: int, action: str, to: _Xy | None, facing: float | None) -> _Moved: ...
    def assail(
        self,
        fighter: int,
        action: str,
        target: int | Sequence[int],
        at: _Xy | float | None,
        pivot: Sequence[int],
    ) -> _Moved: ...
    def redirect(
        self,
        fighter: int,
        action: str,
        target: int,
        new_target: int | Sequence[int] | None,
        to: _Xy | None,
        facing: float | None,
    ) -> tuple[_Moved, str | None, _Moved | None]: ...
    def dive(self, fighter: int, assault_shot: bool) -> Table: ...
    def attempt(self, fighter: int, by_force: bool) -> tuple[int, int]: ...
    def disengage(
        self, fighter: int, by_force: bool, reroll: _Reroll, source: Dice
    ) -> tuple[_Check, bool, Table]: ...
    def penalties(
        self, charges: Sequence[tuple[int, Sequence[int]]]
    ) -> tuple[list[int], Table]: ...
    def pivotable(self, charger: int, targets: Sequence[int]) -> list[list[int]]: ...
    def __eq__(self, other: object, /) -> bool: ...
    def __ne__(self, other: object, /) -> bool: ...
    def __reduce__(self) -> tuple[type[Table], tuple[Any, ...]]: ...

@final
class Army:
    def __new__(cls, document: Mapping[str, Any], library: Sequence[Profile]) -> Army: ...
    @staticmethod
    def parse(text: str | bytes, format_: str, library: Sequence[Profile]) -> Army: ...
    @property
    def name(self) -> str: ...
    @property
    def people(self) -> str: ...
    @property
    def path(self) -> str: ...
    @property
    def value(self) -> int: ...
    @property
    def troops(self) -> list[tuple[Profile, int, str | None]]: ...
    def to_dict(self) -> dict[str, Any]: ...
    def text(self, format_: str) -> str: ...

_Tables: TypeAlias = Sequence[tuple[str, Mapping[str, Any]]]

@final
class Scenario:
    def __new__(cls, document: Mapping[str, Any], tables: _Tables) -> Scenario: ...
    @staticmethod
    def parse(text: str | bytes, format_: str, tables: _Tables) -> Scenario: ...
    @property
    def name(self) -> str: ...
    @property
    def turns(self) -> int: ...
    @property
    def victory(self) -> str: ...
    def to_dict(self) -> dict[str, Any]: ...
    def text(self, format_: str) -> str: ...
    def deploy(self, rules: Rules, red: Army, blue: Army) -> Table: ...

@final
class Battle:
    def __new__(
        cls, rules: Rules, armies: tuple[Army, Army], table: Table, turns: int, victory: str
    ) -> Battle: ...
    def start(self, seed: int | str, game: int) -> BattleGame: ...
    def perft(self, depth: int) -> int: ...
    @property
    def fighters(self) -> int: ...

@final
class BattleGame:
    @property
    def decision(self) -> Decision | None: ...
    @property
    def chance(self) -> RollName | None: ...
    @property
    def over(self) -> bool: ...
    @property
    def winner(self) -> int | None: ...
    @property
    def points(self) -> tuple[int, int]: ...
    @property
    def turn(self) -> int: ...
    @property
    def phase(self) -> Phase: ...
    @property
    def table(self) -> Table: ...
    @property
    def combats(self) -> list[tuple[int, list[int]]]: ...
    @property
    def combatants(self) -> list[int]: ...
    @property
    def resources(self) -> tuple[list[int], list[int]]: ...
    @property
    def in_force(self) -> list[tuple[int, int, str]]: ...
    @property
    def at_stake(self) -> str | None: ...
    @property
    def told(self) -> int: ...
    @property
    def taken(self) -> int: ...
    @property
    def phases(self) -> int: ...
    @property
    def record(self) -> tuple[list[int], list[int]]: ...
    def events(self, since: int) -> list[BattleEvent]: ...
    def apply(self, choice: int, side: int | None = None) -> None: ...
    def roll(self, face: int | None = None) -> int: ...
    def run(self, players: BattlePlayers, one_phase: bool) -> None: ...
    def choice_of(self, players: BattlePlayers) -> int | None: ...
    def goto(self, steps: int) -> None: ...
    def replay(self, choices: Sequence[int], faces: Sequence[int]) -> None: ...
    def copy(self) -> BattleGame: ...

@final
class BattlePlayers:
    def __new__(
        cls,
        game: BattleGame,
        red: str | Callable[[Decision], int],
        blue: str | Callable[[Decision], int],
        playouts: int,
    ) -> BattlePlayers: ...

def simulate_battles(
    battle: Battle,
    red: str,
    blue: str,
    games: int,
    seed: int | str,
    threads: int | None,
    playouts: int,
    progress: Callable[[int], object] | None,
) -> tuple[NDArray[np.int8], NDArray[np.uint32], NDArray[np.bool_], NDArray[np.uint8]]: ...
def battle_stream(
    winner: NDArray[np.int8],
    points_lost: NDArray[np.uint32],
    survivors: NDArray[np.bool_],
    turns: NDArray[np.uint8],
) -> object: ...
def armies_schema() -> str: ...
def scenarios_schema() -> str: ...
def outcome_stream(
    weights: NDArray[np.float64],
    counts: NDArray[np.uint64] | None,
    levels: NDArray[np.uint8],
    stunned: NDArray[np.uint8],
    passes: NDArray[np.uint8],
    landed: NDArray[np.uint8],
) -> object: ...
def stream_block(seed: int, game: int, block: int) -> tuple[int, int]: ...
def text_seed(text: str) -> int: ...
def check(
    rules: Rules,
    value: int,
    difficulty: int | None,
    dice: int,
    reroll: _Reroll,
    roll: str,
    source: Dice,
) -> tuple[_Check, bool | None]: ...
def opposed(
    rules: Rules,
    values: tuple[int, int],
    rerolls: tuple[_Reroll, _Reroll],
    roll: str,
    source: Dice,
) -> tuple[int, list[tuple[_Check, _Check]]]: ...
def wound_roll(
    rules: Rules, strength: int, resilience: int, source: Dice
) -> tuple[tuple[int, int], Location, int, Wound]: ...
def wounded(rules: Rules, level: str, stunned: int, wound: str) -> tuple[WoundLevel, int]: ...
def current(rules: Rules, characteristic: str, value: int, level: str, stunned: int) -> int: ...
def natural_probabilities(rules: Rules, reroll: str, up_to: int) -> NDArray[np.float64]: ...
def success_probability(
    rules: Rules, value: _Integers, difficulty: _Integers, dice: _Integers, reroll: str
) -> NDArray[np.float64]: ...
def opposed_probability(
    rules: Rules, value_0: _Integers, value_1: _Integers, reroll_0: str, reroll_1: str
) -> NDArray[np.float64]: ...
def attack_probabilities(
    rules: Rules,
    attack: _Integers,
    defence: _Integers,
    dice: _Integers,
    attack_reroll: str,
    defence_reroll: str,
) -> NDArray[np.float64]: ...
def wound_probabilities(rules: Rules, gap: _Integers) -> NDArray[np.float64]: ...
def rules_schema() -> str: ...
def parse_profiles(text: str | bytes, format_: str) -> list[Profile]: ...
def write_profiles(profiles: Sequence[Profile], format_: str) -> str: ...
def profiles_schema() -> str: ...
def parse_melees(
    text: str | bytes, format_: str, library: Sequence[Profile]
) -> tuple[str | None, list[tuple[str, int, _FighterParts]], list[tuple[int, int]]]: ...
def write_melees(
    name: str | None,
    fighters: Sequence[tuple[str | None, int, _FighterParts]],
    contacts: Sequence[tuple[int, int]],
    format_: str,
    library: Sequence[Profile],
) -> str: ...
def melees_schema() -> str: ...
def tables_schema() -> str: ...
def penalised(
    rules: Rules, powers: Sequence[int], charges: Sequence[tuple[int, Sequence[int]]]
) -> list[int]: ...
