"""The tables of orders, items, parcels and labels."""

from typing import Final

from sqlalchemy import Index, and_

from openmall.commerce.order.orders.item_shape import Item
from openmall.commerce.order.orders.shape import Order
from openmall.commerce.order.personal_fields import PLACE_FIELDS, REFUND_ACCOUNT_FIELDS
from openmall.commerce.supply.tables import OWN_SUPPLY
from openmall.contract.crud.json_row import Documents
from openmall.database.feed_policies import CLAIMS_OF_ORDER, WHOLE, recorded
from openmall.database.policies import (
    WITH_MALL,
    blank,
    redact,
    redact_except,
    rows_of_member,
    rows_of_order,
    with_mall,
)
from openmall.database.schema import (
    EMPTY,
    NOTHING,
    TRUE,
    fixed_code,
    flag,
    number,
    partial_index,
    shop_table,
    text,
)
from openmall.database.text_search import mail_addresses
from openmall.database.undo_policies import ORDERS_CHANGED, REVERTED, UPDATED_ONLY, Reverted

ORDER: Final = shop_table(
    "shop_order",
    text("order_id"),
    number("shop_no"),
    text("member_id"),
    text("member_email"),
    number("group_no"),
    number("order_date"),
    number("payment_date", null=True),
    number("cancel_date", null=True),
    flag("paid"),
    flag("auto_paid"),
    flag("canceled"),
    flag("shipping_status"),
    number("payment_amount"),
    text("order_place_id"),
    text("market_order_no", null=True),
    flag("subscription"),
    flag("first_order"),
    text("methods"),
    text("gateway"),
    text("buyer_name"),
    text("buyer_email"),
    text("buyer_phone"),
    text("buyer_cellphone"),
    text("buyer"),
    text("detail"),
    backup=WITH_MALL,
    undo=Reverted(
        kinds=frozenset({"updated"}),
        only=frozenset(
            {
                "buyer",
                "buyer_name",
                "buyer_email",
                "buyer_phone",
                "buyer_cellphone",
                "detail.show_shipping_address",
                "detail.multiple_addresses",
            }
        ),
        derived=("shipping_status",),
    ),
    feed=recorded(
        "orders",
        "order_id",
        renamed={"group_no": "customer_group_no_when_ordering"},
        whole=("auto_paid", "methods", "gateway", "detail"),
        left_out=("buyer_name", "buyer_email", "buyer_phone", "buyer_cellphone"),
    ),
    personal_data=rows_of_member(
        blank("member_email", "buyer_name", "buyer_email", "buyer_phone", "buyer_cellphone"),
        redact(
            "detail",
            frozenset(
                {
                    "additional_order_info_list",
                    "bank_account_no",
                    "bank_account_owner_name",
                    "billing_name",
                    "service_data",
                    "social_member_code",
                }
            ),
        ),
        redact_except("buyer", PLACE_FIELDS),
    ),
    key=("order_id",),
    wide=True,
)
"""`auto_paid`: T when a gateway reported the payment, F when a person did. `methods`: payment
methods, each between commas, to be searched. `buyer`: JSON of a Buyer."""

