"""SQL of what operators see across all malls: malls and their use, jobs, webhooks, versions."""

from collections.abc import Sequence
from typing import Final

from msgspec import Struct
from sqlalchemy import Text, and_, bindparam, case, func, or_, select

from openmall.access.malls.tables import CLOSED, MALL
from openmall.access.sandbox.store import SANDBOX
from openmall.commerce.customer.customers.tables import CUSTOMER
from openmall.commerce.order.orders.tables import ORDER
from openmall.commerce.product.products.tables import PRODUCT
from openmall.contract.journal.tables import EVENT
from openmall.database.schema import EMPTY, TRUE, fixed, fixed_text
from openmall.database.session import Row, Session
from openmall.database.statements import Contains, InList, Statement
from openmall.database.text_search.word_search import HasWords
from openmall.events.file_transfers.tables import TRANSFER
from openmall.events.jobs.tables import JOB
from openmall.events.request_log.row_builder import number_of
from openmall.events.request_log.tables import CALL
from openmall.events.webhooks.tables import DELIVERY_QUEUE, WAITING

PAGE: Final = 20
"""Malls on a page."""
MOST_JOBS: Final = 100
"""Jobs in a list."""
HOUR: Final = 3_600

_MALLS_REASON: Final = "the operator's list of malls"
_WORK_REASON: Final = "an operator watches how much work waits in the installation"
_COUNT_REASON: Final = "an operator's page counts across malls when it is opened"
_TOO_MANY_CALLS: Final = 429
_TEXT: Final = bindparam("text", type_=Text())
_STATE: Final = bindparam("state", type_=Text())
_STATE_OF_MALL: Final = case(
    (CLOSED.c.mall_id.is_(None), fixed_text("open")), else_=fixed_text("closed")
)
_MALL_LINES: Final = (
    select(
        MALL.c.mall_id,
        MALL.c.name,
        MALL.c.country,
        MALL.c.created_at,
        func.coalesce(CLOSED.c.closed_at, 0),
        case((SANDBOX.c.mall_id.is_(None), 0), else_=1),
    )
    .outerjoin(CLOSED, CLOSED.c.mall_id == MALL.c.mall_id)
    .outerjoin(SANDBOX, SANDBOX.c.mall_id == MALL.c.mall_id)
)
_MALLS: Final = Statement(
    _MALL_LINES.where(
        or_(
            _TEXT == EMPTY,
            Contains(MALL.c.mall_id, "text"),
            HasWords(MALL.c.name, "text"),
        ),
        or_(_STATE == EMPTY, _STATE_OF_MALL == _STATE),
    )
    .order_by(MALL.c.created_at.desc(), MALL.c.mall_id)
    .limit(bindparam("limit"))
    .offset(bindparam("offset")),
    across_malls=_MALLS_REASON,
)
_MALL: Final = Statement(
    _MALL_LINES.where(MALL.c.mall_id == bindparam("this")), across_malls=_MALLS_REASON
)
_COUNTS: Final = {
    name: Statement(
        select(mall_column, count).where(InList(mall_column, "malls")).group_by(mall_column),
        across_malls=_COUNT_REASON,
    )
    for name, mall_column, count in (
        # a product has a row for each shop
        ("products", PRODUCT.c.mall_id, func.count(PRODUCT.c.product_no.distinct())),
        ("orders", ORDER.c.mall_id, func.count()),
        ("customers", CUSTOMER.c.mall_id, func.count()),
    )
}
_CALLS: Final = Statement(
    select(
        CALL.c.mall,
        func.count(),
        func.sum(case((CALL.c.status == fixed(_TOO_MANY_CALLS), 1), else_=0)),
        func.max(case((CALL.c.capacity > fixed(0), CALL.c.used * 100 / CALL.c.capacity), else_=0)),
    )
    .where(CALL.c.number >= bindparam("start"), InList(CALL.c.mall, "malls"))
    .group_by(CALL.c.mall),
    across_malls=_MALLS_REASON,
)
_STATES: Final = {
    name: Statement(
        select(table.c.state, func.count(), func.min(table.c.created_at)).group_by(table.c.state),
        across_malls=_COUNT_REASON,
    )
    for name, table in (("jobs", JOB), ("files", TRANSFER))
}
_JOB_COLUMNS: Final = (
    JOB.c.mall_id,
    JOB.c.job_no,
    JOB.c.client_id,
    JOB.c.operation,
    JOB.c.state,
    JOB.c.done,
    JOB.c.total,
    JOB.c.refused,
    JOB.c.created_at,
    JOB.c.failure,
)
_OPEN_JOBS: Final = Statement(
    select(*_JOB_COLUMNS)
    .where(JOB.c.open == TRUE)
    .order_by(JOB.c.created_at, JOB.c.mall_id, JOB.c.job_no)
    .limit(MOST_JOBS),
    across_malls=_WORK_REASON,
)
_FAILED_JOBS: Final = Statement(
    select(*_JOB_COLUMNS)
    .where(JOB.c.state == fixed_text("failed"))
    .order_by(JOB.c.created_at.desc(), JOB.c.mall_id, JOB.c.job_no)
    .limit(MOST_JOBS),
    across_malls=_COUNT_REASON,
)
_LATE_JOBS: Final = Statement(
    select(func.count()).where(
        JOB.c.open == TRUE,
        JOB.c.lease_until <= bindparam("now"),
        JOB.c.created_at < bindparam("now"),
    ),
    across_malls=_WORK_REASON,
)
_WAITING: Final = Statement(
    select(
        WAITING.c.mall_id,
        WAITING.c.client_id,
        func.count(),
        func.coalesce(func.min(EVENT.c.created_at), 0),
    )
    .select_from(WAITING)
    .outerjoin(
        EVENT, and_(EVENT.c.mall_id == WAITING.c.mall_id, EVENT.c.sequence == WAITING.c.sequence)
    )
    .group_by(WAITING.c.mall_id, WAITING.c.client_id),
    across_malls=_WORK_REASON,
)
_TROUBLED: Final = Statement(
    select(
        DELIVERY_QUEUE.c.mall_id,
        DELIVERY_QUEUE.c.client_id,
        DELIVERY_QUEUE.c.reception,
        DELIVERY_QUEUE.c.failures,
        func.coalesce(DELIVERY_QUEUE.c.failing_since, 0),
        func.coalesce(DELIVERY_QUEUE.c.next_at, 0),
    ).where(
        or_(
            DELIVERY_QUEUE.c.failures > fixed(0),
            DELIVERY_QUEUE.c.reception != TRUE,
            DELIVERY_QUEUE.c.next_at.is_not(None),
        )
    ),
    across_malls=_COUNT_REASON,
)
_VERSIONS: Final = Statement(
    select(CALL.c.client_id, CALL.c.version, func.count(), func.max(CALL.c.at))
    .where(CALL.c.version != EMPTY)
    .group_by(CALL.c.client_id, CALL.c.version)
    .order_by(CALL.c.client_id, CALL.c.version),
    across_malls=_COUNT_REASON,
)


