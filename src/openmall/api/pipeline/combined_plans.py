"""Several plans as one: their calls are rehearsed and carried out in one transaction, in order.

What such a plan was sent are the calls of its parts; a decision on a part of it is about calls.
"""

from collections.abc import Awaitable, Callable, Sequence
from typing import Any, Final

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from openmall.api.pipeline import parsing
from openmall.api.pipeline.operation_execution import HandlerResult
from openmall.api.pipeline.refusals import (
    PLAN_IS_COMBINED,
    PLAN_NOT_APPLICABLE,
    PLAN_NOT_COMBINABLE,
    PLANS_DIFFER,
    TOO_FEW_PLANS_NAMED,
    TOO_MANY_PLANNED_OBJECTS,
)
from openmall.api.pipeline.request_context import RequestContext
from openmall.contract import scopes as scope_names
from openmall.contract.call import Call, Services
from openmall.contract.errors import ApiError, Invalid, NotFound, NotModified
from openmall.contract.refusal import Phrase
from openmall.contract.refusals import DOES_NOT_EXIST
from openmall.database.joined_database import JoinedDatabase
from openmall.events.plans import plan_views
from openmall.events.plans.store import Plan
from openmall.http import json_body

OPERATION: Final = "POST plans/combine"
"""`operation` of a plan that is several."""
MOST_OBJECTS: Final = 10_000
Content = dict[str, Any]


class Part(Struct, frozen=True):
    """A call of a plan."""

    plan: Plan
    context: RequestContext
    objects: list[Content]


Execute = Callable[[RequestContext, Services, Plan, list[Content]], Awaitable[HandlerResult]]


def calls(plan: Plan, objects: list[Content]) -> list[tuple[Plan, list[Content]]]:
    """Return the calls of a plan as plans, each with its objects."""
    if plan.operation != OPERATION:
        return [(plan, objects)]
    return [
        (
            replace(
                plan,
                **{name: each[name] for name in ("operation", "path", "query", "wanted")},
                version=each["version"],
            ),
            each["objects"],
        )
        for each in objects
    ]


def as_object(plan: Plan, objects: list[Content]) -> Content:
    """Return the call of a plan as an object of one that combines it."""
    return {
        "operation": plan.operation,
        "path": plan.path,
        "query": plan.query,
        "wanted": plan.wanted,
        "version": plan.version,
        "objects": objects,
    }


async def execute(
    services: Services, parts: Sequence[Part], deadline: float, run: Execute
) -> HandlerResult:
    """Execute the calls of a plan in one transaction; the response has what each is answered."""
    outcomes = []
    mall_id = parts[0].context.mall.mall_id
    async with services.database.writing(mall_id, deadline=deadline) as session:
        joined = services._replace(database=JoinedDatabase(services.database, session))
        for part in parts:
            result = await run(part.context, joined, part.plan, part.objects)
            outcomes.append({"status": result.status, "body": msgspec.json.decode(result.body)})
    return HandlerResult(200, json_body.encode({"outcomes": outcomes}))


def results(handler_result: HandlerResult) -> list[HandlerResult]:
    """Return what each call of such a plan was answered."""
    outcomes = msgspec.json.decode(handler_result.body)["outcomes"]
    return [HandlerResult(each["status"], json_body.encode(each["body"])) for each in outcomes]


def require_combinable(call: Call, plan_nos: Sequence[int], found: Sequence[Plan | None]) -> None:
    """Raise an error where plans cannot be combined by the app of a call."""
    plans = []
    for plan in found:
        if plan is None or plan.client_id != call.identity.app.client_id:
            raise NotFound(DOES_NOT_EXIST, parameter="plan_nos", resource=Phrase("plan"))
        if plan_views.is_expired(call, plan) or plan.state not in ("open", "waiting"):
            raise NotModified(PLAN_NOT_APPLICABLE, parameter="plan_nos", plan_no=plan.plan_no)
        plans.append(plan)
    if len({*plan_nos}) < max(2, len(plan_nos)):
        raise Invalid(TOO_FEW_PLANS_NAMED, parameter="plan_nos")
    if any(plan.operation == OPERATION for plan in plans):
        raise Invalid(PLAN_IS_COMBINED, parameter="plan_nos")
    if len({(plan.scope, plan.state) for plan in plans}) > 1:
        raise Invalid(PLANS_DIFFER, parameter="plan_nos")
    if not scope_names.shows_plan(call.identity.scopes, plans[0].scope):
        raise NotFound(DOES_NOT_EXIST, parameter="plan_nos", resource=Phrase("plan"))


def require_short(parts: Sequence[Part]) -> None:
    """Raise Invalid (422) for calls with work outside a transaction, or too many objects."""
    if sum(len(part.objects) for part in parts) > MOST_OBJECTS:
        raise Invalid(TOO_MANY_PLANNED_OBJECTS, parameter="plan_nos", most=MOST_OBJECTS)
    for part in parts:
        operation = part.context.operation
        assert operation is not None
        if operation.prepare is None:
            continue
        if operation.prepares is None or any(_prepares(operation, each) for each in part.objects):
            raise Invalid(PLAN_NOT_COMBINABLE, parameter="plan_nos", operation=operation.name)


def _prepares(operation: Any, values: Content) -> bool:
    try:
        return bool(operation.prepares(parsing.to_struct(operation, values)))
    except ApiError:
        return False
