"""Labels: words by which a shop sorts and finds items of its orders."""

from collections.abc import Sequence
from typing import Annotated, Final

from msgspec import Meta, Struct
from msgspec.structs import replace
from sqlalchemy import bindparam, delete, select

from openmall.commerce.order.orders import store as order_store
from openmall.commerce.order.orders import transitions
from openmall.commerce.order.orders.store import OrderAggregate, OrderLine
from openmall.commerce.order.orders.tables import LABEL
from openmall.commerce.order.orders.takes import ItemCode, OrderPath
from openmall.commerce.order.refusals import LABELLED_ORDER_UNKNOWN
from openmall.contract.call import Call
from openmall.contract.errors import Invalid, NotFound, NotModified
from openmall.contract.operation import delete as delete_row
from openmall.contract.operation import get, post, put
from openmall.contract.params import ShopParams
from openmall.contract.refusal import Phrase
from openmall.contract.refusals import DOES_NOT_EXIST, NO_ITEM_NAMED
from openmall.contract.scopes import READ_ORDER, WRITE_ORDER
from openmall.database.statements import Statement

Name = Annotated[str, Meta(min_length=1, max_length=255)]
Limit1000 = Annotated[int, Meta(ge=1, le=1000)]
Offset15000 = Annotated[int, Meta(ge=0, le=15_000)]


class LabelsQuery(ShopParams, frozen=True, kw_only=True):
    limit: Limit1000 = 100
    offset: Offset15000 = 0


class Labels(Struct, frozen=True, kw_only=True):
    """Labels, in alphabetical order."""

    shop_no: int
    names: list[str]


class LabelDraft(ShopParams, frozen=True, kw_only=True):
    """A label and the items to put it on."""

    name: Name
    order_item_code: list[ItemCode]


class Label(Struct, frozen=True, kw_only=True):
    shop_no: int
    name: str
    order_item_code: list[str]


class ItemPath(OrderPath, frozen=True, kw_only=True):
    order_item_code: ItemCode


class ItemLabels(ItemPath, frozen=True, kw_only=True):
    names: list[Name]


class LabelPath(ItemPath, frozen=True, kw_only=True):
    name: str


class LabelsOfItem(Struct, frozen=True, kw_only=True):
    """An item of an order and its labels."""

    shop_no: int
    order_id: str
    order_item_code: str
    names: list[str]


class LabelGone(Struct, frozen=True, kw_only=True):
    shop_no: int
    order_id: str
    order_item_code: str
    name: str


_L: Final = LABEL.c
_NAMES: Final = Statement(
    select(_L.name)
    .where(_L.mall_id == bindparam("mall_id"), _L.shop_no == bindparam("shop_no"))
    .distinct()
    .order_by(_L.name)
    .limit(bindparam("limit"))
    .offset(bindparam("offset"))
)
_CLEAR: Final = Statement(
    delete(LABEL).where(
        _L.mall_id == bindparam("mall_id"),
        _L.order_id == bindparam("order_id"),
        _L.item_no == bindparam("item_no"),
    )
)


async def every(call: Call, query: LabelsQuery) -> Labels:
    """Retrieve the labels of all orders of a shop."""
    rows = await call.db.all(
        _NAMES, shop_no=call.shop_no, limit=query.limit + 1, offset=query.offset
    )
    call.effects.more = len(rows) > query.limit
    return Labels(shop_no=call.shop_no, names=[name for (name,) in rows[: query.limit]])


async def put_on_many(call: Call, draft: LabelDraft) -> Label:
    """Put a label on items of any orders."""
    by_order: dict[str, list[str]] = {}
    for code in dict.fromkeys(draft.order_item_code):
        by_order.setdefault(code.rpartition("-")[0], []).append(code)
    if not by_order:
        raise Invalid(NO_ITEM_NAMED, parameter="order_item_code")
    for order_id in sorted(by_order):
        aggregate = await _whole(call, order_id)
        for line in transitions.select_lines(aggregate, by_order[order_id]):
            await _keep(call, aggregate, line, [*_of(line), draft.name])
    return Label(shop_no=call.shop_no, name=draft.name, order_item_code=list(draft.order_item_code))


