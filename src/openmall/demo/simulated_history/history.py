"""The history of a world. Moments of page views are UTC milliseconds, all others UTC seconds."""

from typing import Literal

from msgspec import Struct

from openmall.demo.simulated_history.sources import Source


class Offer(Struct, frozen=True):
    """A variant for sale: its code, and its price in hundredths."""

    code: str
    price: int


class Ware(Struct, frozen=True, kw_only=True):
    """A product as a shop sells it, and the categories it is in: number and name."""

    product_no: int
    code: str
    name: str
    offers: list[Offer]
    categories: list[tuple[int, str]]


class Person(Struct, kw_only=True):
    """A visitor with a browser, or a bot."""

    number: int
    shop_no: int
    browser: int
    address: int
    """Index of the IP address; people of a household share one."""
    agent: str
    device: str
    bot: bool = False
    member: bool = False
    visits: int = 0
    busy_until: int = 0
    """UTC seconds of the last activity."""

    @property
    def member_id(self) -> str:
        """Return the name of a member; empty for a guest."""
        return f"shopper{self.number:05}" if self.member else ""

    @property
    def email(self) -> str:
        """Return the mail address."""
        return f"shopper{self.number:05}@example.com"


class Look(Struct, frozen=True, kw_only=True):
    """A page view."""

    at: int
    path: str
    source: Source | None = None
    """Source of the visitor at this view; None: from within the shop, or direct."""
    ware: Ware | None = None
    """Product of a product page."""
    words: str = ""
    """Search words in the shop."""


class Addition(Struct, frozen=True):
    """An addition to the cart."""

    at: int
    ware: Ware
    offer: Offer


class Visit(Struct, kw_only=True):
    """A visit, as planned."""

    person: Person
    source: Source
    first: bool
    looks: list[Look]
    additions: list[Addition]

    @property
    def began_at(self) -> int:
        """Return its begin in UTC milliseconds."""
        return self.looks[0].at


class Bought(Struct, frozen=True, kw_only=True):
    """Units of a variant in an order."""

    ware: Ware
    offer: Offer
    quantity: int

    @property
    def amount(self) -> int:
        """Return their price in hundredths."""
        return self.offer.price * self.quantity


class Order(Struct, kw_only=True):
    """An order, of a visit, or of an app without one."""

    person: Person
    visit: Visit | None
    at: int
    bought: list[Bought]
    method: str
    paid_at: int | None = None
    """None: never paid."""
    order_id: str = ""
    """Given by the mall when it is placed."""

    @property
    def amount(self) -> int:
        """Return the amount paid, in hundredths."""
        return sum(each.amount for each in self.bought)


Kind = Literal[
    "join", "add", "order", "pay", "give up", "send", "deliver", "cancel", "return", "exchange",
    "review",
]  # fmt: skip


class Deed(Struct, frozen=True, kw_only=True):
    """An action in the mall at a moment."""

    at: int
    number: int
    """Sequence number; orders actions of the same second."""
    kind: Kind
    person: Person
    order: Order | None = None
    addition: Addition | None = None
    in_browser: bool = False
    stars: int = 0


class History(Struct, kw_only=True):
    """The whole history of a world."""

    visits: list[Visit]
    orders: list[Order]
    deeds: list[Deed]
    """In the order of time."""
