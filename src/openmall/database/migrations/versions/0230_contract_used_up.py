"""The index of variants that display that they are sold out goes: nothing reads it."""

from alembic import op

revision = "0230"
down_revision = "0225"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Drop the index."""
    op.drop_index("ix_variant_used_up", "variant")
