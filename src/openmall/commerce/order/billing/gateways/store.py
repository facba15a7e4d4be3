"""SQL of payment attempts at gateways."""

from typing import Any, Final

from msgspec import Struct
from msgspec.structs import asdict
from sqlalchemy import Index, bindparam, case, insert, select, update

from openmall.commerce.order.billing.gateways.gateway import PaymentRequest
from openmall.contract.call import Call
from openmall.contract.money import money
from openmall.database.policies import WITH_MALL, blank, rows_of_order
from openmall.database.schema import fixed, fixed_text, number, shop_table, text
from openmall.database.statements import InList, Statement

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
    backup=WITH_MALL,
    personal_data=rows_of_order(blank("reason")),
    key=("payment_id",),
)
"""Payment attempts; an order may have several."""
Index("ix_gateway_payment_order", ATTEMPT.c.mall_id, ATTEMPT.c.order_id, ATTEMPT.c.created_date)


_A: Final = ATTEMPT.c
_ADD: Final = Statement(insert(ATTEMPT).values({c.name: bindparam(c.name) for c in _A}))


class Attempt(Struct, frozen=True, kw_only=True):
    """A payment attempt at a gateway; amount in hundredths, times in UTC seconds.

    `state`: started, approved, declined; superseded: it may not pay the order any more; cancelled:
    it was approved and completely refunded.
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

    @property
    def asked(self) -> PaymentRequest:
        """Return the payment as its gateway was requested to take it."""
        return PaymentRequest(
            payment_id=self.payment_id,
            order_id=self.order_id,
            amount=money(self.amount),
            currency=self.currency,
            method=self.method,  # type: ignore[arg-type] # as it was chosen
        )


_COLUMNS: Final = tuple(_A[name] for name in Attempt.__struct_fields__)
_FIND: Final = Statement(
    select(*_COLUMNS).where(
        _A.mall_id == bindparam("mall_id"),
        _A.payment_id == bindparam("payment_id"),
        _A.shop_no == bindparam("shop_no"),
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
        {name: bindparam(name) for name in ("state", "transaction_id", "reason", "settled_date")}
    )
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
    await call.db.run(_ADD, **asdict(attempt))


async def find(call: Call, payment_id: str) -> Attempt | None:
    """Return a payment attempt; None: there is none."""
    row = await call.db.one(_FIND, payment_id=payment_id, shop_no=call.shop_no)
    return None if row is None else _read(row)


async def of_orders(call: Call, order_ids: list[str]) -> dict[str, list[Attempt]]:
    """Return the payment attempts of orders: order -> attempts, the oldest first."""
    found: dict[str, list[Attempt]] = {each: [] for each in order_ids}
    for row in await call.db.all(_OF_ORDERS, order_ids=order_ids):
        attempt = _read(row)
        found[attempt.order_id].append(attempt)
    return found


async def supersede(call: Call, order_id: str, *, reason: str) -> None:
    """Supersede the open attempts of an order: what they still capture has to be refunded.

    The caller holds the lock of the order.
    """
    await call.db.run(
        _SUPERSEDE,
        order=order_id,
        open="started",
        ended="superseded",
        why=reason,
        now=int(call.clock.now()),
    )


async def settle(call: Call, attempt: Attempt) -> None:
    """Write the result of a payment attempt."""
    await call.db.run(
        _SET_RESULT,
        this=attempt.payment_id,
        state=attempt.state,
        transaction_id=attempt.transaction_id,
        reason=attempt.reason,
        settled_date=attempt.settled_date,
    )


def _read(row: Any) -> Attempt:
    return Attempt(**dict(zip(Attempt.__struct_fields__, row, strict=True)))
