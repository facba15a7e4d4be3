"""The table of products: a row for each language of the mall, so that a read is one descent.

What is searched or sorted by is a column; what is only shown is kept in two JSON documents, one
for what lists show and one for what only the detail does.
"""

from typing import Final

from sqlalchemy import Index

from openmall.database.schema import flag, number, shop_table, text

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
    key=("shop_no", "product_no"),
    wide=True,
)

Index("ix_product_number", PRODUCT.c.mall_id, PRODUCT.c.product_no)
Index("ix_product_created", PRODUCT.c.mall_id, PRODUCT.c.shop_no, PRODUCT.c.created_date)
Index("ix_product_updated", PRODUCT.c.mall_id, PRODUCT.c.shop_no, PRODUCT.c.updated_date)
Index("ix_product_name", PRODUCT.c.mall_id, PRODUCT.c.shop_no, PRODUCT.c.product_name)
Index("ix_product_custom_code", PRODUCT.c.mall_id, PRODUCT.c.custom_product_code)
Index("ix_product_brand", PRODUCT.c.mall_id, PRODUCT.c.brand_code, PRODUCT.c.shop_no)
Index("ix_product_supplier", PRODUCT.c.mall_id, PRODUCT.c.supplier_code, PRODUCT.c.shop_no)
Index("ix_product_trend", PRODUCT.c.mall_id, PRODUCT.c.trend_code, PRODUCT.c.shop_no)
Index(
    "ix_product_classification", PRODUCT.c.mall_id, PRODUCT.c.classification_code, PRODUCT.c.shop_no
)
