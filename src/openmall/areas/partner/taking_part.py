"""Shops join the partner programme and leave it; what partners read can be made anew.

What a product's change does by itself is in `areas/product/products/programme.py`.
"""

from collections.abc import Callable
from typing import Final

from sqlalchemy import bindparam, select

from openmall.areas.category.categories import tree
from openmall.areas.product.products import programme
from openmall.areas.product.products.tables import PRODUCT
from openmall.contract.call import Call, Mall
from openmall.contract.moments import Clock
from openmall.database.session import Database, Session
from openmall.database.statements import Statement
from openmall.partner import enrolment, listing
from openmall.partner.listing import Place
from openmall.partner.shape import Figures, Terms

BATCH: Final = 200
"""Products brought up to date in one transaction: others write in between."""

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
    """Let a shop take part, or give it other terms. Raises ValueError for no such shop.

    Its products are listed by `rebuild`, which follows when every process knows that it does.
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
    """Let a shop of the session's mall leave: nothing of it is read from then on.

    Raises ValueError when it does not take part.
    """
    if not await enrolment.drop(db, shop_no):
        raise ValueError(f"shop {shop_no} of {db.mall_id} does not take part")


async def map_category(db: Session, clock: Clock, mall: Mall, number: int, place: Place) -> None:
    """Say where a category belongs, with those below it. Raises ValueError for no such category."""
    if not await tree.existing(_call(db, clock, mall), [number]):
        raise ValueError(f"{mall.mall_id} has no category {number}")
    await listing.keep_place(db, number, place)


async def unmap_category(db: Session, number: int) -> None:
    """Forget where a category belongs. Raises ValueError when it was not mapped."""
    if not await listing.drop_places(db, [number]):
        raise ValueError(f"category {number} of {db.mall_id} is not mapped")


async def know(
    db: Session, clock: Clock, mall: Mall, *, product_no: int, shop_no: int, known: Figures
) -> None:
    """Write down what the programme knows of a product. Raises ValueError when there is none."""
    if await db.one(_NEXT, after=product_no - 1) != (product_no,) or shop_no not in mall.shops:
        raise ValueError(f"{mall.mall_id} has no product {product_no} in a shop {shop_no}")
    await listing.keep_figures(db, product_no, shop_no, known)
    await programme.follow(_call(db, clock, mall), [product_no])


async def rebuild(
    database: Database, clock: Clock, mall: Mall, progress: Callable[[int], None]
) -> int:
    """Make anew what partners read of a mall's products; return how many products it has.

    A batch at a time, each in a transaction of its own: what is right stays readable throughout.
    """
    after, total = 0, 0
    while after < _LAST:
        async with database.writing(mall.mall_id) as db:
            numbers = [row[0] for row in await db.all(_NEXT, after=after)]
            upto = numbers[-1] if len(numbers) == BATCH else _LAST
            await listing.remove_between(db, after, upto)
            await programme.follow(_call(db, clock, mall), numbers)
        after = upto
        total += len(numbers)
        progress(len(numbers))
    return total


def _call(db: Session, clock: Clock, mall: Mall) -> Call:
    call = Call(clock)
    call.db, call.mall = db, mall
    return call
