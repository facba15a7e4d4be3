"""What facts there must be, worked out from everything that happened, at once and at leisure.

Written apart from the program: it sorts the whole history of each browser and walks through it.
A visit is called by the browser and the moment at which it began.
"""

from collections import defaultdict
from datetime import UTC, datetime, timedelta
from typing import Any

HOUR = 3_600_000
SOURCE_NAMES = ("referrer", "engine", "keyword", "ad", "medium", "campaign", "term", "content")


def local(at: int) -> tuple[int, int]:
    """Return day and hour at +09:00."""
    there = datetime.fromtimestamp(at / 1000, UTC) + timedelta(hours=9)
    return int(there.strftime("%Y%m%d")), there.hour


def source(event: Any) -> tuple[str, ...] | None:
    values = tuple(getattr(event, name) for name in SOURCE_NAMES)
    if values == ("",) * len(values):
        return None
    host = event.referrer.split("://")[-1].split("/")[0]
    return (host, *values)


def visits(pages: list[Any], deeds: list[Any]) -> list[dict[str, Any]]:
    """Return the visits of one browser in one shop: what belongs to each, and what it came from.

    `pages`: with their `at`. `deeds`: (millisecond, name of the deed), which begin no visit.
    """
    history = sorted(
        [(page.at, 0, index, page) for index, page in enumerate(pages)]
        + [(at, 1, index, name) for index, (at, name) in enumerate(deeds)],
        key=lambda each: each[:3],
    )
    found: list[dict[str, Any]] = []
    for at, is_deed, _, what in history:
        ongoing = found[-1] if found and at - found[-1]["until"] <= HOUR else None
        if is_deed:
            if ongoing is not None:
                ongoing["until"] = at
                ongoing["deeds"].append(what)
            continue
        came_from = source(what)
        if ongoing is None or (came_from is not None and came_from != ongoing["source"]):
            ongoing = {
                "began": at,
                "source": came_from or ("",) * 9,
                "pages": [],
                "deeds": [],
                "first": int(not found),
            }
            found.append(ongoing)
        ongoing["until"] = at
        ongoing["pages"].append(what)
    return found


def expected(
    pages: list[Any], carts: list[Any], orders: list[Any], paid: list[Any]
) -> dict[str, list[Any]]:
    """Return the facts as tuples, visits called by (shop, browser, beginning).

    `carts`: (second, browser, product, quantity). `orders`: (second, browser, order).
    `paid`: (second, order, amount, place). The deeds are of shop 1.
    """
    by_browser: dict[tuple[int, int], tuple[list[Any], list[Any]]] = defaultdict(lambda: ([], []))
    for page in pages:
        by_browser[(page.shop_no, page.browser)][0].append(page)
    for number, (second, browser, *_) in enumerate(carts):
        by_browser[(1, browser)][1].append((second * 1000 + 999, ("cart", number)))
    for second, browser, order in orders:
        by_browser[(1, browser)][1].append((second * 1000 + 999, ("order", order)))
    facts: dict[str, list[Any]] = {"pageview": [], "visit": [], "cart_action": [], "sale": []}
    visit_of: dict[Any, Any] = {}
    for (shop, browser), (mine, deeds) in by_browser.items():
        for visit in visits(mine, deeds):
            name = (shop, browser, visit["began"])
            landing = visit["pages"][0]
            facts["visit"].append((*local(visit["began"]), name, visit["first"], visit["source"]))
            assert landing.at == visit["began"]
            for page in visit["pages"]:
                facts["pageview"].append((*local(page.at), page.at, name, visit["first"], page.url))
            for deed in visit["deeds"]:
                visit_of[deed] = (name, visit["first"], visit["source"])
    nothing = (None, 0, ("",) * 9)
    for number, (second, _, product, quantity) in enumerate(carts):
        name = visit_of.get(("cart", number), nothing)[0]
        facts["cart_action"].append((*local(second * 1000), name, product, quantity))
    for second, order, amount, place in paid:
        if not place.startswith("market_"):
            facts["sale"].append(
                (*local(second * 1000), order, amount, *visit_of.get(("order", order), nothing))
            )
    return {name: sorted(rows, key=repr) for name, rows in facts.items()}


def told(facts: dict[str, list[dict[str, Any]]]) -> dict[str, list[Any]]:
    """Return facts that the program made in the same words."""
    names: dict[int, Any] = {0: None}
    for row in facts.get("visit", []):
        assert row["visit"] not in names, "two visits have one number"
        names[row["visit"]] = (row["shop_no"], row["browser"], row["at"])
    source_columns = ("domain", *SOURCE_NAMES)

    def came(row: dict[str, Any]) -> tuple[str, ...]:
        return tuple(row[name] for name in source_columns)

    said: dict[str, list[Any]] = {
        "visit": [
            (row["day"], row["hour"], names[row["visit"]], row["first"], came(row))
            for row in facts.get("visit", [])
        ],
        "pageview": [
            (row["day"], row["hour"], row["at"], names[row["visit"]], row["first"], row["url"])
            for row in facts.get("pageview", [])
        ],
        "cart_action": [
            (row["day"], row["hour"], names[row["visit"]], row["product_no"], row["quantity"])
            for row in facts.get("cart_action", [])
        ],
        "sale": [
            (
                row["day"], row["hour"], row["order_id"], row["amount"],
                names[row["visit"]], row["first"], came(row),
            )
            for row in facts.get("sale", [])
        ],
    }  # fmt: skip
    return {name: sorted(rows, key=repr) for name, rows in said.items()}
