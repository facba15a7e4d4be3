"""Of every table it is decided whether it holds something of customers.

Whoever adds one either names it in `areas/privacy/keeping/tables.py`, so that it is handed over
and erased with the person, or says below why nothing of customers is in it.
"""

from typing import get_args

from msgspec import NODEFAULT, UNSET, Struct
from msgspec.structs import fields

from openmall.areas.order.claims.shape import Claim
from openmall.areas.order.orders.item_shape import Item
from openmall.areas.order.orders.shape import Buyer, Order, Receiver
from openmall.areas.order.refunds.shape import Kept
from openmall.areas.privacy.keeping.tables import BLANKED, DOCUMENTS, HELD, MENTIONS
from openmall.database.schema import metadata
from tests.areas.privacy.having import GOES_WITH_THE_MEMBERSHIP
from tests.guards.sources import import_all

NOTHING_OF_CUSTOMERS = {
    "what a shop offers, and how": (
        "autodisplay", "benefit", "brand", "bundle_part", "bundle_sales", "carrier", "category",
        "category_about", "category_order", "classification", "coupon", "custom_property",
        "custom_property_value", "decorated_product", "decoration_image", "main_product",
        "option_look", "page_field", "page_property", "points_autoexpiration", "product",
        "product_category", "product_information", "product_names", "product_part", "product_seo",
        "product_tag", "redirect", "shown_status", "trend", "variant", "board_about",
        "inflow", "inflow_group", "sales_channel", "comment_template",
    ),
    "partners of the shop, not its customers": (
        "manufacturer", "supplier", "supplier_user", "shipping_origin",
    ),
    "notes of the shop's people about a product": ("product_memo",),
    "how a shop is set up, by the people behind it": (
        "sandbox", "sandbox_fault", "setting", "mall", "mall_closed", "shop",
    ),
    "contracts of the shop with payment gateways": (
        "payment_gateway", "payment_gateway_contract", "payment_gateway_method",
    ),
    "people who manage a shop, and apps that act for them": (
        "app", "authorization_code", "authorization_request", "developer", "developer_session",
        "installation", "manager", "test_mall",
        "manager_session", "token",
    ),
    "sums over the orders of many": ("goods_of_hour", "sales_of_hour", "product_hit",
        "product_hit_day",
    ),
    "how many units came and went; its reference is the number of an order or of an app": (
        "stock_change", "stock_reservation",
    ),
    "the next free number of everything": ("counter",),
    "what apps called; who customers are is masked before it is written": (
        "api_call", "api_call_body", "api_call_minute", "api_call_operation",
    ),
    "the prices of currencies": ("exchange_rate",),
    "how the store was brought up": ("schema_note",),
    "what browsers did, by numbers that lead to nobody": (
        "address_key", "browser", "collected", "collected_batch", "fact_batch", "sessionised",
    ),
    "which events were brought to apps, by their numbers, and how the apps' programs answered": (
        "webhook_subscription", "webhook_lane", "webhook_waiting", "webhook_log", "webhook_notice",
    ),
    "what partners may read of products and shops": (
        "partner_category", "partner_figures", "partner_product", "partner_product_word",
        "partner_shop", "partner_shop_word",
    ),
}  # fmt: skip
"""Why -> tables."""
TELLING = (
    "name", "email", "phone", "address", "account", "holder", "writer", "title", "content",
    "document", "detail", "reason", "client_ip", "password", "receiver", "buyer",
)  # fmt: skip
"""What a column is called, or a part of it, that may tell who somebody is."""
TELLS_NOTHING = {
    "coupon_name": "of the coupon",
    "benefit_name": "of the benefit",
    "benefit_title": "of the benefit",
    "user_name": "of the app that changed an order",
    "order_coupon.name": "of the coupon",
    "order_label.name": "a label sorts the orders of many, in the shop's words",
    "order_visit.content": "what led to a visit, of whoever made it",
    "order_of_guest.name": "of a guest's session; no member's order has one",
}
"""Column, or table and column, that stays -> why."""
STRUCTS: dict[tuple[str, str], type[Struct]] = {
    ("shop_order", "detail"): Order,
    ("shop_order", "buyer"): Buyer,
    ("order_item", "detail"): Item,
    ("order_parcel", "receiver"): Receiver,
    ("order_history", "document"): Receiver,
    ("order_claim", "content"): Claim,
    ("order_refund", "content"): Kept,
}
TELLING_IN_DOCUMENTS = (
    "account", "holder", "reason", "email", "phone", "address", "billing", "pickup", "social_m",
    "owner", "additional_option", "additional_info", "additional_order_info", "service_data",
)  # fmt: skip
STAYS_IN_DOCUMENTS = {
    "claim_reason_type": "one of a few letters",
    "undone_reason_type": "one of a few letters",
    "request_pickup": "a flag",
    "pickup_completed": "a flag",
    "store_pickup": "a flag",
    "multiple_addresses": "a flag",
    "show_shipping_address": "a flag",
    "market_fail_reason": "of a marketplace, about the order",
    "market_fail_reason_guide": "of a marketplace, about the order",
}
PLACE = {"shop_no", "member_id", "country_code", "shipping_code"}


