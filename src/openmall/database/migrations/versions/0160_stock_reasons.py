"""Who changed a quantity by hand, and their note, in the ledger of stock."""

import sqlalchemy as sa
from alembic import op

revision = "0160"
down_revision = "0153"
branch_labels = None
depends_on = None


def upgrade() -> None:
    for column in ("actor", "note"):
        op.add_column(
            "stock_change", sa.Column(column, sa.Text(), server_default="", nullable=False)
        )
