"""The interface through which plans of rehearsed calls are applied; see `api/pipeline/`."""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, Protocol

from msgspec import Struct

from openmall.contract.errors import NotModified

if TYPE_CHECKING:
    from openmall.contract.call import Call


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


class PlanExecution(Protocol):
    """Applies plans."""

    async def apply(self, call: "Call", plan_no: int, token: str) -> PlanOutcome | None:
        """Execute the call of a plan, in a transaction of its own; None: it was applied before.

        `call`: that which applies it; the plan's is executed with its identity. Raises NotFound,
        Forbidden for a caller who may not make the plan's call, Invalid for another token,
        NotModified (409) for an expired plan or one that waits for approval, and PlanMoved (409).
        """
        ...

    async def combine(self, call: "Call", plan_nos: Sequence[int]) -> tuple[int, str]:
        """Make one plan of several, whose calls are carried out in one transaction, in that order.

        Return its number, and its token; the token of one that waits for approval is empty. Raises
        NotFound, Invalid, NotModified (409), and the ApiError of a call that fails.
        """
        ...

    async def execute_approved(self, call: "Call", plan_no: int) -> PlanOutcome:
        """Execute what was approved of a plan, once, as the caller who proposed it.

        `call`: of the manager who approved it. Raises NotModified (409) when somebody else has
        executed it or the app is no longer entitled to it, and PlanMoved (409), whose fresh plan
        waits for approval.
        """
        ...
