"""Work that operators begin in their console, and the rate limits that they give to malls."""

import sqlalchemy as sa
from alembic import op

from openmall.database import capture

revision = "0198"
down_revision = "0195"
branch_labels = None
depends_on = None


def upgrade() -> None:
    numbers = ("created_at", "alive_at", "ended_at")
    texts = ("kind", "subject", "operator_id", "state", "outcome")
    op.create_table(
        "operator_task",
        sa.Column("task_no", sa.BigInteger(), nullable=False),
        *(sa.Column(name, sa.Text(), nullable=False) for name in texts),
        *(sa.Column(name, sa.BigInteger(), nullable=False) for name in numbers),
        sa.PrimaryKeyConstraint("task_no", name="pk_operator_task"),
    )
    op.create_table(
        "mall_limits",
        sa.Column("mall_id", sa.String(50), nullable=False),
        sa.Column("times", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("mall_id", name="pk_mall_limits"),
    )
    if op.get_context().dialect.name == "postgresql":
        capture.install(op.get_bind())
