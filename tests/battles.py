"""Battles for the core and for the reference: made from a seed, played, compared."""

from __future__ import annotations

import dataclasses
import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from random import Random
from typing import Any

import fracas as fr
from fracas import reference
from fracas.events import BattleEvent
from fracas.reference.tables import Scenery, Table
from fracas.types import Alterable, Deed, MeantFor, Moment, Pose, Resource

PROFILES = (
    fr.Profile("Guard", attack=5, strength=8, defence=3, resilience=6, value=30),
    fr.Profile(
        "Brute",
        attack=4,
        strength=10,
        defence=2,
        resilience=7,
        value=40,
        size="large",
        base="large",
        skills=["Regeneration/4"],
    ),
    fr.Profile(
        "Mage", strength=6, value=20, skills=["Magician", "Reinforcement"], base={"diameter": 3.0}
    ),
    fr.Profile("Rider", movement=15, initiative=5, strength=7, value=35, base="cavalry"),
    fr.Profile("Levy", movement=7.5, discipline=0, value=5, skills=["Mercenary"]),
)

SHOOTERS = (
    fr.Profile(
        "Archer",
        aim=4,
        value=25,
        weapon={"strength": 5, "short": 8, "medium": 16, "long": 24},
    ),
    fr.Profile(
        "Slinger",
        movement=12,
        aim=3,
        value=15,
        skills=["Target/+1"],
        weapon={"strength": 3, "short": 4, "medium": 9, "long": 14, "shots": 2},
        base={"diameter": 2.5},
    ),
    fr.Profile(
        "Dragoon",
        movement=15,
        aim=2,
        value=45,
        weapon={"strength": 7, "short": 5, "medium": 10, "long": 15, "assault": True},
        base="cavalry",
    ),
)

CHARACTERISTICS: tuple[Alterable, ...] = (
    "movement",
    "initiative",
    "attack",
    "strength",
    "defence",
    "resilience",
    "aim",
    "courage",
    "fear",
    "discipline",
    "power",
)


@dataclass(frozen=True)
class BattleSetup:
    """A battle for either implementation: plain data."""

    sides: tuple[tuple[fr.Profile, ...], tuple[fr.Profile, ...]]
    poses: tuple[Pose, ...]
    size: float = 36.0
    turns: int = 2
    scenery: tuple[Scenery, ...] = ()
    rules: dict[str, Any] = field(default_factory=dict)

    def core(self, seed: int = 0) -> fr.Battle:
        """Set it up in the core."""
        red, blue = (
            fr.Army(name, list(side))
            for name, side in zip(("Red", "Blue"), self.sides, strict=True)
        )
        placed = zip(
            [(p, side) for side in (0, 1) for p in self.sides[side]], self.poses, strict=True
        )
        fighters = [
            fr.Placed(profile, side, pose.position, pose.facing) for (profile, side), pose in placed
        ]
        scenery = [
            fr.Scenery(
                name=piece.name,
                polygon=tuple(piece.polygon or ()),
                passage=piece.passage,
                size=piece.size,
                height=piece.height,
            )
            for piece in self.scenery
        ]
        rules = fr.Rules(self.rules)
        table = fr.Table(self.size, self.size, fighters=fighters, scenery=scenery, rules=rules)
        return fr.Battle(red, blue, table=table, turns=self.turns, rules=rules, seed=seed)

    def readable(self) -> reference.Battle:
        """Set it up in the reference."""
        first, second = (
            reference.Army(tuple(reference.Troop(profile) for profile in side))
            for side in self.sides
        )
        table = Table(self.size, self.size, scenery=self.scenery)
        table = reference.deploy((first, second), table, self.poses)
        rules = reference.Rules.from_document(self.rules)
        return reference.Battle((first, second), table, self.turns, rules)


def some_effect(random: Random, name: str, *, cast: bool) -> fr.Effect:
    """Make an effect that a fighter has of itself, or that a mystic action has."""
    deeds: list[Deed] = ["heal", "worsen", "wound", "rally", "recover"]
    deeds += ["alter" if cast else "return"]
    deed = random.choice(deeds)
    moments: list[Moment] = ["harmful", "passive", "active", "other"]
    moments += [] if cast else ["strategic", "before_tactics"]
    amounts = {"heal": (1, 4), "worsen": (1, 3), "wound": (0, 12), "recover": (1, 6)}
    amount = random.randint(*amounts.get(deed, (1, 1)))
    if deed == "alter":
        amount = random.choice((-15, -4, -2, -1, 1, 2, 4, 15))
    return fr.Effect(
        name,
        deed=deed,
        moment="returning" if deed == "return" else random.choice(moments),
        amount=amount,
        characteristic=random.choice(CHARACTERISTICS) if deed == "alter" else None,
        needs=random.choice((1, 1, 3, 5)),
        upkeep=random.choice((None, None, 1, 2, 4)),
        resource=random.choice(("mana", "mana", "faith")),
    )


