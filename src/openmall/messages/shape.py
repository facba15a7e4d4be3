"""What a message is made of: an occasion with its text, and the variables that texts hold.

Specification: "Automessages arguments".
"""

import re
from typing import Final, Literal

from msgspec import Struct

from openmall.contract.languages import LANGUAGES, Words

PLACEHOLDER: Final = re.compile(r"\[([A-Z]+(?:_[A-Z]+)*)\]")
"""How a text names a variable: `[ORDER_ID]`."""

Unbounded = Literal["Char", "Variable"]
"""Char: all the characters the shop's settings have. Variable: no limit."""


class Variable(Struct, frozen=True, kw_only=True):
    """A place in a text that is filled when the message is sent."""

    name: str
    """Without the brackets: `ORDER_ID`."""
    description: Words
    sample: Words
    length: int | Unbounded
    """Most characters of a value that are sent; the rest is cut off."""

    @property
    def placeholder(self) -> str:
        """How texts write the variable."""
        return f"[{self.name}]"


class Occasion(Struct, frozen=True, kw_only=True):
    """Something that happens in a shop, and what the customer is told of it."""

    code: str
    name: Words
    text: Words

    def variables(self, language: str) -> set[str]:
        """Return the names of the variables that the text in `language` holds."""
        return set(PLACEHOLDER.findall(self.text.spoken(language)))

    def used(self) -> set[str]:
        """Return the names of the variables that the text holds in any language."""
        return set().union(*(self.variables(language) for language in LANGUAGES))
