"""Carts and what lies in them; in a file of its own, as products take what is theirs with them."""

from typing import Final

from sqlalchemy import Index

from openmall.database.schema import number, shop_table, text

CART: Final = shop_table(
    "cart",
    number("shop_no"),
    text("kind"),
    text("name"),
    number("created_date"),
    number("until", null=True),
    key=("shop_no", "kind", "name"),
)
"""A row for each shopper who put something by, as `contract/call.py: Shopper` names them.

Whoever changes what lies in a cart locks its row. `until`: UTC seconds, null for a member's, which
is kept.
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
    key=("shop_no", "kind", "name", "variant_code", "basket_type", "mark"),
)
"""`mark` tells apart units of one variant that buyers have written different texts for."""
Index(
    "ix_cart_line_product",
    LINE.c.mall_id,
    LINE.c.product_no,
    LINE.c.shop_no,
    LINE.c.kind,
    LINE.c.name,
)
