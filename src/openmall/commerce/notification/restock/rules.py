"""Asking for a notice when something is back in stock, and declining it."""

from typing import Final

from msgspec import UNSET

from openmall.access import signed_links
from openmall.commerce.customer.customers import credentials
from openmall.commerce.mileage.autoexpiration.months import months_later
from openmall.commerce.notification.restock import store as restock_store
from openmall.commerce.notification.restock.refusals import (
    ALREADY_IN_STOCK,
    NO_RESTOCK_NOTICES,
    NOTICE_WITHOUT_ADDRESS,
    RESTOCK_NOTICES_FOR_MEMBERS,
    TOO_MANY_RESTOCK_NOTICES,
)
from openmall.commerce.notification.restock.store import Target
from openmall.commerce.notification.restock.takes import (
    Asked,
    Declined,
    Offer,
    RestockDraft,
    RestockPath,
    RestockUnsubscription,
)
from openmall.commerce.product import variant_front
from openmall.commerce.product.product_service import front as product_front
from openmall.commerce.product.products.takes import ProductPath
from openmall.commerce.product.variants.shape import VariantPath
from openmall.commerce.store import posting_limits
from openmall.commerce.store.restocknotification_setting import RestocknotificationSetting
from openmall.contract.call import Call
from openmall.contract.crud.settings import current
from openmall.contract.errors import Forbidden, Invalid
from openmall.contract.moments import moment
from openmall.contract.refusal import Phrase
from openmall.contract.refusals import NO_SUCH
from openmall.database import sequences
from openmall.database.text_search import mail_addresses

MOST: Final = 200
"""Notices that a customer can wait for at once."""
_A_DAY: Final = 86_400


def covers(setting: RestocknotificationSetting, product_no: int) -> bool:
    """Return whether a shop offers notices of a product."""
    if setting.use != "T":
        return False
    if setting.available_product == "A":
        return True
    listed = product_no in setting.available_product_list
    return listed if setting.available_product == "P" else not listed


async def offer(call: Call, params: RestockPath) -> Offer:
    """Retrieve what the shop offers to a shopper who looks at a product on display."""
    setting = await current(call, RestocknotificationSetting)
    member_id = await _member(call)
    covered = covers(setting, params.product_no) and setting.is_button_show == "T"
    welcome = bool(member_id) or setting.button_show_target == "A"
    asked = []
    if covered and member_id:
        asked = await _asked(call, params.product_no, member_id, "")
    return Offer(
        product_no=params.product_no,
        offered="T" if covered and welcome else "F",
        by_variant="T" if setting.button_show_method == "G" else "F",
        guest_message=setting.show_message_to_non_members if covered and not welcome else "",
        asked=asked,
    )


async def ask(call: Call, draft: RestockDraft) -> Asked:
    """Ask for a notice when something is back in stock; once more renews the request.

    Raises Forbidden (403) where the shop offers none to this shopper, NotFound (404) for a product
    that is not on display, and Invalid (422) for what is in stock, for a guest without a mail
    address, and for who waits for too much already.
    """
    await posting_limits.count(call, "posting")
    setting = await current(call, RestocknotificationSetting)
    member_id = await _member(call)
    if not covers(setting, draft.product_no):
        raise Forbidden(NO_RESTOCK_NOTICES)
    if not member_id and setting.button_show_target == "M":
        raise Forbidden(RESTOCK_NOTICES_FOR_MEMBERS)
    email = "" if member_id or draft.email is UNSET else mail_addresses.comparable(draft.email)
    if not member_id and not email:
        raise Invalid(NOTICE_WITHOUT_ADDRESS, parameter="email")
    target = Target(
        shop_no=call.shop_no,
        product_no=draft.product_no,
        variant_code=await _variant(call, setting, draft),
    )
    if await restock_store.in_stock(call.db, target, now=call.clock.now()) is not None:
        raise Invalid(ALREADY_IN_STOCK, parameter="variant_code")
    if await restock_store.number_asked(call.db, member_id=member_id, email=email) >= MOST:
        raise Invalid(TOO_MANY_RESTOCK_NOTICES, parameter="product_no")
    now = int(call.clock.now())
    today = moment(now).date()
    until = months_later(today, int(setting.expiration_period))
    await restock_store.ask(
        call.db,
        target,
        member_id=member_id,
        email=email,
        number=await sequences.allocate(call.db, "restock_request"),
        now=now,
        until=now + (until - today).days * _A_DAY,
        # it may be back by now: the stock is not locked
        due_at=now if setting.send_method == "A" else None,
    )
    asked = await _asked(call, draft.product_no, member_id, email)
    return Asked(product_no=draft.product_no, asked=asked)


async def _variant(call: Call, setting: RestocknotificationSetting, draft: RestockDraft) -> str:
    """Return the variant that is waited for; empty: any.

    Raises NotFound (404) for what is not on display, Invalid (422) where none was chosen, and
    Forbidden (403) for a bundle: what comes back are its parts.
    """
    path = ProductPath(shop_no=call.shop_no, product_no=draft.product_no)
    product = await product_front.on_display(call, path)
    if product.set_product_type is not None:
        raise Forbidden(NO_RESTOCK_NOTICES)
    if setting.button_show_method == "P":
        return ""
    if draft.variant_code is UNSET:
        raise Invalid(NO_SUCH, parameter="variant_code", resource=Phrase("variant"))
    await variant_front.retrieve_variant(
        call,
        VariantPath(
            shop_no=call.shop_no, product_no=draft.product_no, variant_code=draft.variant_code
        ),
    )
    return draft.variant_code


async def withdraw(call: Call, params: RestockPath) -> Asked:
    """Withdraw a member's requests about a product; once more changes nothing."""
    member_id = await credentials.require(call)
    await restock_store.withdraw(
        call.db, shop_no=call.shop_no, product_no=params.product_no, member_id=member_id, email=""
    )
    return Asked(product_no=params.product_no, asked=[])


async def decline(call: Call, params: RestockUnsubscription) -> Declined:
    """Delete all requests of who got a notice, by the link in it; once more changes nothing.

    Raises Invalid (422) for a link that is not genuine.
    """
    mall_id, now = call.mall.mall_id, call.clock.now()
    link = signed_links.read(call.seal, "restock", mall_id, params.token, now=now)
    customer = (link.member_id, "")
    if not link.member_id:
        customer = await restock_store.customer_of(call.db, link.number) or customer
    if any(customer):
        await restock_store.withdraw_all(call.db, member_id=customer[0], email=customer[1])
    return Declined(declined="T")


async def _member(call: Call) -> str:
    """Return the member who is signed in; empty: a guest."""
    if call.shopper is None or not call.shopper.member_id:
        return ""
    return await credentials.require(call)


async def _asked(call: Call, product_no: int, member_id: str, email: str) -> list[str]:
    return await restock_store.asked(
        call.db,
        shop_no=call.shop_no,
        product_no=product_no,
        member_id=member_id,
        email=email,
        now=int(call.clock.now()),
    )
