"""Memos: notes of the shop's people about an order.

The activity log records who wrote, changed or deleted one, without its content. Specification:
resources of the Order area are "not shown"; names and codes as catalogued.
"""

from collections.abc import Sequence
from datetime import datetime
from typing import Annotated, Any, ClassVar, Final, Literal

import msgspec
from msgspec import UNSET, Meta, Struct, UnsetType
from sqlalchemy import bindparam, delete, insert, select, update

from openmall.commerce.customer.redaction import redacted
from openmall.commerce.order.orders import store as order_store
from openmall.commerce.order.orders.item_shape import Item
from openmall.commerce.order.orders.shape import Order
from openmall.commerce.order.orders.tables import ORDER
from openmall.commerce.order.orders.takes import OrderPath
from openmall.commerce.order.refusals import ORDER_HAS_NO_SUCH_PRODUCT
from openmall.contract.call import Call
from openmall.contract.change import differences, differences_from_nothing, patched
from openmall.contract.crud.changes import updates_of
from openmall.contract.errors import Invalid, NotFound
from openmall.contract.events import Event
from openmall.contract.moments import moment, seconds
from openmall.contract.operation import delete as delete_row
from openmall.contract.operation import listing, post, put
from openmall.contract.params import EntityNo, Flag, Offset8000, ShopParams
from openmall.contract.refusal import Phrase
from openmall.contract.refusals import DOES_NOT_EXIST
from openmall.contract.scopes import READ_ORDER, WRITE_ORDER
from openmall.database import sequences
from openmall.database.policies import WITH_MALL, blank, rows_of_order
from openmall.database.schema import flag, number, shop_table, text
from openmall.database.statements import InList, Statement
from openmall.database.undo_policies import REVERTED

Content = Annotated[str, Meta(max_length=1000)]
Topic = Literal["cs_01", "cs_02", "cs_03", "cs_04", "cs_05"]
"""Topic of a customer's question: cs_01 shipping, cs_02 product, cs_03 payment, cs_04 cancellation,
cs_05 another product."""
Attached = Literal["O", "P"]
"""O to the order, P to items of it."""
Limit500 = Annotated[int, Meta(ge=1, le=500)]

MEMO: Final = shop_table(
    "order_memo",
    text("order_id"),
    number("memo_no"),
    number("created_date"),
    text("author_id"),
    text("ip"),
    flag("use_customer_inquiry"),
    text("topic_type", null=True),
    text("status", null=True),
    flag("attach_type"),
    text("content"),
    flag("starred_memo"),
    flag("fixed"),
    text("product_list"),
    backup=WITH_MALL,
    undo=REVERTED,
    personal_data=rows_of_order(blank("content", "ip")),
    key=("order_id", "memo_no"),
    wide=True,
)
"""`product_list`: JSON of a list of MemoProduct."""


class MemoProduct(Struct, frozen=True, kw_only=True):
    """A product of the order that a memo is about."""

    product_no: EntityNo
    option_code: str
    """The last four letters of the variant's code."""


class Memo(Struct, frozen=True, kw_only=True):
    """A note about an order."""

    shop_no: int
    memo_no: int
    order_id: str
    created_date: datetime
    author_id: str
    ip: str
    """Address it was written from."""
    use_customer_inquiry: Flag = "F"
    """T: a customer's question, with the memo as the pending answer."""
    topic_type: Topic | None = None
    status: Flag | None = None
    """F in process, T processed."""
    attach_type: Attached = "O"
    content: str
    starred_memo: Flag = "F"
    fixed: Flag = "F"
    """T: it stays on top."""
    product_list: list[MemoProduct] = []


class MemosQuery(ShopParams, frozen=True, kw_only=True):
    """Memos of several orders."""

    order_id: list[str]
    limit: Limit500 = 10
    offset: Offset8000 = 0


class MemoPath(OrderPath, frozen=True, kw_only=True):
    memo_no: EntityNo


class MemoDraft(OrderPath, frozen=True, kw_only=True):
    content: Content
    use_customer_inquiry: Flag = "F"
    topic_type: Topic | UnsetType = UNSET
    status: Flag | UnsetType = UNSET
    attach_type: Attached = "O"
    starred_memo: Flag = "F"
    fixed: Flag = "F"
    product_list: list[MemoProduct] | UnsetType = UNSET


MemoChange: Final = updates_of(MemoDraft, MemoPath)


class MemoChanged(Event, frozen=True, kw_only=True):
    """Event 90068: a memo of an order was changed."""

    event_no: ClassVar[int] = 90068

    event_code: str
    order_id: str
    requested_date: str
    order_place_id: str
    executor_id: str
    execute_method: str


