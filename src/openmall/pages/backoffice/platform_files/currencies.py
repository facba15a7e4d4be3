"""In which currency the prices of a file of another platform are.

Neither Shopify nor WooCommerce nor Cafe24 writes it into a file of products; plugins add a column.
"""

from typing import Final

from openmall.contract.errors import Invalid
from openmall.pages.backoffice.platform_files import notes
from openmall.pages.backoffice.platform_files.notes import Notes
from openmall.pages.backoffice.platform_files.sheet import Sheet
from openmall.pages.backoffice.refusals import FILE_OF_OTHER_CURRENCY

_COLUMNS: Final = frozenset(
    {
        "currency", "currency code", "price currency", "variant currency", "variant price currency",
        "meta: _currency", "통화", "화폐", "화폐단위", "판매가통화", "通貨",
    }
)  # fmt: skip
"""Headings of columns that name a currency, in small letters."""


def note(sheet: Sheet, found: Notes, currency: str) -> None:
    """Note as what the prices are read. Raises Invalid (422) where the file says another currency.

    `currency`: that of the shop.
    """
    columns = [name for name in sheet.columns if name.lower() in _COLUMNS]
    sheet.read.update(columns)
    named = False
    for row in sheet.rows() if columns else ():
        for text in (row.text(name) for name in columns):
            if text and text.upper() != currency:
                raise Invalid(
                    FILE_OF_OTHER_CURRENCY,
                    parameter="file",
                    line=row.line,
                    text=text[:20],
                    currency=currency,
                )
            named = named or bool(text)
    found.add(notes.PRICES_SAID if named else notes.PRICES_READ, currency)
