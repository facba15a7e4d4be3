"""SQL of the payment ledger."""

from collections.abc import Iterable, Sequence
from typing import Final

import msgspec
from msgspec import Struct
from msgspec.structs import replace
from sqlalchemy import Index, bindparam, insert, select, update

from openmall.commerce.order.figures import rules as figure_rules
from openmall.commerce.order.orders.shape import Order
from openmall.contract.call import Call
from openmall.database.policies import WITH_MALL, rows_of_order
from openmall.database.schema import flag, number, shop_table, text
from openmall.database.statements import Statement
from openmall.database.undo_policies import MONEY_MOVED
from openmall.database.values import BoundValue

PAYMENT: Final = shop_table(
    "order_payment",
    text("order_id"),
    number("payment_no"),
    number("shop_no"),
    flag("payment_settle_type"),
    text("payment_methods"),
    number("order_amount"),
    number("additional_payment_amount"),
    number("paid_amount"),
    number("payment_datetime", null=True),
    number("created_datetime"),
    text("claim_code"),
    text("gateway"),
    text("transaction_id"),
    backup=WITH_MALL,
    undo=MONEY_MOVED,
    personal_data=rows_of_order(),
    key=("order_id", "payment_no"),
)
"""The payment ledger: a row for every payment and refund.

`payment_settle_type`: O first payment, R additional payment, P refund, with a `paid_amount` below
zero. `payment_datetime`: null while it is awaited, or after a person took it back.
"""

Index("ix_order_payment_date", PAYMENT.c.mall_id, PAYMENT.c.shop_no, PAYMENT.c.payment_datetime)


class Payment(Struct, frozen=True, kw_only=True):
    """A row of the ledger; amounts in hundredths, times in UTC seconds."""

    payment_no: int
    payment_settle_type: str
    payment_methods: str
    order_amount: int
    additional_payment_amount: int = 0
    paid_amount: int
    payment_datetime: int | None
    created_datetime: int
    claim_code: str = ""
    gateway: str = ""
    transaction_id: str = ""

    @property
    def awaited(self) -> bool:
        """Return whether the payment is outstanding."""
        return self.payment_settle_type != "P" and self.payment_datetime is None


_P: Final = PAYMENT.c
_OF_ORDER: Final = Statement(
    select(*(_P[name] for name in Payment.__struct_fields__))
    .where(_P.mall_id == bindparam("mall_id"), _P.order_id == bindparam("order_id"))
    .order_by(_P.payment_no)
)
_SET_RESULT: Final = Statement(
    update(PAYMENT)
    .where(
        _P.mall_id == bindparam("mall_id"),
        _P.order_id == bindparam("order_id"),
        _P.payment_no == bindparam("payment_no"),
    )
    .values(
        {
            name: bindparam(name)
            for name in (
                "payment_methods",
                "order_amount",
                "additional_payment_amount",
                "payment_datetime",
                "paid_amount",
                "gateway",
                "transaction_id",
            )
        }
    )
)
_ADD: Final = Statement(insert(PAYMENT).values({c.name: bindparam(c.name) for c in PAYMENT.c}))


def further_amount(ledger: Iterable[Payment]) -> int:
    """Return the amount of the payments after the first one, received or awaited."""
    return sum(each.order_amount for each in ledger if each.payment_settle_type == "R")


def latest_amount(ledger: Iterable[Payment]) -> int:
    """Return what was received last: of one payment, or of those that came at the same time."""
    received = [
        (each.payment_datetime, each.paid_amount)
        for each in ledger
        if each.payment_settle_type != "P" and each.payment_datetime is not None
    ]
    last = max((at for at, _ in received), default=0)
    return sum(amount for at, amount in received if at == last)


def awaiting(ledger: Sequence[Payment], due: int) -> list[Payment]:
    """Return the awaited payments of a ledger with amounts that add up to `due`, in hundredths.

    Several are awaited where a paid order with further payments awaits its payment again. More is
    due with the first of them; less is taken off the last one first.
    """
    found = [each for each in ledger if each.awaited]
    more = due - sum(each.order_amount for each in found)
    if found and more > 0:
        found[0] = replace(found[0], order_amount=found[0].order_amount + more)
        return found
    for at, each in reversed(list(enumerate(found))):
        less = min(each.order_amount, -more)
        found[at] = replace(each, order_amount=each.order_amount - less)
        more += less
    return found


async def of_order(call: Call, order_id: str) -> list[Payment]:
    """Return the ledger of an order, first row first."""
    rows = await call.db.all(_OF_ORDER, order_id=order_id)
    return [Payment(**dict(zip(Payment.__struct_fields__, row, strict=True))) for row in rows]


async def add(call: Call, order: Order, payment: Payment) -> None:
    """Add a payment or a refund to the ledger."""
    await call.db.defer(_ADD, [_row(order, payment)])
    if payment.payment_datetime is not None:
        await figure_rules.count_further_payment(call, order, payment, payment.payment_datetime)


async def add_all(call: Call, rows: Iterable[tuple[Order, Payment]]) -> None:
    """Add payments of imported orders, whose figures are already summed up."""
    await call.db.many(_ADD, [_row(order, payment) for order, payment in rows])


async def settle(call: Call, order_id: str, payment: Payment) -> None:
    """Update a payment: received, taken back, or with another amount or method."""
    values = msgspec.structs.asdict(payment)
    for name in ("payment_settle_type", "created_datetime", "claim_code"):
        del values[name]
    await call.db.defer(_SET_RESULT, [{"order_id": order_id, **values}])


def _row(order: Order, payment: Payment) -> dict[str, BoundValue]:
    """Return a row of the ledger as values, without `mall_id`."""
    values = msgspec.structs.asdict(payment)
    return {**values, "order_id": order.order_id, "shop_no": order.shop_no}
