"""What the environments have in common: a match, the numbers that its seats see, and slots for what they may order."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np
import numpy.typing as npt
from gymnasium import spaces

from heatray import games
from heatray._heatray import Match
from heatray.batch import FEATURES, MAX_ORDERS, SLOTS, observe
from heatray.errors import NothingOwed

LARGEST = 8.0
"""No number of an observation is larger."""

RENDER_MODES = ["human", "ansi"]


def option_of(action: int, options: int, slots: int) -> int:
    """The option that an action stands for. One beyond the options counts on from the first: every action is legal."""
    shown = min(options, slots)
    action = int(action) % shown
    return action if options <= slots else action * options // slots


class Table:
    """A match that environments play."""

    def __init__(
        self,
        game: str,
        scenario: str,
        *,
        variant: str | None = None,
        options: Mapping[str, str] | None = None,
        slots: int = SLOTS,
        features: int = FEATURES,
        max_orders: int = MAX_ORDERS,
        render_mode: str | None = None,
    ) -> None:
        if render_mode is not None and render_mode not in RENDER_MODES:
            raise ValueError(f"render_mode: expected one of {RENDER_MODES}, found {render_mode!r}")
        self.game, self.scenario = game, scenario
        self.variant, self.setup = variant, dict(options or {})
        self.slots, self.features, self.max_orders = slots, features, max_orders
        self.render_mode = render_mode
        self.match = self._new(0)
        self.teams = [seat["team"] for seat in self.match.seats]
        self.players = [seat["id"] for seat in self.match.seats if not self.match.plays_itself(seat["id"])]
        self.orders = 0
        self._told = 0

    def _new(self, seed: int) -> Match:
        # Events are only kept where somebody reads them.
        silent = self.render_mode is None
        return Match(
            self.game,
            self.scenario,
            seed=seed,
            variant=self.variant,
            options=self.setup,
            silent=silent,
        )

    def begin(self, seed: int) -> None:
        self.match = self._new(seed)
        self.orders = self._told = 0

    @property
    def over(self) -> bool:
        return self.match.owing() is None

    @property
    def cut(self) -> bool:
        """Too many orders: the match is cut short."""
        return not self.over and self.orders >= self.max_orders

    def must_go_on(self) -> None:
        """Raises what is raised when somebody steps in a match that is over."""
        if self.over or self.cut:
            how = "over" if self.over else f"cut short after {self.orders} orders"
            raise NothingOwed(f"the match is {how}: expected reset() before the next step()")

    def act(self, seat: int, action: int) -> None:
        options = self.match.options(seat)
        self.match.choose(seat, option_of(action, options, self.slots))
        self.orders += 1

    def answer(self, seat: int, bot: str, seed: int) -> None:
        self.match.answer(seat, bot, seed=seed)
        self.orders += 1

    def mask(self, seat: int) -> npt.NDArray[np.int8]:
        """Who owes nothing can only wait, which is action 0."""
        mask = np.zeros(self.slots, dtype=np.int8)
        mask[: max(1, min(self.match.options(seat), self.slots))] = 1
        return mask

    def observe(self, seat: int) -> npt.NDArray[np.float32]:
        return observe(self.match, seat, self.features)

    def reward(self, seat: int) -> float:
        """What the match was worth to a seat: 1 won, -1 lost, 0 drawn or not over."""
        outcome = self.match.outcome
        if outcome is None or outcome["winner"] is None:
            return 0.0
        return 1.0 if outcome["winner"] == self.teams[seat] else -1.0

    def observation_box(self) -> spaces.Box:
        return spaces.Box(-LARGEST, LARGEST, (self.features,), np.float32)

    def words(self, who: int | str) -> str:
        """The table in words, as a viewer may know it, with what has happened since somebody asked last."""
        title = next(game["title"] for game in games() if game["game"] == self.game)
        lines = [f"{title}, {self.scenario}, turn {self.match.turn}"]
        for goal in self.match.goals(who):
            state = f" ({goal['state']})" if goal["state"] else ""
            lines.append(f"- {goal['team'] or 'All'}: {goal['text']}{state}")
        events = self.match.events(who, self._told)
        self._told += len(events)
        lines += [event["text"] for event in events]
        outcome = self.match.outcome
        if outcome is not None:
            lines.append(f"Over: {outcome['winner_name'] or 'nobody'} won ({outcome['how']})")
        else:
            names = {seat["id"]: seat["name"] for seat in self.match.seats}
            lines.append("Deciding: " + ", ".join(names[seat] for seat in self.match.waiting))
        return "\n".join(lines) + "\n"

    def render(self, who: int | str) -> str | None:
        if self.render_mode is None:
            return None
        words = self.words(who)
        if self.render_mode == "ansi":
            return words
        print(words)
        return None
