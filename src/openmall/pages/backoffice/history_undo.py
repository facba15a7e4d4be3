"""What pages say about an undo: why it was refused, and whether it makes a change again."""

from typing import Any, Final

from openmall.api import office_pages
from openmall.contract.errors import ApiError, NotFound
from openmall.pages.backoffice import history, wording_by_message
from openmall.pages.backoffice.form_errors import error_message
from openmall.pages.backoffice.page_context import PageContext

_MOST_UNDOS: Final = 10
"""Undos of undos that are followed to say what the next one does."""


def refusal(context: PageContext, error: ApiError) -> str:
    """Return why an undo was refused, in the manager's language where it is known."""
    return error_message(context, error, messages=wording_by_message.OF_UNDO)


async def makes_again(context: PageContext, write: dict[str, Any]) -> bool:
    """Return whether an undo of a write makes a change again.

    It does where the write undid a change; where it undid an undo, its own undo takes the change
    back.
    """
    again = False
    for _ in range(_MOST_UNDOS):
        if not write["undoes"]:
            break
        again = not again
        path = f"writes/{write['undoes']}"
        try:
            answer = await context.call(path, api=office_pages.NAME, permits=history.permitted)
        except NotFound:  # it is not kept any more
            break
        write = answer.content
    return again
