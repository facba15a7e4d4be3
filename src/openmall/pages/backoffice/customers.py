"""The customers: found by who they are, and looked through by group."""

from typing import Any, Final

from starlette.responses import Response

from openmall.contract.errors import ApiError
from openmall.http.web.languages import marked
from openmall.pages.backoffice import lists, refusals
from openmall.pages.backoffice.desk import Desk
from openmall.pages.backoffice.lists import ROWS, Look
from openmall.pages.backoffice.refusals import NOTHING_REFUSED
from openmall.pages.backoffice.showing import show

NAMES: Final = ("shop_no", "field", "keyword", "group_no", "member_type", "from", "to")
SEARCHED: Final = {
    "id": marked("Member ID"),
    "name": marked("Name"),
    "hp": marked("Mobile phone"),
    "tel": marked("Phone"),
    "mail": marked("Email"),
}
_FIELDS: Final = {
    "search_field": "field",
    "member_id": "keyword",
    "start_date": "from",
    "end_date": "to",
}


async def show_list(desk: Desk) -> Response:
    """`GET /admin/customers`: the customers that were asked for."""
    look = lists.look(desk, NAMES)
    refused, found = NOTHING_REFUSED, []
    try:
        told = await desk.ask("customersprivacy", {**_sent(look), **look.window})
        found = told.content
    except ApiError as error:
        refused = refusals.sheet(desk, "search", desk.visit.query, error, _FIELDS)
    known = await groups(desk)
    return show(
        desk,
        "customers.html",
        status=422 if refused.deed else 200,
        look=look,
        searched=[(code, desk.said(name)) for code, name in SEARCHED.items()],
        groups=list(known.items()),
        names=known,
        sheet=refused,
        customers=found[:ROWS],
        turn=look.turn(found),
    )


async def groups(desk: Desk) -> dict[int, str]:
    """Return number and name of the customer groups."""
    told = await desk.ask("customergroups")
    return {each["group_no"]: each["group_name"] for each in told.content}


def _sent(look: Look) -> dict[str, Any]:
    given = look.given
    sent = look.sent(("shop_no", "group_no", "member_type"))
    if given["keyword"]:
        field = given["field"] if given["field"] in SEARCHED else "id"
        sent |= {"search_field": field, "keyword": [given["keyword"]]}
    if given["from"] or given["to"]:
        sent["date_type"] = "join"
        sent |= {
            name: given[field]
            for name, field in (("start_date", "from"), ("end_date", "to"))
            if given[field]
        }
    return sent
