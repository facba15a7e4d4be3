"""Sandbox malls: the offset of their clock, and their injected faults."""

import sqlalchemy as sa
from alembic import op

revision = "0031"
down_revision = "0030"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "sandbox",
        sa.Column("mall_id", sa.String(length=50), nullable=False),
        sa.Column("ahead", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("mall_id", name=op.f("pk_sandbox")),
        sqlite_with_rowid=False,
    )
    op.create_table(
        "sandbox_fault",
        sa.Column("mall_id", sa.String(length=50), nullable=False),
        sa.Column("fault_no", sa.BigInteger(), nullable=False),
        sa.Column("content", sa.Text(), nullable=False),
        sa.Column("matched", sa.BigInteger(), nullable=False),
        sa.Column("done", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("mall_id", "fault_no", name=op.f("pk_sandbox_fault")),
        sqlite_with_rowid=False,
    )
