"""People of a shop decide on the calls that wait for approval: the interface of the back office.

They are operations of the back office's own pages, served at no address; no token reaches them. A
page calls them as it calls the admin API, with `permits=approvals.permits`, for a manager sees and
decides what they may write themselves, whichever page of the back office they may open:

    await context.call("approvals", {"state": "waiting"}, api="office pages", permits=permits)
    await context.call(f"approvals/{plan_no}/decision", {"decision": "approve", "objects": [1, 3]},
                       method="POST", api="office pages", permits=permits)

An approved call is carried out as its app, exactly once: the state goes from waiting to approved
in one transaction, and from approved to applied in that of the call. Decision 64.
"""

from collections.abc import Awaitable, Callable
from typing import Annotated, Any, Final, Literal, get_args

from msgspec import UNSET, Meta, Struct, UnsetType
from msgspec.structs import replace

from openmall.access.malls import staff_roles
from openmall.access.malls.staff_rights import Rights
from openmall.access.oauth import apps as registered_apps
from openmall.contract import scopes as scope_names
from openmall.contract.call import Call
from openmall.contract.errors import Forbidden, Invalid, NotFound, NotModified
from openmall.contract.journal import batch as journal_batch
from openmall.contract.journal import record
from openmall.contract.operation import Operation, get, listing, post
from openmall.contract.params import EntityNo, Limit100, Offset8000, Params
from openmall.contract.refusal import Phrase
from openmall.contract.refusals import DOES_NOT_EXIST
from openmall.events.plans import announcements, plan_views
from openmall.events.plans import refusals as plan_refusals
from openmall.events.plans import store as plan_store
from openmall.events.plans.shape import Plan, PlanChange, PlanComment, PlanLine, State

MOST_OBJECTS: Final = 10_000
Text = Annotated[str, Meta(min_length=1, max_length=2_000)]
ObjectNo = Annotated[int, Meta(ge=1, le=MOST_OBJECTS)]
_DECIDED: Final = "approvals"
_STATES: Final = frozenset(get_args(State))


class ApprovalQuery(Params, frozen=True, kw_only=True):
    state: State | UnsetType = UNSET
    """Without one: all but `open`, which are their apps' own."""
    limit: Limit100 = 10
    offset: Offset8000 = 0


class ApprovalPath(Params, frozen=True, kw_only=True):
    plan_no: EntityNo


class ApprovalPartQuery(ApprovalPath, frozen=True, kw_only=True):
    limit: Limit100 = 10
    offset: Offset8000 = 0


class CommentDraft(ApprovalPath, frozen=True, kw_only=True):
    content: Text


class DecisionDraft(ApprovalPath, frozen=True, kw_only=True):
    decision: Literal["approve", "reject"]
    objects: Annotated[list[ObjectNo], Meta(min_length=1, max_length=MOST_OBJECTS)] | UnsetType = (
        UNSET
    )
    """Of `approve`: numbers of the objects to carry out; the rest is rejected. Without it: all."""
    comment: Text | UnsetType = UNSET


class _Decided(DecisionDraft, frozen=True, kw_only=True):
    """A decision whose approved call was carried out."""


class Proposer(Struct, frozen=True, kw_only=True):
    """Who proposed a call."""

    client_id: str
    """Empty: a manager in the back office."""
    app_name: str
    user_id: str


class ApprovalLine(PlanLine, frozen=True, kw_only=True):
    """A plan that people decide on, without what would follow from it."""

    proposer: Proposer
    rule_no: int | None
    """The rule of the merchant it waits by."""
    decided_by: str | None


class Approval(Plan, frozen=True, kw_only=True):
    """A plan that people decide on, and what would follow from it."""

    proposer: Proposer
    rule_no: int | None
    version: str
    may_decide: bool
    """Whether this manager may decide on it now."""


class ProposedObject(Struct, frozen=True, kw_only=True):
    """An object of a call as it was sent, without the values of secret fields."""

    object_no: int
    content: dict[str, Any]


def permits(operation: Operation) -> bool:
    """Permit the operations of this module to a page; each asks what the manager may write."""
    return operation.path.startswith(_DECIDED)


async def waiting(call: Call, params: ApprovalQuery) -> list[ApprovalLine]:
    """Retrieve the plans that the manager may decide on, the newest first."""
    rights = await _rights(call)
    states = _STATES - {"open"} if params.state is UNSET else {params.state}
    found = await plan_store.of_scopes(
        call.db,
        sorted(states),
        [scope for scope in scope_names.SENTENCES if _may_write(rights, scope)],
        limit=params.limit + 1,
        offset=params.offset,
    )
    call.effects.more = len(found) > params.limit
    names = await _app_names(call, {each.client_id for each in found})
    return [
        ApprovalLine(
            **plan_views.line(call, each),
            proposer=_proposer(each, names),
            rule_no=each.rule_no or None,
            decided_by=each.decided_by or None,
        )
        for each in found[: params.limit]
    ]


