"""The change history: the recorded writes of the shop, the newest first, and their state."""

import re
from datetime import datetime
from typing import Final
from urllib.parse import urlencode

from msgspec import Struct
from msgspec.structs import replace
from starlette.responses import Response

from openmall.access.malls import rules as mall_rules
from openmall.access.oauth import installed_apps
from openmall.commerce.store.backoffice_menu import pages as menu_pages
from openmall.commerce.undo import office as undo_office
from openmall.commerce.undo.office import OfficeWriteLine
from openmall.contract.errors import Invalid
from openmall.contract.json_values import Encodable
from openmall.contract.operation import Operation
from openmall.http.web.languages import marked
from openmall.pages.backoffice import form_errors
from openmall.pages.backoffice.form_errors import NO_ERROR
from openmall.pages.backoffice.history import (
    changed_resources,
    joined_lines,
    logged_changes,
    search,
    write_names,
)
from openmall.pages.backoffice.history.changed_fields import ShownField
from openmall.pages.backoffice.history.logged_changes import LoggedChange
from openmall.pages.backoffice.history.search import Line
from openmall.pages.backoffice.list_queries import ROWS, ListQuery, read_list_query
from openmall.pages.backoffice.page_context import PageContext
from openmall.pages.backoffice.rendering import render_page

RANGE_MESSAGES: Final = {
    "undone": marked("The changes were undone."),
    "more": marked("The changes were undone. There are older ones: undo again for them."),
}
IN_OFFICE: Final = "office"
"""Choice of the app filter: what was done in the back office."""
STATES: Final = {
    "open": (marked("Can be undone"), "good"),
    "undone": (marked("Undone"), "plain"),
    "refused": (marked("Cannot be undone"), "warn"),
}
"""State of a write -> its label, and the colour of its badge."""
_FILTERS: Final = ("app", "manager", "area", "state", "from", "to")
_PRODUCT: Final = re.compile(r"/(?:api/v2/)?admin/products/(\d{1,9})(?:/.*)?")
"""Path of a call, or of the back office's page of a product."""
_API: Final = "/api/v2/admin/"
MOST_FIELDS: Final = 3
"""Fields that a line shows."""
_FIELDS_OF: Final = {"start_date": "from", "end_date": "to"}


class HistoryLine(Struct, frozen=True, kw_only=True):
    """A recorded write in the list."""

    number: int
    what: str
    about: str
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


async def show_list(context: PageContext) -> Response:
    """Handle `GET /admin/history`."""
    query = read_list_query(context, _FILTERS)
    form_state, found = NO_ERROR, []
    try:
        found = await _search(context, query)
    except Invalid as error:
        form_state = form_errors.rejected_form(context, "search", None, error, _FIELDS_OF)
    everybody = await people(context)
    areas = write_names.area_names(context)
    rows = found[:ROWS]
    async with context.database.reading(context.mall_id) as db:
        log = await search.of_writes(db, [each.write_no for each in rows])
    logged = [logged_changes.of_line(each) for each in log.values()]
    numbers = [number for each in logged for number in logged_changes.product_numbers(each)]
    products = await changed_resources.faces(context, [*_product_numbers(rows), *numbers])
    listed = [line(context, each, everybody, products, log.get(each.write_no)) for each in rows]
    return render_page(
        context,
        "history.html",
        messages=RANGE_MESSAGES,
        undoes_ranges=bool(rows) and context.may_change(context.page),
        range_address=_range_address(query),
        status=422 if form_state.action else 200,
        form_state=form_state,
        query=query,
        retention=await retention(context),
        groups=_groups(context, rows, listed),
        apps=[
            ("", context.translate("All")),
            (IN_OFFICE, context.translate("The back office")),
            *everybody.apps.items(),
        ],
        managers=[("", context.translate("All")), *everybody.managers.items()],
        areas=[("", context.translate("All")), *areas],
        chosen=_chosen(context, query, everybody, dict(areas)),
        states=[
            ("", context.translate("All")),
            *((state, context.translate(label)) for state, (label, _) in STATES.items()),
        ],
        **query.page_links(found),
    )


def _chosen(
    context: PageContext, query: ListQuery, everybody: People, areas: dict[str, str]
) -> list[tuple[str, str]]:
    """Return the chosen filters, each with the address without it."""
    fields = query.fields
    app, state = fields["app"], STATES.get(fields["state"])
    in_office = context.translate("The back office")
    texts = {
        "manager": everybody.managers.get(fields["manager"], fields["manager"]),
        "app": in_office if app == IN_OFFICE else everybody.apps.get(app, app),
        "area": areas.get(fields["area"], fields["area"]),
        "state": context.translate(state[0]) if state else "",
        "from": context.translate(marked("From {day}")).format(day=fields["from"]),
        "to": context.translate(marked("Until {day}")).format(day=fields["to"]),
    }
    return [
        (text, query.address(page="", **{name: ""}))
        for name, text in texts.items()
        if fields[name] and text
    ]


