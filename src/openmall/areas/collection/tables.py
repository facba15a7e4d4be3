"""Brands, manufacturers, classifications and trends as they are kept: a row for each language.

What every mall has from its first day (DEFAULTS) has no row.
"""

from typing import Any, Final

from sqlalchemy import Index, Table

from openmall.database.schema import flag, number, shop_table, text


def coded_table(noun: str, *columns: Any) -> Table:
    """Return the table of what a mall gives codes to: a row for each of its languages."""
    table = shop_table(
        noun,
        number("shop_no"),
        number("number"),
        text(f"{noun}_code"),
        text(f"{noun}_name"),
        *columns,
        flag(f"use_{noun}"),
        number("created_date"),
        key=(f"{noun}_code", "shop_no"),
    )
    Index(f"ix_{noun}_number", table.c.mall_id, table.c.shop_no, table.c.number)
    return table


BRAND: Final = coded_table("brand", text("search_keyword"))
MANUFACTURER: Final = coded_table(
    "manufacturer",
    text("president_name"),
    text("email"),
    text("phone"),
    text("homepage"),
    text("zipcode"),
    text("country_code"),
    text("address1"),
    text("address2"),
)
CLASSIFICATION: Final = coded_table("classification", text("classification_description"))
TREND: Final = coded_table("trend")

TABLES: Final = {
    "brand_code": BRAND,
    "manufacturer_code": MANUFACTURER,
    "trend_code": TREND,
    "classification_code": CLASSIFICATION,
}
"""What a product says of itself -> where the codes it may name are kept."""

DEFAULTS: Final = {
    "brand_code": "B0000000",
    "manufacturer_code": "M0000000",
    "trend_code": "T0000000",
    "classification_code": "C000000A",
}
"""The code of a product that names none; every mall has it, nobody can change it."""
