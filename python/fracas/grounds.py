"""What a table is: its document, and what stands on it.

:class:`fracas.Table` adds what can be done there.
"""

from __future__ import annotations

import json
import os
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Literal, cast

from fracas import _core
from fracas._core import Profile, Rules
from fracas.documents import format_of, library, read_document, write_document
from fracas.errors import InputError
from fracas.movement import Placed, Scenery, placed_of, scenery_of
from fracas.sources import DEFAULT_RULES
from fracas.types import Health

if TYPE_CHECKING:
    from typing_extensions import Self

__all__ = ["Ground"]


@dataclass(frozen=True, slots=True)
class _View:
    """What a table of the core looks like."""

    name: str | None
    width: float
    depth: float
    tolerance: float
    fighters: tuple[Placed, ...]
    scenery: tuple[Scenery, ...]

    @classmethod
    def of(cls, core: _core.Table) -> _View:
        """Look at a table."""
        document = core.to_dict()
        pairs = zip(core.profiles, document["fighters"], strict=True)
        return cls(
            document.get("name"),
            float(document["width"]),
            float(document["depth"]),
            float(document["tolerance"]),
            tuple(placed_of(profile, one) for profile, one in pairs),
            tuple(scenery_of(piece) for piece in document["scenery"]),
        )


class Ground:
    """The document of a table, and what it says."""

    __slots__ = ("_core", "_seen", "rules")

    rules: Rules
    """The rules that hold on it."""

    def __init__(
        self,
        width: float,
        depth: float,
        fighters: Iterable[Placed | Mapping[str, Any]] = (),
        scenery: Iterable[Scenery | Mapping[str, Any]] = (),
        *,
        name: str | None = None,
        tolerance: float = 1e-4,
        rules: Rules = DEFAULT_RULES,
    ) -> None:
        document = {
            "width": width,
            "depth": depth,
            "tolerance": tolerance,
            "scenery": [_document(piece) for piece in scenery],
            "fighters": [_document(fighter) for fighter in fighters],
        }
        if name is not None:
            document["name"] = name
        self._set(_core.Table(rules, document, _known()), rules)

    def _set(self, core: _core.Table, rules: Rules) -> None:
        self._core = core
        self._seen: _View | None = None
        self.rules = rules

    @property
    def _view(self) -> _View:
        """What it looks like, made when it is first asked for."""
        if self._seen is None:
            self._seen = _View.of(self._core)
        return self._seen

    @classmethod
    def _of(cls, core: _core.Table, rules: Rules) -> Self:
        table = cls.__new__(cls)
        table._set(core, rules)  # noqa: SLF001 - of its own class
        return table

    @classmethod
    def from_dict(cls, document: Mapping[str, Any], *, rules: Rules = DEFAULT_RULES) -> Self:
        """Read a document such as :meth:`to_dict` gives.

        A profile is a whole one or a name, looked up among the ``profiles`` of the document, then
        in the library.
        """
        return cls._of(_core.Table(rules, document, _known()), rules)

    @classmethod
    def loads(
        cls,
        text: str | bytes,
        format_: Literal["toml", "json"] = "toml",
        *,
        rules: Rules = DEFAULT_RULES,
    ) -> Self:
        """Read a text, TOML or JSON. All its problems are reported at once."""
        return cls._of(_core.Table.parse(rules, text, format_, _known()), rules)

    @classmethod
    def load(cls, path: str | os.PathLike[str], *, rules: Rules = DEFAULT_RULES) -> Self:
        """Load a file, TOML or JSON by the ending of its name."""
        text, format_ = read_document(path)
        return cls.loads(text, format_, rules=rules)

    def save(self, path: str | os.PathLike[str]) -> None:
        """Save it to a file: it loads as an equal table."""
        write_document(path, self._core.text(format_of(path)))

    def to_dict(self) -> dict[str, Any]:
        """Give the table as a document: `Table.from_dict(table.to_dict()) == table`."""
        return self._core.to_dict()

    @staticmethod
    def schema() -> dict[str, Any]:
        """Give the JSON Schema of tables."""
        return cast("dict[str, Any]", json.loads(_core.tables_schema()))

    @property
    def name(self) -> str | None:
        """What it is called."""
        return self._view.name

    @property
    def width(self) -> float:
        """From left to right."""
        return self._view.width

    @property
    def depth(self) -> float:
        """From the lower to the upper edge."""
        return self._view.depth

    @property
    def tolerance(self) -> float:
        """How far apart, or how deep in each other, two bases may be and touch."""
        return self._view.tolerance

    @property
    def fighters(self) -> tuple[Placed, ...]:
        """Everybody, by number; one that is killed is not on the table any more (C-26)."""
        return self._view.fighters

    @property
    def scenery(self) -> tuple[Scenery, ...]:
        """What else stands there."""
        return self._view.scenery

    @property
    def powers(self) -> tuple[int, ...]:
        """The power of each fighter in a charge (W-8)."""
        return tuple(self._core.powers)

    def names(self) -> tuple[str, ...]:
        """Give the names of the fighters; those that share one are told apart by number."""
        names = [fighter.name for fighter in self.fighters]
        return tuple(
            f"{name} #{number}" if names.count(name) > 1 else name
            for number, name in enumerate(names)
        )

    def replace(self, fighter: int, **changes: Any) -> Self:
        """Change what is to be said of a fighter: `table.replace(0, walked=True)`."""
        document = self.to_dict()
        count = len(document["fighters"])
        if fighter not in range(count) or isinstance(fighter, bool):
            raise InputError([("fighter", repr(fighter), f"a whole number from 0 to {count - 1}")])
        changed = {
            key: value.to_dict()
            if isinstance(value, Profile)
            else {"level": value.level, "stunned": value.stunned}
            if isinstance(value, Health)
            else value
            for key, value in changes.items()
        }
        document["fighters"][fighter] |= changed
        return self.from_dict(document, rules=self.rules)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Ground) and self.rules == other.rules and self._core == other._core

    def __hash__(self) -> int:
        return hash(self._view)

    def __repr__(self) -> str:
        title = f" {self.name!r}" if self.name else ""
        size = f"{self.width:g} × {self.depth:g} cm"
        return f"<Table{title}: {size}, {len(self.fighters)} fighters>"

    def __reduce__(self) -> tuple[Any, ...]:
        return _restored, (type(self), self.to_dict(), self.rules)


def _known() -> list[Profile]:
    return list(library().values())


def _restored(kind: type[Ground], document: dict[str, Any], rules: Rules) -> Ground:
    return kind.from_dict(document, rules=rules)


def _document(part: object) -> object:
    """Give the document of a part; what is none is left to the core, which names its place."""
    return part.to_dict() if isinstance(part, Placed | Scenery) else part
