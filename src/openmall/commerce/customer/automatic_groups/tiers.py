"""Which group a customer belongs to by what they bought: pure arithmetic."""

from collections.abc import Sequence
from decimal import Decimal

from openmall.commerce.customer.customergroups.rules import Criteria
from openmall.commerce.customer.customergroups.shape import GENERAL, AutoChange, Group, Purchases


def takes_part(group: Group, criteria: Criteria) -> bool:
    """Return whether customers get into a group by what they bought.

    It has a lowest amount or number that the shop's criteria look at.
    """
    bounds = group.auto_change_information
    return ("amount" in criteria and bounds.min_purchase_amount is not None) or (
        "count" in criteria and bounds.min_purchase_count is not None
    )


def group_for(groups: Sequence[Group], group_no: int, bought: Purchases, criteria: Criteria) -> int:
    """Return the number of the group that a customer of `group_no` belongs to.

    That is the group with the highest bounds that their purchases meet; the general one where they
    meet none. Customers of a group that takes no part, such as one for employees, stay in it, and
    so does everybody where no group takes part.
    """
    taking_part = [each for each in groups if takes_part(each, criteria)]
    numbers = {each.group_no for each in taking_part}
    if not numbers or group_no not in numbers | {GENERAL}:
        return group_no
    met = [each for each in taking_part if _meets(each.auto_change_information, bought, criteria)]
    return max(met, key=_rank).group_no if met else GENERAL


def _rank(group: Group) -> tuple[Decimal, int, int]:
    bounds = group.auto_change_information
    amount = bounds.min_purchase_amount or Decimal(0)
    return amount, bounds.min_purchase_count or 0, group.group_no


def _meets(bounds: AutoChange, bought: Purchases, criteria: Criteria) -> bool:
    checks = []
    if "amount" in criteria and bounds.min_purchase_amount is not None:
        most = bounds.max_purchase_amount
        fits = bought.amount >= bounds.min_purchase_amount
        checks.append(fits and (most is None or bought.amount <= most))
    if "count" in criteria and bounds.min_purchase_count is not None:
        most_count = bounds.max_purchase_count
        fits = bought.number >= bounds.min_purchase_count
        checks.append(fits and (most_count is None or bought.number <= most_count))
    return any(checks) if criteria == "purchase_amount_or_count" else all(checks)
