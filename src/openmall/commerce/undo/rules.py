"""Undoes a recorded write: rows become what they were, where nobody changed them since."""

from collections import Counter
from collections.abc import Iterable
from typing import Any, Final

import msgspec
from msgspec import Struct

from openmall.commerce.undo import announcements, sealed_writes
from openmall.commerce.undo import store as write_store
from openmall.commerce.undo.sealed_writes import RevertedRow, WriteContent
from openmall.commerce.undo.shape import Conflict, Decision
from openmall.commerce.undo.table_policies import POLICIES, Reverted
from openmall.contract import scopes as scope_names
from openmall.contract.call import Call
from openmall.contract.errors import Invalid, NotFound, NotModified
from openmall.database.session import DuplicateRow

MOST_NAMED: Final = 20
"""Conflicts that are named in an error."""
WITHOUT_VALUES: Final = frozenset({"setting"})
"""Tables whose values an error never shows: they may hold a secret."""
_SUPPLIER: Final = "S"


class UndoConflict(NotModified):
    """409: resources have changed since the write, and nobody decided what becomes of them."""

    def __init__(self, conflicts: list[Conflict]) -> None:
        named = ", ".join(f"{each.resource} {each.object}" for each in conflicts[:MOST_NAMED])
        super().__init__(
            f"What the write changed is another since: {named}. Decide on each: keep or revert.",
            parameter="decisions",
        )
        self._conflicts = conflicts

    def more_info(self) -> dict[str, Any]:
        shown = [msgspec.to_builtins(each) for each in self._conflicts[:MOST_NAMED]]
        return super().more_info() | {"conflicts": shown, "total": len(self._conflicts)}


class Undone(Struct, frozen=True):
    """What an undo did."""

    reverted: int
    kept: list[str]


async def require(
    call: Call, write_no: int, *, to_change: bool = False
) -> write_store.RecordedWrite:
    """Return a write whose operation the token may call. Raises NotFound (404)."""
    write = await write_store.find(call.db, write_no, to_change=to_change)
    identity = call.identity
    if (
        write is None
        or not scope_names.permits(identity.scopes, write.scope)
        or write.expires_at <= call.clock.now()
        # a supplier may change what is theirs only
        or (identity.user_type == _SUPPLIER and identity.user_id != write.user_id)
    ):
        raise NotFound("The write does not exist.", parameter="write_no")
    return write


def content_of(call: Call, write: write_store.RecordedWrite) -> WriteContent:
    """Return what is known of a write; nothing of one that cannot be undone."""
    if not write.content:
        return WriteContent(rows=[], events=[])
    return sealed_writes.opened(call.seal, call.mall.mall_id, write.write_no, write.content)


def announced(content: WriteContent) -> dict[int, int]:
    """Return event -> how many the write published."""
    return dict(sorted(Counter(each.event_no for each in content.events).items()))


def object_of(row: RevertedRow) -> str:
    """Return the key of a row as it is named to callers."""
    return ",".join(map(str, row.key.values()))


async def undo(call: Call, write: write_store.RecordedWrite, decisions: list[Decision]) -> Undone:
    """Undo a write in the call's transaction, which records it as a write of its own.

    Raises NotModified (409) for one that was undone or cannot be, UndoConflict (409), and Invalid
    (422) for a decision about something else.
    """
    if write.state == "undone":
        raise NotModified("The write was undone.", parameter="write_no")
    if write.state == "refused":
        raise NotModified(f"The write cannot be undone: {write.reason}.", parameter="write_no")
    content = content_of(call, write)
    decided = _decided(content, decisions)
    rows = [(row, await write_store.read_row(call.db, row.table, row.key)) for row in content.rows]
    _require_decided(call, write, rows, decided)
    reverted: list[RevertedRow] = []
    for row, current in rows:
        if decided.get((row.table, object_of(row))) != "keep":
            await _revert(call, row, current)
            reverted.append(row)
    await _renew(call, reverted)
    await _announce(call, content, reverted)
    await write_store.set_undone(call.db, write.write_no)
    call.undoes = write.write_no, write.scope
    call.journal(f"write {write.write_no}", {"state": ("open", "undone")})
    kept = [f"{table} {named}" for (table, named), each in decided.items() if each == "keep"]
    return Undone(len(reverted), sorted(kept))


