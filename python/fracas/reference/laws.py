"""The exact chances of checks, attacks and wound rolls.

Two facts carry this module.

A player with a named policy rerolls a six a known number of times at most: never is 0 times, always
is as often as the rules allow, and when needed is as long as the sixes in hand do not reach what he
needs. So the law of a die depends on one number, its *limit*; ``None`` is no limit.

Without a limit, the law repeats itself six naturals further at a sixth of the chance, from a
natural result of 2 on. So an endless sum over natural results is a finite sum and a geometric
series, and no chance is ever rounded.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping
from fractions import Fraction
from itertools import count, product
from math import comb
from typing import get_args

from fracas.errors import InputError
from fracas.reference.checks import (
    NamedPolicy,
    bonus_of_extra_dice,
    dice_problems,
    is_automatic_failure,
    natural_result,
    policy_problems,
    refuse,
    winner,
)
from fracas.reference.dice import is_whole_number
from fracas.reference.rules import CheckRules, Rules
from fracas.reference.wounds import read_wound_dice
from fracas.types import Wound

__all__ = [
    "attack_law",
    "natural_law",
    "opposed_law",
    "parry_law",
    "success_probability",
    "wound_law",
]

SIXTH = Fraction(1, 6)
MOST_MARGIN = 20


def natural_law(reroll: NamedPolicy, rules: Rules, up_to: int) -> dict[int, Fraction]:
    """Give the chance of every natural result of one die from 1 to ``up_to``.

    *Rule* Sixes are rerolled and added up, a rerolled 1 undoes them (D-2, D-3).

    *Edge cases* Results that cannot come up are there with a chance of 0. Nobody knows a target
    here, so *when needed* is *always*.

    *Errors* ``InputError`` when the policy has no known name.

    *Example*

    >>> [str(chance) for chance in natural_law("always", Rules(), 8).values()]
    ['1/5', '1/6', '1/6', '1/6', '1/6', '0', '0', '1/36']
    """
    refuse(policy_problems("reroll", reroll, named_only=True))
    return die_law(limit_of_rerolls(reroll, rules.checks, None), rules.checks, up_to)


def success_probability(
    value: int, difficulty: int, dice: int, reroll: NamedPolicy, rules: Rules
) -> Fraction:
    """Give the chance that a check succeeds.

    *Rule* One die has to bring the final result to the difficulty, and above 0 (D-4, D-5, D-7).

    *Edge cases* A player who rerolls when needed leaves a die alone once another one has done it.
    That changes no chance: the check succeeds when any of the dice does.

    *Errors* ``InputError`` when there are not 1 to 20 dice, or the policy has no known name.

    *Example*

    >>> success_probability(3, 7, 2, "when_needed", Rules())
    Fraction(3, 4)
    """
    refuse(dice_problems(dice, fewest=1) + policy_problems("reroll", reroll, named_only=True))
    needed = natural_needed(value, difficulty, dice, rules.checks)
    return 1 - (1 - chance_to_reach(needed, reroll, rules.checks)) ** dice


def opposed_law(
    v0: int, v1: int, reroll0: NamedPolicy, reroll1: NamedPolicy, rules: Rules
) -> Fraction:
    """Give the chance that side 0 wins an opposed check.

    *Rule* Both sides roll, side 1 knowing what it has to beat, until there is a winner (D-6, D-8).

    *Edge cases* When ties are rolled again, only the rounds that are none count.

    *Errors* ``InputError`` when a policy has no known name.

    *Example*

    >>> opposed_law(3, 3, "never", "never", Rules())
    Fraction(1, 2)
    """
    refuse(
        policy_problems("reroll0", reroll0, named_only=True)
        + policy_problems("reroll1", reroll1, named_only=True)
    )
    checks = rules.checks

    def reached_by_side_1(natural_0: int, *, may_tie: bool) -> Fraction:
        """Give the chance that side 1 wins, or at least ties, against a natural result."""

        def outcome(natural: int) -> int | None:
            return winner(natural_0, natural_0 + v0, natural, natural + v1, checks)

        winning = next(natural for natural in count(1) if outcome(natural) == 1)
        lowest = next(natural for natural in count(1) if outcome(natural) != 0)
        return chance_to_reach(winning, reroll1, checks, lowest if may_tie else winning)

    limit_0 = limit_of_rerolls(reroll0, checks, None)
    settled = settled_from(v0, v1, checks)
    losing = expected(lambda x: reached_by_side_1(x, may_tie=False), limit_0, checks, settled)
    not_winning = expected(lambda x: reached_by_side_1(x, may_tie=True), limit_0, checks, settled)
    winning = 1 - not_winning
    return winning / (winning + losing)


def attack_law(
    attack: int,
    defence: int,
    dice: int,
    attack_reroll: NamedPolicy,
    defence_reroll: NamedPolicy,
    rules: Rules,
) -> tuple[Fraction, Fraction, Fraction]:
    """Give the chances that an attack fails automatically, is parried, and lands.

    *Rule* The final result of the attack is the difficulty of the defence (C-23); an attack that
    fails automatically needs no defence (C-24).

    *Edge cases* The attacker decides before any defence die is rolled (D-8): *when needed* is
    *always* to him. Without defence dice the attack lands unless it fails automatically.

    *Errors* ``InputError`` when there are not 0 to 20 dice, or a policy has no known name.

    *Example*

    >>> [str(chance) for chance in attack_law(0, 0, 1, "never", "never", Rules())]
    ['0', '7/12', '5/12']
    """
    refuse(
        dice_problems(dice, fewest=0)
        + policy_problems("attack_reroll", attack_reroll, named_only=True)
        + policy_problems("defence_reroll", defence_reroll, named_only=True)
    )
    checks = rules.checks

    def parried_by_one_die(natural: int) -> Fraction:
        final = natural + attack
        if is_automatic_failure(final):
            return Fraction(0)
        needed = natural_needed(defence, final, dice, checks)
        return chance_to_reach(needed, defence_reroll, checks)

    limit = limit_of_rerolls(attack_reroll, checks, None)
    settled = settled_from(attack, defence + bonus_of_extra_dice(dice, checks), checks)
    failed = 1 - at_least(1 - attack, limit, checks)
    parried = expected(parried_by_one_die, limit, checks, settled, dice)
    return failed, parried, 1 - failed - parried


def parry_law(
    attack: int,
    defence: int,
    dice: int,
    attack_reroll: NamedPolicy,
    defence_reroll: NamedPolicy,
    margin: int,
    rules: Rules,
) -> tuple[Fraction, Fraction, Fraction, Fraction]:
    """Give the chances that an attack fails automatically, is parried barely or well, and lands.

    *Rule* Parried well is by the margin at least, which is what Counter-attack asks for (C-39);
    otherwise as :func:`attack_law`.

    *Edge cases* Who rerolls when needed stops as soon as one die parries, and with it the margin
    stays what it is then (D-8).

    *Errors* ``InputError`` when there are not 0 to 20 dice, the margin is not 0 to 20, or a policy
    has no known name.

    *Example* Without sixes to reroll, 1 pair of dice in 36 parries by 5.

    >>> [str(chance) for chance in parry_law(0, 0, 1, "never", "never", 5, Rules())]
    ['0', '5/9', '1/36', '5/12']
    """
    failed, parried, landed = attack_law(
        attack, defence, dice, attack_reroll, defence_reroll, rules
    )
    if not is_whole_number(margin, 0, MOST_MARGIN):
        allowed = f"a whole number from 0 to {MOST_MARGIN}"
        raise InputError([("margin", repr(margin), allowed)])
    checks = rules.checks
    stops_at_parry = defence_reroll == "when_needed" and checks.reroll_knowledge == "open"

    def settles_it(needed: int) -> bool:
        """Tell whether the first die that parries is the last one rerolled, and the best."""
        return stops_at_parry and needed > 6

    def done_by_one_die(natural: int) -> Fraction:
        final = natural + attack
        if is_automatic_failure(final):
            return Fraction(0)
        needed = natural_needed(defence, final, dice, checks)
        wanted = needed if settles_it(needed) else needed + margin
        return chance_to_reach(needed, defence_reroll, checks, wanted)

    def share_done_well(natural: int) -> Fraction:
        needed = natural_needed(defence, natural + attack, dice, checks)
        parries = chance_to_reach(needed, defence_reroll, checks)
        if not settles_it(needed) or parries == 0:
            return Fraction(1)
        return chance_to_reach(needed, defence_reroll, checks, needed + margin) / parries

    limit = limit_of_rerolls(attack_reroll, checks, None)
    settled = settled_from(attack, defence + bonus_of_extra_dice(dice, checks), checks)
    well = expected(done_by_one_die, limit, checks, settled, dice, share_done_well)
    return failed, parried - well, well, landed


def wound_law(strength: int, resilience: int, rules: Rules) -> dict[Wound, Fraction]:
    """Give the chance of every wound, from none to killed.

    *Rule* The 36 pairs of dice are equally likely (W-1 to W-4).

    *Example*

    >>> {wound: str(chance) for wound, chance in wound_law(-100, 0, Rules()).items()}
    ... # doctest: +NORMALIZE_WHITESPACE
    {'none': '3/4', 'stunned': '2/9', 'light': '0', 'serious': '0', 'critical': '0',
     'killed': '1/36'}
    """
    tally = Counter(
        read_wound_dice(pair, strength, resilience, rules).wound
        for pair in product(range(1, 7), range(1, 7))
    )
    wounds: tuple[Wound, ...] = get_args(Wound)
    return {wound: Fraction(tally[wound], 36) for wound in wounds}


def limit_of_rerolls(reroll: NamedPolicy, checks: CheckRules, needed: int | None) -> int | None:
    """Give how often a player would reroll one die; ``None`` is without limit (D-2, D-8).

    ``needed`` is the natural result that would do, or ``None`` when no target is known.
    """
    allowed = None if checks.reroll_limit == "unlimited" else checks.reroll_limit
    if reroll == "never":
        return 0
    if reroll == "always" or needed is None or checks.reroll_knowledge == "blind":
        return allowed
    # He rerolls at 6, 12, 18, … while that is less than he needs.
    wanted = max(0, (needed - 1) // 6)
    return wanted if allowed is None else min(wanted, allowed)


def die_law(limit: int | None, checks: CheckRules, up_to: int) -> dict[int, Fraction]:
    """Give the law of one die whose sixes are rerolled up to a limit, as far as ``up_to``."""
    law = dict.fromkeys(range(1, up_to + 1), Fraction(0))

    def add(natural: int, chance: Fraction) -> None:
        if natural in law:
            law[natural] += chance

    # With more rerolls than this even a chain that ends in 1 is beyond up_to, unless it falls to 1.
    enough = max(0, up_to) // 6 + 2
    rerolls = enough if limit is None else min(limit, enough)
    for sixes in range(rerolls + 1):
        for face in range(1, 6):
            add(natural_result([6] * sixes + [face], checks), SIXTH ** (sixes + 1))
    unfinished = SIXTH ** (rerolls + 1)
    if limit is not None and rerolls == limit:
        add(6 * (limit + 1), unfinished)
    elif checks.reroll_of_one == "whole_chain":
        # D-3: the chains left out end in 1 after one more reroll, or two, … up to the limit.
        later = Fraction(1) if limit is None else 1 - SIXTH ** (limit - rerolls)
        add(1, unfinished * later / 5)
    return law


def at_least(natural: int, limit: int | None, checks: CheckRules) -> Fraction:
    """Give the chance that the natural result of one die is this or higher."""
    return 1 - sum(die_law(limit, checks, natural - 1).values(), Fraction(0))


def chance_to_reach(
    needed: int, reroll: NamedPolicy, checks: CheckRules, natural: int | None = None
) -> Fraction:
    """Give the chance that a die whose player needs ``needed`` comes to that.

    ``natural`` asks for the chance of another result of the same player: that he comes to it.
    """
    limit = limit_of_rerolls(reroll, checks, needed)
    return at_least(needed if natural is None else natural, limit, checks)


def natural_needed(value: int, difficulty: int, dice: int, checks: CheckRules) -> int:
    """Give the lowest natural result that makes a success (D-4, D-5, D-7)."""
    return max(difficulty, 1) - value - bonus_of_extra_dice(dice, checks)


def settled_from(value_0: int, value_1: int, checks: CheckRules) -> int:
    """Give a natural result of the first roller from which on everything repeats itself.

    There he no longer fails automatically, and the other one needs either more than a limited die
    can show or a chain of at least two rerolls: six further, his chance is a sixth.
    """
    limit = 1 if checks.reroll_limit == "unlimited" else checks.reroll_limit
    out_of_reach = 6 * (limit + 1) + 2
    return max(2, 1 - value_0, value_1 - value_0 + out_of_reach)


def expected(
    chance: Callable[[int], Fraction],
    limit: int | None,
    checks: CheckRules,
    settled: int,
    dice: int = 1,
    share: Callable[[int], Fraction] = lambda natural: Fraction(1),
) -> Fraction:
    """Give the chance that one of so many dice does what each does with a chance of its own.

    That chance depends on a natural result that was rolled before, with a limit of rerolls. Only a
    share of it counts, which depends on the same result and is the same six further.
    """
    if limit is not None:
        law = die_law(limit, checks, 6 * (limit + 1))
        return finite_sum(law, chance, dice, share)
    head = die_law(None, checks, settled - 1)
    block = die_law(None, checks, settled + 5)
    total = finite_sum(head, chance, dice, share)
    for natural in range(settled, settled + 6):
        one = chance(natural)
        # 1 - (1 - one)^dice multiplied out. In the block j blocks further, the weight is divided by
        # 6^j and one^power by 6^(j * power): each term is a geometric series of its own.
        for power in range(1, dice + 1):
            term = -comb(dice, power) * (-one) ** power
            total += share(natural) * block[natural] * term / (1 - SIXTH ** (power + 1))
    return total


def finite_sum(
    law: Mapping[int, Fraction],
    chance: Callable[[int], Fraction],
    dice: int,
    share: Callable[[int], Fraction],
) -> Fraction:
    """Weigh the chance that one of so many dice does it by a law that ends."""
    terms = (
        weight * share(natural) * (1 - (1 - chance(natural)) ** dice)
        for natural, weight in law.items()
    )
    return sum(terms, Fraction(0))
