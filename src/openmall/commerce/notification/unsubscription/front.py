"""The storefront's operation that withdraws the consent to mail that advertises. It is ours."""

from typing import Final

from msgspec import Struct

from openmall.access import signed_links
from openmall.commerce.customer.customers import shopper_store
from openmall.commerce.customer.customers import store as customer_store
from openmall.commerce.customer.customers.events import CustomerChanged
from openmall.commerce.notification.password_links.takes import Token
from openmall.contract.call import Call
from openmall.contract.params import Flag, ShopParams
from openmall.contract.resource import Resource


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
    found = await shopper_store.find_with_person(call, link.member_id, to_change=True)
    if found is not None and found[0].news_mail == "T":
        await customer_store.change_consents(call, link.member_id, {"news_mail": "F"})
        call.publish(
            CustomerChanged(
                event_shop_no=str(call.shop_no),
                member_id=link.member_id,
                diff_key=["news_mail"],
                sub_event_code="EC_FRONT",
            )
        )
        call.journal(f"customer {link.member_id}", {"news_mail": ("T", "F")})
    return Unsubscribed(shop_no=call.shop_no, news_mail="F")


_UNSUBSCRIBED: Final = Resource(Unsubscribed, area="personal", key="unsubscription")

OPERATIONS = [_UNSUBSCRIBED.post("customers/unsubscriptions", unsubscribe, takes=Unsubscription)]
