"""The index of who completed a campaign for customers' data."""

from openmall.database.online_ddl import add_index

revision = "0100"
down_revision = "0097"
branch_labels = None
depends_on = None


def upgrade() -> None:
    add_index(
        "ix_customer_event_participation_completed",
        "customer_event_participation",
        ["mall_id", "no", "completed_at", "member_id"],
        where="completed_at IS NOT NULL",
    )
