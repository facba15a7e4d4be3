"""Apps: number and launch URL."""

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"
branch_labels = None
depends_on = None

# SQLite changes a table by making it anew, and would forget how its rows are kept
KEPT = {"sqlite_with_rowid": False}


def upgrade() -> None:
    with op.batch_alter_table("app", table_kwargs=KEPT) as batch_op:
        batch_op.add_column(sa.Column("app_no", sa.BigInteger(), nullable=True))
        batch_op.add_column(sa.Column("launch_url", sa.Text(), nullable=True))
    op.execute(
        "UPDATE app SET launch_url = '', app_no = (SELECT count(*) FROM app AS older"
        " WHERE older.created_at < app.created_at"
        " OR (older.created_at = app.created_at AND older.client_id <= app.client_id))"
    )
    op.execute(
        "INSERT INTO counter (mall_id, name, value)"
        " SELECT '', 'app', count(*) FROM app HAVING count(*) > 0"
    )
    with op.batch_alter_table("app", table_kwargs=KEPT) as batch_op:
        batch_op.alter_column("app_no", existing_type=sa.BigInteger(), nullable=False)
        batch_op.alter_column("launch_url", existing_type=sa.Text(), nullable=False)
