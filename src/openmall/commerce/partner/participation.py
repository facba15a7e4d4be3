"""Shops join and leave the partner programme; rebuilds the partner projection.

Updates on changes of products are in `commerce/product/products/partner_updates.py`.
"""

from collections.abc import Callable
from typing import Final

from sqlalchemy import bindparam, select

from openmall.commerce.category.categories import tree
from openmall.commerce.partner_projection import enrolment, product_entries
from openmall.commerce.partner_projection.product_entries import Place
from openmall.commerce.partner_projection.shape import Figures, Terms
from openmall.commerce.product.products import partner_updates
from openmall.commerce.product.products.tables import PRODUCT
from openmall.contract.call import Call, Mall
from openmall.contract.moments import Clock
from openmall.database.session import Database, Session
from openmall.database.statements import Statement

BATCH: Final = 200
"""Products of one transaction of a rebuild: others write in between."""

_P: Final = PRODUCT.c
_NEXT: Final = Statement(
    select(_P.product_no)
    .where(_P.mall_id == bindparam("mall_id"), _P.product_no > bindparam("after"))
    .distinct()
    .order_by(_P.product_no)
    .limit(BATCH)
)
_LAST: Final = 2**62
"""Above every product number."""


async def enrol(db: Session, clock: Clock, mall: Mall, *, shop_no: int, terms: Terms) -> None:
    """Enrol a shop, or change its terms. Raises ValueError for an unknown shop.

    Its products are listed by `rebuild`, to be called once every process sees the enrolment.
    """
    shop = mall.shops.get(shop_no)
    if shop is None:
        raise ValueError(f"{mall.mall_id} has no shop {shop_no}")
    await enrolment.keep(
        db,
        shop_no=shop_no,
        name=shop.name,
        language=shop.language,
        currency=shop.currency,
        terms=terms,
        now=int(clock.now()),
    )


async def leave(db: Session, shop_no: int) -> None:
    """Remove a shop of the session's mall from the programme, with its products.

    Raises ValueError when it does not take part.
    """
    if not await enrolment.drop(db, shop_no):
        raise ValueError(f"shop {shop_no} of {db.mall_id} does not take part")


async def map_category(db: Session, clock: Clock, mall: Mall, number: int, place: Place) -> None:
    """Map a category and its descendants. Raises ValueError for an unknown category."""
    if not await tree.existing(_call(db, clock, mall), [number]):
        raise ValueError(f"{mall.mall_id} has no category {number}")
    await product_entries.keep_place(db, number, place)


async def unmap_category(db: Session, number: int) -> None:
    """Remove the mapping of a category. Raises ValueError when it was not mapped."""
    if not await product_entries.drop_places(db, [number]):
        raise ValueError(f"category {number} of {db.mall_id} is not mapped")


async def set_figures(
    db: Session, clock: Clock, mall: Mall, *, product_no: int, shop_no: int, known: Figures
) -> None:
    """Write the programme's figures of a product. Raises ValueError for an unknown product."""
    if await db.one(_NEXT, after=product_no - 1) != (product_no,) or shop_no not in mall.shops:
        raise ValueError(f"{mall.mall_id} has no product {product_no} in a shop {shop_no}")
    await product_entries.keep_figures(db, product_no, shop_no, known)
    await partner_updates.update_projection(_call(db, clock, mall), [product_no])


async def rebuild(
    database: Database, clock: Clock, mall: Mall, progress: Callable[[int], None]
) -> int:
    """Rebuild the partner projection of a mall's products; return their number.

    Works in batches, each in a transaction of its own: correct rows stay readable throughout.
    """
    after, total = 0, 0
    while after < _LAST:
        async with database.writing(mall.mall_id) as db:
            numbers = [row[0] for row in await db.all(_NEXT, after=after)]
            upto = numbers[-1] if len(numbers) == BATCH else _LAST
            await product_entries.remove_between(db, after, upto)
            await partner_updates.update_projection(_call(db, clock, mall), numbers)
        after = upto
        total += len(numbers)
        progress(len(numbers))
    return total


def _call(db: Session, clock: Clock, mall: Mall) -> Call:
    call = Call(clock)
    call.db, call.mall = db, mall
    return call
