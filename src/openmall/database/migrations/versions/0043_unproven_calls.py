"""Whether a call in the request log came without proof of its app."""

import sqlalchemy as sa
from alembic import op

revision = "0043"
down_revision = "0042"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column(
        "api_call", sa.Column("unproven", sa.BigInteger(), server_default="0", nullable=False)
    )
