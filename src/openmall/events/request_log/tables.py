"""Tables of the request log. Apps belong to no mall, so the key of each row begins with its app."""

from typing import Final

from openmall.database.policies import no_personal_data, of_installation
from openmall.database.schema import (
    fixed,
    installation_table,
    number,
    partial_index,
    text,
)

CALL: Final = installation_table(
    "api_call",
    text("client_id"),
    number("number"),
    number("at"),
    text("mall"),
    text("operation"),
    text("method"),
    text("path"),
    text("query"),
    number("status"),
    number("class"),
    number("took"),
    number("used"),
    number("capacity"),
    text("limits"),
    text("version"),
    text("request_id"),
    text("ip"),
    text("parameter"),
    text("message"),
    number("sent_size"),
    number("answered_size"),
    number("unproven", later=True),
    backup=of_installation("is the log of an app"),
    personal_data=no_personal_data(
        "what apps called; who customers are is masked before it is written"
    ),
    key=("client_id", "number"),
)
"""One call. `number` grows with the time of its answer; `at` and `took` are microseconds.

`operation`: API, method and declared path; empty for an unknown URL. `class`: first digit
of the status. `used` and `capacity`: the bucket after the call, 0 of 0 where none was looked at.
`limits`: the headers that say more of it, a line each. `unproven`: 1 where the caller named the app
without its key or with a wrong one. `mall` is a name, as it was called.
"""

# each index costs time on every call: other filters scan an app's calls, of which there are at
# most `call_log_rows`
FAILED: Final = CALL.c["class"] >= fixed(4)
partial_index(
    "ix_api_call_failed",
    CALL.c.client_id,
    CALL.c.number,
    where=FAILED,
)

BODY: Final = installation_table(
    "api_call_body",
    text("client_id"),
    number("number"),
    text("sent"),
    text("answered"),
    backup=of_installation("is the log of an app"),
    personal_data=no_personal_data(
        "what apps called; who customers are is masked before it is written"
    ),
    key=("client_id", "number"),
    wide=True,
)
"""Bodies of writes, and of their or an error's answers: masked, cut, empty where not kept."""

MINUTE: Final = installation_table(
    "api_call_minute",
    text("client_id"),
    number("minute"),
    number("calls"),
    number("errors"),
    number("refused"),
    number("fullest"),
    number("not_recorded"),
    backup=of_installation("is the log of an app"),
    personal_data=no_personal_data(
        "what apps called; who customers are is masked before it is written"
    ),
    key=("client_id", "minute"),
)
"""The calls of an app in a minute, which begins at `minute` (UTC seconds).

`errors`: answered 400 and above; `refused`: 429. `fullest`: percent of the fullest bucket.
"""

OPERATION: Final = installation_table(
    "api_call_operation",
    text("client_id"),
    text("operation"),
    number("day"),
    number("calls"),
    number("errors"),
    number("last_at"),
    backup=of_installation("is the log of an app"),
    personal_data=no_personal_data(
        "what apps called; who customers are is masked before it is written"
    ),
    key=("client_id", "operation", "day"),
)
"""How often an app called an operation on a day, which begins at `day` (UTC seconds, +09:00)."""
