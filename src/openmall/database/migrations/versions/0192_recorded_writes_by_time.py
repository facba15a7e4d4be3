"""Recorded writes are found by the time of the call, to undo those of a range."""

from openmall.database.online_ddl import add_index

revision = "0192"
down_revision = "0190"
branch_labels = None
depends_on = None


def upgrade() -> None:
    add_index("ix_recorded_write_created", "recorded_write", ["mall_id", "created_at"])
