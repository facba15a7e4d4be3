"""Records what an admin write changes, in its own transaction, so that it can be undone."""

from collections.abc import AsyncIterator, Iterable
from contextlib import AbstractAsyncContextManager, asynccontextmanager, nullcontext
from typing import Any, Final

import msgspec

from openmall.commerce.undo import store as write_store
from openmall.commerce.undo.announcements import ANNOUNCED
from openmall.commerce.undo.sealed_writes import (
    AnnouncedEvent,
    RevertedRow,
    WriteContent,
    sealed,
)
from openmall.commerce.undo.table_policies import POLICIES, Kind, Reverted, obstacle
from openmall.contract.call import Call
from openmall.contract.journal.tables import ACTIVITY, EVENT
from openmall.database.capture import RowChange, keys

MOST_BYTES: Final = 8_000_000
"""Bytes of the recorded rows of one write, before they are compressed; one with more cannot be
undone. The prices of 10,000 products, as many as a call or plan has, take a third of it."""
NOT_RECORDED: Final = ("plans/", "jobs/", "imports", "exports")
"""Beginnings of paths whose writes change nothing of the shop themselves."""


def recorded(call: Call) -> AbstractAsyncContextManager[None]:
    """Return what records the writes of its block, which ends the transaction of `call.db`."""
    if not call.undo.seconds or call.dry_run or call.operation.path.startswith(NOT_RECORDED):
        return nullcontext()
    return _recorded(call)


@asynccontextmanager
async def _recorded(call: Call) -> AsyncIterator[None]:
    async with call.db.capture() as capture:
        yield
        changes = await capture.changes()
    lines = [each for each in changes if each.table == ACTIVITY.name and each.after is not None]
    if len(lines) == 1:  # none: an object that was answered before, or every object failed
        await write_store.add(call.db, _write(call, lines[0].key[0], changes))


def _write(call: Call, write_no: int, changes: list[RowChange]) -> write_store.RecordedWrite:
    reason, content = _obstacle(call, changes), ""
    if not reason:
        encoded = msgspec.json.encode(
            WriteContent(rows=list(_rows(changes)), events=list(_events(changes)))
        )
        if len(encoded) > MOST_BYTES:
            reason = f"it changed more than {MOST_BYTES} bytes of rows"
        else:
            content = sealed(call.seal, call.mall.mall_id, write_no, encoded)
    undoes, scope = call.undoes or (0, call.operation.scope)
    now = int(call.clock.now())
    return write_store.RecordedWrite(
        write_no=write_no,
        client_id=call.identity.app.client_id,
        user_id=call.identity.user_id,
        user_type=call.identity.user_type,
        scope=scope,
        operation=call.operation.name,
        path=call.path,
        state="refused" if reason else "open",
        reason=reason,
        undoes=undoes,
        size=len(content),
        created_at=now,
        expires_at=now + call.undo.seconds,
        content=content,
    )


def _obstacle(call: Call, changes: list[RowChange]) -> str:
    """Return why the write cannot be undone; empty: it can."""
    reasons = {obstacle(each.table, kind(each), each.changed) for each in changes}
    reasons |= {
        f"it published event {row['event_no']}, which cannot be taken back"
        for row in _published(changes)
        if row["event_no"] not in ANNOUNCED
    }
    tables = {each.table for each in changes}
    if "setting" in tables and any(shop.in_programme for shop in call.mall.shops.values()):
        reasons.add("partners see settings of the shop")
    reasons.discard("")
    if not reasons and not any(isinstance(POLICIES[each], Reverted) for each in tables):
        return "it changed nothing that is kept"
    return "; ".join(sorted(reasons))


def kind(change: RowChange) -> Kind:
    """Return what happened to a row."""
    if change.before is None:
        return "created"
    return "deleted" if change.after is None else "updated"


def _rows(changes: Iterable[RowChange]) -> Iterable[RevertedRow]:
    for each in changes:
        policy = POLICIES[each.table]
        if isinstance(policy, Reverted):
            names = each.changed - {"mall_id", policy.touched}
            if names:
                yield RevertedRow(
                    table=each.table,
                    key=_key(each),
                    before=_part(each.before, names),
                    after=_part(each.after, names),
                )


def _key(change: RowChange) -> dict[str, Any]:
    return dict(zip(keys()[change.table], change.key, strict=True))


def _part(row: dict[str, Any] | None, names: set[str]) -> dict[str, Any] | None:
    return None if row is None else {name: row[name] for name in sorted(names)}


def _published(changes: Iterable[RowChange]) -> Iterable[dict[str, Any]]:
    return (each.after for each in changes if each.table == EVENT.name and each.after is not None)


def _events(changes: Iterable[RowChange]) -> Iterable[AnnouncedEvent]:
    for row in _published(changes):
        resource = msgspec.json.decode(row["resource"])
        number = int(resource[ANNOUNCED[row["event_no"]].number])
        yield AnnouncedEvent(row["event_no"], int(resource["event_shop_no"]), number)
