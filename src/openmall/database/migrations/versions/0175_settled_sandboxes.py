"""Up to which offset of its clock everything due in a sandbox is done."""

import sqlalchemy as sa
from alembic import op

revision = "0175"
down_revision = "0172"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column(
        "sandbox", sa.Column("settled", sa.BigInteger(), nullable=False, server_default="0")
    )
