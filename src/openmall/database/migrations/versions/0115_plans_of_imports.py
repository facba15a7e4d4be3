"""What dry runs of imports found, a row for each record."""

import sqlalchemy as sa
from alembic import op

revision = "0115"
down_revision = "0112"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "file_plan",
        sa.Column("mall_id", sa.String(length=50), nullable=False),
        sa.Column("transfer_no", sa.BigInteger(), nullable=False),
        sa.Column("row_no", sa.BigInteger(), nullable=False),
        sa.Column("line", sa.BigInteger(), nullable=False),
        sa.Column("code", sa.Text(), nullable=False),
        sa.Column("outcome", sa.Text(), nullable=False),
        sa.PrimaryKeyConstraint("mall_id", "transfer_no", "row_no", name=op.f("pk_file_plan")),
    )
