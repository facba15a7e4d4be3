"""Operators of the installation, their sessions, and what they did in the console."""

import sqlalchemy as sa
from alembic import op

revision = "0152"
down_revision = "0150"
branch_labels = None
depends_on = None


def text(name: str) -> sa.Column[str]:
    return sa.Column(name, sa.Text(), nullable=False)


def number(name: str) -> sa.Column[int]:
    return sa.Column(name, sa.BigInteger(), nullable=False)


def upgrade() -> None:
    op.create_table(
        "operator",
        text("operator_id"),
        text("password_hash"),
        number("created_at"),
        sa.PrimaryKeyConstraint("operator_id", name=op.f("pk_operator")),
        sqlite_with_rowid=False,
    )
    op.create_table(
        "operator_session",
        text("session_hash"),
        text("operator_id"),
        text("password_digest"),
        number("second_step"),
        number("created_at"),
        number("expires_at"),
        text("device"),
        text("address"),
        sa.PrimaryKeyConstraint("session_hash", name=op.f("pk_operator_session")),
        sqlite_with_rowid=False,
    )
    op.create_index("ix_operator_session_expires", "operator_session", ["expires_at"])
    op.create_table(
        "operator_action",
        number("action_no"),
        number("at"),
        text("operator_id"),
        text("action"),
        text("subject"),
        text("detail"),
        text("outcome"),
        sa.PrimaryKeyConstraint("action_no", name=op.f("pk_operator_action")),
        sqlite_with_rowid=False,
    )
