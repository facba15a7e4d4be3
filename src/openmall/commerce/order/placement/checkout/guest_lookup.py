"""Guests find their orders again in another browser, by number and contact. No API has it.

Attempts are counted by order and by address (`oauth/backoff.py`), apart from sign-ins; every
failure has one answer, so that it reveals no order.
"""

import hmac
from collections.abc import Callable
from typing import Annotated, Final

from msgspec import Meta, Struct

from openmall.access import shopper_sessions
from openmall.access.oauth.backoff import Backoff
from openmall.commerce.order.orders.takes import OrderId
from openmall.commerce.order.placement.checkout import store
from openmall.commerce.order.placement.checkout.refusals import GUEST_ORDER_NOT_FOUND
from openmall.contract.call import Call
from openmall.contract.errors import Invalid, TooManyCalls
from openmall.contract.params import ShopParams
from openmall.contract.refusals import TOO_MANY_SIGN_INS
from openmall.contract.resource import Resource
from openmall.contract.texts import phone_numbers
from openmall.database.text_search import mail_addresses

_FEWEST_DIGITS: Final = 7
"""Digits of a phone number that can be told from any other."""


class GuestOrderLookup(ShopParams, frozen=True, kw_only=True):
    """What a guest knows of an order."""

    order_id: OrderId
    contact: Annotated[str, Meta(min_length=3, max_length=255)]
    """E-mail address or phone number of the buyer."""


class FoundOrder(Struct, frozen=True, kw_only=True):
    """The order that a guest found."""

    shop_no: int
    order_id: str


async def count_attempt(call: Call, params: GuestOrderLookup) -> Callable[[], GuestOrderLookup]:
    """Count an attempt before the transaction. Raises TooManyCalls (429)."""
    wait = await _backoff(call, params).attempt()
    if wait:
        raise TooManyCalls(TOO_MANY_SIGN_INS, retry_after=wait)
    return lambda: params


async def find(call: Call, params: GuestOrderLookup) -> FoundOrder:
    """Let this browser see an order that a guest placed in another one.

    The other browser does not see it any more. Raises Invalid (422), whatever is wrong.
    """
    known = await store.contacts_of_guest(call, params.order_id)
    is_right = True in [_same(each, params.contact, call.mall.country) for each in known]
    shopper = shopper_sessions.greet(call)
    if (
        not is_right
        or shopper.kind != "guest"
        or not await store.pass_on(call, params.order_id, shopper)
    ):
        raise Invalid(GUEST_ORDER_NOT_FOUND, parameter="order_id")
    await _backoff(call, params).succeeded()
    return FoundOrder(shop_no=call.shop_no, order_id=params.order_id)


def _same(known: str, typed: str, country: str) -> bool:
    """Return whether a typed contact is the known one; phone numbers are compared in E.164.

    `country`: of the shop, for a number without its country's code.
    """
    if "@" in known:
        one, other = (mail_addresses.comparable(each) for each in (known, typed))
    else:
        if "@" in typed or len(phone_numbers.digits(known)) < _FEWEST_DIGITS:
            return False
        one, other = (phone_numbers.compared(each, country) for each in (known, typed))
    return hmac.compare_digest(one.encode(), other.encode())


def _backoff(call: Call, params: GuestOrderLookup) -> Backoff:
    return Backoff(
        call.counters,
        call.machine_clock,
        mall_id=call.mall.mall_id,
        user=f"order {params.order_id}",
        ip=call.ip,
        role="customer",
        action="order look-up",
    )


_FOUND: Final = Resource(FoundOrder, area="order", key="order")

OPERATIONS = [
    _FOUND.post("guestorders", find, takes=GuestOrderLookup, prepare=count_attempt),
]
