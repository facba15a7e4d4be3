"""The change history: the recorded writes of the shop, the newest first, and their state."""

from typing import Final
from urllib.parse import urlencode

from starlette.responses import Response

from openmall.commerce.store.backoffice_menu import pages as menu_pages
from openmall.commerce.undo import office as undo_office
from openmall.commerce.undo.office import OfficeWriteLine
from openmall.contract.errors import Invalid
from openmall.contract.json_values import Encodable
from openmall.contract.operation import Operation
from openmall.http.web.languages import marked
from openmall.pages.backoffice import form_errors
from openmall.pages.backoffice.form_errors import NO_ERROR
from openmall.pages.backoffice.history import write_lines, write_names
from openmall.pages.backoffice.history.write_lines import STATES, People
from openmall.pages.backoffice.list_queries import ROWS, ListQuery, read_list_query
from openmall.pages.backoffice.page_context import PageContext
from openmall.pages.backoffice.rendering import render_page

RANGE_MESSAGES: Final = {
    "undone": marked("The changes were undone."),
    "more": marked("The changes were undone. There are older ones: undo again for them."),
}
IN_OFFICE: Final = "office"
"""Choice of the app filter: what was done in the back office."""
_FILTERS: Final = ("app", "manager", "area", "state", "from", "to")
_FIELDS_OF: Final = {"start_date": "from", "end_date": "to"}


async def show_list(context: PageContext) -> Response:
    """Handle `GET /admin/history`."""
    query = read_list_query(context, _FILTERS)
    form_state, found = NO_ERROR, []
    try:
        found = await _search(context, query)
    except Invalid as error:
        form_state = form_errors.rejected_form(context, "search", None, error, _FIELDS_OF)
    everybody = await write_lines.people(context)
    areas = write_names.area_names(context)
    rows = found[:ROWS]
    log = await write_lines.logged(context, rows)
    listed = [write_lines.line(context, each, everybody, log) for each in rows]
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
        groups=write_lines.groups(context, rows, listed),
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
