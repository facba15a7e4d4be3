"""The other ways to send a message, tried when it fails."""

import sqlalchemy as sa
from alembic import op

from openmall.database.online_ddl import add_index

revision = "0108"
down_revision = "0105"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column(
        "message", sa.Column("fallback", sa.Text(), server_default=sa.text("''"), nullable=False)
    )
    add_index(
        "ix_message_fallback",
        "message",
        ["mall_id", "message_no"],
        where="state = 'failed' AND fallback != ''",
    )