class MemoDeleted(MemoChanged, frozen=True, kw_only=True):
    """Event 90069: a memo of an order was deleted."""

    event_no: ClassVar[int] = 90069


class MemoAdded(MemoChanged, frozen=True, kw_only=True):
    """Event 90066: a memo was written about an order."""

    event_no: ClassVar[int] = 90066

    ordering_product_code: str
    ordering_product_name: str


_M: Final = MEMO.c
_LIST: Final = (
    select(*(c for c in _M if c.name != "mall_id"))
    .where(_M.mall_id == bindparam("mall_id"), InList(_M.order_id, "order_ids"))
    .order_by(_M.order_id, _M.memo_no)
)
_OF_ORDERS: Final = Statement(_LIST)
_PAGE: Final = Statement(
    _LIST.join(
        ORDER,
        (ORDER.c.mall_id == _M.mall_id) & (ORDER.c.order_id == _M.order_id),
    )
    .where(ORDER.c.shop_no == bindparam("shop_no"))
    .limit(bindparam("limit"))
    .offset(bindparam("offset"))
)
_KEY: Final = (
    _M.mall_id == bindparam("mall_id"),
    _M.order_id == bindparam("order_id"),
    _M.memo_no == bindparam("memo_no"),
)
_ADD: Final = Statement(insert(MEMO).values({c.name: bindparam(c.name) for c in _M}))
_SET: Final = Statement(
    update(MEMO)
    .where(*_KEY)
    .values(
        {
            name: bindparam(name)
            for name in MemoChange.__struct_fields__
            if name not in ("shop_no", "order_id", "memo_no")
        }
    )
)
_REMOVE: Final = Statement(delete(MEMO).where(*_KEY))
_PRODUCTS: Final = msgspec.json.Decoder(list[MemoProduct])
_COLUMNS: Final = tuple(c.name for c in _M if c.name != "mall_id")
_PLAIN: Final = frozenset(Memo.__struct_fields__) - {"content", "ip"}
"""Fields of a memo that the activity log may contain."""


def _made(call: Call, row: Sequence[Any]) -> Memo:
    values = dict(zip(_COLUMNS, row, strict=True))
    values["created_date"] = moment(values["created_date"])
    values["product_list"] = _PRODUCTS.decode(values["product_list"])
    return Memo(shop_no=call.shop_no, **values)


def _row(memo: Memo) -> dict[str, str | int | None]:
    values = msgspec.structs.asdict(memo)
    del values["shop_no"]
    values["created_date"] = seconds(memo.created_date)
    values["product_list"] = msgspec.json.encode(memo.product_list).decode()
    return values


async def list_memos(call: Call, params: OrderPath) -> Sequence[Memo]:
    """Retrieve a list of an order's memos, the first first."""
    await order_store.get(call, params.order_id)
    rows = await call.db.all(_OF_ORDERS, order_ids=[params.order_id])
    return [_made(call, row) for row in rows]


async def list_of_orders(call: Call, query: MemosQuery) -> Sequence[Memo]:
    """Retrieve a list of the memos of several orders."""
    rows = await call.db.all(
        _PAGE,
        shop_no=call.shop_no,
        order_ids=query.order_id,
        limit=query.limit,
        offset=query.offset,
    )
    return [_made(call, row) for row in rows]


async def create(call: Call, draft: MemoDraft) -> Memo:
    """Create a memo of an order."""
    order, _, _ = await order_store.get(call, draft.order_id, to_change=True)
    items = await _items(call, draft.order_id)
    products = [] if draft.product_list is UNSET else draft.product_list
    _require_ordered(items, products)
    memo = Memo(
        shop_no=call.shop_no,
        memo_no=await sequences.allocate(call.db, "order_memo"),
        order_id=draft.order_id,
        created_date=moment(call.clock.now()),
        author_id=call.identity.user_id,
        ip=call.ip,
        use_customer_inquiry=draft.use_customer_inquiry,
        topic_type=None if draft.topic_type is UNSET else draft.topic_type,
        status=None if draft.status is UNSET else draft.status,
        attach_type=draft.attach_type,
        content=draft.content,
        starred_memo=draft.starred_memo,
        fixed=draft.fixed,
        product_list=products,
    )
    await call.db.run(_ADD, **_row(memo))
    call.journal(_subject(memo), redacted(differences_from_nothing(memo), plain=_PLAIN))
    announce(call, order, items, MemoAdded)
    return memo


