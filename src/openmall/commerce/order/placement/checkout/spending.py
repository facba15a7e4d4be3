"""What an order is paid with of the buyer's points and credits."""

from collections.abc import Mapping
from decimal import Decimal
from typing import Final

from openmall.commerce.mileage.entries.account import not_enough, to_spend
from openmall.commerce.mileage.entries.tables import Pot
from openmall.commerce.order.amounts import Bill, Deductions
from openmall.commerce.order.placement.checkout.refusals import MORE_THAN_TO_PAY
from openmall.contract.call import Call
from openmall.contract.errors import Invalid

_POTS: Final[tuple[Pot, Pot]] = ("points", "credits")


async def require_due(call: Call, member_id: str, wishes: Deductions, bill: Bill) -> None:
    """Raise Invalid (422) for points or credits that cannot be spent on an order.

    A buyer who has less of them than is to be spent is told that, before what is left to pay.
    """
    for pot in _POTS:
        spent = getattr(bill.amount, f"{pot}_spent_amount")
        if getattr(wishes, pot) == spent:
            continue
        require_balance(call, wishes, await to_spend(call, member_id))
        raise Invalid(
            MORE_THAN_TO_PAY,
            parameter=f"use_{pot}",
            amount=str(spent),
            currency=call.mall.shops[call.shop_no].currency,
        )


def require_balance(call: Call, wishes: Deductions, has: Mapping[Pot, Decimal]) -> None:
    """Raise Invalid (422) for more points or credits than a buyer has."""
    for pot in _POTS:
        if has[pot] < getattr(wishes, pot):
            raise not_enough(call, pot, has[pot], parameter=f"use_{pot}")
