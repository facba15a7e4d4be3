"""The request log of apps, and its aggregates, which outlive the rows."""

import sqlalchemy as sa
from alembic import op

revision = "0033"
down_revision = "0032"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "api_call",
        sa.Column("client_id", sa.Text(), nullable=False),
        sa.Column("number", sa.BigInteger(), nullable=False),
        sa.Column("at", sa.BigInteger(), nullable=False),
        sa.Column("mall", sa.Text(), nullable=False),
        sa.Column("operation", sa.Text(), nullable=False),
        sa.Column("method", sa.Text(), nullable=False),
        sa.Column("path", sa.Text(), nullable=False),
        sa.Column("query", sa.Text(), nullable=False),
        sa.Column("status", sa.BigInteger(), nullable=False),
        sa.Column("class", sa.BigInteger(), nullable=False),
        sa.Column("took", sa.BigInteger(), nullable=False),
        sa.Column("used", sa.BigInteger(), nullable=False),
        sa.Column("capacity", sa.BigInteger(), nullable=False),
        sa.Column("limits", sa.Text(), nullable=False),
        sa.Column("version", sa.Text(), nullable=False),
        sa.Column("request_id", sa.Text(), nullable=False),
        sa.Column("ip", sa.Text(), nullable=False),
        sa.Column("parameter", sa.Text(), nullable=False),
        sa.Column("message", sa.Text(), nullable=False),
        sa.Column("sent_size", sa.BigInteger(), nullable=False),
        sa.Column("answered_size", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("client_id", "number", name=op.f("pk_api_call")),
        sqlite_with_rowid=False,
    )
    with op.batch_alter_table("api_call", schema=None) as batch_op:
        batch_op.create_index("ix_api_call_class", ["client_id", "class", "number"], unique=False)
        batch_op.create_index("ix_api_call_mall", ["client_id", "mall", "number"], unique=False)
        batch_op.create_index(
            "ix_api_call_operation", ["client_id", "operation", "number"], unique=False
        )

    op.create_table(
        "api_call_body",
        sa.Column("client_id", sa.Text(), nullable=False),
        sa.Column("number", sa.BigInteger(), nullable=False),
        sa.Column("sent", sa.Text(), nullable=False),
        sa.Column("answered", sa.Text(), nullable=False),
        sa.PrimaryKeyConstraint("client_id", "number", name=op.f("pk_api_call_body")),
        sqlite_with_rowid=True,
    )
    op.create_table(
        "api_call_minute",
        sa.Column("client_id", sa.Text(), nullable=False),
        sa.Column("minute", sa.BigInteger(), nullable=False),
        sa.Column("calls", sa.BigInteger(), nullable=False),
        sa.Column("errors", sa.BigInteger(), nullable=False),
        sa.Column("refused", sa.BigInteger(), nullable=False),
        sa.Column("fullest", sa.BigInteger(), nullable=False),
        sa.Column("not_recorded", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("client_id", "minute", name=op.f("pk_api_call_minute")),
        sqlite_with_rowid=False,
    )
    op.create_table(
        "api_call_operation",
        sa.Column("client_id", sa.Text(), nullable=False),
        sa.Column("operation", sa.Text(), nullable=False),
        sa.Column("day", sa.BigInteger(), nullable=False),
        sa.Column("calls", sa.BigInteger(), nullable=False),
        sa.Column("errors", sa.BigInteger(), nullable=False),
        sa.Column("last_at", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint(
            "client_id", "operation", "day", name=op.f("pk_api_call_operation")
        ),
        sqlite_with_rowid=False,
    )
