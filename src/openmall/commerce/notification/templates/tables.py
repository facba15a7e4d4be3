"""The table of message templates."""

from typing import Final

from openmall.database.policies import WITH_MALL, no_personal_data
from openmall.database.schema import number, shop_table, text
from openmall.database.undo_policies import MESSAGES_WRITTEN

TEMPLATE: Final = shop_table(
    "message_template",
    number("shop_no"),
    text("occasion"),
    text("language"),
    text("parts"),
    text("previous"),
    text("failure"),
    number("failed_at", null=True),
    number("updated_at"),
    backup=WITH_MALL,
    undo=MESSAGES_WRITTEN,
    personal_data=no_personal_data("texts of a shop, in which variables stand for its customers"),
    key=("shop_no", "occasion", "language"),
    wide=True,
)
"""Texts that a shop has changed. `parts`, `previous`: JSON of Parts; `previous` is empty for the
first version. `failure`, `failed_at`: why and when it could not be rendered.
"""
