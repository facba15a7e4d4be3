"""Events as browsers send them, and as they are stored until they are sessionised."""

from typing import Annotated, Final, Literal

from msgspec import Meta, Struct

from openmall.contract import patterns

Kind = Literal["page", "product", "search"]
"""A page was seen; a product's own page; a search of the shop's products."""
LONGEST_AGO: Final = 7 * 86_400_000
"""Milliseconds after which an event is no longer accepted; the script gives up earlier."""
MOST: Final = 2**53 - 1
"""The greatest number that browsers count by."""
Url = Annotated[str, Meta(max_length=2048)]
Id = Annotated[
    str,
    Meta(
        min_length=8,
        max_length=64,
        pattern=patterns.pattern(r"^[A-Za-z0-9_-]+\Z", "a-z, A-Z, 0-9, _ and - only"),
    ),
]
Visitor = Annotated[
    str,
    Meta(
        max_length=64,
        pattern=patterns.pattern(
            r"^(?:[A-Za-z0-9_-]{8,64})?\Z", "8 to 64 of a-z, A-Z, 0-9, _ and -"
        ),
    ),
]


class BrowserEvent(Struct, frozen=True, kw_only=True):
    """An event as the script of a browser sends it."""

    kind: Kind = "page"
    ago: Annotated[int, Meta(ge=0, le=LONGEST_AGO)] = 0
    """How many milliseconds before the batch was sent."""
    url: Url
    referrer: Url = ""
    product_no: Annotated[int, Meta(ge=0, le=MOST)] = 0
    words: Annotated[str, Meta(max_length=200)] = ""
    """The words of a search in the shop."""


class Batch(Struct, frozen=True, kw_only=True):
    """The events of one request. `batch_id`: the same when it is sent again."""

    batch_id: Id
    shop_no: Annotated[int, Meta(ge=1, le=MOST)] = 1
    browser: Visitor = ""
    """The first-party identifier; empty where none is kept: not to be tracked."""
    events: Annotated[list[BrowserEvent], Meta(min_length=1, max_length=1000)]


class CollectedEvent(Struct, frozen=True, kw_only=True, array_like=True):
    """A stored event: validated, with what its request adds.

    Moments are UTC milliseconds.
    """

    at: int
    shop_no: int
    kind: str
    """As sent; `cart`, `order` and `paid` come from openmall itself."""
    browser: int
    ip: int
    device: str
    bot: str
    url: str
    """The path, without host and query."""
    referrer: str
    """The address of another site, without query; empty: none, or the shop itself."""
    product_no: int
    engine: str
    keyword: str
    ad: str
    medium: str
    campaign: str
    term: str
    content: str
    about: str = ""
    """Of a search, the words; of what comes from openmall itself, the order, or the variant and how
    many."""
    social: str = ""
    """The social network or assistant the referrer belongs to."""
