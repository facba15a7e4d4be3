"""The boards of a shop."""

from starlette.responses import Response

from openmall.contract.errors import ApiError
from openmall.pages.backoffice import lists, refusals
from openmall.pages.backoffice.desk import Desk
from openmall.pages.backoffice.refusals import NOTHING_REFUSED
from openmall.pages.backoffice.showing import show


async def show_list(desk: Desk) -> Response:
    """`GET /admin/boards`: every board, and whether the shop shows it."""
    look = lists.look(desk, ("shop_no",))
    refused, boards = NOTHING_REFUSED, []
    try:
        boards = (await desk.ask("boards", look.sent(("shop_no",)))).content
    except ApiError as error:
        refused = refusals.sheet(desk, "search", desk.visit.query, error)
    return show(
        desk,
        "boards.html",
        status=422 if refused.deed else 200,
        look=look,
        sheet=refused,
        boards=boards,
    )
