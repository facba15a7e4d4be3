"""For how many days a mall's writes are recorded; null in the malls of before: as it was."""

import sqlalchemy as sa
from alembic import op

revision = "0225"
down_revision = "0223"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("mall", sa.Column("undo_days", sa.BigInteger()))
