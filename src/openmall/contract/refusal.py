"""What a call is refused for: a code, a message with named values, and what to do about it.

A refusal is declared once, in `refusals.py` of the package that refuses, and raised with an error
of `errors.py`, which has the status:

    raise Invalid(TOO_MANY_VARIANTS, parameter="options", most=1_000)

The API renders the message in English, with the code in `more_info.reason` and the values in
`more_info.values`. Pages, agents and the command line render it in the language of their reader; a
page may have a wording of its own for a refusal, which it looks up by the refusal and never by its
message.
"""

import re
from collections.abc import Callable, Mapping, Set
from string import Formatter
from typing import Final

import msgspec
from msgspec import Struct

from openmall.contract.declaration_error import DeclarationError
from openmall.translations import particles

_CODE: Final = re.compile(r"[a-z][a-z0-9_]*")
_DECLARED: Final[dict[str, "Refusal"]] = {}

NAMES_OF_PHRASES: Final = frozenset({"called", "expected", "got", "resource"})
"""Names of the values that are a `Phrase` in every refusal; others are never translated."""
Value = str | int | float
Translate = Callable[[str], str]
"""Returns an English text of the source in the language of a reader."""


class Phrase(str):
    """A value that is a text of the source, such as the name of a resource: it is translated."""

    __slots__ = ()


class Refusal(Struct, frozen=True):
    """A reason for which calls are refused."""

    code: str
    """What programs decide by: small letters, digits and underscores; unique, and never changed."""
    message: str
    """For the client, in English; `{name}` stands for a value."""
    remedy: str
    """What the developer of a client does about it, in a sentence."""
    ranged: str = ""
    """The message where both ends of a range are known; empty: no case has both."""

    def __post_init__(self) -> None:
        if _CODE.fullmatch(self.code) is None:
            raise DeclarationError(f"{self.code!r} is no code: a-z, 0-9 and _")
        if _DECLARED.setdefault(self.code, self) != self:
            raise DeclarationError(f"the refusal {self.code} is declared twice")

    @property
    def names(self) -> frozenset[str]:
        """The names of the values in the message."""
        return _names(self.message)

    def takes(self, names: Set[str]) -> bool:
        """Return whether one of the messages has exactly these values."""
        return names in (self.names, _names(self.ranged))

    def worded(self, values: Mapping[str, Value]) -> str:
        """Return the message for these values, in English and without them."""
        return self.ranged if self.ranged and values.keys() == _names(self.ranged) else self.message


class Reason(Struct, frozen=True):
    """A refusal with the values of one case."""

    refusal: Refusal
    values: Mapping[str, Value]

    def text(self, translate: Translate | None = None) -> str:
        """Return the message in English, or in the language of `translate`."""
        return fill(self.refusal.worded(self.values), self.values, translate)

    def plain(self) -> dict[str, Value]:
        """Return the values as they are sent and stored: JSON has no subclasses of texts."""
        return {
            name: str(each) if isinstance(each, str) else each for name, each in self.values.items()
        }


class Cause(str):
    """A value that is the reason of another refusal: it is rendered in the language of a reader."""

    reason: Reason

    def __new__(cls, reason: Reason) -> "Cause":
        """Return the message in English, with its reason."""
        cause = super().__new__(cls, reason.text())
        cause.reason = reason
        return cause


def cause(refusal: Refusal, **values: Value) -> Cause:
    """Return the message of a refusal, with its reason."""
    return Cause(Reason(refusal, values))


class RefusedValue(ValueError):
    """A value that a type of parameters does not take; `validation.invalid` names its parameter."""

    def __init__(self, refusal: Refusal, **values: Value) -> None:
        self.reason = Reason(refusal, values)
        super().__init__(self.reason.text())


def _names(message: str) -> frozenset[str]:
    return frozenset(name for _, name, _, _ in Formatter().parse(message) if name)


def fill(message: str, values: Mapping[str, Value], translate: Translate | None = None) -> str:
    """Return a message of the source with its values, in English or in a language."""
    if translate is None:
        return message.format_map(values)
    shown = {name: _shown(value, translate) for name, value in values.items()}
    return particles.chosen(translate(message), shown).format_map(shown)


def _shown(value: Value, translate: Translate) -> Value:
    if isinstance(value, Cause):
        return value.reason.text(translate)
    # gettext keeps a catalogue's header under the empty text
    return translate(value) if value and isinstance(value, Phrase) else value


def reason_of(code: str, values: Mapping[str, Value]) -> Reason | None:
    """Return the reason of a code and its plain values; None: no refusal here has these."""
    refusal = _DECLARED.get(code)
    if refusal is None or not refusal.takes(values.keys()):
        return None
    return Reason(
        refusal,
        {
            name: Phrase(each) if name in NAMES_OF_PHRASES and isinstance(each, str) else each
            for name, each in values.items()
        },
    )


def declared() -> Mapping[str, Refusal]:
    """Return the refusals of all modules that were imported, by code."""
    return _DECLARED


class _Stored(Struct, frozen=True, omit_defaults=True):
    code: str
    values: dict[str, Value] = {}


_decode_stored: Final = msgspec.json.Decoder(_Stored).decode


def stored_reason(reason: Reason | None) -> str:
    """Return a reason as JSON, to be rendered in the language of a later reader; empty: none."""
    if reason is None:
        return ""
    return msgspec.json.encode(_Stored(reason.refusal.code, reason.plain())).decode()


def read_reason(text: str) -> Reason | None:
    """Return a stored reason; None: there is none, or another release has written it."""
    if not text:
        return None
    stored = _decode_stored(text)
    return reason_of(stored.code, stored.values)
