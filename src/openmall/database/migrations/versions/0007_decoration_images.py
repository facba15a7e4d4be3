"""Decoration images of products."""

import sqlalchemy as sa
from alembic import op

revision = "0007"
down_revision = "0006"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "decoration_image",
        sa.Column("mall_id", sa.String(length=50), nullable=False),
        sa.Column("code", sa.Text(), nullable=False),
        sa.Column("path", sa.Text(), nullable=False),
        sa.PrimaryKeyConstraint("mall_id", "code", name=op.f("pk_decoration_image")),
        sqlite_with_rowid=False,
    )
    op.create_index("ix_decoration_image_path", "decoration_image", ["mall_id", "path"])
    op.create_table(
        "decorated_product",
        sa.Column("mall_id", sa.String(length=50), nullable=False),
        sa.Column("product_no", sa.BigInteger(), nullable=False),
        sa.Column("shop_no", sa.BigInteger(), nullable=False),
        sa.Column("content", sa.Text(), nullable=False),
        sa.PrimaryKeyConstraint(
            "mall_id", "product_no", "shop_no", name=op.f("pk_decorated_product")
        ),
        sqlite_with_rowid=False,
    )
