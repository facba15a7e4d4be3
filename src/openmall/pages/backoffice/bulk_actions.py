"""One action applied to several rows of a list, one by one, with an outcome for each row."""

from collections.abc import Awaitable, Callable

from msgspec import Struct

from openmall.access.oauth.form_fields import Fields
from openmall.contract.errors import ApiError, NotModified
from openmall.pages.backoffice import form_errors
from openmall.pages.backoffice.list_queries import ROWS
from openmall.pages.backoffice.page_context import PageContext


class Outcome(Struct, frozen=True):
    """The outcome of an action on one row."""

    name: str
    message: str
    """The error; empty when the action succeeded or changed nothing."""


def selected_rows(form: Fields) -> list[str]:
    """Return the selected rows of a list's form."""
    return [name for at in range(ROWS) if (name := form.text(f"row-{at}"))]


async def run_each(
    context: PageContext, names: list[str], work: Callable[[str], Awaitable[object]]
) -> list[Outcome]:
    """Apply `work` to each name and return the outcomes; empty when all succeeded."""
    outcomes = []
    for name in names:
        message = ""
        try:
            await work(name)
        except NotModified:
            pass
        except ApiError as error:
            message = form_errors.error_message(context, error)
        outcomes.append(Outcome(name, message))
    return outcomes if any(each.message for each in outcomes) else []
