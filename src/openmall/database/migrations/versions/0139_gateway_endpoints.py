"""Endpoints of apps that take payments."""

import sqlalchemy as sa
from alembic import op

revision = "0139"
down_revision = "0136"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "payment_gateway_endpoints",
        sa.Column("mall_id", sa.String(length=50), nullable=False),
        sa.Column("client_id", sa.Text(), nullable=False),
        *(
            sa.Column(name, sa.Text(), nullable=False)
            for name in (
                "start_url",
                "confirm_url",
                "refund_url",
                "reconciliation_url",
                "secret",
                "old_secret",
            )
        ),
        sa.Column("old_until", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("mall_id", "client_id", name=op.f("pk_payment_gateway_endpoints")),
    )
