"""The answers about a shopper's own account."""

from datetime import datetime
from decimal import Decimal
from typing import Literal

from msgspec import Struct

from openmall.commerce.customer.customers.shape import Authentication, Information, Person
from openmall.contract.params import Flag


class SignedIn(Struct, frozen=True, kw_only=True):
    """The signed-in shopper. The session itself is sent as a header and a cookie."""

    shop_no: int
    kind: Literal["guest", "member"]
    member_id: str
    """Empty for a guest."""
    expires_date: datetime
    cart_reduced: Flag = "F"
    """T: the guest's cart held more than the member's may, which got what can be bought."""


class Myself(Person, frozen=True, kw_only=True):
    """The customer's own account."""

    shop_no: int
    member_id: str
    additional_information: tuple[Information, ...]
    group_no: int
    group_name: str
    has_password: Flag
    """F: they sign in with another service alone."""
    member_authentication: Authentication
    sms: Flag
    news_mail: Flag
    available_points: Decimal
    available_credits: Decimal
    last_login_date: datetime | None
    created_date: datetime
