"""The refusals of plans: rehearsed calls that wait, are decided on and applied."""

from collections.abc import Mapping
from typing import Final

from openmall.contract.refusal import Phrase, Refusal

PLAN_APPLIED: Final = Refusal(
    "plan_applied",
    "The plan was applied.",
    remedy="Read the outcome of the plan.",
)
PLAN_DECIDED_BY_OTHERS: Final = Refusal(
    "plan_decided_by_others",
    "Another person has decided on the plan.",
    remedy="Read the plan again.",
)
OWN_PROPOSAL: Final = Refusal(
    "own_proposal",
    "Another person has to decide on your own proposal.",
    remedy="Let another manager decide.",
)
PLAN_EXPIRED: Final = Refusal(
    "plan_expired",
    "The plan has expired.",
    remedy="Rehearse the call again for a new plan.",
)
REJECTED_IN_PART: Final = Refusal(
    "rejected_in_part",
    "Name what to approve; the rest is rejected.",
    remedy="Send the objects with `decision` approve; the rest is rejected.",
)
NO_OBJECT_OF_CALL: Final = Refusal(
    "no_object_of_call",
    "The call has the objects 1 to {total}.",
    remedy="Name objects by their numbers in the plan.",
)
DECISION_NEEDS_A_MANAGER: Final = Refusal(
    "decision_needs_a_manager",
    "Only people of the shop decide, in the back office.",
    remedy="Let a manager decide in the back office.",
)
TOO_MANY_PLAN_COMMENTS: Final = Refusal(
    "too_many_plan_comments",
    "A plan has at most {most} comments.",
    remedy="Decide on the plan.",
)
PLAN_DECIDED: Final = Refusal(
    "plan_decided",
    "The plan is {state}.",
    remedy="Read the plan: its state says what was decided.",
)
PLAN_MOVED: Final = Refusal(
    "plan_moved",
    "What the plan changes is another since: {named}. There is a fresh plan.",
    remedy="Compare the fresh plan, and apply it instead.",
)
PLAN_FAILS_NOW: Final = Refusal(
    "plan_fails_now",
    "The call of the plan fails now: {cause}",
    remedy="Read the cause, and rehearse a call that succeeds.",
)
STATES: Final[Mapping[str, Phrase]] = {
    each: each
    for each in (
        Phrase("open"),
        Phrase("waiting"),
        Phrase("approved"),
        Phrase("rejected"),
        Phrase("applied"),
        Phrase("expired"),
    )
}
"""The states of plans, as values of `PLAN_DECIDED`."""
