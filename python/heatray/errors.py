"""What can go wrong, as exceptions. Where a rule of a book is behind it, `rule` is its id in the ledger."""

from __future__ import annotations


class HeatrayError(Exception):
    """The base of them all."""

    def __init__(self, why: str, *, rule: str | None = None, place: str | None = None) -> None:
        super().__init__(why)
        self.why = why
        self.rule = rule
        self.place = place

    def __str__(self) -> str:
        known = self.rule is None or f"[{self.rule}]" in self.why
        return self.why if known else f"{self.why} [{self.rule}]"

    def __reduce__(self) -> tuple[object, ...]:
        # An error may come from another process.
        return _again, (type(self), self.why, self.rule, self.place)


def _again(kind: type[HeatrayError], why: str, rule: str | None, place: str | None) -> HeatrayError:
    return kind(why, rule=rule, place=place)


class Refused(HeatrayError):
    """The rules do not allow an order: `rule` forbids it, `why` says it in words of the situation."""


class BadOrder(HeatrayError):
    """Not an order of this game at all."""


class SetupError(HeatrayError):
    """A set-up that can not be played: `place` is the field or option that is wrong."""


class LogError(HeatrayError):
    """A log that can not be read or played again."""


class UndoError(HeatrayError):
    """Nothing can be taken back, or others have built on it."""


class NothingOwed(HeatrayError):
    """The seat owes no decision now."""


class Unknown(HeatrayError):
    """A seat, an option, an action or a bot that is not there."""


class LabError(HeatrayError):
    """A batch that can not be played, or a journal that is not its own."""
