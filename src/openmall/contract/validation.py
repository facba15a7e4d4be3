"""Converts validation errors of msgspec to the documented 422."""

import re
from typing import Final

from openmall.contract import patterns
from openmall.contract.errors import Invalid

_LONGEST_MESSAGE: Final = 500
"""Characters kept of a message of msgspec, which may quote the sent value."""
_PLACE: Final = re.compile(r"\[[^\[\]]*\]")
_MISSING: Final = re.compile(r"^Object missing required field `(\w+)`$")
_PATTERN: Final = "Expected `str` matching regex "
_NO_DATE: Final = re.compile(r"Invalid RFC3339 encoded (date|datetime|time)")
_DATES: Final = {
    "date": "Not a date, as in 2026-11-21",
    "datetime": "Not a date, nor a date-time with offset",
    "time": "Not a time, as in 09:00:00",
}
_TYPES: Final = {"int": "integer", "str": "string", "array": "list", "bool": "boolean"}


def invalid(message: str) -> Invalid:
    """Return the 422 for a value that msgspec refused: a sentence and the parameter's name.

    `message`: the text of a `msgspec.ValidationError`.
    """
    # what was sent may stand before the last of these, and be of any length
    text, at, where = message.rpartition(" - at `")
    if not at or not where.endswith("`"):
        text, where = message, ""
    text = text[:_LONGEST_MESSAGE]
    where = where[:_LONGEST_MESSAGE].rstrip("`").removeprefix("key in ").removeprefix("$")
    name = _PLACE.sub("", where).lstrip(".")
    missing = _MISSING.match(text)
    if missing:
        name = f"{name}.{missing[1]}".lstrip(".")
        text = "A required parameter is missing"
    if text.startswith(_PATTERN):
        words = patterns.expected_by_repr(text.removeprefix(_PATTERN))
        return Invalid(f"Wrong format: expected {words}.", parameter=name or None)
    if no_date := _NO_DATE.match(text):
        text = _DATES[no_date[1]]
    for python_name, json_name in _TYPES.items():
        text = text.replace(f"`{python_name}`", json_name)
    return Invalid(text.rstrip(".") + ".", parameter=name or None)
