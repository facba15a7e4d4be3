"""Of every table: whether its rows go with a mall that is copied, and what of them changes.

A table that is added belongs into one of these lists; `tests/guards/test_copies.py` asks for it,
and looks for the id of a mall in every column.
"""

from typing import Final

MALL: Final = "mall"
"""Written last: until it is there nobody is served."""
COPIED: Final = frozenset(
    {
        "activity_log", "article", "article_comment", "autodisplay", "benefit", "board_about",
        "brand", "browser", "bundle_part", "bundle_sales", "carrier", "cart", "cart_line",
        "cash_receipt", "category", "category_about", "category_order", "classification",
        "collected", "collected_batch", "comment_template", "counter", "coupon", "coupon_issue",
        "coupon_use", "custom_property", "custom_property_value", "customer", "customer_balance",
        "customer_in_group", "customer_memo", "customer_payment_method", "customer_person",
        "customer_social", "decorated_product", "decoration_image", "fact_batch",
        "gateway_payment", "goods_of_hour", "inflow", "inflow_group", "main_product", "mall",
        "manager", "manufacturer", "mileage_entry", "option_look", "order_autocalculation_removed",
        "order_benefit", "order_brought_in", "order_claim", "order_coupon", "order_history",
        "order_item", "order_label", "order_quote", "order_memo", "order_of_guest", "order_parcel",
        "order_payment", "order_refund", "order_visit", "page_field", "page_property",
        "points_autoexpiration", "product", "product_category", "product_hit", "product_hit_day",
        "product_information", "product_memo", "product_names", "product_part", "product_seo",
        "product_tag", "redirect", "sales_channel", "sales_of_hour", "sandbox", "sandbox_fault",
        "sessionised", "setting", "shipping_origin", "shop", "shop_order", "shown_status",
        "stock_change", "stock_reservation", "subscription", "subscription_item", "supplier",
        "supplier_user", "test_gateway_payment", "trend", "urgent_inquiry", "urgent_inquiry_reply",
        "variant", "wish",
    }
)  # fmt: skip
"""What a shop has, sells and knows: it goes with a mall, whatever the mall is called then."""
UNDER_ITS_OWN_ID: Final[dict[str, str]] = {
    "event": "what was announced under an id is not told again under another",
    "installation": "apps are let into a copy by whoever it is for",
    "token": "what opens a mall does not open its copy",
    "webhook_lane": "goes with the app that is told",
    "webhook_waiting": "goes with the app that is told",
    "webhook_log": "goes with the app that was told",
    "webhook_notice": "goes with the app that was told",
    "customer_device": "a copy sends nothing to people's phones",
    "payment_gateway": "belongs to an app of the mall",
    "payment_gateway_method": "belongs to an app of the mall",
    "payment_gateway_contract": "a copy takes nobody's money",
    "partner_category": "a copy does not take part in the partner programme",
    "partner_figures": "a copy does not take part in the partner programme",
    "partner_product": "a copy does not take part in the partner programme",
    "partner_product_word": "a copy does not take part in the partner programme",
    "partner_shop": "a copy does not take part in the partner programme",
    "partner_shop_word": "a copy does not take part in the partner programme",
}
"""Table -> why its rows go with a mall that keeps its id, and with no other."""
STAYING: Final[dict[str, str]] = {
    "mall_closed": "a mall is closed where it was, not where it goes",
    "repeatable_answer": "is of a day, and names its call by a key of the installation",
    "job": "is an app's, of some days, and is carried out where it was asked for",
    "job_part": "goes with its job",
    "manager_session": "people sign in again",
    "authorization_code": "lives for a minute",
    "authorization_request": "lives for minutes",
}
"""Table of a mall -> why its rows stay behind when that mall alone is copied."""
OF_APPS: Final = ("app", "webhook_subscription")
"""The rows of apps that are in the mall: added where nobody knows the app yet."""
OF_THE_INSTALLATION: Final[dict[str, str]] = {
    "address_key": "keys of addresses, of all malls",
    "api_call": "is the log of an app",
    "api_call_body": "is the log of an app",
    "api_call_minute": "is the log of an app",
    "api_call_operation": "is the log of an app",
    "developer": "people of this installation's console",
    "developer_session": "people of this installation's console",
    "schema_note": "says how far this store was brought up",
    "exchange_rate": "the operator enters them",
    "test_mall": "says whose a test mall is, here",
}
"""Table -> why none of its rows goes with one mall."""
COLUMNS: Final = {
    "partner_product": "store_id",
    "partner_product_word": "store_id",
    "partner_shop": "store_id",
    "partner_shop_word": "store_id",
    "test_mall": "store_id",
}
"""Table -> the column with the id of the mall, where that is not called mall_id."""
WATCHED: Final = frozenset(
    {
        "autodisplay", "collected", "event", "fact_batch", "goods_of_hour", "installation",
        "mileage_entry", "points_autoexpiration", "sales_of_hour", "sandbox", "sessionised",
        "shop", "webhook_lane", "webhook_subscription", MALL,
    }
)  # fmt: skip
"""Tables in which workers look for what is to be done in any mall: their rows are written in one
transaction with that of the mall, so that nobody works on half of one."""
FACTS_WAITING: Final = "fact_batch"
"""Left out of a copy that has the facts themselves."""


def column_of(table: str) -> str:
    """Return the column of a table with the id of the mall."""
    return COLUMNS.get(table, "mall_id")


def goes(table: str, *, renamed: bool) -> bool:
    """Say whether a table's rows go with one mall, `renamed` or under its own id."""
    return table in COPIED or (table in UNDER_ITS_OWN_ID and not renamed)
