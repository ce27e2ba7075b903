"""How a batch of the lab scales: one thread, two, and Ray clusters of one and two nodes with a core each, in turn.

`cluster.py [ROUNDS] [GAMES]`. All nodes are on this machine: it shows what Ray costs, not what a network costs.
"""

from __future__ import annotations

import statistics
import sys

import ray
from ray.cluster_utils import Cluster

from heatray import lab

rounds = int(sys.argv[1]) if len(sys.argv) > 1 else 3
games = int(sys.argv[2]) if len(sys.argv) > 2 else 3000
BATCH = dict(bots=["greedy", "cadet"], options={"setup": "quick"}, games=games, seed=1)

cluster = Cluster(initialize_head=True, head_node_args={"num_cpus": 1, "include_dashboard": False})
ray.init(address=cluster.address, log_to_driver=False)


def played(**how: object) -> tuple[float, str]:
    report = lab.run("triplanes", "simple-battle", **BATCH, **how)
    return report["seconds"], report["hash"]


figures: dict[str, list[float]] = {}
hashes = set()
second = None
for _ in range(rounds):
    for name, how in [
        ("one thread", {"threads": 1}),
        ("two threads", {"threads": 2}),
        ("Ray, one node of one core", {"backend": "ray"}),
        ("Ray, two nodes of one core", {"backend": "ray"}),
    ]:
        if name.startswith("Ray, two"):
            second = cluster.add_node(num_cpus=1)
            cluster.wait_for_nodes(timeout=60)
        # The workers start, and load the package, before the clock does.
        if how.get("backend") == "ray":
            lab.run("triplanes", "simple-battle", games=64, part=8, backend="ray")
        seconds, hash_ = played(**how)
        figures.setdefault(name, []).append(seconds)
        hashes.add(hash_)
        if second is not None:
            cluster.remove_node(second)
            second = None
for name, all_of in figures.items():
    ratios = sorted(a / b for a, b in zip(figures["one thread"], all_of, strict=True))
    times = ", ".join(f"{seconds:.1f}" for seconds in all_of)
    print(f"{name:<28} {times} s; {statistics.median(ratios):.2f} times as fast ({ratios[0]:.2f} to {ratios[-1]:.2f})")
print(f"hashes: {', '.join(sorted(hashes))}")
ray.shutdown()
cluster.shutdown()
sys.exit(len(hashes) != 1)
