"""The webhook backlog of every app in every mall, and its retry."""

from starlette.responses import Response

from openmall.events.webhooks import store as webhook_store
from openmall.http.addressing import MALL_ID
from openmall.http.web.languages import marked
from openmall.http.web.pages import redirect
from openmall.pages.console.page_context import time, unknown_value_error
from openmall.pages.operator import menu
from openmall.pages.operator import search as operator_search
from openmall.pages.operator.page_context import PageContext


async def show(context: PageContext) -> Response:
    """Handle `GET /operator/webhooks`: where events wait, fail, or are not delivered."""
    async with context.database.reading("") as db:
        backlog = await operator_search.backlog(db)
    done = context.translate(marked("Failed events are sent again now."))
    return context.show(
        "webhooks.html",
        backlog=[
            (each, time(each.oldest), time(each.failing_since), time(each.next_at))
            for each in backlog
        ],
        done=done if context.query.text("done") == "retried" else "",
    )


async def retry(context: PageContext) -> Response:
    """Handle `POST /operator/webhooks`: make the failed events of an app in a mall due now."""
    form = await context.form()
    mall_id, client_id = form.text("mall_id"), form.text("client_id")
    mall = None
    if MALL_ID.fullmatch(mall_id):
        mall = await context.services.directory.mall(mall_id)
    if mall is None or not client_id:
        raise unknown_value_error()
    async with context.audited("webhook retry", f"{mall_id} {client_id}"):
        now = int(mall.clock(context.clock).now())
        async with context.database.writing(mall_id) as db:
            await webhook_store.retry_now(db, client_id, now)
    return redirect(f"{menu.WEBHOOKS}?done=retried")