async def read(call: Call, params: ApprovalPath) -> Approval:
    """Retrieve a plan with what would follow from it. Raises NotFound (404)."""
    plan = await _find(call, params.plan_no, await _rights(call))
    return await _shown(call, plan)


async def list_changes(call: Call, params: ApprovalPartQuery) -> list[PlanChange]:
    """Retrieve the resources that a plan would change, before and after."""
    rights = await _rights(call)
    await _find(call, params.plan_no, rights)
    found = await plan_store.changes(
        call.db, params.plan_no, limit=params.limit + 1, offset=params.offset
    )
    call.effects.more = len(found) > params.limit
    return [
        plan_views.change(call, params.plan_no, each, rights.permits_scope)
        for each in found[: params.limit]
    ]


async def list_objects(call: Call, params: ApprovalPartQuery) -> list[ProposedObject]:
    """Retrieve the objects of a call as they were sent, numbered for a decision."""
    plan = await _find(call, params.plan_no, await _rights(call))
    sent = plan_views.opened(call, plan.plan_no, plan.sent)
    end = params.offset + params.limit
    call.effects.more = len(sent) > end
    return [
        ProposedObject(object_no=number, content=record.redacted_object(content))
        for number, content in enumerate(sent[params.offset : end], params.offset + 1)
    ]


async def comment(call: Call, params: CommentDraft) -> PlanComment:
    """Comment on a plan; its app sees it. Raises NotFound (404)."""
    plan = await _find(call, params.plan_no, await _rights(call))
    call.journal(f"plan {plan.plan_no}", {"comment": (None, params.content)})
    return await _add_comment(call, plan, params.content)


async def prepare_decision(
    call: Call, params: DecisionDraft
) -> Callable[[], Awaitable[DecisionDraft]]:
    """Carry out an approved call, in transactions of its own."""
    await _require_waiting(call, params)

    async def approve() -> DecisionDraft:
        await _approve(call, params)
        await call.plans.execute_approved(call, params.plan_no)
        return _Decided(
            plan_no=params.plan_no,
            decision=params.decision,
            objects=params.objects,
            comment=params.comment,
        )

    return approve


async def decide(call: Call, params: DecisionDraft) -> Approval:
    """Approve a plan, in whole or in part, or reject it.

    What is approved was carried out before; the response has its outcome. Raises NotFound (404),
    Forbidden (403) for what the manager proposed themselves, NotModified (409) for a plan that does
    not wait any more, and PlanMoved (409), with a fresh plan that waits, when something has moved.
    """
    if isinstance(params, _Decided):
        plan, earlier = await _find(call, params.plan_no, await _rights(call)), "approved"
    else:
        plan, earlier = await _require_waiting(call, params), "waiting"
        await _record(call, plan, "rejected", [])
        if plan.client_id:
            call.publish(announcements.rejected(plan))
        if params.comment is not UNSET:
            await _add_comment(call, plan, params.comment)
        plan = replace(plan, state="rejected")
    call.journal(f"plan {plan.plan_no} ({plan.operation})", {"state": (earlier, plan.state)})
    return await _shown(call, await _find(call, params.plan_no, await _rights(call)))


async def _approve(call: Call, params: DecisionDraft) -> None:
    """Record who approved what, and their comment, before it is carried out."""
    async with call.database.writing(call.mall.mall_id, shown=False) as db:
        call = call.on(db)
        plan = await _require_waiting(call, params)
        objects = _chosen(params, plan.total)
        is_again = plan.state == "approved"  # by the same manager, and not carried out
        if not is_again:
            await _record(call, plan, "approved", objects)
        if params.comment is not UNSET:
            await _add_comment(call, plan, params.comment)
        if is_again:
            return
        if plan.client_id:
            approved = announcements.approved(plan, len(objects))
            await journal_batch.publish(db, call.clock, [approved])
        await announcements.log(call, plan, ("waiting", "approved"))


async def _record(call: Call, plan: plan_store.Plan, state: str, objects: list[int]) -> None:
    decided = await plan_store.decide(
        call.db,
        plan.plan_no,
        state=state,
        decided_by=call.identity.user_id,
        decided_at=int(call.clock.now()),
        approved=plan_views.encoded_objects(objects),
    )
    if not decided:
        raise NotModified(plan_refusals.PLAN_DECIDED_BY_OTHERS, parameter="plan_no")


async def _require_waiting(call: Call, params: DecisionDraft) -> plan_store.Plan:
    """Return a plan that this manager may decide on now."""
    plan = await _find(call, params.plan_no, await _rights(call))
    if not _is_others(call, plan):
        raise Forbidden(plan_refusals.OWN_PROPOSAL)
    again = (
        plan.state == "approved"
        and params.decision == "approve"
        and plan.decided_by == call.identity.user_id
        and plan_views.approved_objects(plan) == _chosen(params, plan.total)
    )
    if plan_views.is_expired(call, plan):
        raise NotModified(plan_refusals.PLAN_EXPIRED, parameter="plan_no")
    if plan.state != "waiting" and not again:
        raise NotModified(
            plan_refusals.PLAN_DECIDED, parameter="plan_no", state=plan_refusals.STATES[plan.state]
        )
    if params.decision == "reject" and params.objects is not UNSET:
        raise Invalid(plan_refusals.REJECTED_IN_PART, parameter="objects")
    _chosen(params, plan.total)
    return plan


