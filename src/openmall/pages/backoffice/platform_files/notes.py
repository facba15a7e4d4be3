"""What an import does not carry over of a file of another platform, or carries over otherwise.

A plan shows these notes before anything is written: a message, how many rows or products it is
about, and which.
"""

from typing import Final

from openmall.contract.json_values import Encodable
from openmall.http.web.languages import marked

MOST_NAMED: Final = 100
"""Codes that a note names; it counts all."""
_LONGEST: Final = 200

PRICES_READ: Final = marked("Prices are read in the currency of this shop: the file names none")
PRICES_SAID: Final = marked("Prices are in the currency of this shop, as the file says")
UNREAD: Final = marked("Columns that are not carried over, with the number of rows that fill them")
HIDDEN: Final = marked("Imported hidden and not for sale: it was not on sale there")
UNLISTED: Final = marked("Imported without being displayed: it was reachable by its address only")
NO_PRICE: Final = marked("Not imported: it has no price")
NO_PRICE_OF_VARIANT: Final = marked("Variants that are not for sale: they have no price")
GIFT_CARD: Final = marked("Not imported: gift cards")
GROUPED: Final = marked("Not imported: groups of other products have no price of their own")
EXTERNAL: Final = marked("Not imported: they are sold on another site")
OTHER_TYPE: Final = marked("Not imported: products of a type that this shop does not have")
NO_PARENT: Final = marked("Not imported: variations whose product is not in the file")
NO_OPTIONS: Final = marked("Not imported: variations that no option tells apart")
DOWNLOADS: Final = marked(
    "Imported hidden and not for sale: files to download are not carried over"
)
OVERSELLING: Final = marked(
    "Stock is not tracked: they could be ordered there with nothing in stock"
)
NO_STOCK: Final = marked(
    "Stock is not tracked: the file has none, so they can be bought until stock is imported"
)
NO_PRICE_SHOWN: Final = marked("Not for sale: a text is displayed instead of the price")
OPTIONS_UNREAD: Final = marked("Options that cannot be read: they are left out")
SHARED_STOCK: Final = marked("Variants that shared one stock: it was divided among them")
NO_QUANTITY: Final = marked("Stock is tracked, but the file has no quantity: nothing is in stock")
FRACTIONS: Final = marked("Quantities that were rounded down to whole numbers")
SALE_OVER: Final = marked("Sales that are over: the regular price holds")
SALE_CARRIED: Final = marked("Sale prices for a time: before and after it the regular price holds")
SALE_NOT_CARRIED: Final = marked(
    "Sale prices for a time that are not carried over: variants differ in period or discount, or"
    " there are too many; the regular price holds"
)
SALE_NOT_LOWER: Final = marked("Sale prices that are not lower: the regular price holds")
SALE_UNDATED: Final = marked("Sale prices with a date that cannot be read: the regular price holds")
FORMER_PRICES: Final = marked("Former prices of variants: the product has that of its lowest price")
WEIGHTS: Final = marked("Variants of different weight: the product has the greatest")
TAXES: Final = marked("Variants that are taxed differently: the product is taxed")
TAXED: Final = marked(
    "Products that are taxed there, with the tax in percent that their prices contain"
)
NOT_TAXED: Final = marked(
    "Products that are taxed there: prices contain no tax in this country until a rate is entered"
)
BARCODES: Final = marked("Barcodes of variants that have another code of their own")
MORE_PICTURES: Final = marked("Pictures beyond the 21 that a product may have")
NO_ADDRESS: Final = marked("Pictures without an address that could be fetched")
SHORTENED_CODE: Final = marked("Codes that were shortened to 40 characters")
SHORTENED: Final = marked("Names of brands that were shortened to 50 characters")
SAME_CODE: Final = marked("Products with a code that another one has: they get another")
SEVERAL_BRANDS: Final = marked("Products of several brands: they get the first")
ATTRIBUTES: Final = marked("Attributes that are no options of a product")
MORE_OPTIONS: Final = marked("Options beyond the 10 that a product may have")
PARTLY_LISTED: Final = marked("Products that were shown in the catalogue or the search only")
TAX_EXEMPT: Final = marked("Customers without tax: they pay as others do here")
NOT_FETCHED: Final = marked("Pictures that could not be fetched: they keep their address")
"""As `events/file_transfers/rules.py` says it."""
NO_NAME: Final = marked("Rows without anything that names the record")

MESSAGES: Final = tuple(
    value for name, value in dict(globals()).items() if name.isupper() and isinstance(value, str)
)
"""Every message of a note; a page translates them."""


class Notes:
    """Notes about one file."""

    def __init__(self) -> None:
        self._codes: dict[str, dict[str, int]] = {}

    def add(self, message: str, code: str, rows: int = 1) -> None:
        """Add rows about a product, variant, customer, column or picture."""
        codes = self._codes.setdefault(message, {})
        codes[code] = codes.get(code, 0) + rows

    def as_parameters(self) -> list[dict[str, Encodable]]:
        """Return the notes as an import takes them."""
        return [
            {
                "message": message,
                "count": len(codes),
                "codes": [
                    _named(code, rows if message == UNREAD else 1)
                    for code, rows in list(codes.items())[:MOST_NAMED]
                ],
            }
            for message, codes in self._codes.items()
        ]


def _named(code: str, rows: int) -> str:
    text = f"{code} ({rows})" if rows > 1 else code
    return text if len(text) <= _LONGEST else f"{text[: _LONGEST - 1]}…"
