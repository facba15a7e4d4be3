"""Changes of credits: spend, add, return, pay out.

Credits are money of a customer held by the shop, in the shop's currency; they do not expire. Every
function locks the customer's balance, after the order it concerns.
"""

from decimal import Decimal
from typing import Final, Literal

from openmall.commerce.customer.customers import store as customer_store
from openmall.commerce.mileage.entries.account import (
    EarlierChange,
    Reason,
    in_hundredths,
    open_account,
)
from openmall.contract.call import Call
from openmall.contract.money import money

Case = Literal["A", "B", "C", "D", "E", "G"]
"""A order cancelled, B refund of a deposit, C purchase, D by hand, E paid out, G top-up."""
WORDS: Final[dict[str, str]] = {
    "A": "Order cancelled",
    "B": "Refund of a deposit",
    "C": "Purchase",
    "D": "Changed by the shop",
    "E": "Paid out",
    "G": "Topped up",
}
CANCELLED: Final = "A"
PURCHASE: Final = "C"
BY_HAND: Final = "D"


async def spend(call: Call, member_id: str, amount: Decimal, order_id: str) -> Decimal:
    """Pay `amount` of an order with credits; return the remaining credits.

    Raises NotFound (404) for an unknown customer, NotEnough (422) for more than they have.
    """
    changed = in_hundredths(amount)
    await customer_store.require(call, member_id)
    account = await open_account(call, member_id)
    why = Reason(cause=PURCHASE, order_id=order_id)
    await account.deduct("credits", changed, why, used=True)
    return money(account.balance.credits)


async def return_credits(call: Call, member_id: str, amount: Decimal, order_id: str) -> Decimal:
    """Return credits spent on an order to the customer; return how many.

    At most those spent on it that were not returned yet.
    """
    changed = in_hundredths(amount)
    account = await open_account(call, member_id)
    back = await account.restore("credits", changed, Reason(cause=CANCELLED, order_id=order_id))
    return money(back)


async def add(
    call: Call,
    member_id: str,
    amount: Decimal,
    *,
    case: Case,
    order_id: str = "",
    reason: str = "",
    admin_id: str = "",
) -> Decimal:
    """Add `amount`: a refund in credits, or a top-up. Return the customer's credits.

    Raises NotFound (404) for an unknown customer.
    """
    changed = in_hundredths(amount)
    await customer_store.require(call, member_id)
    account = await open_account(call, member_id)
    why = Reason(cause=case, order_id=order_id, reason=reason, admin_id=admin_id)
    await account.add("credits", changed, why)
    return money(account.balance.credits)


async def revoke_credits(call: Call, member_id: str, amount: Decimal, order_id: str) -> Decimal:
    """Revoke credits earned by an order; return how many: at most those that are left.

    Works for a former customer as well.
    """
    changed = in_hundredths(amount)
    account = await open_account(call, member_id)
    taken = min(changed, account.balance.credits)
    if taken:
        await account.deduct("credits", taken, Reason(cause=CANCELLED, order_id=order_id))
    return money(taken)


async def deduct(
    call: Call, member_id: str, amount: Decimal, *, case: Case, reason: str, admin_id: str = ""
) -> Decimal:
    """Deduct `amount`: paid out, or by hand. Return the remaining credits.

    Works for a former customer as well. Raises NotEnough (422) for more than they have.
    """
    changed = in_hundredths(amount)
    account = await open_account(call, member_id)
    why = Reason(cause=case, reason=reason, admin_id=admin_id)
    await account.deduct("credits", changed, why)
    return money(account.balance.credits)


async def reverse(call: Call, member_id: str, earlier: EarlierChange) -> None:
    """Reverse an earlier change of credits. Raises NotFound (404), NotEnough (422)."""
    await customer_store.require(call, member_id)
    account = await open_account(call, member_id)
    await account.reverse("credits", BY_HAND, earlier)
