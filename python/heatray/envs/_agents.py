"""What PettingZoo's two kinds of environments have in common."""

from __future__ import annotations

from typing import Any

import numpy as np
from gymnasium import spaces
from gymnasium.utils import seeding

from heatray.envs._table import RENDER_MODES, Table


def agent_of(seat: int) -> str:
    return f"seat_{seat}"


class Agents:
    """An agent for each seat that somebody plays, with its spaces and its chance."""

    metadata: dict[str, Any] = {"render_modes": RENDER_MODES, "render_fps": 4}

    def _sit_down(self, game: str, scenario: str, render_mode: str | None, setup: dict[str, Any]) -> None:
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

    def _begin(self, seed: int | None) -> None:
        """Without a seed one match follows the other by the chance of the last seed."""
        if seed is not None:
            self._random, _ = seeding.np_random(seed)
        self.table.begin(int(self._random.integers(2**63)))
        self.agents = self.possible_agents[:]

    def observe(self, agent: str) -> dict[str, Any]:
        seat = self._seats[agent]
        return {"observation": self.table.observe(seat), "action_mask": self.table.mask(seat)}

    def render(self) -> str | None:
        return self.table.render("spectator")

    def close(self) -> None:
        pass
