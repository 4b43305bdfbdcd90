"""Battles as an environment for agents that learn (the extra ``env``).

:class:`BattleEnv` is a PettingZoo AEC environment with action masks: the agents ``red`` and
``blue`` take the decisions of side 0 and side 1, the dice are rolled by the environment. It reads
the battle and contains no rule.
"""

from __future__ import annotations

from typing import Any, ClassVar, Literal, get_args

import numpy as np
from numpy.typing import NDArray

try:
    from gymnasium import spaces
    from pettingzoo import AECEnv
except ImportError as error:
    raise ImportError("fracas.envs needs PettingZoo: pip install 'fracas[env]'") from error

from fracas._core import Profile, Rules
from fracas.armies import Army, Scenario
from fracas.battles import Battle
from fracas.errors import InputError
from fracas.movement import Placed
from fracas.results import LEVELS
from fracas.sources import DEFAULT_RULES
from fracas.tables import Table
from fracas.types import BattleDecisionKind, Phase

__all__ = ["ACTIONS", "AGENTS", "BattleEnv"]

AGENTS = ("red", "blue")
"""The agents: who decides for side 0 and for side 1."""

ACTIONS = 64
"""How many actions there are: the choices of a decision are numbers from 0 to 63."""

_PHASES: tuple[str, ...] = get_args(Phase)
_KINDS: tuple[str, ...] = get_args(BattleDecisionKind)
_MARKS = ("routed", "activated", "assaulted", "charged", "bound_to_defence", "under_cover")
_OF_FIGHTER = 14 + len(_MARKS)
_OF_BATTLE = 2 + len(_PHASES) + len(_KINDS)
_LONGEST = 50.0
_DEAREST = 100.0

Observation = dict[str, NDArray[Any]]


