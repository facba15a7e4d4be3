"""Fills the text of a message with values."""

import unicodedata
from collections.abc import Mapping

from openmall.commerce.messages.message_catalogue import CATALOGUE
from openmall.commerce.messages.shape import PLACEHOLDER, Variable
from openmall.translations import particles


class MissingValue(ValueError):
    """A text cannot be filled: one of its variables has no value."""


def render(occasion: str, language: str, values: Mapping[str, str]) -> str:
    """Return the text sent on `occasion`, in a shop's `language`, filled with `values`.

    `values`: variable without its brackets -> text; surplus variables are ignored. A value is put
    on one line, so that a name cannot add lines to a shop's message, and cut to the variable's
    length in characters; brackets within it are plain text. Raises MissingValue, naming the
    variable, and LookupError for an unknown occasion.
    """
    if occasion not in CATALOGUE.occasions:
        raise LookupError(f"there is no occasion {occasion!r}")

    text = CATALOGUE.occasions[occasion].text_for(language, values)
    shown: dict[str, str] = {}
    for name in PLACEHOLDER.findall(text):
        if name not in values:
            raise MissingValue(f"{occasion}: no value was given for [{name}]")
        shown[name] = cut(CATALOGUE.variables[name], values[name])
    return PLACEHOLDER.sub(lambda found: shown[found[1]], particles.chosen(text, shown))


def cut(variable: Variable, value: str) -> str:
    """Return `value` as it is sent: on one line, and no longer than `variable` allows.

    A variable that has lines keeps them.
    """
    # composed, so that a Korean syllable counts as one character however it was typed
    composed = unicodedata.normalize("NFC", value)
    if variable.has_lines:
        return "\n".join(" ".join(each.split()) for each in composed.split("\n")).strip()
    line = " ".join(composed.split())
    if isinstance(variable.length, int):
        return shortened(line, variable.length)
    return line


def shortened(line: str, most: int) -> str:
    """Return at most `most` characters, cut between words where they end in the last half."""
    if len(line) <= most:
        return line
    kept = line[: most - 1]
    words = kept if line[most - 1].isspace() else kept.rpartition(" ")[0]
    if len(words) < most // 2:
        words = kept
    return words.rstrip(" ,;:-(") + "…"


def samples(language: str) -> dict[str, str]:
    """Return a sample value of every variable, in a shop's `language`."""
    return {name: each.sample.translate(language) for name, each in CATALOGUE.variables.items()}
