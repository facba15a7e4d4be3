"""SQL that goes through all that is kept of one person; it is an operator's, and takes its time."""

from collections.abc import Sequence
from typing import Any, Final

import msgspec
from msgspec.structs import replace
from sqlalchemy import ColumnElement, Select, Table, Update, and_, bindparam, select, update

from openmall.areas.order.orders.shape import Buyer, Receiver
from openmall.areas.order.orders.tables import ITEM, ITEMS, ORDER, ORDERS, PARCEL
from openmall.areas.privacy.keeping.tables import (
    CARTS,
    KEPT_IN_EVENTS,
    OF_MEMBER,
    OF_ORDERS,
    SECRET,
    Blank,
)
from openmall.contract.call import Call
from openmall.database.statements import Contains, Shapes
from openmall.journal.tables import EVENT


def _theirs(table: Table) -> ColumnElement[bool]:
    """Return what is true of the rows of a table that are about a member."""
    member: ColumnElement[str] = bindparam("member_id")
    if table is CARTS:
        return and_(table.c.kind == "member", table.c.name == member)
    if table is EVENT:
        return Contains(table.c.resource, "quoted")
    if table in OF_ORDERS:
        orders = select(ORDER.c.order_id).where(
            ORDER.c.mall_id == bindparam("mall_id"), ORDER.c.member_id == member
        )
        return table.c.order_id.in_(orders)
    return table.c.member_id == member


def _find(table: Table, columns: tuple[str, ...]) -> Select[Any]:
    return select(*(table.c[name] for name in columns)).where(
        table.c.mall_id == bindparam("mall_id"), _theirs(table)
    )


def _blank(table: Table, columns: tuple[str, ...]) -> Update:
    return (
        update(table)
        .where(table.c.mall_id == bindparam("mall_id"), _theirs(table))
        .values(dict.fromkeys(columns, ""))
    )


def _set(table: Table, key: tuple[str, ...], columns: tuple[str, ...]) -> Update:
    return (
        update(table)
        .where(
            table.c.mall_id == bindparam("mall_id"),
            *(table.c[name] == bindparam(name) for name in key),
        )
        .values({name: bindparam(name) for name in columns})
    )


# in shapes, as they are made for one command and not for every worker
_FIND: Final = Shapes(_find)
_BLANK: Final = Shapes(_blank)
_SET: Final = Shapes(_set)


async def everything(call: Call, member_id: str) -> dict[str, list[dict[str, Any]]]:
    """Return the rows of every table that are about a member, as they are kept."""
    found = {}
    for table in (*OF_MEMBER, *OF_ORDERS, CARTS, EVENT):
        columns = tuple(c.name for c in table.c if c.name not in SECRET)
        rows = await _rows(call, table, columns, member_id)
        if rows:
            found[table.name] = [dict(zip(columns, row, strict=True)) for row in rows]
    return found


async def blank(call: Call, member_id: str, what: Blank) -> None:
    """Empty columns of the rows that are about a member."""
    await call.db.run(_BLANK.of(what.table, what.columns), member_id=member_id)


async def forget_in_orders(call: Call, member_id: str) -> None:
    """Empty what documents of a member's orders say of who bought, paid and received."""
    columns = tuple(c.name for c in ORDERS.select)
    orders = []
    for row in await _rows(call, ORDER, columns, member_id):
        order = replace(
            ORDERS.read(row),
            billing_name="",
            bank_account_no="",
            bank_account_owner_name="",
            additional_order_info_list=[],
            social_member_code=None,
        )
        buyer = Buyer(shop_no=order.shop_no, member_id=member_id)
        orders.append(
            {
                "order_id": order.order_id,
                "detail": ORDERS.text(order),
                "buyer": msgspec.json.encode(buyer).decode(),
            }
        )
    await call.db.many(_SET.of(ORDER, ("order_id",), ("detail", "buyer")), orders)
    columns = (*(c.name for c in ITEMS.select), "order_id", "item_no")
    items = []
    for row in await _rows(call, ITEM, columns, member_id):
        item = replace(
            ITEMS.read(row[:-2]),
            additional_option_value="",
            additional_option_values=[],
            refund_bank_name="",
            refund_bank_account_no="",
            refund_bank_account_holder="",
        )
        items.append({"order_id": row[-2], "item_no": row[-1], "detail": ITEMS.text(item)})
    await call.db.many(_SET.of(ITEM, ("order_id", "item_no"), ("detail",)), items)
    parcels = []
    for order_id, code, text in await _rows(
        call, PARCEL, ("order_id", "shipping_code", "receiver"), member_id
    ):
        before = msgspec.json.decode(text, type=Receiver)
        # which country it went to stays: it decided what was to be paid
        after = Receiver(
            shop_no=before.shop_no, country_code=before.country_code, shipping_code=code
        )
        parcels.append(
            {
                "order_id": order_id,
                "shipping_code": code,
                "receiver_name": "",
                "receiver_address": "",
                "receiver": msgspec.json.encode(after).decode(),
            }
        )
    key = ("order_id", "shipping_code")
    names = ("receiver_name", "receiver_address", "receiver")
    await call.db.many(_SET.of(PARCEL, key, names), parcels)


async def empty_events(call: Call, member_id: str) -> int:
    """Empty the events of the outbox that were about a member; return how many there are."""
    emptied = []
    for sequence, text in await _rows(call, EVENT, ("sequence", "resource"), member_id):
        resource = msgspec.json.decode(text, type=dict[str, Any])
        kept = {name: value for name, value in resource.items() if name in KEPT_IN_EVENTS}
        emptied.append({"sequence": sequence, "resource": msgspec.json.encode(kept).decode()})
    await call.db.many(_SET.of(EVENT, ("sequence",), ("resource",)), emptied)
    return len(emptied)


async def _rows(
    call: Call, table: Table, columns: tuple[str, ...], member_id: str
) -> list[Sequence[Any]]:
    values = {"member_id": member_id}
    if table is EVENT:
        values = {"quoted": f'"member_id":{msgspec.json.encode(member_id).decode()}'}
    return await call.db.all(_FIND.of(table, columns), **values)
