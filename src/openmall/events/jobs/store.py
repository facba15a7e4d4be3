"""SQL of jobs: adds, claims, executes, ends and deletes them."""

from typing import Final

from msgspec import Struct
from sqlalchemy import BigInteger, and_, bindparam, delete, insert, or_, select, tuple_, update

from openmall.database import sequences
from openmall.database.reencryption import BATCH_SIZE
from openmall.database.schema import EMPTY, FALSE, TRUE, fixed
from openmall.database.session import Database, Row, Session
from openmall.database.statements import InList, Statement
from openmall.database.values import BoundValue
from openmall.events.jobs.tables import JOB, PART

LONGEST_LEASE: Final = 600
"""Seconds from now beyond which the end of a lease is not believed."""
CLAIMED_AT_ONCE: Final = 20
"""Jobs that one process executes at once."""
DELETED_AT_ONCE: Final = 100

_J: Final = JOB.c
_P: Final = PART.c
_ONE_JOB: Final = (_J.mall_id == bindparam("mall_id"), _J.job_no == bindparam("this"))
_PARTS_OF_JOB: Final = (_P.mall_id == bindparam("mall_id"), _P.job_no == bindparam("this"))
_HELD: Final = and_(_J.holder == bindparam("holder"), _J.open == TRUE)


class Job(Struct, frozen=True, kw_only=True):
    """A job; fields are columns of the table."""

    job_no: int
    client_id: str
    user_id: str
    user_type: str
    scopes: str
    scope: str
    operation: str
    key: str
    good: int
    path: str
    query: str
    wanted: str
    version: str
    origin: str
    ip: str
    state: str = "queued"
    open: str = "T"
    total: int
    done: int = 0
    refused: int = 0
    status: int = 0
    outcome: str = ""
    failed_at: int = 0
    failure: str = ""
    created_at: int
    started_at: int = 0
    finished_at: int = 0
    holder: str = ""
    lease_until: int = 0
    access_hash: str | None = None
    """Digest of the access token it came with."""


class Part(Struct, frozen=True):
    """The outcome of an object."""

    part_no: int
    good: bool
    """It was done, and not refused."""
    outcome: str


_FIELDS: Final = Job.__struct_fields__
_JOB_COLUMNS: Final = [_J[name] for name in _FIELDS]

