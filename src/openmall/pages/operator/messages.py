"""Messages of all malls that failed or whose outcome is unknown, and their resending."""

from typing import Final

from starlette.responses import Response

from openmall.events.messages import resending
from openmall.events.messages import store as message_store
from openmall.http.addressing import MALL_ID
from openmall.http.web.languages import marked
from openmall.http.web.pages import redirect
from openmall.pages.console.page_context import time, unknown_value_error
from openmall.pages.operator import menu
from openmall.pages.operator.page_context import PageContext

CHANNELS: Final = ("email", "sms", "push", "chatapp")
PERIODS: Final = {"": None, "1": 1, "24": 24}
"""What the form sends -> hours within which messages were written; None: all that are kept."""
MOST: Final = 5_000
"""Messages that one press of the button queues."""
_HOUR: Final = 3_600


async def show(context: PageContext) -> Response:
    """Handle `GET /operator/messages`: how many messages wait for a decision, where, since when."""
    async with context.database.reading("") as db:
        found = await message_store.undelivered_by_mall(db)
    return context.show(
        "messages.html",
        undelivered=[
            (mall_id, state, channel, count, time(first), time(last))
            for mall_id, state, channel, count, first, last in found
        ],
        periods=PERIODS,
        most=MOST,
        done=_done(context),
    )


def _done(context: PageContext) -> str:
    queued = context.query.text("queued")
    if not queued.isascii() or not queued.isdecimal() or len(queued) > len(str(MOST)):
        return ""
    text = context.translate(marked("Messages that are queued again: %(number)d."))
    return text % {"number": int(queued)}


async def resend(context: PageContext) -> Response:
    """Handle `POST /operator/messages`: queue the messages of a mall, state and channel again.

    `hours`: of those, the ones that were written within them.
    """
    form = await context.form()
    mall_id, state, channel = (form.text(name) for name in ("mall_id", "state", "channel"))
    period = form.text("hours")
    mall = None
    if MALL_ID.fullmatch(mall_id):
        mall = await context.services.directory.mall(mall_id)
    known = state in resending.STATES and channel in CHANNELS and period in PERIODS
    if mall is None or not known:
        raise unknown_value_error()
    hours = PERIODS[period]
    since = 0 if hours is None else int(mall.clock(context.clock).now()) - hours * _HOUR
    detail = state if hours is None else f"{state}, {hours} h"
    async with context.audited("message resend", f"{mall_id} {channel}", detail):
        done = await resending.resend_all(
            context.database, mall_id, state=state, channel=channel, since=since, most=MOST
        )
    return redirect(f"{menu.MESSAGES}?queued={len(done.queued)}")
