"""A model of plans: which states, events and comments they may have after what people decided."""

from collections import Counter
from typing import Any, Final

import msgspec

from openmall.events.plans.events import PlanApplied, PlanApproved, PlanRejected, PlanWaiting
from tests.commerce.undo.known_calls import LOST, Known, Proposed, SentObject, StoredPlan

UNDO: Final = "POST writes/{write_no}/undo"
_STATES: Final = frozenset({"open", "waiting", "approved", "applied", "rejected", "expired"})
_DONE: Final = 200
Announced = Counter[tuple[int, int]]
"""(Number of the event, plan) -> how often it was announced."""


def approved_objects(plan: Proposed, stored: StoredPlan) -> list[SentObject]:
    """Return the objects of an applied plan that were carried out."""
    if not stored.decided_by:
        return plan.objects
    return [plan.objects[number - 1] for number in msgspec.json.decode(stored.approved)]


def announced(events: list[Any]) -> Announced:
    """Count the events of plans; `events`: number and content of each."""
    return Counter(
        (event_no, msgspec.json.decode(resource)["plan_no"])
        for event_no, resource in events
        if event_no in {e.event_no for e in (PlanWaiting, PlanApproved, PlanRejected, PlanApplied)}
    )


class Plans:
    """The plans of a run, compared with what callers and people were answered."""

    def __init__(
        self,
        known: Known,
        stored: dict[int, StoredPlan],
        *,
        events: Announced,
        comments: dict[int, list[str]],
        parts: set[int],
        decision_lines: Counter[int],
    ) -> None:
        """`comments`: of plans, in order. `parts`: plans that changes or comments are stored of.

        `decision_lines`: plan -> lines of the log that say that it was approved or rejected.
        """
        self._known, self._stored = known, stored
        self._events, self._comments, self._parts = events, comments, parts
        self._decision_lines = decision_lines
        self._proposed = {each.number: each for each in known.plans}

    def wrong(self) -> list[str]:
        """Return what contradicts the model."""
        wrong = [f"parts of plan {each} are left" for each in sorted(self._parts - {*self._stored})]
        for stored in self._stored.values():
            wrong += [f"plan {stored.plan_no}: {each}" for each in self._of_state(stored)]
            wrong += [f"plan {stored.plan_no}: {each}" for each in self._of_events(stored)]
        for number in self._proposed:
            wrong += [f"plan {number}: {each}" for each in self._of_answers(number)]
        return wrong

    def _of_state(self, stored: StoredPlan) -> list[str]:
        wrong, waited = [], bool(stored.reason)
        decisions = self._known.decisions.get(stored.plan_no, [])
        by_person = [each for each in decisions if each.person == stored.decided_by]
        if stored.state not in _STATES or (stored.state == "approved"):
            wrong.append(f"it is left in the state {stored.state}")
        if (stored.state == "waiting" or stored.decided_by) and not waited:
            wrong.append(f"it waited without a reason: {stored}")
        if stored.state == "applied" and waited:
            numbers = msgspec.json.decode(stored.approved or "[]")
            if not any(each.approves and each.objects == numbers for each in by_person):
                wrong.append(f"nobody approved {numbers} of it, as {stored.decided_by!r}")
            if not stored.outcome and not any(each.status == LOST for each in decisions):
                wrong.append("it has no outcome")
        if stored.state == "rejected" and not any(not each.approves for each in by_person):
            wrong.append("nobody rejected it")
        if stored.state == "expired":
            fresh = self._stored.get(stored.successor)
            if stored.successor <= stored.plan_no or (
                fresh is not None and fresh.client_id != stored.client_id
            ):
                wrong.append(f"its successor is {stored.successor}")
        if stored.state in ("applied", "rejected") and waited:
            lines = self._decision_lines[stored.plan_no]
            if lines < 1:
                wrong.append("the log does not say who decided")
        return wrong

    def _of_events(self, stored: StoredPlan) -> list[str]:
        number, waited = stored.plan_no, bool(stored.reason)
        expected = {
            PlanWaiting.event_no: waited,
            PlanRejected.event_no: stored.state == "rejected",
            PlanApplied.event_no: stored.state == "applied" and waited,
        }
        wrong = [
            f"{self._events[event_no, number]} events {event_no} in {stored.state}"
            for event_no, one in expected.items()
            if self._events[event_no, number] != one
        ]
        approvals = self._events[PlanApproved.event_no, number]
        tried = sum(each.approves for each in self._known.decisions.get(number, []))
        if not (stored.state == "applied" and waited) <= approvals <= tried:
            wrong.append(f"{approvals} events of approval, {tried} approvals")
        return wrong

    def _of_answers(self, number: int) -> list[str]:
        known, stored = self._known, self._stored.get(number)
        decisions = known.decisions.get(number, [])
        # the same decision of the same person, sent again, is answered as before
        done = list(
            {
                (each.person, each.approves, *each.objects): each
                for each in decisions
                if each.status == _DONE
            }.values()
        )
        wrong = []
        if len(done) + known.applied[number] > 1:
            wrong.append(f"carried out or rejected {len(done) + known.applied[number]} times")
        if stored is None:
            if known.withdrawn.get(number) not in (_DONE, LOST) and number not in known.aged:
                wrong.append("it is gone")
            if known.withdrawn.get(number) == _DONE and (done or known.applied[number]):
                wrong.append("it was withdrawn, and decided on or applied")
            return wrong
        if known.withdrawn.get(number) == _DONE:
            wrong.append("it was withdrawn, and is there")
        if known.applied[number] and (stored.state != "applied" or stored.reason):
            wrong.append(f"it was answered as applied, and is {stored.state} {stored.reason}")
        for each in done:
            state = "applied" if each.approves else "rejected"
            if (stored.state, stored.decided_by) != (state, each.person):
                wrong.append(f"{each.person} heard {state}; it is {stored}")
            elif each.approves and msgspec.json.decode(stored.approved) != each.objects:
                wrong.append(f"{each.objects} were approved, and {stored.approved} carried out")
        return wrong + self._of_comments(number)

    def _of_comments(self, number: int) -> list[str]:
        found = Counter(self._comments.get(number, []))
        wrong = [f"the comment {text!r} is there {n} times" for text, n in found.items() if n > 1]
        sent = dict(self._known.comments.get(number, {}))
        for each in self._known.decisions.get(number, []):
            if each.comment:
                sent[each.comment] = each.status
        for text, status in sent.items():
            if status == _DONE and not found[text]:
                wrong.append(f"the comment {text!r} is missing")
        for text in found:
            if text not in sent:
                wrong.append(f"nobody sent the comment {text!r}")
        return wrong
