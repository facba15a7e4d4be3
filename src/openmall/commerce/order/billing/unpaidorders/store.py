"""SQL of payments that are awaited by bank transfer."""

from typing import Final

from sqlalchemy import Column, ColumnElement, Select, and_, bindparam, or_, select
from sqlalchemy.sql.base import ReadOnlyColumnCollection

from openmall.commerce.order.billing.payment_ledger.store import PAYMENT
from openmall.commerce.order.orders.tables import ITEM, ORDER
from openmall.contract.call import Call
from openmall.database.schema import fixed_code
from openmall.database.session import Row
from openmall.database.statements import InList, Statement, StatementCache, by_index
from openmall.database.values import StoredRow, StoredValue

_O: Final = ORDER.c
_I: Final = ITEM.c
_P: Final = PAYMENT.c
_UNPAID: Final = fixed_code("N00")


def _of_unpaid_items(
    table: ReadOnlyColumnCollection[str, Column[StoredValue]],
) -> ColumnElement[bool]:
    return and_(table.mall_id == bindparam("mall_id"), table.order_status == _UNPAID)


def _page(methods: tuple[str, ...], settle_type: str, newest_first: bool) -> Select[*StoredRow]:
    """Walk through the items that await payment, and return each order at its first such item."""
    earlier = ITEM.alias("earlier")
    first = (
        select(earlier.c.item_no)
        .where(
            _of_unpaid_items(earlier.c),
            earlier.c.order_id == _I.order_id,
            earlier.c.item_no < _I.item_no,
        )
        .exists()
    )
    conditions = [
        _of_unpaid_items(_I),
        _I.shop_no == bindparam("shop_no"),
        _I.ordered_date.between(bindparam("start_date"), bindparam("end_date")),
        ~first,
        or_(*(_O.methods.contains(f",{method},") for method in methods)),
        _P.payment_datetime.is_(None),
    ]
    if settle_type:
        conditions.append(_P.payment_settle_type == settle_type)
    else:
        conditions.append(_P.payment_settle_type != "P")
    keys = (_I.ordered_date, _I.order_id)
    return (
        select(_I.order_id, _O.buyer_name, _P.payment_no, _P.payment_settle_type, _P.order_amount)
        .select_from(
            ITEM.join(ORDER, and_(_O.mall_id == _I.mall_id, _O.order_id == _I.order_id)).join(
                PAYMENT, and_(_P.mall_id == _I.mall_id, _P.order_id == _I.order_id)
            )
        )
        .with_hint(ITEM, *by_index("ix_order_item_status"))
        .where(*conditions)
        .order_by(*(key.desc() if newest_first else key for key in keys), _P.payment_no)
        .limit(bindparam("limit"))
        .offset(bindparam("offset"))
    )


_PAGES: Final = StatementCache(_page)
_ITEMS: Final = Statement(
    select(_I.order_id, _I.item_no)
    .where(_of_unpaid_items(_I), InList(_I.order_id, "order_ids"))
    .order_by(_I.order_id, _I.item_no)
)


async def page(
    call: Call, methods: tuple[str, ...], settle_type: str, *, newest_first: bool, **values: int
) -> list[Row]:
    """Return a page of awaited payments: (order, buyer, number, kind, hundredths).

    `settle_type`: O first payment, R additional payment; empty: both. `values`: start_date,
    end_date, limit and offset.
    """
    statement = _PAGES.of(methods, settle_type, newest_first)
    return await call.db.all(statement, shop_no=call.shop_no, **values)


async def items(call: Call, order_ids: list[str]) -> dict[str, list[int]]:
    """Return the numbers of the items that await payment, by order."""
    found: dict[str, list[int]] = {order_id: [] for order_id in order_ids}
    for order_id, item_no in await call.db.all(_ITEMS, order_ids=order_ids):
        found[order_id].append(item_no)
    return found
