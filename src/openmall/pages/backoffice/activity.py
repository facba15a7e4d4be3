"""The activity log: who changed what, through which app, and when."""

import re
from typing import Any, Final
from urllib.parse import urlencode

import msgspec
from msgspec import Struct
from starlette.responses import Response

from openmall.access.malls import rules as mall_rules
from openmall.access.oauth import apps as registered_apps
from openmall.commerce.store.backoffice_menu import pages as menu_pages
from openmall.contract import moments
from openmall.contract.journal import record
from openmall.http.web.languages import marked
from openmall.pages.backoffice import search
from openmall.pages.backoffice.desk import ROLES, Desk, Time, time
from openmall.pages.backoffice.search import Found, Line

LONGEST_VALUE: Final = 300
"""Characters of a value before or after, as it is shown."""
FOLDED_FROM: Final = 7
"""From so many changed fields on, a line shows them only when it is opened."""

_FILTERS: Final = ("manager", "app", "from", "to")
_NUMBER: Final = re.compile(r"[1-9][0-9]{0,17}")
_VERBS: Final = {
    "POST": marked("Created %(what)s"),
    "PUT": marked("Changed %(what)s"),
    "DELETE": marked("Deleted %(what)s"),
    "app install": marked("Added %(what)s"),
    "app change": marked("Changed the permissions of %(what)s"),
    "app remove": marked("Removed %(what)s"),
    "manager add": marked("Added %(what)s"),
    "manager change": marked("Changed %(what)s"),
    "manager remove": marked("Removed %(what)s"),
    "sign-in": marked("Signed in"),
    "sign-out": marked("Signed out"),
}
"""First word of an API call's action, or a manager's own action -> what a line says."""


class Change(Struct, frozen=True):
    """One field, as it was and as it became."""

    name: str
    before: str
    after: str


class Told(Struct, frozen=True, kw_only=True):
    """A line as it is shown."""

    number: int
    at: Time
    what: str
    manager_id: str
    manager: str
    role: str
    client_id: str
    app: str
    in_office: bool
    """Done in the browser, and through no app."""
    call: str
    """`PUT products/{product_no}`; empty for what was done in the browser."""
    changes: list[Change]
    folded: bool


async def show(desk: Desk) -> Response:
    """`GET /admin/activity`: the lines that match the filters, newest first."""
    given = {name: desk.visit.query.text(name).strip() for name in (*_FILTERS, "before", "after")}
    own = desk.user.manager_type == "S"
    if own:
        given |= {"manager": "", "app": ""}
    problem, wanted = "", {}
    try:
        wanted = _read(desk, given)
    except ValueError as error:
        problem = str(error)
    async with desk.database.reading(desk.mall_id) as db:
        managers = {each.user_id: each.name for each in await mall_rules.managers(db)}
        known = {each.client_id: each.name for each in await registered_apps.in_mall(db)}
        found = Found([], newer=False, older=False)
        if own:
            # suppliers see what they did themselves, and nobody else
            wanted["manager_id"] = desk.user.user_id
        if not problem:
            found = await search.lines(db, wanted)
    shown = [_told(desk, line, managers, known) for line in found.lines]
    kept = {name: given[name] for name in _FILTERS if given[name]}
    return desk.show(
        "activity.html",
        status=400 if problem else 200,
        problem=problem,
        own=own,
        given=given,
        filtered=bool(kept),
        managers={**_chosen(given["manager"]), **managers},
        apps={**_chosen(given["app"]), **known},
        lines=shown,
        newer=_link(kept, after=shown[0].number) if found.newer and shown else "",
        older=_link(kept, before=shown[-1].number) if found.older and shown else "",
        path=menu_pages.ACTIVITY.path,
        paged=bool(given["before"] or given["after"]),
        newest=_link(kept),
    )


def _read(desk: Desk, given: dict[str, str]) -> dict[str, Any]:
    """Return what to search for. Raises ValueError that says what is wrong."""
    wanted: dict[str, Any] = {}
    if given["manager"]:
        wanted["manager_id"] = given["manager"]
    if given["app"]:
        wanted["client_id"] = given["app"]
    for name, key in (("from", "start"), ("to", "end")):
        if given[name]:
            try:
                wanted[key] = moments.read(given[name], end=key == "end")
            except ValueError:
                said = desk.said(marked("“%(text)s” is not a date. Use the format 2026-11-21."))
                raise ValueError(said % {"text": given[name]}) from None
    for name in ("before", "after"):
        if given[name]:
            if not _NUMBER.fullmatch(given[name]):
                said = desk.said(marked("“%(text)s” is not an activity number."))
                raise ValueError(said % {"text": given[name]})
            wanted[name] = int(given[name])
    if "before" in wanted and "after" in wanted:
        raise ValueError(desk.said("Lines are shown before or after a line, not both."))
    return wanted


def _chosen(chosen: str) -> dict[str, str]:
    """Return what was chosen though nobody of that id is known, so that it can be seen."""
    return {chosen: chosen} if chosen else {}


def _link(kept: dict[str, str], **where: int) -> str:
    query = urlencode({**kept, **where})
    return f"{menu_pages.ACTIVITY.path}?{query}" if query else menu_pages.ACTIVITY.path


def _told(desk: Desk, line: Line, managers: dict[str, str], known: dict[str, str]) -> Told:
    in_browser = line.type == record.BROWSER
    changes: dict[str, list[Any]] = msgspec.json.decode(line.changes)
    in_office = in_browser or (line.client_id == "" and line.manager_id != "")
    saying = _VERBS.get(line.action if in_browser else line.action.partition(" ")[0], "")
    subject = _subject(line, changes)
    what = subject[:1].upper() + subject[1:]
    if saying:
        said = desk.said(saying)
        what = said % {"what": subject} if "%(what)s" in said else said
    return Told(
        number=line.process_no,
        at=time(line.process_date),
        what=what,
        manager_id=line.manager_id,
        manager=managers.get(line.manager_id, line.manager_id),
        role=ROLES.get(line.manager_type, ""),
        client_id=line.client_id,
        app=known.get(line.client_id, line.client_id),
        in_office=in_office,
        call="" if in_office else line.action,
        changes=[_change(name, pair) for name, pair in changes.items()],
        folded=len(changes) >= FOLDED_FROM,
    )


def _subject(line: Line, changes: dict[str, list[Any]]) -> str:
    """Return what a line is about: its content, without the changes that are shown below it."""
    several = list(dict.fromkeys(name.rpartition(": ")[0] for name in changes if ": " in name))
    if several:
        return ", ".join(several)
    return line.content.partition(": ")[0] if changes else line.content


def _change(name: str, pair: list[Any]) -> Change:
    before, after = (record.render_value(value, most=LONGEST_VALUE) for value in pair)
    return Change(name, before, after)
