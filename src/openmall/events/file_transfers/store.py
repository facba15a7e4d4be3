"""SQL of imports and exports of files."""

from collections.abc import Sequence
from typing import Final

from msgspec import Struct
from sqlalchemy import (
    Table,
    and_,
    bindparam,
    delete,
    func,
    insert,
    not_,
    or_,
    select,
    union,
    update,
)

from openmall.contract.refusal import Cause, stored_reason
from openmall.database import sequences
from openmall.database.schema import EMPTY, FALSE, TRUE, fixed
from openmall.database.session import Database, Row, Session
from openmall.database.statements import InList, Statement
from openmall.events.file_transfers import file_store
from openmall.events.file_transfers.tables import ERROR, PART, PLAN, TRANSFER

LONGEST_LEASE: Final = 600
"""Seconds from now beyond which the end of a lease is not believed."""

_T: Final = TRANSFER.c
_MALL: Final = _T.mall_id == bindparam("mall_id")
_ONE: Final = (_MALL, _T.transfer_no == bindparam("this"))
_HELD: Final = and_(_T.holder == bindparam("holder"), _T.open == TRUE)


class Transfer(Struct, frozen=True, kw_only=True):
    """An import or an export; fields are columns of the table."""

    transfer_no: int
    direction: str
    client_id: str
    user_id: str
    kind: str
    format: str
    shop_no: int
    dry_run: str = "F"
    options: str = "{}"
    reason: str = ""
    state: str
    open: str
    parts: int = 0
    size: int = 0
    done: int = 0
    created: int = 0
    updated: int = 0
    unchanged: int = 0
    rejected: int = 0
    errors: int = 0
    failure: str = ""
    failure_reason: str = ""
    """JSON of `contract/refusal.py`."""
    created_at: int
    started_at: int = 0
    finished_at: int = 0
    holder: str = ""
    lease_until: int = 0


class Counts(Struct, frozen=True, kw_only=True):
    """How far an import or export is."""

    done: int = 0
    created: int = 0
    updated: int = 0
    unchanged: int = 0
    rejected: int = 0
    errors: int = 0


_FIELDS: Final = Transfer.__struct_fields__
_COLUMNS: Final = [_T[name] for name in _FIELDS]
_COUNTS: Final = Counts.__struct_fields__

