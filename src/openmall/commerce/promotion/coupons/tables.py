"""The tables of coupons: coupons, their issues, and the ledger of their uses."""

from typing import Final

from sqlalchemy import Index

from openmall.commerce.customer.customers.tables import PERSON
from openmall.commerce.promotion.coupons.shape import Coupon
from openmall.contract.crud.json_row import Documents
from openmall.database.feed_policies import recorded
from openmall.database.policies import WITH_MALL, no_personal_data, rows_of_member, with_mall
from openmall.database.schema import flag, number, partial_index, shop_table, text
from openmall.database.undo_policies import CUSTOMERS_CHANGED, Countered, Reverted

COUPON: Final = shop_table(
    "coupon",
    text("coupon_no"),
    number("shop_no"),
    text("coupon_type"),
    text("coupon_name"),
    number("created_date"),
    flag("deleted"),
    flag("is_stopped_issued_coupon"),
    number("pause_begin_datetime", null=True),
    number("pause_end_datetime", null=True),
    text("benefit_type"),
    text("issue_type"),
    text("issue_sub_type"),
    text("issue_order_path", null=True),
    text("issue_order_type"),
    flag("issue_reserved"),
    text("available_period_type"),
    number("available_begin_datetime", null=True),
    number("available_end_datetime", null=True),
    text("available_site"),
    text("available_scope"),
    text("available_price_type"),
    text("available_order_price_type", null=True),
    number("issued"),
    text("terms"),
    text("detail"),
    backup=WITH_MALL,
    undo=Reverted(derived=("issued",), kinds=frozenset({"created", "updated"})),
    feed=recorded("coupons", "coupon_no", whole=("terms", "detail"), left_out=("shop_no",)),
    personal_data=no_personal_data("what a shop offers, and how"),
    key=("coupon_no",),
    wide=True,
)
"""`issued`: total number of issues. `terms`: JSON of Terms."""
Index("ix_coupon_listed", COUPON.c.mall_id, COUPON.c.shop_no, COUPON.c.coupon_no)

COUPONS: Final = Documents(
    Coupon,
    COUPON,
    moments=(
        "created_date",
        "pause_begin_datetime",
        "pause_end_datetime",
        "available_begin_datetime",
        "available_end_datetime",
    ),
    elsewhere=("issued_count", "issue_member_group_name", "benefit_text", "available_date"),
)

SCHEDULE: Final = shop_table(
    "coupon_schedule",
    text("coupon_no"),
    number("shop_no"),
    number("due_at"),
    text("done_until"),
    backup=with_mall(watched=True),
    undo=Reverted(counted=("due_at", "done_until"), kinds=frozenset({"created", "updated"})),
    personal_data=no_personal_data("how far a worker has issued a coupon, until the next time"),
    key=("coupon_no",),
)
"""When coupons are issued at set times. `due_at`: UTC seconds, the next time. During an issue
`done_until` is the last customer who was looked at."""
Index("ix_coupon_schedule_due", SCHEDULE.c.mall_id, SCHEDULE.c.due_at)
partial_index(
    "ix_customer_person_wedding",
    PERSON.c.mall_id,
    PERSON.c.wedding_anniversary,
    PERSON.c.member_id,
    where=PERSON.c.wedding_anniversary.isnot(None),
)

ISSUE: Final = shop_table(
    "coupon_issue",
    number("issue_no"),
    number("shop_no"),
    text("coupon_no"),
    text("member_id"),
    number("group_no"),
    number("issued_at"),
    number("begins_at"),
    number("ends_at"),
    number("used_at", null=True),
    text("order_id"),
    number("times"),
    number("revoked_at", null=True),
    text("granted_by", null=True),
    backup=with_mall(watched=True),
    undo=Countered("unused ones are revoked, and revoked ones given back"),
    personal_data=rows_of_member(),
    key=("issue_no",),
)
"""A coupon issued to a customer. `order_id`: the order it is used for, empty when unused. `times`:
number of uses, including restored ones. `revoked_at`: when the shop revoked it. `granted_by`: the
order that it was issued for automatically.
"""
Index("ix_coupon_issue_coupon", ISSUE.c.mall_id, ISSUE.c.coupon_no, ISSUE.c.issue_no)
Index("ix_coupon_issue_member", ISSUE.c.mall_id, ISSUE.c.member_id, ISSUE.c.coupon_no)

USE: Final = shop_table(
    "coupon_use",
    number("issue_no"),
    number("use_no"),
    text("coupon_no"),
    text("member_id"),
    text("order_id"),
    number("discount"),
    number("used_at"),
    number("restored_at", null=True),
    backup=WITH_MALL,
    undo=CUSTOMERS_CHANGED,
    personal_data=rows_of_member(),
    key=("issue_no", "use_no"),
)
"""The ledger: a row for each use of an issued coupon, in order. `discount`: hundredths."""
Index("ix_coupon_use_order", USE.c.mall_id, USE.c.order_id)
Index("ix_coupon_use_member", USE.c.mall_id, USE.c.member_id, USE.c.used_at)
