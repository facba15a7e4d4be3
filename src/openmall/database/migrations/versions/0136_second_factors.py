"""Second factors of managers, and whether a mall requires them."""

import sqlalchemy as sa
from alembic import op

revision = "0136"
down_revision = "0135"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "staff_policy",
        sa.Column("mall_id", sa.String(length=50), nullable=False),
        sa.Column("second_factor", sa.String(length=1), nullable=False),
        sa.PrimaryKeyConstraint("mall_id", name=op.f("pk_staff_policy")),
        sqlite_with_rowid=False,
    )
    op.create_table(
        "staff_second_factor",
        sa.Column("mall_id", sa.String(length=50), nullable=False),
        sa.Column("user_id", sa.Text(), nullable=False),
        sa.Column("totp_secret", sa.Text(), nullable=False),
        sa.Column("totp_step", sa.BigInteger(), nullable=False),
        sa.Column("confirmed_at", sa.BigInteger(), nullable=False),
        sa.Column("recovery_digests", sa.Text(), nullable=False),
        sa.PrimaryKeyConstraint("mall_id", "user_id", name=op.f("pk_staff_second_factor")),
    )
    op.add_column(
        "manager_session",
        sa.Column("second_step", sa.BigInteger(), server_default="0", nullable=False),
    )
