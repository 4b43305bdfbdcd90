"""Checks: one side against a difficulty, or two sides against each other (D-1 to D-8)."""

from __future__ import annotations

from collections.abc import Callable, Generator, Sequence
from typing import Literal, TypeAlias

from fracas.errors import InputError, Problem
from fracas.reference.dice import DiceSource, is_whole_number
from fracas.reference.rules import CheckRules, Rules
from fracas.types import CheckResult, Die, OpposedResult, RerollView, RollName

__all__ = ["MOST_DICE", "POLICIES", "NamedPolicy", "Policy", "check", "opposed"]

NamedPolicy: TypeAlias = Literal["always", "never", "when_needed"]
Policy: TypeAlias = NamedPolicy | Callable[[RerollView], bool]
"""How a player decides whether to reroll a six (D-8)."""

POLICIES: tuple[NamedPolicy, ...] = ("always", "never", "when_needed")
MOST_DICE = 20


def check(
    value: int,
    *,
    difficulty: int | None = None,
    dice: int = 1,
    reroll: Policy = "always",
    roll: RollName = "check",
    source: DiceSource,
    rules: Rules,
) -> CheckResult:
    """Make a check with a current characteristic, modifiers included.

    *Rule* The best die plus the value is the final result (D-1, D-7); it fails by itself at 0 or
    less (D-4) and otherwise succeeds from the difficulty on (D-5).

    *Dice* All the dice in order; then, in the same order, the rerolls of each die that shows a six
    for as long as the player wants them (D-2, D-8). All carry the name ``roll``.

    *Edge cases* Without a difficulty there is neither success nor failure: ``success`` is ``None``.

    *Errors* ``InputError`` when there are not 1 to 20 dice, or when the policy has no known name
    and cannot be called.

    *Example* A six that falls to 1, with a defence of 3 (D-3).

    >>> from fracas.reference import Rules, Scripted
    >>> check(3, difficulty=13, source=Scripted([6, 1]), rules=Rules()).final
    4
    """
    refuse(dice_problems(dice, fewest=1) + policy_problems("reroll", reroll))

    def is_won(_natural: int, final: int) -> bool:
        return difficulty is not None and is_success(final, difficulty)

    result = roll_dice(value, dice, reroll, roll, source, rules.checks, difficulty, is_won)
    success = None if difficulty is None else is_success(result.final, difficulty)
    return CheckResult(result.dice, result.natural, result.final, result.automatic_failure, success)


def opposed(
    values: tuple[int, int],
    *,
    reroll: tuple[Policy, Policy] = ("always", "always"),
    roll: RollName = "check",
    source: DiceSource,
    rules: Rules,
) -> OpposedResult:
    """Make an opposed check, one die a side.

    *Rule* The higher final result wins, and a tie is rolled again (D-6).

    *Dice* Side 0's die and its rerolls, then side 1's, who knows by then what it has to beat
    (D-8); again from the start after a tie.

    *Edge cases* To side 1 a tie is not won yet, except under rules that give it the tie.

    *Errors* ``InputError`` when a policy has no known name and cannot be called.

    *Example* A tie at 6, then 8 against 9.

    >>> from fracas.reference import Rules, Scripted
    >>> result = opposed((3, 5), source=Scripted([3, 1, 5, 4]), rules=Rules())
    >>> result.winner, len(result.rounds)
    (1, 2)
    """
    refuse(policy_problems("reroll[0]", reroll[0]) + policy_problems("reroll[1]", reroll[1]))
    rounds: list[tuple[CheckResult, CheckResult]] = []
    while True:
        first = roll_dice(values[0], 1, reroll[0], roll, source, rules.checks)

        def is_won(natural: int, final: int, first: CheckResult = first) -> bool:
            return winner(first.natural, first.final, natural, final, rules.checks) == 1

        second = roll_dice(values[1], 1, reroll[1], roll, source, rules.checks, first.final, is_won)
        rounds.append((first, second))
        winning = winner(first.natural, first.final, second.natural, second.final, rules.checks)
        if winning is not None:
            return OpposedResult(winning, tuple(rounds))


def roll_dice(
    value: int,
    dice: int,
    reroll: Policy,
    roll: RollName,
    source: DiceSource,
    checks: CheckRules,
    target: int | None = None,
    is_won: Callable[[int, int], bool] = lambda natural, final: False,
) -> CheckResult:
    """Roll the dice of one side and every reroll its player decides on (D-1, D-2, D-8)."""
    asking = ask_for_dice(value, dice, roll, checks, target, is_won)
    request = next(asking)
    while True:
        answer = source.roll(roll) if request is None else decides_to_reroll(reroll, request)
        try:
            request = asking.send(answer)
        except StopIteration as stop:
            result: CheckResult = stop.value
            return result


