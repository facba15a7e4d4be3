"""Origins of apps in browsers, and refresh tokens that overlap."""

import sqlalchemy as sa
from alembic import op

revision = "0119"
down_revision = "0115"
branch_labels = None
depends_on = None


def upgrade() -> None:
    for table, column in (
        ("app", "browser_origins"),
        ("app", "refresh_overlap"),
        ("installation", "browser_origins"),
        ("token", "previous_hash"),
    ):
        op.add_column(table, sa.Column(column, sa.Text(), server_default="", nullable=False))
