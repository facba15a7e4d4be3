"""What recorded writes changed of customers, which goes with them. It is not captured itself."""

import sqlalchemy as sa
from alembic import op

revision = "0193"
down_revision = "0192"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "recorded_personal_rows",
        sa.Column("mall_id", sa.String(50), nullable=False),
        sa.Column("write_no", sa.BigInteger(), nullable=False),
        sa.Column("member_id", sa.Text(), nullable=False),
        sa.Column("sealed", sa.Text(), nullable=False),
        sa.PrimaryKeyConstraint(
            "mall_id", "write_no", "member_id", name="pk_recorded_personal_rows"
        ),
    )
    op.create_index(
        "ix_recorded_personal_rows_member", "recorded_personal_rows", ["mall_id", "member_id"]
    )
