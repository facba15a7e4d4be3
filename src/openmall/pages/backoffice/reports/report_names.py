"""Names and links of what a report has by number: products, orders, pages of the shop."""

import re
from typing import Final
from urllib.parse import quote

from msgspec import Struct

from openmall.commerce.store.backoffice_menu import pages as menu_pages
from openmall.pages.backoffice.reports.definitions import ReportDefinition
from openmall.pages.backoffice.reports.report_rows import ReportContext, Row

_PRODUCT_PAGE: Final = re.compile(r"/products/([1-9][0-9]{0,8})(?![0-9])")
_PRODUCT_PARAMETER: Final = re.compile(
    r"/product/detail\.html\?(?:.*&)?product_no=([1-9][0-9]{0,8})"
)
_PATH: Final = re.compile(r"/(?![/\\])[^\s]{0,2000}")
_AT_ONCE: Final = 100


class Names(Struct, frozen=True, kw_only=True):
    """The names of the products that rows mention."""

    products: dict[int, str] = {}
    shop_no: int = 1

    def name(self, column: str, row: Row, text: str) -> str:
        """Return what to show instead of a value; empty: the value itself."""
        number = _product_of(column, row)
        known = self.products.get(number) if number is not None else None
        if known is None or column == "product_name":
            return ""
        if column == "url":
            return f"{known} ({text})"
        return known if column == "product_no" and "product_name" not in row else ""

    def address(self, column: str, row: Row) -> str:
        """Return the address of what a value names; empty: there is none."""
        value = row[column]
        if value is None or value == "":
            return ""
        query = f"?shop_no={self.shop_no}" if self.shop_no != 1 else ""
        if column in ("product_no", "product_name", "variants_code"):
            number = _product_of(column, row)
            if number is None or number not in self.products:
                return ""
            return f"{menu_pages.PRODUCTS.path}/{number}{query}"
        if column == "order_id":
            return f"{menu_pages.ORDERS.path}/{quote(str(value))}{query}"
        if column == "url" and _PATH.fullmatch(str(value)):
            return str(value)
        return ""


NO_NAMES: Final = Names()


def _product_of(column: str, row: Row) -> int | None:
    if column in ("product_no", "product_name", "variants_code"):
        number = row.get("product_no")
        return int(number) if number and str(number).isdigit() else None
    if column == "url":
        url = str(row["url"])
        found = _PRODUCT_PAGE.match(url) or _PRODUCT_PARAMETER.match(url)
        return int(found[1]) if found else None
    return None


async def find_names(
    context: ReportContext, definition: ReportDefinition, rows: list[Row], shop_no: int
) -> Names:
    """Return the names of the products of a page of rows, read at most 100 in a call."""
    columns = [each.name for each in definition.columns if not each.counted]
    numbers = sorted(
        {
            number
            for row in rows
            for column in columns
            if (number := _product_of(column, row)) is not None
        }
    )
    products: dict[int, str] = {}
    for at in range(0, len(numbers), _AT_ONCE):
        some = numbers[at : at + _AT_ONCE]
        parameters = {"product_no": some, "shop_no": shop_no, "limit": _AT_ONCE}
        for each in (await context.call("products", parameters)).content:
            products[each["product_no"]] = each["product_name"]
    return Names(products=products, shop_no=shop_no)
