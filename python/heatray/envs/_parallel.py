"""PettingZoo, all agents at once: those who owe an order give it, the others wait with action 0."""

from __future__ import annotations

from typing import Any

import numpy as np
from gymnasium import spaces
from gymnasium.utils import seeding
from pettingzoo import ParallelEnv

from heatray.envs._aec import agent_of
from heatray.envs._table import RENDER_MODES, Table


class Parallel(ParallelEnv[str, Any, Any]):
    """A scenario with an agent for each seat that somebody plays.

    Orders are given in the order of the seats. A decision that the order of a seat before has taken away or made
    another one is asked again in the next step: its action goes nowhere.
    """

    metadata = {"render_modes": RENDER_MODES, "render_fps": 4}

    def __init__(self, game: str, scenario: str, *, render_mode: str | None = None, **setup: Any) -> None:
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

    def _observations(self) -> dict[str, Any]:
        of = self.table
        return {
            agent: {"observation": of.observe(seat), "action_mask": of.mask(seat)}
            for agent, seat in self._seats.items()
        }

    def reset(
        self, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[dict[str, Any], dict[str, Any]]:
        if seed is not None:
            self._random, _ = seeding.np_random(seed)
        self.table.begin(int(self._random.integers(2**63)))
        self.agents = self.possible_agents[:]
        return self._observations(), {agent: {} for agent in self.agents}

    def step(
        self, actions: dict[str, Any]
    ) -> tuple[dict[str, Any], dict[str, float], dict[str, bool], dict[str, bool], dict[str, Any]]:
        table = self.table
        asked = {seat: table.match.ask(seat) for seat in table.match.waiting}
        for agent, seat in self._seats.items():
            meant = asked.get(seat)
            if meant is None or agent not in actions or table.over:
                continue
            # Alone at the table nobody can have come between.
            if len(asked) > 1 and table.match.ask(seat) != meant:
                continue
            table.act(seat, int(actions[agent]))
        over, cut = table.over, table.cut
        told = (
            self._observations(),
            {agent: table.reward(seat) if over else 0.0 for agent, seat in self._seats.items()},
            dict.fromkeys(self.agents, over),
            dict.fromkeys(self.agents, cut),
            {agent: {} for agent in self.agents},
        )
        if over or cut:
            self.agents = []
        if self.render_mode == "human":
            self.render()
        return told

    def render(self) -> str | None:
        return self.table.render("spectator")

    def close(self) -> None:
        pass