def test_of_every_table_it_is_decided_what_it_holds_of_customers() -> None:
    import_all()
    kept = {table.name for table in HELD} | {each.table.name for each in MENTIONS}
    nothing = [name for names in NOTHING_OF_CUSTOMERS.values() for name in names]

    assert len(nothing) == len(set(nothing))
    assert kept & set(nothing) == set()
    assert set(metadata().tables) - kept - set(nothing) == set(), (
        "name it in areas/privacy/keeping/tables.py, or say above why nothing of customers is there"
    )
    assert kept | set(nothing) == set(metadata().tables), "a table that is gone"


def test_no_table_without_customers_names_a_member_or_an_order() -> None:
    import_all()
    names = {"member_id", "order_id"}
    wrong = {
        name
        for tables in NOTHING_OF_CUSTOMERS.values()
        for name in tables
        if names & set(metadata().tables[name].c.keys())
    }
    assert wrong == set()


def test_every_column_that_may_tell_who_somebody_is_goes() -> None:
    import_all()
    goes = {(each.table.name, name) for each in BLANKED for name in each.columns}
    goes |= {(each.table.name, each.column) for each in DOCUMENTS}
    left = {
        f"{table.name}.{column.name}"
        for table in HELD
        if table not in GOES_WITH_THE_MEMBERSHIP
        for column in table.c
        if any(part in column.name for part in TELLING) and (table.name, column.name) not in goes
    }
    assert {
        each
        for each in left
        if each not in TELLS_NOTHING and each.partition(".")[2] not in TELLS_NOTHING
    } == set()


def _fields(kind: type[Struct], goes: frozenset[str]) -> dict[str, object]:
    """Return the fields of a struct, and of those within it that stay: name -> default."""
    found: dict[str, object] = {}
    for each in fields(kind):
        if each.default is UNSET:
            continue  # kept elsewhere
        found[each.name] = each.default if each.default_factory is NODEFAULT else ()
        for inner in (each.type, *get_args(each.type)):
            if each.name not in goes and isinstance(inner, type) and issubclass(inner, Struct):
                found = _fields(inner, goes) | found
    return found


def test_every_field_of_a_document_that_may_tell_who_somebody_is_goes() -> None:
    for each in DOCUMENTS:
        known = _fields(STRUCTS[each.table.name, each.column], each.goes)
        if each.stays:
            assert (each.goes, each.stays - known.keys()) == (frozenset(), PLACE - known.keys())
            continue
        telling = {name for name in known if any(part in name for part in TELLING_IN_DOCUMENTS)}
        columns = set(each.table.c.keys())
        assert telling - each.goes - columns - STAYS_IN_DOCUMENTS.keys() == set(), each.table.name


def test_what_goes_of_a_document_has_something_that_stands_there_instead() -> None:
    for each in DOCUMENTS:
        known = _fields(STRUCTS[each.table.name, each.column], each.goes)
        assert [name for name in each.goes if known.get(name, ()) is NODEFAULT] == []
