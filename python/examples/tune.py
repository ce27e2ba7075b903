"""Tunes a weight of an appraisal: how much more a player minds what he takes than he likes what he deals.

    python tune.py [GAMES]

The player tries a few orders in imagined worlds, in which everybody goes on by chance to the end of the next turn, and
takes the order after which `dealt - weight * taken` is best on average. Every weight plays the same seeds; the best of
them is then measured beside the plainest on seeds that nobody has tuned on.
"""

from __future__ import annotations

import random
import sys

import numpy as np

import heatray

GAME, SCENARIO, OPTIONS = "triplanes", "simple-battle", {"setup": "quick"}
WEIGHTS = [0.0, 0.5, 1.0, 2.0]
PLAINEST = 1.0
ORDERS, WORLDS = 5, 2


def worth(match: heatray.Match, seat: int, order: int, weight: float, seed: int) -> float:
    """An order's worth in an imagined world."""
    world = match.imagine(seat, seed)
    if order >= world.options(seat):
        return -np.inf
    world.choose(seat, order)
    last = world.turn + 1
    while (owing := world.owing()) is not None and world.turn <= last:
        world.answer(owing, "random", seed=seed)
    told = world.appraise(seat)
    return told["dealt"] - weight * told["taken"]


def decide(match: heatray.Match, seat: int, weight: float, dice: random.Random) -> int:
    options = match.options(seat)
    orders = dice.sample(range(options), min(options, ORDERS))
    if len(orders) == 1:
        return orders[0]
    seeds = [dice.getrandbits(60) for _ in range(WORLDS)]
    return max(orders, key=lambda order: sum(worth(match, seat, order, weight, seed) for seed in seeds))


def play(weight: float, seed: int) -> float:
    """One game against random play: 1 won, 0 lost, one half drawn. Sides change from seed to seed."""
    match, dice = heatray.Match(GAME, SCENARIO, seed=seed, options=OPTIONS, silent=True), random.Random(seed)
    own = seed % 2
    while (seat := match.owing()) is not None:
        if seat == own:
            match.choose(seat, decide(match, seat, weight, dice))
        else:
            match.answer(seat, "random", seed=seed)
    winner = match.outcome["winner"]
    return 0.5 if winner is None else float(winner == match.seats[own]["team"])


def mean(scores: np.ndarray) -> str:
    return f"{scores.mean():+.3f} ± {1.96 * scores.std() / np.sqrt(len(scores)):.3f}"


def main() -> None:
    games = int(sys.argv[1]) if len(sys.argv) > 1 else 150
    found: dict[float, np.ndarray] = {}
    for weight in WEIGHTS:
        found[weight] = np.array([play(weight, seed) for seed in range(games)])
        print(f"weight {weight}: score {mean(found[weight])} over {games} games", flush=True)
    best = max(WEIGHTS, key=lambda weight: found[weight].mean())
    if best == PLAINEST:
        print(f"{best} is best on these seeds: nothing to gain")
        return
    fresh = range(10**6, 10**6 + games)
    gain = np.array([play(best, seed) - play(PLAINEST, seed) for seed in fresh])
    print(f"weight {best} less weight {PLAINEST}, on {games} other seeds: {mean(gain)}")


main()
