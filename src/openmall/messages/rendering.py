"""Fills the text of a message with what it is about."""

import re
import unicodedata
from collections.abc import Mapping

from openmall.messages.catalogue import CATALOGUE
from openmall.messages.shape import PLACEHOLDER, Variable


class MissingValue(ValueError):
    """A text cannot be filled: nothing was given for one of its variables."""


def render(occasion: str, language: str, values: Mapping[str, str]) -> str:
    """Return the text sent on `occasion`, in a shop's `language`, filled with `values`.

    `values`: variable without its brackets -> text; more than the text holds are passed over. A
    value is put on one line, so that nobody's name adds lines of its own to a shop's message, and
    cut to the variable's length in characters; brackets within it mean nothing.
    Raises MissingValue that names the variable, and LookupError for an occasion there is not.
    """
    if occasion not in CATALOGUE.occasions:
        raise LookupError(f"there is no occasion {occasion!r}")

    def fill(found: re.Match[str]) -> str:
        name = found[1]
        if name not in values:
            raise MissingValue(f"{occasion}: no value was given for [{name}]")
        return cut(CATALOGUE.variables[name], values[name])

    return PLACEHOLDER.sub(fill, CATALOGUE.occasions[occasion].text.spoken(language))


def cut(variable: Variable, value: str) -> str:
    """Return `value` as it is sent: on one line, and no longer than `variable` allows."""
    # composed, so that a Korean syllable counts as one character however it was typed
    line = " ".join(unicodedata.normalize("NFC", value).split())
    if isinstance(variable.length, int):
        return line[: variable.length].rstrip()
    return line


def samples(language: str) -> dict[str, str]:
    """Return a sample value of every variable, in a shop's `language`."""
    return {name: each.sample.spoken(language) for name, each in CATALOGUE.variables.items()}
