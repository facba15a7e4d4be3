"""Prices of WooCommerce: the regular one, and the sale price with its period.

A sale that neither begins later nor ends is the price today, and the regular one is the former
price. One with a period becomes the sale price of the product for that period, where one discount
leads to the sale price of each variation.
"""

from collections.abc import Sequence
from typing import Final

from msgspec import Struct

from openmall.commerce.promotion.benefits import sale_prices
from openmall.contract.money import smallest_unit
from openmall.pages.backoffice.platform_files import notes, woocommerce_cells
from openmall.pages.backoffice.platform_files.notes import Notes
from openmall.pages.backoffice.platform_files.product_lines import Line
from openmall.pages.backoffice.platform_files.sheet import Cells, Sheet

_SALE: Final = "Sale price"


class Price(Struct, frozen=True):
    """What a simple product or a variation costs."""

    price: str
    """Outside of a sale with a period; empty: there is none."""
    former: str = ""
    """The regular price, where the price is lower without an end."""
    sale: str = ""
    """The price during the period; empty: there is none."""
    start: str = ""
    """Of the sale, as `2026-11-28 00:00:00`; empty: it has begun."""
    end: str = ""
    """The last second of the sale; empty: it does not end."""


class Prices:
    """The prices of the rows of a file."""

    def __init__(self, sheet: Sheet, found: Notes, now: str, currency: str) -> None:
        """`now`: local time, as `2026-11-28 12:00:00`."""
        self._found, self._now = found, now
        self._unit = smallest_unit(currency or "KRW")
        self._known: dict[int, Price] = {}
        self._has_sales = _SALE in sheet.columns
        self._carried = 0

    def of(self, name: str, row: Cells) -> Price:
        """Return the price of a row. `name`: of its variation in a note."""
        if row.line not in self._known:
            self._known[row.line] = self._read(name, row)
        return self._known[row.line]

    def _read(self, name: str, row: Cells) -> Price:
        regular, sale = row.amount("Regular price"), row.amount(_SALE)
        if not regular or not sale:
            return Price(regular)
        if not woocommerce_cells.is_lower(sale, regular):
            if woocommerce_cells.is_lower(regular, sale):
                self._found.add(notes.SALE_NOT_LOWER, f"{name}: {regular}, {sale}")
            return Price(regular)
        starts, ends = row.text("Date sale price starts"), row.text("Date sale price ends")
        if not starts and not ends:
            return Price(sale, regular)
        first = woocommerce_cells.moment(starts, "00:00:00")
        last = woocommerce_cells.moment(ends, "23:59:59")
        sold = f"{name}: {sale} ({starts or '…'} – {ends or '…'})"
        if first is None or last is None or (last and last < first):
            self._found.add(notes.SALE_UNDATED, sold)
        elif last and last < self._now:
            self._found.add(notes.SALE_OVER, sold)
        elif not last and first <= self._now:
            return Price(sale, regular)
        else:
            return Price(regular, "", sale, first, last)
        return Price(regular)

    def former(self, code: str, prices: Sequence[Price]) -> str:
        """Return the former price of a product: that of its cheapest variation."""
        cheapest = min(prices, key=lambda each: woocommerce_cells.number(each.price))
        off = {
            woocommerce_cells.number(each.former) - woocommerce_cells.number(each.price)
            if each.former
            else 0
            for each in prices
        }
        if len(off) > 1:
            self._found.add(notes.FORMER_PRICES, code)
        higher = woocommerce_cells.number(cheapest.former) > woocommerce_cells.number(
            cheapest.price
        )
        return cheapest.former if higher else ""

    def sale(self, code: str, named: Sequence[tuple[str, Price]]) -> list[Line]:
        """Return the sale fields of each line of a product. `named`: name and price of each."""
        prices = [price for _, price in named]
        if not any(each.sale for each in prices):
            # a sale price as high as the price takes an earlier one back
            return [{"sale_price": each.price} if self._has_sales else {} for each in prices]
        if self._is_exact(prices) and self._carried < sale_prices.MOST:
            self._carried += 1
            for name, each in dict(named).items():
                self._found.add(notes.SALE_CARRIED, _said(name, each))
            period = {"sale_start_date": prices[0].start, "sale_end_date": prices[0].end}
            return [{"sale_price": each.sale, **period} for each in prices]
        for name, each in dict(named).items():
            if each.sale:
                self._found.add(notes.SALE_NOT_CARRIED, _said(name, each))
        return [{"sale_price": each.price} for each in prices]

    def _is_exact(self, prices: Sequence[Price]) -> bool:
        """Return whether one discount in one period leads to all sale prices."""
        if len({(each.start, each.end) for each in prices}) > 1:
            return False
        read = woocommerce_cells.number
        pairs = [(read(each.price), read(each.sale or each.price)) for each in prices]
        return sale_prices.exact_discount(pairs, self._unit) is not None


def _said(name: str, price: Price) -> str:
    return f"{name}: {price.price} → {price.sale} ({price.start or '…'} – {price.end or '…'})"
