"""What the pages of a shop and of the back office send about subscribers of newsletters."""

from datetime import datetime
from typing import Annotated

from msgspec import UNSET, Meta, Struct, UnsetType

from openmall.commerce.customer.customers.takes import Email
from openmall.commerce.notification.password_links.takes import Token
from openmall.contract.params import Flag, Limit100, ShopParams


class SubscriptionDraft(ShopParams, frozen=True, kw_only=True):
    """Who asks for newsletters."""

    email: Email | UnsetType = UNSET
    """Of a guest; a member who is signed in gets them at the address of the account."""


class Confirmation(ShopParams, frozen=True, kw_only=True):
    """A request that is confirmed."""

    token: Token
    """The token of the link in the mail: it is valid once, for a day."""


class SubscriptionAsked(Struct, frozen=True, kw_only=True):
    """The answer to everybody who asks, whether the address is known or not."""

    shop_no: int
    confirmed: Flag
    """T: newsletters are sent from now on; F: a link was sent that confirms the request."""


class SubscriberQuery(ShopParams, frozen=True, kw_only=True):
    after: Annotated[str, Meta(max_length=255)] = ""
    """Address behind which the page begins."""
    limit: Limit100 = 50


class SubscriberPath(ShopParams, frozen=True, kw_only=True):
    email: Email


class Subscriber(Struct, frozen=True, kw_only=True):
    """A mail address without an account that gets newsletters."""

    shop_no: int
    email: str
    confirmed_date: datetime


class SubscriberKey(Struct, frozen=True, kw_only=True):
    shop_no: int
    email: str
