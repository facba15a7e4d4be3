"""Rows that name somebody anywhere in their text: events, lines of the log, kept answers.

They are found by what the person is called, and by the numbers of what is theirs.
"""

from typing import Any, Final

import msgspec
from sqlalchemy import (
    ColumnElement,
    Select,
    String,
    Text,
    bindparam,
    literal,
    or_,
    select,
    type_coerce,
)

from openmall.areas.privacy.keeping import store
from openmall.areas.privacy.keeping.store import Rows
from openmall.areas.privacy.keeping.tables import (
    ANSWERS,
    EVENTS,
    JOBS,
    KEPT_IN_EVENTS,
    LINES,
    MENTIONS,
    PARTS,
    Mention,
)
from openmall.areas.privacy.keeping.words import Words
from openmall.contract.call import Call
from openmall.database.statements import Contains, Shapes

_AT_ONCE: Final = 50
"""Words that one statement looks for."""


def _text(mention: Mention) -> ColumnElement[str]:
    """Return the columns of a table as one text."""
    first, *others = (mention.table.c[name] for name in mention.columns)
    text: ColumnElement[str] = type_coerce(first, Text())
    for each in others:
        text = text.concat(literal("\n", String())).concat(each)
    return text


def _find(mention: Mention, columns: tuple[str, ...], number: int) -> Select[Any]:
    text = _text(mention)
    return select(*(mention.table.c[name] for name in columns)).where(
        mention.table.c.mall_id == bindparam("mall_id"),
        or_(*(Contains(text, f"word_{at}") for at in range(number))),
    )


_FIND: Final = Shapes(_find)


async def find(call: Call, words: Words) -> dict[str, Rows]:
    """Return the rows that mention somebody: table -> its rows."""
    found = {}
    for mention in MENTIONS:
        columns = store.readable(mention.table)
        rows = await _rows(call, mention, columns, words)
        if rows:
            found[mention.table.name] = [{name: row[name] for name in columns} for row in rows]
    return found


async def empty(call: Call, words: Words) -> int:
    """Empty what mentions somebody; return how many events there are.

    An event keeps what it was about, a line of the log as well, but not what was changed. An
    answer that is gone is not given again: its call is told that it was carried out.
    """
    events = await _rows(call, EVENTS, ("sequence", "resource"), words)
    for row in events:
        resource = msgspec.json.decode(row["resource"], type=dict[str, Any])
        kept = {name: value for name, value in resource.items() if name in KEPT_IN_EVENTS}
        row["resource"] = msgspec.json.encode(kept).decode()
    await store.set_all(call, EVENTS.table, ("resource",), events)
    lines = await _rows(call, LINES, ("process_no", "content", "changes"), words)
    for row in lines:
        row["content"], row["changes"] = row["content"].split(": ")[0], "{}"
    await store.set_all(call, LINES.table, ("content", "changes"), lines)
    key = store.key_of(ANSWERS.table)
    answers = await _rows(call, ANSWERS, (*key, "body", "session"), words)
    for row in answers:
        row["body"] = row["session"] = ""
    await store.set_all(call, ANSWERS.table, ("body", "session"), answers)
    await _take_out(call, JOBS, {"path": "", "query": "[]", "outcome": "{}", "failure": ""}, words)
    await _take_out(call, PARTS, {"outcome": "{}"}, words)
    return len(events)


async def _take_out(call: Call, mention: Mention, put: dict[str, str], words: Words) -> None:
    """Write `put` over the columns of rows of jobs that mention somebody, where anything stands."""
    rows = await _rows(call, mention, (*store.key_of(mention.table), *put), words)
    for row in rows:
        row.update({name: text for name, text in put.items() if row[name]})
    await store.set_all(call, mention.table, tuple(put), rows)


async def _rows(call: Call, mention: Mention, columns: tuple[str, ...], words: Words) -> Rows:
    found: dict[Any, dict[str, Any]] = {}
    key = store.key_of(mention.table)
    columns = (*columns, *(each for each in (*key, *mention.columns) if each not in columns))
    for at in range(0, len(words.words), _AT_ONCE):
        some = words.words[at : at + _AT_ONCE]
        values = {f"word_{number}": each for number, each in enumerate(some)}
        rows = await call.db.all(_FIND.of(mention, columns, len(some)), **values)
        for row in store.named(columns, rows):
            if words.exactly.search("\n".join(row[name] for name in mention.columns)):
                found[tuple(row[name] for name in key)] = row
    return list(found.values())
