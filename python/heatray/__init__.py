"""Heatray from Python: every game of its shelf, one match or thousands of them at once.

    >>> import heatray
    >>> match = heatray.Match("triplanes", "simple-battle", seed=7)
    >>> seat = match.owing()
    >>> rows = match.rows(seat)          # the legal orders, with their words
    >>> events = match.order(seat, rows[0]["order"])

`heatray.Batch` steps many matches with numpy arrays, `heatray.envs` has the environments of Gymnasium and PettingZoo,
`heatray.spiel` the methods of OpenSpiel, `heatray.lab` batches, duels and balance reports, here or on a Ray cluster.
"""

from heatray._heatray import Match, __version__, bots, components, games
from heatray.batch import Batch, Step, encode, observe, option_features
from heatray.errors import (
    BadOrder,
    HeatrayError,
    LabError,
    LogError,
    NothingOwed,
    Refused,
    SetupError,
    UndoError,
    Unknown,
)

__all__ = [
    "BadOrder",
    "Batch",
    "HeatrayError",
    "LabError",
    "LogError",
    "Match",
    "NothingOwed",
    "Refused",
    "SetupError",
    "Step",
    "UndoError",
    "Unknown",
    "__version__",
    "bots",
    "components",
    "encode",
    "games",
    "observe",
    "option_features",
    "scenarios",
]


def scenarios() -> list[tuple[str, str]]:
    """Every scenario with its game: `("triplanes", "simple-battle")`."""
    return [(game["game"], scenario["id"]) for game in games() for scenario in game["scenarios"]]