def some_action(random: Random, name: str) -> fr.MysticAction:
    """Make a spell or a miracle. What is recovered is less than it costs."""
    cost = random.randint(1, 3)
    resource: Resource = random.choice(("mana", "mana", "faith"))
    target: MeantFor = random.choice(("self", "friend", "enemy", "enemy"))
    reach = random.choice((3.0, 9.0, 20.0))
    needs = random.choice((1, 1, 3, 5))
    effect = some_effect(random, name.casefold(), cast=True)
    if effect.deed == "recover":
        cost = max(cost, effect.amount + 1)
    return fr.MysticAction(
        name, cost=cost, resource=resource, target=target, range=reach, needs=needs, effect=effect
    )


def some_mystics(random: Random) -> tuple[fr.Profile, ...]:
    """Make some who cast, pray or bear effects, each otherwise a fighter of another kind."""
    found = []
    for number, profile in enumerate(random.sample(PROFILES + SHOOTERS, 4)):
        actions = [some_action(random, f"Spell {k}") for k in range(random.randint(0, 3))]
        effects = [
            some_effect(random, f"trait {k}", cast=False) for k in range(random.randint(0, 2))
        ]
        skills = [skill for skill in profile.skills if skill != "Magician"]
        found.append(
            profile.replace(
                name=f"{profile.name} {number}",
                skills=[*skills, "Magician", "Faithful"],
                mystic_actions=actions,
                effects=effects,
            )
        )
    return tuple(found)


def some_turn_rules(random: Random) -> dict[str, Any]:
    """Choose the options that matter to who casts."""
    return {
        "starting_mana": random.choice((0, 6, 20, 20)),
        "combined_actions": random.choice(("none", "mystic", "all")),
        "mystic_in_combat": random.random() < 0.5,
        "free_measuring": random.random() < 0.25,
    }


def small_battle(
    seed: int, most: int = 3, turns: int = 2, *, shooters: bool = False, mystics: bool = False
) -> BattleSetup:
    """Make the battle of a seed: few fighters, so near that they meet at once.

    Nothing is aligned with anything, so that no comparison of lengths is a matter of rounding.
    """
    random = Random(f"battle {seed}")  # noqa: S311 - a board, not a secret
    profiles: tuple[fr.Profile, ...] = PROFILES + SHOOTERS * 2 if shooters else PROFILES
    rules: dict[str, Any] = {}
    if mystics:
        profiles = (*profiles[:3], *some_mystics(random))
        rules = {"turn": some_turn_rules(random)}
    size = 12.0 * most
    sides, poses = [], []
    for side in (0, 1):
        count = random.randint(1, most)
        sides.append(tuple(random.choice(profiles) for _ in range(count)))
        for place in range(count):
            x = 6 + 12 * place + random.uniform(-1.5, 1.5)
            y = size / 2 + (2 * side - 1) * 6 + random.uniform(-2, 2)
            poses.append(Pose((x, y), 90 + 180 * side + random.uniform(-40, 40)))
    walls: list[Scenery] = []
    if random.random() < 0.3:
        x, y = random.uniform(0, size), size / 2 + random.uniform(-0.2, 0.2)
        corners = ((x, y), (x + 5, y + 0.1), (x + 5, y + 0.6), (x, y + 0.5))
        walls.append(Scenery("Wall", corners, passage="crossable", size="small", height=1.0))
    return BattleSetup((sides[0], sides[1]), tuple(poses), size, turns, tuple(walls), rules)


CHARGERS = (
    fr.Profile("Ram", movement=5, attack=4, strength=9, power=2, value=30),
    fr.Profile("Wedge", movement=6, strength=7, power=3, value=35, base="cavalry"),
    fr.Profile("Bull", movement=4, strength=10, size="large", base="large", value=40),
    fr.Profile("Ball", movement=6, strength=6, power=3, value=20, base={"diameter": 3.0}),
)
CHARGED = (
    fr.Profile("Post", power=1, value=10),
    fr.Profile("Beam", power=1, value=15, base="cavalry"),
    fr.Profile("Tun", power=1, value=10, base={"diameter": 2.5}),
    fr.Profile(
        "Bow", power=1, aim=3, value=20, weapon={"strength": 4, "short": 5, "medium": 9, "long": 13}
    ),
    fr.Profile("Block", power=2, value=25, base="large"),
)


