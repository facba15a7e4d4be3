"""The boards of a shop."""

from collections.abc import Sequence

from starlette.responses import Response

from openmall.commerce.community.boards import rules as board_rules
from openmall.commerce.community.boards.shape import ListedBoard
from openmall.contract.errors import ApiError
from openmall.pages.backoffice import form_errors, list_queries
from openmall.pages.backoffice.form_errors import NO_ERROR
from openmall.pages.backoffice.page_context import PageContext
from openmall.pages.backoffice.rendering import render_page


async def show_list(context: PageContext) -> Response:
    """Handle `GET /admin/boards`: list every board and its visibility."""
    query = list_queries.read_list_query(context, ("shop_no",))
    form_state = NO_ERROR
    boards: Sequence[ListedBoard] = ()
    try:
        shop = query.parameters(("shop_no",))
        boards = (await context.call(board_rules.list_boards, shop)).content
    except ApiError as error:
        form_state = form_errors.rejected_form(context, "search", context.visit.query, error)
    return render_page(
        context,
        "boards.html",
        status=422 if form_state.action else 200,
        query=query,
        form_state=form_state,
        boards=boards,
    )
