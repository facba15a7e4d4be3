"""Whether the reports count an imported order; of those there are, all are looked at once more."""

import sqlalchemy as sa
from alembic import op

from openmall.database.online_ddl import add_index

revision = "0223"
down_revision = "0218"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column(
        "order_brought_in",
        sa.Column("is_reported", sa.BigInteger(), server_default="0", nullable=False),
    )
    add_index(
        "ix_order_brought_in_not_reported",
        "order_brought_in",
        ["mall_id"],
        where="is_reported = 0",
    )
