"""PettingZoo, all agents at once: those who owe an order give it, the others wait with action 0."""

from __future__ import annotations

from typing import Any

from pettingzoo import ParallelEnv

from heatray.envs._agents import Agents


class Parallel(Agents, ParallelEnv[str, Any, Any]):
    """A scenario with an agent for each seat that somebody plays.

    Orders are given in the order of the seats. A decision that the order of a seat before has taken away or made
    another one is asked again in the next step: its action goes nowhere.
    """

    def __init__(self, game: str, scenario: str, *, render_mode: str | None = None, **setup: Any) -> None:
        self._sit_down(game, scenario, render_mode, setup)

    def reset(
        self, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[dict[str, Any], dict[str, Any]]:
        self._begin(seed)
        return {agent: self.observe(agent) for agent in self.agents}, {agent: {} for agent in self.agents}

    def step(
        self, actions: dict[str, Any]
    ) -> tuple[dict[str, Any], dict[str, float], dict[str, bool], dict[str, bool], dict[str, Any]]:
        table = self.table
        table.must_go_on()
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
            {agent: self.observe(agent) for agent in self.agents},
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
