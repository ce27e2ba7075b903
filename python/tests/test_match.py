"""One match: words, secrets, refusals with their rules, and the way back."""

from __future__ import annotations

import copy
import os
import pickle

import numpy as np
import pytest

import heatray

SCENARIOS = heatray.scenarios()
EVERY = pytest.mark.parametrize(("game", "scenario"), SCENARIOS)


def battle(seed: int = 7) -> heatray.Match:
    return heatray.Match("triplanes", "simple-battle", seed=seed)


def played(game: str, scenario: str, orders: int) -> heatray.Match:
    match = heatray.Match(game, scenario, seed=1)
    for _ in range(orders):
        if (seat := match.owing()) is None:
            break
        match.answer(seat, "random", seed=3)
    return match


def test_an_order_is_read_in_words_and_given() -> None:
    match = battle()
    seat = match.owing()
    rows = match.rows(seat, 5)
    assert len(rows) == 5 and all(row["label"] and row["group"] for row in rows)
    assert match.legal(seat, 5) == [row["order"] for row in rows]
    assert match.option(seat, 2) == rows[2]["order"]
    before = match.hash
    match.check(seat, rows[0]["order"])
    assert match.preview(seat, rows[0]["order"]) is not None
    assert match.hash == before
    events = match.order(seat, rows[0]["order"])
    assert events[0]["rule"].startswith("TT-") and match.hash != before
    match.undo(seat)
    assert match.hash == before


def test_a_refusal_has_the_rule_s_id() -> None:
    match = battle()
    seat, before = match.owing(), match.hash
    order = copy.deepcopy(match.legal(seat, 1)[0])
    order["plan"]["vehicle"] = 1 - order["plan"]["vehicle"]
    with pytest.raises(heatray.Refused) as error:
        match.order(seat, order)
    assert error.value.rule.startswith("TT-") and error.value.why and error.value.rule in str(error.value)
    again = pickle.loads(pickle.dumps(error.value))
    assert (again.rule, again.why) == (error.value.rule, error.value.why)
    assert match.hash == before
    for nonsense in ({"dance": 1}, None, [], 7, {"plan": {"vehicle": 2**70}}, float("nan")):
        with pytest.raises((heatray.BadOrder, TypeError, OverflowError)):
            match.order(seat, nonsense)
    deep: list = []
    for _ in range(5000):
        deep = [deep]
    with pytest.raises(TypeError, match="levels"):
        match.order(seat, deep)


def test_what_is_not_there_is_told() -> None:
    match = battle()
    for ask in (
        lambda: match.view(9),
        lambda: match.view("moon"),
        lambda: match.choose(match.owing(), 10**6),
        lambda: match.bot(match.owing(), "kasparov"),
    ):
        with pytest.raises(heatray.Unknown):
            ask()
    with pytest.raises(heatray.SetupError, match="triplanes") as error:
        heatray.Match("chess", "opening")
    assert error.value.place == "game"
    with pytest.raises(heatray.SetupError):
        heatray.Match("triplanes", "simple-battle", options={"martians": "nonsense"})
    with pytest.raises(heatray.LogError):
        heatray.Match.from_log("no log")
    with pytest.raises(heatray.UndoError):
        match.undo()
    assert issubclass(heatray.Refused, heatray.HeatrayError)


