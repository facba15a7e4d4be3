"""SQL of the PaymentIntents that payments have at Stripe."""

from typing import Final

from sqlalchemy import Index, bindparam, select

from openmall.database.policies import no_personal_data, with_mall
from openmall.database.schema import shop_table, text
from openmall.database.session import Session
from openmall.database.statements import Statement
from openmall.database.undo_policies import MONEY_MOVED

PAYMENT: Final = shop_table(
    "stripe_payment",
    text("payment_id"),
    text("intent_id"),
    backup=with_mall(),
    undo=MONEY_MOVED,
    personal_data=no_personal_data("numbers of payments"),
    key=("payment_id",),
)
_P: Final = PAYMENT.c
Index("ix_stripe_payment_intent", _P.mall_id, _P.intent_id)
_ADD: Final = Statement(
    lambda insert: (
        insert(PAYMENT)
        .values({c.name: bindparam(c.name) for c in _P})
        .on_conflict_do_nothing(index_elements=["mall_id", "payment_id"])
    )
)
_INTENT: Final = Statement(
    select(_P.intent_id).where(
        _P.mall_id == bindparam("mall_id"), _P.payment_id == bindparam("payment_id")
    )
)
_PAYMENT: Final = Statement(
    select(_P.payment_id).where(
        _P.mall_id == bindparam("mall_id"), _P.intent_id == bindparam("intent_id")
    )
)


async def add(db: Session, payment_id: str, intent_id: str) -> None:
    """Note the PaymentIntent of a payment, unless it has one already."""
    await db.run(_ADD, payment_id=payment_id, intent_id=intent_id)


async def intent_of(db: Session, payment_id: str) -> str:
    """Return the PaymentIntent of a payment; empty: it has none."""
    row = await db.one(_INTENT, payment_id=payment_id)
    return "" if row is None else str(row[0])


async def payment_of(db: Session, intent_id: str) -> str:
    """Return the payment of a PaymentIntent; empty: it is none of the mall."""
    row = await db.one(_PAYMENT, intent_id=intent_id)
    return "" if row is None else str(row[0])
