"""Random histories of a shop, and the batches in which they are told, late and out of order."""

from random import Random
from typing import Any

from openmall.analytics.collecting.shape import CollectedEvent
from openmall.commerce.order.orders.shape import Place
from tests.analytics.sessionising.event_reporting import LATENESS, seen
from tests.world import NOVEMBER_2026

START = int(NOVEMBER_2026) * 1000
SOURCES: list[dict[str, str]] = [
    {},
    {},
    {},
    {"referrer": "https://search.example/find", "engine": "search", "keyword": "apron"},
    {"referrer": "https://search.example/find", "engine": "search", "keyword": "linen"},
    {"referrer": "https://blog.example/a"},
    {"ad": "news", "medium": "mail", "campaign": "spring"},
    {"ad": "news", "medium": "mail", "campaign": "autumn", "content": "top", "term": "linen"},
]
GAPS = (0, 1, 900, 40_000, 1_800_000, 3_600_000, 3_600_001, 9_000_000)
PLACES: tuple[Place, ...] = ("platform", "mobile", "PORTALPAY", "market_a")


class History:
    """What happened, and how it is told."""

    def __init__(self, seed: int, *, browsers: int = 12, events: int = 30) -> None:
        draw = Random(seed)
        self.pages: list[CollectedEvent] = []
        self.carts: list[tuple[int, int, int, int]] = []
        self.orders: list[tuple[int, int, str]] = []
        self.paid: list[tuple[int, str, int, str]] = []
        self.told: list[tuple[int, list[CollectedEvent]]] = []
        """(received_at, batch), as they come in."""
        self.announced: list[tuple[int, int, int, dict[str, Any]]] = []
        """(second, event, browser, resource), in the order of time; `paid`: for `Telling.pay`."""
        for browser in range(1, browsers + 1):
            self._browse(draw, browser, events)
        self.told.sort(key=lambda each: each[0])
        self.announced.sort(key=lambda each: each[0])

    def _browse(self, draw: Random, browser: int, events: int) -> None:
        at = START + draw.randrange(6 * 3_600_000)
        shop = 1 if browser % 4 else 2
        mine: list[CollectedEvent] = []
        for number in range(draw.randrange(1, events)):
            # no two at once: which of them came first nobody could say
            at += max(1, draw.choice(GAPS))
            page = seen(
                at,
                browser,
                shop_no=shop,
                url=f"/p/{number}",
                device=draw.choice(("pc", "mobile")),
                **draw.choice(SOURCES),
            )
            mine.append(page)
            if shop == 1 and draw.random() < 0.3:
                self._buy(draw, at // 1000 + draw.choice((1, 60, 3_600, 3_700)), browser)
        self.pages += mine
        while mine:
            size = draw.randrange(1, 6)
            batch = [each for each in mine[:size] if each.at - mine[0].at <= LATENESS * 900]
            mine = mine[len(batch) :]
            slack = int(LATENESS * 1000) - (batch[-1].at - batch[0].at)
            received_at = batch[-1].at + draw.choice((0, 5, slack // 2, slack))
            draw.shuffle(batch)
            self.told.append((received_at, batch))

    def _buy(self, draw: Random, second: int, browser: int) -> None:
        product = draw.randrange(1, 5)
        if draw.random() < 0.5:
            self.carts.append((second, browser, product, 2))
            self.announced.append((second, 90084, browser, {"product_no": product, "quantity": 2}))
            return
        order = f"order-{browser}-{len(self.orders)}"
        self.orders.append((second, browser, order))
        self.announced.append((second, 90023, browser, {"order_id": order}))
        if draw.random() < 0.8:
            paid_at = second + draw.choice((0, 30, 90_000))
            amount, place = draw.randrange(1, 90) * 100_00, draw.choice(PLACES)
            self.paid.append((paid_at, order, amount, place))
            paid = {"amount": amount, "place": place, "email": f"{browser}@example.com"}
            resource = {"order_id": order, "event_code": "paid_order", "paid": paid}
            for _ in range(draw.choice((1, 1, 2))):
                self.announced.append((paid_at, 90025, 0, resource))

    def arrivals(self) -> list[tuple[int, Any]]:
        """Return everything as it comes in: (millisecond, batch or announcement)."""
        some: list[tuple[int, int, Any]] = [(at, 1, batch) for at, batch in self.told]
        some += [(each[0] * 1000, 0, each) for each in self.announced]
        return [(at, what) for at, _, what in sorted(some, key=lambda each: each[:2])]
