"""The refusals of customer groups."""

from typing import Final

from openmall.contract.refusal import Refusal

TOO_MANY_CUSTOMER_GROUPS: Final = Refusal(
    "too_many_customer_groups",
    "A shop has at most {most} groups.",
    remedy="Delete a group that is no longer needed.",
)
CUSTOMER_GROUP_EXISTS: Final = Refusal(
    "customer_group_exists",
    "There is a customergroup like this.",
    remedy="Choose another name, or update the existing group.",
)
