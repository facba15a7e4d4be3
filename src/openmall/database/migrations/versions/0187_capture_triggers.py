"""Triggers that capture what a transaction changes, on PostgreSQL."""

from alembic import op

from openmall.database import capture

revision = "0187"
down_revision = "0186"
branch_labels = None
depends_on = None


def upgrade() -> None:
    context = op.get_context()
    if context.dialect.name == "postgresql":
        # each in a transaction of its own, so that no writer waits for all of them
        with context.autocommit_block():
            capture.install(op.get_bind())
