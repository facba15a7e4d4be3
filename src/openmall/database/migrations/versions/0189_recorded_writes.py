"""Recorded writes, which can be undone. Their changes are not captured: there is no trigger."""

import sqlalchemy as sa
from alembic import op

revision = "0189"
down_revision = "0188"
branch_labels = None
depends_on = None


def numbers(*names: str) -> list[sa.Column[int]]:
    return [sa.Column(name, sa.BigInteger(), nullable=False) for name in names]


def texts(*names: str) -> list[sa.Column[str]]:
    return [sa.Column(name, sa.Text(), nullable=False) for name in names]


def upgrade() -> None:
    op.create_table(
        "recorded_write",
        sa.Column("mall_id", sa.String(50), nullable=False),
        *numbers("write_no"),
        *texts(
            "client_id", "user_id", "user_type", "scope", "operation", "path", "state", "reason"
        ),
        *numbers("undoes", "size", "created_at", "expires_at"),
        *texts("content"),
        sa.PrimaryKeyConstraint("mall_id", "write_no", name="pk_recorded_write"),
    )
    op.create_index("ix_recorded_write_expires", "recorded_write", ["mall_id", "expires_at"])
