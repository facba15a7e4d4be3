"""No list grows with the shop, but for those that are named here.

The plans of statements that are built for the filters that were sent cannot be read off the source.
So each list is called with each filter, and the steps of its statements are counted at two sizes.
"""

import pytest

from tests.every_operation.registry_rows import named
from tests.growth import sweep
from tests.growth.shop import GrowingShop, open_shop

pytestmark = pytest.mark.journey

SMALL, LARGE = 6_000, 18_000
"""Copies. Both are more than the bounds of candidates, which are 5,000 at most."""
LITTLE = 15_000
"""Steps that no growth is looked for below: a millisecond at most."""
_NAMES = (
    "product_name", "eng_product_name", "model_name", "origin_place_value", "supply_product_name",
    "internal_product_name", "product_code",
)  # fmt: skip
_BY_STOCK = ("stock_quantity_min", "stock_safety_min", "use_inventory")
_BY_SHOP = ("shop_grade", "shop_language", "shop_currency_code")
_OF_GROUP = "each answers how many products it has: they are counted"
_SHORT = "a part of one letter, and a part of a code, are in no index"
_STOCK = "stock changes with every order, which an index of it would make dearer"
REASONS: dict[str, dict[str, tuple[str, ...]]] = {
    "a walk from the newest order on; with dates it ends at the first of them": {
        "admin GET orders": (
            "discount_method", "first_order", "market_cancel_request", "market_seller_id",
            "member_email", "multiple_addresses", "name_furigana", "order_place_id",
            "payment_gateway_name", "payment_method", "wished_carrier_id",
        ),
    },
    "a walk from the newest customer on, until enough have what about half of them have": {
        "admin GET customersprivacy": (
            "gender", "is_simple_join", "join_path", "news_mail", "sms", "thirdparty_agree",
            "use_mobile_app",
        ),
    },
    "a walk from the newest article of one board on": {
        "admin GET boards/{board_no}/articles": (
            "article_type", "attached_file", "board_category_no", "comment", "has_product",
            "input_channel", "is_display", "is_notice", "reply_status", "supplier_id",
        ),
    },
    "the articles within the dates are sorted": {
        "admin GET boards/{board_no}/articles": ("end_date",),
    },
    _SHORT: {
        "admin GET products": _NAMES,
        "admin GET translations/products": ("product_name",),
        "storefront GET products": tuple(
            name for name in _NAMES if not name.startswith(("supply", "internal"))
        ),
    },
    _STOCK: {"admin GET products": _BY_STOCK, "storefront GET products": _BY_STOCK},
    "only the back office filters by what products cost the shop": {
        "admin GET products": ("supply_price_max",),
    },
    _OF_GROUP: {
        "admin GET brands": ("", "brand_code", "brand_name", "use_brand"),
        "admin GET classifications": (
            "", "classification_code", "classification_name", "use_classification",
        ),
        "admin GET trends": ("", "trend_code", "trend_name", "use_trend"),
    },
    "what was sold within the dates, which are required": {
        "admin GET reports/productsales": ("", "collection_hour"),
        "admin GET reports/salesvolume": (
            "", "delivery_type", "group_no", "mobile", "supplier_id",
        ),
    },
    "what ended is kept for some days only": {
        "admin GET jobs": ("state",),
        "admin GET webhooks/events": ("event_no",),
        "admin GET webhooks/logs": ("event_no", "log_type", "success"),
        "admin GET databridge/logs": ("success",),
    },
    "few shops may have it; docs/decisions/0010-partner-projection.md": {
        "partner GET products": _BY_SHOP,
        "partner GET storeproducts": ("shop_name",),
    },
}  # fmt: skip
"""Why lists may grow -> these lists, and the filters by which they do; empty: without any."""
WALKS = {
    (name, filter_)
    for lists in REASONS.values()
    for name, filters in lists.items()
    for filter_ in filters
}


def measure(shop: GrowingShop) -> dict[tuple[str, str], int]:
    """Return the steps of each list, and of each count of nothing, by its filter."""
    found: dict[tuple[str, str], int] = {}
    for listed in shop.lists:
        seen = sweep.first_of(listed.row, shop.call(listed, listed.values).answer)
        for asked in sweep.trials(listed.row, listed.values, seen):
            worked = shop.call(listed, asked.values)
            if worked.answer.status_code == 200 and not worked.answer.json().get("count"):
                key = (named(listed.row), asked.names)
                found[key] = worked.total
    return found


@pytest.fixture(scope="module")
def grown() -> set[tuple[str, str]]:
    with open_shop("sqlite") as shop:
        shop.grow(SMALL)
        before = measure(shop)
        shop.grow(LARGE)
        after = measure(shop)
    assert len(before) > 800
    return {
        (name.removesuffix("/count"), filters.partition("=")[0])
        for (name, filters), steps in after.items()
        if steps > LITTLE and steps > 2 * before.get((name, filters), steps)
    }


def test_no_list_grows_with_the_shop(grown: set[tuple[str, str]]) -> None:
    assert grown - WALKS == set()


def test_no_exception_is_left_over(grown: set[tuple[str, str]]) -> None:
    assert WALKS - grown == set()
