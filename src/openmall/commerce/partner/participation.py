"""Shops join and leave the partner programme; rebuilds and refreshes the partner projection.

Updates on changes of products are in `commerce/product/products/partner_updates.py`.
"""

from collections.abc import Callable, Sequence
from typing import Final

import msgspec
from sqlalchemy import bindparam, select

from openmall.commerce.category.categories import tree
from openmall.commerce.partner_projection import enrolment, product_entries
from openmall.commerce.partner_projection.product_entries import Place
from openmall.commerce.partner_projection.shape import Figures, Terms
from openmall.commerce.product.products import partner_updates
from openmall.commerce.product.products.tables import PRODUCT
from openmall.commerce.promotion.benefits import discounts
from openmall.commerce.promotion.benefits import store as benefit_store
from openmall.commerce.promotion.benefits.discounts import Visitor
from openmall.contract.call import Call, Mall
from openmall.contract.moments import Clock, Clocks, moment
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
SECONDS: Final = 10.0
"""Interval at which prices follow benefits that begin, end or change."""
_NEW_SECONDS: Final = 600
"""Interval at which prices follow products that are not new any more."""
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


class PriceRefresh:
    """Keeps prices of the partner projection in line with benefits that begin, end or change.

    Each process remembers which benefits the prices were computed with; after a start it computes
    them once.
    """

    def __init__(self, database: Database) -> None:
        self._database = database
        self._computed_with: dict[str, bytes] = {}

    async def refresh_due(self, clocks: Clocks, malls: Sequence[Mall]) -> int:
        """Refresh the prices of malls whose benefits are others now; return how many changed."""
        changed = 0
        for mall in malls:
            shops = sorted(each.shop_no for each in mall.shops.values() if each.in_programme)
            if not shops:
                continue
            clock = clocks.of(mall.mall_id)
            async with self._database.reading(mall.mall_id) as db:
                now_in_force = await _in_force(db, shops, clock.now())
            if self._computed_with.get(mall.mall_id) == now_in_force:
                continue
            changed += await self._refresh(clock, mall)
            self._computed_with[mall.mall_id] = now_in_force
        return changed

    async def _refresh(self, clock: Clock, mall: Mall) -> int:
        after = changed = 0
        while after < _LAST:
            async with self._database.writing(mall.mall_id) as db:
                numbers = [row[0] for row in await db.all(_NEXT, after=after)]
                if numbers:
                    call = _call(db, clock, mall)
                    changed += await partner_updates.refresh_prices(call, numbers)
            after = numbers[-1] if len(numbers) == BATCH else _LAST
        return changed


async def _in_force(db: Session, shop_nos: Sequence[int], now: float) -> bytes:
    """Return the benefits that a guest gets in these shops now, as a text to compare."""
    guests = [Visitor(platform="P"), Visitor(platform="M")]
    found = []
    for shop_no in shop_nos:
        for each in await benefit_store.in_use(db, shop_no):
            if any(discounts.holds(each, guest, now=moment(now)) for guest in guests):
                # how long a product is new ends at another time for each product
                window = int(now) // _NEW_SECONDS if each.new_product_sale is not None else 0
                found.append((each, window))
    return msgspec.json.encode(found)


def _call(db: Session, clock: Clock, mall: Mall) -> Call:
    call = Call(clock)
    call.db, call.mall = db, mall
    return call
