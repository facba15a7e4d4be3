"""Indexes of the accounts of other services that customers linked, by date and by service."""

from openmall.database.online_ddl import add_index

revision = "0074"
down_revision = "0070"
branch_labels = None
depends_on = None


def upgrade() -> None:
    add_index("ix_customer_social_date", "customer_social", ["mall_id", "linked_date", "member_id"])
    add_index(
        "ix_customer_social_name",
        "customer_social",
        ["mall_id", "social_name", "linked_date", "member_id"],
    )
