"""The table of migrated orders, and its SQL."""

from typing import Final

import msgspec
from msgspec import UNSET
from sqlalchemy import Index, Select, bindparam, delete, select, update

from openmall.commerce.order.migrated_orders.shape import MigratedOrder, MigratedQuery
from openmall.contract.call import Call
from openmall.contract.moments import seconds
from openmall.contract.money import hundredths
from openmall.database.policies import WITH_MALL, blank, redact, rows_of_member
from openmall.database.schema import flag, number, shop_table, text
from openmall.database.statements import Statement, StatementCache
from openmall.database.undo_policies import REVERTED
from openmall.database.values import BoundValue, StoredRow

MIGRATED: Final = shop_table(
    "migrated_order",
    number("shop_no"),
    text("order_id"),
    number("order_date"),
    text("member_id"),
    flag("payment_status"),
    text("order_status"),
    number("payed_amount"),
    text("buyer_name"),
    text("buyer_phone"),
    text("buyer_cellphone"),
    text("receiver_name"),
    text("document"),
    backup=WITH_MALL,
    undo=REVERTED,
    personal_data=rows_of_member(
        blank("buyer_name", "buyer_phone", "buyer_cellphone", "receiver_name"),
        redact("document", frozenset({"buyer", "receivers", "bank_account_owner_name", "option"})),
    ),
    key=("shop_no", "order_id"),
    wide=True,
)
"""`order_date`: UTC seconds, 0 where it is not known. `receiver_name`: of the first receiver.
`document`: JSON of a MigratedOrder."""

_M: Final = MIGRATED.c
_FILTERS: Final = (
    "order_id", "order_status", "payment_status", "buyer_name", "member_id", "receiver_name",
    "buyer_cellphone", "buyer_phone",
)  # fmt: skip
for _name in (
    "order_date", "payed_amount", "order_status", "payment_status", "buyer_name", "member_id",
    "receiver_name", "buyer_cellphone", "buyer_phone",
):  # fmt: skip
    _dated = (_M.order_date,) if _name not in ("order_date", "payed_amount") else ()
    Index(f"ix_migrated_order_{_name}", _M.mall_id, _M.shop_no, _M[_name], *_dated, _M.order_id)

_DOCUMENT: Final = msgspec.json.Decoder(MigratedOrder)
_ONE: Final = (
    _M.mall_id == bindparam("mall_id"),
    _M.shop_no == bindparam("shop_no"),
    _M.order_id == bindparam("order_id"),
)
_GET: Final = Statement(select(_M.document).where(*_ONE).with_for_update())
_ADD: Final = Statement(
    lambda insert: (
        insert(MIGRATED)
        .values({c.name: bindparam(c.name) for c in _M})
        .on_conflict_do_nothing(index_elements=["mall_id", "shop_no", "order_id"])
    )
)
_SET: Final = Statement(
    update(MIGRATED)
    .where(*_ONE)
    .values(
        {c.name: bindparam(c.name) for c in _M if c.name not in ("mall_id", "shop_no", "order_id")}
    )
)
_REMOVE: Final = Statement(delete(MIGRATED).where(*_ONE))


def _list(
    filters: tuple[str, ...], dated: tuple[str, ...], sort: str, down: bool
) -> Select[*StoredRow]:
    conditions = [_M.mall_id == bindparam("mall_id"), _M.shop_no == bindparam("shop_no")]
    conditions += [_M[name] == bindparam(name) for name in filters]
    if "start_date" in dated:
        conditions.append(_M.order_date >= bindparam("start_date"))
    if "end_date" in dated:
        conditions.append(_M.order_date <= bindparam("end_date"))
    keys = (_M[sort], _M.order_id)
    return (
        select(_M.document)
        .where(*conditions)
        .order_by(*(key.desc() if down else key for key in keys))
        .limit(bindparam("limit"))
        .offset(bindparam("offset"))
    )


_LISTS: Final = StatementCache(_list)


async def page(call: Call, query: MigratedQuery) -> list[MigratedOrder]:
    """Return a page of migrated orders."""
    sent = {name: getattr(query, name) for name in (*_FILTERS, "start_date", "end_date")}
    values = {name: value for name, value in sent.items() if value is not UNSET}
    statement = _LISTS.of(
        tuple(name for name in _FILTERS if name in values),
        tuple(name for name in ("start_date", "end_date") if name in values),
        "payed_amount" if query.sort == "paid_amount" else query.sort,
        query.order == "desc",
    )
    rows = await call.db.all(
        statement, shop_no=call.shop_no, limit=query.limit, offset=query.offset, **values
    )
    return [_DOCUMENT.decode(document) for (document,) in rows]


async def find(call: Call, order_id: str) -> MigratedOrder | None:
    """Return a migrated order of the call's shop, locked until the transaction ends."""
    row = await call.db.one(_GET, shop_no=call.shop_no, order_id=order_id)
    return None if row is None else _DOCUMENT.decode(row[0])


async def add(call: Call, order: MigratedOrder) -> bool:
    """Add a migrated order; False: its number is taken."""
    return bool(await call.db.run(_ADD, **_row(order)))


async def change(call: Call, order: MigratedOrder) -> None:
    """Update a migrated order."""
    await call.db.run(_SET, **_row(order))


async def remove(call: Call, order_id: str) -> bool:
    """Delete a migrated order; False: there is none."""
    return bool(await call.db.run(_REMOVE, shop_no=call.shop_no, order_id=order_id))


def _row(order: MigratedOrder) -> dict[str, BoundValue]:
    return {
        "shop_no": order.shop_no,
        "order_id": order.order_id,
        "order_date": 0 if order.order_date is None else seconds(order.order_date),
        "member_id": order.member_id,
        "payment_status": order.payment_status,
        "order_status": order.order_status,
        "payed_amount": hundredths(order.payed_amount),
        "buyer_name": order.buyer.name,
        "buyer_phone": order.buyer.phone,
        "buyer_cellphone": order.buyer.cellphone,
        "receiver_name": order.receivers[0].name if order.receivers else "",
        "document": msgspec.json.encode(order).decode(),
    }
