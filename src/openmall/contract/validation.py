"""Converts validation errors of msgspec to the documented 422."""

import re
from typing import Final

from openmall.contract.errors import Invalid

_LONGEST_MESSAGE: Final = 500
"""Characters kept of a message of msgspec, which may quote the sent value."""
_PLACE: Final = re.compile(r"\[[^\[\]]*\]")
_MISSING: Final = re.compile(r"^Object missing required field `(\w+)`$")
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
    for python_name, json_name in _TYPES.items():
        text = text.replace(f"`{python_name}`", json_name)
    return Invalid(text.rstrip(".") + ".", parameter=name or None)
