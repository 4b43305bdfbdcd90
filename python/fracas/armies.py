"""Armies and scenarios: who fights in a battle, where, for how long and for what.

Both are documents of TOML or JSON; some come with fracas.
"""

# ruff: noqa: SLF001 - the wrappers of the core know what they wrap

from __future__ import annotations

import os
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from types import MappingProxyType
from typing import Any, Literal, TypeAlias, cast

from fracas import _core
from fracas._core import Profile, Rules
from fracas.documents import format_of, library, read_document, write_document
from fracas.errors import InputError
from fracas.sources import DEFAULT_RULES
from fracas.tables import Table, tables

__all__ = [
    "Army",
    "Scenario",
    "Troop",
    "Victory",
    "armies",
    "army_of",
    "load_army",
    "load_scenario",
    "scenario_of",
    "scenarios",
]

Victory: TypeAlias = Literal["points", "last_standing"]
"""Who wins: who has lost fewer points, or who alone has a fighter left."""


@dataclass(frozen=True, slots=True)
class Troop:
    """Some fighters of one profile."""

    profile: Profile | str
    """What they are, or the name of that in the library."""
    count: int = 1
    """How many there are."""
    people: str | None = None
    """The people they are of, if not the army's (T-8, T-9)."""

    def to_dict(self) -> dict[str, Any]:
        """Give it as it stands in the document of an army."""
        profile = self.profile.to_dict() if isinstance(self.profile, Profile) else self.profile
        document: dict[str, Any] = {"profile": profile, "count": self.count}
        if self.people is not None:
            document["people"] = self.people
        return document


class Army:
    """An army: troops in order, its people and its path. Immutable.

    A troop is a :class:`Troop`, or for short a profile, its name, or a pair of one and a number.
    All problems are reported at once, in a :class:`fracas.ArmyError`.

    >>> import fracas as fr
    >>> army = fr.Army("Gate watch", ["Veteran", ("Militia", 6)], people="Marches")
    >>> army.value, len(army)
    (66, 7)
    """

    __slots__ = ("_core", "_troops")

    def __init__(
        self,
        name: str,
        troops: Iterable[Troop | Profile | str | tuple[Profile | str, int] | Mapping[str, Any]],
        *,
        people: str | None = None,
        path: str | None = None,
    ) -> None:
        document = {"name": name, "people": people, "path": path}
        given = {key: value for key, value in document.items() if value is not None}
        listed = [_troop(troop) for troop in troops]
        self._fill(_core.Army({**given, "troops": listed}, _known()))

    def _fill(self, core: _core.Army) -> None:
        self._core = core
        self._troops = tuple(Troop(*parts) for parts in core.troops)

    @classmethod
    def _of(cls, core: _core.Army) -> Army:
        army = cls.__new__(cls)
        army._fill(core)
        return army

    @classmethod
    def from_dict(cls, document: Mapping[str, Any]) -> Army:
        """Read a document such as :meth:`to_dict` gives."""
        return cls._of(_core.Army(document, _known()))

    @classmethod
    def loads(cls, text: str | bytes, format_: Literal["toml", "json"] = "toml") -> Army:
        """Read a text, TOML or JSON. All its problems are reported at once."""
        return cls._of(_core.Army.parse(text, format_, _known()))

    def save(self, path: str | os.PathLike[str]) -> None:
        """Save it to a file: it loads as an equal army."""
        write_document(path, self._core.text(format_of(path)))

    def to_dict(self) -> dict[str, Any]:
        """Give the army as a document."""
        return self._core.to_dict()

    @staticmethod
    def schema() -> dict[str, Any]:
        """Give the JSON Schema of armies."""
        return _schema(_core.armies_schema())

    @property
    def name(self) -> str:
        """What it is called."""
        return self._core.name

    @property
    def people(self) -> str:
        """The people it is of (T-8); empty for none."""
        return self._core.people

    @property
    def path(self) -> str:
        """Its path of alliance (T-9); empty for none."""
        return self._core.path

    @property
    def troops(self) -> tuple[Troop, ...]:
        """Who is in it, in order."""
        return self._troops

    @property
    def fighters(self) -> tuple[Profile, ...]:
        """The fighters one by one."""
        listed = ((cast("Profile", troop.profile), troop.count) for troop in self.troops)
        return tuple(profile for profile, count in listed for _ in range(count))

    @property
    def cards(self) -> tuple[Profile, ...]:
        """The reference cards: one for each profile, in the order they first appear (T-5)."""
        cards: list[Profile] = []
        for profile in self.fighters:
            if profile not in cards:
                cards.append(profile)
        return tuple(cards)

    @property
    def value(self) -> int:
        """The strategic values of all its fighters together."""
        return self._core.value

    def __len__(self) -> int:
        return sum(troop.count for troop in self.troops)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Army) and self.to_dict() == other.to_dict()

    def __hash__(self) -> int:
        return hash((self.name, self.troops))

    def __repr__(self) -> str:
        return f"<Army {self.name!r}: {len(self)} fighters, {self.value} points>"

    def __reduce__(self) -> tuple[Any, ...]:
        return _restored_army, (self.to_dict(),)