_ADD: Final = Statement(insert(JOB).values({c.name: bindparam(c.name) for c in _J}))
_ADD_PART: Final = Statement(insert(PART).values({c.name: bindparam(c.name) for c in _P}))
_FIND: Final = Statement(select(*_JOB_COLUMNS).where(*_ONE_JOB))
_LIST: Final = Statement(
    select(*_JOB_COLUMNS)
    .where(
        _J.mall_id == bindparam("mall_id"),
        _J.client_id == bindparam("client_id"),
        InList(_J.scope, "scopes"),
        InList(_J.state, "states"),
    )
    .order_by(_J.job_no.desc())
    .limit(bindparam("limit"))
    .offset(bindparam("offset"))
)
_LIST_OF_MALL: Final = Statement(
    select(*_JOB_COLUMNS)
    .where(_J.mall_id == bindparam("mall_id"), _J.job_no > 0)
    .order_by(_J.job_no.desc())
    .limit(bindparam("limit"))
)
_FREE: Final = or_(
    _J.lease_until <= bindparam("now"),
    # a clock that was ahead wrote it: no worker holds a job for so long
    _J.lease_until > bindparam("now") + fixed(LONGEST_LEASE),
)
_DUE: Final = Statement(
    select(_J.mall_id, _J.job_no)
    .where(_J.open == TRUE, _FREE)
    .order_by(_J.created_at, _J.mall_id, _J.job_no)
    .limit(bindparam("most")),
    across_malls="a worker looks for jobs without a lease",
)
_MALLS: Final = Statement(
    select(_J.mall_id).distinct().order_by(_J.mall_id),
    across_malls="jobs are removed in malls that have some",
)
_CLAIM: Final = Statement(
    update(JOB)
    .where(*_ONE_JOB, _J.open == TRUE, _FREE)
    .values(holder=bindparam("holder"), lease_until=bindparam("until"), state="running")
)
_BEGIN: Final = Statement(
    update(JOB)
    .where(*_ONE_JOB, _HELD, _J.started_at == 0)
    .values(started_at=bindparam("started_at"))
)
_RENEW_LEASE: Final = Statement(
    update(JOB).where(*_ONE_JOB, _HELD).values(lease_until=bindparam("until"))
)
_NEXT_PARTS: Final = Statement(
    select(_P.part_no, _P.sent)
    .where(*_PARTS_OF_JOB, _P.part_no > bindparam("after"))
    .order_by(_P.part_no)
    .limit(bindparam("most"))
)
_RECORD_PART: Final = Statement(
    update(PART)
    .where(*_PARTS_OF_JOB, _P.part_no == bindparam("part"))
    .values(sent=EMPTY, outcome=bindparam("outcome"), good=bindparam("well"))
)
_ADVANCE: Final = Statement(
    update(JOB)
    .where(*_ONE_JOB)
    .values(done=_J.done + bindparam("more"), refused=_J.refused + bindparam("bad"))
)
_END: Final = Statement(
    update(JOB)
    .where(*_ONE_JOB, _J.open == TRUE)
    .values(
        open=FALSE,
        holder=EMPTY,
        **{
            name: bindparam(name)
            for name in ("state", "status", "outcome", "failed_at", "failure", "finished_at")
        },
    )
)
_CLEAR_SENT: Final = Statement(
    update(PART).where(*_PARTS_OF_JOB, _P.sent != EMPTY).values(sent=EMPTY)
)
_OUTCOMES: Final = Statement(
    select(_P.good, _P.outcome).where(*_PARTS_OF_JOB, _P.outcome != EMPTY).order_by(_P.part_no)
)
_ENDED_BEFORE: Final = Statement(
    select(_J.job_no)
    .where(
        _J.mall_id == bindparam("mall_id"),
        _J.open == FALSE,
        _J.finished_at <= bindparam("before"),
    )
    .order_by(_J.finished_at)
    .limit(DELETED_AT_ONCE)
)
_SEALED: Final = Statement(
    select(PART.c.job_no, PART.c.part_no, PART.c.sent)
    .where(
        PART.c.mall_id == bindparam("mall_id"),
        PART.c.sent != EMPTY,
        tuple_(PART.c.job_no, PART.c.part_no)
        > tuple_(bindparam("after_job", type_=BigInteger), bindparam("after", type_=BigInteger)),
    )
    .order_by(PART.c.job_no, PART.c.part_no)
    .limit(BATCH_SIZE)
    .with_for_update()
)
_REPLACE_SEALED: Final = Statement(
    update(PART)
    .where(*_PARTS_OF_JOB, PART.c.part_no == bindparam("part"), PART.c.sent != EMPTY)
    .values(sent=bindparam("sent"))
)
_DELETE: Final = Statement(delete(JOB).where(*_ONE_JOB))
_DELETE_PARTS: Final = Statement(delete(PART).where(*_PARTS_OF_JOB))


async def add(db: Session, job: Job, sent: list[str]) -> None:
    """Add a job with its objects `sent`, which are sealed."""
    await db.run(_ADD, **{name: getattr(job, name) for name in _FIELDS})
    rows: list[dict[str, BoundValue]] = [
        {
            "mall_id": db.mall_id,
            "job_no": job.job_no,
            "part_no": at,
            "sent": each,
            "good": "F",
            "outcome": "",
        }
        for at, each in enumerate(sent, 1)
    ]
    await db.many(_ADD_PART, rows)


async def new_number(db: Session) -> int:
    """Return the number of the mall's next job."""
    return await sequences.allocate(db, "job")


async def find(db: Session, job_no: int) -> Job | None:
    """Return a job."""
    row = await db.one(_FIND, this=job_no)
    return None if row is None else _job(row)


async def listed(
    db: Session, client_id: str, scopes: list[str], states: list[str], *, limit: int, offset: int
) -> list[Job]:
    """Return jobs of an app whose operations it may call, the newest first."""
    rows = await db.all(
        _LIST, client_id=client_id, scopes=scopes, states=states, limit=limit, offset=offset
    )
    return [_job(row) for row in rows]