DOOM = fr.MysticAction(
    "Doom", cost=2, range=30, effect=fr.Effect("doom", deed="worsen", moment="harmful", amount=4)
)


def close_battle(seed: int, turns: int = 1, *, doom: bool = False) -> BattleSetup:
    """Make a battle of chargers before enemies in pairs, about as far apart as a base spans (M-15).

    Distances may be measured before or not (A-17). With ``doom`` the chargers can strike down whom
    they have announced to charge (M-16). Nothing is aligned with anything.
    """
    random = Random(f"close {seed}")  # noqa: S311 - a board, not a secret
    chargers = tuple(random.choice(CHARGERS) for _ in range(random.randint(1, 2)))
    charged = tuple(random.choice(CHARGED) for _ in range(2 * len(chargers)))
    before, poses = [], []
    for place, profile in enumerate(chargers):
        x, y = 8 + 20 * place + random.uniform(-2, 2), 24 + random.uniform(-2, 2)
        # From the mire to a corner at the back, and a little more or less.
        span = {"Ram": 2.8, "Wedge": 5.2, "Bull": 4.2, "Ball": 3.0}[profile.name]
        apart = 2.5 + span * random.uniform(0.9, 1.3)
        poses.append(Pose((x, y), random.choice((0, 180)) + random.uniform(-25, 25)))
        there = x + apart, y + random.uniform(-1, 1)
        poses.append(Pose(there, random.choice((90, 270)) + random.uniform(-25, 25)))
        back = 2 * profile.movement - random.uniform(0, 3)
        before.append(Pose((x + random.uniform(0, apart), y - back), 90 + random.uniform(-9, 9)))
    turn: dict[str, Any] = {"free_measuring": seed % 2 == 1}
    if doom:
        skills, actions = ["Magician"], [DOOM]
        chargers = tuple(one.replace(skills=skills, mystic_actions=actions) for one in chargers)
        turn |= {"combined_actions": "mystic", "starting_mana": 3}
    rules = {"movement": {"hidden_by": "nothing"}, "turn": turn}
    return BattleSetup((chargers, charged), (*before, *poses), 48.0, turns, (), rules)


def readable_play(setup: BattleSetup, seed: int) -> tuple[list[BattleEvent], reference.BattleState]:
    """Play a battle in the reference: seeded dice, and two random players on one stream."""
    players = reference.random(seed), reference.random(seed)
    return reference.play_battle(setup.readable(), players, reference.Seeded(seed))


def run_rule(run: Any, answers: Iterable[int]) -> tuple[Any, list[Any], list[Any]]:
    """Run a rule with answers; give what it comes to, what it told and what it asked."""
    left, told, asked = list(answers), list[Any](), list[Any]()
    reply: int | None = None
    while True:
        try:
            said = next(run) if reply is None else run.send(reply)
        except StopIteration as stop:
            assert not left
            return stop.value, told, asked
        reply = None
        if isinstance(said, reference.Decision | reference.Chance):
            asked.append(said)
            reply = left.pop(0)
        else:
            told.append(said)


def first_difference(one: Sequence[object], other: Sequence[object]) -> str | None:
    """Tell where two logs part, positions within 1e-6; ``None`` when they are the same."""
    for place, (first, second) in enumerate(zip(one, other, strict=False)):
        if not is_alike(first, second):
            return f"event {place}: {first} but {second}"
    if len(one) != len(other):
        return f"{len(one)} events but {len(other)}"
    return None


def is_alike(one: object, other: object) -> bool:
    """Tell whether two events are the same, lengths and angles within 1e-6."""
    if isinstance(one, Pose) and isinstance(other, Pose):
        turn = abs((one.facing - other.facing + 180) % 360 - 180)
        return is_alike(one.position, other.position) and turn <= 1e-4
    if isinstance(one, float) and isinstance(other, int | float):
        return math.isclose(one, other, abs_tol=1e-6)
    if isinstance(one, tuple) and isinstance(other, tuple):
        return len(one) == len(other) and all(map(is_alike, one, other))
    if dataclasses.is_dataclass(one) and type(one) is type(other):
        names = [entry.name for entry in dataclasses.fields(one)]
        return all(is_alike(getattr(one, name), getattr(other, name)) for name in names)
    return one == other