class Scenario:
    """A scenario: a table, where each side deploys, how many turns there are, and who wins.

    ``table`` is a :class:`fracas.Table`, whose fighters are left out, a document, or the name of
    one that comes with fracas. ``deployment`` has an entry for each side: a table with ``facing``
    and a ``zone`` from its lower left corner to its upper right one, or ``positions``, or both: who
    has no position stands in rows in the zone. All problems are reported at once, in a
    :class:`fracas.ScenarioError`.

    >>> import fracas as fr
    >>> south = {"zone": {"from": [5, 2], "to": [55, 12]}, "facing": 90}
    >>> north = {"zone": {"from": [5, 48], "to": [55, 58]}, "facing": 270}
    >>> plain = fr.Scenario("The plain", fr.Table(60, 60), [south, north], turns=4)
    >>> plain.deploy(fr.armies()["dawn"], fr.armies()["wild"])
    <Table: 60 × 60 cm, 19 fighters>
    """

    __slots__ = ("_core",)

    def __init__(
        self,
        name: str,
        table: Table | str | Mapping[str, Any],
        deployment: Sequence[Mapping[str, Any]],
        *,
        turns: int = 6,
        victory: Victory = "points",
    ) -> None:
        if isinstance(table, Table):
            table = table.to_dict() | {"fighters": [], "profiles": []}
        document = {
            "name": name,
            "turns": turns,
            "table": table,
            "deployment": deployment,
            "victory": victory,
        }
        self._core = _core.Scenario(document, _tables())

    @classmethod
    def _of(cls, core: _core.Scenario) -> Scenario:
        scenario = cls.__new__(cls)
        scenario._core = core
        return scenario

    @classmethod
    def from_dict(cls, document: Mapping[str, Any]) -> Scenario:
        """Read a document such as :meth:`to_dict` gives."""
        return cls._of(_core.Scenario(document, _tables()))

    @classmethod
    def loads(cls, text: str | bytes, format_: Literal["toml", "json"] = "toml") -> Scenario:
        """Read a text, TOML or JSON. All its problems are reported at once."""
        return cls._of(_core.Scenario.parse(text, format_, _tables()))

    def save(self, path: str | os.PathLike[str]) -> None:
        """Save it to a file: it loads as an equal scenario."""
        write_document(path, self._core.text(format_of(path)))

    def to_dict(self) -> dict[str, Any]:
        """Give the scenario as a document."""
        return self._core.to_dict()

    @staticmethod
    def schema() -> dict[str, Any]:
        """Give the JSON Schema of scenarios."""
        return _schema(_core.scenarios_schema())

    @property
    def name(self) -> str:
        """What it is called."""
        return self._core.name

    @property
    def turns(self) -> int:
        """How many turns it lasts (T-2)."""
        return self._core.turns

    @property
    def victory(self) -> Victory:
        """Who wins."""
        return cast("Victory", self._core.victory)

    def deploy(self, red: Army | str, blue: Army | str, *, rules: Rules = DEFAULT_RULES) -> Table:
        """Put two armies on the table (T-17), or report everything that stands in the way."""
        cores = (army_of(red, "red")._core, army_of(blue, "blue")._core)
        return Table._of(self._core.deploy(rules, *cores), rules)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Scenario) and self.to_dict() == other.to_dict()

    def __hash__(self) -> int:
        return hash((self.name, self.turns, self.victory))

    def __repr__(self) -> str:
        return f"<Scenario {self.name!r}: {self.turns} turns, {self.victory}>"

    def __reduce__(self) -> tuple[Any, ...]:
        return _restored_scenario, (self.to_dict(),)


