"""Run by an interpreter in whose environment pip has put the package: one match of each game to its end, and back from its log."""

import heatray

first = {game: scenario for game, scenario in reversed(heatray.scenarios())}
for game, scenario in first.items():
    match = heatray.Match(game, scenario, seed=1)
    while (seat := match.owing()) is not None:
        match.answer(seat, "random", seed=3)
    again = heatray.Match.from_log(match.log("umpire"))
    assert match.outcome is not None and again.hash == match.hash, f"{game} {scenario}: {again.hash}, {match.hash}"
    print(f"{game} {scenario}: {match.orders} orders, {match.hash}")
