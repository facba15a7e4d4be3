"""Events list the changed fields of their object, and apps choose events by them."""

import sqlalchemy as sa
from alembic import op

revision = "0181"
down_revision = "0179"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("event", sa.Column("changed_fields", sa.Text(), nullable=True))
    op.add_column(
        "webhook_subscription",
        sa.Column(
            "changed_fields", sa.Text(), nullable=False, server_default=sa.literal_column("''")
        ),
    )
