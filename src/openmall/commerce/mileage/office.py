"""The operation of the back office's pages that changes credits by hand. No API has it."""

from decimal import Decimal
from typing import Final

from msgspec import Struct

from openmall.commerce.customer.customers.takes import MemberId, Text255
from openmall.commerce.mileage.credits import ledger as credit_ledger
from openmall.commerce.mileage.credits.ledger import BY_HAND
from openmall.commerce.mileage.points.shape import Direction
from openmall.contract.call import Call
from openmall.contract.errors import NotModified
from openmall.contract.money import rounded
from openmall.contract.params import Price, ShopParams
from openmall.contract.resource import Resource


class CreditsDraft(ShopParams, frozen=True, kw_only=True):
    """An amount to add to a customer's credits by hand, or to deduct."""

    member_id: MemberId
    amount: Price
    type: Direction
    reason: Text255 = ""


class CreditsEntry(Struct, frozen=True, kw_only=True):
    """Credits added or deducted by hand, and what the customer has now."""

    shop_no: int
    member_id: str
    amount: Decimal
    type: Direction
    reason: str
    available_credits: Decimal


async def change_credits(call: Call, draft: CreditsDraft) -> CreditsEntry:
    """Issue and deduct credits.

    Raises NotFound (404) for an unknown customer, NotModified (409) for an amount of zero, and
    Invalid (422) for more than the customer has.
    """
    if not draft.amount:
        raise NotModified()
    amount, staff = rounded(draft.amount), call.identity.user_id
    if draft.type == "increase":
        left = await credit_ledger.add(
            call, draft.member_id, amount, case=BY_HAND, reason=draft.reason, admin_id=staff
        )
        before = left - amount
    else:
        left = await credit_ledger.deduct(
            call, draft.member_id, amount, case=BY_HAND, reason=draft.reason, admin_id=staff
        )
        before = left + amount
    call.journal(f"credits of {draft.member_id}", {"available_credits": (before, left)})
    return CreditsEntry(
        shop_no=call.shop_no,
        member_id=draft.member_id,
        amount=amount,
        type=draft.type,
        reason=draft.reason,
        available_credits=left,
    )


_CREDITS: Final = Resource(CreditsEntry, area="mileage", key="credits")

OPERATIONS = [_CREDITS.post("credits", change_credits, takes=CreditsDraft)]
