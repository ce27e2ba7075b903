"""The lab from Python: batches, duels and balance reports, on this machine or on a Ray cluster.

    >>> from heatray import lab
    >>> report = lab.run("triplanes", "simple-battle", bots=["greedy", "random"], games=200)
    >>> report["wins"], report["hash"]

Games are played in parts, which are ranges of their numbers. A part depends on nothing but its range, so it can be
played anywhere and twice; what was played is collected in a journal, and the report is made of that. The hash is the
one of `heatray lab` on one thread. `resume="FILE"` keeps the journal, and both programs go on with each other's.
"""

from __future__ import annotations

import operator
import os
import sys
import time
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from heatray._heatray import Journal, Plan
from heatray.errors import LabError

__all__ = ["balance", "duel", "play", "run"]

MAX_ORDERS = 100_000
SHARE = 16
"""Games of a part that each thread has at least."""

Progress = Callable[[int, int], None]
"""Is told how many games are played, of how many."""


def run(
    game: str,
    scenario: str,
    *,
    bots: Sequence[str] | str = ("random",),
    games: int = 1000,
    seed: int = 1,
    variant: str | None = None,
    options: Mapping[str, str] | None = None,
    max_orders: int = MAX_ORDERS,
    verify: bool = False,
    **how: Any,
) -> dict[str, Any]:
    """Who wins, how long it takes, and whether a game breaks. How it is played: see `play`."""
    table = _table(game, scenario, bots, games, seed, variant, options, max_orders)
    return play(("run", {**table, "verify": verify}), **how)


def duel(
    game: str,
    scenario: str,
    *,
    bots: Sequence[str] | str,
    games: int = 200,
    seed: int = 1,
    variant: str | None = None,
    options: Mapping[str, str] | None = None,
    max_orders: int = MAX_ORDERS,
    verify: bool = False,
    **how: Any,
) -> dict[str, Any]:
    """Which bot is better, and how sure that is. How it is played: see `play`."""
    table = _table(game, scenario, bots, games, seed, variant, options, max_orders)
    return play(("duel", {**table, "verify": verify}), **how)


def balance(
    game: str,
    scenario: str | None = None,
    *,
    bots: Sequence[str] | str = ("greedy",),
    games: int = 200,
    seed: int = 1,
    variant: str | None = None,
    options: Mapping[str, str] | None = None,
    max_orders: int = MAX_ORDERS,
    pieces: bool = False,
    **how: Any,
) -> dict[str, Any]:
    """Which scenarios are fair, how long they last, what decides them. How it is played: see `play`."""
    table = _table(game, scenario, bots, games, seed, variant, options, max_orders)
    return play(("balance", {**table, "pieces": pieces}), **how)


def _table(
    game: str,
    scenario: str | None,
    bots: Sequence[str] | str,
    games: int,
    seed: int,
    variant: str | None,
    options: Mapping[str, str] | None,
    max_orders: int,
) -> dict[str, Any]:
    # A name alone is one name, and no list of letters.
    names = [bots] if isinstance(bots, str) else list(bots) if isinstance(bots, Iterable) else [bots]
    if not names or not all(isinstance(name, str) for name in names):
        raise LabError(f"bots: expected names of bots, as ['greedy', 'random'], found {bots!r}", place="bots")
    return {
        "game_id": game,
        "scenario": scenario,
        "variant": variant,
        "options": dict(options or {}),
        "bots": names,
        "games": _whole("games", games, least=1),
        "seed": _whole("seed", seed),
        "max_orders": _whole("max_orders", max_orders, least=1),
    }


def _whole(name: str, number: int, least: int = 0) -> int:
    """A number that a plan can carry, or an error that names it."""
    try:
        found = operator.index(number)
    except TypeError:
        found = -1
    if not least <= found < 2**64:
        raise LabError(f"{name}: expected a whole number, {least} or more, found {number!r}", place=name)
    return found


def _page(file: str | Path) -> Path:
    """A file that can be written: whoever waits hours for a report has somewhere to put it."""
    page = Path(file)
    is_new = not page.exists()
    try:
        page.open("ab").close()
    except OSError as error:
        raise LabError(f"html: {page} can not be written: {error.strerror}", place="html") from error
    if is_new:
        page.unlink()
    return page


Words = tuple[str, dict[str, Any]]
"""A plan as it travels: its kind and its settings."""


