# %% [markdown]
# How fair a scenario looks to players of different strength: who wins, with intervals, as a table and as a picture.
# Runs as a script, or cell by cell in a notebook: `python balance.py [GAME SCENARIO] [GAMES] [FILE.svg]`.

# %%
from __future__ import annotations

import sys

from heatray import lab

words = sys.argv[1:]
game, scenario = words[:2] if len(words) >= 2 else ("triplanes", "bring-proof")
games = int(words[2]) if len(words) > 2 else 200
file = words[3] if len(words) > 3 else "balance.svg"
players = ["random", "cadet", "greedy"]

# %% What is played: each bot against itself, on the same seeds.
found = {}
for player in players:
    report = lab.balance(game, scenario, bots=[player], games=games, seed=1)
    found[player] = report["scenarios"][0]

# %% As a table.
first = found[players[0]]["first"]
print(f"{game} {scenario}: how often {first} win, a draw half a win, with intervals at 95 %")
for player, one in found.items():
    fair = "outside of 35 to 65" + (", surely" if one["surely"] else "") if one["outside"] else "fair"
    print(
        f"{player:<8} {one['score']:.2f} ({one['low']:.2f} to {one['high']:.2f}), turns {one['turns']['mean']:.1f}, {fair}"
    )

# %% As a picture: a line for each player, its interval, and the band that is called fair.
WIDTH, LEFT, LINE = 640, 110, 44


def x(score: float) -> float:
    return LEFT + score * (WIDTH - LEFT - 30)


height = 60 + LINE * len(players)
drawn = [
    f'<svg xmlns="http://www.w3.org/2000/svg" width="{WIDTH}" height="{height}" font-family="sans-serif" font-size="13">',
    f'<rect width="{WIDTH}" height="{height}" fill="#fff"/>',
    f'<rect x="{x(0.35):.1f}" y="30" width="{x(0.65) - x(0.35):.1f}" height="{LINE * len(players)}" fill="#e3efe3"/>',
    f'<text x="{LEFT}" y="20">{scenario}: score of {first}, {games} games each, 95 %</text>',
]
for n, (player, one) in enumerate(found.items()):
    y = 30 + LINE * n + LINE / 2
    drawn += [
        f'<text x="12" y="{y + 5:.1f}">{player}</text>',
        f'<line x1="{x(one["low"]):.1f}" x2="{x(one["high"]):.1f}" y1="{y}" y2="{y}" stroke="#456" stroke-width="3"/>',
        f'<circle cx="{x(one["score"]):.1f}" cy="{y}" r="6" fill="#a33"/>',
    ]
for score in (0, 0.25, 0.5, 0.75, 1):
    drawn.append(f'<text x="{x(score):.1f}" y="{height - 10}" text-anchor="middle">{score}</text>')
drawn.append("</svg>")
with open(file, "w", encoding="utf-8") as out:
    out.write("\n".join(drawn) + "\n")
print(f"written: {file}")
