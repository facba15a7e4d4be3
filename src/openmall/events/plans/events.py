"""Events of plans that need approval, which the app that proposed them receives.

They are openmall's own, numbered in the range that no specification uses.
"""

from typing import ClassVar

from openmall.contract.events import Event


class PlanWaiting(Event, frozen=True, kw_only=True):
    """Event 91003: a call of the app waits for approval."""

    event_no: ClassVar[int] = 91003

    client_id: str
    plan_no: int
    operation: str
    """Method and path of the call."""
    reason: str
    """scope, request, rule: why it waits."""


class DecidedPlan(Event, frozen=True, kw_only=True):
    """A call of the app about which a person decided."""

    client_id: str
    plan_no: int
    operation: str


class PlanApproved(DecidedPlan, frozen=True, kw_only=True):
    """Event 91004: a call of the app was approved, in whole or in part."""

    event_no: ClassVar[int] = 91004

    total: int
    """Objects of the call."""
    approved: int
    """Objects that were approved; the others are rejected."""


class PlanRejected(DecidedPlan, frozen=True, kw_only=True):
    """Event 91005: a call of the app was rejected; nothing is done of it."""

    event_no: ClassVar[int] = 91005


class PlanApplied(DecidedPlan, frozen=True, kw_only=True):
    """Event 91006: an approved call of the app was carried out."""

    event_no: ClassVar[int] = 91006
