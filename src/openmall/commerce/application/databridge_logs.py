"""Data bridge logs: the deliveries to the calling app as a data bridge reads them; read only.

They are the attempts that the webhook logs list, without the kind of attempt and the number of the
event beside its body. Specification: "Databridge logs" as catalogued.
"""

from collections.abc import Sequence
from datetime import datetime
from typing import Final

from msgspec import Struct

from openmall.commerce.application import webhooks_logs
from openmall.commerce.application.webhooks_logs import PeriodQuery
from openmall.contract.call import Call
from openmall.contract.moments import moment
from openmall.contract.operation import listing
from openmall.contract.params import Flag
from openmall.contract.scopes import READ_APPLICATION
from openmall.events.webhooks.search import AttemptFilter


class DatabridgeLog(Struct, frozen=True, kw_only=True):
    """One attempt to deliver an event."""

    log_id: str
    mall_id: str
    trace_id: str
    """The same for every attempt to deliver an event."""
    requested_time: datetime
    request_endpoint: str
    request_body: str
    """Number and resource of the event; without its resource once the event was deleted."""
    success: Flag
    response_http_code: str | None
    """None: there was no response."""
    response_body: str | None
    """The beginning of a response that was no success, or why there was none."""


async def list_logs(call: Call, query: PeriodQuery) -> Sequence[DatabridgeLog]:
    """Retrieve a list of data bridge logs: the newest first, or those since one, oldest first."""
    return [
        DatabridgeLog(
            log_id=str(each.log_no),
            mall_id=call.mall.mall_id,
            trace_id=each.trace_id,
            requested_time=moment(each.requested_at),
            request_endpoint=each.endpoint,
            request_body=each.body,
            success="T" if each.success else "F",
            response_http_code=None if each.http_code is None else str(each.http_code),
            response_body=each.answer if each.http_code is not None else each.failure,
        )
        for each in await webhooks_logs.find_attempts(call, query, AttemptFilter())
    ]


OPERATIONS: Final = [
    listing(
        "databridge/logs",
        list_logs,
        takes=PeriodQuery,
        gives=DatabridgeLog,
        key="logs",
        scope=READ_APPLICATION,
    )
]
