"""Who ordered, and the payments that gateways were asked for."""

from collections import Counter
from typing import Any, Final

from msgspec import Struct
from msgspec.structs import asdict
from sqlalchemy import ColumnElement, Index, and_, bindparam, func, insert, select, update

from openmall.areas.order.orders.shape import Order
from openmall.areas.order.orders.tables import ITEM, ORDER, ORDERS
from openmall.areas.order.states import STATES, bought
from openmall.contract.call import Call, Shopper
from openmall.database.schema import number, shop_table, text
from openmall.database.statements import InList, Statement

OWNER: Final = shop_table(
    "order_of_guest",
    text("order_id"),
    number("shop_no"),
    text("name"),
    key=("order_id",),
)
"""Which guest's session an order was placed with; a member's order names the member."""
Index("ix_order_of_guest_name", OWNER.c.mall_id, OWNER.c.name)

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
    key=("payment_id",),
)
"""Payments that gateways were asked for; of one order several may have been tried."""
Index("ix_gateway_payment_order", ATTEMPT.c.mall_id, ATTEMPT.c.order_id, ATTEMPT.c.created_date)

_O: Final = ORDER.c
_W: Final = OWNER.c
_A: Final = ATTEMPT.c
_OF_SHOP: Final = (_O.mall_id == bindparam("mall_id"), _O.shop_no == bindparam("shop_no"))
_OWN_OF_MEMBER: Final = Statement(
    select(_O.order_id).where(
        *_OF_SHOP, _O.order_id == bindparam("order_id"), _O.member_id == bindparam("name")
    )
)
_OWN_OF_GUEST: Final = Statement(
    select(_W.order_id).where(
        _W.mall_id == bindparam("mall_id"),
        _W.order_id == bindparam("order_id"),
        _W.shop_no == bindparam("shop_no"),
        _W.name == bindparam("name"),
    )
)
_NEWEST: Final = (_O.order_date.desc(), _O.order_id.desc())
_OF_MEMBER: Final = Statement(
    select(*ORDERS.select)
    .where(*_OF_SHOP, _O.member_id == bindparam("name"))
    .order_by(*_NEWEST)
    .limit(bindparam("limit"))
    .offset(bindparam("offset"))
)
_OF_GUEST: Final = Statement(
    select(*ORDERS.select)
    .select_from(OWNER.join(ORDER, and_(_O.mall_id == _W.mall_id, _O.order_id == _W.order_id)))
    .where(*_OF_SHOP, _W.mall_id == bindparam("mall_id"), _W.name == bindparam("name"))
    .order_by(*_NEWEST)
    .limit(bindparam("limit"))
    .offset(bindparam("offset"))
)
_ORDERED: Final = Statement(
    select(_O.order_id).where(*_OF_SHOP, _O.member_id == bindparam("name")).limit(1)
)
_I: Final = ITEM.c
_HAVING: Final = tuple(each for each in STATES if bought(each) and each != "N00")
"""States of an item that was paid for and kept."""


def _times(what: ColumnElement[Any]) -> Statement:
    """Return the statement that counts a member's orders of products, by `what` they ordered."""
    return Statement(
        select(what, func.count(func.distinct(_I.order_id)))
        .select_from(ITEM.join(ORDER, and_(_O.mall_id == _I.mall_id, _O.order_id == _I.order_id)))
        .where(
            *_OF_SHOP,
            _O.member_id == bindparam("name"),
            _I.mall_id == bindparam("mall_id"),
            InList(_I.product_no, "product_nos"),
            InList(_I.order_status, "states"),
        )
        .group_by(what)
    )


_TIMES_OF_PRODUCT: Final = _times(_I.product_no)
_TIMES_OF_VARIANT: Final = _times(_I.variant_code)
_ADD_OWNER: Final = Statement(insert(OWNER).values({c.name: bindparam(c.name) for c in _W}))
_ADD: Final = Statement(insert(ATTEMPT).values({c.name: bindparam(c.name) for c in _A}))


class Attempt(Struct, frozen=True, kw_only=True):
    """A payment that a gateway was asked for; amount in hundredths, times in UTC seconds.

    `state`: started, approved, declined; cancelled: approved and given back at once.
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
    .order_by(_A.order_id, _A.created_date, _A.payment_id)
)
_SETTLE: Final = Statement(
    update(ATTEMPT)
    .where(_A.mall_id == bindparam("mall_id"), _A.payment_id == bindparam("this"))
    .values(
        {name: bindparam(name) for name in ("state", "transaction_id", "reason", "settled_date")}
    )
)


async def is_own(call: Call, shopper: Shopper, order_id: str) -> bool:
    """Say whether a shopper placed an order of the call's shop."""
    statement = _OWN_OF_MEMBER if shopper.kind == "member" else _OWN_OF_GUEST
    return (
        await call.db.one(statement, shop_no=call.shop_no, order_id=order_id, name=shopper.name)
        is not None
    )


async def own(call: Call, shopper: Shopper, *, limit: int, offset: int) -> list[Order]:
    """Return the orders a shopper placed in the call's shop, the newest first."""
    statement = _OF_MEMBER if shopper.kind == "member" else _OF_GUEST
    rows = await call.db.all(
        statement, shop_no=call.shop_no, name=shopper.name, limit=limit, offset=offset
    )
    return [ORDERS.read(row) for row in rows]


async def has_ordered(call: Call, member_id: str) -> bool:
    """Say whether a member has ordered in the call's shop before."""
    return await call.db.one(_ORDERED, shop_no=call.shop_no, name=member_id) is not None


async def times_bought(
    call: Call, member_id: str, product_nos: list[int]
) -> tuple[Counter[int], Counter[str]]:
    """Return how many orders of products a member paid for and kept, by product and by variant."""
    known = {"name": member_id, "product_nos": product_nos, "states": list(_HAVING)}
    found = [
        Counter({row[0]: row[1] for row in rows})
        for rows in (
            await call.db.all(_TIMES_OF_PRODUCT, shop_no=call.shop_no, **known),
            await call.db.all(_TIMES_OF_VARIANT, shop_no=call.shop_no, **known),
        )
    ]
    return found[0], found[1]


async def remember_guest(call: Call, order_id: str, guest: Shopper) -> None:
    """Write with which guest's session an order was placed."""
    await call.db.run(_ADD_OWNER, order_id=order_id, shop_no=guest.shop_no, name=guest.name)


async def add(call: Call, attempt: Attempt) -> None:
    """Write that a gateway was asked for a payment."""
    await call.db.run(_ADD, **asdict(attempt))


async def find(call: Call, payment_id: str) -> Attempt | None:
    """Return a payment that a gateway was asked for; None: there is none."""
    row = await call.db.one(_FIND, payment_id=payment_id, shop_no=call.shop_no)
    return None if row is None else _read(row)


async def of_orders(call: Call, order_ids: list[str]) -> dict[str, list[Attempt]]:
    """Return what gateways were asked for: order -> payments, the oldest first."""
    found: dict[str, list[Attempt]] = {each: [] for each in order_ids}
    for row in await call.db.all(_OF_ORDERS, order_ids=order_ids):
        attempt = _read(row)
        found[attempt.order_id].append(attempt)
    return found


async def settle(call: Call, attempt: Attempt) -> None:
    """Write how a payment ended."""
    await call.db.run(
        _SETTLE,
        this=attempt.payment_id,
        state=attempt.state,
        transaction_id=attempt.transaction_id,
        reason=attempt.reason,
        settled_date=attempt.settled_date,
    )


def _read(row: Any) -> Attempt:
    return Attempt(**dict(zip(Attempt.__struct_fields__, row, strict=True)))
