"""A model of what concurrent callers may do to a mall: it replays the activity log."""

from collections import Counter
from collections.abc import Callable
from typing import Any, Final

import msgspec
from msgspec import Struct

from tests.commerce.undo.known_calls import LOST, Known, Place, Proposed, StoredPlan
from tests.commerce.undo.modelled_plans import UNDO, approved_objects

_ABOUT_PLANS: Final = frozenset({"plan", "approval", "comment"})
"""Types of lines that change no row of the shop."""
_MODELLED: Final = frozenset({"price", "model_name", "quantity", "memo"})
_STOCK: Final = "quantity"
_NOTHING: Final = str(None)
"""The value of a field of a row that does not exist."""
Effect = dict[Place, dict[str, tuple[str, str]]]
"""Row -> field -> what it was, and what it became."""


class LogLine(Struct, frozen=True):
    """A line of the activity log."""

    number: int
    kind: str
    action: str
    content: str
    changes: str
    client_id: str


class Limits(Struct, frozen=True):
    """Which writes of apps need a person's approval."""

    all_writes: frozenset[str]
    """Apps (client ids) none of whose writes are carried out without one."""
    price_percent: dict[str, int]
    """App -> by how many percent it may change a price at most."""

    def concern(self, line: LogLine, effect: Effect) -> bool:
        """Return whether a line must not be there without an approval."""
        if line.client_id in self.all_writes:
            return True
        percent = self.price_percent.get(line.client_id)
        return percent is not None and any(
            abs(float(new) - float(before)) * 100 > float(before) * percent
            for columns in effect.values()
            for name, (before, new) in columns.items()
            if name == "price"
        )


