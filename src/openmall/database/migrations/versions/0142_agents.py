"""What shoppers allowed agents, and confirmations that apps used (MCP)."""

import sqlalchemy as sa
from alembic import op

revision = "0142"
down_revision = "0139"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "agent_grant",
        sa.Column("mall_id", sa.String(length=50), nullable=False),
        sa.Column("grant_id", sa.Text(), nullable=False),
        sa.Column("member_id", sa.Text(), nullable=False),
        sa.Column("shop_no", sa.BigInteger(), nullable=False),
        sa.Column("session_no", sa.BigInteger(), nullable=False),
        sa.Column("client_hash", sa.Text(), nullable=False),
        sa.Column("client_name", sa.Text(), nullable=False),
        sa.Column("redirect_uri", sa.Text(), nullable=False),
        sa.Column("challenge", sa.Text(), nullable=False),
        sa.Column("code_hash", sa.Text(), nullable=False),
        sa.Column("code_expires_at", sa.BigInteger(), nullable=False),
        sa.Column("code_used_at", sa.BigInteger(), nullable=True),
        sa.Column("access_hash", sa.Text(), nullable=False),
        sa.Column("access_expires_at", sa.BigInteger(), nullable=False),
        sa.Column("refresh_hash", sa.Text(), nullable=False),
        sa.Column("previous_hash", sa.Text(), nullable=False),
        sa.Column("refresh_expires_at", sa.BigInteger(), nullable=False),
        sa.Column("created_at", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("mall_id", "grant_id", name=op.f("pk_agent_grant")),
        sqlite_with_rowid=False,
    )
    for name, column in (
        ("ix_agent_grant_member", "member_id"),
        ("ix_agent_grant_code", "code_hash"),
        ("ix_agent_grant_access", "access_hash"),
        ("ix_agent_grant_refresh", "refresh_hash"),
        ("ix_agent_grant_previous", "previous_hash"),
        ("ix_agent_grant_expires", "refresh_expires_at"),
    ):
        op.create_index(name, "agent_grant", ["mall_id", column])
    op.create_table(
        "agent_confirmation",
        sa.Column("mall_id", sa.String(length=50), nullable=False),
        sa.Column("confirmation_hash", sa.Text(), nullable=False),
        sa.Column("expires_at", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("mall_id", "confirmation_hash", name=op.f("pk_agent_confirmation")),
        sqlite_with_rowid=False,
    )
    op.create_index(
        "ix_agent_confirmation_expires", "agent_confirmation", ["mall_id", "expires_at"]
    )