async def retrieve(call: Call, params: ItemPath) -> Labels:
    """Retrieve the labels of an item of an order."""
    await order_store.get(call, params.order_id)
    lines = (await order_store.lines_of(call, [params.order_id]))[params.order_id]
    return Labels(
        shop_no=call.shop_no, names=_of(order_store.find_line(lines, params.order_item_code))
    )


async def add(call: Call, params: ItemLabels) -> LabelsOfItem:
    """Put labels on an item of an order, beside those it has."""
    aggregate = await order_store.lock(call, params.order_id)
    line = order_store.find_line(aggregate.lines, params.order_item_code)
    await _keep(call, aggregate, line, [*_of(line), *params.names])
    return _answer(call, params, line)


async def change(call: Call, params: ItemLabels) -> LabelsOfItem:
    """Replace the labels of an item of an order."""
    aggregate = await order_store.lock(call, params.order_id)
    line = order_store.find_line(aggregate.lines, params.order_item_code)
    if not await _keep(call, aggregate, line, params.names):
        raise NotModified()
    return _answer(call, params, line)


async def remove(call: Call, params: LabelPath) -> LabelGone:
    """Take a label off an item of an order."""
    aggregate = await order_store.lock(call, params.order_id)
    line = order_store.find_line(aggregate.lines, params.order_item_code)
    if params.name not in _of(line):
        raise NotFound(DOES_NOT_EXIST, parameter="name", resource=Phrase("label"))
    await _keep(call, aggregate, line, [name for name in _of(line) if name != params.name])
    return LabelGone(
        shop_no=call.shop_no,
        order_id=params.order_id,
        order_item_code=params.order_item_code,
        name=params.name,
    )


async def _whole(call: Call, order_id: str) -> OrderAggregate:
    try:
        return await order_store.lock(call, order_id)
    except NotFound:
        raise Invalid(
            LABELLED_ORDER_UNKNOWN, parameter="order_item_code", order_id=order_id
        ) from None


def _of(line: OrderLine) -> list[str]:
    return line.item.labels or []


def _answer(call: Call, params: ItemPath, line: OrderLine) -> LabelsOfItem:
    return LabelsOfItem(
        shop_no=call.shop_no,
        order_id=params.order_id,
        order_item_code=params.order_item_code,
        names=_of(line),
    )


async def _keep(
    call: Call, aggregate: OrderAggregate, line: OrderLine, names: Sequence[str]
) -> bool:
    """Save the labels of an item, in the item and as rows; return whether any changed."""
    before, after = _of(line), sorted(set(names))
    if before == after:
        return False
    order, item = aggregate.order, line.item
    line.item = replace(item, labels=after or None)
    await order_store.change_lines(call, order, [line])
    await call.db.run(_CLEAR, order_id=order.order_id, item_no=item.item_no)
    await order_store.add_labels(call, order, item.item_no, after)
    call.journal(f"item {item.order_item_code}", {"labels": (before, after)})
    return True


_ITEM: Final = "orders/{order_id}/items/{order_item_code}/labels"

OPERATIONS = [
    get(
        "labels",
        every,
        takes=LabelsQuery,
        gives=Labels,
        key="labels",
        scope=READ_ORDER,
        links=True,
    ),
    post(
        "labels",
        put_on_many,
        takes=LabelDraft,
        gives=Label,
        key="labels",
        scope=WRITE_ORDER,
        objects=10,
    ),
    get(_ITEM, retrieve, takes=ItemPath, gives=Labels, key="labels", scope=READ_ORDER),
    post(_ITEM, add, takes=ItemLabels, gives=LabelsOfItem, key="label", scope=WRITE_ORDER),
    put(
        _ITEM,
        change,
        takes=ItemLabels,
        gives=LabelsOfItem,
        key="label",
        scope=WRITE_ORDER,
        shows=("shop_no", "names"),
    ),
    delete_row(
        f"{_ITEM}/{{name}}",
        remove,
        takes=LabelPath,
        gives=LabelGone,
        key="label",
        scope=WRITE_ORDER,
    ),
]
