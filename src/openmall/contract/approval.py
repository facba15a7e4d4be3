"""Which writes of a mall need a person's approval, and the error of one that waits for it."""

from typing import Final

from msgspec import Struct

from openmall.contract.errors import ApiError
from openmall.contract.json_values import Encodable
from openmall.contract.refusals import WAITS_FOR_APPROVAL

MOST_RULES: Final = 50


class ApprovalRule(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """Writes that need approval: by which app or role, and which operations.

    Without `client_id` and `role_no` it is about every app, and everybody of the staff but head
    admins. Without a kind it is about every write, else about those of any of its kinds.
    """

    rule_no: int
    client_id: str = ""
    """Of this app alone."""
    role_no: int = 0
    """Of sub-admins with this role alone, in the back office and by apps that act for them."""
    objects: int | None = None
    """Writes that send or change more objects."""
    price_percent: int | None = None
    """Writes that change a price by more percent, up or down."""
    money: int | None = None
    """Writes that move more in refunds, payments, points, credits and amounts of orders together;
    in hundredths."""
    customers: bool = False
    """Writes of customers' data."""

    @property
    def of_all_kinds(self) -> bool:
        """Whether it is about every write of those whom it is about."""
        limits = (self.objects, self.price_percent, self.money)
        return not self.customers and all(limit is None for limit in limits)


class WaitsForApproval(ApiError):
    """409: nothing was changed, for a person has to approve it; names the plan that waits.

    It is no NotModified: pages that say "No changes to save" for one must not say so here.
    """

    status = 409

    def __init__(self, plan_no: int, *, is_known: bool = False) -> None:
        """`plan_no`: of the plan that waits. `is_known`: it waited before this call."""
        super().__init__(WAITS_FOR_APPROVAL, plan_no=plan_no)
        self.plan_no = plan_no
        self.is_known = is_known

    def more_info(self) -> dict[str, Encodable]:
        return super().more_info() | {"plan_no": self.plan_no}
