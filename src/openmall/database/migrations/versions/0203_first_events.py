"""When the first event of each mall was created."""

import sqlalchemy as sa
from alembic import op

from openmall.database import capture

revision = "0203"
down_revision = "0201"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "first_event",
        sa.Column("mall_id", sa.String(50), nullable=False),
        sa.Column("created_at", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("mall_id", name="pk_first_event"),
    )
    if op.get_context().dialect.name == "postgresql":
        capture.install(op.get_bind())
