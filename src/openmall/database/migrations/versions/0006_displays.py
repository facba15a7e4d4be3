"""Placements of products in displays, and documents of shops about categories."""

import json

import sqlalchemy as sa
from alembic import op

revision = "0006"
down_revision = "0005"
branch_labels = None
depends_on = None

# the main display groups every shop has from its beginning; before, no others could be made
GROUPS = (2, 3)


def upgrade() -> None:
    op.create_table(
        "main_product",
        sa.Column("mall_id", sa.String(length=50), nullable=False),
        sa.Column("shop_no", sa.BigInteger(), nullable=False),
        sa.Column("product_no", sa.BigInteger(), nullable=False),
        sa.Column("display_group", sa.BigInteger(), nullable=False),
        sa.Column("sequence", sa.BigInteger(), nullable=False),
        sa.Column("fixed_sort", sa.String(length=1), nullable=False),
        sa.PrimaryKeyConstraint(
            "mall_id", "shop_no", "product_no", "display_group", name=op.f("pk_main_product")
        ),
        sqlite_with_rowid=False,
    )
    with op.batch_alter_table("main_product", schema=None) as batch_op:
        batch_op.create_index(
            "ix_main_product_order",
            ["mall_id", "shop_no", "display_group", "sequence"],
            unique=False,
        )
        batch_op.create_index("ix_main_product_number", ["mall_id", "product_no"], unique=False)
    op.create_table(
        "category_order",
        sa.Column("mall_id", sa.String(length=50), nullable=False),
        sa.Column("category_no", sa.BigInteger(), nullable=False),
        sa.Column("shop_no", sa.BigInteger(), nullable=False),
        sa.Column("display_group", sa.BigInteger(), nullable=False),
        sa.Column("product_no", sa.BigInteger(), nullable=False),
        sa.Column("sequence", sa.BigInteger(), nullable=False),
        sa.Column("auto_sort", sa.String(length=1), nullable=False),
        sa.Column("fixed_sort", sa.String(length=1), nullable=False),
        sa.PrimaryKeyConstraint(
            "mall_id",
            "category_no",
            "shop_no",
            "display_group",
            "product_no",
            name=op.f("pk_category_order"),
        ),
        sqlite_with_rowid=False,
    )
    with op.batch_alter_table("category_order", schema=None) as batch_op:
        batch_op.create_index(
            "ix_category_order_sequence",
            ["mall_id", "category_no", "shop_no", "display_group", "sequence"],
            unique=False,
        )
        batch_op.create_index("ix_category_order_product", ["mall_id", "product_no"], unique=False)
    op.create_table(
        "category_about",
        sa.Column("mall_id", sa.String(length=50), nullable=False),
        sa.Column("category_no", sa.BigInteger(), nullable=False),
        sa.Column("shop_no", sa.BigInteger(), nullable=False),
        sa.Column("name", sa.Text(), nullable=False),
        sa.Column("content", sa.Text(), nullable=False),
        sa.PrimaryKeyConstraint(
            "mall_id", "category_no", "shop_no", "name", name=op.f("pk_category_about")
        ),
        sqlite_with_rowid=True,
    )
    _bring_along()


def _bring_along() -> None:
    """Show products where they said they are shown, in the order of their numbers."""
    store = op.get_bind()
    said = store.execute(
        sa.text(
            "SELECT mall_id, shop_no, product_no, listed FROM product"
            """ WHERE listed LIKE '%"main":%' ORDER BY mall_id, shop_no, product_no"""
        )
    ).all()
    last: dict[tuple[str, int, int], int] = {}
    places = []
    for mall_id, shop_no, product_no, listed in said:
        for group in sorted(set(json.loads(listed).get("main", [])) & set(GROUPS)):
            sequence = last[mall_id, shop_no, group] = last.get((mall_id, shop_no, group), 0) + 1
            places.append(
                {
                    "mall_id": mall_id,
                    "shop_no": shop_no,
                    "product_no": product_no,
                    "display_group": group,
                    "sequence": sequence,
                }
            )
    if places:
        store.execute(
            sa.text(
                "INSERT INTO main_product"
                " (mall_id, shop_no, product_no, display_group, sequence, fixed_sort)"
                " VALUES (:mall_id, :shop_no, :product_no, :display_group, :sequence, 'F')"
            ),
            places,
        )
