"""The store area."""

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "exchange_rate",
        sa.Column("currency", sa.Text(), nullable=False),
        sa.Column("per_dollar", sa.Text(), nullable=False),
        sa.Column("updated_at", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("currency", name=op.f("pk_exchange_rate")),
        sqlite_with_rowid=False,
    )
    op.create_table(
        "payment_gateway",
        sa.Column("mall_id", sa.String(length=50), nullable=False),
        sa.Column("client_id", sa.Text(), nullable=False),
        sa.Column("shop_no", sa.BigInteger(), nullable=False),
        sa.Column("partner_id", sa.Text(), nullable=False),
        sa.Column("additional_information", sa.Text(), nullable=False),
        sa.Column("membership_fee_type", sa.Text(), nullable=True),
        sa.Column("service_limit_type", sa.String(length=1), nullable=False),
        sa.Column("review_status", sa.Text(), nullable=False),
        sa.PrimaryKeyConstraint("mall_id", "client_id", "shop_no", name=op.f("pk_payment_gateway")),
        sqlite_with_rowid=True,
    )
    op.create_table(
        "payment_gateway_contract",
        sa.Column("mall_id", sa.String(length=50), nullable=False),
        sa.Column("payment_gateway_name", sa.Text(), nullable=False),
        sa.Column("partner_id", sa.Text(), nullable=False),
        sa.Column("contract_date", sa.Text(), nullable=False),
        sa.Column("setting_date", sa.Text(), nullable=False),
        sa.Column("status", sa.String(length=1), nullable=False),
        sa.Column("bank_code", sa.Text(), nullable=False),
        sa.Column("bank_account_no", sa.Text(), nullable=False),
        sa.Column("bank_account_name", sa.Text(), nullable=False),
        sa.Column("payment_method_information", sa.Text(), nullable=False),
        sa.PrimaryKeyConstraint(
            "mall_id",
            "payment_gateway_name",
            "partner_id",
            name=op.f("pk_payment_gateway_contract"),
        ),
        sqlite_with_rowid=True,
    )
    op.create_table(
        "payment_gateway_method",
        sa.Column("mall_id", sa.String(length=50), nullable=False),
        sa.Column("client_id", sa.Text(), nullable=False),
        sa.Column("payment_method_code", sa.Text(), nullable=False),
        sa.Column("payment_method", sa.Text(), nullable=False),
        sa.Column("payment_method_name", sa.Text(), nullable=False),
        sa.Column("payment_method_url", sa.Text(), nullable=False),
        sa.Column("available_shop_no", sa.Text(), nullable=False),
        sa.PrimaryKeyConstraint(
            "mall_id", "client_id", "payment_method_code", name=op.f("pk_payment_gateway_method")
        ),
        sqlite_with_rowid=True,
    )
    op.create_table(
        "shown_status",
        sa.Column("mall_id", sa.String(length=50), nullable=False),
        sa.Column("shop_no", sa.BigInteger(), nullable=False),
        sa.Column("status_name_id", sa.BigInteger(), nullable=False),
        sa.Column("custom_name", sa.Text(), nullable=True),
        sa.Column("reservation_custom_name", sa.Text(), nullable=True),
        sa.PrimaryKeyConstraint(
            "mall_id", "shop_no", "status_name_id", name=op.f("pk_shown_status")
        ),
        sqlite_with_rowid=False,
    )
    with op.batch_alter_table("customer", schema=None) as batch_op:
        batch_op.create_index("ix_customer_created", ["mall_id", "created_at"], unique=False)

    with op.batch_alter_table("variant", schema=None) as batch_op:
        batch_op.create_index(
            "ix_variant_used_up",
            ["mall_id", "product_no"],
            unique=False,
            sqlite_where=sa.text(
                "use_inventory = 'T' AND display_soldout = 'T' AND quantity <= safety_inventory"
            ),
            postgresql_where=sa.text(
                "use_inventory = 'T' AND display_soldout = 'T' AND quantity <= safety_inventory"
            ),
        )
