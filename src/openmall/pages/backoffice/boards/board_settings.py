"""Settings of a board: whether customers attach pictures, and whether posts are shown at once."""

from typing import Final

from starlette.responses import Response

from openmall.access.oauth.form_deeds import Deeds
from openmall.commerce.community.boards import rules as board_rules
from openmall.commerce.community.boards.shape import Board
from openmall.contract.errors import ApiError, NotModified
from openmall.contract.json_values import Encodable
from openmall.http.web.languages import marked
from openmall.http.web.pages import redirect
from openmall.pages.backoffice import form_errors
from openmall.pages.backoffice.addresses import address
from openmall.pages.backoffice.addresses import shop_parameters as shop_parameters
from openmall.pages.backoffice.form_errors import NO_ERROR, FormState
from openmall.pages.backoffice.page_context import PageContext
from openmall.pages.backoffice.rendering import not_found_page
from openmall.pages.backoffice.rendering import render_page as render_page

SUBPATH: Final = "settings"
_MEGABYTE: Final = 1024 * 1024
_LARGEST: Final = 8
"""Megabytes of a picture that the form of a post in the shop takes at most."""
_DEEDS: Final = Deeds("save", without="save")
_MESSAGES: Final = {"save": marked("The board was saved.")}


async def show(context: PageContext, board_no: str) -> Response:
    """Show the settings of a board. Raises NotFound (404)."""
    return await _page(context, board_no, NO_ERROR)


async def _page(
    context: PageContext, board_no: str, form_state: FormState, *, status: int = 200
) -> Response:
    named = {**shop_parameters(context), "board_no": board_no}
    board = (await context.call(board_rules.retrieve, named)).content
    return render_page(
        context,
        "board_settings.html",
        status=status,
        messages=_MESSAGES,
        form_state=form_state,
        board=board,
        sizes=[(each, f"{each} MB") for each in _sizes(board)],
        size=_size(board),
        address=_address(context, board_no),
        back=address(context, f"{context.page.path}/{board_no}"),
    )


def _size(board: Board) -> str:
    return f"{board.attached_file_size_limit / _MEGABYTE:.3g}"


def _sizes(board: Board) -> list[str]:
    """Return the sizes to choose from in megabytes, and the one an app has set."""
    sizes = [str(each) for each in range(1, _LARGEST + 1)]
    return sizes if _size(board) in sizes else [*sizes, _size(board)]


def _address(context: PageContext, board_no: str, **more: str) -> str:
    return address(context, f"{context.page.path}/{board_no}-{SUBPATH}", **more)


async def change(context: PageContext, board_no: str) -> Response:
    """Save the settings of a board."""
    form = await context.form(deeds=_DEEDS)
    named = {**shop_parameters(context), "board_no": board_no}
    try:
        board = (await context.call(board_rules.retrieve, named)).content
        values: dict[str, Encodable] = {
            "attached_file": "T" if form.is_ticked("attached_file") else "F",
            "admin_confirm": "T" if form.is_ticked("admin_confirm") else "F",
        }
        size = form.choice("size", _sizes(board))
        if size != _size(board):
            values["attached_file_size_limit"] = int(size) * _MEGABYTE
        await context.call(board_rules.change, {**values, **named})
    except NotModified:
        return redirect(_address(context, board_no, done="same"))
    except ApiError as error:
        form_state = form_errors.rejected_form(context, "save", form, error)
        try:
            return await _page(context, board_no, form_state, status=error.status)
        except ApiError as missing:
            return not_found_page(context, missing)
    return redirect(_address(context, board_no, done="save"))
