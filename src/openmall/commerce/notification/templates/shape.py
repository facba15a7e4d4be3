"""A template: the texts of the messages on an occasion, in a language, as a shop has them."""

from typing import Final

from msgspec import Struct


class Parts(Struct, frozen=True, kw_only=True):
    """The sources of a template, in Liquid; an empty one stands for the default."""

    subject: str = ""
    """Of mail, one line."""
    text: str = ""
    """Plain text of mail."""
    html: str = ""
    """HTML of mail, what stands in its body."""
    short: str = ""
    """Push, chat and text messages."""


PARTS: Final = Parts.__struct_fields__
LENGTHS: Final = {"subject": 200, "text": 10_000, "html": 50_000, "short": 1_000}
"""Most characters of a part, before and after rendering."""


class Template(Struct, frozen=True, kw_only=True):
    """A template as stored."""

    parts: Parts
    previous: Parts | None = None
    """The version before, used where this one cannot be rendered."""
    failure: str = ""
    """Why it could not be rendered the last time; empty: it was never tried in vain."""
    failed_at: int | None = None
    updated_at: int = 0
