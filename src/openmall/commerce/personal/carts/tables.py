"""The tables of carts, apart from `store.py`: a deleted product's lines are removed with it."""

from typing import Final

from sqlalchemy import Index

from openmall.database.policies import WITH_MALL, rows_of_cart
from openmall.database.schema import number, shop_table, text
from openmall.database.undo_policies import CUSTOMER_ITEMS_LOST, CUSTOMERS_CHANGED

CART: Final = shop_table(
    "cart",
    number("shop_no"),
    text("kind"),
    text("name"),
    number("created_date"),
    number("until", null=True),
    backup=WITH_MALL,
    undo=CUSTOMERS_CHANGED,
    personal_data=rows_of_cart(),
    deleted_with=("customer",),
    key=("shop_no", "kind", "name"),
)
"""A row for each shopper with a cart, keyed as in `contract/call.py: Shopper`.

The row is locked before lines of the cart change. `until`: UTC seconds, null for a member's cart,
which does not expire.
"""
Index("ix_cart_until", CART.c.mall_id, CART.c.until)

LINE: Final = shop_table(
    "cart_line",
    number("shop_no"),
    text("kind"),
    text("name"),
    text("variant_code"),
    text("basket_type"),
    text("mark"),
    number("basket_product_no"),
    number("product_no"),
    number("quantity"),
    text("prepaid_shipping_fee"),
    text("additional_option_values"),
    number("created_date"),
    number("updated_date"),
    text("parts", later=True),
    backup=WITH_MALL,
    undo=CUSTOMER_ITEMS_LOST,
    personal_data=rows_of_cart(),
    deleted_with=(
        "customer",
        "product",
    ),
    key=("shop_no", "kind", "name", "variant_code", "basket_type", "mark"),
)
"""`mark` distinguishes units of one variant with different texts or parts of a bundle.

`parts`: of a bundle, JSON of the variants that were chosen of its parts; else empty.
"""
Index(
    "ix_cart_line_product",
    LINE.c.mall_id,
    LINE.c.product_no,
    LINE.c.shop_no,
    LINE.c.kind,
    LINE.c.name,
)
