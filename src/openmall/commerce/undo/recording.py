"""Records what an admin write changes, in its own transaction, so that it can be undone."""

from collections import Counter
from collections.abc import AsyncIterator, Callable, Iterable, Set
from contextlib import AbstractAsyncContextManager, asynccontextmanager, nullcontext
from typing import Any, Final

import msgspec

from openmall.commerce.undo import coupon_issues, documents, ledgers, order_rows
from openmall.commerce.undo import store as write_store
from openmall.commerce.undo.announcements import ANNOUNCED
from openmall.commerce.undo.consequences import ANSWERED
from openmall.commerce.undo.owners import OWNERS
from openmall.commerce.undo.persons import Persons
from openmall.commerce.undo.persons import find as find_persons
from openmall.commerce.undo.sealed_writes import (
    AnnouncedEvent,
    RevertedRow,
    WriteContent,
    close_rows,
    sealed,
    split,
)
from openmall.commerce.undo.table_policies import obstacle, policies
from openmall.contract.call import Call
from openmall.contract.call_state import CallState
from openmall.contract.journal import record
from openmall.contract.journal.tables import ACTIVITY, EVENT
from openmall.contract.undo import UndoneWrites
from openmall.database.capture import RowChange, keys
from openmall.database.undo_policies import Countered, Kind, Refused, Reverted

MOST_BYTES: Final = 8_000_000
"""Bytes of the recorded rows of one write, before they are compressed; one with more cannot be
undone. The prices of 10,000 products, as many as a call or plan has, take a third of it."""
ANSWERED_BY_OTHERS: Final = ledgers.EVENTS | ANSWERED
"""Events that counter entries answer, or the rows that an undo reverts."""
NOT_RECORDED: Final = ("plans/", "approvals/", "jobs/", "imports", "exports")
"""Beginnings of paths whose writes change nothing of the shop themselves."""


def recorded(state: CallState) -> AbstractAsyncContextManager[None]:
    """Return what records the writes of its block, which ends the transaction of the call."""
    call = state.call
    if not call.undo.seconds or call.dry_run or state.operation.path.startswith(NOT_RECORDED):
        return nullcontext()
    return _recorded(state)


@asynccontextmanager
async def _recorded(state: CallState) -> AsyncIterator[None]:
    call = state.call
    async with call.db.capture() as capture:
        yield
        changes = await capture.changes()
    lines = [each for each in changes if each.table == ACTIVITY.name and each.after is not None]
    if len(lines) == 1:  # none: an object that was answered before, or every object failed
        persons = await find_persons(call.db, changes)
        write, personal = _write(state, lines[0].key[0], changes, persons)
        await write_store.add(call.db, write)
        if personal:
            await write_store.add_personal(call.db, write.write_no, personal)
        if call.effects.undoes is not None:
            await write_store.set_undone_by(call.db, call.effects.undoes.numbers, write.write_no)


def _write(
    state: CallState, write_no: int, changes: list[RowChange], persons: Persons
) -> tuple[write_store.RecordedWrite, dict[str, str]]:
    """Return a write, and what it changed of customers: member id -> sealed rows."""
    call = state.call
    reason, content = _obstacle(call, changes, persons), ""
    personal: dict[str, str] = {}
    undone = call.effects.undoes or UndoneWrites([], [])
    if not reason:
        rows, of_persons = split(list(_rows(changes, persons)))
        encoded = msgspec.json.encode(
            WriteContent(
                rows=rows,
                persons=list(of_persons),
                events=list(_events(changes)),
                stock=ledgers.moved_stock(changes),
                lost=_lost(changes),
                balances=ledgers.moved_balances(changes),
                coupons=coupon_issues.moved(changes),
                undid=undone.numbers,
                scopes=undone.scopes,
            )
        )
        mall_id = call.mall.mall_id
        personal = {
            member_id: close_rows(call.seal, mall_id, write_no, found)
            for member_id, found in of_persons.items()
        }
        if len(encoded) + sum(map(len, personal.values())) > MOST_BYTES:
            reason, personal = f"it changed more than {MOST_BYTES} bytes of rows", {}
        else:
            content = sealed(call.seal, mall_id, write_no, encoded)
    now = int(call.clock.now())
    write = write_store.RecordedWrite(
        write_no=write_no,
        client_id=call.identity.app.client_id,
        user_id=call.identity.user_id,
        user_type=call.identity.user_type,
        scope=undone.scopes[0] if len(undone.scopes) == 1 else state.operation.scope,
        operation=state.operation.name,
        path=call.path,
        state="refused" if reason else "open",
        reason=reason,
        undoes=undone.numbers[0] if len(undone.numbers) == 1 else 0,
        size=len(content) + sum(map(len, personal.values())),
        created_at=now,
        expires_at=now + call.undo.seconds,
        request_id=record.request_id(),
        content=content,
    )
    return write, personal


