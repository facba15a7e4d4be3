"""A shopper's cart with the products and variants in it, in one statement."""

from typing import Final, NamedTuple

from sqlalchemy import and_, bindparam, select

from openmall.commerce.personal.carts.store import LINE_COLUMNS, CartLine, line_from_row
from openmall.commerce.personal.carts.tables import LINE
from openmall.commerce.product import product_variant_store
from openmall.commerce.product.product_variant_store import VARIANT, ProductVariant
from openmall.commerce.product.products.tables import PRODUCT
from openmall.contract.call import Call, Shopper
from openmall.database.statements import Statement

_CONTENTS: Final = Statement(
    select(*product_variant_store.COLUMNS, *LINE_COLUMNS)
    .select_from(
        LINE.join(
            PRODUCT,
            and_(
                PRODUCT.c.mall_id == LINE.c.mall_id,
                PRODUCT.c.shop_no == LINE.c.shop_no,
                PRODUCT.c.product_no == LINE.c.product_no,
            ),
        ).outerjoin(
            VARIANT,
            and_(product_variant_store.OF_PRODUCT, VARIANT.c.variant_code == LINE.c.variant_code),
        )
    )
    .where(
        *(LINE.c[name] == bindparam(name) for name in ("mall_id", "shop_no", "kind", "name")),
    )
    .order_by(LINE.c.basket_product_no)
)


class CartContent(NamedTuple):
    """A line of a cart and what lies in it; its variant is None once it was removed."""

    line: CartLine
    its: ProductVariant


async def contents(call: Call, shopper: Shopper) -> list[CartContent]:
    """Return the lines of a shopper's cart with their products, the oldest first."""
    rows = await call.db.all(
        _CONTENTS,
        shop_no=shopper.shop_no,
        kind=shopper.kind,
        name=shopper.name,
        now=int(call.clock.now()),
    )
    lines = [line_from_row(row[len(product_variant_store.COLUMNS) :]) for row in rows]
    return list(map(CartContent, lines, product_variant_store.read(call, rows)))
