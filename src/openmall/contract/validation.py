"""Converts validation errors of msgspec to the documented 422."""

import re
from typing import Final

import msgspec

from openmall.contract import bounds, patterns, refusals
from openmall.contract.errors import Invalid
from openmall.contract.refusal import Phrase, Reason, RefusedValue, Value

_LONGEST_MESSAGE: Final = 500
"""Characters kept of a message of msgspec, which may quote the sent value."""
_PLACE: Final = re.compile(r"\[[^\[\]]*\]")
_MISSING: Final = re.compile(r"^Object missing required field `(\w+)`$")
_UNKNOWN: Final = re.compile(r"^Object contains unknown field `(.*)`$", re.DOTALL)
_PATTERN: Final = "Expected `str` matching regex "
_WORDS: Final = {
    "int": Phrase("integer"),
    "float": Phrase("number"),
    "decimal": Phrase("number"),
    "str": Phrase("string"),
    "bool": Phrase("boolean"),
    "array": Phrase("list"),
    "object": Phrase("object"),
    "null": Phrase("null"),
    "date": Phrase("date"),
    "datetime": Phrase("date-time"),
    "int | null": Phrase("integer or null"),
    "decimal | null": Phrase("number or null"),
    "str | null": Phrase("string or null"),
    "bool | null": Phrase("boolean or null"),
    "array | null": Phrase("list or null"),
    "object | null": Phrase("object or null"),
    "date | null": Phrase("date or null"),
    "int | array": Phrase("integer or list"),
    "str | array": Phrase("string or list"),
    "object | array": Phrase("object or list"),
    "str | object": Phrase("string or object"),
}
"""What msgspec calls the types of a value -> what they are called in JSON."""
_TYPE: Final = r"Expected `(?P<expected>[^`]*)`"
_MESSAGES: Final = (
    (re.compile(r"Invalid RFC3339 encoded date"), refusals.NO_DATE),
    (re.compile(r"Invalid RFC3339 encoded datetime"), refusals.NO_DATETIME),
    (re.compile(r"Invalid RFC3339 encoded time"), refusals.NO_TIME),
    (re.compile(rf"{_TYPE} of length >= (?P<least>[0-9]+)"), refusals.TOO_SHORT),
    (re.compile(rf"{_TYPE} of length <= (?P<most>[0-9]+)"), refusals.TOO_LONG),
    (re.compile(rf"{_TYPE} >= (?P<least>[-+.e0-9]+)"), refusals.TOO_SMALL),
    (re.compile(rf"{_TYPE} <= (?P<most>[-+.e0-9]+)"), refusals.TOO_GREAT),
    (re.compile(rf"{_TYPE}, got `(?P<got>[^`]*)`"), refusals.WRONG_TYPE),
    (re.compile(_TYPE), refusals.EXPECTED_TYPE),
    (re.compile(r"Invalid enum value (?P<value>.*)", re.DOTALL), refusals.UNKNOWN_ENUM_VALUE),
    (re.compile(r"Invalid decimal string"), refusals.NO_DECIMAL),
)
"""The messages of msgspec, as far as they are told apart; this is the one place that reads any."""


def invalid(
    error: msgspec.ValidationError | str, struct: type[msgspec.Struct] | None = None
) -> Invalid:
    """Return the 422 for a value that msgspec refused: what is refused and the parameter's name.

    `struct`: what the value was converted to; with it both bounds of a parameter are named.
    """
    # what was sent may stand before the last of these, and be of any length
    message = str(error)
    text, at, where = message.rpartition(" - at `")
    if not at or not where.endswith("`"):
        text, where = message, ""
    where = where[:_LONGEST_MESSAGE].rstrip("`").removeprefix("key in ").removeprefix("$")
    name = _PLACE.sub("", where).lstrip(".")
    if missing := _MISSING.match(text[:_LONGEST_MESSAGE]):
        return Invalid(refusals.MISSING, parameter=f"{name}.{missing[1]}".lstrip("."))
    if unknown := _UNKNOWN.match(text[:_LONGEST_MESSAGE]):
        return Invalid(refusals.UNKNOWN_FIELD, parameter=f"{name}.{unknown[1]}".lstrip("."))
    cause = getattr(error, "__cause__", None)
    if isinstance(cause, RefusedValue):
        return Invalid(cause.reason, parameter=name or None)
    return Invalid(_reason(text[:_LONGEST_MESSAGE], name, struct), parameter=name or None)


def path_of(error: msgspec.ValidationError) -> str:
    """Return the path of the value that an error of msgspec is about: `blocks[2].title`."""
    return str(error).partition("`$.")[2].strip("`")


def _reason(text: str, name: str, struct: type[msgspec.Struct] | None) -> Reason:
    if text.startswith(_PATTERN):
        words = patterns.expected_by_repr(text.removeprefix(_PATTERN))
        return Reason(refusals.WRONG_FORMAT, {"expected": Phrase(words)})
    text = text.rstrip(".")
    for pattern, refusal in _MESSAGES:
        if found := pattern.fullmatch(text):
            values = {key: _value(key, each) for key, each in found.groupdict().items()}
            if struct is not None and refusal.ranged:
                values |= bounds.bounds_of(struct, name, found["expected"])
            return Reason(refusal, values)
    return Reason(refusals.INVALID_VALUE, {})


def _value(name: str, text: str) -> Value:
    if name in ("expected", "got"):
        return _WORDS.get(text) or _unlisted(text)
    if name in ("least", "most"):
        return int(text) if text.lstrip("-").isdecimal() else float(text)
    return text


def _unlisted(types: str) -> Phrase:
    words = " or ".join(_WORDS.get(each, "value") for each in types.split(" | "))
    return Phrase(words)
