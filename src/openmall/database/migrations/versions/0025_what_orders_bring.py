"""Rewards of orders, and the origin of their items."""

import sqlalchemy as sa
from alembic import op

revision = "0025"
down_revision = "0024"
branch_labels = None
depends_on = None


def upgrade() -> None:
    with op.batch_alter_table("mileage_entry", schema=None) as batch_op:
        batch_op.create_index(
            "ix_mileage_entry_matures",
            ["mall_id", "available_at"],
            unique=False,
            sqlite_where=sa.text("available_at IS NOT NULL AND remaining > 0 AND pot != 'points'"),
            postgresql_where=sa.text(
                "available_at IS NOT NULL AND remaining > 0 AND pot != 'points'"
            ),
        )

    with op.batch_alter_table("order_coupon", schema=None) as batch_op:
        batch_op.add_column(
            sa.Column("points", sa.BigInteger(), server_default="0", nullable=False)
        )
        batch_op.add_column(
            sa.Column("credits", sa.BigInteger(), server_default="0", nullable=False)
        )

    with op.batch_alter_table("order_item", schema=None) as batch_op:
        batch_op.add_column(
            sa.Column("share_earned", sa.BigInteger(), server_default="0", nullable=False)
        )
        batch_op.add_column(sa.Column("came", sa.BigInteger(), server_default="0", nullable=False))
