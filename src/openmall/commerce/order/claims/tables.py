"""The table of claims."""

from typing import Final

from sqlalchemy import Index

from openmall.commerce.order.personal_fields import REFUND_ACCOUNT_FIELDS
from openmall.database.feed_policies import WHOLE, recorded
from openmall.database.policies import WITH_MALL, redact, rows_of_order
from openmall.database.schema import number, shop_table, text
from openmall.database.undo_policies import ORDERS_CHANGED

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
    backup=WITH_MALL,
    undo=ORDERS_CHANGED,
    feed=recorded(
        "",
        "claim_code",
        resource_column="kind",
        others=WHOLE,
        left_out=("shop_no", "order_id", "kind"),
    ),
    personal_data=rows_of_order(
        redact(
            "content",
            REFUND_ACCOUNT_FIELDS
            | {
                "claim_reason",
                "pickup",
                "undone_reason",
                "exposed_undone_reason",
                "return_invoice_fail_reason",
            },
        )
    ),
    key=("claim_code",),
)
"""A claim of items of an order. `request_no`: number of the requested collection.

`content`: JSON of a Claim.
"""

Index("ix_order_claim_order", CLAIM.c.mall_id, CLAIM.c.order_id)
for _name in ("requested", "accepted", "completed"):
    Index(f"ix_order_claim_{_name}", CLAIM.c.mall_id, CLAIM.c[f"{_name}_date"], CLAIM.c.order_id)
Index("ix_order_claim_collection", CLAIM.c.mall_id, CLAIM.c.request_no)
