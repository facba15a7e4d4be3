"""Which announced events are done, so that nobody looks for others."""

import sqlalchemy as sa
from alembic import op

revision = "0029"
down_revision = "0028"
branch_labels = None
depends_on = None


def upgrade() -> None:
    with op.batch_alter_table("sessionised", schema=None) as batch_op:
        batch_op.add_column(
            sa.Column("event_floor", sa.BigInteger(), server_default="0", nullable=False)
        )
