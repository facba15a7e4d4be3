"""Sealed texts of messages with links that open an account."""

import sqlalchemy as sa
from alembic import op

revision = "0208"
down_revision = "0205"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column(
        "message", sa.Column("sealed", sa.Text(), server_default=sa.text("''"), nullable=False)
    )
