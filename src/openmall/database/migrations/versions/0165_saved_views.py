"""Views of lists that managers saved in the back office."""

import sqlalchemy as sa
from alembic import op

revision = "0165"
down_revision = "0160"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "saved_view",
        sa.Column("mall_id", sa.String(length=50), nullable=False),
        sa.Column("user_id", sa.Text(), nullable=False),
        sa.Column("view_no", sa.BigInteger(), nullable=False),
        sa.Column("list", sa.Text(), nullable=False),
        sa.Column("name", sa.Text(), nullable=False),
        sa.Column("query", sa.Text(), nullable=False),
        sa.Column("created_at", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("mall_id", "user_id", "view_no", name=op.f("pk_saved_view")),
        sqlite_with_rowid=False,
    )
