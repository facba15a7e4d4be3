"""The table of wishes, apart from `store.py`: a deleted product's wishes are removed with it."""

from typing import Final

from sqlalchemy import Index

from openmall.database.policies import WITH_MALL, rows_of_member
from openmall.database.schema import number, shop_table, text
from openmall.database.undo_policies import CUSTOMER_ITEMS_LOST

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
    backup=WITH_MALL,
    undo=CUSTOMER_ITEMS_LOST,
    personal_data=rows_of_member(),
    deleted_with=(
        "customer",
        "product",
    ),
    key=("member_id", "shop_no", "wishlist_no"),
)
"""A variant, once for each customer in a shop. The options are JSON: texts for additional options,
and attached files.
"""
Index(
    "uq_wish_variant",
    WISH.c.mall_id,
    WISH.c.member_id,
    WISH.c.shop_no,
    WISH.c.variant_code,
    unique=True,
)
Index("ix_wish_product", WISH.c.mall_id, WISH.c.product_no, WISH.c.shop_no, WISH.c.member_id)
