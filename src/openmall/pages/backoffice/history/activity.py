"""The activity log: who changed what, through which app, and when."""

import re
from typing import Final
from urllib.parse import urlencode

from msgspec import Struct
from msgspec.structs import replace
from starlette.responses import Response

from openmall.access.malls import rules as mall_rules
from openmall.access.oauth import installed_apps
from openmall.commerce.store.backoffice_menu import pages as menu_pages
from openmall.commerce.undo import search as write_search
from openmall.contract import moments
from openmall.contract.journal import record
from openmall.database.session import Session
from openmall.database.values import BoundValue
from openmall.http.web.languages import marked
from openmall.pages.backoffice.history import joined_lines, logged_changes, search
from openmall.pages.backoffice.history.changed_fields import ShownField
from openmall.pages.backoffice.history.joined_lines import JoinedLine
from openmall.pages.backoffice.history.search import ActivityPage
from openmall.pages.backoffice.page_context import ROLES, PageContext, Time, time

FOLDED_FROM: Final = 7
"""Number of changed fields from which an entry is collapsed."""

MOST_FURTHER: Final = 5
"""Pages of the log that are read in place of lines that are shown as one."""
_FILTERS: Final = ("manager", "app", "from", "to")
_NUMBER: Final = re.compile(r"[1-9][0-9]{0,17}")
_PROPOSAL: Final = re.compile(r"plan (\d+)(?: \(.*\))?")
_VERBS: Final = {
    "POST": marked("Created %(what)s"),
    "PUT": marked("Changed %(what)s"),
    "DELETE": marked("Deleted %(what)s"),
    "POST writes/{write_no}/undo": marked("Undid %(what)s"),
    "POST writes/undo": marked("Undid %(what)s"),
    "app install": marked("Added %(what)s"),
    "app change": marked("Changed the permissions of %(what)s"),
    "app remove": marked("Removed %(what)s"),
    "manager add": marked("Added %(what)s"),
    "manager change": marked("Changed %(what)s"),
    "manager remove": marked("Removed %(what)s"),
    "message resend": marked("Sent %(what)s again"),
    "message template change": marked("Changed %(what)s"),
    "message template reset": marked("Reset %(what)s"),
    "payment app": marked("Changed the use of payment %(what)s"),
    "stripe change": marked("Changed card payments of %(what)s"),
    "payments change": marked("Changed payments: %(what)s"),
    "restock notices": marked("Sent restock notices of %(what)s"),
    "design copy": marked("Added %(what)s"),
    "design change": marked("Changed %(what)s"),
    "design publish": marked("Published %(what)s"),
    "design remove": marked("Removed %(what)s"),
    "sign-in": marked("Signed in"),
    "sign-out": marked("Signed out"),
    "company change": marked("Company data changed: %(what)s"),
    "closing change": marked("Opening changed: %(what)s"),
    "approval rule add": marked("Added %(what)s"),
    "approval rule remove": marked("Removed %(what)s"),
}
"""An API call's action or its first word, or a manager's own action -> message of the entry."""


class Entry(Struct, frozen=True, kw_only=True):
    """An activity log line, ready to be displayed."""

    number: int
    at: Time
    summary: str
    manager_id: str
    manager: str
    role: str
    client_id: str
    app: str
    in_office: bool
    """True for actions in the browser, without an app."""
    call: str
    """API call such as `PUT products/{product_no}`; empty for actions in the browser."""
    fields: list[ShownField]
    folded: bool
    count: int
    """Lines of the log that it stands for."""
    history: str
    """Address of the recorded write in the change history; empty: it is none."""


async def show(context: PageContext) -> Response:
    """Handle `GET /admin/activity`: list the lines that match the filters, newest first."""
    typed = {
        name: context.visit.query.text(name).strip() for name in (*_FILTERS, "before", "after")
    }
    is_supplier = context.user.manager_type == "S"
    if is_supplier:
        # suppliers see their own activity only, and choose no author
        typed |= {"manager": "", "app": ""}
    problem = ""
    filters: dict[str, BoundValue] = {}
    try:
        filters = _read_filters(context, typed)
    except ValueError as error:
        problem = str(error)
    async with context.database.reading(context.mall_id) as db:
        managers = {each.user_id: each.name for each in await mall_rules.managers(db)}
        app_names = {each.client_id: each.name for each in await installed_apps.in_mall(db)}
        page = ActivityPage([], newer=False, older=False)
        if is_supplier:
            filters["manager_id"] = context.user.user_id
        if not problem:
            page = await _lines(db, filters)
        recorded: set[int] = set()
        if page.lines and context.may_open(menu_pages.HISTORY):
            recorded = await write_search.recorded(db, [line.process_no for line in page.lines])
    joined = joined_lines.join(page.lines)
    entries = [
        _entry(context, each, managers, app_names, recorded=each.line.process_no in recorded)
        for each in joined
    ]
    active_filters = {name: typed[name] for name in _FILTERS if typed[name]}
    return context.show(
        "activity.html",
        status=400 if problem else 200,
        problem=problem,
        is_supplier=is_supplier,
        typed=typed,
        chosen=_chosen(context, active_filters, managers, app_names),
        managers=_choices(context, {**_unlisted_choice(typed["manager"]), **managers}),
        apps=_choices(context, {**_unlisted_choice(typed["app"]), **app_names}),
        lines=entries,
        newer=_link(active_filters, after=entries[0].number) if page.newer and entries else "",
        older=_link(active_filters, before=joined[-1].oldest) if page.older and joined else "",
        path=menu_pages.ACTIVITY.path,
        paged=bool(typed["before"] or typed["after"]),
        newest=_link(active_filters),
    )


