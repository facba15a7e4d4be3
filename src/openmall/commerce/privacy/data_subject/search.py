"""Finds and redacts rows that mention a customer: events, activity log, stored responses, jobs.

They are found by the customer's id, and by the ids of the customer's orders, posts and so on.
"""

from typing import Any, Final

import msgspec
from sqlalchemy import (
    ColumnElement,
    Select,
    String,
    Table,
    Text,
    bindparam,
    literal,
    or_,
    select,
    type_coerce,
)

from openmall.commerce.privacy.data_subject import store
from openmall.commerce.privacy.data_subject.phrases import Phrases
from openmall.commerce.privacy.data_subject.store import Rows
from openmall.commerce.privacy.data_subject.tables import (
    KEPT_IN_EVENTS,
    Mentioning,
    mentioning,
)
from openmall.contract.call import Call
from openmall.contract.journal.tables import ACTIVITY, EVENT
from openmall.database.statements import Contains, StatementCache
from openmall.database.values import StoredRow

_AT_ONCE: Final = 50
"""Phrases that one statement looks for."""


def _text(table: Table, searched: tuple[str, ...]) -> ColumnElement[str]:
    """Return the searched columns of a table as one text."""
    first, *others = (table.c[name] for name in searched)
    text: ColumnElement[str] = type_coerce(first, Text())
    for each in others:
        text = text.concat(literal("\n", String())).concat(each)
    return text


def _find(
    table: Table, searched: tuple[str, ...], columns: tuple[str, ...], number: int
) -> Select[*StoredRow]:
    text = _text(table, searched)
    return select(*(table.c[name] for name in columns)).where(
        table.c.mall_id == bindparam("mall_id"),
        or_(*(Contains(text, f"phrase_{at}") for at in range(number))),
    )


_FIND: Final = StatementCache(_find)


async def find(call: Call, phrases: Phrases) -> dict[str, Rows]:
    """Return the rows that mention a customer: table -> its rows."""
    found = {}
    for where in mentioning():
        columns = store.exported_columns(where.table)
        rows = await _rows(call, where, columns, phrases)
        if rows:
            found[where.table.name] = [{name: row[name] for name in columns} for row in rows]
    return found


async def redact(call: Call, phrases: Phrases) -> int:
    """Redact the rows that mention a customer; return how many events there are.

    An event keeps what identifies its object; an activity log entry keeps its object, but not the
    changes. A response stored for an idempotency key is emptied: a repeated call learns that it was
    executed.
    """
    events = 0
    for where in mentioning():
        if where.table is EVENT:
            events = await _redact_events(call, where, phrases)
        elif where.table is ACTIVITY:
            await _redact_activity(call, where, phrases)
        else:
            await _overwrite(call, where, phrases)
    return events


async def _redact_events(call: Call, where: Mentioning, phrases: Phrases) -> int:
    rows = await _rows(call, where, ("sequence", "resource"), phrases)
    for row in rows:
        resource = msgspec.json.decode(row["resource"], type=dict[str, Any])
        retained = {name: value for name, value in resource.items() if name in KEPT_IN_EVENTS}
        row["resource"] = msgspec.json.encode(retained).decode()
    await store.update_rows(call, where.table, ("resource",), rows)
    return len(rows)


async def _redact_activity(call: Call, where: Mentioning, phrases: Phrases) -> None:
    rows = await _rows(call, where, ("process_no", "content", "changes"), phrases)
    for row in rows:
        row["content"], row["changes"] = row["content"].split(": ")[0], "{}"
    await store.update_rows(call, where.table, ("content", "changes"), rows)


async def _overwrite(call: Call, where: Mentioning, phrases: Phrases) -> None:
    """Overwrite the columns declared for a table; those that are empty stay empty."""
    columns = tuple(where.overwritten)
    rows = await _rows(call, where, (*store.key_of(where.table), *columns), phrases)
    for row in rows:
        row.update({name: text for name, text in where.overwritten.items() if row[name]})
    await store.update_rows(call, where.table, columns, rows)


async def _rows(call: Call, where: Mentioning, columns: tuple[str, ...], phrases: Phrases) -> Rows:
    found: dict[Any, dict[str, Any]] = {}
    key = store.key_of(where.table)
    columns = (*columns, *(each for each in (*key, *where.columns) if each not in columns))
    for at in range(0, len(phrases.phrases), _AT_ONCE):
        some = phrases.phrases[at : at + _AT_ONCE]
        values = {f"phrase_{number}": each for number, each in enumerate(some)}
        statement = _FIND.of(where.table, where.columns, columns, len(some))
        rows = await call.db.all(statement, **values)
        for row in store.as_dictionaries(columns, rows):
            if phrases.exact.search("\n".join(row[name] for name in where.columns)):
                found[tuple(row[name] for name in key)] = row
    return list(found.values())
