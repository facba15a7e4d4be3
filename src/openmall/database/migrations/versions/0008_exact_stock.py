"""Position and price of variants, the stock ledger, and the appearance of options."""

import time

import sqlalchemy as sa
from alembic import op

revision = "0008"
down_revision = "0007"
branch_labels = None
depends_on = None

# SQLite changes a table by making it anew, and would forget how its rows are kept
KEPT = {"sqlite_with_rowid": False}
USED_UP = sa.text("use_inventory = 'T' AND display_soldout = 'T' AND quantity <= safety_inventory")
REMOVED = sa.text("last = 'T'")


def upgrade() -> None:
    op.drop_index("ix_variant_used_up", table_name="variant")
    with op.batch_alter_table("variant", table_kwargs=KEPT) as batch_op:
        batch_op.add_column(sa.Column("display_order", sa.BigInteger(), nullable=True))
        batch_op.add_column(sa.Column("supply_price", sa.BigInteger(), nullable=True))
        batch_op.add_column(sa.Column("origin_code", sa.Text(), nullable=True))
    op.execute("UPDATE variant SET display_order = 1, supply_price = 0, origin_code = ''")
    with op.batch_alter_table("variant", table_kwargs=KEPT) as batch_op:
        batch_op.alter_column("display_order", existing_type=sa.BigInteger(), nullable=False)
        batch_op.alter_column("supply_price", existing_type=sa.BigInteger(), nullable=False)
        batch_op.alter_column("origin_code", existing_type=sa.Text(), nullable=False)
    op.create_index(
        "ix_variant_used_up",
        "variant",
        ["mall_id", "product_no"],
        sqlite_where=USED_UP,
        postgresql_where=USED_UP,
    )
    op.create_table(
        "stock_change",
        sa.Column("mall_id", sa.String(length=50), nullable=False),
        sa.Column("product_no", sa.BigInteger(), nullable=False),
        sa.Column("variant_code", sa.Text(), nullable=False),
        sa.Column("entry_no", sa.BigInteger(), nullable=False),
        sa.Column("quantity_before", sa.BigInteger(), nullable=False),
        sa.Column("quantity_after", sa.BigInteger(), nullable=False),
        sa.Column("why", sa.Text(), nullable=False),
        sa.Column("last", sa.String(length=1), nullable=False),
        sa.Column("reference", sa.Text(), nullable=False),
        sa.Column("changed_at", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint(
            "mall_id", "product_no", "variant_code", "entry_no", name=op.f("pk_stock_change")
        ),
        sqlite_with_rowid=False,
    )
    op.create_index(
        "ix_stock_change_removed",
        "stock_change",
        ["mall_id", "product_no", "variant_code"],
        sqlite_where=REMOVED,
        postgresql_where=REMOVED,
    )
    op.create_table(
        "stock_reservation",
        sa.Column("mall_id", sa.String(length=50), nullable=False),
        sa.Column("product_no", sa.BigInteger(), nullable=False),
        sa.Column("variant_code", sa.Text(), nullable=False),
        sa.Column("reference", sa.Text(), nullable=False),
        sa.Column("quantity", sa.BigInteger(), nullable=False),
        sa.Column("counted", sa.String(length=1), nullable=False),
        sa.Column("until", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint(
            "mall_id",
            "product_no",
            "variant_code",
            "reference",
            name=op.f("pk_stock_reservation"),
        ),
        sqlite_with_rowid=False,
    )
    op.create_table(
        "option_look",
        sa.Column("mall_id", sa.String(length=50), nullable=False),
        sa.Column("product_no", sa.BigInteger(), nullable=False),
        sa.Column("shop_no", sa.BigInteger(), nullable=False),
        sa.Column("look", sa.Text(), nullable=False),
        sa.PrimaryKeyConstraint("mall_id", "product_no", "shop_no", name=op.f("pk_option_look")),
        sqlite_with_rowid=True,
    )
    op.execute(
        sa.text(
            "INSERT INTO stock_change (mall_id, product_no, variant_code, entry_no,"
            " quantity_before, quantity_after, why, last, reference, changed_at)"
            " SELECT mall_id, product_no, variant_code, 1, 0, quantity, 'opening', 'F', '', :now"
            " FROM variant"
        ).bindparams(sa.bindparam("now", int(time.time()), type_=sa.BigInteger()))
    )
