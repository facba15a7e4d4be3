"""Address books of customers."""

import sqlalchemy as sa
from alembic import op

revision = "0170"
down_revision = "0165"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "customer_address",
        sa.Column("mall_id", sa.String(length=50), nullable=False),
        sa.Column("member_id", sa.Text(), nullable=False),
        sa.Column("address_no", sa.BigInteger(), nullable=False),
        sa.Column("is_default", sa.String(length=1), nullable=False),
        sa.Column("address_name", sa.Text(), nullable=False),
        sa.Column("name", sa.Text(), nullable=False),
        sa.Column("cellphone", sa.Text(), nullable=False),
        sa.Column("zipcode", sa.Text(), nullable=False),
        sa.Column("address1", sa.Text(), nullable=False),
        sa.Column("address2", sa.Text(), nullable=False),
        sa.PrimaryKeyConstraint(
            "mall_id", "member_id", "address_no", name=op.f("pk_customer_address")
        ),
    )
