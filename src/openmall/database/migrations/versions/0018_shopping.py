"""Answers that can be asked for again, payments at a gateway."""

import sqlalchemy as sa
from alembic import op

revision = "0018"
down_revision = "0017"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "repeatable_answer",
        sa.Column("mall_id", sa.String(length=50), nullable=False),
        sa.Column("owner", sa.Text(), nullable=False),
        sa.Column("operation", sa.Text(), nullable=False),
        sa.Column("key", sa.Text(), nullable=False),
        sa.Column("asked", sa.Text(), nullable=False),
        sa.Column("status", sa.BigInteger(), nullable=False),
        sa.Column("body", sa.Text(), nullable=False),
        sa.Column("session", sa.Text(), nullable=False),
        sa.Column("until", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint(
            "mall_id", "owner", "operation", "key", name=op.f("pk_repeatable_answer")
        ),
        sqlite_with_rowid=True,
    )
    with op.batch_alter_table("repeatable_answer", schema=None) as batch_op:
        batch_op.create_index("ix_repeatable_answer_until", ["mall_id", "until"], unique=False)