async def _lines(db: Session, filters: dict[str, BoundValue]) -> ActivityPage:
    """Return a page of lines, and further ones in place of those that are shown as one."""
    page = await search.lines(db, filters)
    for _ in range(MOST_FURTHER):
        missing = search.PAGE - len(joined_lines.join(page.lines))
        if "after" in filters or not page.older or missing <= 0:
            break
        further = await search.lines(db, {**filters, "before": page.lines[-1].process_no})
        page = ActivityPage([*page.lines, *further.lines], page.newer, further.older)
    return page


def _read_filters(context: PageContext, typed: dict[str, str]) -> dict[str, BoundValue]:
    """Return the search conditions. Raises ValueError with a translated message."""
    filters: dict[str, BoundValue] = {}
    if typed["manager"]:
        filters["manager_id"] = typed["manager"]
    if typed["app"]:
        filters["client_id"] = typed["app"]
    for name, key in (("from", "start"), ("to", "end")):
        if typed[name]:
            try:
                filters[key] = moments.read(typed[name], end=key == "end")
            except ValueError:
                message = context.translate(
                    marked("“%(text)s” is not a date. Use the format 2026-11-21.")
                )
                raise ValueError(message % {"text": typed[name]}) from None
    for name in ("before", "after"):
        if typed[name]:
            if not _NUMBER.fullmatch(typed[name]):
                message = context.translate(marked("“%(text)s” is not an activity number."))
                raise ValueError(message % {"text": typed[name]})
            filters[name] = int(typed[name])
    if "before" in filters and "after" in filters:
        raise ValueError(context.translate("Lines are shown before or after a line, not both."))
    return filters


def _unlisted_choice(choice: str) -> dict[str, str]:
    """Return the selected id as a choice, so that it stays visible when it is unknown."""
    return {choice: choice} if choice else {}


def _chosen(
    context: PageContext,
    filters: dict[str, str],
    managers: dict[str, str],
    app_names: dict[str, str],
) -> list[tuple[str, str]]:
    """Return the chosen filters, each with the address without it."""
    texts = {
        "manager": "{0}",
        "app": "{0}",
        "from": context.translate(marked("From {day}")),
        "to": context.translate(marked("Until {day}")),
    }
    names = {"manager": managers, "app": app_names}
    return [
        (
            texts[name].format(names.get(name, {}).get(value, value), day=value),
            _link({**filters, name: ""}),
        )
        for name, value in filters.items()
    ]


def _choices(context: PageContext, names: dict[str, str]) -> list[tuple[str, str]]:
    return [("", context.translate("All")), *names.items()]


def _link(filters: dict[str, str], **position: int) -> str:
    """Return the address of the page with filters; an empty one is left out."""
    query = urlencode({name: each for name, each in {**filters, **position}.items() if each})
    return f"{menu_pages.ACTIVITY.path}?{query}" if query else menu_pages.ACTIVITY.path


def _entry(
    context: PageContext,
    joined: JoinedLine,
    managers: dict[str, str],
    app_names: dict[str, str],
    *,
    recorded: bool,
) -> Entry:
    line = joined.line
    in_browser = line.type == record.BROWSER
    logged = logged_changes.of_line(line)
    fields = [
        field if len(logged) == 1 else replace(field, label=f"{each.subject}: {field.label}")
        for each in logged
        for field in logged_changes.fields(context, line, each)
    ]
    in_office = in_browser or (line.client_id == "" and line.manager_id != "")
    verb = _VERBS.get(line.action) or (
        "" if in_browser else _VERBS.get(line.action.partition(" ")[0], "")
    )
    subject = ", ".join(each.subject for each in logged) or line.content
    if match := _PROPOSAL.fullmatch(subject):
        subject = context.translate(marked("proposal {number}")).format(number=match[1])
    summary = subject[:1].upper() + subject[1:]
    if verb:
        text = context.translate(verb)
        summary = text % {"what": subject} if "%(what)s" in text else text
    return Entry(
        number=line.process_no,
        at=time(line.process_date),
        summary=summary,
        manager_id=line.manager_id,
        manager=managers.get(line.manager_id, line.manager_id),
        role=ROLES.get(line.manager_type, ""),
        client_id=line.client_id,
        app=app_names.get(line.client_id, line.client_id),
        in_office=in_office,
        call="" if in_office else line.action,
        fields=fields,
        folded=len(fields) >= FOLDED_FROM,
        count=joined.count,
        history=f"{menu_pages.HISTORY.path}/{line.process_no}" if recorded else "",
    )
