"""SQL of the test gateway's ledger."""

from decimal import Decimal
from typing import Final

from msgspec import Struct
from sqlalchemy import bindparam, insert, select, update

from openmall.commerce.order.billing.gateways.gateway import PaymentRequest
from openmall.contract.call import Call
from openmall.contract.money import hundredths
from openmall.database.policies import WITH_MALL, rows_of_order
from openmall.database.schema import number, shop_table, text
from openmall.database.statements import Statement

BOOK: Final = shop_table(
    "test_gateway_payment",
    text("payment_id"),
    text("order_id"),
    number("amount"),
    text("currency"),
    text("result"),
    text("transaction_id"),
    number("cancelled"),
    backup=WITH_MALL,
    personal_data=rows_of_order(),
    key=("payment_id",),
)
"""`result`: empty until it was paid. `cancelled`: the refunded part of the amount."""

_B: Final = BOOK.c
_THIS: Final = (_B.mall_id == bindparam("mall_id"), _B.payment_id == bindparam("this"))
_ADD: Final = Statement(insert(BOOK).values({c.name: bindparam(c.name) for c in _B}))
_ROW: Final = select(
    _B.payment_id,
    _B.order_id,
    _B.amount,
    _B.currency,
    _B.result,
    _B.transaction_id,
    _B.cancelled,
).where(*_THIS)
_FIND: Final = Statement(_ROW)
_LOCK: Final = Statement(_ROW.with_for_update())
_SET_RESULT: Final = Statement(
    update(BOOK)
    .where(*_THIS)
    .values(result=bindparam("result"), transaction_id=bindparam("transaction_id"))
)
_CANCELLED: Final = Statement(
    update(BOOK).where(*_THIS).values(cancelled=_B.cancelled + bindparam("more"))
)


class Entry(Struct, frozen=True, kw_only=True):
    """A payment in the ledger; amounts in hundredths."""

    payment_id: str
    order_id: str
    amount: int
    currency: str
    result: str
    transaction_id: str
    cancelled: int = 0


async def add(call: Call, request: PaymentRequest) -> None:
    """Add a payment that is not paid yet."""
    await call.db.run(
        _ADD,
        payment_id=request.payment_id,
        order_id=request.order_id,
        amount=hundredths(request.amount),
        currency=request.currency,
        result="",
        transaction_id="",
        cancelled=0,
    )


async def find(call: Call, payment_id: str, *, to_change: bool = False) -> Entry | None:
    """Return a payment; None: there is none. `to_change` locks it."""
    row = await call.db.one(_LOCK if to_change else _FIND, this=payment_id)
    if row is None:
        return None
    return Entry(**dict(zip(Entry.__struct_fields__, row, strict=True)))


async def settle(call: Call, payment_id: str, *, result: str, transaction_id: str) -> None:
    """Write the result of a payment."""
    await call.db.run(_SET_RESULT, this=payment_id, result=result, transaction_id=transaction_id)


async def cancelled(call: Call, payment_id: str, amount: Decimal) -> None:
    """Add to the refunded part of a payment."""
    await call.db.run(_CANCELLED, this=payment_id, more=hundredths(amount))
