"""Sale prices of imported products, which a file gives with their period.

A row has `sale_price` and, where the sale has them, `sale_start_date` and `sale_end_date`. One sale
price holds for the product: its variants keep their additional amounts. Where several rows have
one, each is that of its variant; a row without one is not reduced. A sale price as high as the
price says that there is no sale.
"""

import re
from collections.abc import Mapping, Sequence
from decimal import Decimal
from typing import Any, Final, Protocol

from msgspec import UNSET
from msgspec.structs import replace

from openmall.commerce.product.product_service import bulk_store as product_bulk_store
from openmall.commerce.product.product_service.bulk_shape import (
    BulkProduct,
    BulkVariant,
    Outcome,
    Refusal,
)
from openmall.commerce.promotion.benefits import sale_prices
from openmall.commerce.promotion.benefits import store as benefit_store
from openmall.commerce.promotion.benefits.sale_prices import SalePrice, SoldProduct
from openmall.contract import currency_units, moments
from openmall.contract.call import Call
from openmall.contract.errors import Invalid
from openmall.contract.journal import batch as journal_batch
from openmall.contract.moments import moment
from openmall.contract.money import ZERO, rounded, smallest_unit
from openmall.contract.refusal import Cause, RefusedValue, cause
from openmall.contract.refusals import END_BEFORE_START, MISSING, NO_DECIMAL, NO_MOMENT
from openmall.transfer.imports.columns import SALE
from openmall.transfer.imports.refusals import (
    SALE_DIFFERS_BY_VARIANT,
    SALE_PRICE_ABOVE_PRICE,
    TOO_MANY_SALES,
)
from openmall.transfer.imports.rows import Row, RowFault

PRICE, START, END = SALE
_NO_SALE: Final = SalePrice(sale=None)
_AMOUNT: Final = re.compile(r"\d{1,12}(\.\d{1,4})?")


class ReadyProduct(Protocol):
    """A product of the file that is to be written."""

    @property
    def product(self) -> BulkProduct: ...

    @property
    def sale(self) -> SalePrice | None: ...


def sale_of(
    rows: Sequence[Row],
    product: Mapping[str, Any],
    variants: Sequence[BulkVariant],
    currency: str,
) -> SalePrice | None:
    """Return the sale price that rows give their product; None: they say nothing about one.

    `product`: its fields; `variants`: those of the rows with options, in their order. Raises
    Invalid for a sale price above the price, and for a period that is none.
    """
    start, end = _moment(rows, START), _moment(rows, END, end=True)
    if not any(PRICE in row.fields for row in rows):
        if start is not None or end is not None:
            raise Invalid(MISSING, parameter=PRICE)
        return None
    price = product.get("price", UNSET)
    if not isinstance(price, Decimal):
        raise Invalid(MISSING, parameter="price")
    if start is not None and end is not None and end < start:
        raise Invalid(END_BEFORE_START, parameter=END)
    # Amounts of variants in the order of their rows; a row without options adds nothing.
    more = iter([each.additional_amount for each in variants if each.choice])
    prices: list[Decimal] = []
    given: list[Decimal | None] = []
    of_all: Decimal | None = None
    for row in rows:
        lower = _amount(row, currency)
        if row.choice or len(rows) == 1:
            extra = next(more, UNSET)
            prices.append(rounded(price if extra is UNSET else price + extra))
            given.append(None if lower is None else _off(prices[-1], lower))
        elif lower is not None and of_all is None:
            of_all = _off(price, lower)
    several = [each for each in given if each is not None]
    # One sale price alone is that of the product, with several each is of its variant.
    if of_all is None:
        of_all = several[0] if len(several) == 1 else ZERO
    off = [of_all if each is None else each for each in given]
    if not any(off):
        return _NO_SALE
    pairs = [(each, each - amount) for each, amount in zip(prices, off, strict=True)]
    sale = sale_prices.exact_discount(pairs, smallest_unit(currency))
    if sale is None:
        raise Invalid(SALE_DIFFERS_BY_VARIANT, parameter=PRICE)
    return SalePrice(sale=sale, start=start, end=end)


