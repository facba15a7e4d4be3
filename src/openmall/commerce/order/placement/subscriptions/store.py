"""SQL of subscriptions."""

from collections.abc import Sequence
from datetime import date, datetime
from typing import Final

import msgspec
from msgspec import UNSET, Struct
from msgspec.structs import replace
from sqlalchemy import Select, and_, bindparam, exists, func, insert, select, update

from openmall.commerce.order.placement.subscriptions.shape import Subscription, SubscriptionItem
from openmall.commerce.order.placement.subscriptions.tables import ITEM, PLACED, SUBSCRIPTION
from openmall.commerce.order.placement.subscriptions.takes import SubscriptionQuery
from openmall.contract.call import Call
from openmall.contract.errors import Invalid, NotFound
from openmall.contract.moments import read, seconds
from openmall.contract.refusal import Phrase
from openmall.contract.refusals import DOES_NOT_EXIST, END_BEFORE_START
from openmall.database.session import Session
from openmall.database.statements import InList, Statement, StatementCache
from openmall.database.text_search.word_search import HasWords
from openmall.database.values import BoundValue, StoredRow

_S: Final = SUBSCRIPTION.c
_I: Final = ITEM.c
_SUBSCRIPTION: Final = msgspec.json.Decoder(Subscription)
_ITEM: Final = msgspec.json.Decoder(SubscriptionItem)
_HERE: Final = (_S.mall_id == bindparam("mall_id"), _S.shop_no == bindparam("shop_no"))
_ONE: Final = (*_HERE, _S.subscription_id == bindparam("subscription_id"))
_GET: Final = Statement(select(_S.content).where(*_ONE))
_GET_TO_CHANGE: Final = Statement(select(_S.content).where(*_ONE).with_for_update())
_ITEMS: Final = Statement(
    select(_I.subscription_id, _I.content)
    .where(_I.mall_id == bindparam("mall_id"), InList(_I.subscription_id, "numbers"))
    .order_by(_I.subscription_item_id)
)
_OF_MEMBER: Final = Statement(
    select(_S.content)
    .where(*_HERE, _S.member_id == bindparam("member_id"))
    .order_by(_S.created_date.desc(), _S.subscription_id.desc())
    .limit(bindparam("limit"))
    .offset(bindparam("offset"))
)
_ADD: Final = Statement(insert(SUBSCRIPTION).values({c.name: bindparam(c.name) for c in _S}))
_ADD_ITEM: Final = Statement(insert(ITEM).values({c.name: bindparam(c.name) for c in _I}))
_CHANGING: Final = ("subscription_state", "terminated_date", "content")
_SET: Final = Statement(
    update(SUBSCRIPTION)
    .where(_S.mall_id == bindparam("mall_id"), _S.subscription_id == bindparam("key"))
    .values({name: bindparam(name) for name in _CHANGING})
)
_ITEM_CHANGING: Final = (
    "variant_code", "cycle", "expected_pay_date", "terminated_date", "content", "next_order",
)  # fmt: skip
_SET_ITEM: Final = Statement(
    update(ITEM)
    .where(_I.mall_id == bindparam("mall_id"), _I.subscription_item_id == bindparam("key"))
    .values({name: bindparam(name) for name in _ITEM_CHANGING})
)
_MALLS_WITH_DUE: Final = Statement(
    select(_I.mall_id).where(_I.next_order <= bindparam("now")).distinct(),
    across_malls="a worker looks for subscriptions whose next order is due",
)
_DUE: Final = Statement(
    select(_S.shop_no, _S.subscription_id, _S.member_id, func.min(_I.next_order))
    .join(ITEM, and_(_I.mall_id == _S.mall_id, _I.subscription_id == _S.subscription_id))
    .where(_S.mall_id == bindparam("mall_id"), _I.next_order <= bindparam("now"))
    .group_by(_S.shop_no, _S.subscription_id, _S.member_id)
    .order_by(func.min(_I.next_order), _S.subscription_id)
    .limit(bindparam("most"))
)
_ADD_PLACED: Final = Statement(insert(PLACED).values({c.name: bindparam(c.name) for c in PLACED.c}))
_OF_SUBSCRIPTION: Final = (
    "subscription_id", "member_id", "buyer_name", "buyer_phone", "buyer_cellphone",
    "subscription_state",
)  # fmt: skip
_OF_ITEM: Final = {
    "product_no": InList(_I.product_no, "product_no"),
    "product_name": HasWords(_I.product_name, "product_name"),
    "product_code": _I.product_code == bindparam("product_code"),
    "variant_code": _I.variant_code == bindparam("variant_code"),
    "subscription_shipments_cycle": InList(_I.cycle, "subscription_shipments_cycle"),
}
"""Parameter -> condition on one of the items."""


def _list(filters: tuple[str, ...], dated: str) -> Select[*StoredRow]:
    at = _S.created_date if dated == "created_date" else _I[dated]
    within = [at >= bindparam("start_date"), at <= bindparam("end_date")]
    of_item = [_OF_ITEM[name] for name in filters if name in _OF_ITEM]
    conditions = [_S[name] == bindparam(name) for name in filters if name not in _OF_ITEM]
    (conditions if dated == "created_date" else of_item).extend(within)
    if of_item:
        conditions.append(
            exists().where(
                _I.mall_id == _S.mall_id, _I.subscription_id == _S.subscription_id, *of_item
            )
        )
    return (
        select(_S.content)
        .where(*_HERE, *conditions)
        .order_by(_S.created_date.desc(), _S.subscription_id.desc())
        .limit(bindparam("limit"))
        .offset(bindparam("offset"))
    )


_LISTS: Final = StatementCache(_list)