class Replay:
    """The activity log of a run, line by line."""

    def __init__(
        self,
        known: Known,
        state: dict[Place, dict[str, str]],
        lines: list[LogLine],
        *,
        plans: dict[int, StoredPlan],
        limits: Limits,
        undone_rows: Callable[[int], set[Place]],
    ) -> None:
        """`state`: before the first line. `plans`: as stored. `undone_rows`: of an undo."""
        self._known, self._state, self._lines = known, state, lines
        self._undone_rows = undone_rows
        self._plans_now = plans
        self._limits = limits
        self._effects: dict[int, Effect] = {}
        self._undone: set[int] = set()
        self._written: Counter[str] = Counter()
        """Value -> how many lines wrote it."""
        self._approved_undos: Counter[str] = Counter()
        """App -> undos of it that needed an approval."""
        self.events = (0, 0)
        """How many of updated products were published at least, and at most."""

    def wrong(self, *, after: dict[Place, dict[str, str]]) -> list[str]:
        """Return what contradicts the model."""
        wrong: list[str] = []
        numbers = [line.number for line in self._lines]
        if numbers and numbers != list(range(numbers[0], numbers[0] + len(numbers))):
            wrong.append(f"numbers of the log are missing: {numbers}")
        for line in self._lines:
            if line.kind in _ABOUT_PLANS:
                self._effects[line.number] = {}
            elif line.action == UNDO:
                wrong += self._undo(line, int(line.content.split()[1].rstrip(":")))
            else:
                wrong += self._change(line, msgspec.json.decode(line.changes))
            wrong += self._refusals(line.number)
        if after != self._state:
            wrong.append(f"the store has {after}, the log {self._state}")
        return wrong + self._counts() + self._undos_of_plans()

    def _change(self, line: LogLine, changes: dict[str, Any]) -> list[str]:
        wrong, effect = [], self._effects.setdefault(line.number, {})
        number = line.number
        for name, (before, new) in changes.items():
            subject, _, column = name.rpartition(": ")
            column = column or name
            if column not in _MODELLED:
                continue
            place = _place(subject or line.content.partition(":")[0])
            if self._value(place, column) != str(before):
                wrong.append(f"line {number} begins with {before}, not {self._state.get(place)}")
            self._set(place, column, str(new))
            effect.setdefault(place, {})[column] = (str(before), str(new))
        self._count_events(_products(effect), _products(effect))
        marks = {new for each in effect.values() for _, new in each.values()}
        self._written.update(marks)
        applied = [
            plan
            for plan in self._known.plans
            if plan.marks & marks and self._carried_out(plan, marks)
        ]
        if applied and not any(self._is_of(effect, each, marks) for each in applied):
            wrong.append(f"line {number} applied a plan of other rows: {effect}")
        approved = [plan for plan in applied if self._plans_now[plan.number].decided_by]
        removed = [plan for plan in self._approved_and_removed() if plan.marks & marks]
        if self._limits.concern(line, effect) and not (approved or removed):
            wrong.append(f"line {number} of {line.client_id} was not approved: {effect}")
        return wrong

    def _approved_and_removed(self) -> list[Proposed]:
        """Return the plans of which only callers know that somebody approved them."""
        return [
            plan
            for plan in self._known.plans
            if plan.number not in self._plans_now
            and any(each.approves for each in self._known.decisions.get(plan.number, []))
        ]

    def _carried_out(self, plan: Proposed, marks: set[str]) -> bool:
        """Return whether a plan was applied, and what was approved of it writes these values."""
        stored = self._plans_now.get(plan.number)
        if stored is None or stored.state != "applied":
            return False
        return bool(marks & {each.mark for each in approved_objects(plan, stored)})

    def _is_of(self, effect: Effect, plan: Proposed, marks: set[str]) -> bool:
        """Return whether a line writes rows of a plan that were as the plan says."""
        if not _begins_with(effect, plan):
            return False
        sent = [
            each
            for each in approved_objects(plan, self._plans_now[plan.number])
            if each.mark in marks
        ]
        if any(not each.places for each in sent):
            return True
        places = {place for each in sent for place in each.places}
        # a row of the plan that has no change in the line had the value before
        return {*effect} <= places and all(
            marks & {*self._state.get(place, {}).values()} for place in places - {*effect}
        )

    def _value(self, place: Place, column: str) -> str:
        return self._state.get(place, {}).get(column, _NOTHING)

    def _set(self, place: Place, column: str, value: str) -> None:
        self._state.setdefault(place, {})[column] = value
        if place[0] == "product_memo" and value == _NOTHING:
            del self._state[place]

    def _count_events(self, low: int, high: int) -> None:
        self.events = self.events[0] + low, self.events[1] + high

    def _conflicts(self, effect: Effect) -> set[Place]:
        return {
            place
            for place, columns in effect.items()
            if any(
                name != _STOCK and self._value(place, name) != new
                for name, (_, new) in columns.items()
            )
        }

    def _undo(self, line: LogLine, write_no: int) -> list[str]:
        number = line.number
        if write_no in self._undone:
            return [f"write {write_no} was undone twice"]
        self._undone.add(write_no)
        effect = self._effects[write_no]
        changed, conflicts = self._undone_rows(number), self._conflicts(effect)
        for attempt in self._known.attempts.get(write_no, []):
            if any(place not in attempt.decisions for place in conflicts):
                continue  # it would have been refused
            reverted = {p: c for p, c in effect.items() if attempt.decisions.get(p) != "keep"}
            own: Effect = {}
            for place, columns in reverted.items():
                for name, (before, new) in columns.items():
                    now = self._value(place, name)
                    if name == _STOCK:
                        # a ledger gets an entry of the opposite, whatever was moved since
                        before = str(int(now) - int(new) + int(before))
                    if now != before:
                        own.setdefault(place, {})[name] = (now, before)
            if {*own} == changed:
                for place, columns in own.items():
                    for name, (_, new) in columns.items():
                        self._set(place, name, new)
                self._effects[number] = own
                self._count_events(_products(own), _products(effect))
                self._approved_undos[line.client_id] += self._limits.concern(line, own)
                return []
        return [f"line {number} undid {changed} of write {write_no}, which nobody asked for"]

    def _refusals(self, number: int) -> list[str]:
        """Return the undos that were refused after this line without a conflict."""
        return [
            f"the undo of write {write_no} was refused after line {number} without a conflict"
            for write_no, attempts in self._known.attempts.items()
            for each in attempts
            if each.refused_after == number
            and not self._conflicts(self._effects[write_no]) - {*each.decisions}
        ]

    def _counts(self) -> list[str]:
        """Return which values were written too often or not often enough."""
        known, wrong = self._known, []
        surely, perhaps = Counter[str](), Counter[str]()
        for plan in known.plans:
            stored = self._plans_now.get(plan.number)
            if stored is None:
                # it was removed, with what was known of it
                surely.update(plan.marks if known.applied[plan.number] else ())
                perhaps.update(() if known.applied[plan.number] else plan.marks)
            elif stored.state == "applied":
                surely.update({each.mark for each in approved_objects(plan, stored)})
            else:
                surely.update(dict.fromkeys(plan.marks, 0))
        for mark in {*surely, *perhaps} - {""}:
            low = surely[mark]
            if not low <= self._written[mark] <= low + perhaps[mark]:
                wrong.append(f"{mark} of {low} applied plans: {self._written[mark]} lines")
        for mark, status in known.heard.items():
            hoped = (0, 1) if status == LOST else (int(status < 300),)
            if self._written[mark] not in hoped:
                wrong.append(f"{mark} was answered {status}: {self._written[mark]} lines")
        return wrong

    def _undos_of_plans(self) -> list[str]:
        """Return the apps that undid more than people approved."""
        approved = Counter(
            each.client_id
            for each in self._plans_now.values()
            if each.operation == UNDO and each.state == "applied" and each.decided_by
        )
        approved.update(
            plan.app.credentials.client_id
            for plan in self._approved_and_removed()
            if not plan.marks
        )
        return [
            f"{count} undos of {client_id}, and {approved[client_id]} approvals"
            for client_id, count in self._approved_undos.items()
            if count > approved[client_id]
        ]


def _place(subject: str) -> Place:
    """Return the row that a subject of the activity log is about, as decisions name it."""
    kind, named, *rest = subject.split()
    if kind == "memo":  # memo 3 of product 7
        return "product_memo", f"{rest[-1]},{named}"
    return (kind, f"1,{named}" if kind == "product" else named)


def _products(effect: Effect) -> int:
    return sum(place[0] == "product" for place in effect)


def _begins_with(effect: Effect, plan: Proposed) -> bool:
    """Return whether the rows were as a plan says, or as an earlier call of the plan left them."""
    return all(
        plan.before.get(place, {}).get(name, before) == before or before in plan.marks
        for place, columns in effect.items()
        for name, (before, _) in columns.items()
    )
