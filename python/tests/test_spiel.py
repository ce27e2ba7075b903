"""OpenSpiel's way of playing."""

from __future__ import annotations

import random

import pytest

import heatray
from heatray import spiel


@pytest.mark.parametrize(
    ("game", "scenario"), [("triplanes", "simple-battle"), ("worlds", "core"), ("victory", "dogfight")]
)
def test_a_random_player_comes_to_the_end(game: str, scenario: str) -> None:
    of, dice = spiel.Game(game, scenario), random.Random(1)
    state = of.new_initial_state(seed=3)
    steps = 0
    while not state.is_terminal():
        actions = state.legal_actions()
        assert actions and not state.is_chance_node() and not state.is_simultaneous_node()
        player = state.current_player()
        assert state.action_to_string(player, actions[-1])
        copy = state.clone()
        copy.apply_action(actions[0])
        assert state.match.orders == steps, "a clone is a match of its own"
        state.apply_action(dice.choice(actions))
        steps += 1
    assert state.current_player() == spiel.TERMINAL and state.legal_actions() == []
    with pytest.raises(heatray.NothingOwed, match="over"):
        state.apply_action(0)
    assert len(state.returns()) == of.num_players() and set(state.returns()) <= {-1.0, 0.0, 1.0}
    assert sum(state.returns()) == 0 or of.num_players() == 1


def test_another_world_looks_the_same() -> None:
    state = spiel.Game("triplanes", "simple-battle").new_initial_state(seed=3)
    state.apply_action(5)
    player = state.current_player()
    other = state.resample_from_infostate(player, lambda: 0.25)
    assert other.observation_string(player) == state.observation_string(player)
    assert (other.observation_tensor(player) == heatray.observe(state.match, player)).all()
    assert other.match.hash != state.match.hash
    assert other.observation_tensor(player).shape == (state.get_game().observation_tensor_shape()[0],)
