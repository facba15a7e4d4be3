"""The tables of the change feed, and the cause that a call writes beside its changes.

Triggers write `change_mark` (`database/change_triggers.py`); `commerce/changes/` numbers the marks
of committed transactions and answers the feed.
"""

import secrets
import time
from typing import Final

import msgspec
from sqlalchemy import Table, bindparam, insert

from openmall.contract.call_state import CallState
from openmall.database.policies import (
    MEMBER_ID,
    left_behind,
    mentions,
    no_personal_data,
    rows_of_customer,
)
from openmall.database.schema import number, shop_table, text
from openmall.database.statements import Statement
from openmall.database.undo_policies import RECORD_LEFT
from openmall.database.values import BoundValue
from openmall.tracing.current import REQUEST

_ROUNDING: Final = 2
"""Milliseconds: SQLite computes the time of a mark from a fraction of days."""
_REASON: Final = "who reads the changes of a restored mall begins with a new snapshot"

FEED: Final = shop_table(
    "change_feed",
    number("head"),
    number("expired"),
    number("read_at"),
    backup=left_behind(_REASON),
    undo=RECORD_LEFT,
    personal_data=no_personal_data("numbers of changes"),
    key=(),
)
"""A row for each mall whose changes are recorded. `head`: number of the last change; `expired`: of
the last one that is kept no longer; `read_at`: when the feed was last read, in UTC seconds."""

MARK: Final[Table] = shop_table(
    "change_mark",
    number("mark_no"),
    number("mark_id"),
    text("resource"),
    text("object"),
    text("fields"),
    number("transaction_no"),
    number("marked_at"),
    backup=left_behind(_REASON),
    undo=RECORD_LEFT,
    personal_data=rows_of_customer(
        lambda: (MARK.c.resource == "customers") & (MARK.c.object == MEMBER_ID)
    ),
    key=("mark_no", "mark_id"),
)
"""Changes without a number yet. `fields`: names, each followed by a comma; `*`: not known."""

CAUSE: Final = shop_table(
    "change_cause",
    number("cause_no"),
    number("transaction_no"),
    number("began_at"),
    text("operation"),
    text("client_id"),
    text("user_id"),
    text("request_id"),
    text("fields"),
    backup=left_behind(_REASON),
    undo=RECORD_LEFT,
    personal_data=mentions("fields", overwritten={"fields": "{}"}),
    key=("cause_no",),
)
"""Causes of the marks of one transaction each. `fields`: JSON, subject -> names of fields."""

ENTRY: Final[Table] = shop_table(
    "change_entry",
    number("sequence"),
    text("resource"),
    text("object"),
    text("fields"),
    text("operation"),
    text("client_id"),
    text("user_id"),
    text("request_id"),
    number("changed_at"),
    backup=left_behind(_REASON),
    undo=RECORD_LEFT,
    personal_data=rows_of_customer(
        lambda: (ENTRY.c.resource == "customers") & (ENTRY.c.object == MEMBER_ID)
    ),
    key=("sequence",),
    wide=True,
)
"""The changes of a mall, numbered without gaps."""

_ADD_CAUSE: Final = Statement(
    insert(CAUSE).values({column.name: bindparam(column.name) for column in CAUSE.c})
)


def database_milliseconds() -> int:
    """Return UTC milliseconds of the machine, which triggers compare with those of the database."""
    return int(time.time() * 1_000)


async def record_cause(state: CallState) -> None:
    """Write what caused the changes of the call's transaction, where the mall's are recorded."""
    call = state.call
    if not call.mall.records_changes:
        return
    fields: dict[str, list[str]] = {}
    for subject, changes in call.effects.audit_entries:
        fields.setdefault(subject, []).extend(changes)
    row: dict[str, BoundValue] = {
        "cause_no": secrets.randbits(62),
        "transaction_no": 0,
        "began_at": state.began_at - _ROUNDING,
        "operation": state.operation.name,
        "client_id": call.identity.app.client_id,
        "user_id": call.identity.user_id,
        "request_id": REQUEST.get(),
        "fields": msgspec.json.encode(fields).decode(),
    }
    await call.db.defer(_ADD_CAUSE, [row])
