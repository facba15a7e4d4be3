"""Subscribing to newsletters without an account, by a link that the mail address is sent.

A link holds a random number, which the row of its request has until it is used, is asked for anew
or expires. Where an account has the address, the consent of the account is what is changed.
"""

import hashlib
import secrets
from collections.abc import Sequence
from contextlib import suppress
from typing import Final, Literal
from urllib.parse import quote

from msgspec import UNSET

from openmall.access import signed_links
from openmall.access.limits import leaky_bucket
from openmall.access.signed_links import Link
from openmall.commerce.customer.customers import (
    address_store,
    credentials,
    shopper_store,
    subscriber_store,
)
from openmall.commerce.customer.customers import store as customer_store
from openmall.commerce.customer.customers.events import CustomerChanged
from openmall.commerce.notification.intake import composing
from openmall.commerce.notification.subscribers import confirmation_mail
from openmall.commerce.notification.subscribers.refusals import NEWSLETTER_WITHOUT_ADDRESS
from openmall.commerce.notification.subscribers.takes import (
    Confirmation,
    Subscriber,
    SubscriberKey,
    SubscriberPath,
    SubscriberQuery,
    SubscriptionAsked,
    SubscriptionDraft,
)
from openmall.commerce.personal.accounts import rules as account_rules
from openmall.commerce.personal.accounts.takes import MyChange
from openmall.commerce.store import posting_limits
from openmall.contract.call import Call
from openmall.contract.errors import Invalid, NotFound, NotModified
from openmall.contract.journal.record import MASK
from openmall.contract.moments import moment
from openmall.contract.params import ShopParams
from openmall.contract.refusal import Phrase
from openmall.contract.refusals import DOES_NOT_EXIST
from openmall.database.text_search import mail_addresses
from openmall.events.messages import outbox

PATH: Final = "/newsletter"
"""Page of the sample shop on which newsletters are asked for."""
CONFIRM_PATH: Final = "/newsletter/confirm"
"""Page of the sample shop that the mail links to."""
SECONDS: Final = 86_400
"""For which the link in the mail is valid."""
_OFTEN: Final = leaky_bucket.Policy(3, 1 / 28_800)
"""Mails that one address gets: three, and one more every eight hours."""
_LARGEST: Final = 2**53 - 1


async def subscribe(call: Call, draft: SubscriptionDraft) -> SubscriptionAsked:
    """Ask for newsletters: a member agrees by this alone, a guest confirms by a link.

    The answer is the same for every address, and where it got several links lately and gets none.
    Raises TooManyCalls (429), and Invalid (422) for a guest without an address.
    """
    await posting_limits.count(call, "sign-up")
    if call.shopper is not None and call.shopper.member_id:
        await credentials.require(call)
        with suppress(NotModified):
            await account_rules.change(call, MyChange(shop_no=call.shop_no, news_mail="T"))
        return SubscriptionAsked(shop_no=call.shop_no, confirmed="T")
    email = "" if draft.email is UNSET else mail_addresses.comparable(draft.email)
    if not email:
        raise Invalid(NEWSLETTER_WITHOUT_ADDRESS, parameter="email")
    if await _may_be_written_to(call, email):
        await _send_link(call, email)
    return SubscriptionAsked(shop_no=call.shop_no, confirmed="F")


async def _may_be_written_to(call: Call, email: str) -> bool:
    # the counters keep no address
    digest = hashlib.sha256(f"{call.mall.mall_id} {email}".encode()).hexdigest()
    now = call.machine_clock.now()
    decision = await call.counters.decide(
        f"newsletter link {digest}", leaky_bucket.admit, now, _OFTEN
    )
    return decision.admitted


