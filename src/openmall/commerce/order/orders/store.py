"""SQL of orders."""

from collections.abc import Collection, Iterable, Sequence
from datetime import datetime
from functools import lru_cache
from typing import Final, Literal, get_args

import msgspec
from msgspec import Struct
from sqlalchemy import Table, bindparam, insert, select, update

from openmall.commerce.order.amounts import Share
from openmall.commerce.order.orders.item_shape import Item
from openmall.commerce.order.orders.refusals import NO_ITEM, NO_ORDER
from openmall.commerce.order.orders.shape import Buyer, Order, Receiver
from openmall.commerce.order.orders.tables import ITEM, ITEMS, LABEL, ORDER, ORDERS, PARCEL
from openmall.commerce.order.states import Status, status_code
from openmall.commerce.order.transition_log import store as transition_log_store
from openmall.contract.call import Call
from openmall.contract.crud.json_row import SEEN
from openmall.contract.errors import NotFound
from openmall.contract.moments import moment
from openmall.contract.money import hundredths, money
from openmall.database.session import Row
from openmall.database.statements import InList, Statement, StatementCache

Origin = Literal["placed", "added", "instead"]
"""Origin of an item: placed with its order, added later, or a replacement."""
_ORIGINS: Final[tuple[Origin, ...]] = get_args(Origin)


class OrderLine(Struct, kw_only=True):
    """An item with its internal fields."""

    item: Item
    share: Share = Share()
    stock_taken: bool = False
    """Its units are taken from stock."""
    placed_at: int | None = None
    """UTC seconds when the shop began to prepare it."""
    origin: Origin = "placed"
    was: Status | None = None
    """State of the item when it was read; None: the item is new."""
    recorded: Status | None = None
    """The last state in the log of transitions."""
    transitions: int = 0
    """Number of states in that log."""


class Parcel(Struct, frozen=True, kw_only=True):
    """Items that are sent together to one receiver."""

    shipping_code: str
    receiver: Receiver
    tracking_no: str = ""
    shipping_company_code: str = ""
    carrier_id: int = 0
    tracking_no_updated_date: int | None = None
    status_additional_info: str = ""


class OrderAggregate(Struct, kw_only=True):
    """An order with its buyer, items and parcels, locked until the transaction ends."""

    order: Order
    group_no: int
    buyer: Buyer
    lines: list[OrderLine]
    parcels: list[Parcel]
    auto_paid: bool = False


_BUYER: Final = msgspec.json.Decoder(Buyer)
_RECEIVER: Final = msgspec.json.Decoder(Receiver)
_O: Final = ORDER.c
_I: Final = ITEM.c
_ONE: Final = (
    _O.mall_id == bindparam("mall_id"),
    _O.order_id == bindparam("order_id"),
    _O.shop_no == bindparam("shop_no"),
)
_FIND: Final = select(*ORDERS.select, _O.group_no, _O.buyer).where(*_ONE)
_GET: Final = Statement(_FIND)
_GET_TO_CHANGE: Final = Statement(_FIND.with_for_update())
_OF_NUMBERS: Final = Statement(
    select(*ORDERS.select, _O.order_id).where(
        _O.mall_id == bindparam("mall_id"), InList(_O.order_id, "order_ids")
    )
)
_BUYERS: Final = Statement(
    select(_O.order_id, _O.buyer).where(
        _O.mall_id == bindparam("mall_id"), InList(_O.order_id, "order_ids")
    )
)
_PAID_ON_DELIVERY: Final = Statement(
    select(_O.order_id).where(
        _O.mall_id == bindparam("mall_id"),
        InList(_O.order_id, "order_ids"),
        _O.methods.contains(",cod,"),
    )
)
_SHARES: Final = tuple(f"share_{name}" for name in Share.__struct_fields__)
_OWN: Final = (*_SHARES, "stock_taken", "origin", "placed_date", "transitions")
_BESIDE: Final = 2 + len(_OWN)
"""Number of columns after those of an item: order, number of its parcel, and `_OWN`."""
_ITEMS: Final = Statement(
    select(*ITEMS.select, _I.order_id, PARCEL.c.tracking_no, *(ITEM.c[name] for name in _OWN))
    .select_from(
        ITEM.outerjoin(
            PARCEL,
            (PARCEL.c.mall_id == ITEM.c.mall_id)
            & (PARCEL.c.order_id == ITEM.c.order_id)
            & (PARCEL.c.shipping_code == ITEM.c.shipping_code),
        )
    )
    .where(_I.mall_id == bindparam("mall_id"), InList(_I.order_id, "order_ids"))
    .order_by(_I.order_id, _I.item_no)
)
_P: Final = PARCEL.c
_PARCELS: Final = Statement(
    select(
        _P.order_id,
        _P.receiver,
        _P.shipping_code,
        _P.tracking_no,
        _P.shipping_company_code,
        _P.carrier_id,
        _P.tracking_no_updated_date,
        _P.status_additional_info,
    )
    .where(_P.mall_id == bindparam("mall_id"), InList(_P.order_id, "order_ids"))
    .order_by(_P.order_id, _P.shipping_code)
)


