"""Sends links by which customers set a password, and sets it.

A link holds a digest of the account (`shopper_store.LinkState`): it ends with its time, with any
new password, mail address or phone number, and with a change of the blacklist.
"""

from collections.abc import Callable
from typing import Final
from urllib.parse import quote

from msgspec import UNSET
from msgspec.structs import replace

from openmall.access import signed_links
from openmall.access.limits import leaky_bucket
from openmall.access.signed_links import Link
from openmall.commerce.customer.customers import address_store, credentials, shopper_store
from openmall.commerce.customer.customers import store as customer_store
from openmall.commerce.customer.customers.events import CustomerChanged
from openmall.commerce.customer.customers.refusals import SIGN_IN_BLOCKED
from openmall.commerce.customer.customers.shape import SHUT_OUT
from openmall.commerce.notification.intake import composing
from openmall.commerce.notification.intake.notices import Notice
from openmall.commerce.notification.password_links.refusals import (
    CANNOT_SEND_TEXT_MESSAGES,
    CUSTOMER_WITHOUT_MAIL_ADDRESS,
    CUSTOMER_WITHOUT_PHONE,
)
from openmall.commerce.notification.password_links.takes import (
    Forgotten,
    Invitation,
    InvitationDraft,
    LinkAsked,
    PasswordDraft,
    PasswordSet,
)
from openmall.commerce.notification.recipientgroups import search as recipientgroup_search
from openmall.commerce.notification.recipientgroups.search import Member
from openmall.commerce.store import posting_limits
from openmall.contract.call import Call
from openmall.contract.errors import Invalid, NotFound
from openmall.database.text_search import mail_addresses
from openmall.events.messages import outbox
from openmall.events.messages.outbox import Draft

INVITATION_SECONDS: Final = 7 * 86_400
"""For which the link of an invitation is valid."""
RESET_SECONDS: Final = 3_600
"""For which the link to set a forgotten password is valid."""
PATH: Final = "/password"
"""Page of the sample shop on which the password is set; another front end serves the same."""
_MOST_ACCOUNTS: Final = 5
"""Accounts of one mail address that get a link by one request."""
_OFTEN: Final = leaky_bucket.Policy(3, 1 / 1_200)
"""Links that one customer may ask for: three, and one more every twenty minutes."""


async def invite(call: Call, params: InvitationDraft) -> Invitation:
    """Send an invitation to activate account: a link by which the customer sets a password.

    Raises NotFound (404), and Invalid (422) for a customer who may not sign in, without the address
    or the phone number, and where the shop cannot send the text message.
    """
    await customer_store.require(call, params.member_id)
    known = await shopper_store.link_state(call.db, params.member_id)
    if known is None or known.blacklist_type in SHUT_OUT:
        raise Invalid(SIGN_IN_BLOCKED, parameter="member_id")
    [member] = await recipientgroup_search.by_ids(call, [params.member_id])
    by_mail = params.invitation_type == "email"
    if not (member.email if by_mail else member.cellphone):
        missing = CUSTOMER_WITHOUT_MAIL_ADDRESS if by_mail else CUSTOMER_WITHOUT_PHONE
        raise Invalid(missing, parameter="invitation_type")
    drafts = await _drafts(
        call, "invitation", member, known.number, INVITATION_SECONDS, by_mail=by_mail
    )
    if not drafts:
        raise Invalid(CANNOT_SEND_TEXT_MESSAGES, parameter="invitation_type")
    await outbox.enqueue(call.db, call.clock, drafts, seal=call.seal)
    call.journal(f"customer {params.member_id}", {"invited": (None, params.invitation_type)})
    return Invitation(shop_no=call.shop_no, member_id=params.member_id)


async def count_asking(call: Call, params: Forgotten) -> Callable[[], Forgotten]:
    """Count who asks for links. Raises TooManyCalls (429)."""
    await posting_limits.count(call, "sign-up")
    return lambda: params


