"""One deed done with several rows of a list, one by one: what could not be done is told by row."""

from collections.abc import Awaitable, Callable

from msgspec import Struct

from openmall.access.oauth.form_fields import Fields
from openmall.contract.errors import ApiError, NotModified
from openmall.pages.backoffice import refusals
from openmall.pages.backoffice.desk import Desk
from openmall.pages.backoffice.lists import ROWS


class Outcome(Struct, frozen=True):
    """What became of one row."""

    name: str
    message: str
    """Why it could not be done; empty: it was, or was so already."""


def chosen(form: Fields) -> list[str]:
    """Return what is ticked in a list's form."""
    return [name for at in range(ROWS) if (name := form.text(f"row-{at}"))]


async def done(
    desk: Desk, names: list[str], work: Callable[[str], Awaitable[object]]
) -> list[Outcome]:
    """Return what became of each; empty when everything could be done."""
    outcomes = []
    for name in names:
        message = ""
        try:
            await work(name)
        except NotModified:
            pass
        except ApiError as error:
            message = refusals.said(desk, error)
        outcomes.append(Outcome(name, message))
    return outcomes if any(each.message for each in outcomes) else []
