"""The change feed: recorded writes, their causes, and the numbered changes of each mall."""

import sqlalchemy as sa
from alembic import op

from openmall.database import change_triggers
from openmall.database.tracked_tables import TRACKED

revision = "0144"
down_revision = "0142"
branch_labels = None
depends_on = None


def mall() -> sa.Column[str]:
    return sa.Column("mall_id", sa.String(50), nullable=False)


def upgrade() -> None:
    op.create_table(
        "change_feed",
        mall(),
        *(
            sa.Column(name, sa.BigInteger(), nullable=False)
            for name in ("head", "expired", "read_at")
        ),
        sa.PrimaryKeyConstraint("mall_id", name="pk_change_feed"),
        sqlite_with_rowid=False,
    )
    op.create_table(
        "change_mark",
        mall(),
        sa.Column("mark_no", sa.BigInteger(), nullable=False),
        sa.Column("mark_id", sa.BigInteger(), nullable=False),
        *(sa.Column(name, sa.Text(), nullable=False) for name in ("resource", "object", "fields")),
        sa.Column("transaction_no", sa.BigInteger(), nullable=False),
        sa.Column("marked_at", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("mall_id", "mark_no", "mark_id", name="pk_change_mark"),
        sqlite_with_rowid=False,
    )
    op.create_table(
        "change_cause",
        mall(),
        sa.Column("cause_no", sa.BigInteger(), nullable=False),
        sa.Column("transaction_no", sa.BigInteger(), nullable=False),
        sa.Column("began_at", sa.BigInteger(), nullable=False),
        *(
            sa.Column(name, sa.Text(), nullable=False)
            for name in ("operation", "client_id", "user_id", "request_id", "fields")
        ),
        sa.PrimaryKeyConstraint("mall_id", "cause_no", name="pk_change_cause"),
        sqlite_with_rowid=False,
    )
    op.create_table(
        "change_entry",
        mall(),
        sa.Column("sequence", sa.BigInteger(), nullable=False),
        *(
            sa.Column(name, sa.Text(), nullable=False)
            for name in (
                "resource", "object", "fields", "operation", "client_id", "user_id", "request_id"
            )
        ),
        sa.Column("changed_at", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("mall_id", "sequence", name="pk_change_entry"),
        sqlite_with_rowid=True,
    )  # fmt: skip
    change_triggers.install(op.get_bind(), TRACKED)