async def _send_link(call: Call, email: str) -> None:
    number, until = secrets.randbelow(_LARGEST) + 1, int(call.clock.now()) + SECONDS
    await subscriber_store.ask(call.db, call.shop_no, email, request_no=number, until=until)
    mall_id = call.mall.mall_id
    link = Link(
        mall_id=mall_id, shop_no=call.shop_no, member_id="", number=number, expires_at=until
    )
    token = quote(signed_links.issue(call.seal, "newsletter", link))
    shop = "" if call.shop_no == min(call.mall.shops) else f"/shop{call.shop_no}"
    address = f"{call.links.of_shop(mall_id)}{shop}{CONFIRM_PATH}?token={token}"
    settings = await composing.settings_of(call)
    mail = confirmation_mail.mail_to(email, address, settings, shop_no=call.shop_no)
    await outbox.enqueue(call.db, call.clock, [mail])


async def confirm(call: Call, params: Confirmation) -> SubscriptionAsked:
    """Subscribe an address to newsletters by the link that it was sent.

    Raises Invalid (422) for a link that was used, was replaced by a newer one, has expired, is of
    another shop or not genuine.
    """
    mall_id, now = call.mall.mall_id, int(call.clock.now())
    link = signed_links.read(call.seal, "newsletter", mall_id, params.token, now=now)
    if link.shop_no != call.shop_no:
        raise signed_links.broken()
    email = await subscriber_store.asked(call.db, call.shop_no, link.number, now=now)
    if email is None:
        raise signed_links.broken()
    members = sorted(await address_store.with_email(call, email))
    for member_id in members:
        await set_consent(call, member_id, "T")
    if members:
        await subscriber_store.remove(call.db, call.shop_no, email)
    else:
        await subscriber_store.confirm(call.db, call.shop_no, email, now=now)
    return SubscriptionAsked(shop_no=call.shop_no, confirmed="T")


async def end(call: Call, shop_no: int, email: str) -> None:
    """End the newsletters of a shop to an address, and the consent of accounts that have it."""
    await subscriber_store.remove(call.db, shop_no, email)
    for member_id in sorted(await address_store.with_email(call, email)):
        await set_consent(call, member_id, "F")


async def set_consent(call: Call, member_id: str, consent: Literal["T", "F"]) -> None:
    """Write the consent of a customer to mail that advertises; the same one changes nothing."""
    found = await shopper_store.find_with_person(call, member_id, to_change=True)
    if found is None or found[0].news_mail == consent:
        return
    before = found[0].news_mail
    await customer_store.change_consents(call, member_id, {"news_mail": consent})
    call.publish(
        CustomerChanged(
            event_shop_no=str(call.shop_no),
            member_id=member_id,
            diff_key=["news_mail"],
            sub_event_code="EC_FRONT",
        )
    )
    call.journal(f"customer {member_id}", {"news_mail": (before, consent)})


async def listing(call: Call, query: SubscriberQuery) -> Sequence[Subscriber]:
    """Retrieve the addresses without an account that get newsletters, in alphabetical order."""
    found = await subscriber_store.page(
        call.db, call.shop_no, after=query.after, limit=query.limit + 1
    )
    call.effects.more = len(found) > query.limit
    return [
        Subscriber(shop_no=call.shop_no, email=each.email, confirmed_date=moment(each.confirmed_at))
        for each in found[: query.limit]
    ]


async def count(call: Call, params: ShopParams) -> int:
    """Count the addresses without an account that get newsletters."""
    return await subscriber_store.number(call.db, call.shop_no)


async def delete(call: Call, path: SubscriberPath) -> SubscriberKey:
    """Delete an address, which gets no more newsletters. Raises NotFound (404)."""
    email = mail_addresses.comparable(path.email)
    if not await subscriber_store.remove(call.db, call.shop_no, email):
        raise NotFound(DOES_NOT_EXIST, parameter="email", resource=Phrase("subscriber"))
    # the log outlives what it is about
    call.journal("newsletter subscriber", {"email": (MASK, None)})
    return SubscriberKey(shop_no=call.shop_no, email=email)
