"""Subscriptions that were created before orders were placed automatically begin to place them.

No table changes. The next order of their items is placed on the stored day; where its delivery has
passed meanwhile, the next one that can still be ordered is.
"""

from collections.abc import Mapping
from typing import Any, Final

import sqlalchemy as sa

from openmall.database.backfill import Backfill

revision = "0112"
down_revision = "0111"
branch_labels = None
depends_on = None

_ITEMS: Final = sa.table(
    "subscription_item",
    sa.column("mall_id", sa.Text()),
    sa.column("subscription_item_id", sa.BigInteger()),
    sa.column("content", sa.Text()),
    sa.column("expected_pay_date", sa.BigInteger()),
    sa.column("next_order", sa.BigInteger()),
)


def upgrade() -> None:
    """Change nothing: the rows are filled while the store is used."""


def _placed_on_its_day(row: Mapping[str, Any]) -> dict[str, int]:
    return {"next_order": row["expected_pay_date"]}


BACKFILL = Backfill(
    table=_ITEMS,
    key=("mall_id", "subscription_item_id"),
    left=sa.and_(
        _ITEMS.c.next_order.is_(None),
        # a text within the document has its quotes escaped
        _ITEMS.c.content.contains('"subscription_state":"U"', autoescape=True),
    ),
    writes=("next_order",),
    fill=_placed_on_its_day,
)
