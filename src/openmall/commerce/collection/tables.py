"""The tables of brands, manufacturers, classifications and trends: a row for each language.

The defaults that every mall has (DEFAULTS) have no row.
"""

from typing import Final

from sqlalchemy import Index, Table
from sqlalchemy.schema import SchemaItem

from openmall.database.policies import WITH_MALL, PersonalData, no_personal_data
from openmall.database.schema import flag, number, shop_table, text
from openmall.database.undo_policies import REVERTED, UPDATED_OR_DELETED, UndoPolicy


def coded_table(
    noun: str, *columns: SchemaItem, undo: UndoPolicy, personal_data: PersonalData
) -> Table:
    """Return a table of rows with a code of the mall: one row for each of its languages."""
    table = shop_table(
        noun,
        number("shop_no"),
        number("number"),
        text(f"{noun}_code"),
        text(f"{noun}_name"),
        *columns,
        flag(f"use_{noun}"),
        number("created_date"),
        backup=WITH_MALL,
        undo=undo,
        personal_data=personal_data,
        key=(f"{noun}_code", "shop_no"),
    )
    Index(f"ix_{noun}_number", table.c.mall_id, table.c.shop_no, table.c.number)
    return table


_OFFERED: Final = no_personal_data("what a shop offers, and how")
BRAND: Final = coded_table("brand", text("search_keyword"), undo=REVERTED, personal_data=_OFFERED)
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
    undo=UPDATED_OR_DELETED,
    personal_data=no_personal_data("partners of the shop, not its customers"),
)
CLASSIFICATION: Final = coded_table(
    "classification",
    text("classification_description"),
    undo=UPDATED_OR_DELETED,
    personal_data=_OFFERED,
)
TREND: Final = coded_table("trend", undo=UPDATED_OR_DELETED, personal_data=_OFFERED)

TABLES: Final = {
    "brand_code": BRAND,
    "manufacturer_code": MANUFACTURER,
    "trend_code": TREND,
    "classification_code": CLASSIFICATION,
}
"""Field of a product -> the table of its codes."""

DEFAULTS: Final = {
    "brand_code": "B0000000",
    "manufacturer_code": "M0000000",
    "trend_code": "T0000000",
    "classification_code": "C000000A",
}
"""Field of a product -> its default code, which every mall has and nobody can change."""
