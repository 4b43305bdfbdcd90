"""How players decide who are not there to be asked."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Literal, TypeAlias, get_args

from fracas.errors import InputError, Problem
from fracas.reference.checks import decides_to_reroll, refuse
from fracas.reference.dice import WORD, is_whole_number, philox2x64, text_seed
from fracas.reference.requests import Decision

__all__ = [
    "Player",
    "Policy",
    "RandomPolicy",
    "all_out_attack",
    "all_out_defence",
    "plain",
    "random",
]

Sixes: TypeAlias = Literal["always", "never"]
DisciplineSixes: TypeAlias = Literal["always", "never", "when_needed"]
SustainedDefence: TypeAlias = Literal["never", "whenever_allowed"]
PolicyName: TypeAlias = Literal["plain", "all_out_attack", "all_out_defence"]

Player: TypeAlias = Callable[[Decision], int]
"""Whoever answers a decision with one of its choices."""

KEY_OF_POLICIES = 0x706F6C6963790001


@dataclass(frozen=True)
class Policy:
    """A policy that always does the same in the same place.

    *Rule* It takes the first of several fighters, defends with one die while it has one, and
    rerolls a six of a defence only when that die is needed (D-8).

    *Edge cases* The tester is the one with the highest current initiative, or Discipline in a
    contest (C-6), the first of equals. In a contest sixes are rerolled when needed, unless the
    policy says otherwise; to side 0, who rolls first, each one is (D-8).
    Who has both skills uses Ambidextrous, and nobody exchanges a die.

    *Errors* ``InputError`` when a parameter has no known value.
    """

    name: PolicyName = "plain"
    attack_sixes: Sixes = "always"
    initiative_sixes: Sixes = "always"
    sustained_defence: SustainedDefence = "never"
    discipline_sixes: DisciplineSixes = "when_needed"

    def __post_init__(self) -> None:
        fields = (
            ("name", self.name, PolicyName),
            ("attack_sixes", self.attack_sixes, Sixes),
            ("initiative_sixes", self.initiative_sixes, Sixes),
            ("sustained_defence", self.sustained_defence, SustainedDefence),
            ("discipline_sixes", self.discipline_sixes, DisciplineSixes),
        )
        refuse(
            [
                Problem(field, repr(value), ", ".join(get_args(allowed)))
                for field, value, allowed in fields
                if value not in get_args(allowed)
            ]
        )

    def __call__(self, decision: Decision) -> int:
        """Answer a decision."""
        if decision.kind == "place":
            return self.attack_dice(decision.choices[-1])
        if decision.kind in {"tester", "initiative_tester"}:
            best = max(decision.values)
            return decision.choices[decision.values.index(best)]
        if decision.kind == "sustain":
            return int(self.sustained_defence == "whenever_allowed")
        if decision.kind == "reroll":
            return int(self.rerolls(decision))
        if decision.kind in {"defence", "skill"}:
            return 1
        # place_next, attacker, target: the first; exchange: no.
        return decision.choices[0]

    def attack_dice(self, dice: int) -> int:
        """Give how many of so many dice go to attack: half of them, rounded up, if it is plain."""
        return {"plain": (dice + 1) // 2, "all_out_attack": dice, "all_out_defence": 0}[self.name]

    def rerolls(self, decision: Decision) -> bool:
        """Tell whether a six is rerolled (D-2, D-8)."""
        view = decision.view
        if view is None:
            raise InputError([("view", "None", "what the player knows of the six")])
        if view.roll == "defence":
            return view.needed
        if view.roll == "attack":
            return self.attack_sixes == "always"
        if view.roll == "initiative":
            return self.initiative_sixes == "always"
        return decides_to_reroll(self.discipline_sixes, view)


@dataclass(frozen=True)
class RandomPolicy:
    """A policy that takes every choice equally often, from a stream of its own.

    *Edge cases* In one game there is one stream for one seed: two sides with equal random policies
    draw from it in turn.

    *Errors* ``InputError`` when the seed (unless it is a text) or the game is no whole number from
    0 to 2^64 - 1.
    """

    seed: int | str
    game: int = 0

    def __post_init__(self) -> None:
        seed = text_seed(self.seed) if isinstance(self.seed, str) else self.seed
        refuse(
            [
                Problem(field, repr(value), "a whole number from 0 to 2^64 - 1")
                for field, value in (("seed", seed), ("game", self.game))
                if not is_whole_number(value, 0, WORD - 1)
            ]
        )

    def words(self) -> Iterator[int]:
        """Give the random words of the game, without end."""
        seed = text_seed(self.seed) if isinstance(self.seed, str) else self.seed
        block = 0
        while True:
            yield from philox2x64((block, self.game), seed ^ KEY_OF_POLICIES)
            block += 1

    def new_player(self) -> Player:
        """Give a player who begins at the first word of the stream."""
        words = self.words()

        def choose(decision: Decision) -> int:
            return decision.choices[random_index(words, len(decision.choices))]

        return choose


def random_index(words: Iterator[int], choices: int) -> int:
    """Draw one of so many choices, each with exactly the same chance.

    *Edge cases* 2^64 is seldom a multiple of the number of choices: the few words in excess are
    skipped.

    *Example*

    >>> random_index(iter([0, 2**63]), 3), random_index(iter([2**63]), 2)
    (1, 1)
    """
    while True:
        index, rest = divmod(next(words) * choices, WORD)
        if rest >= WORD % choices:
            return index


def plain(
    attack_sixes: Sixes = "always",
    initiative_sixes: Sixes = "always",
    sustained_defence: SustainedDefence = "never",
    discipline_sixes: DisciplineSixes = "when_needed",
) -> Policy:
    """Give the policy that places half its dice in attack, rounded up."""
    return Policy("plain", attack_sixes, initiative_sixes, sustained_defence, discipline_sixes)


def all_out_attack(
    attack_sixes: Sixes = "always",
    initiative_sixes: Sixes = "always",
    sustained_defence: SustainedDefence = "never",
    discipline_sixes: DisciplineSixes = "when_needed",
) -> Policy:
    """Give the policy that places every die in attack, and is plain otherwise."""
    return Policy(
        "all_out_attack", attack_sixes, initiative_sixes, sustained_defence, discipline_sixes
    )


def all_out_defence(
    attack_sixes: Sixes = "always",
    initiative_sixes: Sixes = "always",
    sustained_defence: SustainedDefence = "never",
    discipline_sixes: DisciplineSixes = "when_needed",
) -> Policy:
    """Give the policy that places every die in defence, and is plain otherwise."""
    return Policy(
        "all_out_defence", attack_sixes, initiative_sixes, sustained_defence, discipline_sixes
    )


def random(seed: int | str, game: int = 0) -> RandomPolicy:
    """Give the policy that chooses at random."""
    return RandomPolicy(seed, game)
