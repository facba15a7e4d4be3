"""The operations of plans. No specification knows them: they are openmall's own extension.

A plan is of the shop and of the app that rehearsed; no other app sees it, nor does the app itself
with a token that may not call its operation.
"""

from typing import Any, Final

import msgspec

from openmall.contract import scopes as scope_names
from openmall.contract.call import Call
from openmall.contract.errors import NotFound
from openmall.contract.moments import moment
from openmall.contract.operation import delete, get, listing
from openmall.contract.params import EntityNo, Limit100, Offset8000, Params
from openmall.events.plans import sealed_plans
from openmall.events.plans import store as plan_store
from openmall.events.plans.shape import (
    Effects,
    Plan,
    PlanChange,
    PlanLine,
    RateCost,
)


class PlanQuery(Params, frozen=True, kw_only=True):
    limit: Limit100 = 10
    offset: Offset8000 = 0


class PlanPath(Params, frozen=True, kw_only=True):
    plan_no: EntityNo


class PlanChangeQuery(Params, frozen=True, kw_only=True):
    plan_no: EntityNo
    limit: Limit100 = 10
    offset: Offset8000 = 0


async def list_plans(call: Call, params: PlanQuery) -> list[PlanLine]:
    """Retrieve the plans of the app, the newest first.

    A plan is what a write would do that was called with `Prefer: handling=rehearse`.
    """
    found = await plan_store.listed(
        call.db,
        call.identity.app.client_id,
        sorted(call.identity.scopes),
        limit=params.limit + 1,
        offset=params.offset,
    )
    call.more = len(found) > params.limit
    return [PlanLine(**_line(call, each)) for each in found[: params.limit]]


async def read_plan(call: Call, params: PlanPath) -> Plan:
    """Retrieve a plan: what would follow from the call that was rehearsed.

    The resources that it would change are listed by `plans/{plan_no}/changes`.
    """
    return _response(call, await _find(call, params.plan_no))


async def list_changes(call: Call, params: PlanChangeQuery) -> list[PlanChange]:
    """Retrieve the resources that a plan would change, before and after.

    The fields are those of the resource's own operations.
    """
    await _find(call, params.plan_no)
    found = await plan_store.changes(
        call.db, params.plan_no, limit=params.limit + 1, offset=params.offset
    )
    call.more = len(found) > params.limit
    return [
        PlanChange(change_no=number, **_opened(call, params.plan_no, content))
        for number, content in found[: params.limit]
    ]


async def discard_plan(call: Call, params: PlanPath) -> Plan:
    """Discard a plan. Nothing was done of it."""
    plan = await _find(call, params.plan_no)
    await plan_store.delete_plan(call.db, params.plan_no)
    call.journal(f"plan {plan.plan_no}")
    return _response(call, plan)


async def _find(call: Call, plan_no: int) -> plan_store.Plan:
    plan = await plan_store.find(call.db, plan_no)
    if (
        plan is None
        or plan.client_id != call.identity.app.client_id
        or not scope_names.permits(call.identity.scopes, plan.scope)
    ):
        raise NotFound("The plan does not exist.", parameter="plan_no")
    return plan


def _opened(call: Call, plan_no: int, sealed: str) -> dict[str, Any]:
    text = call.seal.open(sealed, about=sealed_plans.about(call.mall.mall_id, plan_no))
    opened: dict[str, Any] = msgspec.json.decode(text)
    return opened


def _response(call: Call, plan: plan_store.Plan) -> Plan:
    opened = _opened(call, plan.plan_no, plan.effects)
    return Plan(
        **_line(call, plan),
        effects=msgspec.convert(opened["effects"], Effects),
        rate_limit=msgspec.convert(opened["rate_limit"], RateCost),
    )


def _line(call: Call, plan: plan_store.Plan) -> dict[str, Any]:
    expired = plan.expires_at <= call.clock.now()
    return {
        "plan_no": plan.plan_no,
        "operation": plan.operation,
        "state": "expired" if expired else "open",
        "status": plan.status,
        "total": plan.total,
        "changes": plan.changes,
        "created_date": moment(plan.created_at),
        "expires_date": moment(plan.expires_at),
    }


OPERATIONS: Final = [
    listing(
        "plans",
        list_plans,
        takes=PlanQuery,
        gives=PlanLine,
        key="plans",
        scope=scope_names.READ_APPLICATION,
        links=True,
    ),
    get(
        "plans/{plan_no}",
        read_plan,
        takes=PlanPath,
        gives=Plan,
        key="plan",
        scope=scope_names.READ_APPLICATION,
    ),
    listing(
        "plans/{plan_no}/changes",
        list_changes,
        takes=PlanChangeQuery,
        gives=PlanChange,
        key="changes",
        scope=scope_names.READ_APPLICATION,
        links=True,
    ),
    delete(
        "plans/{plan_no}",
        discard_plan,
        takes=PlanPath,
        gives=Plan,
        key="plan",
        scope=scope_names.WRITE_APPLICATION,
    ),
]
