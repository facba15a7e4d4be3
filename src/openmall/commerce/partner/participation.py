"""Shops join and leave the partner programme; rebuilds and refreshes the partner projection.

Updates on changes of products are in `commerce/product/partner_updates.py`.
"""

import hashlib
from collections.abc import Awaitable, Callable, Sequence
from typing import Final

import msgspec
from msgspec.structs import replace
from sqlalchemy import bindparam, select

from openmall.commerce.category.categories import tree
from openmall.commerce.partner_projection import due_prices, enrolment, product_entries
from openmall.commerce.partner_projection.due_prices import DueShop
from openmall.commerce.partner_projection.product_entries import Place
from openmall.commerce.partner_projection.shape import Figures, Terms
from openmall.commerce.product import partner_updates
from openmall.commerce.product.products.tables import PRODUCT
from openmall.commerce.promotion.benefits import discounts
from openmall.commerce.promotion.benefits import store as benefit_store
from openmall.commerce.promotion.benefits.discounts import Visitor
from openmall.commerce.promotion.benefits.shape import Benefit
from openmall.contract.call import Call, Mall
from openmall.contract.moments import Clock, Clocks, moment, seconds
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
_LEASE_SECONDS: Final = 600
"""Seconds after which the prices of a shop are refreshed by another worker than who began it."""
_DAY_SECONDS: Final = 86_400
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


async def refresh_due(
    database: Database,
    clocks: Clocks,
    find_mall: Callable[[str], Awaitable[Mall | None]],
    mall_ids: list[str] | None = None,
) -> int:
    """Refresh the prices of shops whose benefits are others now; return how many changed.

    Of `mall_ids`, or of all malls: those whose benefits began, ended or were changed are found by
    one statement. `find_mall`: returns a mall, or None when it is gone.
    """
    changed = 0
    for mall_id, shops in (await _due(database, clocks, mall_ids)).items():
        mall = await find_mall(mall_id)
        clock = clocks.of(mall_id)
        if mall is not None and not mall.closed:
            changed += await _follow(database, clock, mall, shops)
            continue
        async with database.writing(mall_id) as db:
            for shop in shops:
                later = int(clock.now()) + _DAY_SECONDS
                await due_prices.move(db, shop, due_at=later, made_with=shop.made_with)
    return changed


async def _due(
    database: Database, clocks: Clocks, mall_ids: list[str] | None
) -> dict[str, list[DueShop]]:
    """Return the due shops, by mall."""
    found: dict[str, list[DueShop]] = {}
    async with database.reading("") as db:
        if mall_ids is None:
            shops = await due_prices.due(db, int(clocks.machine.now()))
        else:
            shops = [
                shop
                for mall_id in mall_ids
                for shop in await due_prices.due(db, int(clocks.of(mall_id).now()), [mall_id])
            ]
    for shop in shops:
        found.setdefault(shop.mall_id, []).append(shop)
    return found


async def _follow(database: Database, clock: Clock, mall: Mall, shops: Sequence[DueShop]) -> int:
    """Compare the prices of due shops with their benefits, and refresh them where they differ."""
    now = int(clock.now())
    claimed, followed = [], []
    async with database.writing(mall.mall_id) as db:
        for shop in shops:
            leased = now + _LEASE_SECONDS
            if await due_prices.move(db, shop, due_at=leased, made_with=shop.made_with):
                claimed.append(replace(shop, due_at=leased))
    async with database.reading(mall.mall_id) as db:
        for shop in claimed:
            benefits = await benefit_store.in_use(db, shop.shop_no)
            followed.append((shop, _made_with(benefits, now), _next_due(benefits, now)))
    changed = 0
    if any(shop.made_with != made_with for shop, made_with, _ in followed):
        changed = await _refresh(database, clock, mall)
    async with database.writing(mall.mall_id) as db:
        for shop, made_with, due_at in followed:
            await due_prices.move(db, shop, due_at=due_at, made_with=made_with)
    return changed


async def _refresh(database: Database, clock: Clock, mall: Mall) -> int:
    after = changed = 0
    while after < _LAST:
        async with database.writing(mall.mall_id) as db:
            numbers = [row[0] for row in await db.all(_NEXT, after=after)]
            if numbers:
                call = _call(db, clock, mall)
                changed += await partner_updates.refresh_prices(call, numbers)
        after = numbers[-1] if len(numbers) == BATCH else _LAST
    return changed


def _made_with(benefits: Sequence[Benefit], now: int) -> str:
    """Return a digest of the benefits that a guest gets now."""
    guests = [Visitor(platform="P"), Visitor(platform="M")]
    found = []
    for each in benefits:
        if any(discounts.holds(each, guest, now=moment(now)) for guest in guests):
            # how long a product is new ends at another time for each product
            window = now // _NEW_SECONDS if each.new_product_sale is not None else 0
            found.append((each, window))
    return hashlib.sha256(msgspec.json.encode(found)).hexdigest()


def _next_due(benefits: Sequence[Benefit], now: int) -> int:
    """Return when the benefits that a guest gets may be others, UTC seconds; at most a day ahead.

    A program of before writes benefits without making their shop due.
    """
    times = [now + _DAY_SECONDS]
    for each in benefits:
        if each.new_product_sale is not None:
            times.append((now // _NEW_SECONDS + 1) * _NEW_SECONDS)
        if each.use_benefit_period == "T":
            start, end = each.benefit_start_date, each.benefit_end_date
            times += [seconds(start)] if start is not None else []
            times += [seconds(end) + 1] if end is not None else []
    return min(time for time in times if time > now)


def _call(db: Session, clock: Clock, mall: Mall) -> Call:
    return Call(clock, db, mall)
