"""What applying the plan of a rehearsed call leads to; `call.py: PlanExecution` applies them."""

from typing import Any

from msgspec import Struct

from openmall.contract.errors import ApiError, NotModified
from openmall.contract.json_values import Encodable
from openmall.contract.refusal import Refusal, Value


class PlanOutcome(Struct, frozen=True, kw_only=True):
    """What the call was answered."""

    status: int
    body: dict[str, Any]


class PlanMoved(NotModified):
    """409: resources that a plan read or changes have changed since, or its call fails now.

    It says what is another, and names a fresh plan, where there is one.
    """

    def __init__(
        self,
        refusal: Refusal,
        *,
        plan: dict[str, int | str] | None = None,
        moved: list[str] | None = None,
        cause: ApiError | None = None,
        **values: Value,
    ) -> None:
        """`plan`: number of the fresh plan, and its token, unless it waits for approval.

        `moved`: resources, with their ids. `cause`: the error of the call, which is a value of the
        message as well.
        """
        if cause is not None:
            values["cause"] = cause.text()
        super().__init__(refusal, parameter="plan_no", **values)
        self.plan = plan
        self.moved = moved or []
        self.cause = cause.reason if cause is not None else None
        """Why the call fails now, for pages that say it in the language of their reader."""

    def more_info(self) -> dict[str, Encodable]:
        return super().more_info() | {"moved": self.moved, "plan": self.plan}
