"""Exports the stock of a shop: a row for each variant, which an import of stock reads again."""

from collections.abc import Callable
from typing import Any, Final, TextIO

from msgspec import UNSET

from openmall.commerce.product.products import search as product_search
from openmall.commerce.product.products import store as product_store
from openmall.commerce.product.products.takes import ProductQuery
from openmall.commerce.product.variants import store as variant_store
from openmall.commerce.product.variants.shape import Variant
from openmall.contract.call import Call, Mall
from openmall.contract.moments import Clock
from openmall.contract.refusal import RefusedValue
from openmall.contract.refusals import NO_SHOP
from openmall.database.session import Database
from openmall.events.file_transfers.takes import ExportFilters
from openmall.transfer.exports.table import Row, TableWriter

PAGE: Final = 100
"""Products read at once."""
_OF_VARIANT: Final = (
    "use_inventory", "quantity", "safety_inventory", "important_inventory",
    "inventory_control_type", "display_soldout",
)  # fmt: skip
COLUMNS: Final = (
    "variant_code", "custom_variant_code", "custom_product_code", "product_no", "product_name",
    "options", *_OF_VARIANT,
)  # fmt: skip


async def run(
    database: Database,
    mall: Mall,
    clock: Clock,
    file: TextIO,
    *,
    shop_no: int,
    format_: str,
    filters: ExportFilters,
    report_progress: Callable[[int], None],
) -> int:
    """Write the variants by product; return the number of products. Raises ValueError for no shop.

    `report_progress` is called with the number of products after each page.
    """
    if shop_no not in mall.shops:
        raise RefusedValue(NO_SHOP)
    writer = TableWriter(file, COLUMNS, format_=format_)
    categories = [filters.category_no] if filters.category_no else None
    count = last = 0
    while True:
        query = ProductQuery(
            shop_no=shop_no,
            since_product_no=last,
            limit=PAGE,
            product_bundle="F",
            category=filters.category_no or UNSET,
        )
        async with database.reading(mall.mall_id) as db:
            call = Call(clock, db, mall, shop_no)
            products, _ = await product_search.page(call, query, categories)
            for product in products:
                _, options = await product_store.with_options(call, product.product_no)
                found = await variant_store.of_products(call, {product.product_no: options})
                for variant in found[product.product_no]:
                    writer.write(_row(product, variant))
        if not products:
            return count
        last = products[-1].product_no
        count += len(products)
        report_progress(count)


def _row(product: Any, variant: Variant) -> Row:
    row: Row = {
        "variant_code": variant.variant_code,
        "custom_variant_code": variant.custom_variant_code,
        "custom_product_code": product.custom_product_code,
        "product_no": product.product_no,
        "product_name": product.product_name,
        "options": " / ".join(f"{each.name}={each.value}" for each in variant.options),
    }
    return row | {name: getattr(variant, name) for name in _OF_VARIANT}
