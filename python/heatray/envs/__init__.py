"""Environments for learning: Gymnasium's for one seat, PettingZoo's for all.

`heatray.envs.register()` gives Gymnasium a name for each scenario: `gymnasium.make("heatray/worlds-core-v0")`.
"""

from __future__ import annotations

from typing import Any

from heatray import scenarios

__all__ = ["aec", "name_of", "names", "parallel", "register", "solo"]

VERSION = 0


def name_of(game: str, scenario: str) -> str:
    """The name under which Gymnasium knows a scenario."""
    return f"heatray/{game}-{scenario}-v{VERSION}"


def names() -> list[str]:
    return [name_of(game, scenario) for game, scenario in scenarios()]


def register() -> None:
    """Tells Gymnasium of every scenario. It may be called again."""
    import gymnasium

    for game, scenario in scenarios():
        name = name_of(game, scenario)
        if name not in gymnasium.registry:
            gymnasium.register(
                name,
                entry_point="heatray.envs._solo:Solo",
                kwargs={"game": game, "scenario": scenario},
            )


def solo(game: str, scenario: str, **setup: Any) -> Any:
    """Gymnasium: one seat, the others by `opponent`."""
    from heatray.envs._solo import Solo

    return Solo(game, scenario, **setup)


def aec(game: str, scenario: str, **setup: Any) -> Any:
    """PettingZoo, one agent after the other."""
    from heatray.envs._aec import Aec

    return Aec(game, scenario, **setup)


def parallel(game: str, scenario: str, **setup: Any) -> Any:
    """PettingZoo, all agents at once."""
    from heatray.envs._parallel import Parallel

    return Parallel(game, scenario, **setup)
