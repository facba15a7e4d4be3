"""What pages say about an undo: why it was refused, and whether it makes a change again."""

import re
from typing import Any, Final

from openmall.api import office_pages
from openmall.contract.errors import ApiError, NotFound
from openmall.http.web.languages import marked
from openmall.pages.backoffice import history
from openmall.pages.backoffice.form_errors import error_message
from openmall.pages.backoffice.page_context import PageContext

_MOST_UNDOS: Final = 10
"""Undos of undos that are followed to say what the next one does."""
_REFUSALS: Final = (
    (re.compile(r"The write was undone\."), marked("It was undone already.")),
    (
        re.compile(r"\A.+ cannot become what it was: another one has its name\."),
        marked(
            "Something else has the same name or number now, so this cannot become what it was."
        ),
    ),
    (
        re.compile(r"\A.+ belongs to a (?:product|category) that is gone\."),
        marked("The product or category that it belongs to is gone."),
    ),
    (
        re.compile(r"\A.+ belongs to an? [\w ]+ that is gone\."),
        marked("What it belongs to is gone."),
    ),
    (
        re.compile(r"\A.+: the (?:item|parcel) has been sent\. Keep it\."),
        marked("It has been sent meanwhile. Keep it as it is."),
    ),
    (
        re.compile(r"\A.+: an item in state \w+ is not \w+ again\. Keep it\."),
        marked("The item cannot return to the state that it had. Keep it as it is."),
    ),
    (
        re.compile(r"\A.+: the code was used\. Keep it\."),
        marked("The code was used meanwhile. Keep it as it is."),
    ),
    (
        re.compile(r"\A.+: payment methods were added to it\. Keep it\."),
        marked("Payment methods were added to it meanwhile. Keep it as it is."),
    ),
    (
        re.compile(r"\A.+ cannot be reverted: it is gone, or less would be left than nothing\."),
        marked("Less than nothing would be left. Keep it as it is."),
    ),
    (
        re.compile(r"\A.+ is gone, and cannot be reverted\."),
        marked("What is gone cannot be reverted. Keep it as it is."),
    ),
)


def refusal(context: PageContext, error: ApiError) -> str:
    """Return why an undo was refused, in the manager's language where it is known."""
    return error_message(context, error, _REFUSALS)


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
