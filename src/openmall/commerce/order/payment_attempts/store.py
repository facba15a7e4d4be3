"""SQL of payment attempts at gateways."""

from typing import Final

from msgspec import Struct
from msgspec.structs import asdict
from sqlalchemy import Index, bindparam, case, insert, select, update

from openmall.contract.call import Call
from openmall.database.policies import blank, rows_of_order, with_mall
from openmall.database.schema import (
    fixed,
    fixed_text,
    number,
    partial_index,
    shop_table,
    text,
)
from openmall.database.session import Row, Session
from openmall.database.statements import InList, Statement
from openmall.database.undo_policies import MONEY_MOVED

ATTEMPT: Final = shop_table(
    "gateway_payment",
    text("payment_id"),
    text("order_id"),
    number("shop_no"),
    text("gateway"),
    text("method"),
    number("amount"),
    text("currency"),
    text("state"),
    text("transaction_id"),
    text("reason"),
    number("created_date"),
    number("settled_date", null=True),
    text("return_url", later=True),
    number("next_check", null=True),
    text("stored_method", later=True),
    backup=with_mall(watched=True),
    undo=MONEY_MOVED,
    personal_data=rows_of_order(blank("reason", "return_url")),
    key=("payment_id",),
)
"""Payment attempts; an order may have several. `stored_method`: the id of the stored payment method
that is charged; empty: the buyer pays."""
_A: Final = ATTEMPT.c
Index("ix_gateway_payment_order", _A.mall_id, _A.order_id, _A.created_date)
partial_index(
    "ix_gateway_payment_check",
    _A.mall_id,
    _A.next_check,
    where=_A.next_check.is_not(None),
)
OPEN: Final = ("started", "superseded")
"""States of an attempt whose gateway may still report a result."""
_ADD: Final = Statement(insert(ATTEMPT).values({c.name: bindparam(c.name) for c in _A}))


class Attempt(Struct, frozen=True, kw_only=True):
    """A payment attempt at a gateway; amount in hundredths, times in UTC seconds.

    `state`: started, approved, declined; superseded: it may not pay the order any more; cancelled:
    what it captured is refunded, or is to be.
    """

    payment_id: str
    order_id: str
    shop_no: int
    gateway: str
    method: str
    amount: int
    currency: str
    state: str = "started"
    transaction_id: str = ""
    reason: str = ""
    created_date: int
    settled_date: int | None = None
    return_url: str = ""
    """Where the buyer is taken afterwards: an address, or a path of the mall."""
    next_check: int | None = None
    """When a worker looks at the payment and its order next; None: not any more."""
    stored_method: str = ""
    """The stored payment method that is charged; empty: the buyer pays."""

    @property
    def is_open(self) -> bool:
        """Return whether the gateway may still report a result."""
        return self.state in OPEN


_COLUMNS: Final = tuple(_A[name] for name in Attempt.__struct_fields__)
_FIND: Final = Statement(
    select(*_COLUMNS).where(
        _A.mall_id == bindparam("mall_id"), _A.payment_id == bindparam("payment_id")
    )
)
_OF_ORDERS: Final = Statement(
    select(*_COLUMNS)
    .where(_A.mall_id == bindparam("mall_id"), InList(_A.order_id, "order_ids"))
    .order_by(
        _A.order_id,
        _A.created_date,
        # a second one is asked for once the first has ended, be it in the same second
        case(
            (_A.settled_date.is_(None), fixed(2)),
            (_A.state == fixed_text("approved"), fixed(1)),
            else_=fixed(0),
        ),
        _A.payment_id,
    )
)
_SET_RESULT: Final = Statement(
    update(ATTEMPT)
    .where(_A.mall_id == bindparam("mall_id"), _A.payment_id == bindparam("this"))
    .values(
        {
            name: bindparam(name)
            for name in ("state", "transaction_id", "reason", "settled_date", "next_check")
        }
    )
)
_MALLS_WITH_DUE: Final = Statement(
    select(_A.mall_id).where(_A.next_check <= bindparam("now")).distinct(),
    across_malls="a worker looks for payments whose gateway did not call back",
)
_DUE: Final = Statement(
    select(*_COLUMNS)
    .where(_A.mall_id == bindparam("mall_id"), _A.next_check <= bindparam("now"))
    .order_by(_A.next_check, _A.payment_id)
    .limit(bindparam("most"))
)
_CLAIM: Final = Statement(
    update(ATTEMPT)
    .where(
        _A.mall_id == bindparam("mall_id"),
        _A.payment_id == bindparam("this"),
        _A.next_check == bindparam("due"),
    )
    .values(next_check=bindparam("next"))
)
_SUPERSEDE: Final = Statement(
    update(ATTEMPT)
    .where(
        _A.mall_id == bindparam("mall_id"),
        _A.order_id == bindparam("order"),
        _A.state == bindparam("open"),
    )
    .values(state=bindparam("ended"), reason=bindparam("why"), settled_date=bindparam("now"))
)


async def add(call: Call, attempt: Attempt) -> None:
    """Add a payment attempt."""
    await call.db.defer(_ADD, [asdict(attempt)])


async def find(call: Call, payment_id: str) -> Attempt | None:
    """Return a payment attempt of any shop of the mall; None: there is none."""
    row = await call.db.one(_FIND, payment_id=payment_id)
    return None if row is None else _read(row)


async def of_orders(call: Call, order_ids: list[str]) -> dict[str, list[Attempt]]:
    """Return the payment attempts of orders: order -> attempts, the oldest first."""
    found: dict[str, list[Attempt]] = {each: [] for each in order_ids}
    for row in await call.db.all(_OF_ORDERS, order_ids=order_ids):
        attempt = _read(row)
        found[attempt.order_id].append(attempt)
    return found


async def approved(db: Session, order_id: str) -> list[Attempt]:
    """Return the payments of an order that gateways took, the oldest first."""
    found = [_read(row) for row in await db.all(_OF_ORDERS, order_ids=[order_id])]
    return [each for each in found if each.state == "approved"]


async def supersede(call: Call, order_id: str, *, reason: str) -> None:
    """Supersede the open attempts of an order: what they still capture has to be refunded.

    The caller holds the lock of the order.
    """
    values = {"order": order_id, "open": "started", "ended": "superseded", "why": reason}
    await call.db.defer(_SUPERSEDE, [{**values, "now": int(call.clock.now())}])


async def settle(call: Call, attempt: Attempt) -> None:
    """Write the result of a payment attempt."""
    names = ("state", "transaction_id", "reason", "settled_date", "next_check")
    values = {name: getattr(attempt, name) for name in names}
    await call.db.defer(_SET_RESULT, [{"this": attempt.payment_id, **values}])


async def malls_with_due(db: Session, now: int) -> list[str]:
    """Return the malls with attempts to be checked by `now` (UTC seconds)."""
    return [mall_id for (mall_id,) in await db.all(_MALLS_WITH_DUE, now=now)]


async def due(db: Session, *, now: int, most: int) -> list[Attempt]:
    """Return attempts to be checked by `now`, the longest due first."""
    return [_read(row) for row in await db.all(_DUE, now=now, most=most)]


async def claim(db: Session, attempt: Attempt, *, next_check: int | None) -> bool:
    """Schedule the next check of a due attempt; False: another worker did."""
    return bool(
        await db.run(_CLAIM, this=attempt.payment_id, due=attempt.next_check, next=next_check)
    )


def _read(row: Row) -> Attempt:
    return Attempt(**dict(zip(Attempt.__struct_fields__, row, strict=True)))
