"""Reports of products: how often they are seen, put into carts and sold.

A view is a look at a product's own page, counted each time. Sales are paid orders,
dated by payment. A product is called what it was called last.
"""

from typing import Final

from sqlalchemy import ColumnElement, Double, case, cast

from openmall.analytics.facts.tables import CART_ACTION, PAGEVIEW, SALE_ITEM
from openmall.analytics.reports.figures import (
    amount,
    exact_amount,
    number,
    text,
    whole_percent,
)
from openmall.analytics.reports.report import (
    HOW_MANY,
    Columns,
    Dimension,
    Metric,
    Part,
    Report,
    distinct,
    total,
)

_NAME: Final = {"product_name": ("product_name",)}
_NAMES: Final = ("product_name", "product_code", "category_name")


def _rate(columns: Columns) -> ColumnElement[int]:
    views, added = columns["count"], columns["add_cart_count"]
    return case((views > 0, cast(added, Double) / cast(views, Double)), else_=cast(0, Double))


CARTS_ACTION: Final = Report(
    path="carts/action",
    answer_key="count",
    summary="List products by how often they were seen and put into carts",
    by=(Dimension("product_no"),),
    counts=(Metric("count"), Metric("add_cart_count")),
    newest=("product_name",),
    parts=(
        Part(
            table=PAGEVIEW,
            by={"product_no": PAGEVIEW.c.product_no},
            counts={"count": HOW_MANY},
            newest={"product_name": PAGEVIEW.c.product_name},
            where=(PAGEVIEW.c.product_no > 0,),
        ),
        Part(
            table=CART_ACTION,
            by={"product_no": CART_ACTION.c.product_no},
            counts={"add_cart_count": HOW_MANY},
            newest={"product_name": CART_ACTION.c.product_name},
            where=(CART_ACTION.c.category_no == 0,),
        ),
    ),
    derived={"add_cart_rate": _rate},
    figures=(
        number("product_no"),
        text("product_name"),
        number("count"),
        number("add_cart_count"),
        whole_percent("add_cart_rate", "add_cart_count", "count"),
    ),
    sorts={
        **_NAME,
        "count": ("count",),
        "add_cart_count": ("add_cart_count",),
        "add_cart_rate": ("add_cart_rate",),
    },
    sort="count",
    order="desc",
)

CATEGORY_DETAILS: Final = Report(
    path="products/categorydetails",
    summary="List what products sold in each of their categories, and how often carts took them",
    by=(Dimension("product_no"), Dimension("category_no")),
    counts=(
        Metric("sales_count_per_category"),
        Metric("sales_item_per_category"),
        Metric("sales_price_per_category", money=True),
        Metric("carts_count_per_category"),
    ),
    newest=_NAMES,
    parts=(
        Part(
            table=SALE_ITEM,
            by={"product_no": SALE_ITEM.c.product_no, "category_no": SALE_ITEM.c.category_no},
            counts={
                "sales_count_per_category": distinct(SALE_ITEM.c.order_id),
                "sales_item_per_category": total(SALE_ITEM.c.quantity),
                "sales_price_per_category": total(SALE_ITEM.c.amount),
            },
            newest={name: SALE_ITEM.c[name] for name in _NAMES},
            where=(SALE_ITEM.c.category_no > 0,),
        ),
        Part(
            table=CART_ACTION,
            by={"product_no": CART_ACTION.c.product_no, "category_no": CART_ACTION.c.category_no},
            counts={"carts_count_per_category": HOW_MANY},
            newest={name: CART_ACTION.c[name] for name in _NAMES},
            where=(CART_ACTION.c.category_no > 0,),
        ),
    ),
    figures=(
        number("product_no"),
        text("product_name"),
        text("product_code"),
        text("category_name"),
        number("category_no"),
        number("sales_count_per_category"),
        number("sales_item_per_category"),
        exact_amount("sales_price_per_category"),
        number("carts_count_per_category"),
    ),
    sorts={
        "product_no": ("product_no",),
        **_NAME,
        "order_count": ("sales_count_per_category",),
        "order_product_count": ("sales_item_per_category",),
        "order_amount": ("sales_price_per_category",),
    },
    sort="product_name",
)

PRODUCT_SALES: Final = Report(
    path="products/sales",
    summary="List products by what they sold",
    by=(Dimension("product_no"),),
    counts=(
        Metric("order_count"),
        Metric("order_product_count"),
        Metric("order_amount", money=True),
    ),
    newest=("product_name",),
    parts=(
        Part(
            table=SALE_ITEM,
            by={"product_no": SALE_ITEM.c.product_no},
            counts={
                "order_count": distinct(SALE_ITEM.c.order_id),
                "order_product_count": total(SALE_ITEM.c.quantity),
                "order_amount": total(SALE_ITEM.c.amount),
            },
            newest={"product_name": SALE_ITEM.c.product_name},
            where=(SALE_ITEM.c.category_no == 0,),
        ),
    ),
    figures=(
        number("product_no"),
        text("product_name"),
        number("order_count"),
        number("order_product_count"),
        amount("order_amount"),
    ),
    sorts={
        "product_no": ("product_no",),
        **_NAME,
        "order_count": ("order_count",),
        "order_product_count": ("order_product_count",),
        "order_amount": ("order_amount",),
    },
    sort="order_amount",
    order="desc",
)

PRODUCT_VIEWS: Final = Report(
    path="products/view",
    answer_key="count",
    summary="List products by how often they were seen",
    by=(Dimension("product_no"),),
    counts=(Metric("count"),),
    newest=("product_name",),
    parts=CARTS_ACTION.parts[:1],
    figures=(number("product_no"), text("product_name"), number("count")),
    sorts={"product_no": ("product_no",), **_NAME, "count": ("count",)},
    sort="count",
    order="desc",
)

REPORTS: Final = (CARTS_ACTION, CATEGORY_DETAILS, PRODUCT_SALES, PRODUCT_VIEWS)
