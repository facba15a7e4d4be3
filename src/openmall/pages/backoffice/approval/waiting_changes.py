"""The notice that changes wait for approval, on the page that a form leads back to."""

from typing import Final
from urllib.parse import parse_qsl, urlencode

from openmall.access.staff_site import office_url
from openmall.contract.approval import WaitsForApproval
from openmall.contract.errors import ApiError
from openmall.events.plans import approvals as plan_approvals
from openmall.pages.backoffice.page_action import WaitingChange
from openmall.pages.backoffice.page_context import PageContext

_NUMBERS: Final = "proposals"
"""Parameter of the address with the numbers of what was proposed."""
_KNOWN: Final = "known"
"""Parameter: `T`: all of it waited before."""
_MOST: Final = 20
"""Proposals that a notice names."""
_DROPPED: Final = frozenset({_NUMBERS, _KNOWN, "done"})


def address(context: PageContext, waits: WaitsForApproval, *, has_page: bool) -> str:
    """Return the address that a form leads back to when what it does waits for approval.

    `has_page`: there is a page at the address of the form, else it is that of its menu entry.
    """
    proposals = context.action.proposals or {
        waits.plan_no: WaitingChange(changes=1, is_known=waits.is_known)
    }
    query = [
        (name, value)
        for name, value in parse_qsl(context.visit.request.query_string.decode("latin-1"))
        if name not in _DROPPED
    ]
    query.append((_NUMBERS, ",".join(map(str, sorted(proposals)))))
    if all(each.is_known for each in proposals.values()):
        query.append((_KNOWN, "T"))
    below = f"{context.page.at}/{context.subpath}" if context.subpath else context.page.at
    return f"{office_url(below if has_page else context.page.at)}?{urlencode(query)}"


async def read(context: PageContext) -> None:
    """Read the proposals that the address names, as far as the manager may see them."""
    named = context.visit.query.text(_NUMBERS).split(",")
    is_known = context.visit.query.text(_KNOWN) == "T"
    for number in [each for each in named if each.isdecimal()][:_MOST]:
        try:
            plan = await context.call(
                plan_approvals.read, {"plan_no": number}, permits=plan_approvals.permits
            )
        except ApiError:
            continue
        if plan.content.state == "waiting":
            context.action.proposals[int(number)] = WaitingChange(plan.content.total, is_known)
