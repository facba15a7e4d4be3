"""Variants read together with their products, in one statement for any number of them."""

from collections.abc import Iterable
from typing import Final, NamedTuple

from sqlalchemy import and_, bindparam, select

from openmall.commerce.product.options import store as option_store
from openmall.commerce.product.options.store import OPTION_LOOK, Look
from openmall.commerce.product.products import store as product_store
from openmall.commerce.product.products.shape import Product
from openmall.commerce.product.products.tables import PRODUCT
from openmall.commerce.product.stock.reservation_store import reserved_units
from openmall.commerce.product.variants import bundle_variant, codes
from openmall.commerce.product.variants import store as variant_store
from openmall.commerce.product.variants.shape import Variant
from openmall.commerce.product.variants.store import OptionNames
from openmall.contract.call import Call
from openmall.database.session import Row
from openmall.database.statements import InList, KeyList, Statement

# products look up the variants of their parts in subqueries of their own
VARIANT: Final = variant_store.VARIANT.alias("its_variant")
OF_PRODUCT: Final = and_(
    VARIANT.c.mall_id == PRODUCT.c.mall_id, VARIANT.c.product_no == PRODUCT.c.product_no
)
_LOOK: Final = (
    select(OPTION_LOOK.c.look)
    .where(
        OPTION_LOOK.c.mall_id == bindparam("mall_id"),
        OPTION_LOOK.c.product_no == PRODUCT.c.product_no,
        OPTION_LOOK.c.shop_no == PRODUCT.c.shop_no,
    )
    .scalar_subquery()
)
COLUMNS: Final = (*product_store.WHOLE, _LOOK, *VARIANT.c, reserved_units(VARIANT))
"""The columns a statement selects for `read`; it binds `now`."""
_PRODUCT_COLUMNS: Final = len(product_store.WHOLE)
_NUMBER_AT: Final = product_store.COLUMNS.index("product_no")
_OF_CODES: Final = Statement(
    select(*COLUMNS)
    .select_from(VARIANT.join(PRODUCT, OF_PRODUCT))
    .where(
        VARIANT.c.mall_id == bindparam("mall_id"),
        KeyList([VARIANT.c.product_no, VARIANT.c.variant_code], ["product_nos", "variant_codes"]),
        PRODUCT.c.shop_no == bindparam("shop_no"),
    )
)
_BUNDLES: Final = Statement(
    select(*product_store.WHOLE, _LOOK).where(
        PRODUCT.c.mall_id == bindparam("mall_id"),
        PRODUCT.c.shop_no == bindparam("shop_no"),
        InList(PRODUCT.c.product_no, "product_nos"),
        PRODUCT.c.set_product_type.isnot(None),
    )
)
_OF_PRODUCTS: Final = Statement(
    select(*COLUMNS)
    .select_from(VARIANT.join(PRODUCT, OF_PRODUCT))
    .where(
        VARIANT.c.mall_id == bindparam("mall_id"),
        InList(VARIANT.c.product_no, "product_nos"),
        PRODUCT.c.shop_no == bindparam("shop_no"),
    )
    .order_by(VARIANT.c.product_no, VARIANT.c.display_order, VARIANT.c.variant_code)
    .limit(bindparam("most"))
)


class ProductVariant(NamedTuple):
    """A variant and its product in the call's shop, without the product's categories."""

    product: Product
    names: list[OptionNames]
    look: Look
    variant: Variant | None
    """None where a statement found the product alone."""
    reserved: int
    """Units of the variant that are reserved now."""


def read(call: Call, rows: Iterable[Row]) -> list[ProductVariant]:
    """Return the variants of rows that begin with COLUMNS; each product is read once."""
    products: dict[int, tuple[Product, list[OptionNames], Look]] = {}
    found = []
    for row in rows:
        number = row[_NUMBER_AT]
        if number not in products:
            look = option_store.look_from(row[_PRODUCT_COLUMNS])
            products[number] = (*product_store.whole(row[:_PRODUCT_COLUMNS], []), look)
        product, names, look = products[number]
        *columns, reserved = row[_PRODUCT_COLUMNS + 1 : len(COLUMNS)]
        if product.set_product_type is not None:
            found.append(_of_bundle(product, look))
            continue
        variant = None if columns[0] is None else variant_store.from_row(call, columns, names)
        found.append(ProductVariant(product, names, look, variant, int(reserved)))
    return found


def _of_bundle(product: Product, look: Look) -> ProductVariant:
    """Return a bundle with its variant; what is left of it depends on the choice of its parts."""
    variant = bundle_variant.variant_of(product.shop_no, product.product_code)
    return ProductVariant(product, [], look, variant, 0)


async def of_codes(call: Call, variant_codes: Iterable[str]) -> dict[str, ProductVariant]:
    """Return variants by their codes, those of products that the call's shop has.

    Those of bundles are read by a second statement, where a code is of no row of a variant.
    """
    listed = sorted(set(variant_codes))
    rows = await call.db.all(
        _OF_CODES,
        shop_no=call.shop_no,
        product_nos=[codes.product_no(code) for code in listed],
        variant_codes=listed,
        now=int(call.clock.now()),
    )
    found = {each.variant.variant_code: each for each in read(call, rows) if each.variant}
    missing = [
        code for code in listed if code not in found and code.endswith(bundle_variant.OPTION_ID)
    ]
    return {**found, **await _bundles_of_codes(call, missing)} if missing else found


async def _bundles_of_codes(call: Call, listed: list[str]) -> dict[str, ProductVariant]:
    numbers = [codes.product_no(code) for code in listed]
    rows = await call.db.all(_BUNDLES, shop_no=call.shop_no, product_nos=numbers)
    found = {}
    for row in rows:
        look = option_store.look_from(row[_PRODUCT_COLUMNS])
        product, _ = product_store.whole(row[:_PRODUCT_COLUMNS], [])
        found[bundle_variant.code_of(product.product_code)] = _of_bundle(product, look)
    return found


async def of_products(
    call: Call, product_nos: Iterable[int], *, most: int
) -> dict[int, list[tuple[ProductVariant, Variant]]]:
    """Return at most `most` variants of products that the call's shop has, by product number.

    Those of a product are in the order in which they are shown.
    """
    listed = sorted(set(product_nos))
    now = int(call.clock.now())
    rows = await call.db.all(
        _OF_PRODUCTS, shop_no=call.shop_no, product_nos=listed, most=most, now=now
    )
    found: dict[int, list[tuple[ProductVariant, Variant]]] = {}
    for each in read(call, rows):
        if each.variant is not None:
            found.setdefault(each.product.product_no, []).append((each, each.variant))
    return found