def _add(table: Table) -> Statement:
    return Statement(insert(table).values({c.name: bindparam(c.name) for c in table.c}))


_ADD_ORDER: Final = _add(ORDER)
_ADD_ITEM: Final = _add(ITEM)
_ADD_PARCEL: Final = _add(PARCEL)
_ADD_LABEL: Final = _add(LABEL)
_CHANGES: Final = StatementCache(
    lambda *names: (
        update(ORDER)
        .where(_O.mall_id == bindparam("mall_id"), _O.order_id == bindparam("key"))
        .values({name: bindparam(name) for name in names})
    )
)
_ITEM_KEYS: Final = ("mall_id", "order_id", "item_no")
_SET_ITEM: Final = Statement(
    update(ITEM)
    .where(*(ITEM.c[name] == bindparam(name) for name in _ITEM_KEYS))
    .values({c.name: bindparam(c.name) for c in ITEM.c if c.name not in _ITEM_KEYS})
)
_PARCEL_KEYS: Final = ("mall_id", "order_id", "shipping_code")
_SET_PARCEL: Final = Statement(
    update(PARCEL)
    .where(*(PARCEL.c[name] == bindparam(name) for name in _PARCEL_KEYS))
    .values({c.name: bindparam(c.name) for c in PARCEL.c if c.name not in _PARCEL_KEYS})
)


def item_code(order_id: str, item_no: int) -> str:
    """Return the code of an item: `20260301-0000007-01`."""
    return f"{order_id}-{item_no:02d}"


def shipping_code(order_id: str, at: int) -> str:
    """Return the code of a parcel of an order, counted from 0: `D-20260301-0000007-00`."""
    return f"D-{order_id}-{at:02d}"


async def get(call: Call, order_id: str, *, to_change: bool = False) -> tuple[Order, int, Buyer]:
    """Return an order of the call's shop, its buyer's group and its buyer. Raises NotFound (404).

    `to_change`: locks the order until this transaction ends.
    """
    statement = _GET_TO_CHANGE if to_change else _GET
    row = await call.db.one(statement, shop_no=call.shop_no, order_id=order_id)
    if row is None:
        raise NotFound(NO_ORDER, parameter="order_id")
    return ORDERS.read(row), row[-2], _BUYER.decode(row[-1])


async def of_numbers(call: Call, order_ids: Sequence[str]) -> dict[str, Order]:
    """Return orders in one statement: number -> order."""
    rows = await call.db.all(_OF_NUMBERS, order_ids=list(order_ids))
    return {row[-1]: ORDERS.read(row) for row in rows}


async def lock(call: Call, order_id: str) -> OrderAggregate:
    """Lock an order, and return it with its items and parcels. Raises NotFound (404)."""
    order, group_no, buyer = await get(call, order_id, to_change=True)
    lines = (await lines_of(call, [order_id])).get(order_id, [])
    parcels = (await parcels_of(call, [order_id])).get(order_id, [])
    return OrderAggregate(order=order, group_no=group_no, buyer=buyer, lines=lines, parcels=parcels)


