"""The file of budgets, and what a call does against its budget."""

import csv
from collections import Counter
from collections.abc import Iterable
from itertools import groupby
from pathlib import Path
from typing import NamedTuple, Self

from openmall.database.statements import DialectName
from tests.budgets.counting import Recorder, Sent

FILE = Path(__file__).parents[2] / "bench" / "budgets.tsv"
RENEW = "make generated ONLY=budgets"
_COLUMNS = (
    "call", "transactions", "statements", "pages", "postgresql_statements",
    "postgresql_round_trips", "sent", "postgresql_sent",
)  # fmt: skip
_AS_SQLITE = "="
"""In the column of PostgreSQL: what SQLite is sent."""


class Budget(NamedTuple):
    """What a call does at one store."""

    transactions: int
    """Transactions that are committed."""
    statements: int
    """Executions of statements, those that begin and end transactions included."""
    pages_or_round_trips: int
    """SQLite: pages written to the write-ahead log; PostgreSQL: round trips."""
    sent: tuple[str, ...] = ()
    """Names of the statements, in order; one for several rows once for each of them."""

    def __add__(self, other: object) -> Self:
        """Return what two calls do together, without the names."""
        assert isinstance(other, Budget)
        return type(self)(*(one + two for one, two in zip(self[:3], other[:3], strict=True)))


Budgets = dict[str, Budget]


def measured(recorder: Recorder, store: DialectName) -> Budget:
    """Return what the last call did."""
    names = [name for each in recorder.sent for name in [each.name] * each.executions]
    return Budget(
        names.count("COMMIT"),
        len(names),
        recorder.pages if store == "sqlite" else len(recorder.sent),
        tuple(names),
    )


def total(budgets: Iterable[Budget]) -> Budget:
    """Return what several calls do together."""
    return sum(budgets, Budget(0, 0, 0))  # type: ignore[arg-type, return-value] # tuples add otherwise


def difference(
    call: str, now: Budget, recorded: Budget, store: DialectName, sent: list[Sent]
) -> str:
    """Describe how a call differs from its budget, and name the statements; empty: it does not."""
    third = "pages written" if store == "sqlite" else "round trips"
    labels = ("transactions", "statements", third)
    pairs = list(zip(labels, now[:3], recorded[:3], strict=True))
    lines = [f"{name}: {new}, recorded {old}" for name, new, old in pairs if new != old]
    if not lines:
        return ""
    if all(new <= old for _, new, old in pairs):
        return f"{call} does less than recorded; `{RENEW}` records it: {', '.join(lines)}"
    more = Counter(now.sent) - Counter(recorded.sent)
    less = Counter(recorded.sent) - Counter(now.sent)
    if less:
        lines.append(f"not sent any more: {', '.join(less.elements())}")
    shown = []
    for each in reversed(sent):  # what repeats an earlier statement is the one too many
        shown.append(_line(each, added=more[each.name] > 0))
        more[each.name] -= each.executions
    lines += ["what it sends, + marks what is new or repeated:", *reversed(shown)]
    return "\n  ".join([f"{call} on {store} does more than its budget:", *lines])


def _line(each: Sent, *, added: bool) -> str:
    name = each.name if each.executions == 1 else f"{each.name} ×{each.executions}"
    line = f"{'+' if added else ' '} {name:<40} {each.caller}"
    return f"{line}\n      {' '.join(each.sql.split())}" if added else line


def read() -> dict[DialectName, Budgets]:
    """Return the recorded budgets of both stores by the name of the call."""
    found: dict[DialectName, Budgets] = {"sqlite": {}, "postgresql": {}}
    with FILE.open(encoding="utf-8", newline="") as lines:
        for row in csv.DictReader(lines, delimiter="\t", quoting=csv.QUOTE_NONE):
            transactions = int(row["transactions"])
            sent = _names(row["sent"])
            found["sqlite"][row["call"]] = Budget(
                transactions, int(row["statements"]), int(row["pages"]), sent
            )
            found["postgresql"][row["call"]] = Budget(
                transactions,
                int(row["postgresql_statements"]),
                int(row["postgresql_round_trips"]),
                sent if row["postgresql_sent"] == _AS_SQLITE else _names(row["postgresql_sent"]),
            )
    return found


def text_of(budgets: dict[DialectName, Budgets]) -> str:
    """Return the file of the budgets of both stores, which commit as often in each call."""
    lines = ["\t".join(_COLUMNS)]
    for call, one in budgets["sqlite"].items():
        other = budgets["postgresql"][call]
        assert one.transactions == other.transactions, (call, one, other)
        sent = _AS_SQLITE if one.sent == other.sent else _text(other.sent)
        cells = (call, *one[:3], *other[1:3], _text(one.sent), sent)
        lines.append("\t".join(map(str, cells)))
    return "\n".join(lines) + "\n"


def _text(names: tuple[str, ...]) -> str:
    """Return names as the file has them: `BEGIN, INSERT order_item ×2, COMMIT`."""
    counted = [(name, len(list(same))) for name, same in groupby(names)]
    return ", ".join(name if count == 1 else f"{name} ×{count}" for name, count in counted)


def _names(text: str) -> tuple[str, ...]:
    names: list[str] = []
    for each in filter(None, text.split(", ")):
        name, _, count = each.partition(" ×")
        names += [name] * int(count or 1)
    return tuple(names)
