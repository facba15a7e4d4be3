"""What whoever sells does with credits: spend, add, give back, pay out.

Credits are money of a customer that the shop keeps, an amount of the shop's currency: they do not
expire. Every function locks what the customer has there, after the order it is about.
"""

from decimal import Decimal
from typing import Final, Literal

from openmall.areas.customer.customers import store as customers
from openmall.areas.mileage.entries.account import Why, open_account, some
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


async def spend(call: Call, member_id: str, amount: Decimal, order_id: str) -> Decimal:
    """Pay `amount` of an order with credits; return what is left.

    Raises NotFound (404) for who is no customer, NotEnough (422) for more than they have.
    """
    changed = some(amount)
    await customers.require(call, member_id)
    account = await open_account(call, member_id)
    why = Why(cause=PURCHASE, order_id=order_id)
    await account.take_out("credits", changed, why, used=True)
    return money(account.balance.credits)


async def give_back(call: Call, member_id: str, amount: Decimal, order_id: str) -> Decimal:
    """Give back credits that were spent on an order; return how many came back.

    No more than were spent on it and have not come back yet.
    """
    changed = some(amount)
    account = await open_account(call, member_id)
    back = await account.put_back("credits", changed, Why(cause=CANCELLED, order_id=order_id))
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
    """Add `amount`: a refund that is kept as credits, a top-up. Return what the customer has.

    Raises NotFound (404) for who is no customer.
    """
    changed = some(amount)
    await customers.require(call, member_id)
    account = await open_account(call, member_id)
    why = Why(cause=case, order_id=order_id, reason=reason, admin_id=admin_id)
    await account.put_in("credits", changed, why)
    return money(account.balance.credits)


async def take_back(call: Call, member_id: str, amount: Decimal, order_id: str) -> Decimal:
    """Take back credits that an order brought; return how many: no more than there are left.

    It works for who has left as well.
    """
    changed = some(amount)
    account = await open_account(call, member_id)
    taken = min(changed, account.balance.credits)
    if taken:
        await account.take_out("credits", taken, Why(cause=CANCELLED, order_id=order_id))
    return money(taken)


async def take(
    call: Call, member_id: str, amount: Decimal, *, case: Case, reason: str, admin_id: str = ""
) -> Decimal:
    """Take `amount` away: paid out, or by hand. Return what is left.

    It works for who has left as well. Raises NotEnough (422) for more than they have.
    """
    changed = some(amount)
    account = await open_account(call, member_id)
    why = Why(cause=case, reason=reason, admin_id=admin_id)
    await account.take_out("credits", changed, why)
    return money(account.balance.credits)