def load_army(path: str | os.PathLike[str]) -> Army:
    """Load an army from a file. All problems of the file are reported at once."""
    text, format_ = read_document(path)
    return Army.loads(text, format_)


def load_scenario(path: str | os.PathLike[str]) -> Scenario:
    """Load a scenario from a file. All problems of the file are reported at once."""
    text, format_ = read_document(path)
    return Scenario.loads(text, format_)


@cache
def armies() -> MappingProxyType[str, Army]:
    """Give the armies that come with fracas, by the name of their file.

    >>> import fracas as fr
    >>> for name, army in fr.armies().items():
    ...     print(name, army)
    cloister <Army 'The Cloister': 10 fighters, 276 points>
    dawn <Army 'The Dawn host': 9 fighters, 286 points>
    marches <Army 'The Marches': 12 fighters, 275 points>
    wild <Army 'The Wild': 10 fighters, 270 points>
    """
    return MappingProxyType({path.stem: load_army(path) for path in _shipped("armies")})


@cache
def scenarios() -> MappingProxyType[str, Scenario]:
    """Give the scenarios that come with fracas, by the name of their file.

    >>> import fracas as fr
    >>> for name, scenario in fr.scenarios().items():
    ...     print(name, scenario)
    bridge <Scenario 'Holding the bridge': 6 turns, points>
    crossroads <Scenario 'The crossroads': 6 turns, points>
    field <Scenario 'The open field': 12 turns, last_standing>
    """
    return MappingProxyType({path.stem: load_scenario(path) for path in _shipped("scenarios")})


def army_of(army: object, field: str) -> Army:
    """Give the army that a value stands for: itself, or the name of one that comes with fracas."""
    if isinstance(army, Army):
        return army
    if isinstance(army, str) and army in armies():
        return armies()[army]
    raise InputError([(field, repr(army), f"an Army, or one of {', '.join(armies())}")])


def scenario_of(scenario: object) -> Scenario:
    """Give the scenario that a value stands for: itself, or the name of one of fracas."""
    if isinstance(scenario, Scenario):
        return scenario
    if isinstance(scenario, str) and scenario in scenarios():
        return scenarios()[scenario]
    allowed = f"a Scenario, or one of {', '.join(scenarios())}"
    raise InputError([("scenario", repr(scenario), allowed)])


def _shipped(folder: str) -> list[Path]:
    return sorted((Path(__file__).with_name("data") / folder).glob("*.toml"))


def _schema(text: str) -> dict[str, Any]:
    import json  # noqa: PLC0415 - it would cost time at every import of the package

    return cast("dict[str, Any]", json.loads(text))


def _known() -> list[Profile]:
    return list(library().values())


def _tables() -> list[tuple[str, dict[str, Any]]]:
    return [(name, table.to_dict()) for name, table in tables().items()]


def _troop(troop: object) -> object:
    """Give the document of a troop; what is none is left to the core, which names its place."""
    match troop:
        case Troop():
            return troop.to_dict()
        case str() | Profile():
            return Troop(troop).to_dict()
        case (str() | Profile() as profile, count):
            return Troop(profile).to_dict() | {"count": count}
    return troop


def _restored_army(document: dict[str, Any]) -> Army:
    return Army.from_dict(document)


def _restored_scenario(document: dict[str, Any]) -> Scenario:
    return Scenario.from_dict(document)
