"""Orders a second from Python on one core: 1,024 simple battles in a batch, beside OpenSpiel's own Python loop.

`orders.py [ROUNDS] [SECONDS]`: round by round, everybody in turn, since only ratios of one round last on a shared
machine. The last line is JSON. Both play at random: here numpy picks an index below the number of legal orders for each match,
there Python picks one of the list, as OpenSpiel's examples do.
"""

from __future__ import annotations

import json
import random
import statistics
import sys
import time
from collections.abc import Callable

import numpy as np

import heatray

COUNT = 1024


def heatray_batch(seconds: float) -> float:
    batch, rng = heatray.Batch("triplanes", "simple-battle", COUNT, seed=1), np.random.default_rng(1)
    now = batch.now()
    orders, games, start = 0, 0, time.perf_counter()
    while (taken := time.perf_counter() - start) < seconds:
        now = batch.step(batch.random(now, rng))
        orders += COUNT
        games += int(np.count_nonzero(now.ended))
    # Whoever is quick because nothing happens would be found here: a game has some sixteen orders.
    assert games * 8 < orders < games * 40, (games, orders)
    return orders / taken


def heatray_observed(seconds: float) -> float:
    batch, rng = heatray.Batch("triplanes", "simple-battle", COUNT, seed=1), np.random.default_rng(1)
    now = batch.now()
    orders, start = 0, time.perf_counter()
    while (taken := time.perf_counter() - start) < seconds:
        seen, masks = batch.observe(), batch.masks(now)
        assert seen.shape[0] == masks.shape[0] == COUNT
        now = batch.step(batch.random(now, rng))
        orders += COUNT
    return orders / taken


def heatray_one(seconds: float) -> float:
    """A single match, stepped by itself: what a call costs."""
    dice, orders, start = random.Random(1), 0, time.perf_counter()
    match = heatray.Match("triplanes", "simple-battle", seed=1, silent=True)
    while (taken := time.perf_counter() - start) < seconds:
        seat = match.owing()
        if seat is None:
            match = heatray.Match("triplanes", "simple-battle", seed=orders, silent=True)
            continue
        match.choose(seat, dice.randrange(match.options(seat)))
        orders += 1
    return orders / taken


def open_spiel(name: str) -> Callable[[float], float]:
    import pyspiel

    game = pyspiel.load_game(name)

    def play(seconds: float) -> float:
        dice, actions, start = random.Random(1), 0, time.perf_counter()
        while (taken := time.perf_counter() - start) < seconds:
            state = game.new_initial_state()
            while not state.is_terminal():
                if state.is_chance_node():
                    outcomes, chances = zip(*state.chance_outcomes(), strict=True)
                    state.apply_action(dice.choices(outcomes, chances)[0])
                elif state.is_simultaneous_node():
                    choices = [dice.choice(state.legal_actions(seat)) for seat in range(game.num_players())]
                    state.apply_actions(choices)
                    actions += len(choices)
                else:
                    state.apply_action(dice.choice(state.legal_actions()))
                    actions += 1
        return actions / taken

    return play


def main() -> None:
    rounds = int(sys.argv[1]) if len(sys.argv) > 1 else 5
    seconds = float(sys.argv[2]) if len(sys.argv) > 2 else 3.0
    players: dict[str, Callable[[float], float]] = {
        "heatray, 1,024 simple battles": heatray_batch,
        "heatray, the same with observations and masks": heatray_observed,
        "heatray, one simple battle by itself": heatray_one,
    }
    try:
        for name in ("chess", "backgammon", "goofspiel"):
            players[f"OpenSpiel {name}, its Python loop"] = open_spiel(name)
    except ImportError:
        print("OpenSpiel: SKIPPED, open_spiel is not installed")
    figures: dict[str, list[float]] = {name: [] for name in players}
    for _ in range(rounds):
        for name, play in players.items():
            figures[name].append(play(seconds))
    ours = figures["heatray, 1,024 simple battles"]
    for name, all_of in figures.items():
        ratios = sorted(a / b for a, b in zip(ours, all_of, strict=True))
        middle = statistics.median(ratios)
        told = f"{statistics.median(all_of):>12,.0f} a second ({min(all_of):,.0f} to {max(all_of):,.0f})"
        print(f"{name:<48}{told}  batch / this {middle:.1f} ({ratios[0]:.1f} to {ratios[-1]:.1f})")
    print(json.dumps({"best": round(max(ours)), "median": round(statistics.median(ours))}))


main()
