"""Files of well-known platforms as files of ours: their columns, variants and customers.

A file is rewritten when it is uploaded; what comes after, the plan and the import, is as for a file
of our own columns. The columns are those that Shopify and WooCommerce export (2026), former ones of
theirs, and those of Cafe24's product file (`상품코드`, `자체 상품코드`, ...). Notes say what is not
carried over, so that nothing is lost unnoticed.
"""

import csv
import gzip
import io
import zlib
from collections.abc import Callable, Iterator, Mapping
from typing import Final

from msgspec import Struct

from openmall.contract.errors import Invalid
from openmall.contract.json_values import Encodable
from openmall.contract.refusals import NO_SUCH_COLUMN
from openmall.events.file_transfers import encodings
from openmall.http.web.languages import marked
from openmall.pages.backoffice.platform_files import (
    cafe24,
    currencies,
    notes,
    shopify,
    woocommerce,
)
from openmall.pages.backoffice.platform_files.notes import Notes
from openmall.pages.backoffice.platform_files.product_lines import LINE, Line
from openmall.pages.backoffice.platform_files.sheet import Sheet
from openmall.pages.backoffice.refusals import (
    ENCODING_UNKNOWN,
    FILE_UNREADABLE,
    NOT_READ_FROM_PLATFORM,
    PLATFORM_FILE_TOO_LARGE,
)

__all__ = ["LINE", "SOURCES", "Rewritten", "rewritten"]

SOURCES: Final = {
    "": marked("openmall, or columns named below"),
    "shopify": marked("Shopify"),
    "woocommerce": marked("WooCommerce"),
    "cafe24": marked("Cafe24"),
}
MAX_BYTES: Final = 50 * 1024 * 1024
"""Of a file that is unpacked."""
_UTF_16: Final = (b"\xff\xfe", b"\xfe\xff")
"""Byte order marks."""


class Rewritten(Struct, frozen=True):
    """A file of a platform as one of ours."""

    content: bytes
    """A CSV file in UTF-8."""
    notes: list[dict[str, Encodable]]
    """What is not carried over, as an import takes it."""


class _Platform(Struct, frozen=True):
    """How a kind of file of a platform is read."""

    convert: Callable[[Sheet, Notes, str, str], Iterator[Line]]
    """Of rows, notes, the local time and the currency of the shop."""
    needed: tuple[str, ...]
    """Columns by which a file of the platform is told."""
    aliases: Mapping[str, str] = {}
    implied: Mapping[str, frozenset[str]] = {}
    thousands: bool = False
    spaced: bool = True


_PLATFORMS: Final = {
    ("shopify", "products"): _Platform(
        shopify.products, shopify.NEEDED, shopify.ALIASES, shopify.IMPLIED, thousands=True
    ),
    ("shopify", "customers"): _Platform(
        shopify.customers,
        shopify.CUSTOMER_NEEDED,
        shopify.CUSTOMER_ALIASES,
        shopify.CUSTOMER_IMPLIED,
    ),
    ("woocommerce", "products"): _Platform(
        woocommerce.products, woocommerce.NEEDED, woocommerce.ALIASES, woocommerce.IMPLIED
    ),
    ("cafe24", "products"): _Platform(
        cafe24.products, cafe24.NEEDED, implied=cafe24.IMPLIED, thousands=True, spaced=False
    ),
}


def rewritten(
    source: str,
    kind: str,
    file: bytes,
    encoding: str,
    *,
    now: str,
    currency: str,
    tax_rate: int,
) -> Rewritten:
    """Return a file of a platform as a CSV of ours, with notes on what it does not carry over.

    `now`: local time of the mall as `2026-11-28 12:00:00`, which decides whether a sale is over.
    `currency`: that of the shop. A file of products names none as the platforms write it, so a
    note says as what its prices are read. `tax_rate`: percent in the prices of the country, which
    products that are taxed on a platform without a rate of its own get. The column `LINE` has the
    line at which a row began.

    Raises Invalid (422) for a kind that is not read from this platform, for a file that is no CSV
    in this encoding, for one without the columns of the platform, and for one that names another
    currency.
    """
    platform = _PLATFORMS.get((source, kind))
    if platform is None:
        raise Invalid(NOT_READ_FROM_PLATFORM, parameter="source")
    try:
        codec = encodings.text_codec(encoding)
    except LookupError:
        raise Invalid(ENCODING_UNKNOWN, parameter="encoding", encoding=encoding[:50]) from None
    try:
        text = _unpacked(file).decode(codec)
    except (UnicodeError, OSError, EOFError, zlib.error):
        raise Invalid(FILE_UNREADABLE, parameter="file") from None
    found = Notes()
    sheet = Sheet(text, platform.aliases, thousands=platform.thousands, spaced=platform.spaced)
    missing = [name for name in platform.needed if name not in sheet.columns]
    if missing:
        raise Invalid(NO_SUCH_COLUMN, parameter="file", column=missing[0])
    if kind == "products" and currency:
        currencies.note(sheet, found, currency)
    lines = list(platform.convert(sheet, found, now, currency))
    if kind == "products":
        _tax(lines, found, tax_rate)
    for name, rows in sheet.unread(platform.implied).items():
        found.add(notes.UNREAD, name, rows)
    columns = list(dict.fromkeys(name for line in lines for name in line)) or [LINE]
    out = io.StringIO()
    writer = csv.DictWriter(out, columns, restval="")
    writer.writeheader()
    writer.writerows(lines)
    return Rewritten(out.getvalue().encode(), found.as_parameters())


_USUAL_RATE: Final = 10
"""Percent of tax in the price of a product of which a file says nothing."""


def _tax(lines: list[Line], found: Notes, rate: int) -> None:
    """Give products that are taxed, by a rate that the file does not name, that of the country."""
    for line in lines:
        # the fields of a product stand in its first line
        if "product_name" in line and "tax_type" not in line:
            if rate:
                if rate != _USUAL_RATE:
                    line |= {"tax_type": "A", "tax_rate": str(rate)}
                found.add(notes.TAXED, f"{line['custom_product_code']}: {rate}")
            else:
                line["tax_type"] = "B"
                found.add(notes.NOT_TAXED, line["custom_product_code"])


def _unpacked(file: bytes) -> bytes:
    content = file
    if file.startswith(b"\x1f\x8b"):
        with gzip.open(io.BytesIO(file)) as unpacked:
            content = unpacked.read(MAX_BYTES + 1)
        if len(content) > MAX_BYTES:
            raise Invalid(PLATFORM_FILE_TOO_LARGE, parameter="file")
    if content.startswith(_UTF_16):
        # as spreadsheets save "Unicode text"; the mark decides whatever was chosen
        content = content.decode("utf-16").encode()
    return content
