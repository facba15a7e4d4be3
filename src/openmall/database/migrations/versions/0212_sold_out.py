"""Whether products are sold out follows from their stock alone, not from `display_soldout`.

Indexes of variants without stock and of products that are sold out. Products all of whose
displayed variants track their stock and have none left are sold out; limits of quantities and
reservations are regarded with the next change of a product's stock.
"""

from collections.abc import Mapping
from typing import Any, Final

import sqlalchemy as sa

from openmall.database.backfill import Backfill
from openmall.database.online_ddl import add_index

revision = "0212"
down_revision = "0208"
branch_labels = None
depends_on = None

_PRODUCTS: Final = sa.table(
    "product",
    sa.column("mall_id", sa.Text()),
    sa.column("shop_no", sa.BigInteger()),
    sa.column("product_no", sa.BigInteger()),
    sa.column("set_product_type", sa.Text()),
    sa.column("sold_out", sa.Text()),
)
_VARIANTS: Final = sa.table(
    "variant",
    sa.column("mall_id", sa.Text()),
    sa.column("product_no", sa.BigInteger()),
    sa.column("display", sa.Text()),
    sa.column("selling", sa.Text()),
    sa.column("use_inventory", sa.Text()),
    sa.column("quantity", sa.BigInteger()),
    sa.column("safety_inventory", sa.BigInteger()),
)
_V: Final = _VARIANTS.c
_OF_PRODUCT: Final = sa.and_(
    _V.mall_id == _PRODUCTS.c.mall_id, _V.product_no == _PRODUCTS.c.product_no
)


def upgrade() -> None:
    """Add the indexes; the rows are filled while the store is used."""
    add_index(
        "ix_variant_none_left",
        "variant",
        ["mall_id", "product_no"],
        where="use_inventory = 'T' AND quantity <= safety_inventory",
    )
    add_index(
        "ix_product_sold_out",
        "product",
        ["mall_id", "shop_no", "product_no"],
        where="sold_out = 'T' OR set_product_type IS NOT NULL",
    )


def _sold_out(row: Mapping[str, Any]) -> dict[str, str]:
    return {"sold_out": "T"}


BACKFILL = Backfill(
    table=_PRODUCTS,
    key=("mall_id", "shop_no", "product_no"),
    left=sa.and_(
        _PRODUCTS.c.sold_out == "F",
        _PRODUCTS.c.set_product_type.is_(None),
        sa.exists().where(_OF_PRODUCT).correlate(_PRODUCTS),
        ~sa.exists()
        .where(
            _OF_PRODUCT,
            _V.display == "T",
            _V.selling == "T",
            sa.or_(_V.use_inventory == "F", _V.quantity > _V.safety_inventory),
        )
        .correlate(_PRODUCTS),
    ),
    writes=("sold_out",),
    fill=_sold_out,
)
