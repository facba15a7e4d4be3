"""The rows of claims."""

from typing import Final

from sqlalchemy import Index

from openmall.database.schema import number, shop_table, text

CLAIM: Final = shop_table(
    "order_claim",
    text("claim_code"),
    number("shop_no"),
    text("order_id"),
    text("kind"),
    number("requested_date", null=True),
    number("accepted_date", null=True),
    number("completed_date", null=True),
    number("request_no", null=True),
    text("content"),
    key=("claim_code",),
)
"""A claim about items of an order. `request_no`: of the collection that was asked for.

`content`: JSON of a Claim.
"""

Index("ix_order_claim_order", CLAIM.c.mall_id, CLAIM.c.order_id)
Index("ix_order_claim_collection", CLAIM.c.mall_id, CLAIM.c.request_no)
