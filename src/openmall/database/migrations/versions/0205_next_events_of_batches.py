"""When the next event of a collected batch is due, so that batches are not read before."""

import sqlalchemy as sa
from alembic import op

from openmall.database.online_ddl import add_index

revision = "0205"
down_revision = "0204"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column(
        "collected", sa.Column("next_at", sa.BigInteger(), server_default="0", nullable=False)
    )
    add_index("ix_collected_next", "collected", ["mall_id", "next_at"])
