"""The environment for agents: PettingZoo's own tests, masks, rewards, errors."""

from __future__ import annotations

import warnings
from typing import Any

import numpy as np
import pytest

pytest.importorskip("pettingzoo")

from pettingzoo.test import api_test, seed_test

from fracas import IllegalChoice, InputError
from fracas.envs import ACTIONS, AGENTS, BattleEnv


def small(**options: Any) -> BattleEnv:
    return BattleEnv("dawn", "wild", scenario="field", turns=1, **options)


def test_it_passes_the_tests_of_the_interface() -> None:
    with warnings.catch_warnings():
        # Observations are flat numbers beside a mask, which it finds unusual.
        warnings.simplefilter("ignore", UserWarning)
        api_test(small(), num_cycles=300)


def test_a_seed_gives_the_same_battle() -> None:
    seed_test(small, num_cycles=30)


def play(env: BattleEnv, seed: int) -> tuple[list[int], dict[str, float]]:
    """Take the first open action everywhere; give the actions and the sums of the rewards."""
    env.reset(seed=seed)
    taken: list[int] = []
    sums = dict.fromkeys(AGENTS, 0.0)
    while env.agents and not all(env.terminations.values()):
        mask = env.observe(env.agent_selection)["action_mask"]
        choices = np.flatnonzero(mask)
        assert len(choices) >= 2
        assert tuple(choices) == env.battle.choices()
        taken.append(int(choices[0]))
        env.step(taken[-1])
        for agent in AGENTS:
            sums[agent] += env.rewards[agent]
    return taken, sums


def test_rewards_are_the_points_and_add_up_to_zero() -> None:
    env = small()
    _, sums = play(env, 3)
    lost = env.battle.points
    values = [one.profile for one in env.battle.start.fighters]
    total = sum(profile.value for profile in values if not isinstance(profile, str))
    assert sums["red"] == pytest.approx((lost[1] - lost[0]) / total)
    assert sums["blue"] == -sums["red"]


def test_observations_are_within_their_space_and_see_both_sides_alike() -> None:
    env = small()
    env.reset(seed=1)
    for agent in AGENTS:
        assert env.observation_space(agent).contains(env.observe(agent))
    assert env.observe("blue")["action_mask"].sum() == 0
    assert env.observe("red")["action_mask"].shape == (ACTIONS,)


def test_an_action_that_is_not_open_is_refused_and_changes_nothing() -> None:
    env = small()
    env.reset(seed=1)
    before = len(env.battle)
    with pytest.raises(IllegalChoice):
        env.step(ACTIONS - 1)
    assert len(env.battle) == before
    with pytest.raises(InputError, match="render_mode"):
        small(render_mode="ascii")


def test_it_draws_the_table() -> None:
    env = small(render_mode="svg")
    env.reset(seed=1)
    picture = env.render()
    assert picture is not None
    assert picture.startswith("<svg")
