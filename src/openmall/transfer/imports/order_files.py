"""Reads transaction files of other shops as orders, one function for each format.

A row is a line of an order. Times without an offset are read at +09:00, as everywhere. Rows that
tell of no sale (nothing was sold, or nothing could cost that) are left out, each with its reason.
"""

import re
from collections.abc import Callable, Iterable, Iterator
from decimal import ROUND_CEILING, Decimal, InvalidOperation
from typing import Any, Final, Literal

import msgspec
from msgspec import Struct

from openmall.contract import moments, validation
from openmall.contract.money import ZERO, rounded
from openmall.contract.refusal import Cause, Phrase, RefusedValue, cause
from openmall.contract.refusals import (
    EXPECTED_TYPE,
    MISSING,
    NO_AMOUNT,
    NO_SUCH_COLUMN,
    NUL_CHARACTER,
    TOO_MANY_DECIMAL_PLACES,
)
from openmall.transfer.imports import code_columns, refusals
from openmall.transfer.imports.records import MOST_TOGETHER, BrokenFile, CannotRead, Record
from openmall.transfer.imports.rows import RowError

Writing = Literal["online-retail", "completejourney", "jsonl"]
WRITINGS: Final = ("auto", "online-retail", "completejourney", "jsonl")
_LARGEST: Final = 1_000_000
_LONGEST: Final = 40
"""Characters of a code."""
_MEMBER: Final = re.compile(r"[a-z0-9][a-z0-9_-]{3,19}")
_CENT: Final = Decimal("0.01")


class SoldLine(Struct, frozen=True, kw_only=True):
    """A line of an order; discounts are of all its units."""

    line: int
    code: str
    """Of the product, as its `custom_product_code`."""
    name: str
    quantity: int
    price: Decimal
    """Of one unit."""
    discount: Decimal = ZERO
    coupon: Decimal = ZERO


class Sale(Struct, frozen=True, kw_only=True):
    """An order as a file has it, or with `cancels` units that came back."""

    line: int
    source_no: str
    at: int
    member_id: str
    country: str = ""
    lines: list[SoldLine]
    cancels: bool = False
    errors: list[RowError] = []
    """Of lines that were left out; nothing is left when `lines` is empty."""


class _Wrong(Exception):
    def __init__(self, field: str, reason: Cause) -> None:
        super().__init__(reason)
        self.field, self.reason = field, reason


def writing_of(columns: Iterable[str], *, jsonl: bool) -> Writing:
    """Return a file's format by the names of its columns. Raises CannotRead."""
    names = set(columns)
    if jsonl:
        return "jsonl"
    for writing, (_, needed) in _READERS.items():
        if needed <= names:
            return writing
    raise CannotRead(cause(refusals.NOT_A_FILE_OF_ORDERS))


def require(writing: Writing, columns: Iterable[str]) -> None:
    """Raise CannotRead when a file lacks a column of its kind."""
    missing = _READERS[writing][1] - set(columns) if writing in _READERS else set()
    if missing:
        raise CannotRead(cause(NO_SUCH_COLUMN, column=min(missing)))


def sales(records: Iterable[Record], writing: Writing) -> Iterator[Sale]:
    """Return the orders of a file; the rows of an order are adjacent, later ones are another's."""
    records = map(code_columns.intact_record, records)
    if writing == "jsonl":
        yield from map(_object, records)
        return
    read, _ = _READERS[writing]
    number = _NUMBERS[writing]
    group: list[Record] = []
    for record in records:
        here = str(record.values.get(number, ""))
        if group and here != str(group[0].values.get(number, "")):
            yield _sale(group, number, read)
            group = []
        if len(group) >= MOST_TOGETHER:
            most = cause(refusals.TOO_MANY_ROWS_TOGETHER, most=MOST_TOGETHER)
            raise BrokenFile(record.line, most)
        group.append(record)
    if group:
        yield _sale(group, number, read)