class BattleEnv(AECEnv):  # type: ignore[misc]
    """A battle of two armies as an environment.

    An observation holds ``observation``, numbers from −1 to 1, and ``action_mask``, which of the 64
    actions are open. The numbers are, from the agent's own point of view: how much of the battle is
    over, the balance of points, the phase, the kind of the decision; then for each fighter whether
    it is the agent's own, alive, the one that is decided for, where it stands and faces, its
    wounds, what it is worth and can do, and its marks. The reward of a step is the points it has
    won less those it has lost, as a share of all there are, so that the two agents' add up to zero.

    >>> from fracas.envs import BattleEnv
    >>> env = BattleEnv("dawn", "wild", scenario="field", turns=1)
    >>> env.reset(seed=7)
    >>> env.agent_selection, int(env.observe("red")["action_mask"].sum())
    ('red', 3)
    """

    metadata: ClassVar[dict[str, Any]] = {
        "name": "fracas_battle_v0",
        "render_modes": ["svg"],
        "is_parallelizable": False,
    }

    def __init__(
        self,
        red: Army | str,
        blue: Army | str,
        *,
        scenario: Scenario | str | None = None,
        turns: int | None = None,
        rules: Rules = DEFAULT_RULES,
        render_mode: Literal["svg"] | None = None,
    ) -> None:
        super().__init__()
        if render_mode not in (None, "svg"):
            raise InputError([("render_mode", repr(render_mode), "'svg', or None")])
        self._setup = (red, blue, scenario, turns, rules)
        self.render_mode = render_mode
        self.possible_agents = list(AGENTS)
        self._new_battle(0)
        count = len(self.battle.start.fighters)
        self._points = max(1, sum(_profile(one).value for one in self.battle.start.fighters))
        size = _OF_BATTLE + count * _OF_FIGHTER
        self._observation_space = spaces.Dict(
            {
                "observation": spaces.Box(-1.0, 1.0, (size,), np.float32),
                "action_mask": spaces.Box(0, 1, (ACTIONS,), np.int8),
            }
        )
        self._action_spaces = {agent: spaces.Discrete(ACTIONS) for agent in AGENTS}
        self._seed = 0

    def observation_space(self, agent: str) -> spaces.Space[Any]:  # noqa: ARG002 - as it is called
        """Give the space of an agent's observations: the same for both."""
        return self._observation_space

    def action_space(self, agent: str) -> spaces.Space[Any]:
        """Give the space of an agent's actions."""
        return self._action_spaces[agent]

    def reset(
        self,
        seed: int | None = None,
        options: dict[str, Any] | None = None,  # noqa: ARG002 - as it is called
    ) -> None:
        """Start a new battle: with a seed its dice, else those of the seed after the last one."""
        self._seed = self._seed + 1 if seed is None else seed
        self._new_battle(self._seed)
        self.agents = list(AGENTS)
        self.rewards = dict.fromkeys(AGENTS, 0.0)
        self._cumulative_rewards = dict.fromkeys(AGENTS, 0.0)
        self.terminations = dict.fromkeys(AGENTS, False)
        self.truncations = dict.fromkeys(AGENTS, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in AGENTS}
        self._roll_on()

    def step(self, action: int) -> None:
        """Take the choice of the agent whose decision it is, and roll until the next decision."""
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        self._cumulative_rewards[agent] = 0.0
        before = self._balance()
        self.battle.apply(int(action), side=AGENTS.index(agent))
        self._roll_on()
        gain = (self._balance() - before) / self._points
        self.rewards = {"red": gain, "blue": -gain}
        self._accumulate_rewards()

    def observe(self, agent: str) -> Observation:
        """Give what an agent sees: nothing is hidden but the order of the other's cards."""
        side = AGENTS.index(agent)
        mask = np.zeros(ACTIONS, np.int8)
        decision = self.battle.decision
        if decision is not None and decision.side == side:
            mask[list(decision.choices)] = 1
        return {"observation": self._numbers(side), "action_mask": mask}

    def render(self) -> str | None:
        """Give the table as a picture in SVG."""
        return self.battle.table.to_svg() if self.render_mode == "svg" else None

    def close(self) -> None:
        """Nothing is kept open."""

    def _new_battle(self, seed: int) -> None:
        red, blue, scenario, turns, rules = self._setup
        self.battle = Battle(red, blue, scenario=scenario, turns=turns, rules=rules, seed=seed)

    def _roll_on(self) -> None:
        while self.battle.chance is not None:
            self.battle.roll()
        decision = self.battle.decision
        if decision is None:
            self.terminations = dict.fromkeys(AGENTS, True)
            self.agent_selection = AGENTS[0]
        else:
            self.agent_selection = AGENTS[decision.side]

    def _balance(self) -> int:
        lost = self.battle.points
        return lost[1] - lost[0]

    def _numbers(self, side: int) -> NDArray[np.float32]:
        battle, decision = self.battle, self.battle.decision
        sign = 1 if side == 0 else -1
        head = [battle.turn / max(1, battle.turns), sign * self._balance() / self._points]
        head += [float(battle.phase == phase) for phase in _PHASES]
        kind = None if decision is None else decision.kind
        head += [float(kind == one) for one in _KINDS]
        who = None if decision is None else decision.fighter
        table = battle.table
        body = [
            number
            for place, fighter in enumerate(table.fighters)
            for number in _of_fighter(table, fighter, side, is_asked=place == who)
        ]
        return np.clip(np.array(head + body, np.float32), -1.0, 1.0)


def _profile(fighter: Placed) -> Profile:
    if isinstance(fighter.profile, str):
        raise InputError([("profile", repr(fighter.profile), "a Profile")])
    return fighter.profile


def _of_fighter(table: Table, fighter: Placed, side: int, *, is_asked: bool) -> list[float]:
    profile, health = _profile(fighter), fighter.health
    angle = np.deg2rad(fighter.facing)
    x, y = fighter.position
    return [
        1.0 if fighter.side == side else -1.0,
        float(health.level != "killed"),
        float(is_asked),
        x / table.width,
        y / table.depth,
        float(np.cos(angle)),
        float(np.sin(angle)),
        LEVELS.index(health.level) / (len(LEVELS) - 1),
        float(health.stunned > 0),
        profile.movement / _LONGEST,
        profile.attack / 20,
        profile.defence / 20,
        (profile.strength - profile.resilience) / 20,
        profile.value / _DEAREST,
        *(float(getattr(fighter, mark)) for mark in _MARKS),
    ]
