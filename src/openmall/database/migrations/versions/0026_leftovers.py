"""Orders that are not worked out anew."""

import sqlalchemy as sa
from alembic import op

revision = "0026"
down_revision = "0024"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "order_autocalculation_removed",
        sa.Column("mall_id", sa.String(length=50), nullable=False),
        sa.Column("order_id", sa.Text(), nullable=False),
        sa.PrimaryKeyConstraint(
            "mall_id", "order_id", name=op.f("pk_order_autocalculation_removed")
        ),
        sqlite_with_rowid=False,
    )
