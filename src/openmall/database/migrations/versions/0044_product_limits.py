"""Products that only members see, and the order that brought an issued coupon.

Lists of the storefront leave these products out. The few that are limited are read from
their documents.
"""

import msgspec
import sqlalchemy as sa
from alembic import op

revision = "0044"
down_revision = "0043"
branch_labels = None
depends_on = None

_PRODUCT = sa.table(
    "product",
    sa.column("mall_id", sa.Text()),
    sa.column("shop_no", sa.BigInteger()),
    sa.column("product_no", sa.BigInteger()),
    sa.column("listed", sa.Text()),
)


def upgrade() -> None:
    with op.batch_alter_table("coupon_issue", schema=None) as batch_op:
        batch_op.add_column(sa.Column("granted_by", sa.Text(), nullable=True))
    exposure = op.create_table(
        "product_exposure",
        sa.Column("mall_id", sa.String(length=50), nullable=False),
        sa.Column("shop_no", sa.BigInteger(), nullable=False),
        sa.Column("product_no", sa.BigInteger(), nullable=False),
        sa.Column("group_no", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint(
            "mall_id", "shop_no", "product_no", "group_no", name=op.f("pk_product_exposure")
        ),
        sqlite_with_rowid=False,
    )
    op.create_index(
        op.f("ix_product_exposure_product"), "product_exposure", ["mall_id", "product_no"]
    )
    # quotes within texts are escaped: only the field is found
    limited = sa.select(*_PRODUCT.c).where(
        _PRODUCT.c.listed.contains('"exposure_limit_type":"M"', autoescape=True)
    )
    for mall_id, shop_no, product_no, listed in op.get_bind().execute(limited).all():
        groups = msgspec.json.decode(listed).get("exposure_group_list") or [0]
        op.bulk_insert(
            exposure,
            [
                {
                    "mall_id": mall_id,
                    "shop_no": shop_no,
                    "product_no": product_no,
                    "group_no": group_no,
                }
                for group_no in dict.fromkeys(groups)
            ],
        )
