"""The rows of refunds."""

from typing import Final

from sqlalchemy import Index

from openmall.database.schema import flag, number, shop_table, text

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
    key=("refund_code",),
)
"""What is given back for a claim, whose code it has. `content`: JSON of a Kept."""

Index("ix_order_refund_order", REFUND.c.mall_id, REFUND.c.order_id)
Index("ix_order_refund_accepted", REFUND.c.mall_id, REFUND.c.shop_no, REFUND.c.accepted_refund_date)
Index("ix_order_refund_date", REFUND.c.mall_id, REFUND.c.shop_no, REFUND.c.refund_date)
