"""The whole schema of an empty store, in one step; a store of 0230 has its names changed.

Nothing may serve meanwhile: programs of before read and write the old names.
"""

from alembic import op
from sqlalchemy import inspect

from openmall.database import baseline

revision = "0240"
down_revision = "0230"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Create every table, or rename those that are there."""
    connection = op.get_bind()
    if inspect(connection).has_table("mall"):
        baseline.rename(connection)
    else:
        baseline.create(connection)
