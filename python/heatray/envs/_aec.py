"""PettingZoo, one agent after the other. Sealed orders that several seats owe at once are asked for one by one; the
engine keeps them sealed until the last one is given."""

from __future__ import annotations

from typing import Any

from pettingzoo import AECEnv

from heatray.envs._agents import Agents, agent_of


class Aec(Agents, AECEnv[str, Any, Any]):
    """A scenario with an agent for each seat that somebody plays."""

    metadata = {**Agents.metadata, "is_parallelizable": False}

    def __init__(self, game: str, scenario: str, *, render_mode: str | None = None, **setup: Any) -> None:
        super().__init__()
        self._sit_down(game, scenario, render_mode, setup)

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        self._begin(seed)
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos = {agent: {} for agent in self.agents}
        self.agent_selection = self._asked()

    def _asked(self) -> str:
        owing = self.table.match.owing()
        return self.agents[0] if owing is None else agent_of(owing)

    def step(self, action: Any) -> None:
        if not self.agents:
            # All have been told of the end.
            self.table.must_go_on()
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
