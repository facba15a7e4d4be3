"""SQL of lists and counts of orders. Specification: "Shared query conventions"."""

from collections.abc import Callable
from functools import partial
from typing import Any, Final

from msgspec import UNSET
from sqlalchemy import (
    ColumnElement,
    Select,
    and_,
    bindparam,
    exists,
    func,
    or_,
    select,
)

from openmall.commerce.order.billing.refunds.tables import REFUND
from openmall.commerce.order.claims.tables import CLAIM
from openmall.commerce.order.order_view import access_paths
from openmall.commerce.order.order_view.shape import EMBEDDED, Order
from openmall.commerce.order.order_view.takes import OrderFilters, OrderQuery
from openmall.commerce.order.orders.tables import (
    ITEM,
    LABEL,
    ORDER,
    ORDER_AMOUNTS,
    ORDER_MOMENTS,
    PARCEL,
)
from openmall.commerce.product.variants import codes
from openmall.commerce.promotion.coupons.tables import USE as COUPON_USE
from openmall.commerce.promotion.discount_codes.store import key as discount_code_key
from openmall.commerce.promotion.discount_codes.tables import USE as CODE_USE
from openmall.contract.call import Call
from openmall.contract.change import sent_fields
from openmall.contract.crud.json_row import Documents, in_document
from openmall.contract.errors import Invalid
from openmall.contract.refusals import AT_MOST_THREE_MONTHS, DATES_TOGETHER, END_BEFORE_START
from openmall.contract.texts import phone_numbers
from openmall.database.schema import EMPTY
from openmall.database.statements import Contains, ContainsAny, InList, StatementCache
from openmall.database.text_search import mail_addresses
from openmall.database.text_search.mail_addresses import Comparable
from openmall.database.text_search.word_search import HasWords
from openmall.database.values import BoundValue, StoredRow

Condition = ColumnElement[bool]
SHOWN_ORDERS: Final = Documents(
    Order, ORDER, amounts=ORDER_AMOUNTS, moments=ORDER_MOMENTS, elsewhere=EMBEDDED
)
"""Rows of orders, read at once as apps read them."""
MOST_DAYS: Final = 92
"""Three months, the longest range of dates."""
_A_DAY: Final = 86_400
_O: Final = ORDER.c
FINISHED: Final = frozenset(("N40", "N50", "C40", "C47", "C48", "C49", "R40", "E40"))
"""Final states of items: there are as many of these items as orders."""
_CALLED: Final = {"deposit": "credit", "mileage": "point", "deferpay": "cod"}
_PAID_STATE: Final = _O.paid.concat(EMPTY)
"""Not a column: the planner would find paid orders, which are most, by their index."""
_PAID: Final[dict[str, Condition]] = {
    "F": _PAID_STATE == "F",
    "M": _PAID_STATE == "M",
    "P": _PAID_STATE == "T",
    "T": and_(_PAID_STATE == "T", _O.auto_paid == "F"),
    "A": and_(_PAID_STATE == "T", _O.auto_paid == "T"),
}
_MEMBER: Final[dict[str, Condition]] = {"2": _O.member_id != "", "3": _O.member_id == ""}


def _any_item(*conditions: Condition) -> Condition:
    return exists().where(
        ITEM.c.mall_id == ORDER.c.mall_id, ITEM.c.order_id == ORDER.c.order_id, *conditions
    )


def _any_parcel(*conditions: Condition) -> Condition:
    return exists().where(
        PARCEL.c.mall_id == ORDER.c.mall_id, PARCEL.c.order_id == ORDER.c.order_id, *conditions
    )


def _labelled(name: str) -> Select[*StoredRow]:
    return select(LABEL.c.order_id).where(
        LABEL.c.mall_id == bindparam("mall_id"),
        LABEL.c.shop_no == bindparam("shop_no"),
        InList(LABEL.c.name, name),
    )


def _in_status(rare: bool) -> Condition:
    """Return the condition that an order has an item in one of the bound states.

    Few items are in a passing state, so these are found by an index of their own. Final states are
    matched from the newest order on, which soon fills a page.
    """
    if rare:
        return _O.order_id.in_(
            select(ITEM.c.order_id).where(
                ITEM.c.mall_id == bindparam("mall_id"),
                ITEM.c.shop_no == bindparam("shop_no"),
                InList(ITEM.c.order_status, "order_status"),
            )
        )
    return _any_item(InList(ITEM.c.order_status, "order_status"))


def _with_code(*conditions: Condition) -> Condition:
    """Return the condition that a discount code is used for an order, and was not given back."""
    return exists().where(
        CODE_USE.c.mall_id == ORDER.c.mall_id,
        CODE_USE.c.order_id == ORDER.c.order_id,
        CODE_USE.c.restored_at.is_(None),
        *conditions,
    )


_DISCOUNTED: Final[dict[str, Callable[[], Condition]]] = {
    **{
        kind: partial(Contains, _O.methods, f"discounted_{kind}")
        for kind in ("point", "credit", "market_discount")
    },
    "coupon": lambda: exists().where(
        COUPON_USE.c.mall_id == ORDER.c.mall_id,
        COUPON_USE.c.order_id == ORDER.c.order_id,
        COUPON_USE.c.restored_at.is_(None),
    ),
    "discount_code": _with_code,
}
"""Kind of discount -> condition of an order that has one; payment methods are bound."""


