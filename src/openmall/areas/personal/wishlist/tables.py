"""What customers wish for; in a file of its own, as products take what is theirs with them."""

from typing import Final

from sqlalchemy import Index

from openmall.database.schema import number, shop_table, text

WISH: Final = shop_table(
    "wish",
    text("member_id"),
    number("shop_no"),
    number("wishlist_no"),
    number("product_no"),
    text("variant_code"),
    text("additional_option"),
    text("attached_file_option"),
    number("created_date"),
    key=("member_id", "shop_no", "wishlist_no"),
)
"""A variant, once for each customer in a shop. The options are JSON: what the customer wrote for
additional ones, and the files they added."""
Index(
    "uq_wish_variant",
    WISH.c.mall_id,
    WISH.c.member_id,
    WISH.c.shop_no,
    WISH.c.variant_code,
    unique=True,
)
Index("ix_wish_product", WISH.c.mall_id, WISH.c.product_no, WISH.c.shop_no, WISH.c.member_id)