def _obstacle(call: Call, changes: list[RowChange], persons: Persons) -> str:
    """Return why the write cannot be undone; empty: it can."""
    owned = _owned(changes)
    reasons = {
        obstacle(each.table, kind(each), _changed(each), owned=owned(each)) for each in changes
    }
    reasons.update(order_rows.obstacles(changes))
    if any(map(persons.prevents, changes)):
        reasons.add("it changed what is of a customer who left")
    reasons |= {
        f"it published event {row['event_no']}, which cannot be taken back"
        for row in _published(changes)
        if row["event_no"] not in ANNOUNCED and row["event_no"] not in ANSWERED_BY_OTHERS
    }
    reasons.update(ledgers.obstacles(each for each in changes if not owned(each)))
    reasons.update(coupon_issues.obstacles(changes))
    tables = {each.table for each in changes}
    if "setting" in tables and any(shop.in_programme for shop in call.mall.shops.values()):
        reasons.add("partners see settings of the shop")
    reasons.discard("")
    undone = (Reverted, Countered)
    if not reasons and not any(isinstance(policies()[each], undone) for each in tables):
        return "it changed nothing that is kept"
    return "; ".join(sorted(reasons))


def _owned(changes: Iterable[RowChange]) -> Callable[[RowChange], str]:
    """Return the table of what a row was created or deleted with; empty: nothing.

    A line of the ledger of stock goes with the product whose variants it is about.
    """
    whole = {
        (name, kind(each), (each.before or each.after or {})[owner.number])
        for name, owner in OWNERS.items()
        for each in changes
        if each.table == name and kind(each) != "updated"
    }

    def of(change: RowChange) -> str:
        row, what = change.before or change.after or {}, kind(change)
        for name, gone_or_come, number in whole:
            if row.get(OWNERS[name].number) == number and (
                what == gone_or_come or change.table == ledgers.STOCK
            ):
                return name
        return ""

    return of


def _lost(changes: Iterable[RowChange]) -> dict[str, int]:
    """Return how many rows of a table do not come back with what they belonged to."""
    return Counter(
        each.table
        for each in changes
        if isinstance(policy := policies()[each.table], Refused) and policy.lost
    )


def kind(change: RowChange) -> Kind:
    """Return what happened to a row."""
    if change.before is None:
        return "created"
    return "deleted" if change.after is None else "updated"


def _changed(change: RowChange) -> Set[str]:
    if change.before is None or change.after is None:
        return change.changed
    return documents.changed_names(change.table, change.changed, change.before, change.after)


def _rows(changes: Iterable[RowChange], persons: Persons) -> Iterable[RevertedRow]:
    for each in changes:
        policy = policies()[each.table]
        if isinstance(policy, Reverted):
            names = _changed(each) - {"mall_id", policy.touched}
            if kind(each) == "updated":
                names -= {*policy.derived, *policy.counted}
            if names:
                yield RevertedRow(
                    table=each.table,
                    key=_key(each),
                    before=_part(each.table, each.before, names),
                    after=_part(each.table, each.after, names),
                    person=persons.of(each),
                )


def _key(change: RowChange) -> dict[str, Any]:
    return dict(zip(keys()[change.table], change.key, strict=True))


def _part(table: str, row: dict[str, Any] | None, names: Set[str]) -> dict[str, Any] | None:
    if row is None:
        return None
    known = row if names <= row.keys() else documents.with_fields(table, row)
    return {name: known[name] for name in sorted(names)}


def _published(changes: Iterable[RowChange]) -> Iterable[dict[str, Any]]:
    return (each.after for each in changes if each.table == EVENT.name and each.after is not None)


def _events(changes: Iterable[RowChange]) -> Iterable[AnnouncedEvent]:
    for row in _published(changes):
        event_no = row["event_no"]
        if event_no in ANSWERED_BY_OTHERS:
            yield AnnouncedEvent(event_no, 0, 0)
            continue
        resource, kind = msgspec.json.decode(row["resource"]), ANNOUNCED[event_no]
        shop_no = int(resource.get("event_shop_no") or resource["shop_no"])
        yield AnnouncedEvent(event_no, shop_no, kind.read(resource[kind.field]))
