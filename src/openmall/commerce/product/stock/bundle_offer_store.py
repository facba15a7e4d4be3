"""What can be bought of bundles by the stored stock of their parts."""

from collections.abc import Sequence
from datetime import date
from typing import Final

from msgspec import Struct
from sqlalchemy import and_, bindparam, select

from openmall.commerce.product import availability
from openmall.commerce.product.bundle_tables import PART
from openmall.commerce.product.products.shape import ListedProduct, Product
from openmall.commerce.product.products.store import WHOLE, whole
from openmall.commerce.product.products.tables import PRODUCT
from openmall.commerce.product.stock.variant_offer_store import STOCK, VariantOffer, offers_from
from openmall.commerce.product.variants import bundle_variant
from openmall.contract.moments import moment
from openmall.contract.money import ZERO
from openmall.database.session import Session
from openmall.database.statements import InList, Statement

# products look up their parts in subqueries of their own
_ITS: Final = PART.alias("its_part")
_PARTS: Final = Statement(
    select(*WHOLE, STOCK, _ITS.c.product_no, _ITS.c.purchase_quantity)
    .select_from(
        _ITS.join(
            PRODUCT,
            and_(PRODUCT.c.mall_id == _ITS.c.mall_id, PRODUCT.c.product_no == _ITS.c.part_no),
        )
    )
    .where(
        _ITS.c.mall_id == bindparam("mall_id"),
        InList(_ITS.c.product_no, "product_nos"),
        PRODUCT.c.shop_no == bindparam("shop_no"),
    )
    .order_by(_ITS.c.product_no, _ITS.c.place)
)


class PartOffer(Struct, frozen=True, kw_only=True):
    """A part of a bundle."""

    product: Product
    suffices_for: dict[str, int | None]
    """Variant that can be bought -> for how many bundles it suffices; None: any number."""


async def of_bundles(
    db: Session, bundles: Sequence[ListedProduct], *, shop_no: int, now: float
) -> dict[int, list[PartOffer]]:
    """Return the parts of bundles in a shop, in their order; `now`: UTC seconds."""
    found: dict[int, list[PartOffer]] = {each.product_no: [] for each in bundles}
    if not found:
        return {}
    today = moment(now).date()
    rows = await db.all(_PARTS, product_nos=sorted(found), shop_no=shop_no, now=int(now))
    for *columns, stock, bundle_no, quantity in rows:
        product, _ = whole(columns, [])
        found[bundle_no].append(_part(product, offers_from(stock, shop_no), quantity, today))
    return found


def _part(
    product: Product, offers: Sequence[VariantOffer], quantity: int, today: date
) -> PartOffer:
    reserved = {each.variant_code: each.reserved for each in offers}
    return PartOffer(
        product=product,
        suffices_for=availability.suffices_for(
            product, offers, reserved, quantity=quantity, today=today
        ),
    )


def left(parts: Sequence[PartOffer]) -> int | None:
    """Return how many bundles can be bought; None: any number.

    The least over the parts; all units of one part in a bundle are of one variant.
    """
    counts = []
    for part in parts:
        units = part.suffices_for.values()
        counts.append(None if None in units else sum(each or 0 for each in units))
    return min((each for each in counts if each is not None), default=None)


def as_offer(product: ListedProduct, bundles_left: int | None) -> VariantOffer:
    """Return a bundle as the variant that is bought of it."""
    return VariantOffer(
        variant_code=bundle_variant.code_of(product.product_code),
        display="T",
        selling="T",
        use_inventory="F" if bundles_left is None else "T",
        quantity=bundles_left or 0,
        safety_inventory=0,
        additional_amount=ZERO,
        reserved=0,
    )
