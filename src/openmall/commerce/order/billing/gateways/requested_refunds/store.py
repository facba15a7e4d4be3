"""SQL of refunds that gateways are requested to make."""

from typing import Final

from msgspec import Struct
from msgspec.structs import asdict
from sqlalchemy import Index, bindparam, func, insert, select, update

from openmall.contract.call import Call
from openmall.database.policies import blank, rows_of_order, with_mall
from openmall.database.schema import (
    fixed_text,
    number,
    partial_index,
    shop_table,
    text,
)
from openmall.database.session import Row, Session
from openmall.database.statements import InList, Statement
from openmall.database.undo_policies import MONEY_MOVED

REFUND: Final = shop_table(
    "gateway_refund",
    text("refund_id"),
    text("payment_id"),
    text("order_id"),
    number("shop_no"),
    text("refund_code"),
    number("amount"),
    text("state"),
    text("reason"),
    number("attempts"),
    number("next_attempt"),
    text("transaction_id"),
    text("failure"),
    number("created_date"),
    number("settled_date", null=True),
    backup=with_mall(watched=True),
    undo=MONEY_MOVED,
    personal_data=rows_of_order(blank("reason", "failure")),
    key=("refund_id",),
)
"""Refunds through gateways; a row is written in the transaction that decides the refund."""
_R: Final = REFUND.c
_REQUESTED: Final = _R.state == fixed_text("requested")
partial_index(
    "ix_gateway_refund_due",
    _R.mall_id,
    _R.next_attempt,
    where=_REQUESTED,
)
Index("ix_gateway_refund_order", _R.mall_id, _R.order_id)


class GatewayRefund(Struct, frozen=True, kw_only=True):
    """A refund through a gateway; amount in hundredths, times in UTC seconds.

    `state`: requested, succeeded, refused. `refund_code`: the order's refund that it executes;
    empty: a payment that the shop may not keep is given back, which is in no ledger.
    """

    refund_id: str
    payment_id: str
    order_id: str
    shop_no: int
    refund_code: str
    amount: int
    state: str = "requested"
    reason: str
    attempts: int = 0
    next_attempt: int
    transaction_id: str = ""
    """The gateway's number of the refund."""
    failure: str = ""
    """Why the last attempt failed, or why the gateway refused."""
    created_date: int
    settled_date: int | None = None


_COLUMNS: Final = tuple(_R[name] for name in GatewayRefund.__struct_fields__)
_MALL: Final = _R.mall_id == bindparam("mall_id")
_THIS: Final = (_MALL, _R.refund_id == bindparam("this"))
_ADD: Final = Statement(insert(REFUND).values({c.name: bindparam(c.name) for c in _R}))
_MALLS_WITH_DUE: Final = Statement(
    select(_R.mall_id).where(_REQUESTED, _R.next_attempt <= bindparam("now")).distinct(),
    across_malls="a worker looks for refunds that gateways are to make",
)
_DUE: Final = Statement(
    select(*_COLUMNS)
    .where(_MALL, _REQUESTED, _R.next_attempt <= bindparam("now"))
    .order_by(_R.next_attempt, _R.refund_id)
    .limit(bindparam("most"))
)
_CLAIM: Final = Statement(
    update(REFUND)
    .where(*_THIS, _REQUESTED, _R.next_attempt == bindparam("due"))
    .values(next_attempt=bindparam("until"), attempts=_R.attempts + 1)
)
_POSTPONE: Final = Statement(
    update(REFUND)
    .where(*_THIS, _REQUESTED)
    .values(next_attempt=bindparam("at"), failure=bindparam("why"))
)
_SETTLE: Final = Statement(
    update(REFUND)
    .where(*_THIS, _REQUESTED)
    .values(
        {name: bindparam(name) for name in ("state", "transaction_id", "failure", "settled_date")}
    )
    .returning(_R.refund_id)
)
_OF_ORDERS: Final = Statement(
    select(*_COLUMNS)
    .where(_MALL, InList(_R.order_id, "order_ids"))
    .order_by(_R.order_id, _R.created_date, _R.refund_id)
)
_PENDING: Final = Statement(
    select(_R.refund_id)
    .where(
        _MALL,
        _R.order_id == bindparam("order"),
        _R.refund_code == bindparam("code"),
        _REQUESTED,
    )
    .limit(1)
)
_MADE: Final = Statement(
    select(func.sum(_R.amount)).where(
        _MALL,
        _R.order_id == bindparam("order"),
        _R.refund_code == bindparam("code"),
        _R.state == fixed_text("succeeded"),
    )
)


async def add(call: Call, refund: GatewayRefund) -> None:
    """Add a refund to be made."""
    await call.db.run(_ADD, **asdict(refund))


async def malls_with_due(db: Session, now: int) -> list[str]:
    """Return the malls with refunds to be made by `now` (UTC seconds)."""
    return [mall_id for (mall_id,) in await db.all(_MALLS_WITH_DUE, now=now)]


async def due(db: Session, *, now: int, most: int) -> list[GatewayRefund]:
    """Return refunds to be made by `now`, the longest due first."""
    return [_read(row) for row in await db.all(_DUE, now=now, most=most)]


async def claim(db: Session, refund: GatewayRefund, *, until: int) -> bool:
    """Lease a due refund, which nobody else attempts before `until`; False: another worker did."""
    return bool(await db.run(_CLAIM, this=refund.refund_id, due=refund.next_attempt, until=until))


async def postpone(db: Session, refund_id: str, *, at: int, why: str) -> None:
    """Let a refund be attempted again at `at`."""
    await db.run(_POSTPONE, this=refund_id, at=at, why=why)


async def settle(call: Call, refund: GatewayRefund) -> bool:
    """Write the outcome of a refund; return False when that was done before."""
    row = await call.db.one(
        _SETTLE,
        this=refund.refund_id,
        state=refund.state,
        transaction_id=refund.transaction_id,
        failure=refund.failure,
        settled_date=refund.settled_date,
    )
    return row is not None


async def of_orders(call: Call, order_ids: list[str]) -> dict[str, list[GatewayRefund]]:
    """Return the gateway refunds of orders: order -> refunds, the oldest first."""
    found: dict[str, list[GatewayRefund]] = {each: [] for each in order_ids}
    for row in await call.db.all(_OF_ORDERS, order_ids=order_ids):
        refund = _read(row)
        found[refund.order_id].append(refund)
    return found


async def is_pending(call: Call, order_id: str, refund_code: str) -> bool:
    """Return whether a gateway is to make a refund of an order and did not yet."""
    return await call.db.one(_PENDING, order=order_id, code=refund_code) is not None


async def made(call: Call, order_id: str, refund_code: str) -> int:
    """Return what gateways made of a refund of an order, in hundredths."""
    row = await call.db.one(_MADE, order=order_id, code=refund_code)
    return int(row[0] or 0) if row else 0


async def of_order(db: Session, order_id: str) -> list[GatewayRefund]:
    """Return the gateway refunds of an order, the oldest first."""
    return [_read(row) for row in await db.all(_OF_ORDERS, order_ids=[order_id])]


def _read(row: Row) -> GatewayRefund:
    return GatewayRefund(**dict(zip(GatewayRefund.__struct_fields__, row, strict=True)))
