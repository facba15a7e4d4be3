"""The refusals for which rows of imported files are at fault, and for which transfers failed.

Rows of before, and those that older programs write, have the English message alone.
"""

import sqlalchemy as sa
from alembic import op

revision = "0241"
down_revision = "0240"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Add the columns."""
    for table, column in (("file_error", "reason"), ("file_transfer", "failure_reason")):
        op.add_column(table, sa.Column(column, sa.Text(), server_default="", nullable=False))
