"""PettingZoo, one agent after the other. Sealed orders that several seats owe at once are asked for one by one; the
engine keeps them sealed until the last one is given."""

from __future__ import annotations

from typing import Any

import numpy as np
from gymnasium import spaces
from gymnasium.utils import seeding
from pettingzoo import AECEnv

from heatray.envs._table import RENDER_MODES, Table


def agent_of(seat: int) -> str:
    return f"seat_{seat}"


class Aec(AECEnv[str, Any, Any]):
    """A scenario with an agent for each seat that somebody plays."""

    metadata = {"render_modes": RENDER_MODES, "is_parallelizable": False, "render_fps": 4}

    def __init__(self, game: str, scenario: str, *, render_mode: str | None = None, **setup: Any) -> None:
        super().__init__()
        self.table = Table(game, scenario, render_mode=render_mode, **setup)
        self.metadata = {**self.metadata, "name": f"heatray/{game}/{scenario}"}
        self.render_mode = render_mode
        self.possible_agents = [agent_of(seat) for seat in self.table.players]
        self.agents = self.possible_agents[:]
        self._seats = dict(zip(self.possible_agents, self.table.players, strict=True))
        self.observation_spaces = {agent: self._observation_space() for agent in self.possible_agents}
        self.action_spaces = {agent: spaces.Discrete(self.table.slots) for agent in self.possible_agents}
        self._random, _ = seeding.np_random()

    def _observation_space(self) -> spaces.Dict:
        mask = spaces.Box(0, 1, (self.table.slots,), np.int8)
        return spaces.Dict({"observation": self.table.observation_box(), "action_mask": mask})

    def observation_space(self, agent: str) -> spaces.Space[Any]:
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Space[Any]:
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        if seed is not None:
            self._random, _ = seeding.np_random(seed)
        self.table.begin(int(self._random.integers(2**63)))
        self.agents = self.possible_agents[:]
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos = {agent: {} for agent in self.agents}
        self.agent_selection = self._asked()

    def _asked(self) -> str:
        owing = self.table.match.owing()
        return self.agents[0] if owing is None else agent_of(owing)

    def observe(self, agent: str) -> dict[str, Any]:
        seat = self._seats[agent]
        return {"observation": self.table.observe(seat), "action_mask": self.table.mask(seat)}

    def step(self, action: Any) -> None:
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        self._cumulative_rewards[agent] = 0.0
        self.table.act(self._seats[agent], int(action))
        over, cut = self.table.over, self.table.cut
        for name, seat in self._seats.items():
            self.rewards[name] = self.table.reward(seat) if over else 0.0
            self.terminations[name] = over
            self.truncations[name] = cut
        self._accumulate_rewards()
        self.agent_selection = self._asked()
        if self.render_mode == "human":
            self.render()

    def render(self) -> str | None:
        return self.table.render("spectator")

    def close(self) -> None:
        pass
