"""Charges of apps, their payments, and agreements to pay again."""

import sqlalchemy as sa
from alembic import op

revision = "0064"
down_revision = "0063"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "app_charge",
        sa.Column("mall_id", sa.String(length=50), nullable=False),
        sa.Column("charge_id", sa.Text(), nullable=False),
        sa.Column("client_id", sa.Text(), nullable=False),
        sa.Column("name", sa.Text(), nullable=False),
        sa.Column("amount", sa.BigInteger(), nullable=False),
        sa.Column("currency", sa.Text(), nullable=False),
        sa.Column("return_url", sa.Text(), nullable=False),
        sa.Column("automatic", sa.String(length=1), nullable=False),
        sa.Column("confirmation_hash", sa.Text(), nullable=False),
        sa.Column("state", sa.Text(), nullable=False),
        sa.Column("created_at", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("mall_id", "charge_id", name=op.f("pk_app_charge")),
    )
    op.create_index(
        "ix_app_charge_confirmation", "app_charge", ["mall_id", "confirmation_hash"], unique=True
    )
    op.create_index(
        "ix_app_charge_of_app", "app_charge", ["mall_id", "client_id", "created_at", "charge_id"]
    )
    op.create_table(
        "app_payment",
        sa.Column("mall_id", sa.String(length=50), nullable=False),
        sa.Column("charge_id", sa.Text(), nullable=False),
        sa.Column("cycle", sa.BigInteger(), nullable=False),
        sa.Column("client_id", sa.Text(), nullable=False),
        sa.Column("status", sa.Text(), nullable=False),
        sa.Column("approval_no", sa.Text(), nullable=False),
        sa.Column("gateway", sa.Text(), nullable=False),
        sa.Column("method", sa.Text(), nullable=False),
        sa.Column("amount", sa.BigInteger(), nullable=False),
        sa.Column("refunded", sa.BigInteger(), nullable=False),
        sa.Column("currency", sa.Text(), nullable=False),
        sa.Column("language", sa.Text(), nullable=False),
        sa.Column("paid_at", sa.BigInteger(), nullable=False),
        sa.Column("refunded_at", sa.BigInteger(), nullable=True),
        sa.Column("expires_at", sa.BigInteger(), nullable=True),
        sa.PrimaryKeyConstraint("mall_id", "charge_id", "cycle", name=op.f("pk_app_payment")),
        sqlite_with_rowid=False,
    )
    op.create_index(
        "ix_app_payment_of_app", "app_payment", ["mall_id", "client_id", "paid_at", "charge_id"]
    )
    op.create_table(
        "app_agreement",
        sa.Column("mall_id", sa.String(length=50), nullable=False),
        sa.Column("charge_id", sa.Text(), nullable=False),
        sa.Column("client_id", sa.Text(), nullable=False),
        sa.Column("agreement", sa.Text(), nullable=False),
        sa.Column("cycle", sa.BigInteger(), nullable=False),
        sa.Column("next_at", sa.BigInteger(), nullable=False),
        sa.Column("failures", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("mall_id", "charge_id", name=op.f("pk_app_agreement")),
        sqlite_with_rowid=False,
    )
    op.create_index("ix_app_agreement_due", "app_agreement", ["mall_id", "next_at"])