def test_a_number_that_is_none_is_told_with_what_was_expected() -> None:
    match = battle()
    seat = match.owing()
    for ask in (
        lambda: match.legal(-1),
        lambda: match.view(-1),
        lambda: match.choose(-1, 0),
        lambda: match.undo(-1),
        lambda: match.imagine(-1, 0),
        lambda: heatray.Batch("triplanes", "simple-battle", 2).observe(-1),
        lambda: heatray.Batch("triplanes", "simple-battle", 2, bots={-1: "random"}),
    ):
        with pytest.raises(heatray.Unknown, match="there is no seat -1; expected 0 to 1"):
            ask()
    with pytest.raises(heatray.Unknown, match=f"there is no seat {2**70}; expected 0 to 1"):
        match.legal(2**70)
    for ask in (lambda: match.choose(seat, -1), lambda: match.option(seat, -1)):
        with pytest.raises(heatray.Unknown, match="there is no option -1; [0-9]+ orders"):
            ask()
    with pytest.raises(heatray.Unknown, match="there is no match -1; expected 0 to 1"):
        heatray.Batch("triplanes", "simple-battle", 2).match(-1)
    for name, ask in (
        ("seed", lambda: battle(seed=-1)),
        ("limit", lambda: match.rows(seat, -1)),
        ("start", lambda: match.events(seat, -1)),
        ("features", lambda: heatray.observe(match, seat, -1)),
        ("count", lambda: heatray.Batch("triplanes", "simple-battle", -1)),
        ("threads", lambda: heatray.Batch("triplanes", "simple-battle", 2, threads=-1)),
    ):
        with pytest.raises(heatray.Unknown, match="expected a whole number from 0 to [0-9]+, found -1") as error:
            ask()
        assert error.value.__notes__ == [f"while processing '{name}'"]
    with pytest.raises(heatray.Unknown, match="bots: expected names by seat"):
        heatray.Batch("triplanes", "simple-battle", 2, bots="random")
    # What counts as a whole number elsewhere does here.
    assert match.options(np.int8(seat)) == match.options(seat)


def test_a_log_and_a_position_lead_back() -> None:
    match = played("worlds", "core", 60)
    assert heatray.Match.from_log(match.log("umpire")).hash == match.hash
    place = match.position()
    again = heatray.Match.from_position(place, seed=4)
    assert again.game == "worlds" and again.view(0)["turn"] == match.view(0)["turn"]
    assert isinstance(match.log(0), dict), "a player's log has no seed"
    assert "seed" not in match.log(0)


def test_a_bot_explains_itself_and_plays() -> None:
    match = battle()
    seat = match.owing()
    said = match.bot(seat, "greedy", seed=1)
    assert said["order"] in match.legal(seat) and said["text"]
    assert match.orders == 0
    match.bot(seat, "greedy", seed=1, play=True)
    assert match.orders == 1


@EVERY
def test_observations_hold_what_the_seat_may_know_and_nothing_else(game: str, scenario: str) -> None:
    """A world that a seat can not tell from the true one has the same numbers, though its secrets are others."""
    other_secrets = 0
    for orders in (2, 9, 30):
        match = played(game, scenario, orders)
        if match.outcome is not None:
            break
        for seat in range(len(match.seats)):
            seen = heatray.observe(match, seat)
            for seed in range(3):
                imagined = match.imagine(seat, seed)
                assert imagined.view_text(seat) == match.view_text(seat)
                assert np.array_equal(seen, heatray.observe(imagined, seat))
                other_secrets += imagined.hash != match.hash
    assert other_secrets > 0


def test_observations_follow_from_the_view_alone() -> None:
    match = battle()
    watched = heatray.observe(match, "spectator")
    assert np.array_equal(watched, heatray.encode(match.view("spectator")))
    assert not np.array_equal(watched, heatray.observe(match, match.owing())), "a seat is told what it is asked"
    assert heatray.observe(match, 0, 100).shape == (100,) and np.abs(watched).max() <= 8


