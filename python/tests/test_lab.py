"""The lab gives the same games from Python, in parts, in any order, as the program does on one thread."""

from __future__ import annotations

import pytest

import heatray
from heatray import lab

QUICK = {"setup": "quick"}


def without_times(report: dict) -> dict:
    return {name: value for name, value in report.items() if name not in TIMES}


TIMES = {"seconds", "games_per_s", "orders_per_s"}


def test_parts_and_threads_change_nothing() -> None:
    whole = lab.run("triplanes", "simple-battle", games=50, seed=5, part=50)
    parts = lab.run("triplanes", "simple-battle", games=50, seed=5, part=7, threads=2)
    assert without_times(whole) == without_times(parts)
    assert whole["finished"] == whole["games"] == 50
    assert lab.run("triplanes", "simple-battle", games=50, seed=6)["hash"] != whole["hash"]


def test_a_duel_and_a_balance_are_the_same_in_parts() -> None:
    for part in (3, 40):
        duel = lab.duel("triplanes", "simple-battle", bots=["cadet", "random"], games=10, options=QUICK, part=part)
        fair = lab.balance("worlds", bots=["random"], games=5, part=part)
        if part == 3:
            first = (duel["hash"], duel["score"], fair["hash"], fair["scenarios"])
        else:
            assert first == (duel["hash"], duel["score"], fair["hash"], fair["scenarios"])
    assert [scenario["scenario"] for scenario in fair["scenarios"]] == [
        scenario for game, scenario in heatray.scenarios() if game == "worlds"
    ]


def test_a_batch_that_was_stopped_goes_on(tmp_path) -> None:
    file, page = tmp_path / "batch.jsonl", tmp_path / "batch.html"
    told: list[int] = []

    def stop_half_way(done: int, games: int) -> None:
        told.append(done)
        if done >= games // 2:
            raise KeyboardInterrupt

    settings = dict(games=40, seed=2, part=5, resume=file)
    with pytest.raises(KeyboardInterrupt):
        lab.run("victory", "dogfight", progress=stop_half_way, **settings)
    assert told == [0, 5, 10, 15, 20]
    told.clear()
    report = lab.run("victory", "dogfight", progress=lambda done, _: told.append(done), html=page, **settings)
    assert told == [20, 25, 30, 35, 40]
    assert report["hash"] == lab.run("victory", "dogfight", games=40, seed=2)["hash"]
    assert report["hash"] in page.read_text()
    # Everything is told: nothing is played.
    assert lab.run("victory", "dogfight", **settings)["games_per_s"] == 0
    with pytest.raises(heatray.LabError, match="another batch: played.games was 40, and is 41 now"):
        lab.run("victory", "dogfight", **{**settings, "games": 41})


def test_what_can_not_be_played_is_told() -> None:
    with pytest.raises(heatray.LabError, match="kasparov"):
        lab.run("triplanes", "simple-battle", bots=["kasparov"], games=2)
    with pytest.raises(heatray.SetupError) as error:
        lab.run("triplanes", "nowhere", games=2)
    assert error.value.place == "scenario"
    with pytest.raises(heatray.LabError, match="local, ray"):
        lab.run("triplanes", "simple-battle", games=2, backend="carrier pigeon")
    with pytest.raises(heatray.LabError, match="two bots or more"):
        lab.duel("triplanes", "simple-battle", bots=["random"])


def test_a_batch_of_matches_plays_the_lab_s_games() -> None:
    """What random players do in `heatray.Batch` is what they do in the lab: same seeds, same chance, same ends."""
    games = 12
    batch = heatray.Batch("triplanes", "simple-battle", games, seed=5, again=False)
    now = batch.now()
    while (now.seat >= 0).any():
        now = batch.step([-1] * games)
    plan = lab.Plan.run(
        "triplanes",
        "simple-battle",
        variant=None,
        options={},
        bots=["random"],
        games=games,
        seed=5,
        max_orders=100_000,
        verify=False,
        threads=1,
    )
    lines = plan.play(0, games)
    assert [f'"hash":"{hash_}"' in line for hash_, line in zip(batch.hashes(), lines, strict=True)] == [True] * games
    assert batch.indices() == list(range(games))
