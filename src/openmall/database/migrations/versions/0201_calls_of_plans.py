"""Which call made a plan or a recorded write, why a plan failed, and what undid a write."""

import sqlalchemy as sa
from alembic import op

revision = "0201"
down_revision = "0199"
branch_labels = None
depends_on = None


def upgrade() -> None:
    for table, name in (
        ("plan", "request_id"),
        ("plan", "failure"),
        ("recorded_write", "request_id"),
    ):
        column = sa.Column(name, sa.Text(), nullable=False, server_default=sa.text("''"))
        op.add_column(table, column)
    op.add_column(
        "recorded_write",
        sa.Column("undone_by", sa.BigInteger(), nullable=False, server_default=sa.text("0")),
    )
