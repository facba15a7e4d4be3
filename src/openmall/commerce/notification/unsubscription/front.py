"""The storefront's operation that withdraws the consent to mail that advertises. It is ours."""

from typing import Final

from msgspec import Struct

from openmall.access import signed_links
from openmall.commerce.customer.customers import subscriber_store
from openmall.commerce.notification.intake import composing
from openmall.commerce.notification.password_links.takes import Token
from openmall.commerce.notification.subscribers import rules as subscriber_rules
from openmall.contract.call import Call
from openmall.contract.params import Flag, ShopParams
from openmall.contract.resource import Resource
from openmall.database.seal import SealBroken


class Unsubscription(ShopParams, frozen=True, kw_only=True):
    """Who declines."""

    token: Token
    """The token of the link in a mail that advertises; it does not expire."""


class Unsubscribed(Struct, frozen=True, kw_only=True):
    """The consent of the customer from now on."""

    shop_no: int
    news_mail: Flag


async def unsubscribe(call: Call, params: Unsubscription) -> Unsubscribed:
    """Withdraw a customer's consent to mail that advertises; once more changes nothing.

    Raises Invalid (422) for a link that is not genuine.
    """
    mall_id, now = call.mall.mall_id, call.clock.now()
    link = signed_links.read(call.seal, "unsubscribe", mall_id, params.token, now=now)
    # an address ends it for the account that has it, and an account for its address
    if link.address:
        try:
            email = call.seal.open(link.address, about=composing.sealed_address(mall_id))
        except SealBroken:
            raise signed_links.broken() from None
        await subscriber_rules.end(call, link.shop_no, email)
    else:
        await subscriber_rules.set_consent(call, link.member_id, "F")
        await subscriber_store.remove_of_member(call.db, link.member_id)
    return Unsubscribed(shop_no=call.shop_no, news_mail="F")


_UNSUBSCRIBED: Final = Resource(Unsubscribed, area="personal", key="unsubscription")

OPERATIONS = [_UNSUBSCRIBED.post("customers/unsubscriptions", unsubscribe, takes=Unsubscription)]
