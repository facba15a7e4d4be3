"""When the prices that partners read are to be compared with a shop's benefits again.

A shop is due where its benefits were changed, and when one begins or ends. Who refreshes its prices
claims it first, which moves the time on: a change meanwhile makes it due again, and other workers
skip it until then.
"""

from typing import Final

from msgspec import Struct
from sqlalchemy import bindparam, select, update

from openmall.access.malls.partner_shops import PARTNER_SHOP
from openmall.database.session import Session
from openmall.database.statements import InList, Statement

AT_ONCE: Final = 0
"""Due time of a shop whose benefits were changed, or that joined."""
MOST_AT_ONCE: Final = 200
"""Shops of one search."""

_S: Final = PARTNER_SHOP.c
_COLUMNS: Final = (_S.store_id, _S.shop_no, _S.prices_due, _S.prices_made_with)
_DUE: Final = Statement(
    select(*_COLUMNS)
    .where(_S.prices_due <= bindparam("now"))
    .order_by(_S.prices_due)
    .limit(MOST_AT_ONCE)
)
_DUE_OF_MALLS: Final = Statement(
    select(*_COLUMNS).where(InList(_S.store_id, "store_ids"), _S.prices_due <= bindparam("now"))
)
_SHOP: Final = (_S.store_id == bindparam("of_store"), _S.shop_no == bindparam("of_shop"))
_MARK: Final = Statement(update(PARTNER_SHOP).where(*_SHOP).values(prices_due=AT_ONCE))
_MOVE: Final = Statement(
    update(PARTNER_SHOP)
    .where(*_SHOP, _S.prices_due == bindparam("before"))
    .values(prices_due=bindparam("after"), prices_made_with=bindparam("made_with"))
)


class DueShop(Struct, frozen=True):
    """A shop whose prices may be others now."""

    mall_id: str
    shop_no: int
    due_at: int
    """UTC seconds of the mall's clock."""
    made_with: str
    """Digest of the benefits that its prices were computed with; empty: of none yet."""


async def due(db: Session, now: int, mall_ids: list[str] | None = None) -> list[DueShop]:
    """Return the due shops of `mall_ids`, or of all malls."""
    if mall_ids is None:
        return [DueShop(*row) for row in await db.all(_DUE, now=now)]
    return [DueShop(*row) for row in await db.all(_DUE_OF_MALLS, store_ids=mall_ids, now=now)]


async def mark(db: Session, shop_no: int) -> None:
    """Make a shop of the session's mall due, if it takes part."""
    await db.run(_MARK, of_store=db.mall_id, of_shop=shop_no)


async def move(db: Session, shop: DueShop, *, due_at: int, made_with: str) -> bool:
    """Write when a shop is due next, and what its prices were computed with.

    False: it was made due again, or another worker was first.
    """
    return bool(
        await db.run(
            _MOVE,
            of_store=shop.mall_id,
            of_shop=shop.shop_no,
            before=shop.due_at,
            after=due_at,
            made_with=made_with,
        )
    )
