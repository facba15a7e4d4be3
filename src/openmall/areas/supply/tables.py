"""Suppliers and their users as they are kept; the rest of each is JSON in `details`."""

from typing import Final

from sqlalchemy import Index

from openmall.areas.collection.tables import coded_table
from openmall.contract.languages import Words
from openmall.database.schema import number, shop_table, text

OWN_SUPPLY: Final = "S0000000"
"""The code of a product that names no supplier: the mall supplies it itself."""
OWN_NAME: Final = Words(ko="자체공급", en="Own supply", ja="自社供給")

SUPPLIER: Final = coded_table("supplier", text("details"))

SUPPLIER_USER: Final = shop_table(
    "supplier_user",
    text("user_id"),
    number("number"),
    text("supplier_code"),
    text("details"),
    key=("user_id",),
    wide=True,
)
Index("ix_supplier_user_number", SUPPLIER_USER.c.mall_id, SUPPLIER_USER.c.number)
Index("ix_supplier_user_supplier", SUPPLIER_USER.c.mall_id, SUPPLIER_USER.c.supplier_code)
