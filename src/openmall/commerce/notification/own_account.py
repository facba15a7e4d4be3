"""Changes of a shopper's own account, with a notice to the address that they had before.

Links for a new password go to the address and the mobile phone of an account, so that its owner is
told when another person with an open session changes them.
"""

from typing import Final

from openmall.commerce.notification.intake import composing
from openmall.commerce.notification.intake.notices import Notice
from openmall.commerce.notification.recipientgroups import search as recipientgroup_search
from openmall.commerce.notification.recipientgroups.search import Member
from openmall.commerce.personal.accounts import rules as account_rules
from openmall.commerce.personal.accounts.shape import Myself
from openmall.commerce.personal.accounts.takes import MyChange
from openmall.contract.call import Call
from openmall.contract.resource import Resource
from openmall.events.messages import outbox

_OCCASION: Final = "contact_changed"


async def change(call: Call, params: MyChange) -> Myself:
    """Update the personal data of the calling customer; fields that the shop does not use are not
    stored.

    A new password ends all sessions of the customer; the response carries a new one. A new mail
    address or mobile phone needs `current_password` or a sign-in of the last ten minutes (403),
    and the former ones get a message. Raises Invalid (422) when a required field is removed.
    """
    before: list[Member] = []
    if account_rules.changes_contact(params) and call.shopper is not None:
        before = await recipientgroup_search.by_ids(call, [call.shopper.member_id])
    after = await account_rules.change(call, params)
    for member in before:
        if (member.email, member.cellphone) != (after.email, after.cellphone):
            await _notify(call, member)
    return after


async def _notify(call: Call, member: Member) -> None:
    """Tell a customer, at the former address and phone, that they were changed."""
    notice = Notice(
        occasion=_OCCASION,
        shop_no=call.shop_no,
        member_id=member.member_id,
        name=member.name or member.member_id,
        email=member.email,
        cellphone=member.cellphone,
        values={"MEMBER_ID": member.member_id},
    )
    drafts = await composing.drafts_of(call, notice, await composing.settings_of(call))
    await outbox.enqueue(call.db, call.clock, drafts)


_CUSTOMER: Final = Resource(Myself, area="personal", key="customer")

OPERATIONS = [
    _CUSTOMER.put("customers/me", change, takes=MyChange, prepare=account_rules.check_password)
]
