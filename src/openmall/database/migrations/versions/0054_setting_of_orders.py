"""An index of the settings by which shops move orders automatically."""

from openmall.database.online_ddl import add_index

revision = "0054"
down_revision = "0053"
branch_labels = None
depends_on = None


def upgrade() -> None:
    add_index(
        "ix_setting_of_orders", "setting", ["mall_id", "shop_no"], where="name = 'OrdersSetting'"
    )
