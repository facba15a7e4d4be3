"""The table of rules of subscriptions."""

from typing import Final

from openmall.database.policies import WITH_MALL, no_personal_data
from openmall.database.schema import number, shop_table, text
from openmall.database.undo_policies import REVERTED

RULE: Final = shop_table(
    "subscription_rule",
    number("shop_no"),
    number("subscription_no"),
    text("content"),
    backup=WITH_MALL,
    undo=REVERTED,
    personal_data=no_personal_data("what a shop offers, and how"),
    key=("shop_no", "subscription_no"),
    wide=True,
)
"""`content`: JSON of a Rule."""
