"""An index of failed calls in the request log."""

from openmall.database.online_ddl import add_index

revision = "0039"
down_revision = "0038"
branch_labels = None
depends_on = None


def upgrade() -> None:
    add_index("ix_api_call_failed", "api_call", ["client_id", "number"], where="class >= 4")