def _range_address(query: ListQuery) -> str:
    """Return the address of the page that undoes all writes of a time, with the same filters."""
    kept = {name: query.fields[name] for name in ("app", "manager", "from", "to")}
    asked = urlencode({name: value for name, value in kept.items() if value})
    path = f"{menu_pages.HISTORY.path}/range"
    return f"{path}?{asked}" if asked else path


async def _search(context: PageContext, query: ListQuery) -> list[OfficeWriteLine]:
    fields = query.fields
    parameters: dict[str, Encodable] = {
        "user_id": fields["manager"],
        "area": fields["area"],
        "state": fields["state"] if fields["state"] in STATES else "",
        "start_date": fields["from"],
        "end_date": fields["to"],
    }
    if fields["app"] == IN_OFFICE:
        parameters["in_office"] = "T"
    else:
        parameters["client_id"] = fields["app"]
    response = await context.call(
        undo_office.list_writes,
        {**{name: value for name, value in parameters.items() if value}, **query.paging},
        permits=permitted,
    )
    return response.content


def permitted(operation: Operation) -> bool:
    """Let these pages call their operations: the areas of writes are compared within them."""
    return True


async def retention(context: PageContext) -> undo_office.Retention:
    """Return for how many days writes are recorded (0: not at all), and how many megabytes."""
    response = await context.call(undo_office.read_retention, permits=permitted)
    return response.content


async def people(context: PageContext) -> People:
    """Return the names of managers and apps."""
    async with context.database.reading(context.mall_id) as db:
        return People(
            {each.user_id: each.name for each in await mall_rules.managers(db)},
            {each.client_id: each.name for each in await installed_apps.in_mall(db)},
        )


def line(
    context: PageContext,
    write: OfficeWriteLine,
    everybody: People,
    products: dict[int, changed_resources.ProductFace],
    log: Line | None,
) -> HistoryLine:
    """Return a recorded write as it is listed. `log`: its line in the activity log, if any."""
    label, badge = STATES[write.state]
    changes = logged_changes.of_line(log) if log else []
    names = _names(write, changes, products)
    faces = [products[each] for each in _numbers_of(write, changes) if each in products]
    fields = _fields(context, log, changes, products) if log and _is_update(write) else []
    one = len(names) == 1 or (not names and len(changes) == 1)
    return HistoryLine(
        number=write.write_no,
        what=write_names.describe(context, write.operation, write.scope, one=one),
        about=_listing(context, names),
        picture=faces[0].picture if len(faces) == 1 else "",
        fields=fields[:MOST_FIELDS],
        others=len(fields[MOST_FIELDS:]),
        at=write.created_date,
        manager=everybody.managers.get(write.user_id, write.user_id),
        app=everybody.apps.get(write.client_id, write.client_id),
        state=context.translate(label),
        badge=badge,
        reason=reason(context, write.reason),
        undoes=write.undoes,
        address=f"{menu_pages.HISTORY.path}/{write.write_no}",
    )


def _groups(
    context: PageContext, writes: list[OfficeWriteLine], lines: list[HistoryLine]
) -> list[LineGroup]:
    """Return the lines of a page, with those together that one button of a page made."""
    found: list[LineGroup] = []
    for at, (write, each) in enumerate(zip(writes, lines, strict=True)):
        if at and joined_lines.is_of_one_button(writes[at - 1], write):
            found[-1].lines.append(each)
        else:
            what = write_names.describe(context, write.operation, write.scope)
            found.append(LineGroup(what=what, about="", lines=[each]))
    return [
        replace(each, about=_listing(context, [one.about for one in each.lines if one.about]))
        for each in found
    ]


def _listing(context: PageContext, names: list[str]) -> str:
    return write_names.listing(context, names[0], others=len(names) - 1) if names else ""


def _product_numbers(writes: list[OfficeWriteLine]) -> list[int]:
    found = (_PRODUCT.fullmatch(each.path) for each in writes)
    return [int(match[1]) for match in found if match]


def _numbers_of(write: OfficeWriteLine, changes: list[LoggedChange]) -> list[int]:
    """Return the numbers of the products that a write was about."""
    return [*dict.fromkeys([*logged_changes.product_numbers(changes), *_product_numbers([write])])]


