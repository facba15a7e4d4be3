"""Rules of automatic displays, daily views of products, and the fields that pages show."""

import sqlalchemy as sa
from alembic import op

revision = "0011"
down_revision = "0010"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "autodisplay",
        sa.Column("mall_id", sa.String(length=50), nullable=False),
        sa.Column("display_no", sa.BigInteger(), nullable=False),
        sa.Column("shop_no", sa.BigInteger(), nullable=False),
        sa.Column("place", sa.Text(), nullable=False),
        sa.Column("due_at", sa.BigInteger(), nullable=True),
        sa.Column("content", sa.Text(), nullable=False),
        sa.PrimaryKeyConstraint("mall_id", "display_no", name=op.f("pk_autodisplay")),
        sa.UniqueConstraint("mall_id", "place", name="uq_autodisplay_place"),
        sqlite_with_rowid=True,
    )
    with op.batch_alter_table("autodisplay", schema=None) as batch_op:
        batch_op.create_index(
            "ix_autodisplay_due", ["mall_id", "due_at", "display_no"], unique=False
        )
    op.create_table(
        "product_hit_day",
        sa.Column("mall_id", sa.String(length=50), nullable=False),
        sa.Column("product_no", sa.BigInteger(), nullable=False),
        sa.Column("shop_no", sa.BigInteger(), nullable=False),
        sa.Column("day", sa.BigInteger(), nullable=False),
        sa.Column("hits", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint(
            "mall_id", "product_no", "shop_no", "day", name=op.f("pk_product_hit_day")
        ),
        sqlite_with_rowid=False,
    )
    with op.batch_alter_table("product_hit_day", schema=None) as batch_op:
        batch_op.create_index(
            "ix_product_hit_day_day", ["mall_id", "shop_no", "day", "product_no"], unique=False
        )
    op.create_table(
        "page_property",
        sa.Column("mall_id", sa.String(length=50), nullable=False),
        sa.Column("category_no", sa.BigInteger(), nullable=False),
        sa.Column("shop_no", sa.BigInteger(), nullable=False),
        sa.Column("kind", sa.Text(), nullable=False),
        sa.Column("display_group", sa.BigInteger(), nullable=False),
        sa.Column("content", sa.Text(), nullable=False),
        sa.PrimaryKeyConstraint(
            "mall_id",
            "category_no",
            "shop_no",
            "kind",
            "display_group",
            name=op.f("pk_page_property"),
        ),
        sqlite_with_rowid=True,
    )
    op.create_table(
        "page_field",
        sa.Column("mall_id", sa.String(length=50), nullable=False),
        sa.Column("field_no", sa.BigInteger(), nullable=False),
        sa.Column("content", sa.Text(), nullable=False),
        sa.PrimaryKeyConstraint("mall_id", "field_no", name=op.f("pk_page_field")),
        sqlite_with_rowid=True,
    )
