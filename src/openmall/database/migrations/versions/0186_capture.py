"""A table for the rows that a transaction captures."""

import sqlalchemy as sa
from alembic import op

revision = "0186"
down_revision = "0181"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "captured_row",
        sa.Column("mall_id", sa.String(50), nullable=False),
        *(
            sa.Column(name, sa.BigInteger(), nullable=False)
            for name in ("transaction_no", "captured_at", "captured_id")
        ),
        *(sa.Column(name, sa.Text(), nullable=False) for name in ("name", "before", "after")),
        sa.PrimaryKeyConstraint(
            "mall_id", "transaction_no", "captured_at", "captured_id", name="pk_captured_row"
        ),
        sqlite_with_rowid=False,
    )