def _names(
    write: OfficeWriteLine,
    changes: list[LoggedChange],
    products: dict[int, changed_resources.ProductFace],
) -> list[str]:
    """Return what a write was about; empty: settings, or what the log does not name."""
    if write.undoes or write_names.is_setting(write.operation):
        return []
    names = [_name(each, products) for each in changes]
    if not any(names):
        numbers = _product_numbers([write])
        names = [products[each].name if each in products else str(each) for each in numbers]
    return list(dict.fromkeys(filter(None, names))) or _named_in_path(write)


def _name(change: LoggedChange, products: dict[int, changed_resources.ProductFace]) -> str:
    face = products.get(change.product_no)
    return face.name if face else change.name


def _is_update(write: OfficeWriteLine) -> bool:
    return write.operation.startswith("PUT ")


def _fields(
    context: PageContext,
    log: Line,
    changes: list[LoggedChange],
    products: dict[int, changed_resources.ProductFace],
) -> list[ShownField]:
    """Return the fields that differ; of several objects, each with the name of its object."""
    found = []
    for change in changes:
        name = _name(change, products) or change.subject
        for field in logged_changes.fields(context, log, change):
            label = field.label if len(changes) == 1 else f"{name}: {field.label}"
            found.append(replace(field, label=label))
    return found


def _named_in_path(write: OfficeWriteLine) -> list[str]:
    """Return the number, code or id that the path of a call has."""
    steps = write.operation.partition(" ")[2].split("/")
    called = write.path.removeprefix(_API).split("/")
    if not write.path.startswith(_API) or len(steps) != len(called):
        return []
    found = [given for step, given in zip(steps, called, strict=True) if step.startswith("{")]
    return found[-1:]


_REASONS: Final = {
    "it changed customers, or what is theirs": marked("it changed customers"),
    "it moved points or credits": marked("it moved points or credits"),
    "it moved stock": marked("it moved stock"),
    "it changed orders": marked("it changed orders"),
    "it moved money, or changed how it is taken": marked(
        "it moved money, or changed how payments are taken"
    ),
    "it wrote messages": marked("it wrote messages"),
    "it changed who may do what": marked("it changed what people or apps may do"),
    "work goes on with it": marked("it started work that goes on"),
    "it changed visits and figures": marked("it changed figures"),
    "it changed where products are shown": marked("it changed where products are shown"),
    "it changed options or bundles": marked("it changed options or bundles"),
    "it changed prices by promotions": marked("it changed discounts"),
    "it sent a parcel": marked("it sent a parcel"),
    "it changed what is of a customer who left": marked("it changed data of a former customer"),
    "it changed how orders are sent": marked("it changed how orders are sent"),
    "it changed the design": marked("it changed the design"),
    "it changed nothing that is kept": marked("it changed nothing that is kept"),
    "it changed how often products were looked at": marked("it changed figures"),
    "it changed the ledger of points and credits": marked("it moved points or credits"),
    "it changed the ledger of stock": marked("it moved stock"),
    "it moved points or credits of an order": marked("it moved points or credits of an order"),
    "it removed a balance": marked("it removed a balance"),
    "it removed a variant": marked("it removed a variant"),
    "it reserved stock": marked("it reserved stock"),
    "it sold stock, or returned it": marked("it sold stock, or took it back"),
    "it changed what customers have of products": marked("it changed customers"),
    "it is an undo of writes of which only some are in the range": marked(
        "it is an undo of changes of which only some are in this time"
    ),
    "it is an undo of writes that the token may not call": marked(
        "it is an undo of changes that your role does not include"
    ),
    "partners see settings of the shop": marked("partners see the settings of the shop"),
}
"""Reason of a write that cannot be undone -> what the page says."""
_REASON_PATTERNS: Final = (
    (re.compile(r"it created an? (.+)"), marked("it created something that others may use")),
    (re.compile(r"it deleted an? (.+)"), marked("it deleted something for good")),
    (re.compile(r"it published event \d+.*"), marked("apps were informed of something final")),
    (re.compile(r"it changed .+ of an? \w+"), marked("it changed what other data follow from")),
    (re.compile(r"it changed more than \d+ bytes of rows"), marked("it changed too much")),
)


def reason(context: PageContext, stored: str) -> str:
    """Return why a write cannot be undone, in the manager's language; of several, all."""
    found = []
    for each in filter(None, stored.split("; ")):
        message = _REASONS.get(each) or next(
            (text for pattern, text in _REASON_PATTERNS if pattern.fullmatch(each)), each
        )
        found.append(context.translate(message))
    return "; ".join(dict.fromkeys(found))
