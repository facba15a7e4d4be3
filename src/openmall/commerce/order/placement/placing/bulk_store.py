"""SQL of imported orders: known numbers, sales to report, and items that a refund may be of."""

from collections.abc import Iterable
from typing import Final

from msgspec import Struct
from sqlalchemy import bindparam, insert, select, update

from openmall.commerce.order.orders.tables import BROUGHT_IN, ITEM, NOT_REPORTED, ORDER
from openmall.contract.call import Call
from openmall.database.session import Row, Session
from openmall.database.statements import InList, Statement, by_index

_B: Final = BROUGHT_IN.c
_IMPORTED_NUMBERS: Final = Statement(
    select(_B.source_no).where(
        _B.mall_id == bindparam("mall_id"),
        _B.shop_no == bindparam("shop_no"),
        _B.source == bindparam("source"),
        InList(_B.source_no, "numbers"),
    )
)
_ADD: Final = Statement(insert(BROUGHT_IN).values({c.name: bindparam(c.name) for c in _B}))
_KEY: Final = (_B.shop_no, _B.source, _B.source_no)
_UNREPORTED: Final = Statement(
    select(*_KEY, _B.order_id, ORDER.c.payment_date)
    .select_from(
        BROUGHT_IN.outerjoin(
            ORDER, (ORDER.c.mall_id == _B.mall_id) & (ORDER.c.order_id == _B.order_id)
        )
    )
    .where(_B.mall_id == bindparam("mall_id"), NOT_REPORTED)
    .limit(bindparam("most"))
)
_MARK_REPORTED: Final = Statement(
    update(BROUGHT_IN)
    .where(
        _B.mall_id == bindparam("mall_id"),
        *(column == bindparam(f"its_{column.name}") for column in _KEY),
    )
    .values(is_reported=1)
)
_SOLD: Final = Statement(
    select(
        ORDER.c.member_id,
        ITEM.c.product_no,
        ITEM.c.product_price,
        ITEM.c.ordered_date,
        ITEM.c.order_id,
        ITEM.c.item_no,
        ITEM.c.quantity,
    )
    .select_from(
        ORDER.join(
            ITEM, (ITEM.c.mall_id == ORDER.c.mall_id) & (ITEM.c.order_id == ORDER.c.order_id)
        )
    )
    # the sales of few products: of the state that they are in there are as many as ever were sold
    .with_hint(ITEM, *by_index("ix_order_item_product"))
    .where(
        ORDER.c.mall_id == bindparam("mall_id"),
        InList(ORDER.c.member_id, "members"),
        ITEM.c.mall_id == bindparam("mall_id"),
        ITEM.c.shop_no == bindparam("shop_no"),
        InList(ITEM.c.product_no, "products"),
        ITEM.c.order_status == "N40",
        ITEM.c.option_price == 0,
        ITEM.c.payment_amount == ITEM.c.product_price * ITEM.c.quantity,
        ITEM.c.share_discount == 0,
    )
    .order_by(ITEM.c.ordered_date.desc(), ITEM.c.order_id.desc(), ITEM.c.item_no)
)


class UnreportedOrder(Struct, frozen=True):
    """An imported order whose sale is in no report yet, by its number at its source."""

    shop_no: int
    source: str
    source_no: str
    order_id: str
    """Empty for a cancellation."""
    paid_at: int | None


async def known(call: Call, source: str, numbers: Iterable[str]) -> set[str]:
    """Return the numbers of a source that were imported before."""
    rows = await call.db.all(
        _IMPORTED_NUMBERS, shop_no=call.shop_no, source=source, numbers=list(numbers)
    )
    return {row[0] for row in rows}


async def add_known(call: Call, source: str, numbers: Iterable[tuple[str, str]]) -> None:
    """Add numbers of a source, each with its order."""
    await call.db.many(
        _ADD,
        [
            {
                "shop_no": call.shop_no,
                "source": source,
                "source_no": number,
                "order_id": order_id,
                "is_reported": int(not order_id),
            }
            for number, order_id in numbers
        ],
    )


async def unreported(db: Session, most: int) -> list[UnreportedOrder]:
    """Return imported orders of a mall whose sales are in no report yet."""
    return [UnreportedOrder(*row) for row in await db.all(_UNREPORTED, most=most)]


async def mark_reported(db: Session, orders: Iterable[UnreportedOrder]) -> None:
    """Note that the sales of orders are in the reports, or are none."""
    await db.many(
        _MARK_REPORTED,
        [
            {
                "its_shop_no": each.shop_no,
                "its_source": each.source,
                "its_source_no": each.source_no,
            }
            for each in orders
        ],
    )


async def sold(call: Call, members: Iterable[str], products: Iterable[int]) -> list[Row]:
    """Return delivered items of members at full price, the newest first."""
    return await call.db.all(
        _SOLD, shop_no=call.shop_no, members=sorted(members), products=sorted(products)
    )
