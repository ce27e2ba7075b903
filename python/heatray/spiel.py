"""A match with the method names of OpenSpiel, for algorithms that are written against its Python interface.

Nothing of OpenSpiel is needed. Chance is inside the match: there are no chance nodes, and two copies of one state that
are given the same orders roll the same dice. `resample_from_infostate` is the way to another future: an imagined world.
"""

from __future__ import annotations

import random
from collections.abc import Mapping

import numpy as np
import numpy.typing as npt

from heatray._heatray import Match
from heatray.batch import FEATURES, observe
from heatray.errors import NothingOwed

TERMINAL = -4
"""What `current_player` says of a match that is over, as in OpenSpiel."""


class Game:
    """A scenario."""

    def __init__(
        self,
        game: str,
        scenario: str,
        *,
        variant: str | None = None,
        options: Mapping[str, str] | None = None,
        features: int = FEATURES,
    ) -> None:
        self.game, self.scenario, self.features = game, scenario, features
        self._variant, self._options = variant, dict(options or {})
        self._seats = self._match(0).seats

    def _match(self, seed: int) -> Match:
        return Match(self.game, self.scenario, seed=seed, variant=self._variant, options=self._options, silent=True)

    def new_initial_state(self, seed: int | None = None) -> State:
        return State(self, self._match(random.getrandbits(63) if seed is None else seed))

    def num_players(self) -> int:
        return len(self._seats)

    def min_utility(self) -> float:
        return -1.0

    def max_utility(self) -> float:
        return 1.0

    def observation_tensor_shape(self) -> list[int]:
        return [self.features]


class State:
    """A match as it stands. Sealed orders are asked for one seat after the other."""

    def __init__(self, game: Game, match: Match) -> None:
        self._game, self.match = game, match

    def get_game(self) -> Game:
        return self._game

    def current_player(self) -> int:
        owing = self.match.owing()
        return TERMINAL if owing is None else owing

    def is_terminal(self) -> bool:
        return self.match.owing() is None

    def is_chance_node(self) -> bool:
        return False

    def is_simultaneous_node(self) -> bool:
        return False

    def legal_actions(self, player: int | None = None) -> list[int]:
        player = self.current_player() if player is None else player
        return [] if player < 0 else list(range(self.match.options(player)))

    def action_to_string(self, player: int, action: int) -> str:
        return self.match.option_text(player, action)

    def apply_action(self, action: int) -> None:
        if self.is_terminal():
            raise NothingOwed("the match is over: nobody is asked any more")
        self.match.choose(self.current_player(), action)

    def returns(self) -> list[float]:
        outcome = self.match.outcome
        winner = outcome["winner"] if outcome else None
        teams = [seat["team"] for seat in self.match.seats]
        return [0.0 if winner is None else 1.0 if team == winner else -1.0 for team in teams]

    def player_return(self, player: int) -> float:
        return self.returns()[player]

    def observation_string(self, player: int) -> str:
        return self.match.view_text(player)

    def observation_tensor(self, player: int) -> npt.NDArray[np.float32]:
        return observe(self.match, player, self._game.features)

    def clone(self) -> State:
        return State(self._game, self.match.copy())

    def resample_from_infostate(self, player: int, sampler: object = None) -> State:
        """A state that this player can not tell from this one; `sampler()` gives a number from 0 to below 1."""
        chance = sampler() if callable(sampler) else random.random()
        return State(self._game, self.match.imagine(player, int(chance * 2**53)))