def _dated(column: ColumnElement[int]) -> Callable[[], Condition]:
    return lambda: and_(column >= bindparam("start_date"), column <= bindparam("end_date"))


def _claimed(kind: str, column: ColumnElement[int]) -> Callable[[], Condition]:
    return lambda: exists().where(
        CLAIM.c.mall_id == ORDER.c.mall_id,
        CLAIM.c.order_id == ORDER.c.order_id,
        CLAIM.c.kind == kind,
        _dated(column)(),
    )


DATES: Final[dict[str, Callable[[], Condition]]] = {
    "order_date": _dated(_O.order_date),
    "pay_date": _dated(_O.payment_date),
    "cancel_date": _dated(_O.cancel_date),
    "place_date": lambda: _any_item(_dated(ITEM.c.placed_date)()),
    "shipbegin_date": lambda: _any_item(_dated(ITEM.c.shipped_date)()),
    "shipend_date": lambda: _any_item(_dated(ITEM.c.delivered_date)()),
    "purchaseconfirmation_date": lambda: _any_item(_dated(ITEM.c.purchaseconfirmation_date)()),
    **{
        f"{label}_{name}_date": _claimed(kind, CLAIM.c[column])
        for label, kind in access_paths.CLAIM_KINDS.items()
        for name, column in access_paths.CLAIM_DATES.items()
    },
}
"""Kind of date -> condition of start and end date."""

FILTERS: Final[dict[str, Callable[[str], Condition]]] = {
    "order_id": lambda name: InList(_O.order_id, name),
    "group_no": lambda name: _O.group_no == bindparam(name),
    "buyer_name": lambda name: _O.buyer_name == bindparam(name),
    "buyer_cellphone": lambda name: InList(_O.buyer_cellphone, name),
    "buyer_phone": lambda name: InList(_O.buyer_phone, name),
    "buyer_email": lambda name: Comparable(_O.buyer_email) == bindparam(name),
    "member_id": lambda name: _O.member_id == bindparam(name),
    "member_email": lambda name: Comparable(_O.member_email) == bindparam(name),
    "receiver_name": lambda name: _any_parcel(PARCEL.c.receiver_name == bindparam(name)),
    "receiver_address": lambda name: _any_parcel(HasWords(PARCEL.c.receiver_address, name)),
    "carrier_id": lambda name: _any_parcel(PARCEL.c.carrier_id == bindparam(name)),
    "product_no": lambda name: _any_item(InList(ITEM.c.product_no, name)),
    "product_code": lambda name: _any_item(ITEM.c.product_no == bindparam(name)),
    "supplier_id": lambda name: _any_item(InList(ITEM.c.supplier_id, name)),
    "order_place_id": lambda name: InList(_O.order_place_id, name),
    "subscription": lambda name: _O.subscription == bindparam(name),
    "market_order_no": lambda name: InList(_O.market_order_no, name),
    "payment_gateway_name": lambda name: InList(_O.gateway, name),
    "first_order": lambda name: _O.first_order == bindparam(name),
    "labels": lambda name: _O.order_id.in_(_labelled(name)),
    "refund_status": lambda name: exists().where(
        REFUND.c.mall_id == ORDER.c.mall_id,
        REFUND.c.order_id == ORDER.c.order_id,
        InList(REFUND.c.status, name),
    ),
    "name_furigana": lambda name: or_(
        Contains(_O.buyer, f"buyer_{name}"), _any_parcel(Contains(PARCEL.c.receiver, name))
    ),
    "market_seller_id": lambda name: Contains(_O.detail, name),
    "market_cancel_request": lambda name: _any_item(Contains(ITEM.c.detail, name)),
    "multiple_addresses": lambda name: Contains(_O.detail, name),
    "wished_carrier_id": lambda name: ContainsAny(_O.detail, name),
    "discount_code": lambda name: _with_code(
        CODE_USE.c.discount_code_no.in_(access_paths.numbers_of_code(name))
    ),
}
"""Parameter -> condition on an order."""
ADDRESSES: Final = ("buyer_email", "member_email")
"""Filters whose values are bound as `mail_addresses.comparable` returns them."""
_NOT_FILTERS: Final = frozenset({"shop_no", "limit", "offset", "date_type", "end_date"})
_OF_DOCUMENTS: Final = ("market_seller_id", "market_cancel_request", "multiple_addresses")
"""Filters by a field of the document of an order or an item."""
Shape = tuple[tuple[str, Any], ...]