_ADD: Final = Statement(insert(TRANSFER).values({c.name: bindparam(c.name) for c in _T}))
_FIND: Final = Statement(select(*_COLUMNS).where(*_ONE))
_FIND_TO_CHANGE: Final = Statement(select(*_COLUMNS).where(*_ONE).with_for_update())
_LIST: Final = Statement(
    select(*_COLUMNS)
    .where(
        _MALL,
        _T.client_id == bindparam("client_id"),
        _T.direction == bindparam("direction"),
        InList(_T.state, "states"),
    )
    .order_by(_T.transfer_no.desc())
    .limit(bindparam("limit"))
    .offset(bindparam("offset"))
)
_UNFINISHED: Final = Statement(
    select(func.count()).select_from(TRANSFER).where(_MALL, InList(_T.state, "states"))
)
_CONFIRM: Final = Statement(
    update(TRANSFER)
    .where(*_ONE, _T.state == "succeeded", _T.dry_run == TRUE)
    .values(
        state="queued",
        open=TRUE,
        dry_run=FALSE,
        failure=EMPTY,
        failure_reason=EMPTY,
        parts=bindparam("parts"),
        started_at=fixed(0),
        finished_at=fixed(0),
        lease_until=fixed(0),
        **dict.fromkeys(Counts.__struct_fields__, fixed(0)),
    )
)
_START: Final = Statement(
    update(TRANSFER)
    .where(*_ONE, _T.state == "uploading")
    .values(state="queued", open=TRUE, parts=bindparam("parts"), size=bindparam("size"))
)
_FREE: Final = or_(
    _T.lease_until <= bindparam("now"),
    # a clock that was ahead wrote it: no worker holds a file for so long
    _T.lease_until > bindparam("now") + fixed(LONGEST_LEASE),
)
_DUE: Final = Statement(
    select(_T.mall_id, _T.transfer_no)
    .where(_T.open == TRUE, _FREE, not_(InList(_T.mall_id, "busy")))
    # one that made way for others waits from then on; new ones come first
    .order_by(_T.lease_until, _T.created_at, _T.mall_id, _T.transfer_no)
    .limit(bindparam("most")),
    across_malls="a worker looks for imports and exports without a lease",
)
_MALLS: Final = Statement(
    union(*(select(each.c.mall_id) for each in (TRANSFER, PART, ERROR, PLAN))),
    across_malls="files are removed in malls that have some",
)
_CLAIM: Final = Statement(
    update(TRANSFER)
    .where(*_ONE, _T.open == TRUE, _FREE)
    .values(holder=bindparam("holder"), lease_until=bindparam("until"), state="running")
)
_BEGIN: Final = Statement(
    update(TRANSFER)
    .where(*_ONE, _HELD, _T.started_at == 0)
    .values(started_at=bindparam("started_at"))
)
_ADVANCE: Final = Statement(
    update(TRANSFER)
    .where(*_ONE, _HELD)
    .values(lease_until=bindparam("until"), **{name: bindparam(name) for name in _COUNTS})
)
_RENEW: Final = Statement(
    update(TRANSFER).where(*_ONE, _HELD).values(lease_until=bindparam("until"))
)
_MEASURED: Final = Statement(
    update(TRANSFER).where(*_ONE, _HELD).values(parts=bindparam("parts"), size=bindparam("size"))
)
_END: Final = Statement(
    update(TRANSFER)
    .where(*_ONE, _T.finished_at == 0)
    .values(
        open=FALSE,
        holder=EMPTY,
        state=bindparam("state"),
        failure=bindparam("failure"),
        failure_reason=bindparam("failure_reason"),
        finished_at=bindparam("at"),
    )
)
_PLANNED_BEFORE: Final = Statement(
    select(_T.transfer_no)
    .where(
        _MALL,
        _T.state == "succeeded",
        _T.direction == "import",
        _T.dry_run == TRUE,
        _T.parts > fixed(0),
        _T.finished_at <= bindparam("before"),
    )
    .limit(file_store.DELETED_AT_ONCE)
)
_WITHOUT_FILE: Final = Statement(update(TRANSFER).where(*_ONE).values(parts=fixed(0)))
_DELETE: Final = Statement(delete(TRANSFER).where(*_ONE))
_CREATED_BEFORE: Final = Statement(
    select(_T.transfer_no)
    .where(_MALL, _T.created_at <= bindparam("before"), _T.open == FALSE)
    .order_by(_T.created_at)
    .limit(file_store.DELETED_AT_ONCE)
)
_EXPORTS: Final = (_MALL, _T.direction == "export", _T.kind != "products")
_EXPIRE_FILES: Final = Statement(
    delete(PART).where(
        PART.c.mall_id == bindparam("mall_id"),
        PART.c.transfer_no.in_(select(_T.transfer_no).where(*_EXPORTS, InList(_T.state, "states"))),
    )
)
_EXPIRE: Final = Statement(
    update(TRANSFER)
    .where(*_EXPORTS, _T.state == "succeeded")
    .values(parts=fixed(0), size=fixed(0), state="expired")
)
_EXPORT_ANEW: Final = Statement(
    update(TRANSFER)
    .where(*_EXPORTS, _T.state == "running")
    .values(holder=EMPTY, lease_until=fixed(0), state="queued")
)
_ABOUT_CUSTOMERS: Final = (
    _MALL,
    _T.direction == "import",
    or_(_T.kind == "orders", _T.kind == "customers"),
)


def _forgetting(table: Table) -> Statement:
    """Return the deletion of rows of a table about imports that may name customers."""
    return Statement(
        delete(table).where(
            table.c.mall_id == bindparam("mall_id"),
            table.c.transfer_no.in_(
                select(_T.transfer_no).where(InList(_T.state, "states"), *_ABOUT_CUSTOMERS)
            ),
        )
    )


_FORGET_ERRORS: Final = _forgetting(ERROR)
_FORGET_PLANS: Final = _forgetting(PLAN)
_FORGET_FILES: Final = _forgetting(PART)
_FORGET_SIZES: Final = Statement(
    update(TRANSFER).where(*_ABOUT_CUSTOMERS, InList(_T.state, "states")).values(parts=fixed(0))
)


async def new_number(db: Session) -> int:
    """Return the number of the mall's next import or export."""
    return await sequences.allocate(db, "file_transfer")


async def take_turns(db: Session) -> None:
    """Lock the number of the mall's next import or export until the transaction ends."""
    await sequences.allocate(db, "file_transfer", count=0)


async def add(db: Session, transfer: Transfer) -> None:
    """Add an import or export."""
    await db.run(_ADD, **{name: getattr(transfer, name) for name in _FIELDS})


async def find(db: Session, transfer_no: int, *, to_change: bool = False) -> Transfer | None:
    """Return an import or export; `to_change` locks it."""
    row = await db.one(_FIND_TO_CHANGE if to_change else _FIND, this=transfer_no)
    return None if row is None else _transfer(row)


async def listed(
    db: Session, client_id: str, direction: str, states: Sequence[str], *, limit: int, offset: int
) -> list[Transfer]:
    """Return imports, or exports, of an app, the newest first."""
    rows = await db.all(
        _LIST, client_id=client_id, direction=direction, states=states, limit=limit, offset=offset
    )
    return [_transfer(row) for row in rows]


