"""Jobs of all malls: how many wait and failed, and cancellation of those that are open."""

import re

from starlette.responses import Response

from openmall.events.jobs import store as job_store
from openmall.http.addressing import MALL_ID
from openmall.http.web.languages import marked
from openmall.http.web.pages import redirect
from openmall.pages.console.page_context import PageError, time, unknown_value_error
from openmall.pages.operator import menu
from openmall.pages.operator import search as operator_search
from openmall.pages.operator.page_context import PageContext


async def show(context: PageContext) -> Response:
    """Handle `GET /operator/jobs`."""
    async with context.database.reading("") as db:
        states = await operator_search.states(db)
        open_jobs = await operator_search.open_jobs(db)
        failed = await operator_search.failed_jobs(db)
    names = {
        "jobs": context.translate(marked("Calls answered 202")),
        "files": context.translate(marked("Imports and exports")),
    }
    done = context.translate(marked("The job was cancelled."))
    return context.show(
        "jobs.html",
        states=[
            (names[kind], each, time(each.oldest))
            for kind, group in states.items()
            for each in group
        ],
        open_jobs=[(each, time(each.created_at)) for each in open_jobs],
        failed=[(each, time(each.created_at)) for each in failed],
        most=operator_search.MOST_JOBS,
        done=done if context.query.text("done") == "cancelled" else "",
    )


async def cancel(context: PageContext) -> Response:
    """Handle `POST /operator/jobs`: cancel the open job `job_no` of `mall_id`."""
    form = await context.form()
    mall_id, number = form.text("mall_id"), form.text("job_no")
    if not MALL_ID.fullmatch(mall_id) or not re.fullmatch(r"[0-9]{1,15}", number):
        raise unknown_value_error()
    mall = await context.services.directory.mall(mall_id)
    if mall is None:
        raise unknown_value_error()
    async with context.audited("job cancel", f"{mall_id} {number}"):
        at = int(mall.clock(context.clock).now())
        async with context.database.writing(mall_id) as db:
            if not await job_store.end(db, int(number), state="cancelled", at=at):
                raise PageError(
                    marked("The job has ended"),
                    marked("It was finished or cancelled in the meantime."),
                    status=409,
                )
    return redirect(f"{menu.JOBS}?done=cancelled")
