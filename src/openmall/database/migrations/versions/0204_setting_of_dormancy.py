"""An index of the settings that say after which months customers rest."""

from openmall.database.online_ddl import add_index

revision = "0204"
down_revision = "0203"
branch_labels = None
depends_on = None


def upgrade() -> None:
    add_index(
        "ix_setting_of_dormancy",
        "setting",
        ["mall_id", "shop_no"],
        where="name = 'DormancySetting'",
    )
