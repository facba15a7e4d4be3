"""The parameters of sign-in with accounts of other services."""

from typing import Annotated

from msgspec import UNSET, Meta, UnsetType

from openmall.commerce.customer.customers.takes import MemberId
from openmall.commerce.personal.accounts.takes import Joining, NewPassword, Password
from openmall.contract.params import Flag, ShopParams

Name = Annotated[str, Meta(min_length=1, max_length=20)]
Token = Annotated[str, Meta(min_length=1, max_length=4_000)]
Text2000 = Annotated[str, Meta(min_length=1, max_length=2_000)]
Address = Annotated[str, Meta(max_length=500)]


class ServicePath(ShopParams, frozen=True, kw_only=True):
    social_name: Name


class AttemptDraft(ServicePath, frozen=True, kw_only=True):
    """How a sign-in begins."""

    link: Flag = "F"
    """T: the account is linked to the customer who is signed in."""
    redirect_uri: Address = ""
    """Page to which the service sends the browser back, as registered there; empty: that of the
    sample shop."""


class Completion(ShopParams, frozen=True, kw_only=True):
    """What the service sent back with the browser."""

    attempt_token: Token
    state: Text2000
    authorization_code: Text2000
    """The parameter `code`."""
    iss: Address = ""
    """The issuer, where the service sends it (RFC 9207)."""
    mobile: Flag = "F"


class SocialJoining(Joining, frozen=True, kw_only=True):
    """The fields of a sign-up with an account of another service."""

    account_token: Token
    password: NewPassword | UnsetType = UNSET
    """Absent: the customer signs in with the service only."""


class SocialLinking(ShopParams, frozen=True, kw_only=True):
    """The credentials of the customer to whom an account is linked."""

    account_token: Token
    member_id: MemberId
    password: Password
    mobile: Flag = "F"
