"""The call that caused an event."""

import sqlalchemy as sa
from alembic import op

revision = "0178"
down_revision = "0176"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("event", sa.Column("request_id", sa.Text(), nullable=True))
