"""Plans as their app and people of the shop see them."""

from collections.abc import Callable
from typing import Any

import msgspec

from openmall.contract.call import Call
from openmall.contract.moments import moment
from openmall.contract.plans import PlanOutcome
from openmall.contract.sight import Sight
from openmall.events.plans import sealed_plans
from openmall.events.plans import store as plan_store
from openmall.events.plans.shape import (
    Decision,
    Effects,
    Plan,
    PlanChange,
    PlanComment,
    RateCost,
    StoredChange,
)


def opened(sight: Sight, plan_no: int, sealed: str) -> Any:
    """Return sealed content of a plan."""
    text = sight.seal.open(sealed, about=sealed_plans.about(sight.mall.mall_id, plan_no))
    return msgspec.json.decode(text)


def opened_text(sight: Sight, plan_no: int, sealed: str) -> str:
    """Return a sealed text of a plan; empty where there is none."""
    if not sealed:
        return ""
    return sight.seal.open(sealed, about=sealed_plans.about(sight.mall.mall_id, plan_no))


def is_expired(sight: Sight, plan: plan_store.Plan) -> bool:
    """Return whether nothing is done of a plan any more, because of its age."""
    return plan.state in ("open", "waiting") and plan.expires_at <= sight.clock.now()


def is_own(call: Call, plan: plan_store.Plan) -> bool:
    """Return whether a manager proposed a plan, by themselves or by an app that acts for them.

    What an app proposes is theirs where a rule is about it: without one they may write it, too.
    """
    if plan.user_id != call.identity.user_id:
        return False
    return not plan.client_id or any(
        rule.client_id == plan.client_id if rule.client_id else rule.role_no in (0, plan.role_no)
        for rule in call.mall.approval_rules
    )


def line(sight: Sight, plan: plan_store.Plan) -> dict[str, Any]:
    """Return the fields of a line of a list of plans."""
    return {
        "plan_no": plan.plan_no,
        "operation": plan.operation,
        "state": "expired" if is_expired(sight, plan) else plan.state,
        "status": plan.status,
        "total": plan.total,
        "changes": plan.changes,
        "reason": plan.reason or None,
        "created_date": moment(plan.created_at),
        "expires_date": moment(plan.expires_at),
    }


async def full(sight: Sight, plan: plan_store.Plan) -> Plan:
    """Return a plan with what would follow from it, what was decided, and what people say."""
    content = opened(sight, plan.plan_no, plan.effects)
    return Plan(
        **line(sight, plan),
        effects=msgspec.convert(content["effects"], Effects),
        rate_limit=msgspec.convert(content["rate_limit"], RateCost),
        decision=decision(plan),
        comments=[comment(each) for each in await plan_store.comments(sight.db, plan.plan_no)],
        successor=plan.successor or None,
        outcome=outcome(sight, plan),
    )


def outcome(sight: Sight, plan: plan_store.Plan) -> PlanOutcome | None:
    """Return what the call of an approved plan was answered."""
    if not plan.outcome:
        return None
    return msgspec.convert(opened(sight, plan.plan_no, plan.outcome), PlanOutcome)


def decision(plan: plan_store.Plan) -> Decision | None:
    """Return what was decided on a plan; None: nothing yet."""
    if not plan.decided_by:
        return None
    return Decision(
        decided_by=plan.decided_by,
        decided_date=moment(plan.decided_at),
        approved=approved_objects(plan),
    )


def approved_objects(plan: plan_store.Plan) -> list[int]:
    """Return the numbers of the objects of a call that were approved."""
    found: list[int] = msgspec.json.decode(plan.approved) if plan.approved else []
    return found


def encoded_objects(objects: list[int]) -> str:
    """Return the numbers of approved objects as they are stored."""
    return msgspec.json.encode(objects).decode()


def comment(stored: plan_store.StoredComment) -> PlanComment:
    """Return a comment."""
    return PlanComment(
        comment_no=stored.comment_no,
        user_id=stored.user_id,
        content=stored.content,
        created_date=moment(stored.created_at),
    )


def change(
    sight: Sight, plan_no: int, stored: tuple[int, str], may_read: Callable[[str], bool]
) -> PlanChange:
    """Return a change of a plan. `may_read`: whether the reader holds a scope for it."""
    number, content = stored
    found = msgspec.convert(opened(sight, plan_no, content), StoredChange)
    readable = may_read(found.scope)
    return PlanChange(
        change_no=number,
        resource=found.resource,
        object=found.object,
        shop_no=found.shop_no,
        change=found.change,
        fields=found.fields,
        before=found.before if readable else None,
        after=found.after if readable else None,
    )
