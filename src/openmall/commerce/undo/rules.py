"""Undoes recorded writes: fields get their former values unless they were changed again since."""

from collections import Counter
from typing import Final

from msgspec import Struct
from msgspec.structs import replace

from openmall.commerce.undo import sealed_writes
from openmall.commerce.undo import store as write_store
from openmall.commerce.undo.refusals import WRITE_CANNOT_BE_UNDONE, WRITE_UNDONE
from openmall.commerce.undo.reverting import Reverting
from openmall.commerce.undo.sealed_writes import WriteContent
from openmall.commerce.undo.shape import Decision
from openmall.contract import scopes as scope_names
from openmall.contract.call import Call, Identity
from openmall.contract.errors import NotFound, NotModified
from openmall.contract.refusal import Phrase
from openmall.contract.refusals import DOES_NOT_EXIST
from openmall.contract.sight import Sight
from openmall.contract.undo import UndoneWrites

_SUPPLIER: Final = "S"


class Undone(Struct, frozen=True):
    """What an undo did."""

    reverted: int
    countered: int
    """Movements of ledgers that got entries of the opposite."""
    kept: list[str]


async def require(
    call: Call, write_no: int, *, to_change: bool = False
) -> write_store.RecordedWrite:
    """Return a write whose operation the token may call. Raises NotFound (404)."""
    write = await write_store.find(call.db, write_no, to_change=to_change)
    identity = call.identity
    scopes = undone_scopes(identity) if to_change else identity.scopes
    if (
        write is None
        or not scope_names.permits(scopes, write.scope)
        or write.expires_at <= call.clock.now()
        or (is_supplier(identity) and identity.user_id != write.user_id)
    ):
        raise NotFound(DOES_NOT_EXIST, parameter="write_no", resource=Phrase("write"))
    return write


def is_supplier(identity: Identity) -> bool:
    """Return whether the caller is a supplier, who may change what is theirs only."""
    return identity.user_type == _SUPPLIER


async def content_of(sight: Sight, write: write_store.RecordedWrite) -> WriteContent:
    """Return what is known of a write; nothing of one that cannot be undone.

    Its rows are without those of customers who are gone.
    """
    if not write.content:
        return WriteContent(rows=[], events=[])
    mall_id, write_no = sight.mall.mall_id, write.write_no
    content = sealed_writes.opened(sight.seal, mall_id, write_no, write.content)
    if not content.persons:
        return content
    found = await write_store.personal(sight.db, write_no)
    rows = [
        row
        for sealed in found.values()
        for row in sealed_writes.open_rows(sight.seal, mall_id, write_no, sealed)
    ]
    return replace(content, rows=[*content.rows, *rows], persons=list(found))


def announced(content: WriteContent) -> dict[int, int]:
    """Return event -> how many the write published."""
    return dict(sorted(Counter(each.event_no for each in content.events).items()))


def undone_scopes(identity: Identity) -> frozenset[str]:
    """Return the scopes of operations whose writes the caller may undo.

    On the back office's own pages a manager needs the permission to write, also of the few writes
    whose scope is one that reads (`PUT carts/setting`): who views an area changes nothing of it.
    """
    held = identity.scopes
    if identity.app.client_id:
        return held
    return frozenset(scope for scope in held if scope.replace("read_", "write_") in held)


def permits(call: Call, content: WriteContent) -> bool:
    """Return whether the caller may undo every write whose undo a write was."""
    scopes = undone_scopes(call.identity)
    return all(scope_names.permits(scopes, scope) for scope in content.scopes)


async def undo(call: Call, write: write_store.RecordedWrite, decisions: list[Decision]) -> Undone:
    """Undo a write in the call's transaction, which records it as a write of its own.

    Raises NotModified (409) for one that was undone or cannot be, UndoConflict (409), and Invalid
    (422) for a decision about something else.
    """
    if write.state == "undone":
        raise NotModified(WRITE_UNDONE, parameter="write_no")
    if write.state == "refused":
        raise NotModified(WRITE_CANNOT_BE_UNDONE, parameter="write_no", why=write.reason)
    content = await content_of(call, write)
    if not permits(call, content):
        raise NotFound(DOES_NOT_EXIST, parameter="write_no", resource=Phrase("write"))
    reverting = Reverting(call, decisions)
    await reverting.add(write, content)
    await reverting.end()
    await write_store.set_undone(call.db, [write.write_no])
    call.effects.undoes = UndoneWrites([write.write_no], [write.scope])
    call.journal(f"write {write.write_no}", {"state": ("open", "undone")})
    return Undone(len(reverting.reverted), reverting.countered, reverting.kept)
