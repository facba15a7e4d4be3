"""What applying the plan of a rehearsed call leads to; `call.py: PlanExecution` applies them."""

from typing import Any

from msgspec import Struct

from openmall.contract.errors import NotModified


class PlanOutcome(Struct, frozen=True, kw_only=True):
    """What the call was answered."""

    status: int
    body: dict[str, Any]


class PlanMoved(NotModified):
    """409: what a plan read or changes is another since; says what, and names a fresh plan."""

    def __init__(
        self, message: str, *, plan: dict[str, Any] | None = None, moved: list[str] | None = None
    ) -> None:
        """`plan`: number of the fresh plan, and its token, unless it waits for approval.

        `moved`: resources, with their ids.
        """
        super().__init__(message, parameter="plan_no")
        self.plan = plan
        self.moved = moved or []

    def more_info(self) -> dict[str, Any]:
        return super().more_info() | {"moved": self.moved, "plan": self.plan}
