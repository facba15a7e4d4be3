"""The menu of the frame (`templates/frame.html`): sections of entries, which may have pages."""

from msgspec import Struct


class Count(Struct, frozen=True, kw_only=True):
    """What waits behind an entry, shown as a number that leads there."""

    shown: str
    """The number: `7`, `200+`."""
    meaning: str
    """A text with the number, for screen readers: `Orders to ship: 7`."""
    address: str


class Entry(Struct, frozen=True, kw_only=True):
    """A link of the menu."""

    address: str
    name: str
    icon: str = ""
    """Name of a symbol of `assets/icons.svg`."""
    method: str = ""
    """HTTP method of an operation of the APIs, shown before its name."""
    is_here: bool = False
    """It is the page that is shown."""
    pages: tuple["Entry", ...] = ()
    """Pages that the entry unfolds to; empty: it is a page."""
    is_open: bool = False
    """It is unfolded, because one of its pages is shown."""
    count: Count | None = None


class Section(Struct, frozen=True, kw_only=True):
    """Entries that belong together."""

    title: str = ""
    """Heading; empty: none."""
    entries: tuple[Entry, ...]
    at_foot: bool = False
    """It stands at the foot of the menu."""
