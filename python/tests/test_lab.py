"""The lab gives the same games from Python, in parts, in any order, as the program does on one thread."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from pathlib import Path
from subprocess import PIPE

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


def test_a_setting_that_makes_no_sense_is_named() -> None:
    def error_of(**settings: object) -> heatray.LabError:
        with pytest.raises(heatray.LabError) as error:
            lab.run("triplanes", "simple-battle", **{"games": 2, **settings})
        return error.value

    for name, least in (("games", 1), ("max_orders", 1), ("part", 1), ("threads", 0), ("seed", 0)):
        for number in (least - 1, 2**64, 1.5, None if name != "part" else "x"):
            error = error_of(**{name: number})
            assert (error.place, str(error)) == (
                name,
                f"{name}: expected a whole number, {least} or more, found {number!r}",
            )
    for bots in ([], 7, ["random", 7]):
        error = error_of(bots=bots)
        assert error.place == "bots" and "expected names of bots" in str(error)
    # A name alone is a name, here and where others are missing beside it.
    assert lab.run("triplanes", "simple-battle", bots="random", games=2)["games"] == 2
    with pytest.raises(heatray.LabError, match="two bots or more"):
        lab.duel("triplanes", "simple-battle", bots="random")


def test_a_report_has_somewhere_to_go_before_anything_is_played(tmp_path) -> None:
    told: list[int] = []
    for place in (tmp_path, tmp_path / "nowhere" / "report.html"):
        with pytest.raises(heatray.LabError, match="html: .* can not be written") as error:
            lab.run("triplanes", "simple-battle", games=2, html=place, progress=lambda done, _: told.append(done))
        assert error.value.place == "html"
    assert told == []
    # Looking leaves nothing behind, and takes nothing away.
    page, kept = tmp_path / "new.html", tmp_path / "kept.html"
    kept.write_text("an older report")
    for file in (page, kept):
        with pytest.raises(heatray.LabError, match="kasparov"):
            lab.run("triplanes", "simple-battle", games=2, html=file, bots="kasparov")
    assert not page.exists() and kept.read_text() == "an older report"


def test_threads_have_enough_of_a_part_to_share() -> None:
    """A short batch was played game by game, so that all threads but one looked on."""
    assert [lab._part(games, "local", 2) for games in (1, 52, 640, 6400, 1_000_000)] == [32, 32, 32, 100, 2000]
    assert lab._part(52, "local", 0) == lab.SHARE * os.cpu_count()
    # A worker of a cluster plays on one core: the smaller its parts, the more workers have one.
    assert [lab._part(games, "ray", 2) for games in (1, 52, 6400, 1_000_000)] == [1, 1, 100, 5000]


def test_ctrl_c_does_not_wait_for_a_game_to_end() -> None:
    """An ace thinks about a war for minutes. The interrupt comes while it does, and is heard at once."""
    script = (
        "import signal\n"
        # A shell lets what it starts in the background ignore Ctrl-C, and so does whatever that starts.
        "signal.signal(signal.SIGINT, signal.default_int_handler)\n"
        "from heatray import lab\n"
        "print('begun', flush=True)\n"
        "lab.run('worlds', 'core', bots=['ace'], games=64, part=16, threads=%d)\n"
        "print('played')\n"
    )
    for threads in (1, 2):
        child = subprocess.Popen([sys.executable, "-c", script % threads], stdout=PIPE, stderr=PIPE, text=True)
        assert child.stdout.readline() == "begun\n"
        # Nobody is interrupted who has not begun: it plays when it has used a second of the processor.
        while used(child.pid) < 1.0:
            assert child.poll() is None
        start = time.monotonic()
        child.send_signal(signal.SIGINT)
        out, err = child.communicate(timeout=60)
        assert time.monotonic() - start < 10
        assert (out, err.strip().splitlines()[-1]) == ("", "KeyboardInterrupt")


def used(pid: int) -> float:
    """Seconds of the processor that a process has used, its threads included."""
    fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


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
