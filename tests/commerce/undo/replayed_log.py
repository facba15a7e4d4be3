"""A model of what concurrent callers may do to a mall: it replays the activity log."""

from collections import Counter
from collections.abc import Callable
from typing import Any, Final

import msgspec
from msgspec import Struct, field

from tests.world import Installed

_UNDO: Final = "POST writes/{write_no}/undo"
_APPLY: Final = "POST plans/{plan_no}/apply"
_MODELLED: Final = frozenset({"price", "model_name", "quantity", "memo"})
_STOCK: Final = "quantity"
_NOTHING: Final = str(None)
"""The value of a field of a row that does not exist."""
Place = tuple[str, str]
"""Resource and object of a row, as decisions name it."""
Effect = dict[Place, dict[str, tuple[str, str]]]
"""Row -> field -> what it was, and what it became."""
Decisions = dict[Place, str]


class Proposed(Struct, frozen=True):
    """A plan that a caller knows."""

    number: int
    token: str
    app: Installed
    mark: str
    """A value that only the call of this plan writes; empty: it is an undo."""
    before: dict[Place, dict[str, str]] = {}
    """What the plan says that rows are before it."""


class Attempt(Struct, frozen=True):
    """A call that undoes a write."""

    decisions: Decisions
    refused_after: int | None = None
    """The last line of the log when it was refused because of conflicts; None: it was not."""


class Known(Struct):
    """What the callers of a run have sent and heard."""

    plans: list[Proposed] = field(default_factory=list)
    applied: Counter[int] = field(default_factory=Counter)
    """Plan -> how many of the answers to its applications were a success."""
    attempts: dict[int, list[Attempt]] = field(default_factory=dict)
    """Write -> the calls that were to undo it."""
    heard: dict[str, int] = field(default_factory=dict)
    """Value that one write or plan alone writes -> the status of that write."""
    wrong: list[str] = field(default_factory=list)
    breaks: int = 0


class Replay:
    """The activity log of a run, line by line."""

    def __init__(
        self,
        known: Known,
        state: dict[Place, dict[str, str]],
        lines: list[Any],
        *,
        plans: dict[int, str],
        undone_rows: Callable[[int], set[Place]],
    ) -> None:
        """`state`: before the first line. `plans`: their states. `undone_rows`: of an undo."""
        self._known, self._state, self._lines = known, state, lines
        self._undone_rows = undone_rows
        self._plans_now = plans
        self._effects: dict[int, Effect] = {}
        self._undone: set[int] = set()
        self._written: Counter[str] = Counter()
        """Value -> how many lines wrote it."""
        self.events = (0, 0)
        """How many of updated products were published at least, and at most."""

    def wrong(self, *, after: dict[Place, dict[str, str]]) -> list[str]:
        """Return what contradicts the model."""
        wrong: list[str] = []
        numbers = [line[0] for line in self._lines]
        if numbers and numbers != list(range(numbers[0], numbers[0] + len(numbers))):
            wrong.append(f"numbers of the log are missing: {numbers}")
        for number, action, content, changes in self._lines:
            if action == _APPLY:
                self._effects[number] = {}
            elif action == _UNDO:
                wrong += self._undo(number, int(content.split()[1].rstrip(":")))
            else:
                wrong += self._change(number, content, msgspec.json.decode(changes))
            wrong += self._refusals(number)
        if after != self._state:
            wrong.append(f"the store has {after}, the log {self._state}")
        return wrong + self._plans()

    def _change(self, number: int, content: str, changes: dict[str, Any]) -> list[str]:
        wrong, effect = [], self._effects.setdefault(number, {})
        for name, (before, new) in changes.items():
            subject, _, column = name.rpartition(": ")
            column = column or name
            if column not in _MODELLED:
                continue
            place = _place(subject or content.partition(":")[0])
            if self._value(place, column) != str(before):
                wrong.append(f"line {number} begins with {before}, not {self._state.get(place)}")
            self._set(place, column, str(new))
            effect.setdefault(place, {})[column] = (str(before), str(new))
        self._count_events(_products(effect), _products(effect))
        marks = {new for each in effect.values() for _, new in each.values()}
        self._written.update(marks)
        applied = [
            each
            for each in self._known.plans
            if each.mark in marks and self._plans_now[each.number] == "applied"
        ]
        if applied and not any(_begins_with(effect, each) for each in applied):
            wrong.append(f"line {number} applied a plan of other rows: {effect}")
        return wrong

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

    def _undo(self, number: int, write_no: int) -> list[str]:
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

    def _plans(self) -> list[str]:
        known, states, wrong = self._known, self._plans_now, []
        written = Counter[str]()
        for plan in known.plans:
            applied = states[plan.number] == "applied"
            written[plan.mark] += applied
            if known.applied[plan.number] > applied:
                wrong.append(f"plan {plan.number} was answered as applied too often")
        for mark, count in written.items():
            if mark and self._written[mark] != count:
                wrong.append(f"{mark} of {count} applied plans: {self._written[mark]} lines")
        for mark, status in known.heard.items():
            # 503: it was done or not
            hoped = (0, 1) if status == 503 else (int(status < 300),)
            if self._written[mark] not in hoped:
                wrong.append(f"{mark} was answered {status}: {self._written[mark]} lines")
        return wrong


def _place(subject: str) -> Place:
    """Return the row that a subject of the activity log is about, as decisions name it."""
    kind, named, *rest = subject.split()
    if kind == "memo":  # memo 3 of product 7
        return "product_memo", f"{rest[-1]},{named}"
    return (kind, f"1,{named}" if kind == "product" else named)


def _products(effect: Effect) -> int:
    return sum(place[0] == "product" for place in effect)


def _begins_with(effect: Effect, plan: Proposed) -> bool:
    """Return whether the rows were as a plan says."""
    return all(
        plan.before.get(place, {}).get(name, before) == before
        for place, columns in effect.items()
        for name, (before, _) in columns.items()
    )
