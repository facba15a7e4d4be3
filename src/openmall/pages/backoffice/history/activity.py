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
from openmall.pages.backoffice.history import (
    joined_lines,
    logged_changes,
    search,
    sentences,
    undone_lines,
    write_names,
)
from openmall.pages.backoffice.history.changed_fields import ShownField
from openmall.pages.backoffice.history.joined_lines import JoinedLine
from openmall.pages.backoffice.history.logged_changes import LoggedChange
from openmall.pages.backoffice.history.search import ActivityPage, Line
from openmall.pages.backoffice.history.subjects import Names, Subjects
from openmall.pages.backoffice.page_context import ROLES, PageContext, Time, time

FOLDED_FROM: Final = 7
"""Number of changed fields from which an entry is collapsed."""

MOST_FURTHER: Final = 5
"""Pages of the log that are read in place of lines that are shown as one."""
_FILTERS: Final = ("manager", "app", "from", "to")
_NUMBER: Final = re.compile(r"[1-9][0-9]{0,17}")
_ONE_BUTTON: Final = 2
"""Seconds between entries that one button of a page leaves one after the other."""


class Entry(Struct, frozen=True, kw_only=True):
    """An activity log line, ready to be displayed."""

    number: int
    at: Time
    what: str
    about: str
    """What it was about, by name; empty: it has none, or the manager may not know it."""
    manager_id: str
    manager: str
    role: str
    client_id: str
    app: str
    in_office: bool
    """True for actions in the browser, without an app."""
    fields: list[ShownField]
    folded: bool
    count: int
    """Lines of the log that it stands for."""
    history: str
    """Address of the recorded write in the change history; empty: it is none."""


class EntryGroup(Struct, frozen=True, kw_only=True):
    """Entries that one button of a page left, or a single one."""

    what: str
    about: str
    entries: list[Entry]


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
    # what follows is about the lines that are shown, not about those of the log
    joined = joined_lines.join(page.lines)
    lines = [each.line for each in joined]
    log = await _read_log(context, lines)
    entries = [
        _entry(context, each, managers, app_names, log, recorded=each.line.process_no in recorded)
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
        groups=_groups(context, lines, entries),
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


class _Log(Struct, frozen=True, kw_only=True):
    """What the lines of a page are about."""

    changes: dict[int, list[LoggedChange]]
    """Of lines that the manager may view, and of those whose undo they are."""
    undone: dict[int, Line]
    names: Names


async def _read_log(context: PageContext, lines: list[Line]) -> _Log:
    """Look up what the lines of a page are about, each kind of thing once."""
    shown = [each for each in lines if logged_changes.may_view_line(context, each)]
    numbers = [number for each in shown if (number := undone_lines.undone_by(each))]
    undone: dict[int, Line] = {}
    if numbers:
        async with context.database.reading(context.mall_id) as db:
            undone = await undone_lines.read(db, numbers)
    visible = [each for each in undone.values() if logged_changes.may_view_line(context, each)]
    changes = {each.process_no: logged_changes.of_line(each) for each in (*shown, *visible)}
    subjects = Subjects()
    for each in changes.values():
        logged_changes.want(subjects, each)
    return _Log(changes=changes, undone=undone, names=await subjects.find(context))


def _entry(
    context: PageContext,
    joined: JoinedLine,
    managers: dict[str, str],
    app_names: dict[str, str],
    log: _Log,
    *,
    recorded: bool,
) -> Entry:
    line = joined.line
    in_browser = line.type == record.BROWSER
    changes = log.changes.get(line.process_no, [])
    is_setting = write_names.is_setting(line.action)
    names = [
        "" if is_setting else logged_changes.name(context, each, log.names) for each in changes
    ]
    fields = [
        replace(field, label=f"{name}: {field.label}") if name and len(changes) > 1 else field
        for each, name in zip(changes, names, strict=True)
        for field in logged_changes.fields(context, line, each, log.names)
        if not sentences.is_proposed(line)
    ]
    undone, again = undone_lines.undone_of(log.undone, undone_lines.undone_by(line))
    if undone is not None:
        undid = log.changes.get(undone.process_no, [])
        names = [logged_changes.name(context, each, log.names) for each in undid]
    known = list(dict.fromkeys(filter(None, names)))
    return Entry(
        number=line.process_no,
        at=time(line.process_date),
        what=sentences.of_line(
            context, line, undone, again=again, one=max(len(known), len(changes)) == 1
        ),
        about=write_names.listing(context, known[0], others=len(known) - 1) if known else "",
        manager_id=line.manager_id,
        manager=managers.get(line.manager_id, line.manager_id),
        role=ROLES.get(line.manager_type, ""),
        client_id=line.client_id,
        app=app_names.get(line.client_id, context.translate(marked("A former app"))),
        in_office=in_browser or (line.client_id == "" and line.manager_id != ""),
        fields=fields,
        folded=len(fields) >= FOLDED_FROM,
        count=joined.count,
        history=f"{menu_pages.HISTORY.path}/{line.process_no}" if recorded else "",
    )


def _groups(context: PageContext, lines: list[Line], entries: list[Entry]) -> list[EntryGroup]:
    """Return the entries of a page, with those together that one button of a page left."""
    found: list[EntryGroup] = []
    for at, (line, entry) in enumerate(zip(lines, entries, strict=True)):
        if at and _is_of_one_button(lines[at - 1], line):
            found[-1].entries.append(entry)
        else:
            found.append(EntryGroup(what="", about="", entries=[entry]))
    of_number = {each.process_no: each for each in lines}
    return [
        replace(
            each,
            what=sentences.of_line(context, of_number[each.entries[0].number], None, one=False),
            about=_listing(context, [entry.about for entry in each.entries if entry.about]),
        )
        for each in found
    ]


def _listing(context: PageContext, names: list[str]) -> str:
    different = list(dict.fromkeys(names))
    if not different:
        return ""
    return write_names.listing(context, different[0], others=len(different) - 1)


def _is_of_one_button(later: Line, line: Line) -> bool:
    """Return whether two lines that follow each other were left by one form of a page."""
    return (
        line.type != record.BROWSER
        and not line.client_id
        and (line.action, line.manager_id, line.client_id)
        == (later.action, later.manager_id, later.client_id)
        and later.process_date - line.process_date <= _ONE_BUTTON
    )
