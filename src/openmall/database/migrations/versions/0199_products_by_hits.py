"""An index of the products of a shop by how often they were looked at."""

from openmall.database.online_ddl import add_index

revision = "0199"
down_revision = "0198"
branch_labels = None
depends_on = None


def upgrade() -> None:
    add_index("ix_product_hit_order", "product_hit", ["mall_id", "shop_no", "hits", "product_no"])
