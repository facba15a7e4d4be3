"""What an order is paid with of the buyer's points and credits."""

from openmall.commerce.order.amounts import Bill, Deductions
from openmall.commerce.order.placement.checkout.refusals import MORE_THAN_TO_PAY
from openmall.contract.errors import Invalid


def require_due(wishes: Deductions, bill: Bill) -> None:
    """Raise Invalid (422) for points or credits that cannot be spent on an order."""
    for name, wished, spent in (
        ("use_points", wishes.points, bill.amount.points_spent_amount),
        ("use_credits", wishes.credits, bill.amount.credits_spent_amount),
    ):
        if wished != spent:
            raise Invalid(MORE_THAN_TO_PAY, parameter=name, amount=str(spent))