class MallFigures(Struct, kw_only=True):
    """A mall, how much it holds, and its calls of the last hour."""

    mall_id: str
    name: str
    country: str
    created_at: int
    closed_at: int
    """UTC seconds; 0: it is open."""
    sandbox: bool
    products: int = 0
    orders: int = 0
    customers: int = 0
    calls: int = 0
    refused: int = 0
    """Calls of the last hour that a limit refused (429)."""
    fullest: int = 0
    """Percent of the fullest bucket after one of them."""


class StateCount(Struct, frozen=True):
    """How many jobs are in a state, and since when the oldest of them waits (UTC seconds)."""

    state: str
    count: int
    oldest: int


class JobFigures(Struct, frozen=True):
    """A job in a list of the console."""

    mall_id: str
    job_no: int
    client_id: str
    operation: str
    state: str
    done: int
    total: int
    refused: int
    created_at: int
    failure: str


class Backlog(Struct, kw_only=True):
    """The events that wait for an app in a mall."""

    mall_id: str
    client_id: str
    waiting: int = 0
    oldest: int = 0
    """UTC seconds; 0: nothing waits."""
    received: bool = True
    """Delivery is not switched off."""
    failures: int = 0
    """Failed attempts in a row."""
    failing_since: int = 0
    next_at: int = 0
    """UTC seconds of the next attempt; 0: none is planned."""


