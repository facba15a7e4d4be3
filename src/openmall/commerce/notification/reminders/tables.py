"""How far a worker has looked for what customers are reminded of."""

from typing import Final

from sqlalchemy import Index

from openmall.commerce.community.urgentinquiry_reply import REPLY
from openmall.commerce.customer.customers.tables import PERSON
from openmall.commerce.promotion.coupons.tables import ISSUE
from openmall.database.policies import no_personal_data, with_same_mall
from openmall.database.schema import number, partial_index, shop_table, text
from openmall.database.undo_policies import MESSAGES_WRITTEN

PROGRESS: Final = shop_table(
    "message_reminder",
    text("kind"),
    number("shop_no"),
    number("done_until"),
    text("done_after"),
    backup=with_same_mall("a copy of a mall sends no message a second time", watched=True),
    undo=MESSAGES_WRITTEN,
    personal_data=no_personal_data("how far a worker has looked, until the next time"),
    key=("kind", "shop_no"),
)
"""`kind`: as in `sources.py`. `shop_no`: 0 for the kinds that are about all shops of a mall.

`done_until`, `done_after`: the place of the last row, in the order of the kind: a number (UTC
seconds, of issued coupons their number, of birthdays a day), and JSON of the keys at that place.
"""
Index("ix_coupon_issue_ends", ISSUE.c.mall_id, ISSUE.c.ends_at, ISSUE.c.issue_no)
Index("ix_urgent_inquiry_reply_date", REPLY.c.mall_id, REPLY.c.created_date, REPLY.c.article_no)
partial_index(
    "ix_customer_person_birthday",
    PERSON.c.mall_id,
    PERSON.c.birthday,
    PERSON.c.member_id,
    where=PERSON.c.birthday.isnot(None),
)
