"""Tables of hourly figures: payments and refunds, and units of each variant."""

from typing import Final

from sqlalchemy import Index

from openmall.database.policies import no_personal_data, with_mall
from openmall.database.schema import (
    fixed,
    flag,
    number,
    partial_index,
    shop_table,
    text,
)
from openmall.database.undo_policies import FIGURES_CHANGED

SALES_FIGURES: Final = (
    "placed_count", "placed_amount", "order_count", "item_count", "order_price_amount",
    "shipping_fee", "coupon_discount", "actual_amount", "points", "credits", "paid_amount",
    "refund_count", "refund_amount", "refund_points", "refund_credits",
)  # fmt: skip
GOODS_FIGURES: Final = ("settled", "canceled", "returned", "exchanged")

SALES: Final = shop_table(
    "hourly_sales",
    number("shop_no"),
    number("hour"),
    text("methods"),
    text("gateway"),
    number("entry_no"),
    *(number(name) for name in SALES_FIGURES),
    backup=with_mall(watched=True),
    undo=FIGURES_CHANGED,
    personal_data=no_personal_data("sums over the orders of many"),
    key=("shop_no", "hour", "methods", "gateway", "entry_no"),
)
"""`hour`: UTC second at which it begins. `methods`: payment methods, separated by commas.

`entry_no`: 0 is the sum of an hour; any other is the row of one order, which is folded soon. So no
two orders wait for the same row, and a report is the sum of all rows at any time. `placed_...`
counts in the hour an order was placed, everything else in the hour of its payment or refund.
"""

GOODS: Final = shop_table(
    "hourly_product_sales",
    number("shop_no"),
    number("hour"),
    number("product_no"),
    text("variant_code"),
    number("product_price"),
    number("option_price"),
    flag("mobile"),
    flag("delivery_type"),
    text("supplier_id"),
    number("group_no"),
    number("entry_no"),
    number("updated_date"),
    *(number(name) for name in GOODS_FIGURES),
    backup=with_mall(watched=True),
undo=FIGURES_CHANGED,
personal_data=no_personal_data("sums over the orders of many"),
key=(
        "shop_no", "hour", "product_no", "variant_code", "product_price", "option_price", "mobile",
        "delivery_type", "supplier_id", "group_no", "entry_no",
    ),
)  # fmt: skip
"""Units that were paid, cancelled, returned and exchanged. `entry_no`: as of `SALES`."""

for _table in (SALES, GOODS):
    partial_index(
        f"ix_{_table.name}_pending",
        _table.c.mall_id,
        _table.c.entry_no,
        where=_table.c.entry_no > fixed(0),
    )

partial_index(
    "ix_hourly_sales_methods",
    SALES.c.mall_id,
    SALES.c.shop_no,
    SALES.c.methods,
    SALES.c.hour,
    where=SALES.c.order_count > fixed(0),
)
Index(
    "ix_hourly_product_sales_product",
    GOODS.c.mall_id,
    GOODS.c.shop_no,
    GOODS.c.product_no,
    GOODS.c.hour,
)