async def unfinished(db: Session) -> int:
    """Return how many imports and exports of the mall have not ended."""
    row = await db.one(_UNFINISHED, states=["uploading", "queued", "running"])
    return row[0] if row else 0


async def start(db: Session, transfer_no: int, *, parts: int, size: int) -> bool:
    """Let a worker carry out an import whose file is complete; False: it has begun or ended."""
    return bool(await db.run(_START, this=transfer_no, parts=parts, size=size))


async def due(
    database: Database, now: int, *, busy: Sequence[str], most: int
) -> list[tuple[str, int]]:
    """Return mall and number of what has to be done and nobody holds, who waits longest first.

    `busy`: malls that have to wait.
    """
    async with database.reading("") as db:
        rows = await db.all(_DUE, now=now, busy=busy or [""], most=most)
    return [(row[0], row[1]) for row in rows]


async def malls(database: Database) -> list[str]:
    """Return the malls that have imports or exports, or what is left of some."""
    async with database.reading("") as db:
        return sorted(row[0] for row in await db.all(_MALLS))


async def confirm(db: Session, transfer_no: int, *, parts: int) -> bool:
    """Let a worker carry out a dry run that has ended; False: it has not, or is none."""
    return bool(await db.run(_CONFIRM, this=transfer_no, parts=parts))


async def delete_planned_files(db: Session, before: int) -> int:
    """Delete the files of a batch of dry runs that ended by a moment and were not confirmed."""
    old = [row[0] for row in await db.all(_PLANNED_BEFORE, before=before)]
    for each in old:
        await file_store.delete_uploaded(db, each)
        await db.run(_WITHOUT_FILE, this=each)
    return len(old)


async def claim(
    db: Session, transfer_no: int, holder: str, *, now: int, until: int, started_at: int
) -> Transfer | None:
    """Lease an import or export; None: another worker was faster."""
    if not await db.run(_CLAIM, this=transfer_no, holder=holder, now=now, until=until):
        return None
    await db.run(_BEGIN, this=transfer_no, holder=holder, started_at=started_at)
    return await find(db, transfer_no)


async def advance(
    db: Session, transfer_no: int, holder: str, *, until: int, counts: Counts
) -> bool:
    """Write how far it is, and renew its lease; False: the lease was lost, or it was cancelled.

    It is locked until the transaction ends, so that nobody else continues it meanwhile.
    """
    values = {name: getattr(counts, name) for name in _COUNTS}
    return bool(await db.run(_ADVANCE, this=transfer_no, holder=holder, until=until, **values))


async def renew_lease(db: Session, transfer_no: int, holder: str, until: int) -> bool:
    """Renew the lease; False: it was lost, or the import or export was cancelled."""
    return bool(await db.run(_RENEW, this=transfer_no, holder=holder, until=until))


async def set_size(db: Session, transfer_no: int, holder: str, *, parts: int, size: int) -> None:
    """Write how large the file of an export is."""
    await db.run(_MEASURED, this=transfer_no, holder=holder, parts=parts, size=size)


async def end(
    db: Session, transfer_no: int, *, state: str, failure: Cause | None = None, at: int
) -> bool:
    """End an import or export; False: it had ended before.

    `failure`: why it failed, or what is said of one that succeeded.
    """
    return bool(
        await db.run(
            _END,
            this=transfer_no,
            state=state,
            failure=str(failure or ""),
            failure_reason=stored_reason(None if failure is None else failure.reason),
            at=at,
        )
    )


async def delete_old(db: Session, before: int) -> int:
    """Delete a batch of what was created by a moment and is not open; return their number."""
    old = [row[0] for row in await db.all(_CREATED_BEFORE, before=before)]
    rows = [{"mall_id": db.mall_id, "this": each} for each in old]
    await file_store.delete_all_of(db, old)
    if rows:
        await db.many(_DELETE, rows)
    return len(old)


async def expire_exports(db: Session) -> None:
    """Delete exported files about customers, or begin them anew, and what is kept of imports.

    Of imports of orders and customers go rows at fault, plans and files of those that have ended.
    """
    await db.run(_EXPORT_ANEW)
    await db.run(_EXPIRE)
    await db.run(_EXPIRE_FILES, states=["queued", "expired"])
    begun = ["running", "succeeded", "failed", "cancelled"]
    await db.run(_FORGET_ERRORS, states=begun)
    await db.run(_FORGET_PLANS, states=begun)
    await db.run(_FORGET_FILES, states=begun[1:])
    await db.run(_FORGET_SIZES, states=begun[1:])


def _transfer(row: Row) -> Transfer:
    return Transfer(**dict(zip(_FIELDS, row, strict=True)))
