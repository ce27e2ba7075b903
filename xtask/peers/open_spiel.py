"""Random play in OpenSpiel through the Python package that its registry ships: actions a second on one thread."""

import json
import random
import sys
import time

import pyspiel


def play(game, dice):
    """One game to its end; returns how many actions were taken."""
    state = game.new_initial_state()
    actions = 0
    while not state.is_terminal():
        if state.is_chance_node():
            outcomes, chances = zip(*state.chance_outcomes())
            state.apply_action(dice.choices(outcomes, chances)[0])
        elif state.is_simultaneous_node():
            choices = [dice.choice(state.legal_actions(seat)) for seat in range(game.num_players())]
            state.apply_actions(choices)
            actions += len(choices)
        else:
            state.apply_action(dice.choice(state.legal_actions()))
            actions += 1
    return actions


def main():
    seconds = float(sys.argv[1])
    found = {}
    for name in ["chess", "backgammon", "goofspiel"]:
        game, dice = pyspiel.load_game(name), random.Random(1)
        play(game, dice)
        start, actions = time.perf_counter(), 0
        while time.perf_counter() - start < seconds:
            actions += play(game, dice)
        found[name] = round(actions / (time.perf_counter() - start))
    print(json.dumps(found))


main()
