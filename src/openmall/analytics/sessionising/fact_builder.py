"""Builds facts from collected and announced events, oldest first."""

from collections.abc import Iterable, Mapping
from typing import Final, NamedTuple

from msgspec import Struct
from msgspec.structs import replace

from openmall.analytics.collecting.shape import CollectedEvent
from openmall.analytics.facts.tables import SOURCE
from openmall.analytics.sessionising import rule
from openmall.analytics.sessionising.rule import NOWHERE, BrowserState, Source, Visit
from openmall.commerce.order.reporting.sales_for_attribution.store import Paid, Sold
from openmall.contract.moments import PLATFORM_ZONE, moment
from openmall.http.visitor_identification import keyed_hash

MARKETS: Final = "market_"
"""Prefix of places of other marketplaces, whose orders are in no report."""
_LAST_DAY: Final = 99_991_231
_AN_HOUR: Final = 3_600_000
_OFFSET: Final = int(PLATFORM_ZONE.utcoffset(None).total_seconds()) // 3_600  # whole hours

Row = list[str | int]
Key = tuple[int, int]
"""Shop and browser."""


class Head(NamedTuple):
    """The first columns of any fact."""

    mall_id: str
    shop_no: int
    day: int
    hour: int
    at: int


class CartAddition(Struct, frozen=True, kw_only=True):
    """A product was put into a cart."""

    shop_no: int
    browser: int
    """0: not known."""
    product_no: int
    quantity: int


class Placement(Struct, frozen=True, kw_only=True):
    """An order was placed."""

    shop_no: int
    browser: int
    order_id: str


class Payment(Struct, frozen=True, kw_only=True):
    """An order was paid, or its payment changed otherwise."""

    shop_no: int
    order_id: str


Announced = CartAddition | Placement | Payment


class OutboxEvent(Struct, frozen=True):
    """An event of the outbox, dated to the last millisecond of its second.

    Only its second is known, and the page it happened on was opened before.
    """

    at: int
    sequence: int
    what: Announced


class Counted(Struct, frozen=True, array_like=True):
    """A payment that is in the facts; UTC second, amount in hundredths."""

    payment_no: int
    paid_at: int
    amount: int
    method: str


class Placed(Struct, frozen=True, kw_only=True):
    """The visit in which an order was placed."""

    visit: int = 0
    first: int = 0
    source: Source = NOWHERE
    sold: bool = False
    """It was paid and counts as sold."""
    counted: tuple[Counted, ...] = ()
    """The payments that are in the facts; empty with `sold`: as they were when it was first paid,
    written before payments were stored here."""
    revision: int = 0
    """How often its facts were withdrawn; it decides the millisecond of their moments."""


class Goods(Struct, frozen=True, kw_only=True):
    """Names and categories of products in the shops of a mall."""

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
        """Yield number and name for which a product fact has rows: 0 and its categories."""
        yield 0, ""
        for category_no in self.categories.get(product_no, ()):
            yield category_no, self.names.get((shop_no, category_no), "")


