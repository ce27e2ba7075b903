"""A cluster of two nodes on this machine, of which one is killed while it plays."""

from __future__ import annotations

import threading

import pytest

from heatray import lab

ray = pytest.importorskip("ray", reason="ray is not installed: pip install -r python/requirements-ray.txt")

# Some seconds for one core, in a hundred parts.
BATCH = dict(games=24_000, seed=11)


@pytest.fixture
def cluster():
    from ray.cluster_utils import Cluster

    cluster = Cluster(initialize_head=True, head_node_args={"num_cpus": 1, "include_dashboard": False})
    second = cluster.add_node(num_cpus=1)
    cluster.wait_for_nodes(timeout=60)
    ray.init(address=cluster.address, log_to_driver=False)
    try:
        yield cluster, second
    finally:
        ray.shutdown()
        cluster.shutdown()


def test_a_node_that_dies_loses_nothing(cluster, tmp_path) -> None:
    cluster, second = cluster
    alone = lab.run("triplanes", "simple-battle", **BATCH)
    told: list[int] = []
    killed = threading.Event()

    def kill_one(done: int, games: int) -> None:
        told.append(done)
        if not killed.is_set() and 0 < done < games // 2:
            # It is playing: its part, and what it had in its queue, goes with it.
            cluster.remove_node(second, allow_graceful=False)
            killed.set()

    file = tmp_path / "batch.jsonl"
    settings = dict(backend="ray", part=240, resume=file, **BATCH)
    report = lab.run("triplanes", "simple-battle", progress=kill_one, **settings)
    assert killed.is_set() and told[-1] == BATCH["games"] and told == sorted(told)
    assert report["hash"] == alone["hash"]
    assert (report["wins"], report["orders"]) == (alone["wins"], alone["orders"])
    # The journal of the cluster is the journal of anybody.
    again = lab.run("triplanes", "simple-battle", resume=file, **BATCH)
    assert again["hash"] == alone["hash"] and again["games_per_s"] == 0
