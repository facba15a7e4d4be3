"""Undoes all writes of an app, or of a manager, in a time range: in one transaction, newest first.

Either everything is undone that can be, or, where a conflict is left undecided, nothing. Writes
that cannot be undone are named with their reasons and stay.
"""

from collections import Counter
from typing import Final

from msgspec import Struct

from openmall.commerce.undo import rules
from openmall.commerce.undo import store as write_store
from openmall.commerce.undo.refusals import (
    NOT_OWN_WRITES,
    NOTHING_TO_UNDO,
    RANGE_ENDS_EARLY,
    RANGE_OF_NOTHING,
)
from openmall.commerce.undo.reverting import Reverting
from openmall.commerce.undo.sealed_writes import WriteContent
from openmall.commerce.undo.shape import Decision
from openmall.commerce.undo.store import RecordedWrite, WriteRange
from openmall.contract.call import Call
from openmall.contract.errors import Invalid, NotModified
from openmall.contract.undo import UndoneWrites

MOST_WRITES: Final = 500
"""Writes that one call undoes."""
MOST_SKIPPED: Final = 100
"""Writes that cannot be undone, of which the answer says why."""
_PARTLY: Final = "it is an undo of writes of which only some are in the range"
_NO_SCOPE: Final = "it is an undo of writes that the token may not call"


class UndoneRange(Struct, frozen=True, kw_only=True):
    """What the undo of a range did."""

    undone: list[RecordedWrite]
    """The newest first."""
    skipped: list[tuple[RecordedWrite, str]]
    """Writes that stay, and why."""
    reverted: int
    """Rows that became what they were; of a row of several writes, each time."""
    countered: int
    """Movements of ledgers that got entries of the opposite."""
    kept: list[str]
    announced: dict[int, int]
    """Event -> how many the writes had published, which are not taken back."""
    more: bool
    """Older writes of the range remain: call again."""


async def undo_range(call: Call, wanted: WriteRange, decisions: list[Decision]) -> UndoneRange:
    """Undo the writes of a range in the call's transaction, which records it as one write.

    Only writes whose operation the token may call. A write and its undo that are both of the range
    stay as they are. Raises Invalid (422) for a range without author, for one that ends before its
    begin, and for a decision about something else; NotModified (409) without anything to undo; and
    UndoConflict (409).
    """
    _check(call, wanted)
    scopes, now = sorted(rules.undone_scopes(call.identity)), int(call.clock.now())
    found = await write_store.in_range(
        call.db, scopes, wanted, state="open", now=now, limit=MOST_WRITES + 1
    )
    writes, more = found[:MOST_WRITES], len(found) > MOST_WRITES
    refused = await write_store.in_range(
        call.db, scopes, wanted, state="refused", now=now, limit=MOST_SKIPPED
    )
    skipped = [(each, each.reason) for each in refused]
    reverting = Reverting(call, decisions)
    undone: list[RecordedWrite] = []
    events: Counter[int] = Counter()
    undone_scopes: set[str] = set()
    for write in writes:
        content = await rules.content_of(call, write)
        reason = await _reason_to_skip(call, wanted, write, content)
        if reason is not None:
            if reason:
                skipped.append((write, reason))
            continue
        await reverting.add(write, content)
        events.update(rules.announced(content))
        undone.append(write)
        undone_scopes.add(write.scope)
    if not undone:
        raise NotModified(NOTHING_TO_UNDO, parameter="start_date")
    await reverting.end()
    numbers = [each.write_no for each in undone]
    await write_store.set_undone(call.db, numbers)
    call.effects.undoes = UndoneWrites(numbers, sorted(undone_scopes))
    call.journal(
        f"writes of {wanted.client_id or wanted.user_id}", {"undone": (None, len(numbers))}
    )
    return UndoneRange(
        undone=undone,
        skipped=sorted(skipped, key=lambda each: -each[0].write_no),
        reverted=len(reverting.reverted),
        countered=reverting.countered,
        kept=reverting.kept,
        announced=dict(sorted(events.items())),
        more=more,
    )


def _check(call: Call, wanted: WriteRange) -> None:
    if not wanted.client_id and not wanted.user_id:
        raise Invalid(RANGE_OF_NOTHING, parameter="client_id")
    if wanted.end_date < wanted.start_date:
        raise Invalid(RANGE_ENDS_EARLY, parameter="end_date")
    if rules.is_supplier(call.identity) and wanted.user_id != call.identity.user_id:
        raise Invalid(NOT_OWN_WRITES, parameter="user_id")


async def _reason_to_skip(
    call: Call, wanted: WriteRange, write: RecordedWrite, content: WriteContent
) -> str | None:
    """Return why an open write of the range stays; empty: it has no effect; None: it is undone."""
    if not rules.permits(call, content):
        return _NO_SCOPE
    if not content.undid:
        return None
    if len(content.undid) > 1:
        inside = [await _is_inside(call, wanted, number) for number in content.undid]
        return "" if all(inside) else _PARTLY if any(inside) else None
    return "" if await _has_no_effect(call, wanted, write) else None


async def _is_inside(call: Call, wanted: WriteRange, write_no: int) -> bool:
    write = await write_store.find(call.db, write_no)
    return write is not None and wanted.covers(write)


async def _has_no_effect(call: Call, wanted: WriteRange, write: RecordedWrite) -> bool:
    """Return whether things are as they would be without the writes of the range.

    `write` undid a write, which may have undone another one and so on; the first of them is in
    effect when the number of undos after it is even.
    """
    chain, earlier = [write], write.undoes
    while earlier and (found := await write_store.find(call.db, earlier)) is not None:
        chain.append(found)
        earlier = found.undoes
    chain.reverse()
    outside = [at for at, each in enumerate(chain) if not wanted.covers(each)]
    in_effect = len(chain) % 2 == 1
    in_effect_without = bool(outside) and outside[0] == 0 and outside[-1] % 2 == 0
    return in_effect == in_effect_without
