"""How a batch of the lab scales: one thread, two, and Ray clusters of one and two nodes with a core each, in turn.

`cluster.py [ROUNDS] [SECONDS]`. A batch has as many games as one thread plays in so many seconds. All nodes are on this
machine: it shows what Ray costs, not what a network costs. Whatever hangs is ended, and says where, when it has taken ten times
as long as one thread would.
"""

from __future__ import annotations

import faulthandler
import statistics
import sys

import ray
from ray.cluster_utils import Cluster

from heatray import lab

rounds = int(sys.argv[1]) if len(sys.argv) > 1 else 3
seconds = float(sys.argv[2]) if len(sys.argv) > 2 else 10.0
PLAYERS = dict(bots=["greedy", "cadet"], options={"setup": "quick"}, seed=1)
SAMPLE = 20
# Starting a cluster, and looking for a node that comes or goes, in seconds.
STARTS = 120


def bounded(most: float) -> None:
    """From here on so many seconds are enough."""
    faulthandler.dump_traceback_later(most, exit=True)


def played(games: int, **how: object) -> tuple[float, str]:
    report = lab.run("triplanes", "simple-battle", games=games, **PLAYERS, **how)
    return report["seconds"], report["hash"]


bounded(STARTS)
cluster = Cluster(initialize_head=True, head_node_args={"num_cpus": 1, "include_dashboard": False})
ray.init(address=cluster.address, log_to_driver=False)
took, _ = played(SAMPLE)
games = max(SAMPLE, int(SAMPLE * seconds / took))
print(f"{games} games of simple-battle, greedy against cadet, {rounds} rounds", flush=True)

figures: dict[str, list[float]] = {}
hashes = set()
for _ in range(rounds):
    for name, nodes, how in [
        ("one thread", 1, {"threads": 1}),
        ("two threads", 1, {"threads": 2}),
        ("Ray, one node of one core", 1, {"backend": "ray"}),
        ("Ray, two nodes of one core", 2, {"backend": "ray"}),
    ]:
        bounded(STARTS + 10 * seconds)
        second = cluster.add_node(num_cpus=1) if nodes == 2 else None
        cluster.wait_for_nodes(timeout=60)
        # The workers start, and load the package, before the clock does.
        if "backend" in how:
            played(64, part=8, **how)
        took, hash_ = played(games, **how)
        figures.setdefault(name, []).append(took)
        hashes.add(hash_)
        print(f"    {name}: {took:.1f} s", flush=True)
        if second is not None:
            cluster.remove_node(second)
bounded(STARTS)
for name, all_of in figures.items():
    ratios = sorted(a / b for a, b in zip(figures["one thread"], all_of, strict=True))
    times = ", ".join(f"{took:.1f}" for took in all_of)
    print(f"{name:<28} {times} s; {statistics.median(ratios):.2f} times as fast ({ratios[0]:.2f} to {ratios[-1]:.2f})")
print(f"hashes: {', '.join(sorted(hashes))}")
ray.shutdown()
cluster.shutdown()
sys.exit(len(hashes) != 1)
