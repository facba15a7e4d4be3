"""Occasions of messages with their texts, and the variables of texts.

Specification: "Automessages arguments".
"""

import re
from collections.abc import Mapping
from typing import Final, Literal

from msgspec import Struct

from openmall.translations.catalogues import Message

PLACEHOLDER: Final = re.compile(r"\[([A-Z]+(?:_[A-Z]+)*)\]")
"""Placeholder of a variable in texts: `[ORDER_ID]`."""

Unbounded = Literal["Char", "Variable"]
"""Char: all the characters the shop's settings have. Variable: no limit."""


class Variable(Struct, frozen=True, kw_only=True):
    """A placeholder in a text, filled when the message is sent."""

    name: str
    """Without the brackets: `ORDER_ID`."""
    description: Message
    sample: Message
    length: int | Unbounded
    """Most characters of a value that are sent; the rest is cut off."""
    heading: Message | None = None
    """What stands above the value where a mail lists it below its sentence."""
    has_lines: bool = False
    """A value may have several lines."""

    @property
    def placeholder(self) -> str:
        """Placeholder of the variable in texts."""
        return f"[{self.name}]"


class Occasion(Struct, frozen=True, kw_only=True):
    """An occasion in a shop, and its message to the customer."""

    code: str
    name: Message
    text: Message
    tail: Message | None = None
    """A sentence behind the text, left out where one of its variables has no value."""
    details: tuple[str, ...] = ()
    """Variables that a mail lists below the text, in this order; those without a value are left
    out. The other channels have the text alone."""

    def variables(self) -> set[str]:
        """Return the names of the variables that the text holds."""
        return {*PLACEHOLDER.findall(self.text.text), *self.of_tail()}

    def of_tail(self) -> list[str]:
        """Return the names of the variables that the sentence behind the text holds."""
        return [] if self.tail is None else PLACEHOLDER.findall(self.tail.text)

    def text_for(self, language: str, values: Mapping[str, str]) -> str:
        """Return the text with its variables, and the sentence behind it that has `values`."""
        text = self.text.translate(language)
        if self.tail is None or not all(values.get(name) for name in self.of_tail()):
            return text
        return f"{text} {self.tail.translate(language)}"

    def all_variables(self) -> set[str]:
        """Return the names of the variables that a message may hold: text and details."""
        return self.variables() | set(self.details)
