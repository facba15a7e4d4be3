"""E-mail addresses are found in any case, by indexes of them in lower case."""

from openmall.database.online_ddl import add_index, compared_address

revision = "0246"
down_revision = "0245"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Add the indexes; older programs still use those of the addresses as typed."""
    add_index(
        "ix_customer_person_email_lower",
        "customer_person",
        ["mall_id", compared_address("email")],
    )
    add_index(
        "ix_shop_order_buyer_email_lower",
        "shop_order",
        ["mall_id", compared_address("buyer_email"), "order_id"],
        where="buyer_email != ''",
    )
    add_index(
        "ix_message_recipient_lower",
        "message",
        ["mall_id", compared_address("recipient"), "message_no"],
    )
