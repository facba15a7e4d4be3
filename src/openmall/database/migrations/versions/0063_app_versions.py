"""The versions that an app had before, and how it is opened."""

import sqlalchemy as sa
from alembic import op

revision = "0063"
down_revision = "0062"
branch_labels = None
depends_on = None


def upgrade() -> None:
    for name in ("initial_version", "previous_version", "extension_type"):
        op.add_column(
            "app", sa.Column(name, sa.Text(), server_default=sa.text("''"), nullable=False)
        )
