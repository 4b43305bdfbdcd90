"""Best play of a combat: its value, advice at every decision, and what habits cost.

A combat is a game in which one side gains what the other loses. :meth:`fracas.Combat.solve` works
out by backward induction how both sides play it best, over every decision and every die. A
:class:`Solution` then answers from any place of the combat.

What an outcome is worth, the *utility*, is always told to side 0; side 1 gets the opposite:

* ``"points"``: the value of the enemies killed less the value of one's own dead; with ``weights``
  also a share of a fighter's value for lighter wounds.
* ``"kill"``: 1 when the side asked for has killed all its enemies. To side 1 it is worth that much,
  so for ``side=1`` the value is minus the chance.
* ``"survive"``: the same for the side asked for having somebody left.
* a table ``[fighter][wound level]`` of numbers: what it is worth to side 0 that a fighter ends so.

Dice that are already placed or rolled are known to both sides, and so is every six before it is
kept or rerolled: rules under which rerolls are decided blindly (D-8) are refused.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field, replace
from difflib import get_close_matches
from functools import cached_property
from html import escape
from math import isfinite
from typing import TYPE_CHECKING, Any, Literal, TypeAlias

import numpy as np
from numpy.typing import ArrayLike, NDArray

from fracas import _core
from fracas._core import CombatGame, Policy
from fracas.errors import FracasError, InputError, Problem
from fracas.glossary import Glossary, Language, glossary
from fracas.results import LEVELS, CombatResult
from fracas.types import Decision, WoundLevel

if TYPE_CHECKING:
    from matplotlib.axes import Axes

    from fracas.combat import Combat

__all__ = [
    "HABITS",
    "Advice",
    "Comparison",
    "Habit",
    "Move",
    "Option",
    "Solution",
    "Utility",
    "is_optimal",
    "reach",
    "solve",
]

Utility: TypeAlias = str | Mapping[WoundLevel, float] | ArrayLike
"""``"points"``, ``"kill"``, ``"survive"``, weights of wound levels, or a table of numbers."""

HABITS = ("plain", "all_out_attack", "all_out_defence")
"""The policies whose cost :meth:`Solution.habits` tells."""

EQUAL = 1e-9
"""Choices whose values are that close are equally good."""

_UTILITIES = ("points", "kill", "survive")
_POINTS = {"none": 0.0, "light": 0.0, "serious": 0.0, "critical": 0.0, "killed": 1.0}

Floats = NDArray[np.float64]


def is_optimal(policy: object) -> bool:
    """Tell whether a policy is that of best play."""
    return isinstance(policy, str) and policy == "optimal"


@dataclass(frozen=True, slots=True)
class Option:
    """One choice of a decision."""

    choice: int
    """What :meth:`fracas.CombatGame.apply` takes."""
    label: str
    """The same in words."""
    value: float
    """What it is worth to side 0 when both play their best afterwards."""
    regret: float
    """What the side that decides loses by it, compared with the best: 0 or more."""


@dataclass(frozen=True, slots=True)
class Move:
    """A decision of a line of play and what is chosen there."""

    decision: Decision
    """The decision."""
    choice: int
    """What is chosen."""
    label: str
    """The same in words."""
    value: float
    """What it is worth to side 0."""


@dataclass(frozen=True, slots=True)
class Habit:
    """What it costs a side to keep to a policy while the other side makes the best of it."""

    policy: str | Policy
    """The policy."""
    side: int
    """Who keeps to it."""
    value: float
    """What the combat is then worth to side 0."""
    cost: float
    """What the side loses by it, compared with best play: 0 or more."""


@dataclass(frozen=True, eq=False)
class Solution:
    """A combat that is solved.

    >>> import fracas as fr
    >>> guard, warrior = fr.library()["Praetorian guard"], fr.library()["Dawn warrior"]
    >>> best = fr.combat(guard, warrior).solve()
    >>> round(best.value, 4), best.favoured
    (2.3144, 0)
    >>> print(best.advise())
    Dawn warrior: how to place the dice
                             value  regret
      0 attack, 2 defence     4.01    1.69
    * 1 attack, 1 defence     2.31    0.00
      2 attack, 0 defence     2.74    0.43
    >>> best.law().killed.round(4).tolist()
    [0.0275, 0.1928]
    >>> [round(habit.cost, 2) for habit in best.habits() if habit.policy == "plain"]
    [3.35, 0.04]
    """

    combat: Combat = field(repr=False)
    """The combat."""
    utility: Utility
    """What outcomes are worth, as it was given."""
    side: int
    """Whose chance ``"kill"`` and ``"survive"`` are about."""
    policies: tuple[str | Policy, str | Policy]
    """Who decides for side 0 and side 1: ``"optimal"``, or a policy that a side keeps to."""
    value: float
    """What the combat is worth to side 0."""
    _solver: _core.Solver = field(repr=False)
    _offset: float = field(repr=False)

    def __reduce__(self) -> tuple[Callable[..., Solution], tuple[object, ...]]:
        """Take apart for pickle: it is solved again where it is put together."""
        return _solved, (self.combat, self.utility, self.side, self.policies)

    @property
    def kind(self) -> Literal["points", "kill", "survive", "weights", "table"]:
        """What kind of utility it is."""
        if isinstance(self.utility, str):
            return self.utility  # type: ignore[return-value]
        return "weights" if isinstance(self.utility, Mapping) else "table"

    @property
    def favoured(self) -> int | None:
        """The side for which the value is above 0; ``None`` when it is even.

        The chances ``"kill"`` and ``"survive"`` favour nobody.
        """
        return _favoured(self.kind, self.value)

    @property
    def kept(self) -> int:
        """How many values are kept: it grows when a place is asked for that is not yet known."""
        return self._solver.kept

    def favoured_at(self, game: CombatGame) -> int | None:
        """Give the side that is favoured from a place of the combat on."""
        return _favoured(self.kind, self.value_at(game))

    def value_at(self, game: CombatGame | None = None) -> float:
        """Give what a place of the combat is worth to side 0; without one, its beginning."""
        return self._solver.value(_checked(game)) + self._offset

    def advise(self, game: CombatGame | None = None) -> Advice:
        """Give every choice of the decision that a game waits for; without one, of the first."""
        here = self.combat.start() if game is None else _checked(game).copy()
        options = self._solver.advise(here)
        decision = here.decision
        if decision is None:
            state = "it is over" if here.chance is None else f"it waits for a die of {here.chance}"
            raise InputError([("game", state, "a game that waits for a decision")])
        labels = _labels(self.combat, decision, glossary())
        return Advice(
            self,
            decision,
            tuple(
                Option(choice, labels[choice], value + self._offset, regret)
                for choice, value, regret in options
            ),
            here,
        )

    def best_line(
        self, game: CombatGame | None = None, dice: Iterable[int] = ()
    ) -> tuple[Move, ...]:
        """Give what both sides do under best play until a die is due that is not given.

        The first of equally good choices is taken. ``dice`` are the faces to go on with.

        >>> import fracas as fr
        >>> guard, warrior = fr.library()["Praetorian guard"], fr.library()["Dawn warrior"]
        >>> line = fr.combat(guard, warrior).solve().best_line(dice=[4, 2])
        >>> [move.label for move in line]
        ['1 attack, 1 defence', '2 attack, 0 defence', '1 die', 'do not sustain']
        """
        here = self.combat.start() if game is None else _checked(game).copy()
        return self._follow(here, dice)

    def _follow(self, here: CombatGame, dice: Iterable[int]) -> tuple[Move, ...]:
        """Move a game along the best line."""
        # A place that is not of this combat is refused also where nothing is left to decide.
        self._solver.value(here)
        moves = []
        left = list(dice)
        while here.outcome is None:
            if here.decision is None:
                if not left:
                    break
                here.roll(left.pop(0))
                continue
            advice = self.advise(here)
            best = self._followed(advice)
            moves.append(Move(advice.decision, best.choice, best.label, best.value))
            here.apply(best.choice)
        if left:
            raise InputError([("dice", f"{len(left)} left over", "no more dice than are rolled")])
        return tuple(moves)

    def _followed(self, advice: Advice) -> Option:
        """Give the choice that is made: a side that keeps to a policy may not make the best one."""
        if is_optimal(self.policies[advice.decision.side]):
            return advice.best
        value = self.value_at(advice.game)
        return min(advice.options, key=lambda option: abs(option.value - value))

    def law(self, game: CombatGame | None = None) -> CombatResult:
        """Work out the exact law of the outcome when both sides play as solved.

        Of equally good choices the first is taken.
        """
        weights, *columns = self._solver.law(_checked(game))
        combat = replace(self.combat, policies=self.policies)
        return CombatResult.from_columns(combat, weights, columns, method="exact")

    @cached_property
    def splits(self) -> Floats:
        """What every split of the dice is worth against every other, were all placed at once.

        An axis for each fighter, by its dice in attack; after the placing both play their best.
        A split that a fighter may not choose is `nan`.
        """
        return self._solver.splits() + self._offset

    @cached_property
    def equilibrium(self) -> dict[int, int]:
        """The dice in attack under best play, of each fighter that places before the first die."""
        from fracas.events import DicePlaced  # noqa: PLC0415 - what few need is not imported first

        game = self.combat.start()
        self._follow(game, ())
        return {
            event.fighter: event.attack for event in game.events if isinstance(event, DicePlaced)
        }

    def placing(self) -> tuple[Advice, ...]:
        """Give the advice at every placing of dice along the best line, in its order."""
        game = self.combat.start()
        advices = []
        while game.decision is not None and game.decision.kind in {"place", "place_next"}:
            advice = self.advise(game)
            if advice.decision.kind == "place":
                advices.append(advice)
            game.apply(self._followed(advice).choice)
        return tuple(advices)

    def best_response(self, policy: str | Policy, side: int = 0) -> Solution:
        """Solve it again for one side, the other keeping to a policy of fixed habits.

        What does the habit of an opponent cost him? The value of this less the value of best play.
        """
        _check_side(side)
        return _solved(self.combat, self.utility, self.side, _against(policy, side))

    def habits(self, policies: Iterable[str | Policy] = HABITS) -> tuple[Habit, ...]:
        """Tell what each policy costs each side when the other one makes the best of it."""
        best = _solved(self.combat, self.utility, self.side, _BOTH).value
        told = []
        for policy in policies:
            for side, sign in ((0, 1), (1, -1)):
                value = self.best_response(policy, 1 - side).value
                told.append(Habit(policy, side, value, sign * (best - value)))
        return tuple(told)

    def plot(self, axes: Axes | None = None) -> Axes:
        """Draw what splits are worth, the best one marked (needs the extra ``plot``)."""
        from fracas import plots  # noqa: PLC0415 - matplotlib is an extra

        return plots.plot_splits(self, axes)


@dataclass(frozen=True, eq=False)
class Advice:
    """A decision with the worth of every choice.

    >>> import fracas as fr
    >>> guard, warrior = fr.library()["Praetorian guard"], fr.library()["Dawn warrior"]
    >>> advice = fr.combat(guard, warrior).solve().advise()
    >>> advice.best.label, [round(option.regret, 2) for option in advice.options]
    ('1 attack, 1 defence', [1.69, 0.0, 0.43])
    >>> print(advice.compare(2))
    2 attack, 0 defence instead of 1 attack, 1 defence: regret 0.43
                        unhurt     light   serious  critical    killed
    Praetorian guard    -9.19%    +0.61%    +4.28%    +1.93%    +2.37%
    Dawn warrior        -3.10%   -15.65%    +3.22%    +7.17%    +8.36%
    points lost: side 0 +1.16, side 1 +1.59
    """

    solution: Solution = field(repr=False)
    """The solution it comes from."""
    decision: Decision
    """The decision."""
    options: tuple[Option, ...]
    """Every choice, in the order of the decision."""
    game: CombatGame = field(repr=False)
    """The game that waits for it; whoever moves it moves a copy."""

    @cached_property
    def best(self) -> Option:
        """The first of the best choices."""
        return next(option for option in self.options if option.regret <= EQUAL)

    def after(self, choice: int) -> CombatResult:
        """Work out the law of the outcome when this choice is made and both play on as solved."""
        return self._laws(self._option(choice).choice)

    def compare(self, choice: int) -> Comparison:
        """Tell how the law of the outcome changes when this is chosen and not the best."""
        chosen = self._option(choice)
        return Comparison(
            self.best, chosen, self._laws(self.best.choice), self._laws(chosen.choice)
        )

    def _option(self, choice: int) -> Option:
        for option in self.options:
            if type(choice) is int and option.choice == choice:
                return option
        allowed = ", ".join(str(option.choice) for option in self.options)
        raise InputError([("choice", repr(choice), f"one of {allowed}")])

    def _laws(self, choice: int) -> CombatResult:
        if choice not in self._known:
            game = self.game.copy()
            game.apply(choice)
            self._known[choice] = self.solution.law(game)
        return self._known[choice]

    @cached_property
    def _known(self) -> dict[int, CombatResult]:
        return {}

    def question(self, *, language: Language = "en") -> str:
        """Say in words what is to be decided."""
        words = glossary(language)
        names = self.solution.combat.names()
        fighter = self.decision.fighter
        name = words.word("decision.side", side=self.decision.side)
        return words.word(
            f"decision.{self.decision.kind}", fighter=name if fighter is None else names[fighter]
        )

    def label(self, choice: int, *, language: Language = "en") -> str:
        """Write a choice in words."""
        combat, option = self.solution.combat, self._option(choice)
        return _labels(combat, self.decision, glossary(language))[option.choice]

    def table(self, *, language: Language = "en") -> str:
        """Give the advice as plain text; a star marks the best choices."""
        head, *rows = self._cells(language)
        width = max(len(row[0]) for row in [head, *rows])
        lines = [
            f"{row[0]:{width}}" + "".join(f"{cell:>8}" for cell in row[1:]) for row in [head, *rows]
        ]
        return "\n".join([self.question(language=language), *lines])

    def __str__(self) -> str:
        return self.table()

    def _repr_html_(self) -> str:
        return _html(self._cells("en"), self.question())

    def _cells(self, language: Language) -> list[list[str]]:
        words = glossary(language)
        head = ["", words.word("advice.value"), words.word("advice.regret")]
        marks = ["*" if option.regret <= EQUAL else " " for option in self.options]
        rows = [
            [
                f"{mark} {self.label(option.choice, language=language)}",
                words.number(written(option.value)),
                words.number(written(option.regret)),
            ]
            for mark, option in zip(marks, self.options, strict=True)
        ]
        return [head, *rows]


@dataclass(frozen=True, eq=False)
class Comparison:
    """How the law of the outcome changes between the best choice and another one."""

    best: Option
    """The best choice."""
    chosen: Option
    """The one it is compared with."""
    law_of_best: CombatResult = field(repr=False)
    """The law after the best choice."""
    law_of_chosen: CombatResult = field(repr=False)
    """The law after the other one."""

    @property
    def regret(self) -> float:
        """What the other choice costs the side that decides."""
        return self.chosen.regret

    @cached_property
    def levels(self) -> Floats:
        """By how much the chance of each wound level grows: `[fighter, level]`."""
        difference: Floats = self.law_of_chosen.levels - self.law_of_best.levels
        return difference

    @property
    def killed(self) -> Floats:
        """By how much the chance of each fighter to be killed grows."""
        difference: Floats = self.levels[:, -1]
        return difference

    @property
    def points_lost(self) -> tuple[float, float]:
        """By how much the points that side 0 and side 1 are expected to lose grow."""
        after, before = self.law_of_chosen.points_lost, self.law_of_best.points_lost
        return after[0] - before[0], after[1] - before[1]

    def table(self) -> str:
        """Give the differences as plain text."""
        words = glossary()
        names = self.law_of_best.names()
        width = max(len(name) for name in names)
        head = "".join(f"{words.word(f'level.{level}'):>10}" for level in LEVELS)
        rows = [
            f"{name:{width}}" + "".join(f"{_tidy(change):>+10.2%}" for change in changes)
            for name, changes in zip(names, self.levels, strict=True)
        ]
        first, second = (f"{_tidy(lost):+.2f}" for lost in self.points_lost)
        return "\n".join(
            [
                f"{self.chosen.label} instead of {self.best.label}: regret {self.regret:.2f}",
                f"{'':{width}}{head}",
                *rows,
                words.word("table.lost", first=first, second=second),
            ]
        )

    def __str__(self) -> str:
        return self.table()


def written(value: float) -> str:
    """Write a value with two decimals, or as many as a small one needs.

    >>> written(2.3144), written(-0.00123), written(-1e-17)
    ('2.31', '−0.0012', '0.00')
    """
    value = _tidy(value)
    text = f"{value:.2f}" if abs(value) >= 0.095 or value == 0 else f"{value:.2g}"
    return text.replace("-", "−")


def _favoured(kind: str, value: float) -> int | None:
    if kind in {"kill", "survive"} or abs(value) <= EQUAL:
        return None
    return 0 if value > 0 else 1


def _tidy(value: float) -> float:
    """Take what is only rounding for 0."""
    return 0.0 if abs(value) < 1e-12 else value


def _html(cells: list[list[str]], caption: str) -> str:
    right = " style='text-align:right'"
    head, *rows = cells
    top = "<th></th>" + "".join(f"<th{right}>{escape(cell)}</th>" for cell in head[1:])
    body = "".join(
        f"<tr><td style='text-align:left'>{escape(row[0])}</td>"
        + "".join(f"<td{right}>{escape(cell)}</td>" for cell in row[1:])
        + "</tr>"
        for row in rows
    )
    return (
        f"<table><caption>{escape(caption)}</caption>"
        f"<thead><tr>{top}</tr></thead><tbody>{body}</tbody></table>"
    )


def _labels(combat: Combat, decision: Decision, words: Glossary) -> dict[int, str]:
    """Give every choice of a decision in words."""
    names = combat.names()
    most = max(decision.choices)
    natural = decision.view.natural if decision.view is not None else 0

    def label(choice: int) -> str:
        match decision.kind:
            case "place_next" | "tester" | "attacker" | "target":
                return names[choice]
            case "place":
                return words.word("choice.place", attack=choice, defence=most - choice)
            case "defence":
                return words.dice(choice)
            case kind:
                return words.word(f"choice.{kind}_{choice}", natural=natural)

    return {choice: label(choice) for choice in decision.choices}


# What is solved


_BOTH: tuple[str | Policy, str | Policy] = ("optimal", "optimal")


def solve(
    combat: Combat,
    utility: Utility = "points",
    *,
    weights: Mapping[WoundLevel, float] | None = None,
    side: int = 0,
    against: str | Policy | None = None,
) -> Solution:
    """Solve a combat: see :meth:`fracas.Combat.solve`."""
    _check_side(side)
    if weights is not None:
        if not (isinstance(utility, str) and utility == "points"):
            raise InputError([("weights", repr(weights), "None, save for the utility 'points'")])
        utility = weights
    policies = _BOTH if against is None else _against(against, side)
    return _solved(combat, utility, side, policies)


def _against(policy: Any, side: int) -> tuple[str | Policy, str | Policy]:
    """Give the policies when a side plays its best against a policy of the other."""
    if not isinstance(policy, str | Policy) or is_optimal(policy):
        raise InputError(
            [("against", repr(policy), "the name of a policy of fixed habits, or one")]
        )
    return ("optimal", policy) if side == 0 else (policy, "optimal")


def _solved(
    combat: Combat, utility: Utility, side: int, policies: tuple[str | Policy, str | Policy]
) -> Solution:
    fixed = {one for one, policy in enumerate(policies) if not is_optimal(policy)}
    free = [fighter for fighter in combat.splits or {} if combat.side_of(fighter) not in fixed]
    if free:
        refuse_splits(free)
    name, numbers, asked, offset = _read(combat, utility, side)
    try:
        core = combat._core  # noqa: SLF001 - the solver is a part of the combat
        solver = core.solve(name, numbers, asked, policies, combat.splits)
    except InputError as error:
        problems = [
            problem._replace(field="against") if problem.field.startswith("policy") else problem
            for problem in error.problems
        ]
        raise InputError(problems) from None
    value = solver.value(None) + offset
    return Solution(combat, utility, side, policies, value, solver, offset)


def refuse_splits(fighters: Iterable[int]) -> None:
    """Refuse splits of fighters whose side plays its best."""
    raise InputError(
        [
            (f"splits[{fighter}]", "given", "none for a side of best play: it places as is best")
            for fighter in fighters
        ]
    )


def _check_side(side: int) -> None:
    if type(side) is not int or side not in {0, 1}:
        raise InputError([("side", repr(side), "0 or 1")])


def _checked(game: CombatGame | None) -> Any:
    if game is not None and not isinstance(game, CombatGame):
        raise InputError([("game", repr(game), "a game of this combat, or None for its start")])
    return game


def _read(combat: Combat, utility: Utility, side: int) -> tuple[str, list[float], int, float]:
    """Give a utility as the core takes it, and what is added to its values.

    The core counts what side 0 wants. That side 1 kills is worth to side 0 what it is worth that
    somebody of it survives, less 1.
    """
    if isinstance(utility, str):
        if utility not in _UTILITIES:
            near = get_close_matches(utility, _UTILITIES, n=1)
            hint = f" (did you mean {near[0]}?)" if near else ""
            allowed = f"{', '.join(_UTILITIES)}, weights or a table of numbers{hint}"
            raise InputError([("utility", repr(utility), allowed)])
        if utility == "points" or side == 0:
            return utility, [], 0, 0.0
        return ("survive" if utility == "kill" else "kill"), [], 0, -1.0
    if isinstance(utility, Mapping):
        return "weighted_points", _weights(utility), 0, 0.0
    return "levels", _table(combat, utility), 0, 0.0


def _weights(weights: Mapping[Any, Any]) -> list[float]:
    """Read weights of wound levels; what is not given counts as it does for points."""
    problems = [
        Problem("weights", repr(level), f"the wound levels {', '.join(LEVELS)}")
        for level in weights
        if level not in LEVELS
    ]
    problems += [
        Problem(f"weights.{level}", repr(weight), "a finite number")
        for level, weight in weights.items()
        if level in LEVELS and not _is_number(weight)
    ]
    if problems:
        raise InputError(problems)
    given = {**_POINTS, **weights}
    return [float(given[level]) for level in LEVELS]


def _is_number(value: object) -> bool:
    is_real = isinstance(value, int | float | np.integer | np.floating)
    return is_real and not isinstance(value, bool) and isfinite(value)  # type: ignore[arg-type]


def _table(combat: Combat, table: ArrayLike) -> list[float]:
    """Read a table of what it is worth to side 0 that a fighter ends with a wound level.

    One for each side is taken as well, if one is the opposite of the other.
    """
    fighters = len(combat.fighters)
    shape = (fighters, len(LEVELS))
    allowed = f"a name, weights, or a table of {fighters} fighters × {len(LEVELS)} wound levels"
    try:
        numbers = np.asarray(table, dtype=np.float64)
    except (TypeError, ValueError):
        raise InputError([("utility", type(table).__name__, allowed)]) from None
    if numbers.shape not in {shape, (2, *shape)}:
        found = " × ".join(map(str, numbers.shape)) or repr(table)
        raise InputError([("utility", found, allowed)])
    places = np.argwhere(~np.isfinite(numbers))
    if len(places):
        raise InputError([(_at(place), str(numbers[tuple(place)]), "numbers") for place in places])
    if numbers.ndim == 3:
        places = np.argwhere(np.abs(numbers.sum(axis=0)) > EQUAL)
        if len(places):
            raise InputError(
                [
                    (
                        _at(place),
                        " and ".join(str(one[tuple(place)]) for one in numbers),
                        "what one side gains, the other loses: numbers that add up to 0",
                    )
                    for place in places
                ]
            )
        numbers = numbers[0]
    return [float(number) for number in numbers.ravel()]


def _at(place: NDArray[np.intp]) -> str:
    return "utility" + "".join(f"[{index}]" for index in place)


# Where a combat stands


def reach(combat: Combat, steps: str | Iterable[int | str]) -> CombatGame:
    """Start a game and take steps: see :meth:`fracas.Combat.reach`."""
    given = steps.replace(",", " ").split() if isinstance(steps, str) else list(steps)
    read = [_step(step) for step in given]
    problems = [
        Problem(f"state[{place}]", repr(given[place]), "a choice such as 2, or a die such as d6")
        for place, step in enumerate(read)
        if step is None
    ]
    if problems:
        raise InputError(problems)
    game = combat.start()
    for place, step in enumerate(read):
        if step is None:
            continue
        is_die, value = step
        problem = Problem(f"state[{place}]", repr(given[place]), _due(game))
        if (game.chance is None) == is_die or game.outcome is not None:
            raise InputError([problem])
        try:
            (game.roll if is_die else game.apply)(value)
        except FracasError:
            raise InputError([problem]) from None
    return game


def _step(step: object) -> tuple[bool, int] | None:
    """Read a step: whether it is a die, and its number."""
    if isinstance(step, int) and not isinstance(step, bool):
        return (False, step)
    if not isinstance(step, str):
        return None
    text = step.strip().lower()
    digits = text.removeprefix("d")
    if not (digits.isascii() and digits.isdigit() and len(digits) < 5):
        return None
    return (text.startswith("d"), int(digits))


def _due(game: CombatGame) -> str:
    """Say what a game waits for."""
    decision = game.decision
    if decision is not None:
        choices = ", ".join(map(str, decision.choices))
        whose = "" if decision.fighter is None else f" of fighter {decision.fighter}"
        return f"one of {choices}: side {decision.side} decides, {decision.kind}{whose}"
    if game.chance is not None:
        return f"a die, d1 to d6: {game.chance} is rolled"
    return "nothing more: the combat is over"
