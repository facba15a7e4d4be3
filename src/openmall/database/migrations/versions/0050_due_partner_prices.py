"""When the prices that partners read are compared with a shop's benefits again, and with which
benefits they were computed. Every shop that takes part is due once.
"""

import sqlalchemy as sa
from alembic import op

from openmall.database.online_ddl import add_index

revision = "0050"
down_revision = "0047"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column(
        "partner_shop",
        sa.Column("prices_due", sa.BigInteger(), server_default="0", nullable=False),
    )
    op.add_column(
        "partner_shop",
        sa.Column("prices_made_with", sa.Text(), server_default=sa.text("''"), nullable=False),
    )
    add_index("ix_partner_shop_prices_due", "partner_shop", ["prices_due"])