def ask_for_dice(
    value: int,
    dice: int,
    roll: RollName,
    checks: CheckRules,
    target: int | None = None,
    is_won: Callable[[int, int], bool] = lambda natural, final: False,
) -> Generator[RerollView | None, int, CheckResult]:
    """Ask for the dice of one side, one by one, and whether to reroll each six (D-1, D-2, D-8).

    ``None`` asks for a face, a view for a decision: 1 rerolls, 0 does not. ``is_won`` says of a
    natural and a final result whether they would do.
    """
    if checks.reroll_knowledge == "blind":
        target = None
    chains: list[list[int]] = []
    for _ in range(dice):
        face = yield None
        chains.append([face])
    for chain in chains:
        while may_be_rerolled(chain, checks):
            natural, final = standing(chains, value, checks)
            wants_reroll = yield RerollView(
                roll=roll,
                natural=natural_result(chain, checks),
                final=final,
                target=target,
                needed=target is None or not is_won(natural, final),
            )
            if not wants_reroll:
                break
            face = yield None
            chain.append(face)
    natural, final = standing(chains, value, checks)
    rolled = tuple(Die(tuple(chain), natural_result(chain, checks)) for chain in chains)
    return CheckResult(rolled, natural, final, is_automatic_failure(final), None)


def may_be_rerolled(chain: Sequence[int], checks: CheckRules) -> bool:
    """Tell whether a die shows a six and has a reroll left.

    *Rule* Any six may be rerolled, the sixes of rerolls included (D-2).
    """
    rerolls = len(chain) - 1
    has_reroll_left = checks.reroll_limit == "unlimited" or rerolls < checks.reroll_limit
    return chain[-1] == 6 and has_reroll_left


def natural_result(chain: Sequence[int], checks: CheckRules) -> int:
    """Give the natural result of one die and its rerolls.

    *Rule* Rerolls are added up (D-2), but a rerolled 1 leaves the die at 1 (D-3).

    *Example*

    >>> natural_result([6, 6, 4], CheckRules()), natural_result([6, 6, 1], CheckRules())
    (16, 1)
    >>> natural_result([6, 6, 1], CheckRules(reroll_of_one="last_die"))
    7
    """
    if len(chain) > 1 and chain[-1] == 1:
        if checks.reroll_of_one == "whole_chain":
            return 1
        # The option of D-3: the 1 takes the place of the six it was rolled for.
        return sum(chain[:-2]) + 1
    return sum(chain)


def standing(chains: Sequence[Sequence[int]], value: int, checks: CheckRules) -> tuple[int, int]:
    """Give the natural and the final result of dice as they lie now (D-1, D-7)."""
    best = max(natural_result(chain, checks) for chain in chains)
    return best, best + value + bonus_of_extra_dice(len(chains), checks)


def bonus_of_extra_dice(dice: int, checks: CheckRules) -> int:
    """Give what dice beyond the first add of themselves: nothing, but for the option of D-7."""
    return dice - 1 if checks.several_dice == "best_plus_one_per_extra_die" else 0


def decides_to_reroll(reroll: Policy, view: RerollView) -> bool:
    """Ask a player, or the policy he named (D-8)."""
    if callable(reroll):
        return bool(reroll(view))
    return {"always": True, "never": False, "when_needed": view.needed}[reroll]


def is_automatic_failure(final: int) -> bool:
    """Tell whether a final result fails by itself.

    *Rule* It does at 0 or less; a natural 1 alone does not matter (D-4).
    """
    return final <= 0


def is_success(final: int, difficulty: int) -> bool:
    """Tell whether a final result meets a difficulty (D-5)."""
    return final >= difficulty and not is_automatic_failure(final)


def winner(
    natural_0: int, final_0: int, natural_1: int, final_1: int, checks: CheckRules
) -> Literal[0, 1] | None:
    """Compare the two sides of an opposed check; ``None`` is a tie that is rolled again.

    *Rule* An automatic failure loses to a result that is none; otherwise the higher final result
    wins, between two failures as well (D-6).

    *Edge cases* Under the options of D-6 a tie goes to a side, or two failures compare otherwise.

    *Example*

    >>> winner(2, 7, 1, -3, CheckRules()), winner(1, -4, 3, -4, CheckRules())
    (0, None)
    """
    failures = is_automatic_failure(final_0), is_automatic_failure(final_1)
    if failures == (False, True):
        return 0
    if failures == (True, False):
        return 1
    measure_0, measure_1 = final_0, final_1
    if failures == (True, True) and checks.two_automatic_failures == "compare_naturals":
        measure_0, measure_1 = natural_0, natural_1
    if measure_0 == measure_1:
        return winner_of_tie(checks)
    return 0 if measure_0 > measure_1 else 1


def winner_of_tie(checks: CheckRules) -> Literal[0, 1] | None:
    """Give the side to which a tie goes; ``None`` when it is rolled again (D-6)."""
    winners: dict[str, Literal[0, 1] | None] = {
        "roll_again": None,
        "side_0_wins": 0,
        "side_1_wins": 1,
    }
    return winners[checks.opposed_tie]


def dice_problems(dice: object, fewest: int) -> list[Problem]:
    """Find out whether a number of dice can be rolled."""
    if is_whole_number(dice, fewest, MOST_DICE):
        return []
    return [Problem("dice", repr(dice), f"a whole number from {fewest} to {MOST_DICE}")]


def policy_problems(field: str, reroll: object, *, named_only: bool = False) -> list[Problem]:
    """Find out whether a policy is one."""
    if reroll in POLICIES or (callable(reroll) and not named_only):
        return []
    allowed = ", ".join(POLICIES) + ("" if named_only else ", or a callable")
    return [Problem(field, repr(reroll), allowed)]


def refuse(problems: Sequence[Problem]) -> None:
    """Raise ``InputError`` when there is any problem."""
    if problems:
        raise InputError(problems)
