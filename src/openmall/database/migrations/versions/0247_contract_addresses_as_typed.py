"""Indexes of e-mail addresses as typed are of no use to programs of 0246."""

from openmall.database.online_ddl import remove_index

revision = "0247"
down_revision = "0246"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Remove the indexes."""
    remove_index("ix_customer_person_email", "customer_person")
    remove_index("ix_shop_order_buyer_email", "shop_order")
    remove_index("ix_message_recipient", "message")
