"""SQL of cash receipts."""

from typing import Final

from msgspec.structs import asdict
from sqlalchemy import Index, Select, bindparam, insert, select, update

from openmall.commerce.order.billing.cashreceipts.shape import Receipt, ReceiptPath, ReceiptsQuery
from openmall.commerce.order.orders.shape import Order
from openmall.commerce.order.orders.tables import ORDER, ORDERS
from openmall.contract.call import Call
from openmall.contract.change import sent_fields
from openmall.contract.errors import NotFound
from openmall.contract.refusal import Phrase
from openmall.contract.refusals import DOES_NOT_EXIST
from openmall.database.policies import WITH_MALL, blank, rows_of_order
from openmall.database.schema import number, shop_table, text
from openmall.database.session import Row
from openmall.database.statements import InList, Statement, StatementCache
from openmall.database.undo_policies import ORDERS_CHANGED
from openmall.database.values import StoredRow

RECEIPT: Final = shop_table(
    "cash_receipt",
    number("shop_no"),
    number("cashreceipt_no"),
    text("order_id"),
    text("type"),
    text("company_registration_no", null=True),
    text("cellphone"),
    text("approval_no"),
    text("status"),
    number("request_date"),
    number("tax_amount"),
    number("tax_free_amount"),
    number("vat"),
    backup=WITH_MALL,
    undo=ORDERS_CHANGED,
    personal_data=rows_of_order(blank("company_registration_no", "cellphone")),
    key=("cashreceipt_no",),
)
"""Amounts in hundredths, as they were when the receipt was requested."""

Index("ix_cash_receipt_date", RECEIPT.c.mall_id, RECEIPT.c.shop_no, RECEIPT.c.request_date)
Index("ix_cash_receipt_order", RECEIPT.c.mall_id, RECEIPT.c.order_id)


_R: Final = RECEIPT.c
_COLUMNS: Final = tuple(_R[name] for name in Receipt.__struct_fields__)
_HERE: Final = (_R.mall_id == bindparam("mall_id"), _R.shop_no == bindparam("shop_no"))
_ONE: Final = (
    *_HERE,
    _R.cashreceipt_no == bindparam("cashreceipt_no"),
    _R.order_id == bindparam("order_id"),
)
_GET: Final = Statement(select(*_COLUMNS).where(*_ONE).with_for_update())
_OF_ORDER: Final = Statement(select(_R.status).where(*_HERE, _R.order_id == bindparam("order_id")))
_ADD: Final = Statement(insert(RECEIPT).values({c.name: bindparam(c.name) for c in _R}))
_SET: Final = Statement(
    update(RECEIPT)
    .where(*_ONE)
    .values(
        {
            name: bindparam(name)
            for name in ("type", "company_registration_no", "cellphone", "status")
        }
    )
)
_FILTERS: Final = {
    "order_id": InList(_R.order_id, "order_id"),
    "approval_no": _R.approval_no == bindparam("approval_no"),
    "name": ORDER.c.buyer_name == bindparam("name"),
    "member_id": ORDER.c.member_id == bindparam("member_id"),
    "status": _R.status == bindparam("status"),
}


def _list(filters: tuple[str, ...]) -> Select[*StoredRow]:
    return (
        select(*ORDERS.select, ORDER.c.buyer_name, *_COLUMNS)
        .join(RECEIPT, (_R.mall_id == ORDER.c.mall_id) & (_R.order_id == ORDER.c.order_id))
        .where(
            *_HERE,
            _R.request_date >= bindparam("start_date"),
            _R.request_date <= bindparam("end_date"),
            *(_FILTERS[name] for name in filters),
        )
        .order_by(_R.cashreceipt_no.desc())
        .limit(bindparam("limit"))
        .offset(bindparam("offset"))
    )


_LISTS: Final = StatementCache(_list)


def _made(row: Row) -> Receipt:
    return Receipt(**dict(zip(Receipt.__struct_fields__, row, strict=True)))


async def page(call: Call, query: ReceiptsQuery) -> list[tuple[Order, str, Receipt]]:
    """Return orders with the buyer's name and a receipt, the newest receipt first."""
    values = sent_fields(query)
    shape = tuple(name for name in _FILTERS if values.get(name, "all") != "all")
    values["limit"] = query.limit + 1
    rows = await call.db.all(_LISTS.of(shape), **values)
    call.effects.more = len(rows) > query.limit
    own = len(ORDERS.select)
    return [(ORDERS.read(row), row[own], _made(row[own + 1 :])) for row in rows[: query.limit]]


async def find(call: Call, params: ReceiptPath) -> Receipt:
    """Return a receipt of an order, locked. Raises NotFound (404)."""
    row = await call.db.one(
        _GET,
        shop_no=call.shop_no,
        cashreceipt_no=params.cashreceipt_no,
        order_id=params.order_id,
    )
    if row is None:
        raise NotFound(DOES_NOT_EXIST, parameter="cashreceipt_no", resource=Phrase("cashreceipt"))
    return _made(row)


async def statuses(call: Call, order_id: str) -> set[str]:
    """Return the states of an order's receipts."""
    rows = await call.db.all(_OF_ORDER, shop_no=call.shop_no, order_id=order_id)
    return {status for (status,) in rows}


async def add(call: Call, receipt: Receipt) -> None:
    """Add a receipt."""
    await call.db.run(_ADD, **asdict(receipt))


async def change(call: Call, receipt: Receipt) -> None:
    """Write the new state of a receipt."""
    await call.db.run(_SET, **asdict(receipt))