def _decided(content: WriteContent, decisions: list[Decision]) -> dict[tuple[str, str], str]:
    known = {(row.table, object_of(row)) for row in content.rows}
    found: dict[tuple[str, str], str] = {}
    for each in decisions:
        place = each.resource, each.object
        if place not in known:
            raise Invalid(
                f"The write did not change {each.resource} {each.object}.", parameter="decisions"
            )
        found[place] = each.decision
    return found


def _require_decided(
    call: Call,
    write: write_store.RecordedWrite,
    rows: list[tuple[RevertedRow, dict[str, Any] | None]],
    decided: dict[tuple[str, str], str],
) -> None:
    # a scope to write does not let read
    reads = scope_names.permits(call.identity.scopes, write.scope.replace("write_", "read_"))
    conflicts = []
    for row, current in rows:
        fields, decision = moved(row, current), decided.get((row.table, object_of(row)))
        if fields is None or decision == "keep":
            continue
        if decision == "revert" and (current is not None or row.before is None):
            continue
        if decision == "revert" and row.after is not None:
            raise Invalid(
                f"{row.table} {object_of(row)} is gone, and cannot be reverted.",
                parameter="decisions",
            )
        shown = reads and row.table not in WITHOUT_VALUES
        conflicts.append(
            Conflict(
                resource=row.table,
                object=object_of(row),
                fields=fields,
                now=_named(current, fields) if shown else None,
                then=_named(row.before, fields) if shown else None,
            )
        )
    if conflicts:
        raise UndoConflict(conflicts)


def moved(row: RevertedRow, current: dict[str, Any] | None) -> list[str] | None:
    """Return the fields that are not as the write left them; None: the row is as it left it."""
    if row.after is None:
        return None if current is None else sorted(row.before or ())
    if current is None:
        return sorted(row.after)
    return [name for name, value in row.after.items() if current[name] != value] or None


def _named(values: dict[str, Any] | None, fields: list[str]) -> dict[str, Any] | None:
    return None if values is None else {name: values[name] for name in fields if name in values}


async def _revert(call: Call, row: RevertedRow, current: dict[str, Any] | None) -> None:
    policy = POLICIES[row.table]
    assert isinstance(policy, Reverted)
    if row.before is None:
        await write_store.delete_row(call.db, row.table, row.key)
        return
    values = row.before
    if policy.touched:
        values = values | {policy.touched: int(call.clock.now())}
    try:
        if current is None:
            await _require_parents(call, row)
            await write_store.add_row(call.db, row.table, values)
        else:
            changed = {name: value for name, value in values.items() if name not in row.key}
            await write_store.change_row(call.db, row.table, row.key, changed)
    except DuplicateRow:
        raise NotModified(
            f"{row.table} {object_of(row)} cannot become what it was: another one has its name.",
            parameter="write_no",
        ) from None


async def _require_parents(call: Call, row: RevertedRow) -> None:
    """Raise NotModified (409) where a row would belong to something that is gone."""
    assert row.before is not None
    for column, table in (("product_no", "product"), ("category_no", "category")):
        if column in row.key:
            key = {"shop_no": row.key.get("shop_no", 1), column: row.key[column]}
            if await write_store.read_row(call.db, table, key) is None:
                raise NotModified(
                    f"{row.table} {object_of(row)} belongs to a {table} that is gone.",
                    parameter="write_no",
                )


async def _renew(call: Call, reverted: Iterable[RevertedRow]) -> None:
    numbers: dict[str, set[int]] = {"product": set(), "category": set()}
    for row in reverted:
        table = "product" if row.table == "variant" else row.table
        if table in numbers:
            numbers[table].add(row.key[f"{table}_no"])
    if numbers["product"]:
        await announcements.renew_products(call, sorted(numbers["product"]))
    if numbers["category"]:
        await announcements.renew_categories(call, sorted(numbers["category"]))


async def _announce(call: Call, content: WriteContent, reverted: list[RevertedRow]) -> None:
    touched = {(name, value) for row in reverted for name, value in row.key.items()}
    for each in sorted(set(content.events), key=lambda event: (event.event_no, event.number)):
        kind = announcements.ANNOUNCED[each.event_no]
        if (kind.number, each.number) in touched:
            await kind.publish(call, each.shop_no, each.number)