Line = tuple[int, str, str, bool, SoldLine]
"""When, who, from where, whether it came back, and what."""
Read = Callable[[Record], Line]


def _sale(group: list[Record], number: str, read: Read) -> Sale:
    first, source_no = group[0], str(group[0].values.get(number, "")).strip()
    lines: list[Line] = []
    errors = []
    for record in group:
        try:
            if record.error:
                raise _Wrong(record.column, record.error)
            if not source_no:
                raise _Wrong(number, cause(MISSING))
            lines.append(read(record))
        except _Wrong as wrong:
            errors.append(RowError(record.line, wrong.field, wrong.reason, source_no))
    if not lines:
        at, member_id, country, cancels = 0, "", "", False
    else:
        at, member_id, country, cancels, _ = lines[0]
    return Sale(
        line=first.line,
        source_no=source_no,
        at=at,
        member_id=member_id,
        country=country,
        lines=[each[-1] for each in lines],
        cancels=cancels,
        errors=errors,
    )


def _online_retail(record: Record) -> Line:
    """Read a row of "Online Retail" (UCI): invoices; those with a C are returns."""
    values = record.values
    number, customer = values["InvoiceNo"].strip(), values["CustomerID"].strip()
    quantity = _integer("Quantity", values["Quantity"])
    price = _amount("UnitPrice", values["UnitPrice"])
    cancels = number.startswith("C")
    if cancels:
        quantity = -quantity
    _require_sold("Quantity", quantity)
    code = values["StockCode"].strip()
    line = SoldLine(
        line=record.line,
        code=_text("StockCode", code),
        name=values["Description"].strip() or code,
        quantity=quantity,
        price=price,
    )
    at = _time("InvoiceDate", values["InvoiceDate"])
    return (
        at,
        _member("CustomerID", customer),
        values["Country"].strip(),
        cancels,
        line,
    )


def _journey(record: Record) -> Line:
    """Read a row of "The Complete Journey" (84.51): baskets of households.

    `sales_value` is what the shop gets; what the household pays is that less `coupon_disc`, which
    the maker of the goods pays. A price that is no whole number of hundredths for a unit is
    rounded up, and what that adds is taken off again.
    """
    values = record.values
    quantity = _integer("quantity", values["quantity"])
    _require_sold("quantity", quantity)
    paid, off, coupon, match = (
        _amount(name, values[name])
        for name in ("sales_value", "retail_disc", "coupon_disc", "coupon_match_disc")
    )
    full = paid + off + match
    price = (full / quantity).quantize(_CENT, rounding=ROUND_CEILING)
    if coupon > paid:
        raise _Wrong("coupon_disc", cause(refusals.COUPON_ABOVE_AMOUNT))
    code = _text("product_id", values["product_id"].strip())
    line = SoldLine(
        line=record.line,
        code=code,
        name=f"Product {code}",
        quantity=quantity,
        price=price,
        discount=off + price * quantity - full,
        coupon=coupon + match,
    )
    household = _member("household_id", f"household-{values['household_id'].strip()}")
    at = _time("transaction_timestamp", values["transaction_timestamp"])
    return at, household, "", False, line


_READERS: Final[dict[Writing, tuple[Read, set[str]]]] = {
    "online-retail": (
        _online_retail,
        {
            "InvoiceNo", "StockCode", "Description", "Quantity", "InvoiceDate", "UnitPrice",
            "CustomerID", "Country",
        },
    ),
    "completejourney": (
        _journey,
        {
            "household_id", "basket_id", "product_id", "quantity", "sales_value", "retail_disc",
            "coupon_disc", "coupon_match_disc", "transaction_timestamp",
        },
    ),
}  # fmt: skip
_NUMBERS: Final = {"online-retail": "InvoiceNo", "completejourney": "basket_id"}


