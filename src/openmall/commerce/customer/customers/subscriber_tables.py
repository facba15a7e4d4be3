"""The table of mail addresses without an account that get the newsletters of a shop."""

from typing import Final

from sqlalchemy import ColumnElement, Index, select

from openmall.commerce.customer.customers.tables import PERSON
from openmall.database.policies import MALL_ID, MEMBER_ID, rows_of_customer, with_mall
from openmall.database.schema import EMPTY, number, partial_index, shop_table, text
from openmall.database.text_search import mail_addresses
from openmall.database.undo_policies import CUSTOMERS_CHANGED


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
