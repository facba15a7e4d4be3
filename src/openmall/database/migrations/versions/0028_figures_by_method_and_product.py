"""Indexes of figures by payment method and by product."""

import sqlalchemy as sa
from alembic import op

revision = "0028"
down_revision = "0027"
branch_labels = None
depends_on = None


def upgrade() -> None:
    with op.batch_alter_table("goods_of_hour", schema=None) as batch_op:
        batch_op.create_index(
            "ix_goods_of_hour_product", ["mall_id", "shop_no", "product_no", "hour"], unique=False
        )

    with op.batch_alter_table("sales_of_hour", schema=None) as batch_op:
        batch_op.create_index(
            "ix_sales_of_hour_methods",
            ["mall_id", "shop_no", "methods", "hour"],
            unique=False,
            sqlite_where=sa.text("order_count > 0"),
            postgresql_where=sa.text("order_count > 0"),
        )
