"""The environments are what Gymnasium and PettingZoo take them for, scenario by scenario."""

from __future__ import annotations

import warnings

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env
from pettingzoo.test import api_test, parallel_api_test, parallel_seed_test, render_test, seed_test

import heatray
from heatray import envs

SCENARIOS = heatray.scenarios()
EVERY = pytest.mark.parametrize(("game", "scenario"), SCENARIOS)
envs.register()


def test_every_scenario_has_a_name() -> None:
    assert len(SCENARIOS) >= 30
    assert len(set(envs.names())) == len(SCENARIOS)
    assert set(envs.names()) <= set(gymnasium.registry)


@EVERY
def test_gymnasium_takes_it(game: str, scenario: str) -> None:
    env = gymnasium.make(envs.name_of(game, scenario), max_orders=60)
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        # What is behind the wrappers of `make` is checked, as the checker itself wishes.
        check_env(env.unwrapped)


@EVERY
def test_pettingzoo_takes_it_agent_by_agent(game: str, scenario: str) -> None:
    # Long enough to see matches end by their rules in most scenarios, and by the limit in the others.
    api_test(envs.aec(game, scenario, max_orders=400), num_cycles=60)


@EVERY
def test_pettingzoo_takes_it_all_at_once(game: str, scenario: str) -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        parallel_api_test(envs.parallel(game, scenario, max_orders=400), num_cycles=120)


@EVERY
def test_the_same_seed_gives_the_same_match(game: str, scenario: str) -> None:
    seed_test(lambda: envs.aec(game, scenario), num_cycles=30)
    parallel_seed_test(lambda: envs.parallel(game, scenario), num_cycles=30)


@EVERY
def test_it_is_shown_in_words(game: str, scenario: str) -> None:
    render_test(lambda **mode: envs.aec(game, scenario, **mode))
    env = envs.parallel(game, scenario, render_mode="ansi")
    env.reset(seed=1)
    assert scenario in env.render()


def play(env: object, rng: np.random.Generator) -> dict[str, float]:
    """A whole match by chance; what it was worth to whom."""
    sums = dict.fromkeys(env.possible_agents, 0.0)
    env.reset(seed=5)
    for agent in env.agent_iter():
        observation, reward, over, cut, _ = env.last()
        sums[agent] += reward
        action = None if over or cut else int(rng.choice(np.flatnonzero(observation["action_mask"])))
        env.step(action)
    return sums


@pytest.mark.parametrize("scenario", ["simple-battle", "bring-proof"])
def test_what_one_side_wins_the_other_loses(scenario: str) -> None:
    env = envs.aec("triplanes", scenario)
    ends = [tuple(play(env, np.random.default_rng(n)).values()) for n in range(20)]
    assert set(ends) <= {(1.0, -1.0), (-1.0, 1.0), (0.0, 0.0)}
    assert len(set(ends)) > 1


def test_parallel_and_one_by_one_are_the_same_match() -> None:
    """First actions everywhere: sealed orders lead to the same state in whatever way they are asked for."""
    one, all_at_once = envs.aec("triplanes", "simple-battle"), envs.parallel("triplanes", "simple-battle")
    one.reset(seed=3)
    all_at_once.reset(seed=3)
    for _ in range(8):
        if one.table.over:
            break
        for _ in one.table.match.waiting:
            one.step(0)
        all_at_once.step(dict.fromkeys(all_at_once.agents, 0))
        assert one.table.match.hash == all_at_once.table.match.hash


def test_a_match_that_takes_too_long_is_cut_short() -> None:
    env = envs.solo("worlds", "core", max_orders=5)
    env.reset(seed=1)
    ends = [env.step(0)[2:4] for _ in range(5)]
    assert ends == [(False, False)] * 4 + [(False, True)]


def test_a_step_behind_the_end_is_refused_in_words() -> None:
    cut, over = "cut short after 5 orders: expected reset", "the match is over: expected reset"
    solo = envs.solo("worlds", "core", max_orders=5)
    solo.reset(seed=1)
    for _ in range(5):
        solo.step(0)
    before = solo.table.match.hash
    with pytest.raises(heatray.NothingOwed, match=cut):
        solo.step(0)
    assert solo.table.match.hash == before
    solo.reset(seed=1)
    assert not solo.step(0)[3]

    both = envs.parallel("triplanes", "simple-battle")
    both.reset(seed=5)
    while both.agents:
        both.step({agent: 0 for agent in both.agents})
    with pytest.raises(heatray.NothingOwed, match=over):
        both.step({"seat_0": 0})

    each = envs.aec("triplanes", "simple-battle")
    play(each, np.random.default_rng(1))
    with pytest.raises(heatray.NothingOwed, match=over):
        each.step(0)


def test_the_other_side_is_played_by_whom_one_likes() -> None:
    env = envs.solo("triplanes", "simple-battle", seat=1, opponent="cadet")
    _, info = env.reset(seed=2)
    over = False
    while not over:
        legal = np.flatnonzero(info["action_mask"])
        _, reward, over, cut, info = env.step(int(legal[0]))
        assert not cut
    assert reward in (-1.0, 0.0, 1.0)
    with pytest.raises(heatray.Unknown, match="kasparov"):
        envs.solo("triplanes", "simple-battle", seat=1, opponent="kasparov").reset(seed=2)
    with pytest.raises(heatray.Unknown, match="seat 7"):
        envs.solo("triplanes", "simple-battle", seat=7)


def test_an_action_beyond_the_options_counts_on_from_the_first() -> None:
    hashes = set()
    for action in (1, None):
        env = envs.solo("victory", "dogfight")
        env.reset(seed=4)
        options = env.table.match.options(0)
        env.step(action if action is not None else options + 1)
        hashes.add(env.table.match.hash)
    assert len(hashes) == 1
