"""Responses about plans."""

from datetime import datetime
from typing import Any, Literal

from msgspec import Struct

from openmall.contract.plans import PlanOutcome

State = Literal["open", "waiting", "approved", "rejected", "applied", "expired"]
"""open: it can be applied until it expires. waiting: people of the shop decide on it. approved: it
is about to be applied. expired: also one that another plan has replaced."""
Reason = Literal["scope", "request", "rule"]
"""Why a plan waits. scope: the token may only propose. request: the call asked for it. rule: the
merchant wants to approve such writes."""
Kind = Literal["created", "updated", "deleted"]


class PlannedChange(Struct, frozen=True, kw_only=True):
    """A resource that a plan would change."""

    resource: str
    """The key of its response: `products`, `brand`."""
    object: str
    """Its id."""
    shop_no: int
    change: Kind
    fields: list[str]
    """The fields whose values differ; of a created or deleted one, all."""
    before: dict[str, Any] | None
    """Those fields as they are; null: it does not exist, or the token may not read it."""
    after: dict[str, Any] | None
    """Those fields as they would be; null: it would not exist, or the token may not read it."""


class StoredChange(PlannedChange, frozen=True, kw_only=True):
    """A change as it is stored, with all that it shows."""

    scope: str = ""
    """The scope that reads the resource; empty: none does."""


class PlanChange(PlannedChange, frozen=True, kw_only=True):
    """A resource that a plan would change, in its place in the plan."""

    change_no: int


class PlannedEvent(Struct, frozen=True, kw_only=True):
    """An event that would be published to the webhooks of apps."""

    event_no: int
    count: int


class PlannedMessages(Struct, frozen=True, kw_only=True):
    """Messages that would be sent."""

    channel: str
    """email, sms, push or chatapp."""
    count: int


class PlannedFile(Struct, frozen=True, kw_only=True):
    """A picture that would be stored."""

    path: str
    bytes: int


class PlannedStock(Struct, frozen=True, kw_only=True):
    """A stock quantity that would change."""

    variant_code: str
    quantity: int
    """What is added; negative: what is taken."""


class PlannedCredit(Struct, frozen=True, kw_only=True):
    """A balance of points or credits that would change."""

    member_id: str
    balance: str
    """points, credits or another balance of the customer."""
    amount: str
    """What is added; negative: what is taken."""


class PlannedCoupons(Struct, frozen=True, kw_only=True):
    """Coupons that would be issued, used or returned."""

    coupon_no: str
    issued: int
    used: int


class PlannedRows(Struct, frozen=True, kw_only=True):
    """Stored rows of one kind that would change, besides the resources."""

    table: str
    created: int
    updated: int
    deleted: int


class Effects(Struct, frozen=True, kw_only=True):
    """What would follow from a plan, besides its changes."""

    events: list[PlannedEvent]
    messages: list[PlannedMessages]
    files: list[PlannedFile]
    stock: list[PlannedStock]
    balances: list[PlannedCredit]
    coupons: list[PlannedCoupons]
    rows: list[PlannedRows]


class RateCost(Struct, frozen=True, kw_only=True):
    """What applying a plan costs of the rate limits."""

    calls: int
    limit: int
    """The capacity of the operation's own bucket."""


class PlanLine(Struct, frozen=True, kw_only=True):
    """A plan, without what would follow from it."""

    plan_no: int
    operation: str
    """Method and path of what was rehearsed."""
    state: State
    status: int
    """The status of the response that the call would have."""
    total: int
    """Objects that the call had."""
    changes: int
    """Resources that it would change."""
    reason: Reason | None
    """Why it waits, or did; null: its app applies it."""
    created_date: datetime
    expires_date: datetime


class Decision(Struct, frozen=True, kw_only=True):
    """A decision of staff on a plan."""

    decided_by: str
    decided_date: datetime
    approved: list[int]
    """Numbers of the objects that were approved, from 1 in the order of the call; the others were
    rejected."""


class PlanComment(Struct, frozen=True, kw_only=True):
    """A comment of staff on a plan."""

    comment_no: int
    user_id: str
    content: str
    created_date: datetime


class Plan(PlanLine, frozen=True, kw_only=True):
    """A plan, and what would follow from it."""

    effects: Effects
    rate_limit: RateCost
    decision: Decision | None
    comments: list[PlanComment]
    successor: int | None
    """The plan of the same call that was made when it was approved and something had moved."""
    outcome: PlanOutcome | None
    """The response to the call, once an approved plan was applied."""


class CombinedPlan(PlanLine, frozen=True, kw_only=True):
    """A plan that stands for several."""

    token: str | None
    """Applies it; null: it waits for approval."""


class AppliedPlan(PlanLine, frozen=True, kw_only=True):
    """A plan that was applied."""

    outcome: PlanOutcome
