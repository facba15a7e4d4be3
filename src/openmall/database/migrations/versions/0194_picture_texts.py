"""Alternative texts of single pictures of products."""

import sqlalchemy as sa
from alembic import op

from openmall.database import capture

revision = "0194"
down_revision = "0193"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "product_picture_text",
        sa.Column("mall_id", sa.String(50), nullable=False),
        sa.Column("product_no", sa.BigInteger(), nullable=False),
        sa.Column("shop_no", sa.BigInteger(), nullable=False),
        sa.Column("picture", sa.Text(), nullable=False),
        sa.Column("alt_text", sa.Text(), nullable=False),
        sa.PrimaryKeyConstraint(
            "mall_id", "product_no", "shop_no", "picture", name="pk_product_picture_text"
        ),
    )
    if op.get_context().dialect.name == "postgresql":
        capture.install(op.get_bind())
