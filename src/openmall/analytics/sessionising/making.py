"""Facts are made of what happened, oldest first."""

from collections.abc import Iterable, Mapping
from typing import Any, Final

from msgspec import Struct

from openmall.analytics.collecting.shape import Seen
from openmall.analytics.facts.tables import SOURCE
from openmall.analytics.sessionising import rule
from openmall.analytics.sessionising.rule import NOWHERE, Known, Source, Visit
from openmall.areas.order.sold.store import Sold
from openmall.contract.moments import PLATFORM_ZONE, moment
from openmall.pipeline.visiting import hashed

MARKETS: Final = "market_"
"""How the places are named whose orders are other marketplaces', which no report reflects."""
_AN_HOUR: Final = 3_600_000
_OFFSET: Final = int(PLATFORM_ZONE.utcoffset(None).total_seconds()) // 3_600  # whole hours

Row = list[Any]
Key = tuple[int, int]
"""Shop and browser."""


class CartAddition(Struct, frozen=True, kw_only=True):
    """Somebody put something into a cart."""

    shop_no: int
    browser: int
    """0: not known."""
    product_no: int
    quantity: int


class Placement(Struct, frozen=True, kw_only=True):
    """An order came in."""

    shop_no: int
    browser: int
    order_id: str


class Payment(Struct, frozen=True, kw_only=True):
    """An order was paid; `amount` in hundredths."""

    shop_no: int
    order_id: str
    amount: int
    place: str
    method: str
    mobile: bool
    member_id: str
    guest: str
    """What tells a buyer apart who is no member."""
    ordered_day: int


Announced = CartAddition | Placement | Payment


class Happened(Struct, frozen=True):
    """Something openmall itself tells, and when: the last millisecond of its second.

    A second is all that is known, and what was done there was done on a page seen before.
    """

    at: int
    sequence: int
    what: Announced | None
    """None: what matters to nothing here."""


class Placed(Struct, frozen=True, kw_only=True):
    """In which visit an order was placed."""

    visit: int = 0
    first: int = 0
    source: Source = NOWHERE
    sold: bool = False
    """It was paid, and counts as sold; paid a second time, it does not count a second time."""


class Goods(Struct, frozen=True, kw_only=True):
    """What products are called, in a shop, and which categories they are in."""

    products: Mapping[tuple[int, int], tuple[str, str]]
    """Shop and product -> code and name."""
    categories: Mapping[int, list[int]]
    """Product -> its categories."""
    names: Mapping[tuple[int, int], str]
    """Shop and category -> name."""

    def of(self, shop_no: int, product_no: int) -> tuple[str, str]:
        """Return code and name of a product; empty when it is gone."""
        return self.products.get((shop_no, product_no), ("", ""))

    def places(self, shop_no: int, product_no: int) -> Iterable[tuple[int, str]]:
        """Return what a fact of a product has rows for: itself (0), and its categories."""
        yield 0, ""
        for category_no in self.categories.get(product_no, ()):
            yield category_no, self.names.get((shop_no, category_no), "")