async def change(call: Call, params: MemoPath) -> Memo:
    """Update a memo of an order. Identical content is NotModified (409)."""
    order, before = await _find(call, params)
    after = patched(before, params)
    if after.product_list != before.product_list:
        _require_ordered(await _items(call, params.order_id), after.product_list)
    await call.db.run(_SET, **_row(after))
    call.journal(_subject(after), redacted(differences(before, after), plain=_PLAIN))
    announce(call, order, (), MemoChanged)
    return after


async def remove(call: Call, params: MemoPath) -> Memo:
    """Delete a memo of an order."""
    order, memo = await _find(call, params)
    await call.db.run(_REMOVE, order_id=params.order_id, memo_no=params.memo_no)
    call.journal(_subject(memo), {"deleted": (False, True)})
    announce(call, order, (), MemoDeleted)
    return memo


async def _find(call: Call, params: MemoPath) -> tuple[Order, Memo]:
    """Return a memo and its order, locked. Raises NotFound (404)."""
    order, _, _ = await order_store.get(call, params.order_id, to_change=True)
    for row in await call.db.all(_OF_ORDERS, order_ids=[params.order_id]):
        memo = _made(call, row)
        if memo.memo_no == params.memo_no:
            return order, memo
    raise NotFound(DOES_NOT_EXIST, parameter="memo_no", resource=Phrase("memo"))


async def _items(call: Call, order_id: str) -> list[Item]:
    lines = await order_store.lines_of(call, [order_id])
    return [line.item for line in lines[order_id]]


def _require_ordered(items: Sequence[Item], products: Sequence[MemoProduct]) -> None:
    """Raise Invalid (422) for a product that the order does not have."""
    there = {(item.product_no, item.option_id) for item in items}
    for each in products:
        if (each.product_no, each.option_code) not in there:
            raise Invalid(
                ORDER_HAS_NO_SUCH_PRODUCT,
                parameter="product_list",
                product_no=each.product_no,
                option_code=each.option_code,
            )


def _subject(memo: Memo) -> str:
    return f"memo {memo.memo_no} of order {memo.order_id}"


_CODES: Final[dict[type[MemoChanged], str]] = {
    MemoAdded: "insert_admin_memo",
    MemoChanged: "modify_admin_memo",
    MemoDeleted: "delete_admin_memo",
}


def announce(call: Call, order: Order, items: Sequence[Item], kind: type[MemoChanged]) -> None:
    """Publish what happened to a memo of an order. `items`: those of the order, of a new memo."""
    fields = {
        "event_shop_no": str(order.shop_no),
        "event_code": _CODES[kind],
        "order_id": order.order_id,
        "requested_date": moment(call.clock.now()).isoformat(),
        "order_place_id": order.order_place_id,
        "executor_id": call.identity.user_id,
        "execute_method": call.identity.app.name,
    }
    if kind is MemoAdded:
        fields |= {
            "ordering_product_code": ",".join(dict.fromkeys(item.product_code for item in items)),
            "ordering_product_name": ",".join(dict.fromkeys(item.product_name for item in items)),
        }
    call.publish(kind(**fields))


_LISTED: Final = (
    "shop_no", "memo_no", "created_date", "author_id", "ip", "use_customer_inquiry",
    "attach_type", "content", "starred_memo", "fixed", "product_list",
)  # fmt: skip
_CHANGED: Final = (
    "shop_no", "memo_no", "use_customer_inquiry", "topic_type", "status", "attach_type",
    "content", "starred_memo", "fixed", "product_list",
)  # fmt: skip

OPERATIONS = [
    listing(
        "orders/{order_id}/memos",
        list_memos,
        takes=OrderPath,
        gives=Memo,
        key="memos",
        scope=READ_ORDER,
        shows=_LISTED,
    ),
    post(
        "orders/{order_id}/memos",
        create,
        takes=MemoDraft,
        gives=Memo,
        key="memo",
        scope=WRITE_ORDER,
        shows=(*_CHANGED, "author_id"),
    ),
    put(
        "orders/{order_id}/memos/{memo_no}",
        change,
        takes=MemoChange,
        gives=Memo,
        key="memo",
        scope=WRITE_ORDER,
        shows=_CHANGED,
    ),
    delete_row(
        "orders/{order_id}/memos/{memo_no}",
        remove,
        takes=MemoPath,
        gives=Memo,
        key="memo",
        scope=WRITE_ORDER,
        shows=("shop_no", "memo_no"),
    ),
    listing(
        "orders/memos",
        list_of_orders,
        takes=MemosQuery,
        gives=Memo,
        key="memos",
        scope=READ_ORDER,
        shows=(*_LISTED, "order_id"),
    ),
]
