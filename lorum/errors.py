"""Everything that `lorum` raises, and the reason it gives for a refusal.

`LorumError` is above all of them. Only `IllegalAction` speaks of the rules of play; the others
say that a value handed in is not well formed, and are `ValueError`s too.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from types import MappingProxyType

from attrs import field, frozen

from .rules import Rule

Fact = str | int | None

_LONGEST_QUOTE = 60


_WORDS: Mapping[object, str] = MappingProxyType({None: "null", True: "true", False: "false"})
# The words are those of JSON and TOML alike. Classes are known by name: to import datetime takes time.
_KINDS: Mapping[str, str] = MappingProxyType(
    {
        "dict": "an object or table",
        "list": "a list",
        "tuple": "a list",
        "date": "a date",
        "time": "a time",
        "datetime": "a date and time",
    }
)


def quoted(value: object) -> str:
    """A foreign value, fit to be shown: text escaped, in quotes, and cut when long."""
    if isinstance(value, str):
        shown = ascii(value[: _LONGEST_QUOTE + 1])
        cut = len(value) > _LONGEST_QUOTE
    elif isinstance(value, bool | None):
        return _WORDS[value]
    elif isinstance(value, int | float):
        # int() of a text may have thousands of digits, and Python refuses to write those.
        try:
            text = repr(value)
        except ValueError:
            text = "a very large number"
        shown, cut = text[:_LONGEST_QUOTE], len(text) > _LONGEST_QUOTE
    else:
        kind = type(value).__name__
        return _KINDS.get(kind, f"a value of type {kind}")
    return shown[:_LONGEST_QUOTE] + "..." if cut else shown


def _pairs(facts: Mapping[str, Fact] | Iterable[tuple[str, Fact]]) -> tuple[tuple[str, Fact], ...]:
    return tuple(dict(facts).items())


@frozen
class Violation:
    """Why an action is refused: the first rule it breaks, in words and in data."""

    rule: Rule
    message: str
    _facts: tuple[tuple[str, Fact], ...] = field(default=(), alias="facts", converter=_pairs)

    @property
    def facts(self) -> Mapping[str, Fact]:
        """What the message says as data, so that a client can say it in its own language."""
        return MappingProxyType(dict(self._facts))

    def to_json(self) -> dict[str, object]:
        """The violation in JSON types."""
        return {"rule": self.rule.value, "message": self.message, "facts": dict(self._facts)}


def violation(rule: Rule, message: str, **facts: Fact) -> Violation:
    """A `Violation`, its facts given by name."""
    return Violation(rule, message, tuple(facts.items()))


class LorumError(Exception):
    """The base of all errors of this package."""


class NotationError(LorumError, ValueError):
    """Text that is no card or set of cards; `position` counts its characters from 0."""

    def __init__(self, text: str, position: int, reason: str = "no card") -> None:
        super().__init__(text, position, reason)
        self.text = text
        self.position = position
        self.reason = reason

    def __str__(self) -> str:
        return f"{self.reason} at position {self.position} of {quoted(self.text)}"


def shown(text: str) -> str:
    """A name from elsewhere: as it is when it can be shown so, else escaped, and cut when long."""
    if text.isascii() and text.isprintable() and len(text) <= 2 * _LONGEST_QUOTE:
        return text
    return quoted(text)


class FieldError(ValueError):
    """A value that a field of a definition cannot have. Whoever reads the definition adds the place."""

    def __init__(self, field: str, reason: str) -> None:
        super().__init__(field, reason)
        self.field = field
        self.reason = reason


class VariantError(LorumError, ValueError):
    """A variant that cannot be: `source` is its file or id, `key` the place in it."""

    def __init__(self, source: str, key: str, reason: str) -> None:
        super().__init__(source, key, reason)
        self.source = source
        self.key = key
        self.reason = reason

    def __str__(self) -> str:
        return ": ".join(shown(part) for part in (self.source, self.key) if part) + f": {self.reason}"


class RecordError(LorumError, ValueError):
    """A record that cannot be read: `at` is the index of the action, `path` the place in the JSON."""

    def __init__(self, reason: str, at: int | None = None, path: str = "") -> None:
        super().__init__(reason, at, path)
        self.reason = reason
        self.at = at
        self.path = path

    def __str__(self) -> str:
        return f"{shown(self.path)}: {self.reason}" if self.path else self.reason


class ArgumentError(LorumError, ValueError):
    """A call with a value of the wrong type or out of range."""

    def __init__(self, reason: str) -> None:
        super().__init__(reason)
        self.reason = reason


class IllegalAction(LorumError):
    """An action that the rules refuse; `at` is its index when it came from a record."""

    def __init__(self, violation: Violation, at: int | None = None) -> None:
        super().__init__(violation, at)
        self.violation = violation
        self.at = at

    def __str__(self) -> str:
        where = "" if self.at is None else f"action {self.at}: "
        return f"{where}{self.violation.message} ({self.violation.rule.value})"
