"""Recorded writes as they are listed: what each did, to what, by whom, and the first fields."""

import re
from collections.abc import Sequence
from datetime import datetime
from typing import Final

from msgspec import Struct
from msgspec.structs import replace

from openmall.access.malls import rules as mall_rules
from openmall.access.oauth import installed_apps
from openmall.commerce.store.backoffice_menu import pages as menu_pages
from openmall.commerce.undo.office import OfficeWriteLine
from openmall.commerce.undo.shape import WriteLine
from openmall.http.web.languages import marked
from openmall.pages.backoffice.history import (
    changed_resources,
    joined_lines,
    logged_changes,
    undone_lines,
    write_names,
    write_reasons,
)
from openmall.pages.backoffice.history.changed_fields import ShownField
from openmall.pages.backoffice.history.logged_changes import LoggedChange
from openmall.pages.backoffice.history.search import Line
from openmall.pages.backoffice.history.subjects import Names, Subjects
from openmall.pages.backoffice.page_context import PageContext

STATES: Final = {
    "open": (marked("Can be undone"), "good"),
    "undone": (marked("Undone"), "plain"),
    "refused": (marked("Cannot be undone"), "warn"),
}
"""State of a write -> its label, and the colour of its badge."""
MOST_FIELDS: Final = 3
"""Fields that a line shows."""
_API: Final = "/api/v2/admin/"
_OF_PAGE: Final = re.compile(r"/[^/]+/products/(\d{1,9})(?:/.*)?")
"""Path of the page of a product, below that of the back office."""
_OF_PATH: Final = {
    **{field: kind for kind, fields in changed_resources.KEY_FIELDS.items() for field in fields},
    "product_no": "product",
    "variant_code": "variant",
    "group_no": "group",
}
"""Placeholder of a path -> the kind of thing that it names."""
_SEGMENTS: Final = "recipientgroups/"


class HistoryLine(Struct, frozen=True, kw_only=True):
    """A recorded write in the list."""

    number: int
    what: str
    about: str
    """What it was about, by name; empty: settings, or what has no name."""
    picture: str
    """Address of the picture of the one product that it was about; empty: there is none."""
    fields: list[ShownField]
    """The first fields that differ; empty where it created or deleted what it was about."""
    others: int
    """Fields that differ besides."""
    at: datetime
    manager: str
    app: str
    """The app that called; empty: a page of the back office."""
    state: str
    badge: str
    reason: str
    undoes: int | None
    address: str


class LineGroup(Struct, frozen=True, kw_only=True):
    """Writes that one button of a page made, or a single write."""

    what: str
    about: str
    lines: list[HistoryLine]


class People(Struct, frozen=True):
    """The managers and apps of the mall, by their ids."""

    managers: dict[str, str]
    apps: dict[str, str]


class Logged(Struct, frozen=True, kw_only=True):
    """What the activity log says of writes, and the names of what it is about."""

    lines: dict[int, Line]
    """Number of a write -> its line; those that were undone among them."""
    changes: dict[int, list[LoggedChange]]
    names: Names


async def people(context: PageContext) -> People:
    """Return the names of managers and apps."""
    async with context.database.reading(context.mall_id) as db:
        return People(
            {each.user_id: each.name for each in await mall_rules.managers(db)},
            {each.client_id: each.name for each in await installed_apps.in_mall(db)},
        )


async def logged(
    context: PageContext,
    writes: Sequence[WriteLine],
    subjects: Subjects | None = None,
) -> Logged:
    """Return what the log says of writes, with names. `subjects`: what else names are wanted of."""
    wanted = subjects or Subjects()
    numbers = [each.write_no for each in writes] + [each.undoes for each in writes if each.undoes]
    async with context.database.reading(context.mall_id) as db:
        lines = await undone_lines.read(db, numbers)
    changes = {number: logged_changes.of_line(each) for number, each in lines.items()}
    for each in changes.values():
        logged_changes.want(wanted, each)
    for write in writes:
        for kind, named in _in_path(write):
            wanted.add(kind, named)
    return Logged(lines=lines, changes=changes, names=await wanted.find(context))


def line(
    context: PageContext, write: OfficeWriteLine, everybody: People, log: Logged
) -> HistoryLine:
    """Return a recorded write as it is listed."""
    label, badge = STATES[write.state]
    changes = log.changes.get(write.write_no, [])
    numbers = {int(each.named) for each in changes if each.kind == "product"}
    numbers |= {int(named) for kind, named in _in_path(write) if kind == "product"}
    faces = [log.names.faces[each] for each in sorted(numbers) if each in log.names.faces]
    fields = _fields(context, log, write.write_no) if write.operation.startswith("PUT ") else []
    what, about = described(context, write, log)
    return HistoryLine(
        number=write.write_no,
        what=what,
        about=about,
        picture=faces[0].picture if len(faces) == 1 else "",
        fields=fields[:MOST_FIELDS],
        others=len(fields[MOST_FIELDS:]),
        at=write.created_date,
        manager=everybody.managers.get(write.user_id, write.user_id),
        app=everybody.apps.get(write.client_id, write.client_id),
        state=context.translate(label),
        badge=badge,
        reason=write_reasons.reason(context, write.reason),
        undoes=write.undoes,
        address=f"{menu_pages.HISTORY.path}/{write.write_no}",
    )