class VersionUse(Struct, frozen=True):
    """How often an app called a version, of the calls the request log still has."""

    client_id: str
    version: str
    calls: int
    last_at: int
    """Microseconds."""


async def malls(
    db: Session, now: float, *, text: str = "", state: str = "", offset: int = 0
) -> list[MallFigures]:
    """Return a page of malls, newest first, and one more; `state`: `open`, `closed` or empty.

    `text`: part of an id or name, in lower case.
    """
    rows = await db.all(_MALLS, text=text, state=state, limit=PAGE + 1, offset=offset)
    return await _with_use(db, now, rows)


async def mall(db: Session, now: float, mall_id: str) -> MallFigures | None:
    """Return a mall, or None."""
    found = await _with_use(db, now, await db.all(_MALL, this=mall_id))
    return found[0] if found else None


async def _with_use(db: Session, now: float, rows: Sequence[Row]) -> list[MallFigures]:
    found = {
        row[0]: MallFigures(
            mall_id=row[0],
            name=row[1],
            country=row[2],
            created_at=row[3],
            closed_at=row[4],
            sandbox=bool(row[5]),
        )
        for row in rows
    }
    ids = list(found)
    for name, statement in _COUNTS.items():
        for mall_id, count in await db.all(statement, malls=ids):
            setattr(found[mall_id], name, count)
    for mall_id, calls, refused, fullest in await db.all(
        _CALLS, malls=ids, start=number_of(now - HOUR)
    ):
        found[mall_id].calls, found[mall_id].refused = calls, int(refused)
        found[mall_id].fullest = int(fullest)
    return list(found.values())


async def states(db: Session) -> dict[str, list[StateCount]]:
    """Return the states of jobs, and of imports and exports."""
    return {
        name: [StateCount(*row) for row in await db.all(statement)]
        for name, statement in _STATES.items()
    }


async def open_jobs(db: Session) -> list[JobFigures]:
    """Return jobs that are not finished, the oldest first."""
    return [JobFigures(*row) for row in await db.all(_OPEN_JOBS)]


async def failed_jobs(db: Session) -> list[JobFigures]:
    """Return jobs that failed, newest first."""
    return [JobFigures(*row) for row in await db.all(_FAILED_JOBS)]


async def jobs_nobody_does(db: Session, since: int) -> int:
    """Return how many open jobs came before a moment and are held by no worker since."""
    row = await db.one(_LATE_JOBS, now=since)
    return 0 if row is None else int(row[0])


async def backlog(db: Session) -> list[Backlog]:
    """Return where events wait, fail or are not delivered, the longest queue first."""
    found: dict[tuple[str, str], Backlog] = {}
    for mall_id, client_id, reception, failures, since, next_at in await db.all(_TROUBLED):
        found[mall_id, client_id] = Backlog(
            mall_id=mall_id,
            client_id=client_id,
            received=reception == "T",
            failures=failures,
            failing_since=since,
            next_at=next_at,
        )
    for mall_id, client_id, count, oldest in await db.all(_WAITING):
        one = found.setdefault((mall_id, client_id), Backlog(mall_id=mall_id, client_id=client_id))
        one.waiting, one.oldest = count, int(oldest)
    return sorted(found.values(), key=lambda each: (-each.waiting, each.mall_id, each.client_id))


async def versions(db: Session) -> list[VersionUse]:
    """Return which versions apps called, of the calls that are still in the request log."""
    return [VersionUse(*row) for row in await db.all(_VERSIONS)]
