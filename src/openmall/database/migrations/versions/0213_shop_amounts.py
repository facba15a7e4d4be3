"""Amounts of variants by shop: each shop has them in its own currency.

A row without an entry of a shop has that shop's amounts in the columns it always had, so that every
shop keeps the amounts that it shows.
"""

import sqlalchemy as sa
from alembic import op

from openmall.database import change_triggers
from openmall.database.statements import DialectName
from openmall.database.tracked_tables import TRACKED

revision = "0213"
down_revision = "0212"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Add the column."""
    op.add_column(
        "variant", sa.Column("shop_amounts", sa.Text(), nullable=False, server_default="")
    )
    connection = op.get_bind()
    dialect: DialectName = "sqlite" if connection.dialect.name == "sqlite" else "postgresql"
    variants = [each for each in TRACKED if each.table == "variant"]
    for sql in change_triggers.replace(dialect, variants):
        connection.exec_driver_sql(sql)
