"""The variants of products as the rule of availability needs them, read with their product."""

from decimal import Decimal
from typing import Final

import msgspec
from msgspec import Struct
from sqlalchemy import and_, bindparam, select

from openmall.commerce.product.products.tables import PRODUCT
from openmall.commerce.product.stock.reservation_store import reserved_units
from openmall.commerce.product.variants.shop_amounts import amount_in
from openmall.commerce.product.variants.store import VARIANT
from openmall.contract.money import money
from openmall.database.statements import JsonRows


class VariantOffer(Struct, frozen=True):
    """A variant as the rule of availability needs it."""

    variant_code: str
    display: str
    selling: str
    use_inventory: str
    quantity: int
    safety_inventory: int
    additional_amount: Decimal
    reserved: int


_STORED: Final = (
    "variant_code", "display", "selling", "use_inventory", "quantity", "safety_inventory",
    "additional_amount", "shop_amounts",
)  # fmt: skip
"""The columns of a variant that make an offer, in its order, and the amounts of shops."""
RESERVED: Final = reserved_units(VARIANT)
_ROWS: Final = msgspec.json.Decoder(list[tuple[str, str, str, str, int, int, int, str, int]])
_OF_PRODUCT: Final = and_(
    VARIANT.c.mall_id == bindparam("mall_id"), VARIANT.c.product_no == PRODUCT.c.product_no
)
STOCK: Final = (
    select(JsonRows(*(VARIANT.c[name] for name in _STORED), RESERVED))
    .where(_OF_PRODUCT)
    .scalar_subquery()
)
"""The variants of a product, as rows that `offers_from` reads."""


def offers_from(column: str, shop_no: int) -> list[VariantOffer]:
    """Return the variants that the column `STOCK` holds, with their amounts in a shop."""
    return [
        VariantOffer(
            code,
            display,
            selling,
            tracked,
            quantity,
            safety,
            money(amount_in(more, own, shop_no)),
            reserved,
        )
        for code, display, selling, tracked, quantity, safety, more, own, reserved in _ROWS.decode(
            column
        )
    ]
