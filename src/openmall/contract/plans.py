"""What applying the plan of a rehearsed call leads to; `call.py: PlanExecution` applies them."""

from typing import Any

from msgspec import Struct

from openmall.contract.errors import NotModified
from openmall.contract.refusal import Refusal, Value


class PlanOutcome(Struct, frozen=True, kw_only=True):
    """What the call was answered."""

    status: int
    body: dict[str, Any]


class PlanMoved(NotModified):
    """409: what a plan read or changes is another since; says what, and names a fresh plan."""

    def __init__(
        self,
        refusal: Refusal,
        *,
        plan: dict[str, Any] | None = None,
        moved: list[str] | None = None,
        **values: Value,
    ) -> None:
        """`plan`: number of the fresh plan, and its token, unless it waits for approval.

        `moved`: resources, with their ids.
        """
        super().__init__(refusal, parameter="plan_no", **values)
        self.plan = plan
        self.moved = moved or []

    def more_info(self) -> dict[str, Any]:
        return super().more_info() | {"moved": self.moved, "plan": self.plan}
