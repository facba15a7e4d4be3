"""The APIs that codes and tokens are for (RFC 8707)."""

import sqlalchemy as sa
from alembic import op

revision = "0120"
down_revision = "0119"
branch_labels = None
depends_on = None


def upgrade() -> None:
    for table, column in (
        ("authorization_code", "resources"),
        ("authorization_request", "resources"),
        ("token", "resources"),
        ("token", "audience"),
    ):
        op.add_column(table, sa.Column(column, sa.Text(), server_default="", nullable=False))
