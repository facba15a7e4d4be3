"""Developers who work on an app together."""

import sqlalchemy as sa
from alembic import op

revision = "0179"
down_revision = "0178"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "app_member",
        sa.Column("client_id", sa.Text(), nullable=False),
        sa.Column("developer_no", sa.BigInteger(), nullable=False),
        sa.Column("role", sa.Text(), nullable=False),
        sa.Column("added_at", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("client_id", "developer_no", name=op.f("pk_app_member")),
    )
    op.create_index("ix_app_member_developer", "app_member", ["developer_no"])
    op.create_table(
        "app_invitation",
        sa.Column("token_hash", sa.Text(), nullable=False),
        sa.Column("client_id", sa.Text(), nullable=False),
        sa.Column("email", sa.Text(), nullable=False),
        sa.Column("role", sa.Text(), nullable=False),
        sa.Column("expires_at", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("token_hash", name=op.f("pk_app_invitation")),
    )
    op.create_index("ix_app_invitation_app", "app_invitation", ["client_id"])
