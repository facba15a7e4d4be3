"""SQL of disputes: payments that buyers contest at their bank."""

from typing import Final

from msgspec import Struct
from msgspec.structs import asdict
from sqlalchemy import Index, bindparam, func, or_, select

from openmall.database.policies import blank, rows_of_order, with_mall
from openmall.database.schema import fixed_text, number, shop_table, text
from openmall.database.session import Row, Session
from openmall.database.statements import Statement
from openmall.database.undo_policies import MONEY_MOVED

DISPUTE: Final = shop_table(
    "gateway_dispute",
    text("dispute_id"),
    text("payment_id"),
    text("order_id"),
    number("shop_no"),
    text("gateway"),
    number("amount"),
    text("currency"),
    text("reason"),
    text("state"),
    number("created_date"),
    number("respond_by", null=True),
    number("reported_date"),
    backup=with_mall(),
    undo=MONEY_MOVED,
    personal_data=rows_of_order(blank("reason")),
    key=("dispute_id",),
)
_D: Final = DISPUTE.c
Index("ix_gateway_dispute_order", _D.mall_id, _D.order_id)
Index("ix_gateway_dispute_state", _D.mall_id, _D.shop_no, _D.state)


class Dispute(Struct, frozen=True, kw_only=True):
    """A dispute; amount in hundredths, times in UTC seconds.

    `state`: open, won, lost; closed: ended without a decision.
    """

    dispute_id: str
    payment_id: str
    order_id: str
    shop_no: int
    gateway: str
    amount: int
    currency: str
    reason: str
    """The gateway's code, such as `fraudulent`."""
    state: str
    created_date: int
    respond_by: int | None = None
    """When evidence has to be at the gateway."""
    reported_date: int
    """When the gateway made the report: an older one does not replace a newer one."""


_COLUMNS: Final = tuple(_D[name] for name in Dispute.__struct_fields__)
_PUT: Final = Statement(
    lambda insert: (
        insert(DISPUTE)
        .values({c.name: bindparam(c.name) for c in _D})
        .on_conflict_do_update(
            index_elements=["mall_id", "dispute_id"],
            set_={
                name: bindparam(name)
                for name in ("amount", "reason", "state", "respond_by", "reported_date")
            },
            # a dispute that ended stays ended: reports come in any order
            where=or_(
                _D.reported_date < bindparam("reported_date"),
                (_D.reported_date == bindparam("reported_date")) & (_D.state == fixed_text("open")),
            ),
        )
    )
)
_OF_ORDER: Final = Statement(
    select(*_COLUMNS)
    .where(_D.mall_id == bindparam("mall_id"), _D.order_id == bindparam("order_id"))
    .order_by(_D.created_date, _D.dispute_id)
)
_COUNT_OPEN: Final = Statement(
    select(func.count()).where(
        _D.mall_id == bindparam("mall_id"),
        _D.shop_no == bindparam("shop_no"),
        _D.state == fixed_text("open"),
    )
)
_OPEN: Final = Statement(
    select(*_COLUMNS)
    .where(
        _D.mall_id == bindparam("mall_id"),
        _D.shop_no == bindparam("shop_no"),
        _D.state == fixed_text("open"),
    )
    .order_by(_D.created_date, _D.dispute_id)
    .limit(bindparam("most"))
)


async def put(db: Session, dispute: Dispute) -> bool:
    """Write a report of a dispute unless a newer one is known; return whether it was written."""
    return bool(await db.run(_PUT, **asdict(dispute)))


async def of_order(db: Session, order_id: str) -> list[Dispute]:
    """Return the disputes of an order, the oldest first."""
    return [_read(row) for row in await db.all(_OF_ORDER, order_id=order_id)]


async def count_open(db: Session, shop_no: int) -> int:
    """Return how many disputes of a shop are open."""
    row = await db.one(_COUNT_OPEN, shop_no=shop_no)
    return 0 if row is None else int(row[0])


async def open_ones(db: Session, shop_no: int, *, most: int) -> list[Dispute]:
    """Return the open disputes of a shop, the oldest first, at most `most`."""
    return [_read(row) for row in await db.all(_OPEN, shop_no=shop_no, most=most)]


def _read(row: Row) -> Dispute:
    return Dispute(**dict(zip(Dispute.__struct_fields__, row, strict=True)))
