"""Work that operators begin in their console: backups, verification, removal of malls."""

import sqlalchemy as sa
from alembic import op

revision = "0198"
down_revision = "0189"
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