def planned(words: Words, threads: int) -> Plan:
    kind, settings = words
    plan: Plan = getattr(Plan, kind)(**settings, threads=threads)
    return plan


def play(
    words: Words,
    *,
    backend: str = "local",
    threads: int = 1,
    part: int | None = None,
    resume: str | Path | None = None,
    html: str | Path | None = None,
    progress: Progress | bool = False,
) -> dict[str, Any]:
    """Plays what is left of a batch and reports.

    `backend` is `"local"`, with so many `threads` (0: all), or `"ray"`: the cluster that Ray is connected to, or one on
    this machine. `part` is how many games a task has. `resume` names the file in which every game is written down as it
    comes in. `html` writes the page of the report; whether it can be written is seen before anything is played. `progress=True` tells on stderr how far it is.
    """
    players = {"local": _here, "ray": _on_ray}
    if backend not in players:
        raise LabError(f"backend: expected one of {', '.join(players)}, found {backend!r}")
    threads = _whole("threads", threads)
    part = None if part is None else _whole("part", part, least=1)
    page_file = None if html is None else _page(html)
    plan = planned(words, threads)
    journal = Journal(plan, None if resume is None else Path(resume))
    tell = _tell if progress is True else progress or (lambda _done, _of: None)
    start, before = time.perf_counter(), len(journal)
    parts = journal.missing(plan, part or _part(plan.games, backend, threads))
    tell(before, plan.games)
    for lines in players[backend](words, plan, parts):
        journal.take(lines)
        tell(len(journal), plan.games)
    report, page = plan.report(journal, page_file is not None)
    report["seconds"] = time.perf_counter() - start
    if "games_per_s" in report:
        # What this call did by itself, as the program tells it; orders of games that stood in a journal took no time.
        report["games_per_s"] = (plan.games - before) / max(report["seconds"], 1e-9)
        if before == 0:
            report["orders_per_s"] = report["orders"] / max(report["seconds"], 1e-9)
    if page_file is not None and page is not None:
        page_file.write_text(page, encoding="utf-8")
    return report


def _part(games: int, backend: str, threads: int) -> int:
    """Parts small enough that little is lost with one, and large enough that a task is worth its way. Threads share a part, and
    wait for each other at its end: each of them has many of its games."""
    if backend == "ray":
        return max(1, min(games // 64, 5000))
    return max(1, min(games // 64, 2000), SHARE * (threads or os.cpu_count() or 1))


def _tell(done: int, games: int) -> None:
    end = "\n" if done == games else "\r"
    print(f"{done}/{games} games", end=end, file=sys.stderr, flush=True)


def _here(_words: Words, plan: Plan, parts: list[tuple[int, int]]) -> Iterator[list[str]]:
    for start, stop in parts:
        yield plan.play(start, stop)


_PLANS: dict[str, Plan] = {}


def _part_of(words: Words, settings: str, start: int, stop: int) -> list[str]:
    """A part, in a worker's process: it keeps its plans, and must be of the same rules and components."""
    key = repr(words)
    if key not in _PLANS:
        _PLANS[key] = planned(words, threads=1)
    if _PLANS[key].settings != settings:
        raise LabError("this worker has other rules or components than the one who asks")
    return _PLANS[key].play(start, stop)


def _on_ray(words: Words, plan: Plan, parts: list[tuple[int, int]]) -> Iterator[list[str]]:
    import ray

    if not ray.is_initialized():
        ray.init(include_dashboard=False, log_to_driver=False)
    # A part is the same wherever and however often it is played: whatever dies with it, it is played again.
    task = ray.remote(num_cpus=1, max_retries=-1)(_part_of)
    waiting = parts[::-1]
    asked: dict[Any, tuple[int, int]] = {}
    while waiting or asked:
        # Enough in the queue that no worker waits, and not all of a million: new workers find some, too.
        while waiting and len(asked) < 4 * max(1, int(ray.cluster_resources().get("CPU", 1))):
            range_of = waiting.pop()
            asked[task.remote(words, plan.settings, *range_of)] = range_of
        done, _ = ray.wait(list(asked), num_returns=1)
        range_of = asked.pop(done[0])
        try:
            lines = ray.get(done[0])
        except (ray.exceptions.WorkerCrashedError, ray.exceptions.ObjectLostError, ray.exceptions.NodeDiedError):
            waiting.append(range_of)
            continue
        except ray.exceptions.RayTaskError as error:
            raise error.as_instanceof_cause() from None
        yield lines
