"""Recorded writes are found by the time of the call, to undo those of a range."""

from alembic import op

revision = "0192"
down_revision = "0190"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_index("ix_recorded_write_created", "recorded_write", ["mall_id", "created_at"])
