"""One action applied to several rows of a list, one by one, with an outcome for each row."""

from collections.abc import Awaitable, Callable, Mapping, Sequence
from types import MappingProxyType
from typing import Final, TypeVar

from msgspec import Struct

from openmall.access.oauth.form_fields import Fields
from openmall.commerce.order.refusals import TRANSITION_NOT_ALLOWED
from openmall.contract.approval import WaitsForApproval
from openmall.contract.call import Call
from openmall.contract.errors import ApiError, NotModified
from openmall.contract.json_values import Encodable
from openmall.events.plans import approvals as plan_approvals
from openmall.events.plans import combined_proposals
from openmall.http.web.languages import marked
from openmall.http.web.wordings import Wordings
from openmall.pages.backoffice import form_errors
from openmall.pages.backoffice.list_queries import ROWS
from openmall.pages.backoffice.page_action import WaitingChange
from openmall.pages.backoffice.page_context import PageContext

P = TypeVar("P", bound=Struct)
A = TypeVar("A", bound=Struct)
MOST_ROWS: Final = 300
"""Rows that one action changes at most."""
_AT_ONCE: Final = 100
_WORDINGS: Final[Wordings] = {
    TRANSITION_NOT_ALLOWED: marked("This cannot be done with an item in the state {status}."),
}
"""What is said of rows: a list offers its actions for rows in any state."""
NOTHING_TYPED: Final[Mapping[str, str]] = MappingProxyType({})


class Outcome(Struct, frozen=True):
    """The outcome of an action on one row."""

    name: str
    message: str
    """The error; empty when the action succeeded or changed nothing."""


def selected_rows(form: Fields) -> list[str]:
    """Return the selected rows of a list's form."""
    return [name for at in range(ROWS) if (name := form.text(f"row-{at}"))]


class Every(Struct, frozen=True):
    """How many rows a search has on all its pages, and how many an action takes at once."""

    count: int
    most: int = MOST_ROWS

    @property
    def cut(self) -> bool:
        """Return whether the action takes only the first ones."""
        return self.count > self.most


async def count_all(
    context: PageContext,
    counting: Callable[[Call, P], Awaitable[int]],
    parameters: Mapping[str, Encodable],
    page_links: Mapping[str, str],
) -> Every | None:
    """Return how many rows a search has; None for one page, or a search that is refused."""
    if not any(page_links.values()):
        return None
    try:
        return Every((await context.call(counting, parameters)).content)
    except ApiError:
        return None


async def rows_to_change(
    context: PageContext,
    form: Fields,
    listing: Callable[[Call, P], Awaitable[Sequence[A]]],
    parameters: Mapping[str, Encodable],
    name: str,
) -> list[str]:
    """Return the selected rows of a list; with `every`, those of its search on all pages.

    `parameters`: the search, `name`: the field that identifies a row. At most `MOST_ROWS`, read
    before any is changed: the change may take rows out of the search.
    """
    if not form.text("every"):
        return selected_rows(form)
    rows: list[str] = []
    while len(rows) < MOST_ROWS:
        page = {**parameters, "limit": _AT_ONCE, "offset": len(rows)}
        response = await context.call(listing, page)
        rows += [str(getattr(each, name)) for each in response.content]
        if len(response.content) < _AT_ONCE:
            break
    return rows[:MOST_ROWS]


async def run_each(
    context: PageContext,
    names: list[str],
    work: Callable[[str], Awaitable[object]],
    typed: Mapping[str, str] = NOTHING_TYPED,
    unchanged: str = "",
) -> list[Outcome]:
    """Apply `work` to each name and return the outcomes; empty when all succeeded.

    `typed`: what was entered for each name, where a list has a field in each row. `unchanged`: what
    is said of a row that needed no change; empty: that it is done. What a rule of
    the shop lets wait becomes one proposal. Raises WaitsForApproval (409) where that is all of it.
    """
    outcomes: list[Outcome] = []
    waiting: dict[str, WaitsForApproval] = {}
    with context.changing(len(names)):
        for name in names:
            message = ""
            try:
                await work(name)
            except NotModified:
                message = context.translate(unchanged) if unchanged else ""
            except WaitsForApproval as waits:
                waiting[name] = waits
                continue
            except ApiError as error:
                message = form_errors.error_message(context, error, _WORDINGS, typed.get(name, ""))
            outcomes.append(Outcome(name, message))
    if waiting:
        proposal = await combine(context, list(waiting.values()))
        if not outcomes and proposal is not None:
            raise proposal
        outcomes += [
            Outcome(name, form_errors.error_message(context, proposal or waits))
            for name, waits in waiting.items()
        ]
    failed = [each for each in outcomes if each.message]
    # what succeeded is listed too, as long as the list can be read
    return outcomes if failed and len(outcomes) <= ROWS else failed


async def combine(
    context: PageContext, waiting: Sequence[WaitsForApproval]
) -> WaitsForApproval | None:
    """Return the one proposal of what waits; None: they cannot be carried out together."""
    if len(waiting) == 1:
        return waiting[0]
    parameters: dict[str, Encodable] = {"plan_nos": [each.plan_no for each in waiting]}
    try:
        response = await context.call(
            combined_proposals.combine_proposals,
            parameters,
            permits=plan_approvals.permits,
        )
    except ApiError:
        return None
    number = response.content.plan_no
    parts = [each.plan_no for each in waiting]
    # an identical one that waits already is older than the parts that were made for it
    is_known = number < max(parts)
    context.sent_form.proposal = number
    for each in parts:
        context.action.proposals.pop(each, None)
    context.action.proposals[number] = WaitingChange(len(parts), is_known)
    return WaitsForApproval(number, is_known=is_known)
