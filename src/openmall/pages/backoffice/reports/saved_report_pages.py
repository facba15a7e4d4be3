"""Saved reports: save one with its filters, open it, and have it mailed every Monday."""

import re
from typing import Final
from urllib.parse import parse_qsl, urlencode

from starlette.responses import Response

from openmall.access.malls import rules as mall_rules
from openmall.access.oauth.form_deeds import Deeds
from openmall.access.oauth.form_fields import Fields
from openmall.commerce.store import saved_reports
from openmall.commerce.store.backoffice_menu import pages as menu_pages
from openmall.commerce.store.saved_reports import SavedReport
from openmall.contract.journal import record
from openmall.contract.moments import moment
from openmall.http.web.languages import marked
from openmall.http.web.pages import redirect
from openmall.pages.backoffice.page_context import PageContext, PageError, time
from openmall.pages.backoffice.reports import report_labels, report_mails
from openmall.pages.backoffice.reports.definitions import DEFINITIONS
from openmall.pages.backoffice.reports.report_query import PRESETS

LONGEST_NAME: Final = 100
_LONGEST_QUERY: Final = 500
_KEPT: Final = frozenset({"device", "compare", "unit", "sort", "order", "order_id"})
"""Filters of a report that are saved beside its days."""
_NUMBER: Final = re.compile(r"[1-9][0-9]{0,8}")
_MESSAGES: Final = {
    "saved": marked("The report was saved."),
    "changed": marked("The report was changed."),
    "removed": marked("The saved report was deleted."),
    "name": marked("Enter a name of at most 100 characters."),
    "full": marked("There are 100 saved reports; delete one first."),
}


async def show(context: PageContext) -> Response:
    """Handle `GET /admin/saved-reports`: list the saved reports of a mall, the newest first."""
    now = moment(context.clock.now())
    async with context.database.reading(context.mall_id) as db:
        found = await saved_reports.listing(db)
        own = await mall_rules.manager(db, context.user.user_id)
    lines = []
    for each in found:
        definition = DEFINITIONS.get(each.slug)
        if definition is None:
            continue
        address = f"{menu_pages.REPORTS.path}/{each.slug}"
        lines.append(
            {
                "report": each,
                "title": report_labels.TITLES[each.slug][0],
                "period": PRESETS.get(each.period, ""),
                "address": report_mails.query_of(each, definition, now).link(definition, address),
                "next": None if each.next_at is None else time(each.next_at),
                "own": each.user_id == context.user.user_id,
            }
        )
    done = context.visit.query.text("done")
    message = context.translate(_MESSAGES[done]) if done in _MESSAGES else ""
    return context.show(
        "saved_reports.html",
        lines=lines,
        no_address=own is None or not own.email,
        done=message if done not in ("name", "full") else "",
        alert=message if done in ("name", "full") else "",
    )


_DEEDS: Final = Deeds("save", "mail", "unmail", "remove")


async def change(context: PageContext) -> Response:
    """Handle `POST /admin/saved-reports`: save a report, switch its weekly mail, or delete it."""
    form = await context.form(deeds=_DEEDS)
    action = form.deed
    if action == "save":
        done = await _save(context, form)
    else:
        done = await _change(context, form, action)
    return redirect(f"{context.page.path}?done={done}")


async def _save(context: PageContext, form: Fields) -> str:
    slug, name = form.text("slug").strip(), form.text("name").strip()
    if slug not in DEFINITIONS:
        raise _missing()
    if not 0 < len(name) <= LONGEST_NAME:
        return "name"
    query = urlencode(
        [
            (field, value)
            for field, value in parse_qsl(form.text("query")[:_LONGEST_QUERY])
            if field in _KEPT
        ]
    )
    now = context.clock.now()
    report = SavedReport(
        report_no=0,
        shop_no=context.shop.shop_no,
        user_id=context.user.user_id,
        name=name,
        slug=slug,
        period=form.choice("period", PRESETS),
        query=query,
        next_at=report_mails.next_monday(now) if form.is_ticked("weekly") else None,
        created_at=int(now),
    )
    async with context.database.writing(context.mall_id) as db:
        if len(await saved_reports.listing(db)) >= saved_reports.MOST:
            return "full"
        number = await saved_reports.add(db, report)
        await record.write_browser_action(
            db,
            context.clock,
            context.user,
            action="report save",
            shop_no=report.shop_no,
            subject=f"saved report {number}",
            changes={"name": (None, name), "weekly": (None, report.next_at is not None)},
        )
    return "saved"


async def _change(context: PageContext, form: Fields, action: str) -> str:
    number = form.text("report_no")
    if not _NUMBER.fullmatch(number):
        raise _missing()
    async with context.database.writing(context.mall_id) as db:
        report = await saved_reports.get(db, int(number), to_change=True)
        if report is None:
            raise _missing()
        if action == "remove":
            await saved_reports.remove(db, report.report_no)
            await record.write_browser_action(
                db,
                context.clock,
                context.user,
                action="report remove",
                shop_no=report.shop_no,
                subject=f"saved report {number}",
                changes={"name": (report.name, None)},
            )
            return "removed"
        if report.user_id != context.user.user_id:
            # the mail goes to the author of the report, who alone decides on it
            raise _missing()
        weekly = action == "mail"
        next_at = report_mails.next_monday(context.clock.now()) if weekly else None
        await saved_reports.set_next(db, report.report_no, next_at)
        await record.write_browser_action(
            db,
            context.clock,
            context.user,
            action="report mail change",
            shop_no=report.shop_no,
            subject=f"saved report {number}",
            changes={"weekly": (report.next_at is not None, weekly)},
        )
    return "changed"


def _missing() -> PageError:
    return PageError(marked("Page not found"), marked("There is no such saved report."), status=404)
