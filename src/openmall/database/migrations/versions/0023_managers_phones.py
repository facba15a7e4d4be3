"""Phone, email and last sign-in of managers."""

import sqlalchemy as sa
from alembic import op

revision = "0023"
down_revision = "0022"
branch_labels = None
depends_on = None


def upgrade() -> None:
    with op.batch_alter_table("manager", schema=None) as batch_op:
        batch_op.add_column(sa.Column("phone", sa.Text(), nullable=True))
        batch_op.add_column(sa.Column("email", sa.Text(), nullable=True))
        batch_op.add_column(sa.Column("last_login_at", sa.BigInteger(), nullable=True))
