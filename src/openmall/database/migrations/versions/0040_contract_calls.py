"""Drop superseded indexes of the request log, which slow down writes."""

from alembic import op

revision = "0040"
down_revision = "0039"
branch_labels = None
depends_on = None


def upgrade() -> None:
    for name in ("class", "operation", "mall"):
        op.drop_index(f"ix_api_call_{name}", table_name="api_call")
