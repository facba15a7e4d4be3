"""The table of recipient groups."""

from typing import Final

from openmall.database.policies import WITH_MALL, no_personal_data
from openmall.database.schema import number, shop_table, text
from openmall.database.undo_policies import Reverted

RECIPIENT_GROUP: Final = shop_table(
    "recipient_group",
    number("shop_no"),
    number("group_no"),
    text("group_name"),
    text("group_description"),
    text("conditions"),
    number("member_count"),
    number("created_at"),
    backup=WITH_MALL,
    undo=Reverted(derived=("member_count",)),
    personal_data=no_personal_data("which customers a shop writes to, by what is true of many"),
    key=("shop_no", "group_no"),
)
"""`conditions`: JSON of a Conditions. `member_count`: at the last change or mailing."""
