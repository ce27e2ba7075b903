"""Many matches that are stepped together, and what seats see as numbers."""

from __future__ import annotations

import os
from collections.abc import Mapping
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from heatray import _heatray
from heatray.errors import Unknown

FEATURES = 512
"""How many numbers an observation has, unless somebody asks for others."""

SLOTS = 128
"""How many actions there are. Where a decision has more options, they are samples at even distances."""

MAX_ORDERS = 20_000
"""A match with more orders is cut short."""

ANY = -1
"""The action that leaves an order to chance."""

Floats = npt.NDArray[np.float32]


class Step(NamedTuple):
    """Where the matches of a batch stand."""

    seat: npt.NDArray[np.int8]
    """Whose decision is owed; -1 where a match is over and none follows."""
    options: npt.NDArray[np.int32]
    """How many legal orders answer it, also beyond the slots."""
    ended: npt.NDArray[np.uint8]
    """1 where the last step ended a match, 2 where it was cut short. The next one has begun then."""
    rewards: Floats
    """What the match that has ended was worth, match by seat: 1 won, -1 lost, 0 drawn, cut short or not over."""


class Batch:
    """`count` matches of one set-up, of which one after the other begins anew when it is over.

    An action is the index of a legal order of the decision that is owed; -1 leaves it to chance. `bots` plays seats by
    itself: `{1: "greedy"}`. With `again=False` a match that is over stays. The matches are those of `heatray lab run`:
    the same seed and the same players give the same games.
    """

    def __init__(
        self,
        game: str,
        scenario: str,
        count: int,
        *,
        seed: int = 1,
        variant: str | None = None,
        options: Mapping[str, str] | None = None,
        slots: int = SLOTS,
        max_orders: int = MAX_ORDERS,
        again: bool = True,
        bots: Mapping[int, str] | None = None,
        threads: int = 1,
    ) -> None:
        if bots is not None and not isinstance(bots, Mapping):
            raise Unknown(f"bots: expected names by seat, as {{1: 'greedy'}}, found {bots!r}")
        self._inner = _heatray.Batch(
            game,
            scenario,
            count=count,
            seed=seed,
            variant=variant,
            options=dict(options or {}),
            slots=slots,
            max_orders=max_orders,
            again=again,
            bots=list((bots or {}).items()),
            threads=threads,
        )
        self.count = count
        self._home = os.getpid() if threads != 1 else None
        self.slots = slots
        self.seats: list[dict[str, Any]] = self._inner.seats
        self._indices = np.arange(slots, dtype=np.int32)

    def _told(self, told: tuple[bytearray, bytearray, bytearray, bytearray]) -> Step:
        seat, options, ended, rewards = told
        return Step(
            np.frombuffer(seat, np.int8),
            np.frombuffer(options, np.int32),
            np.frombuffer(ended, np.uint8),
            np.frombuffer(rewards, np.float32).reshape(self.count, len(self.seats)),
        )

    def now(self) -> Step:
        """Where the matches stand."""
        self._check_home()
        return self._told(self._inner.now())

    def step(self, actions: npt.ArrayLike) -> Step:
        """Gives an order in each match; an action that is not there is raised, and nothing happens then."""
        given = np.asarray(actions)
        if given.dtype.kind not in "iu":
            raise TypeError(f"actions: expected whole numbers, found {given.dtype}")
        if given.shape != (self.count,):
            raise Unknown(f"actions: expected {self.count} in a row, found the shape {given.shape}")
        limits = np.iinfo(np.int32)
        for wrong in given[(given < limits.min) | (given > limits.max)]:
            raise Unknown(f"actions: there is no action {wrong}")
        self._check_home()
        return self._told(self._inner.step(np.ascontiguousarray(given, dtype=np.int32).tobytes()))

    def _check_home(self) -> None:
        """Threads stay behind where a process is forked: whoever waited for them would wait for ever."""
        if self._home is not None and self._home != os.getpid():
            raise RuntimeError("a batch with threads belongs to the process that made it: make one behind the fork")

    def masks(self, now: Step) -> npt.NDArray[np.bool_]:
        """Which actions are legal, match by slot."""
        return self._indices < now.options[:, None]

    def random(self, now: Step, rng: np.random.Generator) -> npt.NDArray[np.int32]:
        """A legal action for each match, each as likely as the others."""
        shown = np.minimum(now.options, self.slots)
        return (rng.random(self.count, dtype=np.float32) * shown).astype(np.int32)

    def observe(self, seat: int | None = None, features: int = FEATURES) -> Floats:
        """What each match looks like to a seat, or to the one that is asked there: match by feature."""
        self._check_home()
        return np.frombuffer(self._inner.observe(features, seat), np.float32).reshape(self.count, features)

    def options(self, features: int = FEATURES) -> Floats:
        """The legal orders as numbers: match by slot by feature. Slots beyond the options are zeros."""
        self._check_home()
        rows = np.frombuffer(self._inner.options(features), np.float32)
        return rows.reshape(self.count, self.slots, features)

    def indices(self) -> list[int]:
        """The number of each match's game, as the lab counts them."""
        return self._inner.indices()

    def hashes(self) -> list[str]:
        """The hash of each match's state."""
        return self._inner.hashes()

    def match(self, n: int) -> _heatray.Match:
        """One of the matches as it stands, as a copy."""
        return self._inner.copy(n)


def encode(value: Any, features: int = FEATURES) -> Floats:
    """Any value that JSON can say as so many numbers: what is done with a view."""
    return np.frombuffer(_heatray.encode(value, features), np.float32)


def observe(match: _heatray.Match, who: int | str, features: int = FEATURES) -> Floats:
    """What a viewer sees, and what he is asked, as so many numbers."""
    return np.frombuffer(match.observation(who, features), np.float32)


def option_features(match: _heatray.Match, seat: int, slots: int = SLOTS, features: int = FEATURES) -> Floats:
    """The orders that answer the decision that a seat owes, slot by feature."""
    rows = np.frombuffer(match.option_features(seat, slots, features), np.float32)
    return rows.reshape(slots, features)
