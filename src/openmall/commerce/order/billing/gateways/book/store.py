"""SQL of the test gateway's ledger."""

from typing import Final

from msgspec import Struct
from msgspec.structs import asdict
from sqlalchemy import Index, bindparam, insert, select, update

from openmall.commerce.order.billing.gateways.gateway import RefundRequest
from openmall.database.policies import WITH_MALL, no_personal_data, rows_of_order, with_same_mall
from openmall.database.schema import EMPTY, number, shop_table, text
from openmall.database.session import Session
from openmall.database.statements import Statement
from openmall.database.undo_policies import MONEY_MOVED

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
    undo=MONEY_MOVED,
    personal_data=rows_of_order(),
    key=("payment_id",),
)
"""`cancelled`: the refunded part of the amount."""
REFUND: Final = shop_table(
    "test_gateway_refund",
    text("payment_id"),
    text("refund_id"),
    number("amount"),
    backup=WITH_MALL,
    undo=MONEY_MOVED,
    personal_data=no_personal_data("numbers of a gateway"),
    key=("payment_id", "refund_id"),
)
METHOD: Final = shop_table(
    "test_gateway_method",
    text("method_id"),
    text("token"),
    text("card"),
    backup=with_same_mall("a copy of a mall charges nobody"),
    undo=MONEY_MOVED,
    personal_data=no_personal_data("numbers of a gateway, and how a test card behaves"),
    key=("method_id",),
)
"""The payment methods that the test gateway has stored."""
Index("ix_test_gateway_method_token", METHOD.c.mall_id, METHOD.c.token)

_B: Final = BOOK.c
_R: Final = REFUND.c
_THIS: Final = (_B.mall_id == bindparam("mall_id"), _B.payment_id == bindparam("this"))
_ADD: Final = Statement(
    lambda insert: (
        insert(BOOK)
        .values({c.name: bindparam(c.name) for c in _B})
        .on_conflict_do_update(
            index_elements=["mall_id", "payment_id"],
            set_={name: bindparam(name) for name in ("result", "transaction_id")},
            # earlier versions added payments that were not paid yet
            where=_B.result == EMPTY,
        )
    )
)
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
_CANCELLED: Final = Statement(
    update(BOOK).where(*_THIS).values(cancelled=_B.cancelled + bindparam("more"))
)
_REFUNDS: Final = Statement(
    select(_R.refund_id).where(
        _R.mall_id == bindparam("mall_id"), _R.payment_id == bindparam("this")
    )
)
_ADD_REFUND: Final = Statement(insert(REFUND).values({c.name: bindparam(c.name) for c in _R}))

_M: Final = METHOD.c
_HERE: Final = _M.mall_id == bindparam("mall_id")
_PUT_METHOD: Final = Statement(
    lambda insert: (
        insert(METHOD)
        .values({c.name: bindparam(c.name) for c in _M})
        .on_conflict_do_update(
            index_elements=["mall_id", "method_id"], set_={"card": bindparam("card")}
        )
    )
)
_METHOD: Final = Statement(
    select(_M.token, _M.card).where(_HERE, _M.method_id == bindparam("this"))
)
_CARD: Final = Statement(select(_M.card).where(_HERE, METHOD.c.token == bindparam("this")))


class Entry(Struct, frozen=True, kw_only=True):
    """A payment in the ledger; amounts in hundredths."""

    payment_id: str
    order_id: str
    amount: int
    currency: str
    result: str
    transaction_id: str
    cancelled: int = 0


async def add(db: Session, entry: Entry) -> bool:
    """Add a payment that was paid or declined; return False where it is known."""
    return bool(await db.run(_ADD, **asdict(entry)))


async def find(db: Session, payment_id: str, *, to_change: bool = False) -> Entry | None:
    """Return a payment; None: there is none. `to_change` locks it."""
    row = await db.one(_LOCK if to_change else _FIND, this=payment_id)
    if row is None:
        return None
    return Entry(**dict(zip(Entry.__struct_fields__, row, strict=True)))


async def refunds(db: Session, payment_id: str) -> set[str]:
    """Return the ids of the refunds of a payment."""
    return {refund_id for (refund_id,) in await db.all(_REFUNDS, this=payment_id)}


async def refund(db: Session, request: RefundRequest, amount: int) -> None:
    """Add a refund to a payment; the caller holds its lock."""
    await db.run(
        _ADD_REFUND, payment_id=request.payment_id, refund_id=request.refund_id, amount=amount
    )
    await db.run(_CANCELLED, this=request.payment_id, more=amount)


async def put_method(db: Session, method_id: str, token: str, card: str) -> None:
    """Store a payment method, or write how the card of a stored one behaves from now on."""
    await db.run(_PUT_METHOD, method_id=method_id, token=token, card=card)


async def find_method(db: Session, method_id: str) -> tuple[str, str] | None:
    """Return token and card of a stored method; None: there is none."""
    row = await db.one(_METHOD, this=method_id)
    return None if row is None else (row[0], row[1])


async def card_of(db: Session, token: str) -> str | None:
    """Return the card of a token; None: the token is unknown."""
    row = await db.one(_CARD, this=token)
    return None if row is None else str(row[0])
