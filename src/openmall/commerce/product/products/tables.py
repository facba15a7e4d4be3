"""The table of products: one row for each language, so that a read is one index descent.

Fields of filters and sorts are columns; the others are in two JSON documents, one for the fields of
lists and one for those of the detail only. Its indexes are the orders of lists. See
docs/decisions/0002-product-rows.md and 0013-names-by-their-parts.md.
"""

from typing import Final

from sqlalchemy import Index, or_

from openmall.database.feed_policies import Dependents, recorded
from openmall.database.policies import WITH_MALL, no_personal_data
from openmall.database.schema import (
    EMPTY,
    FALSE,
    NOTHING,
    TRUE,
    fixed_code,
    flag,
    number,
    partial_index,
    shop_table,
    text,
)
from openmall.database.undo_policies import Reverted

_VARIANTS: Final = Dependents(
    "'variants'",
    "variant",
    "variant_code",
    "d.product_no = {row}.product_no",
    columns=("options",),
    fields="options",
)
_BUNDLES: Final = Dependents(
    "'products'",
    "bundle_part",
    "product_no",
    "d.part_no = {row}.product_no",
    columns=("sold_out",),
    fields="sold_out",
)
"""What shows options of the product, and bundles with it as a part."""

PRODUCT: Final = shop_table(
    "product",
    number("shop_no"),
    number("product_no"),
    text("product_code"),
    text("custom_product_code"),
    text("product_name"),
    text("eng_product_name"),
    text("supply_product_name"),
    text("internal_product_name"),
    text("model_name"),
    number("price"),
    number("retail_price"),
    number("supply_price"),
    flag("display"),
    flag("selling"),
    flag("product_condition"),
    text("manufacturer_code"),
    text("trend_code"),
    text("brand_code"),
    text("supplier_code"),
    text("origin_place_value"),
    number("product_weight"),
    number("created_date"),
    number("updated_date"),
    text("approve_status"),
    text("classification_code"),
    flag("sold_out"),
    text("set_product_type", null=True),
    flag("market_sync"),
    flag("has_option"),
    flag("option_type"),
    text("options"),
    text("listed"),
    text("detail"),
    backup=WITH_MALL,
    undo=Reverted(
        fixed=("product_code", "has_option", "option_type", "options", "set_product_type"),
        derived=("sold_out",),
        touched="updated_date",
    ),
    feed=recorded(
        "products",
        "product_no",
        whole=("options", "listed", "detail"),
        dependents=(_VARIANTS, _BUNDLES),
    ),
    personal_data=no_personal_data("what a shop offers, and how"),
    key=("shop_no", "product_no"),
    wide=True,
)

Index("ix_product_number", PRODUCT.c.mall_id, PRODUCT.c.product_no)
DISPLAY_INDEX: Final = "ix_product_display"
"""Covering index of the usual filters and the usual order of lists."""
IN_ORDER: Final = {
    "product_no": DISPLAY_INDEX,
    "created_date": "ix_product_created",
    "updated_date": "ix_product_updated",
    "product_name": "ix_product_name",
    "price": "ix_product_price",
    "manufacturer_code": "ix_product_manufacturer",
}
"""Sort of lists -> the index that has a shop's products in that order."""
_OF_SHOP: Final = (PRODUCT.c.mall_id, PRODUCT.c.shop_no)
_NUMBERED: Final = PRODUCT.c.product_no
Index(
    DISPLAY_INDEX,
    *_OF_SHOP,
    _NUMBERED,
    PRODUCT.c.display,
    PRODUCT.c.selling,
    PRODUCT.c.price,
    PRODUCT.c.brand_code,
    PRODUCT.c.product_condition,
    PRODUCT.c.created_date,
)
Index("ix_product_created", *_OF_SHOP, PRODUCT.c.created_date, _NUMBERED)
Index("ix_product_updated", *_OF_SHOP, PRODUCT.c.updated_date, _NUMBERED)
Index("ix_product_name", *_OF_SHOP, PRODUCT.c.product_name, _NUMBERED)
Index("ix_product_price", *_OF_SHOP, PRODUCT.c.price, _NUMBERED)
Index("ix_product_custom_code", PRODUCT.c.mall_id, PRODUCT.c.custom_product_code)
for _group in ("brand", "manufacturer", "supplier", "trend", "classification"):
    Index(
        f"ix_product_{_group}",
        PRODUCT.c.mall_id,
        PRODUCT.c[f"{_group}_code"],
        PRODUCT.c.shop_no,
        _NUMBERED,
    )
HIDDEN: Final = PRODUCT.c.display == FALSE
UNSOLD: Final = PRODUCT.c.selling == FALSE
LACKING: Final = or_(PRODUCT.c.sold_out == TRUE, PRODUCT.c.set_product_type.isnot(None))
"""Condition of products that may be sold out: of bundles their parts decide."""
IN_APPROVAL: Final = PRODUCT.c.approve_status != EMPTY
SYNCHRONISED: Final = PRODUCT.c.market_sync == TRUE
BUNDLED: Final = PRODUCT.c.set_product_type.isnot(None)
NOT_NEW: Final = PRODUCT.c.product_condition != fixed_code("N")
WITH_OPTIONS: Final = PRODUCT.c.option_type != FALSE
WITH_RETAIL_PRICE: Final = PRODUCT.c.retail_price > NOTHING
WITH_WEIGHT: Final = PRODUCT.c.product_weight > NOTHING
"""Conditions that few products of most shops meet; only these are in the index of each."""
for _name, _columns, _rare in (
    ("hidden", (), HIDDEN),
    ("unsold", (), UNSOLD),
    ("sold_out", (), LACKING),
    ("approval", (PRODUCT.c.approve_status,), IN_APPROVAL),
    ("market_sync", (), SYNCHRONISED),
    ("bundle", (), BUNDLED),
    ("condition", (PRODUCT.c.product_condition,), NOT_NEW),
    ("option_type", (PRODUCT.c.option_type,), WITH_OPTIONS),
    ("retail_price", (PRODUCT.c.retail_price,), WITH_RETAIL_PRICE),
    ("weight", (PRODUCT.c.product_weight,), WITH_WEIGHT),
):
    partial_index(
        f"ix_product_{_name}",
        *_OF_SHOP,
        *_columns,
        _NUMBERED,
        where=_rare,
    )
