"""What visitors have done, for the sweeps: enough of everything for pages of every report."""

from collections.abc import Callable
from typing import Any

from openmall.analytics.engine.engine import Batch
from openmall.analytics.reports.registry import REPORTS
from tests.analytics.reports.raw_facts import in_order
from tests.every_operation.prerequisites.kinds import Values
from tests.world import World

DAYS = 60
"""As many of each thing, each on a day of its own."""
EXTRA_VALUES: dict[str, Values] = {
    f"GET {path}": {"start_date": "2026-09-23", "end_date": "2026-11-21"} for path in REPORTS
}
_SOURCE = ("domain", "referrer", "engine", "keyword", "ad", "medium", "campaign", "term", "content")


def _day(at: int) -> int:
    month = 9 + at // 30
    return 20260000 + month * 100 + at % 30 + 1


def visited(world: World) -> None:
    """Let a shop be visited, and something be sold there."""
    rows: dict[str, list[dict[str, Any]]] = {
        name: [] for name in ("pageview", "visit", "sale", "sale_item", "cart_action")
    }
    for at in range(DAYS):
        head = {
            "mall_id": world.mall_id,
            "shop_no": 1,
            "day": _day(at),
            "hour": at % 24,
            "at": at,
            "device": "pc" if at % 2 else "mobile",
        }
        who = {"visit": at + 1, "browser": at % 7, "ip": at % 5, "first": at % 2, "bot": ""}
        source = {name: f"{name} {at}" for name in _SOURCE}
        goods = {
            "product_no": at + 1,
            "product_name": f"Apron {at}",
            "product_code": f"P{at}",
            "category_no": 0,
            "category_name": "",
            "quantity": 1 + at % 3,
        }
        filed = {**goods, "category_no": 1 + at % 3, "category_name": f"Category {at % 3}"}
        page = {"url": f"/p/{at}", "product_no": at + 1, "product_name": f"Apron {at}"}
        rows["pageview"].append({**head, **who, **page})
        rows["visit"].append({**head, **who, **source, "landing": "/"})
        sale = {"order_id": f"2026-{at:07}", "method": f"way{at}", "amount": at * 1_055}
        buyer = {"buyer": at, "member": at % 2, "ordered_day": _day(at), "visit": at + 1}
        rows["sale"].append({**head, **sale, **buyer, "first": at % 2, **source})
        item = {"order_id": sale["order_id"], "item_no": 1, "amount": at * 1_055}
        added = {"visit": at + 1, "browser": at % 7}
        for each in (goods, filed):
            rows["sale_item"].append({**head, **item, **each})
            rows["cart_action"].append({**head, **added, **each})
    told = {name: in_order(name, some) for name, some in rows.items()}
    batch = Batch(source=f"{world.mall_id} visits", number=1, rows=told)
    world.stage.run(world.stage.engine.keep, [batch])


EXISTING_FIRST: dict[str, Callable[[World], None]] = {f"GET {path}": visited for path in REPORTS}
