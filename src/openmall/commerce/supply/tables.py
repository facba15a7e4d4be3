"""The tables of suppliers and their users; fields without a column are JSON in `details`."""

from typing import Final

from sqlalchemy import Index

from openmall.commerce.collection.tables import coded_table
from openmall.database.policies import WITH_MALL, no_personal_data
from openmall.database.schema import number, shop_table, text
from openmall.database.undo_policies import REVERTED, RIGHTS_CHANGED
from openmall.translations.catalogues import Message

OWN_SUPPLY: Final = "S0000000"
"""The code of a product that names no supplier: the mall supplies it itself."""
OWN_NAME: Final = Message("Own supply")

_PARTNERS: Final = no_personal_data("partners of the shop, not its customers")
SUPPLIER: Final = coded_table("supplier", text("details"), undo=REVERTED, personal_data=_PARTNERS)

SUPPLIER_USER: Final = shop_table(
    "supplier_user",
    text("user_id"),
    number("number"),
    text("supplier_code"),
    text("details"),
    backup=WITH_MALL,
    undo=RIGHTS_CHANGED,
    personal_data=_PARTNERS,
    key=("user_id",),
    wide=True,
)
Index("ix_supplier_user_number", SUPPLIER_USER.c.mall_id, SUPPLIER_USER.c.number)
Index("ix_supplier_user_supplier", SUPPLIER_USER.c.mall_id, SUPPLIER_USER.c.supplier_code)
