"""The operations of plans. No specification knows them: they are openmall's own extension.

A plan is of the shop and of the app that rehearsed; no other app sees it, nor does the app itself
with a token that may not call its operation.
"""

from collections.abc import Awaitable, Callable
from typing import Annotated, Final

from msgspec import Meta

from openmall.contract import scopes as scope_names
from openmall.contract.call import Call
from openmall.contract.errors import NotFound, NotModified
from openmall.contract.params import EntityNo, Limit100, Offset8000, Params
from openmall.contract.plans import PlanOutcome
from openmall.contract.refusal import Phrase
from openmall.contract.refusals import DOES_NOT_EXIST
from openmall.contract.resource import Resource
from openmall.events.plans import plan_views
from openmall.events.plans import store as plan_store
from openmall.events.plans.refusals import (
    PLAN_APPLIED,
    PLAN_DECIDED,
    PLAN_DECIDED_BY_OTHERS,
    STATES,
)
from openmall.events.plans.shape import AppliedPlan, CombinedPlan, Plan, PlanChange, PlanLine

_DISCARDED: Final = frozenset({"open", "waiting", "expired"})
"""States of plans that their apps may discard."""
Token = Annotated[str, Meta(min_length=1, max_length=100)]


class PlanQuery(Params, frozen=True, kw_only=True):
    limit: Limit100 = 10
    offset: Offset8000 = 0


class PlanPath(Params, frozen=True, kw_only=True):
    plan_no: EntityNo


class PlanApply(Params, frozen=True, kw_only=True):
    plan_no: EntityNo
    token: Token
    """Header `X-Platform-Plan-Token` of the rehearsed response."""


class PlanCombine(Params, frozen=True, kw_only=True):
    plan_nos: Annotated[list[EntityNo], Meta(min_length=1, max_length=20)]


class _Combining(PlanCombine, frozen=True, kw_only=True):
    """Plans that were combined."""

    plan_no: int
    token: str


class _Applying(PlanApply, frozen=True, kw_only=True):
    """A plan that was applied, or had been before."""

    outcome: PlanOutcome | None


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
        # also plans of what the token may only propose
        sorted({each.removesuffix(scope_names.PROPOSES) for each in call.identity.scopes}),
        limit=params.limit + 1,
        offset=params.offset,
    )
    call.effects.more = len(found) > params.limit
    return [PlanLine(**plan_views.line(call, each)) for each in found[: params.limit]]


async def read_plan(call: Call, params: PlanPath) -> Plan:
    """Retrieve a plan: what would follow from the call that was rehearsed.

    The resources that it would change are listed by `plans/{plan_no}/changes`.
    """
    return await plan_views.full(call, await _find(call, params.plan_no))


async def list_changes(call: Call, params: PlanChangeQuery) -> list[PlanChange]:
    """Retrieve the resources that a plan would change, before and after.

    The fields are those of the resource's own operations.
    """
    await _find(call, params.plan_no)
    found = await plan_store.changes(
        call.db, params.plan_no, limit=params.limit + 1, offset=params.offset
    )
    call.effects.more = len(found) > params.limit
    scopes = call.identity.scopes
    return [
        plan_views.change(
            call, params.plan_no, each, lambda scope: scope_names.permits(scopes, scope)
        )
        for each in found[: params.limit]
    ]


async def prepare_applying(call: Call, params: PlanApply) -> Callable[[], Awaitable[PlanApply]]:
    """Apply the plan in a transaction of its own, for its call may have long-running work."""

    async def apply() -> PlanApply:
        outcome = await call.plans.apply(call, params.plan_no, params.token)
        return _Applying(plan_no=params.plan_no, token=params.token, outcome=outcome)

    return apply


async def apply_plan(call: Call, params: PlanApply) -> AppliedPlan:
    """Apply a plan: carry out the call that was rehearsed, once.

    `outcome` is the response to that call. When what the plan changes is another since it was
    made, nothing is done, and the response is 409 with a fresh plan.
    """
    if not isinstance(params, _Applying) or params.outcome is None:
        raise NotModified(PLAN_APPLIED, parameter="plan_no")
    plan = await _find(call, params.plan_no)
    call.journal(f"plan {plan.plan_no}", {"state": ("open", plan.state)})
    return AppliedPlan(**plan_views.line(call, plan), outcome=params.outcome)


async def prepare_combining(
    call: Call, params: PlanCombine
) -> Callable[[], Awaitable[PlanCombine]]:
    """Rehearse the calls of several plans together, in a transaction of its own."""

    async def combine() -> PlanCombine:
        plan_no, token = await call.plans.combine(call, params.plan_nos)
        return _Combining(plan_nos=params.plan_nos, plan_no=plan_no, token=token)

    return combine


async def combine_plans(call: Call, params: PlanCombine) -> CombinedPlan:
    """Combine plans into one, whose calls are carried out in one transaction, in that order.

    They need the same scope, and are all open or all wait for approval. They are rehearsed
    together; the plan stands for them, and they expire.
    """
    assert isinstance(params, _Combining)
    plan = await _find(call, params.plan_no)
    call.journal(f"plan {plan.plan_no}", {"plans": (params.plan_nos, None)})
    return CombinedPlan(**plan_views.line(call, plan), token=params.token or None)


async def discard_plan(call: Call, params: PlanPath) -> Plan:
    """Discard a plan. Nothing was done of it, and no decision on it is possible any more."""
    plan = await _find(call, params.plan_no)
    # what was applied, or people decided on, stays until it expires
    if plan.state not in _DISCARDED:
        raise NotModified(PLAN_DECIDED, parameter="plan_no", state=STATES[plan.state])
    shown = await plan_views.full(call, plan)
    if not await plan_store.discard(call.db, params.plan_no, state=plan.state):
        raise NotModified(PLAN_DECIDED_BY_OTHERS, parameter="plan_no")
    call.journal(f"plan {plan.plan_no}")
    return shown


async def _find(call: Call, plan_no: int) -> plan_store.Plan:
    plan = await plan_store.find(call.db, plan_no)
    if (
        plan is None
        or plan.client_id != call.identity.app.client_id
        or not scope_names.shows_plan(call.identity.scopes, plan.scope)
    ):
        raise NotFound(DOES_NOT_EXIST, parameter="plan_no", resource=Phrase("plan"))
    return plan


_PLANS: Final = Resource(Plan, area="application", key="plan", listed="plans")
OPERATIONS: Final = [
    _PLANS.giving(PlanLine).listing("plans", list_plans, takes=PlanQuery, links=True),
    _PLANS.get("plans/{plan_no}", read_plan, takes=PlanPath),
    _PLANS.giving(PlanChange).listing(
        "plans/{plan_no}/changes", list_changes, takes=PlanChangeQuery, key="changes", links=True
    ),
    _PLANS.giving(AppliedPlan).post(
        "plans/{plan_no}/apply", apply_plan, takes=PlanApply, prepare=prepare_applying
    ),
    _PLANS.giving(CombinedPlan).post(
        "plans/combine", combine_plans, takes=PlanCombine, prepare=prepare_combining
    ),
    _PLANS.delete("plans/{plan_no}", discard_plan, takes=PlanPath),
]
