"""The number of a customer's sessions, and the sessions they have signed out from."""

import sqlalchemy as sa
from alembic import op

revision = "0045"
down_revision = "0044"
branch_labels = None
depends_on = None


def upgrade() -> None:
    with op.batch_alter_table("customer", schema=None) as batch_op:
        batch_op.add_column(
            sa.Column("session_no", sa.BigInteger(), server_default="0", nullable=False)
        )
    op.create_table(
        "customer_session_ended",
        sa.Column("mall_id", sa.String(length=50), nullable=False),
        sa.Column("member_id", sa.Text(), nullable=False),
        sa.Column("session_id", sa.Text(), nullable=False),
        sa.Column("expires_at", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint(
            "mall_id", "member_id", "session_id", name=op.f("pk_customer_session_ended")
        ),
        sqlite_with_rowid=False,
    )
    op.create_index(
        "ix_customer_session_ended", "customer_session_ended", ["mall_id", "expires_at"]
    )
