"""The examples run, with less of everything."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import heatray

EXAMPLES = Path(__file__).parent.parent / "examples"


def run(name: str, *words: str, cwd: Path) -> subprocess.CompletedProcess[str]:
    path = os.pathsep.join([str(Path(heatray.__file__).parent.parent), *filter(None, sys.path)])
    return subprocess.run(
        [sys.executable, str(EXAMPLES / name), *words],
        cwd=cwd,
        env={**os.environ, "PYTHONPATH": path},
        capture_output=True,
        text=True,
        timeout=300,
    )


def test_a_balance_is_plotted(tmp_path) -> None:
    done = run("balance.py", "triplanes", "bring-proof", "4", "fair.svg", cwd=tmp_path)
    assert done.returncode == 0, done.stderr
    drawn = (tmp_path / "fair.svg").read_text()
    assert drawn.startswith("<svg") and all(name in drawn for name in ("random", "cadet", "greedy"))


def test_a_weight_is_tuned(tmp_path) -> None:
    done = run("tune.py", "6", cwd=tmp_path)
    assert done.returncode == 0, done.stderr
    assert done.stdout.count("score") == 4 and "over 6 games" in done.stdout


def test_a_policy_is_trained(tmp_path) -> None:
    done = run("train.py", "victory", "red-baron", "1", "150", cwd=tmp_path)
    # So little training need not make anybody better, and the program says so by its exit code.
    assert done.returncode in (0, 1) and "Traceback" not in done.stderr, done.stderr
    assert [line.split()[0] for line in done.stdout.splitlines()] == ["random", "round", "trained"]
