"""What pages say about an undo: why it was refused, and whether it makes a change again."""

from collections.abc import Mapping
from typing import Final

from openmall.commerce.undo import office as undo_office
from openmall.commerce.undo.office import OfficeWriteLine
from openmall.commerce.undo.refusals import (
    MOVEMENT_CANNOT_BE_REVERTED,
    NAME_OF_ROW_TAKEN,
    PARENT_OF_ROW_GONE,
    ROW_GONE,
    ROW_IS_IN_USE,
    STATE_DOES_NOT_COME_BACK,
    THEME_OF_ROW_GONE,
    WRITE_UNDONE,
)
from openmall.contract.errors import ApiError, NotFound
from openmall.contract.refusal import Value
from openmall.http.web.languages import marked
from openmall.http.web.wordings import Wordings
from openmall.pages.backoffice.form_errors import error_message
from openmall.pages.backoffice.history import history
from openmall.pages.backoffice.page_context import PageContext

_MOST_UNDOS: Final = 10
"""Undos of undos that are followed to say what the next one does."""
_SENT: Final = marked("It has been sent meanwhile. Keep it as it is.")
_USES: Final[dict[Value, str]] = {
    "the item has been sent": _SENT,
    "the parcel has been sent": _SENT,
    "the code was used": marked("The code was used meanwhile. Keep it as it is."),
    "payment methods were added to it": marked(
        "Payment methods were added to it meanwhile. Keep it as it is."
    ),
}
"""Why a row stays -> wording."""


def _in_use(values: Mapping[str, Value]) -> str | None:
    return _USES.get(values["why"])


def _parent_gone(values: Mapping[str, Value]) -> str:
    if values["parent"] in ("a product", "a category"):
        return marked("The product or category that it belongs to is gone.")
    return marked("What it belongs to is gone.")


_WORDINGS: Final[Wordings] = {
    WRITE_UNDONE: marked("It was undone already."),
    NAME_OF_ROW_TAKEN: marked(
        "Something else has the same name or number now, so this cannot become what it was."
    ),
    PARENT_OF_ROW_GONE: _parent_gone,
    THEME_OF_ROW_GONE: marked("What it belongs to is gone."),
    ROW_IS_IN_USE: _in_use,
    STATE_DOES_NOT_COME_BACK: marked(
        "The item cannot return to the state that it had. Keep it as it is."
    ),
    MOVEMENT_CANNOT_BE_REVERTED: marked("Less than nothing would be left. Keep it as it is."),
    ROW_GONE: marked("What is gone cannot be reverted. Keep it as it is."),
}


def refusal(context: PageContext, error: ApiError) -> str:
    """Return why an undo was refused, in the manager's language where it is known."""
    return error_message(context, error, own=_WORDINGS)


async def makes_again(context: PageContext, write: OfficeWriteLine) -> bool:
    """Return whether an undo of a write makes a change again.

    It does where the write undid a change; where it undid an undo, its own undo takes the change
    back.
    """
    again = False
    for _ in range(_MOST_UNDOS):
        if not write.undoes:
            break
        again = not again
        try:
            answer = await context.call(
                undo_office.read_write, {"write_no": write.undoes}, permits=history.permitted
            )
        except NotFound:  # it is not kept any more
            break
        write = answer.content
    return again
