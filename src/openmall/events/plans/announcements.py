"""What is announced of plans that need approval: events for their app, and the activity log."""

from collections.abc import Callable
from typing import TypeVar

from msgspec import UNSET

from openmall.contract.call import Call
from openmall.contract.journal import batch as journal_batch
from openmall.contract.journal import record
from openmall.database import sequences
from openmall.events.plans.events import PlanApplied, PlanApproved, PlanRejected, PlanWaiting
from openmall.events.plans.store import Plan

Announcement = PlanWaiting | PlanApproved | PlanRejected | PlanApplied
E = TypeVar("E", bound=Announcement)


async def waits(call: Call, plan: Plan) -> None:
    """Announce that a plan waits, in the transaction of `call.db`, and log it.

    Numbers of events are taken before those of the log, as by every other write: transactions that
    take them in different orders would wait for each other.
    """
    if plan.client_id:
        await journal_batch.publish(call.db, call.clock, [waiting(plan)])
    await log(call, plan, ("open", "waiting"))


async def log(call: Call, plan: Plan, states: tuple[str, str]) -> None:
    """Add a line of a plan whose state has changed to the activity log, by the caller."""
    identity = call.identity
    content, changes = record.render_entries(
        [(f"plan {plan.plan_no} ({plan.operation})", {"state": states})]
    )
    await call.db.run(
        record.INSERT_ACTIVITY,
        process_no=await sequences.allocate(call.db, "activity_log"),
        mode="P",
        type="plan",
        content=content,
        action=plan.operation,
        process_date=int(call.clock.now()),
        manager_id=identity.user_id,
        account=identity.user_id,
        manager_type=identity.user_type or "P",
        client_id=identity.app.client_id,
        shop_no=1,
        changes=changes,
    )


def waiting(plan: Plan) -> PlanWaiting:
    """Return the event of a plan that waits."""
    return _about(PlanWaiting, plan, reason=plan.reason)


def approved(plan: Plan, count: int) -> PlanApproved:
    """Return the event of a plan of which `count` objects were approved."""
    return _about(PlanApproved, plan, total=plan.total, approved=count)


def rejected(plan: Plan) -> PlanRejected:
    """Return the event of a plan that was rejected."""
    return _about(PlanRejected, plan)


def applied(plan: Plan) -> PlanApplied:
    """Return the event of a plan that was applied."""
    return _about(PlanApplied, plan)


def _about(kind: Callable[..., E], plan: Plan, **rest: int | str) -> E:
    """Return an event about a plan; `rest`: its fields that not every such event has."""
    return kind(
        event_shop_no=UNSET,
        client_id=plan.client_id,
        plan_no=plan.plan_no,
        operation=plan.operation,
        **rest,
    )