async def forgotten(call: Call, params: Forgotten) -> LinkAsked:
    """Send a link by which a customer sets a new password, to the mail address of their account.

    Without a member id a link is sent for each account with the address, up to five: their mails
    name the member ids. The response is the same when there is no such account.
    """
    if params.member_id is not UNSET:
        asked = [params.member_id]
    elif params.email:
        asked = sorted(await address_store.with_email(call, params.email))[:_MOST_ACCOUNTS]
    else:
        asked = []
    for member_id in asked:
        await _send_link(call, member_id, params.email)
    return LinkAsked(shop_no=call.shop_no)


async def _send_link(call: Call, member_id: str, email: str) -> None:
    """Send a link for an account, unless it has another mail address or got several lately."""
    known = await shopper_store.link_state(call.db, member_id)
    if known is None or known.blacklist_type in SHUT_OUT:
        return
    [member] = await recipientgroup_search.by_ids(call, [member_id])
    if not mail_addresses.same(member.email, email):
        return
    key = f"password link {call.mall.mall_id} {member_id}"
    now = call.machine_clock.now()
    if not (await call.counters.decide(key, leaky_bucket.admit, now, _OFTEN)).admitted:
        return
    drafts = await _drafts(
        call, "password_reset", member, known.number, RESET_SECONDS, by_mail=True
    )
    await outbox.enqueue(call.db, call.clock, drafts, seal=call.seal)


async def hash_password(call: Call, params: PasswordDraft) -> Callable[[], PasswordDraft]:
    """Return the work that replaces the password by its hash. Raises Invalid (422)."""
    _read(call, params.token)
    return lambda: replace(params, password=credentials.hash_new(params.password))


async def set_password(call: Call, params: PasswordDraft) -> PasswordSet:
    """Set the password of a customer by a link, which ends their sessions.

    Raises Invalid (422) for a link that was used, has expired or is not genuine, and for one from
    before a change of the account.
    """
    link = _read(call, params.token)
    try:
        # locked, so that neither a second use nor a change of the address overtakes this one
        await customer_store.require(call, link.member_id, to_change=True)
    except NotFound:
        raise signed_links.broken() from None
    known = await shopper_store.link_state(call.db, link.member_id)
    if known is None or known.blacklist_type in SHUT_OUT or known.number != link.number:
        raise signed_links.broken()
    await customer_store.set_password(call.db, link.member_id, params.password)
    await credentials.reset_attempts(call, link.member_id)
    call.publish(
        CustomerChanged(
            event_shop_no=str(call.shop_no),
            member_id=link.member_id,
            diff_key=["password"],
            sub_event_code="EC_FRONT",
        )
    )
    call.journal(f"customer {link.member_id}", {"password": (None, None)})
    return PasswordSet(shop_no=call.shop_no, member_id=link.member_id)


def _read(call: Call, token: str) -> Link:
    mall_id = call.mall.mall_id
    return signed_links.read(call.seal, "password", mall_id, token, now=call.clock.now())


async def _drafts(
    call: Call, occasion: str, member: Member, number: int, seconds: int, *, by_mail: bool
) -> list[Draft]:
    settings = await composing.settings_of(call)
    link = Link(
        mall_id=call.mall.mall_id,
        shop_no=call.shop_no,
        member_id=member.member_id,
        number=number,
        expires_at=int(call.clock.now()) + seconds,
    )
    token = quote(signed_links.issue(call.seal, "password", link))
    shop = "" if call.shop_no == min(call.mall.shops) else f"/shop{call.shop_no}"
    notice = Notice(
        occasion=occasion,
        shop_no=call.shop_no,
        member_id=member.member_id,
        name=member.name or member.member_id,
        email=member.email,
        cellphone=member.cellphone,
        values={
            "MEMBER_ID": member.member_id,
            "RESET_URL": f"{call.links.of_shop(call.mall.mall_id)}{shop}{PATH}?token={token}",
        },
    )
    texts = await composing.texts_for(call, notice, settings)
    if by_mail:
        mail = composing.mail_of(
            notice, settings, texts, recipient=member.email, member_id=member.member_id
        )
        return [replace(mail, opens_account=True)]
    if settings.sms.use_sms != "T" or not settings.sms.default_sender:
        return []
    found = await composing.text_messages(call, notice, settings, texts.short)
    return [replace(each, opens_account=True, fallback=()) for each in found]
