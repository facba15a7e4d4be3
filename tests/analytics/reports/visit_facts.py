"""Facts of a shop that was visited a little, in June 2026."""

from typing import Any

from openmall.analytics.engine.engine import Batch
from tests.analytics.reports.raw_facts import in_order
from tests.world import World

NOWHERE = dict.fromkeys(
    ("domain", "referrer", "engine", "keyword", "ad", "medium", "campaign", "term", "content"), ""
)
FROM_AD = {
    **NOWHERE,
    "domain": "search.example",
    "referrer": "https://search.example/find",
    "engine": "search",
    "keyword": "linen apron",
    "ad": "kite",
    "medium": "cpc",
    "campaign": "spring",
    "term": "apron",
    "content": "banner",
}


def keep(world: World, rows: dict[str, list[dict[str, Any]]], number: int = 1) -> None:
    """Give facts of a mall to the engine, in batches that are numbered from 1."""
    told = {name: in_order(name, some) for name, some in rows.items()}
    batch = Batch(source=f"{world.mall_id} wire", number=number, rows=told)
    world.stage.run(world.stage.engine.keep, [batch])


def views(world: World, names: list[str], day: int = 20260610) -> dict[str, list[dict[str, Any]]]:
    """Return facts of products that were seen once each, numbered from 1."""
    return {
        "pageview": [
            {**head(world, day, 12, "pc", number), **who(number, first=0),
             "url": f"/p/{number}", "product_no": number, "product_name": name}
            for number, name in enumerate(names, 1)
        ]
    }  # fmt: skip


def head(world: World, day: int, hour: int, device: str, at: int) -> dict[str, Any]:
    return {
        "mall_id": world.mall_id,
        "shop_no": 1,
        "day": day,
        "hour": hour,
        "at": at,
        "device": device,
    }


def who(number: int, *, first: int, bot: str = "") -> dict[str, Any]:
    return {"visit": number, "browser": number, "ip": number % 3, "first": first, "bot": bot}


def made(world: World) -> World:
    """A shop with three visits by people, one by a bot, and two sales."""
    one = head(world, 20260601, 9, "pc", 1)
    two = head(world, 20260601, 10, "mobile", 2)
    three = head(world, 20260602, 23, "pc", 3)
    apron = {"product_no": 7, "product_name": "Apron"}
    linen = {"product_no": 7, "product_name": "Linen apron"}
    none = {"product_no": 0, "product_name": ""}
    filed = {"product_code": "P7", "category_no": 0, "category_name": ""}
    kitchen = {"product_code": "P7", "category_no": 2, "category_name": "Kitchen"}
    sold = {"order_id": "20260602-0000001", "item_no": 1, "quantity": 2, "amount": 1_234_550}
    sale = {"method": "card", "buyer": 5, "ordered_day": 20260601}
    cart = {"visit": 3, "browser": 3, "quantity": 2}
    rows = {
        "pageview": [
            {**one, **who(1, first=1), "url": "/", **none},
            {**one, **who(1, first=1), "url": "/p/7", **apron},
            {**two, **who(2, first=0), "url": "/", **none},
            {**three, **who(3, first=0), "url": "/p/7", **linen},
            {**three, **who(4, first=1, bot="crawler"), "url": "/", **none},
        ],
        "visit": [
            {**one, **who(1, first=1), **NOWHERE, "landing": "/"},
            {**two, **who(2, first=0), **FROM_AD, "landing": "/"},
            {**three, **who(3, first=0), **FROM_AD, "landing": "/p/7"},
            {**three, **who(4, first=1, bot="crawler"), **NOWHERE, "landing": "/"},
        ],
        "sale": [
            {**three, **sale, "order_id": "20260602-0000001", "amount": 1_234_550, "member": 1,
             "visit": 3, "first": 0, **FROM_AD},
            {**three, **sale, "order_id": "20260602-0000002", "amount": 1_000_000, "member": 0,
             "visit": 0, "first": 0, **NOWHERE},
        ],
        "sale_item": [
            {**three, **sold, **linen, **filed},
            {**three, **sold, **linen, **kitchen},
        ],
        "cart_action": [{**three, **cart, **linen, **filed}, {**three, **cart, **linen, **kitchen}],
    }  # fmt: skip
    keep(world, rows)
    return world