async def lines_of(call: Call, order_ids: Sequence[str]) -> dict[str, list[OrderLine]]:
    """Return the items of orders in one statement: order -> items by number."""
    found: dict[str, list[OrderLine]] = {each: [] for each in order_ids}
    for row in await call.db.all(_ITEMS, order_ids=list(order_ids)):
        order_id, _, *shares, stock_taken, origin, placed_at, entered = row[-_BESIDE:]
        item = _item(row)
        share = Share(**dict(zip(Share.__struct_fields__, map(money, shares), strict=True)))
        line = OrderLine(
            item=item,
            share=share,
            stock_taken=stock_taken == "T",
            placed_at=placed_at,
            origin=_ORIGINS[origin],
            was=item.order_status,
            recorded=item.order_status,
            transitions=entered,
        )
        found[order_id].append(line)
    return found


def _item(row: Row) -> Item:
    item = ITEMS.read(row)
    order_id, tracking_no = row[-_BESIDE : 2 - _BESIDE]
    msgspec.structs.force_setattr(item, "order_item_code", item_code(order_id, item.item_no))
    msgspec.structs.force_setattr(item, "tracking_no", tracking_no or "")
    msgspec.structs.force_setattr(item, "status_code", status_code(item.order_status))
    return item


_seen: Final = lru_cache(maxsize=SEEN)(_item)


async def items_of(call: Call, order_ids: Sequence[str]) -> dict[str, list[Item]]:
    """Return the items of orders to be read only: order -> items by number."""
    found: dict[str, list[Item]] = {each: [] for each in order_ids}
    for row in await call.db.all(_ITEMS, order_ids=list(order_ids)):
        found[row[-_BESIDE]].append(_seen(row) if ITEMS.is_short(row) else _item(row))
    return found


def find_line(lines: Iterable[OrderLine], order_item_code: str) -> OrderLine:
    """Return an item by its code. Raises NotFound (404)."""
    for each in lines:
        if each.item.order_item_code == order_item_code:
            return each
    raise NotFound(NO_ITEM, parameter="order_item_code")


async def parcels_of(call: Call, order_ids: Sequence[str]) -> dict[str, list[Parcel]]:
    """Return the parcels of orders in one statement: order -> parcels by code."""
    found: dict[str, list[Parcel]] = {each: [] for each in order_ids}
    for order_id, receiver, *rest in await call.db.all(_PARCELS, order_ids=list(order_ids)):
        names = Parcel.__struct_fields__
        values = dict(zip((names[0], *names[2:]), rest, strict=True))
        parcel = Parcel(receiver=_RECEIVER.decode(receiver), **values)
        found[order_id].append(parcel)
    return found


async def buyers_of(call: Call, order_ids: Sequence[str]) -> dict[str, Buyer]:
    """Return the buyers of orders in one statement."""
    rows = await call.db.all(_BUYERS, order_ids=list(order_ids))
    return {order_id: _BUYER.decode(text) for order_id, text in rows}


async def paid_on_delivery(call: Call, order_ids: Sequence[str]) -> set[str]:
    """Return which of the orders are paid in cash on delivery."""
    rows = await call.db.all(_PAID_ON_DELIVERY, order_ids=list(order_ids))
    return {order_id for (order_id,) in rows}


async def add(call: Call, *new: OrderAggregate) -> None:
    """Add orders with their items and parcels."""
    log = ((each.order, line) for each in new for line in each.lines)
    await transition_log_store.record(call, log)
    rows = [
        {
            **order_row(each.order),
            **_of_buyer(each.buyer, each.group_no),
            "auto_paid": "T" if each.auto_paid else "F",
        }
        for each in new
    ]
    items = [item_row(each.order, line) for each in new for line in each.lines]
    parcels = [parcel_row(each.order.order_id, one) for each in new for one in each.parcels]
    await call.db.defer(_ADD_ORDER, rows)
    await call.db.defer(_ADD_ITEM, items)
    await call.db.defer(_ADD_PARCEL, parcels)


async def add_lines(call: Call, order: Order, lines: Collection[OrderLine]) -> None:
    """Add items to an existing order."""
    await transition_log_store.record(call, ((order, line) for line in lines))
    await call.db.many(_ADD_ITEM, [item_row(order, line) for line in lines])
    for line in lines:
        await add_labels(call, order, line.item.item_no, line.item.labels or ())