class Made:
    """The facts of a mall, as they are made, and what has to be remembered."""

    def __init__(
        self,
        mall_id: str,
        known: dict[Key, Known],
        placed: dict[str, Placed],
        goods: Goods,
        sold: Mapping[str, list[Sold]],
        *,
        key: bytes = b"",
    ) -> None:
        """`key`: without which nobody finds out whose number a buyer's is."""
        self.mall_id = mall_id
        self._key = key
        self._goods = goods
        self._sold = sold
        self._hours: dict[int, tuple[int, int]] = {}
        self._known = known
        self._placed = placed
        self._changed: set[Key] = set()
        self._changed_orders: set[str] = set()
        self.rows: dict[str, list[Row]] = {
            name: [] for name in ("pageview", "visit", "sale", "sale_item", "cart_action")
        }

    def changed_browsers(self) -> list[tuple[Key, Visit]]:
        """Return the last visits that are other ones than before, in a fixed order."""
        return [
            (key, last)
            for key in sorted(self._changed)
            if (last := self._known[key].last) is not None
        ]

    def changed_orders(self) -> list[tuple[str, Placed]]:
        """Return what is to be remembered of orders."""
        return [(order_id, self._placed[order_id]) for order_id in sorted(self._changed_orders)]

    def see(self, event: Seen) -> None:
        """A page was seen."""
        key = (event.shop_no, event.browser)
        known = self._known.get(key)
        if known is None:
            known = self._known[key] = Known()
        before = known.last
        source = source_of(event)
        who = (self.mall_id, event.shop_no, event.browser)
        visit, begun = rule.seen(who, known, event.at, source, event.device)
        if known.last is not before:
            self._changed.add(key)
        head = self._head(event.shop_no, event.at)
        who_row = [visit.number, event.browser, event.ip, int(visit.first)]
        if begun:
            self.rows["visit"].append(
                [*head, *who_row, event.device, event.bot, *visit.source, event.url]
            )
        product_no = event.product_no if event.kind == "product" else 0
        name = self._goods.of(event.shop_no, product_no)[1]
        self.rows["pageview"].append(
            [*head, *who_row, event.device, event.bot, event.url, product_no, name]
        )

    def hear(self, told: Happened) -> None:
        """The shop tells something."""
        match told.what:
            case CartAddition() as what:
                self._add_to_cart(told.at, what)
            case Placement() as what:
                self._place(told.at, what)
            case Payment() as what:
                self._pay(told.at, what)

    def _visit(self, shop_no: int, browser: int, at: int) -> Visit | None:
        known = self._known.get((shop_no, browser)) if browser else None
        if known is None:
            return None
        before = known.last
        found = rule.done(known, at)
        if known.last is not before:
            self._changed.add((shop_no, browser))
        return found

    def _add_to_cart(self, at: int, what: CartAddition) -> None:
        visit = self._visit(what.shop_no, what.browser, at)
        code, name = self._goods.of(what.shop_no, what.product_no)
        for category_no, category_name in self._goods.places(what.shop_no, what.product_no):
            self.rows["cart_action"].append(
                [
                    *self._head(what.shop_no, at),
                    "pc" if visit is None else visit.device,
                    0 if visit is None else visit.number,
                    what.browser,
                    what.product_no,
                    category_no,
                    code,
                    name,
                    category_name,
                    what.quantity,
                ]
            )

    def _place(self, at: int, what: Placement) -> None:
        visit = self._visit(what.shop_no, what.browser, at)
        if visit is not None:
            self._placed[what.order_id] = Placed(
                visit=visit.number, first=int(visit.first), source=visit.source
            )
            self._changed_orders.add(what.order_id)

    def _pay(self, at: int, what: Payment) -> None:
        placed = self._placed.get(what.order_id, Placed())
        if what.place.startswith(MARKETS) or placed.sold:
            return
        self._placed[what.order_id] = Placed(
            visit=placed.visit, first=placed.first, source=placed.source, sold=True
        )
        self._changed_orders.add(what.order_id)
        head = self._head(what.shop_no, at)
        device = "mobile" if what.mobile else "pc"
        buyer = ("member", what.member_id) if what.member_id else ("guest", what.guest)
        self.rows["sale"].append(
            [
                *head,
                what.order_id,
                device,
                what.method,
                what.amount,
                hashed(self._key, self.mall_id, *buyer),
                int(bool(what.member_id)),
                what.ordered_day,
                placed.visit,
                placed.first,
                *placed.source,
            ]
        )
        for item in self._sold.get(what.order_id, ()):
            if item.canceled_at is None or item.canceled_at >= at // 1_000:
                self._sell(head, what.order_id, device, item)

    def _sell(self, head: Row, order_id: str, device: str, item: Sold) -> None:
        for category_no, category_name in self._goods.places(head[1], item.product_no):
            self.rows["sale_item"].append(
                [
                    *head,
                    order_id,
                    device,
                    item.item_no,
                    item.product_no,
                    category_no,
                    item.product_code,
                    item.product_name,
                    category_name,
                    item.quantity,
                    item.amount,
                ]
            )

    def _head(self, shop_no: int, at: int) -> Row:
        """Return the first columns of any fact: mall, shop, local day and hour, moment."""
        number = at // _AN_HOUR
        local = self._hours.get(number)
        if local is None:
            days, hour = divmod(number + _OFFSET, 24)
            local = self._hours[number] = (day_of(days * 86_400 - _OFFSET * 3_600), hour)
        return [self.mall_id, shop_no, *local, at]


def day_of(seconds: int) -> int:
    """Return the local day of a moment in UTC seconds: 20260131."""
    at = moment(seconds)
    return at.year * 10_000 + at.month * 100 + at.day


def source_of(event: Seen) -> Source | None:
    """Return where the visitor came from just then; None: from within the shop, or directly."""
    found = (
        event.referrer,
        event.engine,
        event.keyword,
        event.ad,
        event.medium,
        event.campaign,
        event.term,
        event.content,
    )
    return (host_of(event.referrer), *found) if any(found) else None


def host_of(address: str) -> str:
    """Return the host of an address, in small letters: `https://www.example.com/a` -> its www."""
    return (
        address.partition("://")[2].partition("/")[0].lower() or address.partition("/")[0].lower()
    )


assert SOURCE[:2] == ("domain", "referrer")
