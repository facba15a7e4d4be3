"""Roles of sub-admins, invitations, and what a session of a manager is shown with."""

import sqlalchemy as sa
from alembic import op

revision = "0135"
down_revision = "0129"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "staff_role",
        sa.Column("mall_id", sa.String(length=50), nullable=False),
        sa.Column("role_no", sa.BigInteger(), nullable=False),
        sa.Column("name", sa.Text(), nullable=False),
        sa.Column("rights", sa.Text(), nullable=False),
        sa.Column("created_at", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("mall_id", "role_no", name=op.f("pk_staff_role")),
        sqlite_with_rowid=False,
    )
    for table, column in (
        ("manager", "role_no"),
        ("manager", "invited_at"),
        ("manager_session", "created_at"),
    ):
        op.add_column(table, sa.Column(column, sa.BigInteger(), server_default="0", nullable=False))
    for column in ("device", "address"):
        op.add_column(
            "manager_session", sa.Column(column, sa.Text(), server_default="", nullable=False)
        )
