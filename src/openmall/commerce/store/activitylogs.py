"""The activity log: who did what in the shop, through which app, and when; read only.

Specification: "Activitylogs (Store)"; "List activity logs".
"""

from collections.abc import Sequence
from datetime import datetime
from typing import Annotated, Final, Literal, TypeVar

from msgspec import UNSET, Meta, Struct, UnsetType
from sqlalchemy import Select, bindparam, select

from openmall.contract import patterns
from openmall.contract.call import Call
from openmall.contract.change import sent_fields
from openmall.contract.errors import NotFound
from openmall.contract.journal.tables import ACTIVITY
from openmall.contract.moments import moment
from openmall.contract.params import EndDate, EntityNo, Limit100, Offset8000, Params, StartDate
from openmall.contract.refusal import Phrase
from openmall.contract.refusals import DOES_NOT_EXIST
from openmall.contract.resource import Resource
from openmall.database.session import Row
from openmall.database.statements import Statement, StatementCache
from openmall.database.text_search.word_search import HasWords
from openmall.database.values import StoredRow

Mode = Literal["P", "M", "S"]
"""P PC admin, M mobile admin, S smart mode (old)."""
ManagerType = Literal["P", "A", "S"]
"""P head admin, A sub-admin, S supplier."""
ManagerId = Annotated[
    str, Meta(min_length=4, max_length=16, pattern=patterns.SMALL_LETTERS_AND_DIGITS)
]
Content = Annotated[str, Meta(max_length=500)]

_A: Final = ACTIVITY.c


class ActivityLog(Struct, frozen=True, kw_only=True):
    """One thing that was done."""

    process_no: int
    mode: str
    type: str
    content: str
    process_date: datetime
    manager_id: str
    manager_type: str


class ActivityLogDetail(ActivityLog, frozen=True, kw_only=True):
    """One thing that was done, with the filters that find it."""

    action: str
    account: str


class LogQuery(Params, frozen=True, kw_only=True):
    start_date: StartDate
    end_date: EndDate
    manager_type: ManagerType | UnsetType = UNSET
    manager_id: ManagerId | UnsetType = UNSET
    account: str | UnsetType = UNSET
    mode: Mode | UnsetType = UNSET
    type: str | UnsetType = UNSET
    content: Content | UnsetType = UNSET
    action: str | UnsetType = UNSET
    process_no: EntityNo | UnsetType = UNSET
    offset: Offset8000 = 0
    limit: Limit100 = 10


class LogPath(Params, frozen=True, kw_only=True):
    process_no: EntityNo


L = TypeVar("L", bound=ActivityLog)

_COLUMNS: Final = tuple(_A[name] for name in ActivityLog.__struct_fields__)


def _list(filters: tuple[str, ...]) -> Select[*StoredRow]:
    conditions = [
        HasWords(_A.content, name) if name == "content" else _A[name] == bindparam(name)
        for name in filters
    ]
    return (
        select(*_COLUMNS)
        .where(
            _A.mall_id == bindparam("mall_id"),
            _A.process_date >= bindparam("start_date"),
            _A.process_date <= bindparam("end_date"),
            *conditions,
        )
        .order_by(_A.process_no.desc())
        .limit(bindparam("limit"))
        .offset(bindparam("offset"))
    )


_LISTS: Final = StatementCache(_list)
_ONE: Final = Statement(
    select(*(_A[name] for name in ActivityLogDetail.__struct_fields__)).where(
        _A.mall_id == bindparam("mall_id"), _A.process_no == bindparam("process_no")
    )
)
_BOUND_ALWAYS: Final = ("start_date", "end_date", "offset", "limit")


def _made(kind: type[L], row: Row) -> L:
    values = dict(zip(kind.__struct_fields__, row, strict=True))
    values["process_date"] = moment(values["process_date"])
    return kind(**values)


async def list_logs(call: Call, query: LogQuery) -> Sequence[ActivityLog]:
    """Retrieve a list of activity logs, newest first."""
    values = sent_fields(query)
    if "content" in values:
        values["content"] = values["content"].lower()
    shape = tuple(name for name in values if name not in _BOUND_ALWAYS)
    # one more than asked tells whether a next page exists
    rows = await call.db.all(_LISTS.of(shape), **{**values, "limit": query.limit + 1})
    call.effects.more = len(rows) > query.limit
    return [_made(ActivityLog, row) for row in rows[: query.limit]]


async def retrieve_log(call: Call, params: LogPath) -> ActivityLogDetail:
    """Retrieve an activity log."""
    row = await call.db.one(_ONE, process_no=params.process_no)
    if row is None:
        raise NotFound(DOES_NOT_EXIST, parameter="process_no", resource=Phrase("activity log"))
    return _made(ActivityLogDetail, row)


_ACTIVITYLOGS: Final = Resource(
    ActivityLog, area="store", key="activitylog", listed="activitylogs", restricted=True
)

OPERATIONS = [
    _ACTIVITYLOGS.listing("activitylogs", list_logs, takes=LogQuery, links=True),
    _ACTIVITYLOGS.giving(ActivityLogDetail).get(
        "activitylogs/{process_no}", retrieve_log, takes=LogPath
    ),
]
