"""Converts validation errors of msgspec to the documented 422."""

import re
from typing import Final

import msgspec

from openmall.contract import patterns, refusals
from openmall.contract.errors import Invalid
from openmall.contract.refusal import Phrase, Reason, RefusedValue, Value

_LONGEST_MESSAGE: Final = 500
"""Characters kept of a message of msgspec, which may quote the sent value."""
_PLACE: Final = re.compile(r"\[[^\[\]]*\]")
_MISSING: Final = re.compile(r"^Object missing required field `(\w+)`$")
_UNKNOWN: Final = re.compile(r"^Object contains unknown field `(.*)`$", re.DOTALL)
_PATTERN: Final = "Expected `str` matching regex "
_TYPES: Final = {"int": "integer", "str": "string", "array": "list", "bool": "boolean"}
_MESSAGES: Final = (
    (re.compile(r"Invalid RFC3339 encoded date"), refusals.NO_DATE),
    (re.compile(r"Invalid RFC3339 encoded datetime"), refusals.NO_DATETIME),
    (re.compile(r"Invalid RFC3339 encoded time"), refusals.NO_TIME),
    (re.compile(r"Expected (?P<expected>[^,]*) of length >= (?P<least>\d+)"), refusals.TOO_SHORT),
    (re.compile(r"Expected (?P<expected>[^,]*) of length <= (?P<most>\d+)"), refusals.TOO_LONG),
    (re.compile(r"Expected (?P<expected>[^,]*) >= (?P<least>\S+)"), refusals.TOO_SMALL),
    (re.compile(r"Expected (?P<expected>[^,]*) <= (?P<most>\S+)"), refusals.TOO_GREAT),
    (re.compile(r"Expected (?P<expected>[^,]*), got (?P<got>.*)"), refusals.WRONG_TYPE),
    (re.compile(r"Expected (?P<expected>[^,]*)"), refusals.EXPECTED_TYPE),
    (re.compile(r"Invalid enum value (?P<value>.*)", re.DOTALL), refusals.UNKNOWN_ENUM_VALUE),
    (re.compile(r"Invalid decimal string"), refusals.NO_DECIMAL),
)
"""The messages of msgspec, as far as they are told apart; this is the one place that reads any."""


def invalid(error: msgspec.ValidationError | str) -> Invalid:
    """Return the 422 for a value that msgspec refused: what is refused and the parameter's name."""
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
    return Invalid(_reason(text[:_LONGEST_MESSAGE]), parameter=name or None)


def _reason(text: str) -> Reason:
    if text.startswith(_PATTERN):
        words = patterns.expected_by_repr(text.removeprefix(_PATTERN))
        return Reason(refusals.WRONG_FORMAT, {"expected": Phrase(words)})
    for python_name, json_name in _TYPES.items():
        text = text.replace(f"`{python_name}`", json_name)
    text = text.rstrip(".")
    for pattern, refusal in _MESSAGES:
        if found := pattern.fullmatch(text):
            values: dict[str, Value] = {**found.groupdict()}
            if "expected" in values:
                values["expected"] = Phrase(values["expected"])
            return Reason(refusal, values)
    return Reason(refusals.INVALID_VALUE, {"detail": text})
