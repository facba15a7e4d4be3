"""The change history: the recorded writes of the shop, the newest first, and their state."""

import re
from datetime import datetime
from typing import Final
from urllib.parse import urlencode

from msgspec import Struct
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
from openmall.pages.backoffice.history import changed_resources, write_names
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
_NUMBERED: Final = re.compile(r"/api/v2/admin/.*/(\w[\w.@-]{0,60})")
_FIELDS_OF: Final = {"start_date": "from", "end_date": "to"}


class HistoryLine(Struct, frozen=True, kw_only=True):
    """A recorded write in the list."""

    number: int
    what: str
    about: str
    at: datetime
    manager: str
    app: str
    """The app that called; empty: a page of the back office."""
    state: str
    badge: str
    reason: str
    undoes: int | None
    address: str


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
    rows = found[:ROWS]
    products = await changed_resources.faces(context, _product_numbers(rows))
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
        lines=[line(context, each, everybody, products) for each in rows],
        apps=[
            ("", context.translate("All")),
            (IN_OFFICE, context.translate("The back office")),
            *everybody.apps.items(),
        ],
        managers=[("", context.translate("All")), *everybody.managers.items()],
        areas=[("", context.translate("All")), *write_names.area_names(context)],
        states=[
            ("", context.translate("All")),
            *((state, context.translate(label)) for state, (label, _) in STATES.items()),
        ],
        **query.page_links(found),
    )


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
) -> HistoryLine:
    """Return a recorded write as it is listed."""
    label, badge = STATES[write.state]
    return HistoryLine(
        number=write.write_no,
        what=write_names.describe(context, write.operation, write.scope),
        about=_about(write, products),
        at=write.created_date,
        manager=everybody.managers.get(write.user_id, write.user_id),
        app=everybody.apps.get(write.client_id, write.client_id),
        state=context.translate(label),
        badge=badge,
        reason=reason(context, write.reason),
        undoes=write.undoes,
        address=f"{menu_pages.HISTORY.path}/{write.write_no}",
    )


def _product_numbers(writes: list[OfficeWriteLine]) -> list[int]:
    found = (_PRODUCT.fullmatch(each.path) for each in writes)
    return [int(match[1]) for match in found if match]


def _about(write: OfficeWriteLine, products: dict[int, changed_resources.ProductFace]) -> str:
    """Return what a write was about, by its path; empty: several objects, or settings."""
    if write.undoes:
        return str(write.undoes)
    match = _PRODUCT.fullmatch(write.path)
    if match:
        face = products.get(int(match[1]))
        return face.name if face else match[1]
    placeholder = write.operation.endswith("}")
    numbered = _NUMBERED.fullmatch(write.path) if placeholder else None
    return numbered[1] if numbered else ""


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
