"""SQL of the charges of orders that subscriptions have placed."""

from typing import Final

from msgspec import Struct
from sqlalchemy import and_, bindparam, select, update

from openmall.commerce.order.orders.tables import ORDER
from openmall.commerce.order.placement.subscriptions.tables import PLACED
from openmall.contract.call import Call
from openmall.database.schema import fixed
from openmall.database.session import Row, Session
from openmall.database.statements import InList, Statement

_P: Final = PLACED.c


class Placed(Struct, frozen=True, kw_only=True):
    """An order that a subscription has placed, and its charges; times in UTC seconds."""

    subscription_id: str
    order_id: str
    due_date: int
    failures: int
    next_charge: int | None
    """When its payment is looked at next; None: not any more, or it awaits a deposit."""
    failed_payment: str
    """The attempt that failed last."""
    outcome: str
    notify_date: int | None


_COLUMNS: Final = tuple(_P[name] for name in Placed.__struct_fields__)
_MALLS: Final = Statement(
    select(_P.mall_id).where(_P.next_charge <= bindparam("now")).distinct(),
    across_malls="a worker looks for orders of subscriptions whose payment is due",
)
_DUE: Final = Statement(
    select(ORDER.c.shop_no, *_COLUMNS)
    .join(ORDER, and_(ORDER.c.mall_id == _P.mall_id, ORDER.c.order_id == _P.order_id))
    .where(_P.mall_id == bindparam("mall_id"), _P.next_charge <= bindparam("now"))
    .order_by(_P.next_charge, _P.order_id)
    .limit(bindparam("most"))
)
_OF_ORDERS: Final = Statement(
    select(*_COLUMNS).where(_P.mall_id == bindparam("mall_id"), InList(_P.order_id, "order_ids"))
)
_OF_SUBSCRIPTIONS: Final = Statement(
    select(*_COLUMNS)
    .where(_P.mall_id == bindparam("mall_id"), InList(_P.subscription_id, "subscription_ids"))
    .order_by(_P.due_date.desc(), _P.order_id.desc())
    .limit(bindparam("most"))
)
_CHANGING: Final = ("failures", "next_charge", "failed_payment", "outcome", "notify_date")
_SET: Final = Statement(
    update(PLACED)
    .where(
        _P.mall_id == bindparam("mall_id"),
        _P.subscription_id == bindparam("this_subscription"),
        _P.order_id == bindparam("this_order"),
    )
    .values({name: bindparam(name) for name in _CHANGING})
)
_RETRY: Final = Statement(
    update(PLACED)
    .where(
        _P.mall_id == bindparam("mall_id"),
        _P.subscription_id == bindparam("this_subscription"),
        _P.next_charge.is_not(None),
    )
    .values(next_charge=bindparam("next_charge"))
)
_OPEN: Final = Statement(
    select(_P.order_id)
    .where(
        _P.mall_id == bindparam("mall_id"),
        InList(_P.subscription_id, "subscription_ids"),
        _P.next_charge.is_not(None),
    )
    .limit(1)
)

_FAILED: Final = Statement(
    select(_P.order_id)
    .where(
        _P.mall_id == bindparam("mall_id"),
        InList(_P.subscription_id, "subscription_ids"),
        _P.next_charge.is_not(None),
        _P.failures > fixed(0),
    )
    .limit(1)
)


async def malls_with_due(db: Session, now: int) -> list[str]:
    """Return the malls with payments to be looked at by `now` (UTC seconds)."""
    return [mall_id for (mall_id,) in await db.all(_MALLS, now=now)]


async def due(db: Session, *, now: int, most: int) -> list[tuple[int, Placed]]:
    """Return shop and order of payments to be looked at by `now`, the longest due first."""
    return [(row[0], _read(row[1:])) for row in await db.all(_DUE, now=now, most=most)]


async def of_order(call: Call, order_id: str) -> Placed | None:
    """Return what a subscription has placed as an order; None: none has."""
    row = await call.db.one(_OF_ORDERS, order_ids=[order_id])
    return None if row is None else _read(row)


async def of_orders(call: Call, order_ids: list[str]) -> list[Placed]:
    """Return what subscriptions have placed as orders."""
    return [_read(row) for row in await call.db.all(_OF_ORDERS, order_ids=order_ids)]


async def of_subscriptions(call: Call, subscription_ids: list[str], *, most: int) -> list[Placed]:
    """Return the orders that subscriptions have placed, the newest first."""
    rows = await call.db.all(_OF_SUBSCRIPTIONS, subscription_ids=subscription_ids, most=most)
    return [_read(row) for row in rows]


async def any_failed(call: Call, subscription_id: str) -> bool:
    """Return whether a failed charge of a subscription is to be tried again."""
    return await call.db.one(_FAILED, subscription_ids=[subscription_id]) is not None


async def any_open(call: Call, subscription_ids: list[str]) -> bool:
    """Return whether an order of the subscriptions is still to be charged."""
    return await call.db.one(_OPEN, subscription_ids=subscription_ids) is not None


async def change(call: Call, placed: Placed) -> None:
    """Write the state of the charges of an order."""
    values = {name: getattr(placed, name) for name in _CHANGING}
    await call.db.run(
        _SET, this_subscription=placed.subscription_id, this_order=placed.order_id, **values
    )


async def retry_now(call: Call, subscription_id: str) -> None:
    """Let the payments of a subscription that are not done be looked at next."""
    now = int(call.clock.now())
    await call.db.run(_RETRY, this_subscription=subscription_id, next_charge=now)


def _read(row: Row) -> Placed:
    return Placed(**dict(zip(Placed.__struct_fields__, row, strict=True)))