class _JsonLine(Struct, forbid_unknown_fields=True):
    code: str
    quantity: int
    price: Decimal
    name: str = ""
    discount: Decimal = ZERO
    coupon: Decimal = ZERO


class _JsonOrder(Struct, forbid_unknown_fields=True):
    """An order of a file of JSON lines, one on each."""

    order_no: str
    ordered_at: str
    items: list[_JsonLine]
    member_id: str = ""
    country: str = ""
    cancels: bool = False


def _object(record: Record) -> Sale:
    lines: list[SoldLine] = []
    errors: list[RowError] = []
    order = _JsonOrder(order_no=str(record.values.get("order_no", "")), ordered_at="", items=[])
    at = 0
    try:
        if record.error:
            raise _Wrong(record.column, record.error)
        try:
            order = msgspec.convert(record.values, _JsonOrder, strict=False)
        except msgspec.ValidationError as error:
            refused = validation.invalid(error, _JsonOrder)
            raise _Wrong(refused.parameter or "", Cause(refused.reason)) from None
        _text("order_no", order.order_no)
        _member("member_id", order.member_id)
        at = _time("ordered_at", order.ordered_at)
        for each in order.items:
            _require_sold("quantity", each.quantity)
            if each.discount + each.coupon > each.price * each.quantity:
                raise _Wrong("discount", cause(refusals.DISCOUNT_ABOVE_AMOUNT))
            lines.append(
                SoldLine(
                    line=record.line,
                    code=_text("code", each.code),
                    name=each.name or each.code,
                    quantity=each.quantity,
                    price=_exact("price", each.price),
                    discount=_exact("discount", each.discount),
                    coupon=_exact("coupon", each.coupon),
                )
            )
        if not lines:
            raise _Wrong("items", cause(refusals.ORDER_WITHOUT_ITEMS))
    except _Wrong as wrong:
        lines = []
        errors = [RowError(record.line, wrong.field, wrong.reason, order.order_no)]
    return Sale(
        line=record.line,
        source_no=order.order_no,
        at=at,
        member_id=order.member_id,
        country=order.country,
        lines=lines,
        cancels=order.cancels,
        errors=errors,
    )


def _text(field: str, value: str) -> str:
    if not value or len(value) > _LONGEST:
        raise _Wrong(field, cause(refusals.CODE_LENGTH_REFUSED, most=_LONGEST))
    if "\x00" in value:
        raise _Wrong(field, cause(NUL_CHARACTER))
    return value


def _member(field: str, name: str) -> str:
    if name and not _MEMBER.fullmatch(name):
        raise _Wrong(field, cause(refusals.NOT_A_MEMBER_ID))
    return name


def _integer(field: str, text: str) -> int:
    try:
        return int(text)
    except ValueError:
        raise _Wrong(field, cause(EXPECTED_TYPE, expected=Phrase("integer"))) from None


def _require_sold(field: str, quantity: int) -> None:
    if quantity < 1:
        raise _Wrong(field, cause(refusals.NO_UNITS_SOLD))
    if quantity > _LARGEST:
        raise _Wrong(field, cause(refusals.TOO_MANY_UNITS_SOLD, most=_LARGEST))


def _amount(field: str, text: str) -> Decimal:
    try:
        amount = Decimal(text)
    except InvalidOperation:
        raise _Wrong(field, cause(NO_AMOUNT)) from None
    return _exact(field, amount)


def _exact(field: str, amount: Decimal) -> Decimal:
    if not amount.is_finite() or not 0 <= amount <= 2_147_483_647:
        raise _Wrong(field, cause(refusals.NOT_A_PRICE))
    if rounded(amount) != amount:
        raise _Wrong(field, cause(TOO_MANY_DECIMAL_PLACES, most=2))
    return rounded(amount)


def _time(field: str, text: Any) -> int:
    try:
        return moments.read(str(text).strip())
    except RefusedValue as error:
        raise _Wrong(field, Cause(error.reason)) from None
