"""The tables of customers: the membership, the personal data, and the group in each shop.

Personal data is in `customer_person` alone, so that it is read, exported and erased in one place.
The row of an ended membership stays: its member id, under which orders, points and posts are
stored, is never given to another customer.
"""

from typing import Final

from sqlalchemy import ColumnElement, Index, and_, select

from openmall.database.feed_policies import WHOLE, recorded
from openmall.database.policies import (
    MALL_ID,
    MEMBER_ID,
    WITH_MALL,
    rows_of_customer,
    rows_of_member,
    with_mall,
    with_same_mall,
)
from openmall.database.schema import (
    EMPTY,
    TRUE,
    fixed_code,
    flag,
    number,
    partial_index,
    shop_table,
    text,
)
from openmall.database.text_search import mail_addresses
from openmall.database.undo_policies import (
    BALANCE_COUNTERED,
    CUSTOMERS_CHANGED,
    REVERTED,
    UPDATED_ONLY,
    Reverted,
)

CUSTOMER: Final = shop_table(
    "customer",
    text("member_id"),
    number("shop_no"),
    text("password_hash", null=True),
    number("created_at"),
    number("last_login_at", null=True),
    number("left_at", null=True),
    number("dormant_since", null=True),
    number("reactivated_at", null=True),
    text("member_authentication"),
    text("authentication_method", null=True),
    text("blacklist_type"),
    text("member_type"),
    text("join_path"),
    flag("sms"),
    flag("news_mail"),
    flag("thirdparty_agree"),
    flag("lifetime_member"),
    number("session_no", later=True),
    backup=WITH_MALL,
    undo=Reverted(
        kinds=frozenset({"updated"}),
        fixed=(
            "password_hash",
            "session_no",
            "left_at",
            "dormant_since",
            "reactivated_at",
            "created_at",
            "last_login_at",
            "shop_no",
        ),
    ),
    feed=recorded(
        "customers",
        "member_id",
        renamed={"created_at": "created_date", "last_login_at": "last_login_date"},
        whole=("left_at", "dormant_since", "reactivated_at"),
        left_out=("password_hash", "session_no"),
    ),
    personal_data=rows_of_member(),
    key=("member_id",),
    wide=True,
)
"""Memberships. `shop_no`: the shop where the customer joined; they are a customer of all shops.

`password_hash` null: they cannot sign in. `left_at`: when the membership ended, in UTC seconds.
`session_no`: only sessions with this number are valid.
"""
Index("ix_customer_created", CUSTOMER.c.mall_id, CUSTOMER.c.created_at)
AWAKE: Final = and_(CUSTOMER.c.dormant_since.is_(None), CUSTOMER.c.left_at.is_(None))
partial_index(
    "ix_customer_active",
    CUSTOMER.c.mall_id,
    CUSTOMER.c.last_login_at,
    CUSTOMER.c.created_at,
    where=AWAKE,
)
IN_CARE: Final = CUSTOMER.c.member_authentication == fixed_code("B")
BLOCKED: Final = CUSTOMER.c.blacklist_type != EMPTY
NOT_PRIVATE: Final = CUSTOMER.c.member_type != fixed_code("p")
REACTIVATED: Final = CUSTOMER.c.reactivated_at.isnot(None)
"""Conditions that few customers meet; only these are in the index of each."""
for _name, _columns, _rare in (
    ("special_care", (), IN_CARE),
    ("blocked", (), BLOCKED),
    ("not_private", (CUSTOMER.c.member_type,), NOT_PRIVATE),
    ("reactivated", (CUSTOMER.c.reactivated_at,), REACTIVATED),
):
    partial_index(
        f"ix_customer_{_name}",
        CUSTOMER.c.mall_id,
        *_columns,
        CUSTOMER.c.member_id,
        where=_rare,
    )

PERSON: Final = shop_table(
    "customer_person",
    text("member_id"),
    text("name"),
    text("name_english"),
    text("name_phonetic"),
    text("nick_name"),
    text("phone"),
    text("cellphone"),
    text("cellphone_digits"),
    text("email"),
    text("birthday", null=True),
    flag("solar_calendar"),
    text("wedding_anniversary", null=True),
    text("gender", null=True),
    text("zipcode"),
    text("country_code"),
    text("state"),
    text("city"),
    text("address1"),
    text("address2"),
    text("residence"),
    text("nationality"),
    text("interest"),
    text("job"),
    text("job_class"),
    text("recommend_id"),
    text("company_type", null=True),
    text("corporate_name"),
    text("company_condition"),
    text("company_line"),
    text("foreigner_type", null=True),
    text("refund_bank_code"),
    text("refund_bank_account_no"),
    text("refund_bank_account_holder"),
    text("additional_information"),
    backup=WITH_MALL,
    undo=UPDATED_ONLY,
    feed=recorded("customers", "member_id", others=WHOLE, left_out=("cellphone_digits",)),
    personal_data=rows_of_member(),
    key=("member_id",),
    wide=True,
)
"""Personal data. `additional_information`: JSON; dates as `YYYY-MM-DD`.

`cellphone_digits`: the digits of the number, by which it is searched for.
"""
Index("ix_customer_person_cellphone", PERSON.c.mall_id, PERSON.c.cellphone_digits)
Index("ix_customer_person_email_lower", PERSON.c.mall_id, mail_addresses.Comparable(PERSON.c.email))
Index("ix_customer_person_phone", PERSON.c.mall_id, PERSON.c.phone)
Index("ix_customer_person_name", PERSON.c.mall_id, PERSON.c.name)
Index("ix_customer_person_residence", PERSON.c.mall_id, PERSON.c.residence, PERSON.c.member_id)