def test_an_order_s_numbers_are_those_of_its_option() -> None:
    match = battle()
    seat = match.owing()
    options = match.options(seat)
    rows = heatray.option_features(match, seat, slots=options, features=256)
    assert rows.shape == (options, 256) and len(np.unique(rows, axis=0)) == options
    few = heatray.option_features(match, seat, slots=10, features=256)
    assert [row.tolist() for row in few] == [rows[slot * options // 10].tolist() for slot in range(10)]


@EVERY
def test_batches_step_every_scenario(game: str, scenario: str) -> None:
    rng, batch = np.random.default_rng(1), heatray.Batch(game, scenario, 3, seed=2, again=False)
    now, worth = batch.now(), np.zeros((3, len(batch.seats)), np.float32)
    steps = 0
    while (now.seat >= 0).any() and steps < 4000:
        shown = np.minimum(now.options, batch.slots)
        assert (batch.masks(now).sum(axis=1) == shown).all()
        now = batch.step(batch.random(now, rng))
        worth += now.rewards
        steps += 1
    assert (now.seat == -1).all() and (now.ended == 1).all()
    teams = [seat["team"] for seat in batch.seats]
    for row in worth:
        assert set(row) <= {-1.0, 0.0, 1.0}
        assert len({(team, value) for team, value in zip(teams, row, strict=True)}) == len(set(teams))


def test_a_batch_begins_anew_and_refuses_what_is_not_there() -> None:
    batch = heatray.Batch("triplanes", "simple-battle", 4, seed=2, bots={1: "cadet"})
    now = batch.now()
    ended = 0
    for _ in range(300):
        assert (now.seat == 0).all() and batch.observe().any(axis=1).all()
        now = batch.step(np.minimum(now.options, batch.slots) - 1)
        ended += int((now.ended == 1).sum())
        assert ((now.rewards != 0).any(axis=1) <= (now.ended == 1)).all()
    assert ended >= 4 and max(batch.indices()) >= 4
    before = batch.hashes()
    for wrong in ([0, 0, 0], [0, 0, 0, batch.slots], [0, 0, 0, -2]):
        with pytest.raises(heatray.Unknown):
            batch.step(wrong)
    assert batch.hashes() == before
    with pytest.raises(heatray.Unknown, match="kasparov"):
        heatray.Batch("triplanes", "simple-battle", 4, bots={1: "kasparov"})
    with pytest.raises(heatray.Unknown, match="no seat 5"):
        heatray.Batch("triplanes", "simple-battle", 4, bots={5: "random"})


def test_threads_change_nothing() -> None:
    def walk(threads: int) -> list[str]:
        rng = np.random.default_rng(1)
        batch = heatray.Batch("victory", "dogfight", 50, seed=2, threads=threads)
        now = batch.now()
        for _ in range(40):
            now = batch.step(batch.random(now, rng))
        return [*batch.hashes(), batch.observe().tobytes().hex(), batch.options(64).tobytes().hex()]

    assert walk(1) == walk(2)


def test_a_batch_sees_what_a_match_sees() -> None:
    batch = heatray.Batch("hussars", "horsell", 3, seed=2)
    batch.step([-1, -1, -1])
    now = batch.now()
    for n, seen in enumerate(batch.observe(features=300)):
        match = batch.match(n)
        assert match.owing() == now.seat[n] and match.options(int(now.seat[n])) == now.options[n]
        assert np.array_equal(seen, heatray.observe(match, int(now.seat[n]), 300))
    assert np.array_equal(batch.observe(1)[0], heatray.observe(batch.match(0), 1))


def test_whoever_is_waited_for_is_a_list_of_seats() -> None:
    assert battle().waiting == [0, 1]


@pytest.mark.parametrize("features", [2**40, 2**62, 2**63])
def test_more_numbers_than_fit_are_refused(features: int) -> None:
    match, batch = battle(), heatray.Batch("triplanes", "simple-battle", 2)
    for asked in (
        lambda: heatray.observe(match, 0, features),
        lambda: heatray.encode({"a": 1}, features),
        lambda: heatray.option_features(match, 0, 2**33, features),
        lambda: batch.observe(features=features),
        lambda: batch.options(features),
    ):
        with pytest.raises(heatray.Unknown, match="numbers at once"):
            asked()
    for too_many in ({"count": 2**62}, {"count": 2, "slots": 2**40}, {"count": 2, "threads": 10**6}):
        with pytest.raises(heatray.Unknown, match="expected at most"):
            heatray.Batch("triplanes", "simple-battle", **too_many)


@pytest.mark.parametrize(
    "actions",
    [[0.9] * 4, [True] * 4, [2**32] * 4, np.array([2**64 - 1] * 4, np.uint64), [[0, 0], [0, 0]], [[0] * 4], [0] * 3],
)
def test_what_is_no_action_is_raised_and_nothing_happens(actions: object) -> None:
    batch = heatray.Batch("triplanes", "simple-battle", 4)
    before = batch.hashes()
    with pytest.raises((TypeError, heatray.Unknown), match="actions: "):
        batch.step(actions)
    assert batch.hashes() == before


@pytest.mark.skipif(not hasattr(os, "fork"), reason="this system has no fork")
def test_a_batch_with_threads_is_no_use_behind_a_fork() -> None:
    batch = heatray.Batch("triplanes", "simple-battle", 4, threads=2)
    batch.step([-1] * 4)
    child = os.fork()
    if child == 0:
        try:
            batch.step([-1] * 4)
        except RuntimeError:
            os._exit(3)
        os._exit(0)
    assert os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == 3
