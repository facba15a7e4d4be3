"""An index of the settings by which shops move customers between groups."""

from openmall.database.online_ddl import add_index

revision = "0195"
down_revision = "0194"
branch_labels = None
depends_on = None


def upgrade() -> None:
    add_index(
        "ix_setting_of_customer_groups",
        "setting",
        ["mall_id", "shop_no"],
        where="name = 'CustomergroupsSetting'",
    )