def described(context: PageContext, write: WriteLine, log: Logged) -> tuple[str, str]:
    """Return what a write did, and to what, by name: `Product changed`, `Linen apron`."""
    scope = write.scope if isinstance(write, OfficeWriteLine) else ""
    undone, again = undone_lines.undone_of(log.lines, write.undoes or 0)
    if undone is not None:
        changes = log.changes.get(undone.process_no, [])
        names = _names(context, undone.action, changes, log.names)
        what = write_names.describe(context, undone.action, scope, one=_is_one(names, changes))
        return write_names.undone(context, what, again=again), _listing(context, names)
    changes = log.changes.get(write.write_no, [])
    names = _names(context, write.operation, changes, log.names)
    if not names and not write_names.is_setting(write.operation) and not write.undoes:
        names = [log.names.value(context, kind, named) for kind, named in _in_path(write)]
    one = _is_one(names, changes)
    what = write_names.describe(context, write.operation, scope, one=one)
    return what, _listing(context, list(dict.fromkeys(filter(None, names))))


def _is_one(names: Sequence[str], changes: Sequence[LoggedChange]) -> bool:
    return len(names) == 1 or (not names and len(changes) == 1)


def _names(
    context: PageContext, operation: str, changes: Sequence[LoggedChange], names: Names
) -> list[str]:
    """Return what a write was about; empty: settings, or what the log does not name."""
    if write_names.is_setting(operation):
        return []
    found = [logged_changes.name(context, each, names) for each in changes]
    return list(dict.fromkeys(filter(None, found)))


def groups(
    context: PageContext, writes: Sequence[OfficeWriteLine], lines: Sequence[HistoryLine]
) -> list[LineGroup]:
    """Return the lines of a page, with those together that one button of a page made."""
    found: list[LineGroup] = []
    operations: list[list[OfficeWriteLine]] = []
    for at, (write, each) in enumerate(zip(writes, lines, strict=True)):
        if at and joined_lines.is_of_one_button(writes[at - 1], write):
            found[-1].lines.append(each)
            operations[-1].append(write)
        else:
            found.append(LineGroup(what="", about="", lines=[each]))
            operations.append([write])
    return [
        replace(
            group,
            what=_what_of_group(context, of_group),
            about=_listing(
                context, list(dict.fromkeys(each.about for each in group.lines if each.about))
            ),
        )
        for group, of_group in zip(found, operations, strict=True)
    ]


def _what_of_group(context: PageContext, writes: Sequence[OfficeWriteLine]) -> str:
    """Return what writes of one button did: what the one of the shortest path did."""
    main = min(writes, key=lambda each: len(write_names.plain_path(each.operation).split("/")))
    alike = sum(each.operation == main.operation for each in writes)
    return write_names.describe(context, main.operation, main.scope, one=alike == 1)


def _listing(context: PageContext, names: Sequence[str]) -> str:
    return write_names.listing(context, names[0], others=len(names) - 1) if names else ""


def _in_path(write: WriteLine) -> list[tuple[str, str]]:
    """Return what the path of a call names, or that of the page on which a form was sent."""
    path = write.path if isinstance(write, OfficeWriteLine) else ""
    if match := _OF_PAGE.fullmatch(path):
        return [("product", match[1])]
    steps = write.operation.partition(" ")[2].split("/")
    called = path.removeprefix(_API).split("/")
    if not path.startswith(_API) or len(steps) != len(called):
        return []
    found = [
        (_OF_PATH[step.strip("{}")], given)
        for step, given in zip(steps, called, strict=True)
        if step.strip("{}") in _OF_PATH and step.startswith("{")
    ]
    if found and path.removeprefix(_API).startswith(_SEGMENTS):
        return [("segment", found[-1][1])]
    return found[-1:]


def _fields(context: PageContext, log: Logged, number: int) -> list[ShownField]:
    """Return the fields that differ; of several objects, each with the name of its object."""
    logged_line, found = log.lines.get(number), []
    if logged_line is None:
        return []
    changes = log.changes[number]
    for change in changes:
        name = logged_changes.name(context, change, log.names)
        for field in logged_changes.fields(context, logged_line, change, log.names):
            several = len(changes) > 1 and name
            found.append(replace(field, label=f"{name}: {field.label}") if several else field)
    return found
