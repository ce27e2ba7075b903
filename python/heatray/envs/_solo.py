"""Gymnasium: one seat of a match; the others are played by a bot, or by the game's own procedure."""

from __future__ import annotations

from typing import Any

import gymnasium
import numpy as np
import numpy.typing as npt
from gymnasium import spaces

from heatray.envs._table import RENDER_MODES, Table
from heatray.errors import Unknown

Numbers = npt.NDArray[np.float32]


class Solo(gymnasium.Env[Numbers, np.int64]):
    """A seat of a scenario: alone in solitaire scenarios, against `opponent` in the others.

    An action is the index of a legal order of the decision that is owed; `info["action_mask"]` and `action_masks()`
    tell which there are, and one beyond them counts on from the first. The reward is 1, -1 or 0 when the match is over.
    """

    metadata = {"render_modes": RENDER_MODES, "render_fps": 4}

    def __init__(
        self,
        game: str,
        scenario: str,
        *,
        seat: int | None = None,
        opponent: str = "random",
        render_mode: str | None = None,
        **setup: Any,
    ) -> None:
        self.table = Table(game, scenario, render_mode=render_mode, **setup)
        self.seat = self.table.players[0] if seat is None else seat
        if self.seat not in self.table.players:
            raise Unknown(f"seat {self.seat}: expected one of {self.table.players}")
        self.opponent = opponent
        self.render_mode = render_mode
        self.observation_space = self.table.observation_box()
        self.action_space = spaces.Discrete(self.table.slots)
        self._chance = 0

    def _go_on(self) -> None:
        """Lets the others play until this seat is asked."""
        table = self.table
        while (owing := table.match.owing()) not in (None, self.seat) and not table.cut:
            table.answer(owing, self.opponent, self._chance)

    def _told(self) -> tuple[Numbers, dict[str, Any]]:
        return self.table.observe(self.seat), {"action_mask": self.action_masks()}

    def action_masks(self) -> npt.NDArray[np.int8]:
        return self.table.mask(self.seat)

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Numbers, dict[str, Any]]:
        super().reset(seed=seed)
        self._chance = int(self.np_random.integers(2**63))
        self.table.begin(int(self.np_random.integers(2**63)))
        self._go_on()
        return self._told()

    def step(self, action: np.int64 | int) -> tuple[Numbers, float, bool, bool, dict[str, Any]]:
        table = self.table
        table.must_go_on()
        if table.match.options(self.seat) > 0:
            table.act(self.seat, int(action))
            self._go_on()
        observation, info = self._told()
        return observation, table.reward(self.seat), table.over, table.cut, info

    def render(self) -> str | None:
        return self.table.render(self.seat)
