"""Parameters and answers of links by which customers set a password."""

from typing import Annotated, Literal

from msgspec import UNSET, Meta, Struct, UnsetType

from openmall.access import signed_links
from openmall.commerce.customer.customers.takes import CustomerPath, Email, MemberId
from openmall.commerce.personal.accounts.takes import NewPassword
from openmall.contract.params import ShopParams

InvitationType = Literal["email", "sms"]
"""email by mail, sms by text message."""
Token = Annotated[str, Meta(min_length=1, max_length=signed_links.MAX_LENGTH)]


class InvitationDraft(CustomerPath, frozen=True, kw_only=True):
    """How a customer is invited."""

    invitation_type: InvitationType


class Invitation(Struct, frozen=True, kw_only=True):
    """An invitation that was sent."""

    shop_no: int
    member_id: str


class Forgotten(ShopParams, frozen=True, kw_only=True):
    """Who has forgotten their password."""

    member_id: MemberId | UnsetType = UNSET
    """Absent: all accounts with the mail address."""
    email: Email
    """The mail address of the account; the link is sent there."""


class LinkAsked(Struct, frozen=True, kw_only=True):
    """The answer to everybody who asks for a link, whether there is such an account or not."""

    shop_no: int


class PasswordDraft(ShopParams, frozen=True, kw_only=True):
    """A new password, by a link."""

    token: Token
    """The token of the link: it is valid once."""
    password: NewPassword


class PasswordSet(Struct, frozen=True, kw_only=True):
    """Whose password was set."""

    shop_no: int
    member_id: str
