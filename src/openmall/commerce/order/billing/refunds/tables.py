"""The table of refunds."""

from typing import Final

from sqlalchemy import Index

from openmall.commerce.order.personal_fields import REFUND_ACCOUNT_FIELDS
from openmall.database.feed_policies import CLAIMS_OF_ORDER, recorded
from openmall.database.policies import WITH_MALL, blank, redact, rows_of_order
from openmall.database.schema import flag, number, shop_table, text
from openmall.database.undo_policies import MONEY_MOVED

REFUND: Final = shop_table(
    "order_refund",
    text("refund_code"),
    number("shop_no"),
    text("order_id"),
    text("member_id"),
    text("member_email"),
    text("buyer_email"),
    number("accepted_refund_date"),
    number("refund_date", null=True),
    flag("status"),
    text("content"),
    backup=WITH_MALL,
    undo=MONEY_MOVED,
    feed=recorded(
        "refunds",
        "refund_code",
        whole=("content",),
        left_out=("shop_no", "order_id"),
        dependents=(CLAIMS_OF_ORDER,),
    ),
    personal_data=rows_of_order(
        blank("member_email", "buyer_email"),
        redact("content", REFUND_ACCOUNT_FIELDS | {"member_email", "buyer_email", "refund_reason"}),
    ),
    key=("refund_code",),
)
"""Refund of a claim, with the claim's code. `content`: JSON of a StoredRefund."""

Index("ix_order_refund_order", REFUND.c.mall_id, REFUND.c.order_id)
Index("ix_order_refund_status", REFUND.c.mall_id, REFUND.c.status, REFUND.c.order_id)
Index("ix_order_refund_accepted", REFUND.c.mall_id, REFUND.c.shop_no, REFUND.c.accepted_refund_date)
Index("ix_order_refund_date", REFUND.c.mall_id, REFUND.c.shop_no, REFUND.c.refund_date)