async def page(call: Call, query: SubscriptionQuery) -> list[Subscription]:
    """Return a page of subscriptions with their items. Invalid (422) for a wrong range."""
    if query.end_date < query.start_date:
        raise Invalid(END_BEFORE_START, parameter="end_date")
    names = (*_OF_SUBSCRIPTION, *_OF_ITEM)
    values = {name: value for name in names if (value := getattr(query, name)) is not UNSET}
    shape = tuple(values)
    if "product_name" in values:
        values["product_name"] = values["product_name"].lower()
    rows = await call.db.all(
        _LISTS.of(shape, query.date_type),
        **values,
        shop_no=call.shop_no,
        start_date=query.start_date,
        end_date=query.end_date,
        limit=query.limit,
        offset=query.offset,
    )
    return await _with_items(call, [_SUBSCRIPTION.decode(content) for (content,) in rows])


async def get(call: Call, subscription_id: str, *, to_change: bool = False) -> Subscription:
    """Return a subscription of the call's shop with its items. Raises NotFound (404).

    `to_change`: locks it until this transaction ends.
    """
    statement = _GET_TO_CHANGE if to_change else _GET
    row = await call.db.one(statement, shop_no=call.shop_no, subscription_id=subscription_id)
    if row is None:
        raise NotFound(DOES_NOT_EXIST, parameter="subscription_id", resource=Phrase("subscription"))
    [found] = await _with_items(call, [_SUBSCRIPTION.decode(row[0])])
    return found


async def of_member(call: Call, member_id: str, *, limit: int, offset: int) -> list[Subscription]:
    """Return the subscriptions of a customer in the call's shop, the newest first."""
    values: dict[str, BoundValue] = {"member_id": member_id, "limit": limit, "offset": offset}
    rows = await call.db.all(_OF_MEMBER, shop_no=call.shop_no, **values)
    return await _with_items(call, [_SUBSCRIPTION.decode(content) for (content,) in rows])


async def _with_items(call: Call, found: Sequence[Subscription]) -> list[Subscription]:
    items: dict[str, list[SubscriptionItem]] = {each.subscription_id: [] for each in found}
    for subscription_id, content in await call.db.all(_ITEMS, numbers=list(items)):
        items[subscription_id].append(_ITEM.decode(content))
    return [replace(each, items=items[each.subscription_id]) for each in found]


async def add(call: Call, subscription: Subscription) -> None:
    """Add a subscription with its items."""
    await call.db.run(
        _ADD,
        **{name: getattr(subscription, name) for name in _OF_SUBSCRIPTION if name not in _CHANGING},
        shop_no=call.shop_no,
        created_date=int(call.clock.now()),
        **_changing(subscription),
    )
    await call.db.many(
        _ADD_ITEM,
        [
            {
                "subscription_item_id": item.subscription_item_id,
                "subscription_id": subscription.subscription_id,
                "member_id": subscription.member_id,
                "product_no": int(item.product_no),
                "product_name": item.product_name.lower(),
                "product_code": item.product_code,
                **_item_changing(item),
            }
            for item in subscription.items
        ],
    )


async def change(call: Call, before: Subscription, after: Subscription) -> None:
    """Update the changed columns of a subscription and of its items."""
    if replace(before, items=[]) != replace(after, items=[]):
        await call.db.run(_SET, key=after.subscription_id, **_changing(after))
    for old, new in zip(before.items, after.items, strict=True):
        if old != new:
            await call.db.run(_SET_ITEM, key=new.subscription_item_id, **_item_changing(new))


class Due(Struct, frozen=True, kw_only=True):
    """A subscription whose next order is due."""

    shop_no: int
    subscription_id: str
    member_id: str


async def malls_with_due(db: Session, now: int) -> list[str]:
    """Return the malls with orders to be placed by `now` (UTC seconds)."""
    return [mall_id for (mall_id,) in await db.all(_MALLS_WITH_DUE, now=now)]


async def due(db: Session, *, now: int, most: int) -> list[Due]:
    """Return subscriptions with orders to be placed by `now`, the longest due first."""
    return [
        Due(shop_no=shop_no, subscription_id=number, member_id=member_id)
        for shop_no, number, member_id, _ in await db.all(_DUE, now=now, most=most)
    ]


async def add_placed(
    call: Call, subscription_id: str, order_id: str, day: date, *, next_charge: int | None
) -> None:
    """Add an order to those that a subscription has placed; `day`: on which it was due.

    `next_charge`: when its payment is looked at (UTC seconds); None: it is not charged.
    """
    values: dict[str, BoundValue] = {
        "subscription_id": subscription_id,
        "order_id": order_id,
        "due_date": read(day.isoformat()),
        "failures": 0,
        "next_charge": next_charge,
        "failed_payment": "",
        "outcome": "",
        "notify_date": None,
    }
    await call.db.defer(_ADD_PLACED, [values])


def _changing(subscription: Subscription) -> dict[str, BoundValue]:
    return {
        "subscription_state": subscription.subscription_state,
        "terminated_date": _seconds(subscription.terminated_date),
        "content": msgspec.json.encode(replace(subscription, items=[])).decode(),
    }


def _item_changing(item: SubscriptionItem) -> dict[str, BoundValue]:
    return {
        "variant_code": item.variants_code,
        "cycle": item.subscription_shipments_cycle,
        "expected_pay_date": _day(item),
        "next_order": _day(item) if item.subscription_state == "U" else None,
        "terminated_date": _seconds(item.terminated_date),
        "content": msgspec.json.encode(item).decode(),
    }


def _day(item: SubscriptionItem) -> int:
    return read(item.expected_pay_date.isoformat())


def _seconds(at: datetime | None) -> int | None:
    return None if at is None else seconds(at)