def _off(price: Decimal, lower: Decimal) -> Decimal:
    if lower > price:
        raise Invalid(SALE_PRICE_ABOVE_PRICE, parameter=PRICE)
    return price - lower


def _amount(row: Row, currency: str) -> Decimal | None:
    """Return the sale price of a row. Raises RowFault for what is none."""
    text = str(row.fields.get(PRICE, ""))
    if not text:
        return None
    if not _AMOUNT.fullmatch(text):
        raise RowFault(row.line, PRICE, cause(NO_DECIMAL))
    try:
        currency_units.require_units(Decimal(text), currency, PRICE)
    except Invalid as error:
        raise RowFault(row.line, PRICE, Cause(error.reason)) from None
    return Decimal(text)


def _moment(rows: Sequence[Row], name: str, *, end: bool = False) -> int | None:
    text = next((str(row.fields[name]) for row in rows if name in row.fields), "")
    if not text:
        return None
    try:
        return moments.read(text, end=end)
    except RefusedValue:
        raise Invalid(NO_MOMENT, parameter=name) from None


class Sales:
    """Writes the sale prices of the products of a batch."""

    def __init__(self) -> None:
        self._planned = 0
        """Sale prices that a dry run would have added."""

    async def beyond_room(
        self, call: Call, products: Sequence[ReadyProduct], *, by_product_code: bool
    ) -> list[Refusal]:
        """Return the refusals of products for whose sale price the shop has no room left."""
        wanted = [e for e in products if e.sale is not None and e.sale.sale is not None]
        if not wanted:
            return []
        benefits = await benefit_store.in_use(call.db, call.shop_no)
        room = sale_prices.MOST - len(benefits) - self._planned
        if len(wanted) <= room:
            return []
        codes = [each.product.code for each in wanted]
        found = await product_bulk_store.find(call.db, codes, by_product_code=by_product_code)
        on_sale = sale_prices.of_products(benefits)
        numbers = {
            code: next(iter(each.here.values()))[0].product_no for code, each in found.items()
        }
        new = [code for code in codes if numbers.get(code) not in on_sale]
        refusal = Invalid(TOO_MANY_SALES, parameter=PRICE, most=sale_prices.MOST)
        return [Refusal(code, PRICE, Cause(refusal.reason)) for code in new[max(room, 0) :]]

    async def write(
        self, call: Call, products: Sequence[ReadyProduct], outcome: Outcome
    ) -> Outcome:
        """Write the sale prices of products that were written; return what became of them.

        In a dry run nothing is written.
        """
        wanted = [e for e in products if e.sale and e.product.code in outcome.outcomes]
        if not wanted:
            return outcome
        now = moment(call.clock.now())
        found = sale_prices.of_products(await benefit_store.in_use(call.db, call.shop_no))
        outcomes, changed, written = dict(outcome.outcomes), 0, 0
        for each in wanted:
            code = each.product.code
            number, sale = outcome.product_nos.get(code, 0), each.sale
            here = found.get(number)
            if sale is None or not sale_prices.is_change(sale, here, now):
                continue
            written += 1
            if outcomes[code] == "unchanged":
                outcomes[code], changed = "changed", changed + 1
            if call.dry_run:
                self._planned += here is None
                continue
            name = str(each.product.texts.get(call.shop_no, {}).get("product_name") or code)
            product = SoldProduct(shop_no=call.shop_no, product_no=number, name=name)
            await sale_prices.write(sale_prices.within(call), product, sale, here, now=now)
        if written and not call.dry_run:
            await journal_batch.publish(call.db, call.clock, call.effects.events)
            content = f"{written} sale prices"
            await journal_batch.write_activity(
                call.db, call.clock, "products", "Import products", content
            )
        return replace(
            outcome,
            updated=outcome.updated + changed,
            unchanged=outcome.unchanged - changed,
            outcomes=outcomes,
        )