Index("ix_shop_order_date", ORDER.c.mall_id, ORDER.c.shop_no, ORDER.c.order_date, ORDER.c.order_id)
Index("ix_shop_order_paid", ORDER.c.mall_id, ORDER.c.shop_no, ORDER.c.payment_date)
Index("ix_shop_order_member", ORDER.c.mall_id, ORDER.c.member_id, ORDER.c.order_date)
Index(
    "ix_shop_order_payment",
    ORDER.c.mall_id,
    ORDER.c.shop_no,
    ORDER.c.paid,
    ORDER.c.auto_paid,
    ORDER.c.order_id,
)
Index("ix_shop_order_buyer_name", ORDER.c.mall_id, ORDER.c.buyer_name, ORDER.c.order_id)
HAS_BUYER_CELLPHONE: Final = ORDER.c.buyer_cellphone != EMPTY
HAS_BUYER_EMAIL: Final = ORDER.c.buyer_email != EMPTY
HAS_BUYER_PHONE: Final = ORDER.c.buyer_phone != EMPTY
REPEATED: Final = ORDER.c.subscription == TRUE
FROM_A_MARKET: Final = ORDER.c.market_order_no.isnot(None)
WAS_CANCELED: Final = ORDER.c.cancel_date.isnot(None)
USUAL_PLACES: Final = ("platform", "mobile")
"""Where most orders come from."""
FROM_ANOTHER_PLACE: Final = and_(
    *(ORDER.c.order_place_id != fixed_code(place) for place in USUAL_PLACES)
)
for _name, _columns, _rare in (
    ("buyer_cellphone", (ORDER.c.buyer_cellphone,), HAS_BUYER_CELLPHONE),
    ("buyer_email_lower", (mail_addresses.Comparable(ORDER.c.buyer_email),), HAS_BUYER_EMAIL),
    ("buyer_phone", (ORDER.c.buyer_phone,), HAS_BUYER_PHONE),
    ("subscription", (ORDER.c.shop_no,), REPEATED),
    ("market", (ORDER.c.market_order_no,), FROM_A_MARKET),
    ("canceled", (ORDER.c.cancel_date,), WAS_CANCELED),
    ("place", (ORDER.c.order_place_id,), FROM_ANOTHER_PLACE),
):
    partial_index(
        f"ix_shop_order_{_name}",
        ORDER.c.mall_id,
        *_columns,
        ORDER.c.order_id,
        where=_rare,
    )

ITEM: Final = shop_table(
    "order_item",
    text("order_id"),
    number("item_no"),
    number("shop_no"),
    number("product_no"),
    text("variant_code"),
    number("quantity"),
    text("order_status"),
    text("order_status_before_cs", null=True),
    number("product_price"),
    number("option_price"),
    number("additional_discount_price"),
    number("coupon_discount_price"),
    number("app_item_discount_amount"),
    number("payment_amount"),
    text("supplier_id"),
    text("shipping_code"),
    text("claim_code"),
    number("ordered_date"),
    number("placed_date", null=True),
    number("shipped_date", null=True),
    number("delivered_date", null=True),
    number("purchaseconfirmation_date", null=True),
    number("share_discount"),
    number("share_points"),
    number("share_credits"),
    number("share_earned", later=True),
    number("origin", later=True),
    number("transitions", later=True),
    flag("stock_taken"),
    text("detail"),
    backup=WITH_MALL,
    undo=Reverted(
        kinds=frozenset({"updated"}),
        only=frozenset(
            {
                "order_status",
                "placed_date",
                "shipped_date",
                "delivered_date",
                "purchaseconfirmation_date",
                "detail.shipping_company_code",
                "detail.post_express_flag",
                "detail.labels",
                "detail.additional_option_value",
                "detail.additional_option_values",
                "detail.product_bundle_list",
            }
        ),
        derived=("transitions",),
    ),
    feed=recorded(
        "orders",
        "order_id",
        others="items",
        left_out=("shop_no", "origin", "transitions", "stock_taken"),
        dependents=(CLAIMS_OF_ORDER,),
    ),
    personal_data=rows_of_order(
        redact(
            "detail",
            REFUND_ACCOUNT_FIELDS
            | {
                "additional_option_value",
                "additional_option_values",
                "claim_reason",
                "order_status_additional_info",
            },
        )
    ),
    key=("order_id", "item_no"),
    wide=True,
)
"""`share_...`: the item's share of the order's discounts, points and credits, in hundredths;
`share_earned`: the points it earns. `origin`: 0 placed with the order, 1 added later, 2 a
replacement. `transitions`: number of its rows in the log of state transitions. `placed_date`: when
the shop began to prepare it. `stock_taken`: T while its units are taken from stock."""

