"""The answers about sign-in with accounts of other services."""

from datetime import datetime
from typing import Literal

from msgspec import Struct

from openmall.contract.params import Flag

Outcome = Literal["signed_in", "linked", "unknown"]
"""signed_in: the account belongs to a customer, who is the shopper now. linked: it was linked to
the customer who asked. unknown: it belongs to no customer yet; `account_token` proves it."""


class SignInService(Struct, frozen=True, kw_only=True):
    """A service whose accounts a shop accepts."""

    shop_no: int
    social_name: str
    service_name: str
    """What the service is called on a button."""


class Attempt(Struct, frozen=True, kw_only=True):
    """A sign-in that was begun: the browser opens `authorization_url`."""

    shop_no: int
    social_name: str
    service_name: str
    authorization_url: str
    attempt_token: str
    """Belongs to this browser alone, as in an HttpOnly cookie; is sent to complete the sign-in."""
    expires_date: datetime


class SocialSession(Struct, frozen=True, kw_only=True):
    """What a completed sign-in came to. The session itself is sent as a header and a cookie."""

    shop_no: int
    social_name: str
    service_name: str
    outcome: Outcome
    member_id: str
    """Empty where the outcome is unknown."""
    account_token: str
    """Proves the account on joining and on linking, once and for a while; else empty."""
    email: str
    """As the service knows it; empty unless the service has verified it."""
    name: str
    is_known_email: Flag
    """T: a customer has the verified mail address. Their password proves who they are."""
    cart_reduced: Flag = "F"
    """T: the guest's cart held more than the member's may, which got what can be bought."""


class LinkedAccount(Struct, frozen=True, kw_only=True):
    """An account of another service that the customer signs in with."""

    shop_no: int
    social_name: str
    service_name: str
    linked_date: datetime


class Unlinked(Struct, frozen=True, kw_only=True):
    """The account that was unlinked."""

    shop_no: int
    social_name: str
