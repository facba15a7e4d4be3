"""The rows of an order: itself, its items, its parcels."""

from typing import Final

from sqlalchemy import Index

from openmall.areas.order.orders.item_shape import Item
from openmall.areas.order.orders.shape import Order
from openmall.database.schema import flag, number, shop_table, text
from openmall.standard.documents import Documents

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
    key=("order_id",),
    wide=True,
)
"""`auto_paid`: T when a gateway said that it is paid, F when a person did. `methods`: how it is
paid, each between commas, to be searched. `buyer`: JSON of a Buyer.
"""

Index("ix_shop_order_date", ORDER.c.mall_id, ORDER.c.shop_no, ORDER.c.order_date, ORDER.c.order_id)
Index("ix_shop_order_paid", ORDER.c.mall_id, ORDER.c.shop_no, ORDER.c.payment_date)
Index("ix_shop_order_member", ORDER.c.mall_id, ORDER.c.member_id, ORDER.c.order_date)

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
    number("came", later=True),
    flag("stock_taken"),
    text("detail"),
    key=("order_id", "item_no"),
    wide=True,
)
"""`share_...`: what the item bears of what was taken from the order as a whole, in hundredths;
`share_earned`: the points it brings. `came`: 0 placed
with the order, 1 added to it later, 2 sent instead of another item.

`placed_date`: when the shop began to prepare it. `stock_taken`: T while its units are off the
shelf.
"""

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
    key=("order_id", "shipping_code"),
)
"""What is sent together to one receiver. `receiver`: JSON of a Receiver."""

LABEL: Final = shop_table(
    "order_label",
    number("shop_no"),
    text("order_id"),
    number("item_no"),
    text("name"),
    key=("order_id", "item_no", "name"),
)
"""The labels of items, by which orders are found; the items have them as well."""

Index("ix_order_label_name", LABEL.c.mall_id, LABEL.c.shop_no, LABEL.c.name, LABEL.c.order_id)

BROUGHT_IN: Final = shop_table(
    "order_brought_in",
    number("shop_no"),
    text("source"),
    text("source_no"),
    text("order_id"),
    key=("shop_no", "source", "source_no"),
)
"""What an order, or the cancellation of one, is called where it came from. `order_id`: empty for a
cancellation."""

ORDERS: Final = Documents(
    Order,
    ORDER,
    amounts=("payment_amount",),
    moments=("order_date", "payment_date", "cancel_date"),
    elsewhere=(
        "items",
        "receivers",
        "buyer",
        "cancellation",
        "return_",
        "exchange",
        "refunds",
    ),
)
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
