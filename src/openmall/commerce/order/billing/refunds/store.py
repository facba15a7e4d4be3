"""SQL of refunds."""

from typing import Final

import msgspec
from msgspec import UNSET
from sqlalchemy import Select, bindparam, delete, func, insert, select, update

from openmall.commerce.order.billing.refunds.shape import StoredRefund
from openmall.commerce.order.billing.refunds.tables import REFUND
from openmall.commerce.order.billing.refunds.takes import RefundQuery
from openmall.contract.call import Call
from openmall.contract.change import sent_fields
from openmall.contract.errors import Invalid
from openmall.contract.moments import seconds
from openmall.contract.refusals import AT_MOST_THREE_MONTHS, END_BEFORE_START
from openmall.database.statements import InList, Statement, StatementCache
from openmall.database.text_search import mail_addresses
from openmall.database.values import BoundValue, StoredRow

MOST_DAYS: Final = 92
"""Three months, the longest range of dates, as for orders."""
_A_DAY: Final = 86_400
_R: Final = REFUND.c
_KEPT: Final = msgspec.json.Decoder(StoredRefund)
_HERE: Final = _R.mall_id == bindparam("mall_id")
_ONE: Final = (_HERE, _R.refund_code == bindparam("refund_code"))
_GET: Final = Statement(select(_R.content).where(*_ONE, _R.shop_no == bindparam("shop_no")))
_OF_ORDERS: Final = Statement(
    select(_R.content).where(_HERE, InList(_R.order_id, "order_ids")).order_by(_R.refund_code)
)
_ADD: Final = Statement(insert(REFUND).values({c.name: bindparam(c.name) for c in REFUND.c}))
_SET: Final = Statement(
    update(REFUND)
    .where(_HERE, _R.refund_code == bindparam("key"))
    .values(
        {name: bindparam(name) for name in ("refund_date", "status", "content")},
    )
)
_OPEN: Final = Statement(
    select(func.count()).where(
        _HERE, _R.shop_no == bindparam("shop_no"), InList(_R.status, "states")
    )
)
_REMOVE: Final = Statement(delete(REFUND).where(*_ONE))


def _list(shape: tuple[str, ...], dated: str) -> Select[*StoredRow]:
    conditions = [_R.shop_no == bindparam("shop_no")]
    conditions += [
        InList(_R[column], name) if many else _R[column] == bindparam(name)
        for name, column, many in _FILTERS
        if name in shape
    ]
    conditions += [
        mail_addresses.Comparable(_R[name]) == bindparam(name)
        for name in _ADDRESSES
        if name in shape
    ]
    at = _R[dated]
    return (
        select(_R.content)
        .where(_HERE, *conditions, at >= bindparam("start_date"), at <= bindparam("end_date"))
        .order_by(at.desc(), _R.refund_code.desc())
        .limit(bindparam("limit"))
        .offset(bindparam("offset"))
    )


_FILTERS: Final = (
    ("order_id", "order_id", True),
    ("refund_status", "status", True),
    ("member_id", "member_id", False),
)
"""Parameter, column, and whether it is a list."""
_ADDRESSES: Final = ("member_email", "buyer_email")
"""Parameters that are compared as e-mail addresses with their columns."""
_LISTS: Final = StatementCache(_list)


async def page(call: Call, query: RefundQuery) -> list[StoredRefund]:
    """Return a page of refunds, the newest first. Raises Invalid (422) for a wrong range."""
    if query.end_date < query.start_date:
        raise Invalid(END_BEFORE_START, parameter="end_date")
    if query.end_date - query.start_date > MOST_DAYS * _A_DAY:
        raise Invalid(AT_MOST_THREE_MONTHS, parameter="end_date")
    values = {name: value for name, value in sent_fields(query).items() if name != "date_type"}
    names = (*(name for name, _, _ in _FILTERS), *_ADDRESSES)
    shape = tuple(name for name in names if getattr(query, name) is not UNSET)
    for name in _ADDRESSES:
        if name in shape:
            values[name] = mail_addresses.comparable(getattr(query, name))
    values |= {"limit": query.limit, "offset": query.offset, "shop_no": query.shop_no}
    rows = await call.db.all(_LISTS.of(shape, query.date_type), **values)
    return [_KEPT.decode(content) for (content,) in rows]


async def find(call: Call, refund_code: str) -> StoredRefund | None:
    """Return a refund of the call's shop."""
    row = await call.db.one(_GET, refund_code=refund_code, shop_no=call.shop_no)
    return None if row is None else _KEPT.decode(row[0])


async def of_orders(call: Call, order_ids: list[str]) -> list[StoredRefund]:
    """Return the refunds of orders, awaited or executed, in one statement."""
    rows = await call.db.all(_OF_ORDERS, order_ids=order_ids)
    return [_KEPT.decode(content) for (content,) in rows]


async def number_open(call: Call) -> int:
    """Return the number of refunds of the call's shop that are not executed yet."""
    row = await call.db.one(_OPEN, shop_no=call.shop_no, states=["F", "M"])
    assert row is not None
    number: int = row[0]
    return number


async def add(call: Call, stored: StoredRefund) -> None:
    """Add an awaited refund."""
    refund = stored.refund
    assert refund.accepted_refund_date is not None
    await call.db.run(
        _ADD,
        refund_code=refund.refund_code,
        shop_no=refund.shop_no,
        order_id=refund.order_id,
        member_id=stored.member_id,
        member_email=stored.member_email,
        buyer_email=stored.buyer_email,
        accepted_refund_date=seconds(refund.accepted_refund_date),
        **_changing(stored),
    )


async def change(call: Call, stored: StoredRefund) -> None:
    """Update a refund."""
    await call.db.run(_SET, key=stored.refund.refund_code, **_changing(stored))


async def remove(call: Call, refund_code: str) -> None:
    """Delete an awaited refund whose claim was withdrawn."""
    await call.db.run(_REMOVE, refund_code=refund_code)


def _changing(stored: StoredRefund) -> dict[str, BoundValue]:
    at = stored.refund.refund_date
    return {
        "refund_date": None if at is None else seconds(at),
        "status": stored.refund.status,
        "content": msgspec.json.encode(stored).decode(),
    }
