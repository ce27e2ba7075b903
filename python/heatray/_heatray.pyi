"""What is written in Rust."""

from collections.abc import Mapping, Sequence
from os import PathLike
from typing import Any

__version__: str

Json = Any
"""What JSON can say: dict, list, str, int, float, bool, None."""

Viewer = int | str
"""A seat's number, "spectator" or "umpire"."""

Told = tuple[bytearray, bytearray, bytearray, bytearray]

def games() -> list[dict[str, Json]]:
    """Every game with its scenarios, as `heatray games --json` prints them."""

def components(game_id: str) -> Json:
    """What is printed on a game's components."""

def bots() -> list[str]:
    """The bots that can be named, the weakest first."""

def encode(value: Json, features: int) -> bytearray: ...

class Match:
    """A match of any game."""

    def __init__(
        self,
        game_id: str,
        scenario: str,
        *,
        seed: int = 0,
        variant: str | None = None,
        options: Mapping[str, str] | None = None,
        silent: bool = False,
    ) -> None:
        """`silent` keeps no events, and nothing can be taken back: for many matches."""

    @staticmethod
    def from_position(place: Json, *, game_id: str | None = None, seed: int = 0) -> Match:
        """A match from a position: a dict, or a text in TOML, which name their game."""

    @staticmethod
    def from_log(text: str) -> Match:
        """A match as the log of one tells it."""

    @property
    def game(self) -> str: ...
    @property
    def seats(self) -> list[dict[str, Json]]: ...
    @property
    def seed(self) -> int: ...
    @property
    def turn(self) -> int: ...
    @property
    def round(self) -> int: ...
    @property
    def orders(self) -> int: ...
    @property
    def hash(self) -> str: ...
    @property
    def outcome(self) -> dict[str, Json] | None: ...
    @property
    def waiting(self) -> list[int]:
        """The seats that the match waits for."""

    @property
    def sealed(self) -> bool:
        """Whether sides decide in secret at once now."""

    def plays_itself(self, seat_number: int) -> bool:
        """Whether the game's own procedure plays this seat."""

    def prompts(self, who: Viewer) -> dict[str, Json]:
        """The open decisions: the viewer's in full, the others' in outline."""

    def owing(self) -> int | None:
        """The seat of the first decision that the match waits for; none when it is over."""

    def options(self, seat_number: int) -> int:
        """How many legal orders answer the decision that this seat owes; 0 if it owes none."""

    def ask(self, seat_number: int) -> dict[str, Json] | None:
        """What is asked by the decision that this seat owes."""

    def option(self, seat_number: int, n: int) -> Json:
        """The `n`th legal order of the decision that this seat owes."""

    def option_text(self, seat_number: int, n: int) -> str:
        """The same in words."""

    def choose(self, seat_number: int, n: int) -> None:
        """Carries out the `n`th legal order of the decision that this seat owes: the quick way."""

    def legal(self, seat_number: int, limit: int | None = None) -> list[Json]:
        """The legal orders of a seat."""

    def rows(self, seat_number: int, limit: int | None = None) -> list[dict[str, Json]]:
        """The same with their words: `order`, `label`, `detail`, `group`."""

    def order(self, seat_number: int, order: Json) -> list[dict[str, Json]]:
        """Gives an order; the events that the seat learns by it. `Refused` is raised, and nothing changes then."""

    def check(self, seat_number: int, order: Json) -> None:
        """Raises the refusal that an order would meet; nothing changes."""

    def nearest(self, seat_number: int, order: Json) -> Json:
        """The legal order that lies nearest."""

    def preview(self, seat_number: int, order: Json) -> Json:
        """What an order would do, as far as its seat may know."""

    def view(self, who: Viewer) -> Json:
        """The table as this viewer may see it."""

    def view_text(self, who: Viewer) -> str:
        """The same as JSON text."""

    def events(self, who: Viewer, start: int = 0) -> list[dict[str, Json]]:
        """What happened, from this number of the viewer's own stream on."""

    def goals(self, who: Viewer) -> list[dict[str, Json]]: ...
    def briefing(self) -> dict[str, Json]: ...
    def luck(self) -> list[dict[str, Json]]:
        """What chance gave each side; empty before the match is over."""

    def observation(self, who: Viewer, features: int) -> bytearray: ...
    def option_features(self, seat_number: int, slots: int, features: int) -> bytearray: ...
    def imagine(self, seat_number: int, seed: int) -> Match:
        """A copy that the seat can not tell from this match: what it may not know is drawn anew."""

    def copy(self) -> Match:
        """A copy as it stands, without its past and its seed."""

    def appraise(self, seat_number: int) -> dict[str, float] | None:
        """What it is worth to a seat by the game's own appraisal: `value`, `dealt`, `taken`. For imagined copies:
        it may tell of secrets."""

    def bot(self, seat_number: int, name: str = "greedy", *, seed: int = 0, play: bool = False) -> dict[str, Json]:
        """What a bot would order in this seat's place, with its words and reasons; with `play` it is carried out."""

    def answer(self, seat_number: int, name: str = "random", *, seed: int = 0) -> None:
        """Lets a bot decide for this seat, without a word: the quick way."""

    def undo(self, seat_number: int | None = None) -> None:
        """Takes back the last order since something was settled: of a seat, or of anybody."""

    def log(self, who: Viewer) -> Json:
        """The log as text for the umpire, or for anybody when the match is over; a seat's own before."""

    def __repr__(self) -> str: ...
    def position(self) -> Json:
        """The state as a set-up that can be loaded, dice apart: the umpire's."""

