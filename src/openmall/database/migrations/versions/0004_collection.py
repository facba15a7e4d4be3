"""Tables of brands, manufacturers, classifications and trends."""

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"
branch_labels = None
depends_on = None

OWN_TEXTS = {
    "brand": ("search_keyword",),
    "manufacturer": (
        "president_name",
        "email",
        "phone",
        "homepage",
        "zipcode",
        "country_code",
        "address1",
        "address2",
    ),
    "classification": ("classification_description",),
    "trend": (),
}


def upgrade() -> None:
    for noun, texts in OWN_TEXTS.items():
        op.create_table(
            noun,
            sa.Column("mall_id", sa.String(length=50), nullable=False),
            sa.Column("shop_no", sa.BigInteger(), nullable=False),
            sa.Column("number", sa.BigInteger(), nullable=False),
            sa.Column(f"{noun}_code", sa.Text(), nullable=False),
            sa.Column(f"{noun}_name", sa.Text(), nullable=False),
            *(sa.Column(name, sa.Text(), nullable=False) for name in texts),
            sa.Column(f"use_{noun}", sa.String(length=1), nullable=False),
            sa.Column("created_date", sa.BigInteger(), nullable=False),
            sa.PrimaryKeyConstraint("mall_id", f"{noun}_code", "shop_no", name=op.f(f"pk_{noun}")),
            sqlite_with_rowid=False,
        )
        op.create_index(f"ix_{noun}_number", noun, ["mall_id", "shop_no", "number"])
    for noun in ("brand", "trend", "classification"):
        op.create_index(f"ix_product_{noun}", "product", ["mall_id", f"{noun}_code", "shop_no"])
