"""SQL of lists of booked order items."""

from functools import partial
from typing import Any, Final

from sqlalchemy import ColumnElement, Select, and_, bindparam, exists, select

from openmall.commerce.order.booked_items.store import RESERVATION, Booked
from openmall.commerce.order.order_view import access_paths
from openmall.commerce.order.order_view import search as order_search
from openmall.commerce.order.orders.tables import ITEM, ORDER, PARCEL
from openmall.commerce.order.reservations.shape import ReservationQuery
from openmall.commerce.supply.tables import SUPPLIER
from openmall.contract.call import Call
from openmall.contract.change import sent_fields
from openmall.contract.crud.json_row import in_document
from openmall.contract.texts import phone_numbers
from openmall.database.candidates import leading
from openmall.database.schema import EMPTY
from openmall.database.statements import ContainsAny, InList, StatementCache
from openmall.database.text_search import mail_addresses
from openmall.database.values import StoredRow

_R: Final = RESERVATION.c
_O: Final = ORDER.c
_I: Final = ITEM.c
_COLUMNS: Final = tuple(_R[name] for name in Booked.__struct_fields__)
_DATES: Final = {
    "order_date": _R.order_date,
    "pay_date": _O.payment_date,
    "service_use_date": _R.service_use_date,
}
_SUPPLIED_BY: Final = exists().where(
    SUPPLIER.c.mall_id == _I.mall_id,
    SUPPLIER.c.shop_no == _I.shop_no,
    SUPPLIER.c.supplier_code == _I.supplier_id,
    SUPPLIER.c.supplier_name == bindparam("supplier_name"),
)
_PAID_STATE: Final = _O.paid.concat(EMPTY)
"""Not a column: see `order_view/search.py`."""
_OWN_FILTERS: Final[dict[str, ColumnElement[bool]]] = {
    "order_id": InList(_R.order_id, "order_id"),
    "payment_status": bindparam("payment_status") == _PAID_STATE,
    "order_item_code": InList(_R.order_item_code, "order_item_code"),
    "product_no": InList(_I.product_no, "product_no"),
    "order_status": InList(_I.order_status, "order_status"),
    "supplier_id": InList(_I.supplier_id, "supplier_id"),
    "supplier_name": _SUPPLIED_BY,
    "receiver_cellphone": exists().where(
        PARCEL.c.mall_id == _R.mall_id,
        PARCEL.c.order_id == _R.order_id,
        ContainsAny(PARCEL.c.receiver, "receiver_cellphone"),
    ),
}
_PAID: Final = {"F": "F", "M": "M", "P": "T"}
_NOT_FILTERS: Final = frozenset(
    {"shop_no", "limit", "offset", "date_type", "start_date", "end_date", "sort", "order"}
)
_OF_MEMBER: Final = leading(
    ORDER.c.order_id, _O.member_id == bindparam("member_id"), index="ix_shop_order_member"
)


def _page(
    names: tuple[str, ...], dated_by: str, sort: str, descending: bool, led: bool
) -> Select[*StoredRow]:
    """Walk through the shop's booked items in their order; `led`: those of `candidates` alone."""
    conditions = [
        _R.mall_id == bindparam("mall_id"),
        _R.shop_no == bindparam("shop_no"),
        *(
            _OWN_FILTERS[name] if name in _OWN_FILTERS else order_search.FILTERS[name](name)
            for name in names
        ),
    ]
    if dated_by:
        column = _DATES[dated_by]
        conditions += [column >= bindparam("start_date"), column <= bindparam("end_date")]
    if led:
        conditions.append(InList(_R.order_id, "candidates"))
    keys = (_R[sort], _R.order_id, _R.item_no)
    items = and_(_I.mall_id == _R.mall_id, _I.order_id == _R.order_id, _I.item_no == _R.item_no)
    orders = and_(_O.mall_id == _R.mall_id, _O.order_id == _R.order_id)
    return (
        select(*_COLUMNS)
        .select_from(RESERVATION.join(ITEM, items).join(ORDER, orders))
        .where(*conditions)
        .order_by(*(key.desc() if descending else key for key in keys))
        .limit(bindparam("limit"))
        .offset(bindparam("offset"))
    )


_PAGES: Final = StatementCache(_page)


async def page(call: Call, query: ReservationQuery) -> list[Booked]:
    """Return a page of booked items; sets `call.effects.more`."""
    sent = sent_fields(query)
    values = {name: value for name, value in sent.items() if name not in _NOT_FILTERS}
    spellings = partial(phone_numbers.spellings, country=call.mall.country)
    if "buyer_cellphone" in values:
        values["buyer_cellphone"] = spellings(values["buyer_cellphone"])
    if "receiver_cellphone" in values:
        numbers = spellings(values["receiver_cellphone"])
        values["receiver_cellphone"] = [in_document("cellphone", number) for number in numbers]
    for name in order_search.ADDRESSES:
        if name in values:
            values[name] = mail_addresses.comparable(values[name])
    if "payment_status" in values:
        values["payment_status"] = _PAID[values["payment_status"]]
    names = tuple(sorted(values))
    dated_by = query.date_type if "start_date" in sent else ""
    if dated_by:
        values |= {"start_date": query.start_date, "end_date": query.end_date}
    values["shop_no"] = call.shop_no
    candidates = await _candidates(call, values)
    if candidates is not None:
        values["candidates"] = candidates
    statement = _PAGES.of(
        names, dated_by, query.sort, query.order == "desc", candidates is not None
    )
    rows = await call.db.all(statement, limit=query.limit + 1, offset=query.offset, **values)
    call.effects.more = len(rows) > query.limit
    fields = Booked.__struct_fields__
    return [Booked(**dict(zip(fields, row, strict=True))) for row in rows[: query.limit]]


async def _candidates(call: Call, values: dict[str, Any]) -> list[str] | None:
    """Return the orders that can pass the filters; None: too many for an index to be of use."""
    if "order_item_code" in values:
        return sorted({code.rpartition("-")[0] for code in values["order_item_code"]})
    if "order_id" in values:
        return list(values["order_id"])
    if "member_id" in values:
        rows = await call.db.all(_OF_MEMBER, most=access_paths.LISTED + 1, **values)
        if len(rows) <= access_paths.LISTED:
            return [row[0] for row in rows]
    return await access_paths.candidates(
        call.db, values, payment_status="", date_type="order_date", most=access_paths.LISTED
    )