class FactBuilder:
    """Builds the facts of a mall and collects the state to be stored with them."""

    def __init__(
        self,
        mall_id: str,
        known: dict[Key, BrowserState],
        placed: dict[str, Placed],
        goods: Goods,
        sold: Mapping[str, list[Sold]],
        paid: Mapping[str, Paid],
        *,
        key: bytes = b"",
    ) -> None:
        """`sold`, `paid`: items and payments of orders, by order.

        `key`: secret of the hashes that identify buyers.
        """
        self.mall_id = mall_id
        self._key = key
        self._goods = goods
        self._sold = sold
        self._paid = paid
        self._hours: dict[int, tuple[int, int]] = {}
        self._known = known
        self._placed = placed
        self._changed: set[Key] = set()
        self._changed_orders: set[str] = set()
        self.rows: dict[str, list[Row]] = {
            name: [] for name in ("pageview", "visit", "sale", "sale_item", "cart_action")
        }
        self.rows |= {name: [] for name in ("further_payment", "sale_withdrawal")}

    def changed_browsers(self) -> list[tuple[Key, Visit]]:
        """Return the last visits that have changed, in a fixed order."""
        return [
            (key, last)
            for key in sorted(self._changed)
            if (last := self._known[key].last) is not None
        ]

    def changed_orders(self) -> list[tuple[str, Placed]]:
        """Return the visits of orders that have changed."""
        return [(order_id, self._placed[order_id]) for order_id in sorted(self._changed_orders)]

    def record_page_view(self, event: CollectedEvent) -> None:
        """Add the facts of a page view."""
        key = (event.shop_no, event.browser)
        known = self._known.get(key)
        if known is None:
            known = self._known[key] = BrowserState()
        before = known.last
        source = source_of(event)
        browser_key = (self.mall_id, event.shop_no, event.browser)
        visit, begun = rule.record_page(browser_key, known, event.at, source, event.device)
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

    def record_announced(self, event: OutboxEvent) -> None:
        """Add the facts of an event of the outbox."""
        match event.what:
            case CartAddition() as announced:
                self._add_to_cart(event.at, announced)
            case Placement() as announced:
                self._place(event.at, announced)
            case Payment() as announced:
                self._pay(event.at, announced)

    def _visit(self, shop_no: int, browser: int, at: int) -> Visit | None:
        known = self._known.get((shop_no, browser)) if browser else None
        if known is None:
            return None
        before = known.last
        visit = rule.record_action(known, at)
        if known.last is not before:
            self._changed.add((shop_no, browser))
        return visit

    def _add_to_cart(self, at: int, announced: CartAddition) -> None:
        visit = self._visit(announced.shop_no, announced.browser, at)
        code, name = self._goods.of(announced.shop_no, announced.product_no)
        for category_no, category_name in self._goods.places(
            announced.shop_no, announced.product_no
        ):
            self.rows["cart_action"].append(
                [
                    *self._head(announced.shop_no, at),
                    "pc" if visit is None else visit.device,
                    0 if visit is None else visit.number,
                    announced.browser,
                    announced.product_no,
                    category_no,
                    code,
                    name,
                    category_name,
                    announced.quantity,
                ]
            )

    def _place(self, at: int, announced: Placement) -> None:
        visit = self._visit(announced.shop_no, announced.browser, at)
        if visit is not None:
            placed = self._placed.get(announced.order_id, Placed())
            self._placed[announced.order_id] = replace(
                placed, visit=visit.number, first=int(visit.first), source=visit.source
            )
            self._changed_orders.add(announced.order_id)

    def _pay(self, at: int, announced: Payment) -> None:
        """Bring the facts of an order to the payments that its ledger has now.

        A payment counts on the day on which it was received. One that was taken back is withdrawn
        from its day; one that is received again counts on the new day.
        """
        order_id, shop_no = announced.order_id, announced.shop_no
        placed = self._placed.get(order_id, Placed())
        order = self._paid.get(order_id)
        counted = () if order is None else _counted(order)
        added = counted[len(placed.counted) :]
        revision = placed.revision
        if counted[: len(placed.counted)] != placed.counted or placed.sold > bool(placed.counted):
            self._withdraw(at, shop_no, order_id, placed)
            revision, added = revision + 1, counted
        elif not added:
            return
        self._placed[order_id] = placed = replace(
            placed, sold=bool(counted), counted=counted, revision=revision
        )
        self._changed_orders.add(order_id)
        for payment in added:
            assert order is not None
            self._count(shop_no, order, payment, placed)

    def _withdraw(self, at: int, shop_no: int, order_id: str, placed: Placed) -> None:
        days = [day_of(each.paid_at) for each in placed.counted] or [0, _LAST_DAY]
        self.rows["sale_withdrawal"].append(
            [
                *self._head(shop_no, at),
                order_id,
                _millisecond(placed.revision),
                min(days),
                max(days),
            ]
        )

    def _count(self, shop_no: int, order: Paid, payment: Counted, placed: Placed) -> None:
        head = self._head(shop_no, payment.paid_at * 1_000 + _millisecond(placed.revision))
        device = "mobile" if order.mobile else "pc"
        buyer = ("member", order.member_id) if order.member_id else ("guest", order.guest)
        first = {each.payment_no for each in order.receipts if each.is_first}
        self.rows["sale" if payment.payment_no in first else "further_payment"].append(
            [
                *head,
                order.order_id,
                device,
                payment.method,
                payment.amount,
                keyed_hash(self._key, self.mall_id, *buyer),
                int(bool(order.member_id)),
                day_of(order.ordered_at),
                placed.visit,
                placed.first,
                *placed.source,
            ]
        )
        for item in self._sold.get(order.order_id, ()):
            was_bought = item.canceled_at is None or item.canceled_at >= payment.paid_at
            if was_bought and order.of(item) == payment.payment_no:
                self._sell(head, order.order_id, device, item)

    def _sell(self, head: Head, order_id: str, device: str, item: Sold) -> None:
        for category_no, category_name in self._goods.places(head.shop_no, item.product_no):
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

    def _head(self, shop_no: int, at: int) -> Head:
        """Return the first columns of any fact: mall, shop, local day and hour, moment."""
        number = at // _AN_HOUR
        local = self._hours.get(number)
        if local is None:
            days, hour = divmod(number + _OFFSET, 24)
            local = self._hours[number] = (day_of(days * 86_400 - _OFFSET * 3_600), hour)
        return Head(self.mall_id, shop_no, *local, at)


def _counted(order: Paid) -> tuple[Counted, ...]:
    """Return the payments of an order that are in reports: none of other marketplaces' orders."""
    if order.place.startswith(MARKETS):
        return ()
    return tuple(
        Counted(each.payment_no, each.paid_at, each.amount, each.method)
        for each in order.receipts
        if each.paid_at is not None
    )


def _millisecond(revision: int) -> int:
    """Return the millisecond within its second at which the facts of a payment are dated.

    The last one, as only the second is known and the pages before were seen earlier; after each
    withdrawal the one before, so that a repeated withdrawal finds only what it is of.
    """
    return 999 - revision % 1_000


def day_of(seconds: int) -> int:
    """Return the local day of a moment in UTC seconds: 20260131."""
    at = moment(seconds)
    return at.year * 10_000 + at.month * 100 + at.day


def source_of(event: CollectedEvent) -> Source | None:
    """Return the source of a page view; None: from within the shop, or directly."""
    source = (
        event.referrer,
        event.engine,
        event.keyword,
        event.ad,
        event.medium,
        event.campaign,
        event.term,
        event.content,
    )
    return (host_of(event.referrer), *source) if any(source) else None


def host_of(address: str) -> str:
    """Return the host of an address in lower case: `https://www.example.com/a` -> its www."""
    return (
        address.partition("://")[2].partition("/")[0].lower() or address.partition("/")[0].lower()
    )


assert SOURCE[:2] == ("domain", "referrer")