class Batch:
    """The inside of `heatray.Batch`."""

    def __init__(
        self,
        game_id: str,
        scenario: str,
        *,
        count: int,
        seed: int,
        variant: str | None,
        options: Mapping[str, str] | None,
        slots: int,
        max_orders: int,
        again: bool,
        bots: Sequence[tuple[int, str]],
        threads: int,
    ) -> None: ...
    @property
    def seats(self) -> list[dict[str, Json]]: ...
    def now(self) -> Told: ...
    def step(self, actions: bytes) -> Told: ...
    def observe(self, features: int, seat: int | None = None) -> bytearray: ...
    def options(self, features: int) -> bytearray: ...
    def indices(self) -> list[int]: ...
    def hashes(self) -> list[str]: ...
    def copy(self, n: int) -> Match: ...

class Plan:
    """A batch, a duel or a balance: its games have numbers, and any of them can be played anywhere."""

    @staticmethod
    def run(
        game_id: str,
        scenario: str,
        *,
        variant: str | None,
        options: Mapping[str, str] | None,
        bots: Sequence[str],
        games: int,
        seed: int,
        max_orders: int,
        verify: bool,
        threads: int,
    ) -> Plan: ...
    @staticmethod
    def duel(
        game_id: str,
        scenario: str,
        *,
        variant: str | None,
        options: Mapping[str, str] | None,
        bots: Sequence[str],
        games: int,
        seed: int,
        max_orders: int,
        verify: bool,
        threads: int,
    ) -> Plan: ...
    @staticmethod
    def balance(
        game_id: str,
        scenario: str | None,
        *,
        variant: str | None,
        options: Mapping[str, str] | None,
        bots: Sequence[str],
        games: int,
        seed: int,
        max_orders: int,
        pieces: bool,
        threads: int,
    ) -> Plan: ...
    @property
    def games(self) -> int: ...
    @property
    def settings(self) -> str: ...
    def play(self, start: int, stop: int) -> list[str]:
        """Plays the games from number `start` to below `stop`; a line for each."""

    def report(self, journal: Journal, page: bool) -> tuple[dict[str, Json], str | None]:
        """The report of the games that a journal tells of, and its page if it is wanted. It must tell of all."""

class Journal:
    """The games of a plan that have been played, in a file or in memory."""

    def __init__(self, plan: Plan, file: str | PathLike[str] | None = None) -> None: ...
    def __len__(self) -> int: ...
    def take(self, lines: Sequence[str]) -> None:
        """Takes in what `Plan.play` told of, here or elsewhere. What comes twice counts once."""

    def missing(self, plan: Plan, most: int) -> list[tuple[int, int]]:
        """The games that are still to be played, in parts of at most so many."""