def _chosen(params: DecisionDraft, total: int) -> list[int]:
    """Return the numbers of the approved objects. Raises Invalid (422) for one that is none."""
    if params.objects is UNSET:
        return list(range(1, total + 1))
    chosen = sorted({*params.objects})
    if chosen[-1] > total:
        raise Invalid(plan_refusals.NO_OBJECT_OF_CALL, parameter="objects", total=total)
    return chosen


def _is_others(call: Call, plan: plan_store.Plan) -> bool:
    """Return whether another user proposed a plan; head admins also decide on their own."""
    return call.identity.user_type == "P" or not plan_views.is_own(call, plan)


async def _rights(call: Call) -> Rights:
    """Return the rights of the manager, as they are now. Raises Forbidden (403) for an app."""
    if call.identity.app.client_id or not call.identity.user_id:
        raise Forbidden(plan_refusals.DECISION_NEEDS_A_MANAGER)
    return await staff_roles.rights_of(call.db, call.identity.user_id)


def _may_write(rights: Rights, scope: str) -> bool:
    return rights.permits_scope(scope, writes=True)


async def _find(call: Call, plan_no: int, rights: Rights) -> plan_store.Plan:
    plan = await plan_store.find(call.db, plan_no)
    if plan is None or plan.state == "open" or not _may_write(rights, plan.scope):
        raise NotFound(DOES_NOT_EXIST, parameter="plan_no", resource=Phrase("plan"))
    return plan


async def _add_comment(call: Call, plan: plan_store.Plan, content: str) -> PlanComment:
    last = await plan_store.last_comment(call.db, plan.plan_no)
    if last is None:
        raise NotFound(DOES_NOT_EXIST, parameter="plan_no", resource=Phrase("plan"))
    number = last + 1
    if number > plan_store.MOST_COMMENTS:
        raise Invalid(
            plan_refusals.TOO_MANY_PLAN_COMMENTS, parameter="content", most=plan_store.MOST_COMMENTS
        )
    now = int(call.clock.now())
    added = plan_store.StoredComment(number, call.identity.user_id, content, now)
    await plan_store.add_comment(call.db, plan.plan_no, added)
    return plan_views.comment(added)


async def _shown(call: Call, plan: plan_store.Plan) -> Approval:
    shown = await plan_views.full(call, plan)
    names = await _app_names(call, {plan.client_id})
    return Approval(
        **{name: getattr(shown, name) for name in Plan.__struct_fields__},
        proposer=_proposer(plan, names),
        rule_no=plan.rule_no or None,
        version=plan.version,
        may_decide=shown.state == "waiting" and _is_others(call, plan),
    )


def _proposer(plan: plan_store.Plan, names: dict[str, str]) -> Proposer:
    return Proposer(
        client_id=plan.client_id, app_name=names.get(plan.client_id, ""), user_id=plan.user_id
    )


async def _app_names(call: Call, client_ids: set[str]) -> dict[str, str]:
    found = [await registered_apps.find(call.db, each) for each in sorted(client_ids) if each]
    return {app.client_id: app.name for app in found if app is not None}


OPERATIONS: Final = [
    listing(
        "approvals",
        waiting,
        takes=ApprovalQuery,
        gives=ApprovalLine,
        key="approvals",
        scope=scope_names.READ_APPLICATION,
    ),
    get(
        "approvals/{plan_no}",
        read,
        takes=ApprovalPath,
        gives=Approval,
        key="approval",
        scope=scope_names.READ_APPLICATION,
    ),
    listing(
        "approvals/{plan_no}/changes",
        list_changes,
        takes=ApprovalPartQuery,
        gives=PlanChange,
        key="changes",
        scope=scope_names.READ_APPLICATION,
    ),
    listing(
        "approvals/{plan_no}/objects",
        list_objects,
        takes=ApprovalPartQuery,
        gives=ProposedObject,
        key="objects",
        scope=scope_names.READ_APPLICATION,
    ),
    post(
        "approvals/{plan_no}/comments",
        comment,
        takes=CommentDraft,
        gives=PlanComment,
        key="comment",
        scope=scope_names.WRITE_APPLICATION,
    ),
    post(
        "approvals/{plan_no}/decision",
        decide,
        takes=DecisionDraft,
        gives=Approval,
        key="approval",
        scope=scope_names.WRITE_APPLICATION,
        prepare=prepare_decision,
        prepares=lambda params: params.decision == "approve",
    ),
]
