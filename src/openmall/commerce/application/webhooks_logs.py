"""Webhook deliveries to the calling app; read only.

Specification: "Webhooks logs" as catalogued.
"""

from collections.abc import Sequence
from datetime import datetime
from typing import Annotated, Final, Literal

from msgspec import UNSET, Meta, Struct, UnsetType
from msgspec.structs import replace

from openmall.contract import patterns
from openmall.contract.call import Call
from openmall.contract.errors import Invalid
from openmall.contract.moments import moment
from openmall.contract.operation import listing
from openmall.contract.params import EndDate, EntityNo, Flag, Params, StartDate
from openmall.contract.refusals import DATES_TOGETHER
from openmall.contract.scopes import READ_APPLICATION
from openmall.events.webhooks import search as webhook_search
from openmall.events.webhooks.search import Attempt, AttemptFilter

LogType = Literal["G", "R", "T"]
"""G normal, R sent again, T test."""
LogId = Annotated[
    str, Meta(pattern=patterns.pattern(r"^[0-9]{1,18}\Z", "a number of up to 18 digits"))
]
Limit10000 = Annotated[int, Meta(ge=1, le=10_000)]


class WebhookLog(Struct, frozen=True, kw_only=True):
    """One try to deliver an event."""

    log_id: str
    log_type: LogType
    event_no: int
    mall_id: str
    trace_id: str
    """The same for every attempt to deliver an event."""
    requested_time: datetime
    request_endpoint: str
    request_body: str
    """Without its resource once the event was deleted."""
    success: Flag
    response_http_code: int | None
    """None: there was no response."""
    response_body: str | None
    """The beginning of a response that was no success, or why there was none."""


class PeriodQuery(Params, frozen=True, kw_only=True):
    """The filters that both logs of deliveries have."""

    requested_start_date: StartDate | UnsetType = UNSET
    requested_end_date: EndDate | UnsetType = UNSET
    success: Flag | UnsetType = UNSET
    since_log_id: LogId | UnsetType = UNSET
    limit: Limit10000 = 100


class LogQuery(PeriodQuery, frozen=True, kw_only=True):
    log_type: LogType | UnsetType = UNSET
    event_no: EntityNo | UnsetType = UNSET


async def list_logs(call: Call, query: LogQuery) -> Sequence[WebhookLog]:
    """Retrieve a list of webhook logs: the newest first, or those since one, the oldest first."""
    filters = AttemptFilter(event_no=query.event_no, log_type=query.log_type)
    found = await find_attempts(call, query, filters)
    return [_shown(call.mall.mall_id, each) for each in found]


async def find_attempts(
    call: Call, query: PeriodQuery, filters: AttemptFilter
) -> Sequence[Attempt]:
    """Return the attempts to deliver to the calling app that match a query and further filters.

    Raises Invalid (422) for one end of a period without the other.
    """
    start, end = query.requested_start_date, query.requested_end_date
    if (start is UNSET) != (end is UNSET):
        missing = "requested_start_date" if start is UNSET else "requested_end_date"
        raise Invalid(DATES_TOGETHER, parameter=missing)
    since = query.since_log_id
    filters = replace(
        filters,
        success=query.success,
        start=start,
        end=end,
        after=UNSET if since is UNSET else int(since),
    )
    client_id = call.identity.app.client_id
    return await webhook_search.attempts(call.db, client_id, filters, limit=query.limit)


def _shown(mall_id: str, each: Attempt) -> WebhookLog:
    return WebhookLog(
        log_id=str(each.log_no),
        log_type=each.log_type,  # type: ignore[arg-type] # one of the three is kept
        event_no=each.event_no,
        mall_id=mall_id,
        trace_id=each.trace_id,
        requested_time=moment(each.requested_at),
        request_endpoint=each.endpoint,
        request_body=each.body,
        success="T" if each.success else "F",
        response_http_code=each.http_code,
        response_body=each.answer if each.http_code is not None else each.failure,
    )


OPERATIONS: Final = [
    listing(
        "webhooks/logs",
        list_logs,
        takes=LogQuery,
        gives=WebhookLog,
        key="logs",
        scope=READ_APPLICATION,
    )
]