async def of_mall(db: Session, *, limit: int) -> list[Job]:
    """Return the jobs of a mall's apps, the newest first."""
    return [_job(row) for row in await db.all(_LIST_OF_MALL, limit=limit)]


async def due(database: Database, now: int) -> list[tuple[str, int]]:
    """Return mall and number of open jobs without a lease, the oldest first."""
    async with database.reading("") as db:
        rows = await db.all(_DUE, now=now, most=CLAIMED_AT_ONCE)
    return [(row[0], row[1]) for row in rows]


async def malls(database: Database) -> list[str]:
    """Return the malls that have jobs, ended ones among them."""
    async with database.reading("") as db:
        return [row[0] for row in await db.all(_MALLS)]


async def claim(db: Session, job_no: int, holder: str, *, now: int, until: int) -> Job | None:
    """Lease a job until a moment; None: another worker was faster."""
    if not await db.run(_CLAIM, this=job_no, holder=holder, now=now, until=until):
        return None
    return await find(db, job_no)


async def begin(db: Session, job_no: int, holder: str, started_at: int) -> None:
    """Store when the execution of a job began."""
    await db.run(_BEGIN, this=job_no, holder=holder, started_at=started_at)


async def renew_lease(db: Session, job_no: int, holder: str, until: int) -> bool:
    """Renew the lease of a job; False: the lease was lost, or the job was cancelled.

    It locks the job until the transaction ends, so that no other worker continues it meanwhile.
    """
    return bool(await db.run(_RENEW_LEASE, this=job_no, holder=holder, until=until))


async def next_parts(db: Session, job_no: int, after: int, most: int) -> list[tuple[int, str]]:
    """Return number and sealed content of the next objects."""
    rows = await db.all(_NEXT_PARTS, this=job_no, after=after, most=most)
    return [(row[0], row[1]) for row in rows]


async def sealed(db: Session, job_no: int, part_no: int) -> list[tuple[int, int, str]]:
    """Return the next sealed objects behind one: job, number and content."""
    rows = await db.all(_SEALED, after_job=job_no, after=part_no)
    return [(row[0], row[1], row[2]) for row in rows]


async def replace_sealed(db: Session, job_no: int, part_no: int, sent: str) -> None:
    """Replace the sealed content of an object."""
    await db.run(_REPLACE_SEALED, this=job_no, part=part_no, sent=sent)


async def record_parts(db: Session, job_no: int, parts: list[Part]) -> None:
    """Store the outcomes of some objects, and count them in the job."""
    rows: list[dict[str, BoundValue]] = [
        {
            "mall_id": db.mall_id,
            "this": job_no,
            "part": each.part_no,
            "well": "T" if each.good else "F",
            "outcome": each.outcome,
        }
        for each in parts
    ]
    await db.many(_RECORD_PART, rows)
    refused = sum(not each.good for each in parts)
    await db.run(_ADVANCE, this=job_no, more=len(parts), bad=refused)


async def end(
    db: Session,
    job_no: int,
    *,
    state: str,
    at: int,
    status: int = 0,
    outcome: str = "",
    failed_at: int = 0,
    failure: str = "",
) -> bool:
    """End a job; False: it had ended before."""
    ended = await db.run(
        _END,
        this=job_no,
        state=state,
        status=status,
        outcome=outcome,
        failed_at=failed_at,
        failure=failure,
        finished_at=at,
    )
    if ended and state != "succeeded":
        await db.run(_CLEAR_SENT, this=job_no)
    return bool(ended)


async def outcomes(db: Session, job_no: int) -> list[tuple[bool, str]]:
    """Return success and outcome of each object that was executed."""
    return [(row[0] == "T", row[1]) for row in await db.all(_OUTCOMES, this=job_no)]


async def delete_ended(db: Session, before: int) -> int:
    """Delete a batch of jobs that ended by a moment; return their number."""
    old = [row[0] for row in await db.all(_ENDED_BEFORE, before=before)]
    rows = [{"mall_id": db.mall_id, "this": each} for each in old]
    if rows:
        await db.many(_DELETE_PARTS, rows)
        await db.many(_DELETE, rows)
    return len(rows)


def _job(row: Row) -> Job:
    return Job(**dict(zip(_FIELDS, row, strict=True)))