GROUPED: Final = shop_table(
    "customer_in_group",
    text("member_id"),
    number("shop_no"),
    number("group_no"),
    flag("fixed_group"),
    backup=WITH_MALL,
    undo=REVERTED,
    feed=recorded("customers", "member_id"),
    personal_data=rows_of_member(),
    deleted_with=("customer",),
    key=("member_id", "shop_no"),
)
"""The group of a customer in a shop; without a row it is the general one."""
Index(
    "ix_customer_in_group_members",
    GROUPED.c.mall_id,
    GROUPED.c.shop_no,
    GROUPED.c.group_no,
    GROUPED.c.member_id,
)
KEPT_IN_GROUP: Final = GROUPED.c.fixed_group == TRUE
partial_index(
    "ix_customer_in_group_fixed",
    GROUPED.c.mall_id,
    GROUPED.c.shop_no,
    GROUPED.c.member_id,
    where=KEPT_IN_GROUP,
)

DEVICE: Final = shop_table(
    "customer_device",
    text("member_id"),
    number("shop_no"),
    text("device_id"),
    text("os_type"),
    number("install_date"),
    flag("auto_login_flag"),
    flag("use_push_flag"),
    backup=with_same_mall("a copy sends nothing to people's phones"),
    undo=CUSTOMERS_CHANGED,
    personal_data=rows_of_member(),
    deleted_with=("customer",),
    key=("member_id", "shop_no", "device_id"),
)
"""Devices on which customers have installed the shop's app."""
Index("ix_customer_device_shop", DEVICE.c.mall_id, DEVICE.c.shop_no, DEVICE.c.member_id)

BALANCE: Final = shop_table(
    "customer_balance",
    text("member_id"),
    number("shop_no"),
    number("points"),
    number("unavailable_points"),
    number("unavailable_coupon_points"),
    number("used_points"),
    number("credits"),
    number("entries"),
    backup=WITH_MALL,
    undo=BALANCE_COUNTERED,
    feed=recorded("customers", "member_id", others=WHOLE, left_out=("entries",)),
    personal_data=rows_of_member(),
    key=("member_id", "shop_no"),
)
"""The balance of a customer in a shop, in hundredths of its currency; without a row it is zero.

Written by the ledger of points and credits alone, which locks the row; `entries`: number of its
entries in the ledger. Row and ledger stay when a membership ends.
"""


def _of_customer() -> ColumnElement[bool]:
    """Return what is true of the rows with the mail address of an account."""
    p = PERSON.c
    mine = (p.mall_id == MALL_ID, p.member_id == MEMBER_ID, p.email != EMPTY)
    return SUBSCRIBER.c.email.in_(select(mail_addresses.Comparable(p.email)).where(*mine))


SUBSCRIBER: Final = shop_table(
    "newsletter_subscriber",
    number("shop_no"),
    text("email"),
    number("request_no"),
    number("expires_at"),
    number("confirmed_at", null=True),
    backup=with_mall(watched=True),
    undo=CUSTOMERS_CHANGED,
    personal_data=rows_of_customer(_of_customer),
    key=("shop_no", "email"),
)
"""Who asked for the newsletters of a shop without an account. `email`: as addresses are compared.

`request_no`: random, in the link that confirms the last request until `expires_at`; 0: that link
was used. `confirmed_at`: when the consent was given; null: it is waited for. UTC seconds by the
mall's clock.
"""
_S: Final = SUBSCRIBER.c
CONFIRMED: Final = _S.confirmed_at.isnot(None)
UNCONFIRMED: Final = _S.confirmed_at.is_(None)
Index("ix_newsletter_subscriber_request", _S.mall_id, _S.request_no)
Index("ix_newsletter_subscriber_email", _S.mall_id, _S.email)
partial_index(
    "ix_newsletter_subscriber_expiry",
    _S.mall_id,
    _S.expires_at,
    where=UNCONFIRMED,
)