async def add_labels(call: Call, order: Order, item_no: int, names: Sequence[str]) -> None:
    """Add the labels of an item that has none yet, as rows that filters find."""
    where = {"shop_no": order.shop_no, "item_no": item_no}
    named = ({"order_id": order.order_id, "name": name} for name in names)
    if names:
        await call.db.many(_ADD_LABEL, [{**where, **each} for each in named])


async def add_parcel(call: Call, order_id: str, parcel: Parcel) -> None:
    """Add a parcel to an existing order."""
    await call.db.run(_ADD_PARCEL, **parcel_row(order_id, parcel))


async def change(call: Call, before: Order, after: Order, *, auto_paid: bool | None = None) -> None:
    """Update the changed columns of an order.

    `auto_paid`: whether a gateway reported the payment; None: unchanged.
    """
    names = [
        name for name in Order.__struct_fields__ if getattr(before, name) != getattr(after, name)
    ]
    if not names:
        return
    row = ORDERS.row(after, names)
    if {"payment_method", "payment_gateway_names"} & set(names):
        row |= _searched(after)
    if auto_paid is not None:
        row["auto_paid"] = "T" if auto_paid else "F"
    await call.db.defer(_CHANGES.of(*row), [{"key": after.order_id, **row}])


async def change_buyer(call: Call, order_id: str, buyer: Buyer, group_no: int) -> None:
    """Update the buyer of an order."""
    row = _of_buyer(buyer, group_no)
    await call.db.run(_CHANGES.of(*row), key=order_id, **row)


async def change_lines(call: Call, order: Order, lines: Collection[OrderLine]) -> None:
    """Update items."""
    await transition_log_store.record(call, ((order, line) for line in lines))
    await call.db.defer(_SET_ITEM, [item_row(order, line) for line in lines])


async def change_parcel(call: Call, order_id: str, parcel: Parcel) -> None:
    """Update a parcel."""
    await call.db.run(_SET_PARCEL, **parcel_row(order_id, parcel))


def order_row(order: Order) -> dict[str, str | int | None]:
    """Return an order as values of its row, without those of its buyer and `mall_id`."""
    return {**ORDERS.row(order), **_searched(order)}


def _searched(order: Order) -> dict[str, str | int | None]:
    return {
        "methods": f",{','.join(order.payment_method)},",
        "gateway": ",".join(order.payment_gateway_names or ()),
    }


def _of_buyer(buyer: Buyer, group_no: int) -> dict[str, str | int | None]:
    return {
        "group_no": group_no,
        "buyer_name": buyer.name,
        "buyer_email": buyer.email,
        "buyer_phone": buyer.phone,
        "buyer_cellphone": buyer.cellphone,
        "buyer": msgspec.json.encode(buyer).decode(),
    }


def item_row(order: Order, line: OrderLine) -> dict[str, str | int | None]:
    """Return an item as values of its row, without `mall_id`."""
    return {
        **ITEMS.row(line.item),
        "order_id": order.order_id,
        "shop_no": order.shop_no,
        "placed_date": line.placed_at,
        "share_discount": hundredths(line.share.discount),
        "share_points": hundredths(line.share.points),
        "share_credits": hundredths(line.share.credits),
        "share_earned": hundredths(line.share.earned),
        "stock_taken": "T" if line.stock_taken else "F",
        "origin": _ORIGINS.index(line.origin),
        "transitions": line.transitions,
    }


def parcel_row(order_id: str, parcel: Parcel) -> dict[str, str | int | None]:
    """Return a parcel as values of its row, without `mall_id`."""
    receiver = parcel.receiver
    values = msgspec.structs.asdict(parcel)
    values |= {"order_id": order_id, "receiver_name": receiver.name}
    values["receiver_address"] = f"{receiver.address1} {receiver.address2}".strip()
    values["receiver"] = msgspec.json.encode(receiver).decode()
    return values


def tracked(parcel: Parcel) -> datetime | None:
    """Return when the tracking number of a parcel was last set, or None."""
    return None if (at := parcel.tracking_no_updated_date) is None else moment(at)