def _where(shape: Shape, led: bool) -> Condition:
    conditions: list[Condition] = [
        _O.mall_id == bindparam("mall_id"),
        _O.shop_no == bindparam("shop_no"),
    ]
    if led:
        conditions.append(InList(_O.order_id, "candidates"))
    for name, how in shape:
        if name == "start_date":
            conditions.append(DATES[how]())
        elif name == "order_status":
            conditions.append(_in_status(how))
        elif name == "payment_status":
            conditions.append(_PAID[how])
        elif name == "member_type":
            conditions.append(_MEMBER[how])
        elif name == "payment_method":
            conditions.append(or_(*(Contains(_O.methods, f"{name}_{at}") for at in range(how))))
        elif name == "discount_method":
            conditions.append(or_(*(_DISCOUNTED[each]() for each in how)))
        else:
            conditions.append(FILTERS[name](name))
    return and_(*conditions)


def _list(shape: Shape, led: bool) -> Select[*StoredRow]:
    """Walk through the shop's orders from the newest on; `led`: through `candidates` alone."""
    return (
        select(*SHOWN_ORDERS.select)
        .where(_where(shape, led))
        .order_by(_O.order_date.desc(), _O.order_id.desc())
        .limit(bindparam("limit"))
        .offset(bindparam("offset"))
    )


_LISTS: Final = StatementCache(_list)
_COUNTS: Final = StatementCache(
    lambda shape, led: select(func.count()).select_from(ORDER).where(_where(shape, led))
)


def _bound(filters: OrderFilters, country: str) -> tuple[Shape, dict[str, BoundValue]]:
    """Return the shape of the filters that were sent, and the values to bind.

    `country`: of phone numbers. Raises Invalid (422) for dates that do not go together.
    """
    _check_dates(filters)
    shape: list[tuple[str, Any]] = []
    values: dict[str, BoundValue] = {"shop_no": filters.shop_no}
    for name, value in sent_fields(filters).items():
        how: Any = True
        if name in _NOT_FILTERS:
            continue
        if name == "start_date":
            how = filters.date_type
            values["start_date"] = value
            if filters.end_date is not UNSET:
                values["end_date"] = filters.end_date
        elif name == "order_status":
            how = FINISHED.isdisjoint(value)
            values[name] = value
        elif name in ("payment_status", "member_type"):
            how = value
        elif name == "payment_method":
            how = len(value)
            for at, each in enumerate(value):
                values[f"{name}_{at}"] = f",{_CALLED.get(each, each)},"
        elif name == "discount_method":
            how = tuple(sorted(set(value)))
            values |= {f"discounted_{kind}": f",{kind}," for kind in how}
        elif name == "discount_code":
            values[name] = discount_code_key(value)
        elif name == "name_furigana":
            values[name] = in_document(name, value)
            values[f"buyer_{name}"] = in_document("names_furigana", value)
        elif name in _OF_DOCUMENTS:
            values[name] = in_document(name, value)
        elif name == "wished_carrier_id":
            values[name] = [in_document(name, str(each)) for each in value]
        elif name in ("buyer_cellphone", "buyer_phone"):
            values[name] = phone_numbers.spellings(value, country)
        elif name == "product_code":
            values[name] = codes.product_no(value)
        elif name in ADDRESSES:
            values[name] = mail_addresses.comparable(value)
        else:
            values[name] = value
        shape.append((name, how))
    return tuple(shape), values


def _check_dates(filters: OrderFilters) -> None:
    start, end = filters.start_date, filters.end_date
    if (start is UNSET) != (end is UNSET):
        missing = "start_date" if start is UNSET else "end_date"
        raise Invalid(DATES_TOGETHER, parameter=missing)
    if isinstance(start, int) and isinstance(end, int):
        if end < start:
            raise Invalid(END_BEFORE_START, parameter="end_date")
        if end - start > MOST_DAYS * _A_DAY:
            raise Invalid(AT_MOST_THREE_MONTHS, parameter="end_date")


async def page(call: Call, query: OrderQuery) -> list[Order]:
    """Return a page of orders, the newest first; sets `call.effects.more`."""
    shape, values = _bound(query, call.mall.country)
    values |= await _led(call, query, values, access_paths.LISTED)
    statement = _LISTS.of(shape, "candidates" in values)
    rows = await call.db.all(statement, limit=query.limit + 1, offset=query.offset, **values)
    call.effects.more = len(rows) > query.limit
    return [SHOWN_ORDERS.seen(row) for row in rows[: query.limit]]


async def _led(
    call: Call, filters: OrderFilters, values: dict[str, BoundValue], most: int
) -> dict[str, BoundValue]:
    """Return the candidate orders, to be bound as `candidates`, or nothing."""
    status = "" if filters.payment_status is UNSET else filters.payment_status
    discounts = [] if filters.discount_method is UNSET else filters.discount_method
    candidates = await access_paths.candidates(
        call.db,
        values,
        payment_status=status,
        date_type=filters.date_type,
        discounts=discounts,
        most=most,
    )
    return {} if candidates is None else {"candidates": candidates}


async def number(call: Call, filters: OrderFilters) -> int:
    """Return the number of orders."""
    shape, values = _bound(filters, call.mall.country)
    values |= await _led(call, filters, values, access_paths.COUNTED)
    row = await call.db.one(_COUNTS.of(shape, "candidates" in values), **values)
    assert row is not None
    total: int = row[0]
    return total
