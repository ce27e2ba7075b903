"""Trains a small policy against random play, and measures it on other seeds.

    python train.py [GAME SCENARIO] [ROUNDS] [GAMES]

The policy is a row of weights: it gives each legal order the sum of its features' weights, and picks by chance in
proportion to the exponential of that. Weights go up for what was ordered in games that were won (REINFORCE, with the
mean as baseline).
"""

from __future__ import annotations

import sys

import numpy as np

import heatray

COUNT, SLOTS, FEATURES, GAMES = 64, 24, 192, 2000
RATE, DECAY = 0.25, 0.98


class Policy:
    def __init__(self, seed: int) -> None:
        self.weights = np.zeros(FEATURES, np.float32)
        self._square = np.full(FEATURES, 1e-4, np.float32)
        self._rng = np.random.default_rng(seed)

    def choose(self, orders: np.ndarray, mask: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        """An action for each match, and how much more of each feature it has than the orders on average."""
        worth = np.where(mask, orders @ self.weights, -np.inf)
        chances = np.exp(worth - worth.max(axis=1, keepdims=True))
        chances /= chances.sum(axis=1, keepdims=True)
        sums = chances.cumsum(axis=1)
        actions = (sums < self._rng.random((len(mask), 1))).sum(axis=1)
        actions = np.minimum(actions, mask.sum(axis=1) - 1)
        taken = orders[np.arange(len(mask)), actions]
        return actions, taken - np.einsum("ns,nsf->nf", chances, orders)

    def learn(self, gradient: np.ndarray) -> None:
        self._square = DECAY * self._square + (1 - DECAY) * gradient**2
        self.weights += RATE * gradient / np.sqrt(self._square)


def play(game: str, scenario: str, policy: Policy, seed: int, games: int, learns: bool) -> np.ndarray:
    """What games were worth to seat 0, which the policy plays."""
    batch = heatray.Batch(game, scenario, COUNT, seed=seed, slots=SLOTS, bots=rivals(game, scenario))
    now, worth = batch.now(), []
    traces = np.zeros((COUNT, FEATURES), np.float32)
    gradient, mean, ended = np.zeros(FEATURES, np.float32), 0.0, 0
    while len(worth) < games:
        actions, more = policy.choose(batch.options(FEATURES), batch.masks(now))
        traces += more
        now = batch.step(actions)
        for n in np.flatnonzero(now.ended):
            reward = float(now.rewards[n, 0])
            gradient += (reward - mean) * traces[n]
            mean += 0.01 * (reward - mean)
            worth.append(reward)
            traces[n] = 0
            ended += 1
        if learns and ended >= COUNT:
            policy.learn(gradient / ended)
            gradient, ended = np.zeros(FEATURES, np.float32), 0
    return np.array(worth)


def rivals(game: str, scenario: str) -> dict[int, str]:
    match = heatray.Match(game, scenario)
    return {seat["id"]: "random" for seat in match.seats if seat["id"] != 0 and not match.plays_itself(seat["id"])}


def told(name: str, worth: np.ndarray) -> float:
    won, error = (worth > 0).mean(), 1.96 * worth.std() / np.sqrt(len(worth))
    print(
        f"{name:<10} score {worth.mean():+.3f} ± {error:.3f}, won {100 * won:.1f} % of {len(worth)} games", flush=True
    )
    return float(worth.mean() - error)


def main() -> None:
    game, scenario = sys.argv[1:3] if len(sys.argv) > 2 else ("triplanes", "simple-battle")
    rounds = int(sys.argv[3]) if len(sys.argv) > 3 else 10
    games = int(sys.argv[4]) if len(sys.argv) > 4 else GAMES
    policy = Policy(seed=1)
    chance = play(game, scenario, policy, seed=1, games=games, learns=False)
    told("random", chance)
    for n in range(rounds):
        told(f"round {n + 1}", play(game, scenario, policy, seed=100 + n, games=games, learns=True))
    trained = play(game, scenario, policy, seed=1, games=games, learns=False)
    if told("trained", trained) <= chance.mean() + 1.96 * chance.std() / np.sqrt(len(chance)):
        sys.exit("the policy is not surely better than random play")


main()
