"""The errors of fracas: one small family, rooted in :class:`ValueError`.

Every error carries :attr:`FracasError.problems`, one entry for each thing that is wrong, so that a
caller can show them beside the fields of a form. The message lists them all, one a line.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

__all__ = [
    "ArmyError",
    "FracasError",
    "IllegalChoice",
    "IllegalMove",
    "InputError",
    "MeleeError",
    "Problem",
    "ProfileError",
    "RecordError",
    "RulesError",
    "ScenarioError",
    "ScriptError",
    "TableError",
    "TooBig",
]


class Problem(NamedTuple):
    """One thing that is wrong: where, what was found there, and what is allowed."""

    field: str
    """The path of the offending field, such as ``profiles[2].attack``; may be empty."""
    value: str
    """What was found there, as text."""
    allowed: str
    """What would have been accepted."""

    def __str__(self) -> str:
        found = f"{self.field}: " if self.field else ""
        return f"{found}{self.value}; allowed: {self.allowed}"


class FracasError(ValueError):
    """The root of all errors that fracas raises on purpose."""

    problems: tuple[Problem, ...]
    """Every problem that was found, in the order of the input."""

    def __init__(self, problems: Iterable[Problem | tuple[str, str, str]]) -> None:
        self.problems = tuple(Problem(*problem) for problem in problems)
        super().__init__("\n".join(str(problem) for problem in self.problems))

    def __reduce__(self) -> tuple[type[FracasError], tuple[tuple[Problem, ...]]]:
        return type(self), (self.problems,)


class ArmyError(FracasError):
    """An army, or a file of an army, is wrong."""


class IllegalChoice(FracasError):  # noqa: N818 - what it is says enough
    """A choice that the node does not take; the game is as it was."""


class IllegalMove(FracasError):  # noqa: N818 - what it is says enough
    """A move that the rules do not allow; the table is as it was."""

    @property
    def reasons(self) -> tuple[str, ...]:
        """The names of all the reasons why not."""
        return tuple(problem.value for problem in self.problems)


class InputError(FracasError):
    """An argument of a call is of the wrong kind or out of its range."""


class MeleeError(FracasError):
    """A file of fighters and contacts is wrong."""


class ProfileError(FracasError):
    """A profile, or a file of profiles, is wrong."""


class RecordError(FracasError):
    """A record of a battle is cut short, was edited, is of a newer version, or cannot be played."""


class RulesError(FracasError):
    """A set of rules, or a file of rules, is wrong."""


class ScenarioError(FracasError):
    """A scenario, or a file of a scenario, is wrong."""


class ScriptError(FracasError):
    """Scripted or recorded dice are wrong, ran out, are left over, or are of another roll."""


class TableError(FracasError):
    """A table, or a file of a table, is wrong."""


class TooBig(FracasError):  # noqa: N818 - what it is says enough
    """A computation is refused beforehand: the message says how big it would be."""
