"""Units of each variant a shop sold in each hour; read only.

Units count in the hour their order was paid; cancelled, returned and exchanged ones in the hour
that was over. Specification: resources of the Salesreport area are "not shown"; names as
catalogued.
"""

from collections.abc import Sequence
from datetime import date, datetime
from decimal import Decimal
from typing import Annotated, Literal

from msgspec import UNSET, Meta, Struct, UnsetType

from openmall.commerce.order.figures import search as figure_search
from openmall.commerce.order.order_view.search import MOST_DAYS
from openmall.commerce.product.variants import codes
from openmall.commerce.salesreport.sales_amounts import (
    HourOfDay,
    Limit1000,
    Offset10000,
    period,
    second_of_day,
)
from openmall.contract.call import Call
from openmall.contract.change import sent_fields
from openmall.contract.errors import Invalid
from openmall.contract.moments import moment
from openmall.contract.money import money
from openmall.contract.operation import listing
from openmall.contract.params import EndDate, EntityNo, Flag, ShopParams, StartDate
from openmall.contract.refusals import AT_MOST_THREE_MONTHS
from openmall.contract.scopes import READ_SALESREPORT
from openmall.database.values import BoundValue

Delivery = Literal["A", "B"]
"""A domestic, B overseas."""
SupplierId = Annotated[str, Meta(max_length=20)]


class ProductSales(Struct, frozen=True, kw_only=True):
    """Units of a variant in an hour.

    `sale_count` is what is left of `settle_count` after `refund_count`, units cancelled or
    returned; the two totals count exchanged units too.
    """

    shop_no: int
    collection_date: date
    collection_hour: str
    product_no: int
    variants_code: str
    product_price: Decimal
    settle_count: int
    refund_count: int
    sale_count: int
    exchange_product_count: int
    cancel_product_count: int
    return_product_count: int
    total_sale_count: int
    total_cancel_count: int


class SalesVolume(Struct, frozen=True, kw_only=True):
    """Units of a variant in an hour; counts are texts here."""

    shop_no: str
    collection_date: date
    collection_hour: str
    product_price: Decimal
    product_option_price: Decimal
    settle_count: str
    exchane_product_count: str
    cancel_product_count: str
    return_product_count: str
    updated_date: datetime
    product_no: int
    variants_code: str
    total_sales: str
    """Units that were paid, less those that were cancelled or returned."""


class ProductsQuery(ShopParams, frozen=True, kw_only=True):
    start_date: StartDate
    end_date: EndDate
    collection_hour: HourOfDay | UnsetType = UNSET
    limit: Limit1000 = 100
    offset: Offset10000 = 0


class VolumeQuery(ShopParams, frozen=True, kw_only=True):
    product_no: list[EntityNo] | UnsetType = UNSET
    variants_code: str | UnsetType = UNSET
    category_no: EntityNo | UnsetType = UNSET
    """Category of the products at present."""
    mobile: Flag | UnsetType = UNSET
    """T: ordered on a mobile device."""
    delivery_type: Delivery | UnsetType = UNSET
    group_no: EntityNo | UnsetType = UNSET
    """Customer group of the buyer when the order was placed."""
    supplier_id: SupplierId | UnsetType = UNSET
    start_date: StartDate
    end_date: EndDate


async def products(call: Call, query: ProductsQuery) -> Sequence[ProductSales]:
    """Retrieve the hourly sales of each product of a shop, newest hour first."""
    of_day = second_of_day(query.collection_hour)
    rows = await figure_search.page_of_goods(
        call.db,
        call.shop_no,
        period(query),
        {} if of_day is None else {"of_day": of_day},
        # one more than asked tells whether a next page exists
        page=(query.limit + 1, query.offset),
    )
    call.effects.more = len(rows) > query.limit
    return [_product(call.shop_no, row) for row in rows[: query.limit]]


def _product(shop_no: int, row: figure_search.GoodsFigures) -> ProductSales:
    figures = row.figures
    refunded = figures["canceled"] + figures["returned"]
    exchanged = figures["exchanged"]
    at = moment(row.hour)
    return ProductSales(
        shop_no=shop_no,
        collection_date=at.date(),
        collection_hour=f"{at.hour:02d}",
        product_no=row.product_no,
        variants_code=row.variant_code,
        product_price=money(row.product_price + row.option_price),
        settle_count=figures["settled"],
        refund_count=refunded,
        sale_count=figures["settled"] - refunded,
        exchange_product_count=exchanged,
        cancel_product_count=figures["canceled"],
        return_product_count=figures["returned"],
        total_sale_count=figures["settled"] + exchanged,
        total_cancel_count=refunded + exchanged,
    )


_COLUMNS = {"variants_code": "variant_code"}


async def volume(call: Call, query: VolumeQuery) -> Sequence[SalesVolume]:
    """Retrieve how many units of each variant a shop sold, newest hour first."""
    filters: dict[str, BoundValue] = {
        _COLUMNS.get(name, name): value
        for name, value in sent_fields(query).items()
        if name not in ("shop_no", "start_date", "end_date")
    }
    if query.variants_code is not UNSET and query.product_no is UNSET:
        # the product a variant is of is what units are found by
        filters["product_no"] = [codes.product_no(query.variants_code)]
    within = period(query)
    if query.end_date - query.start_date > MOST_DAYS * figure_search.A_DAY:
        raise Invalid(AT_MOST_THREE_MONTHS, parameter="end_date")
    rows = await figure_search.goods(call.db, call.shop_no, within, filters)
    return [_volume(call.shop_no, row) for row in rows]


def _volume(shop_no: int, row: figure_search.GoodsFigures) -> SalesVolume:
    figures, at = row.figures, moment(row.hour)
    return SalesVolume(
        shop_no=str(shop_no),
        collection_date=at.date(),
        collection_hour=f"{at.hour:02d}",
        product_price=money(row.product_price),
        product_option_price=money(row.option_price),
        settle_count=str(figures["settled"]),
        exchane_product_count=str(figures["exchanged"]),
        cancel_product_count=str(figures["canceled"]),
        return_product_count=str(figures["returned"]),
        updated_date=moment(row.updated_date),
        product_no=row.product_no,
        variants_code=row.variant_code,
        total_sales=str(figures["settled"] - figures["canceled"] - figures["returned"]),
    )


OPERATIONS = [
    listing(
        "reports/productsales",
        products,
        takes=ProductsQuery,
        gives=ProductSales,
        key="productsales",
        scope=READ_SALESREPORT,
        restricted=True,
        links=True,
    ),
    listing(
        "reports/salesvolume",
        volume,
        takes=VolumeQuery,
        gives=SalesVolume,
        key="salesvolume",
        scope=READ_SALESREPORT,
    ),
]