Index(
    "ix_order_item_status",
    ITEM.c.mall_id,
    ITEM.c.shop_no,
    ITEM.c.order_status,
    ITEM.c.ordered_date,
)
Index(
    "ix_order_item_product", ITEM.c.mall_id, ITEM.c.product_no, ITEM.c.shop_no, ITEM.c.ordered_date
)
OF_A_SUPPLIER: Final = and_(
    ITEM.c.supplier_id != EMPTY, ITEM.c.supplier_id != fixed_code(OWN_SUPPLY)
)
"""Condition: an item is sent by a supplier, not by the shop; only these are in the index."""
partial_index(
    "ix_order_item_supplier",
    ITEM.c.mall_id,
    ITEM.c.supplier_id,
    ITEM.c.order_id,
    where=OF_A_SUPPLIER,
)

PARCEL: Final = shop_table(
    "order_parcel",
    text("order_id"),
    text("shipping_code"),
    text("receiver_name"),
    text("receiver_address"),
    text("receiver"),
    text("tracking_no"),
    text("shipping_company_code"),
    number("carrier_id"),
    number("tracking_no_updated_date", null=True),
    text("status_additional_info"),
    backup=WITH_MALL,
    undo=UPDATED_ONLY,
    feed=recorded("orders", "order_id", others=WHOLE, dependents=(CLAIMS_OF_ORDER,)),
    personal_data=rows_of_order(
        blank("receiver_name", "receiver_address", "status_additional_info"),
        redact_except("receiver", PLACE_FIELDS),
    ),
    key=("order_id", "shipping_code"),
)
"""Items that are sent together to one receiver. `receiver`: JSON of a Receiver."""
Index("ix_order_parcel_receiver", PARCEL.c.mall_id, PARCEL.c.receiver_name, PARCEL.c.order_id)
Index("ix_order_parcel_carrier", PARCEL.c.mall_id, PARCEL.c.carrier_id, PARCEL.c.order_id)

LABEL: Final = shop_table(
    "order_label",
    number("shop_no"),
    text("order_id"),
    number("item_no"),
    text("name"),
    backup=WITH_MALL,
    undo=REVERTED,
    personal_data=rows_of_order(),
    key=("order_id", "item_no", "name"),
)
"""The labels of items as rows that filters find; the items have them as well."""

Index("ix_order_label_name", LABEL.c.mall_id, LABEL.c.shop_no, LABEL.c.name, LABEL.c.order_id)

BROUGHT_IN: Final = shop_table(
    "imported_order",
    number("shop_no"),
    text("source"),
    text("source_no"),
    text("order_id"),
    number("is_reported", later=True),
    backup=with_mall(watched=True),
    undo=ORDERS_CHANGED,
    personal_data=rows_of_order(),
    key=("shop_no", "source", "source_no"),
)
"""Number of an imported order, or of its cancellation, at its source. `order_id`: empty for a
cancellation. `is_reported`: 1 once its sale is among the facts of the reports; no event announces
it."""
NOT_REPORTED: Final = BROUGHT_IN.c.is_reported == NOTHING
"""Imported orders whose sales are in no report yet."""
partial_index(
    "ix_imported_order_not_reported",
    BROUGHT_IN.c.mall_id,
    where=NOT_REPORTED,
)

ORDER_AMOUNTS: Final = ("payment_amount",)
ORDER_MOMENTS: Final = ("order_date", "payment_date", "cancel_date")
ORDERS: Final = Documents(Order, ORDER, amounts=ORDER_AMOUNTS, moments=ORDER_MOMENTS)
ITEMS: Final = Documents(
    Item,
    ITEM,
    amounts=(
        "product_price",
        "option_price",
        "additional_discount_price",
        "coupon_discount_price",
        "app_item_discount_amount",
        "payment_amount",
    ),
    moments=("ordered_date", "shipped_date", "delivered_date", "purchaseconfirmation_date"),
    elsewhere=("order_item_code", "status_code", "status_text", "tracking_no"),
)
