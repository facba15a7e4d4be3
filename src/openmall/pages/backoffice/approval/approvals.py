"""Proposals: changes of apps and staff that wait for approval."""

from datetime import datetime
from functools import lru_cache
from typing import Final

from msgspec import Struct
from starlette.responses import Response

from openmall.access.malls.staff_rights import Rights
from openmall.access.oauth.sessions import SignedIn
from openmall.commerce.store.backoffice_menu import pages as menu_pages
from openmall.contract import scopes as scope_names
from openmall.contract.moments import Clock
from openmall.database.session import Database
from openmall.events.plans import approvals as plan_approvals
from openmall.events.plans import search
from openmall.events.plans.approvals import Approval, ApprovalLine, permits
from openmall.http.web.languages import marked
from openmall.pages.backoffice.history import history, write_names
from openmall.pages.backoffice.list_queries import ROWS, read_list_query
from openmall.pages.backoffice.page_context import PageContext
from openmall.pages.backoffice.rendering import render_page

STATES: Final = {
    "waiting": (marked("Waits for a decision"), "warn"),
    "approved": (marked("Is being carried out"), "plain"),
    "applied": (marked("Carried out"), "good"),
    "rejected": (marked("Turned down"), "bad"),
    "expired": (marked("Expired"), "plain"),
}
"""State of a proposal -> its label, and the colour of its badge."""
REASONS: Final = {
    "scope": marked("The app may only propose this."),
    "request": marked("The app asked for approval."),
    "rule": marked("A rule of the shop requires approval."),
}
"""Why a proposal waits -> what pages say."""
_TABS: Final = ("waiting", "applied", "rejected", "expired")


class Proposal(Struct, frozen=True, kw_only=True):
    """A proposal in the list, and above its page."""

    number: int
    what: str
    proposer: str
    """Name of the app; of staff, their own."""
    by_app: bool
    at: datetime
    expires: datetime
    state: str
    badge: str
    reason: str
    objects: int
    changes: int
    address: str


async def count_waiting(database: Database, clock: Clock, mall_id: str, user: SignedIn) -> int:
    """Return how many proposals wait that the manager may decide on."""
    scopes = _decided_scopes(user.rights) if user.manager_type != "S" else ()
    if not scopes:
        return 0
    async with database.reading(mall_id) as db:
        return await search.count_waiting(db, scopes, now=int(clock.now()))


@lru_cache(maxsize=256)
def _decided_scopes(rights: Rights) -> tuple[str, ...]:
    return tuple(
        scope for scope in scope_names.SENTENCES if rights.permits_scope(scope, writes=True)
    )


async def show_list(context: PageContext) -> Response:
    """Handle `GET /admin/approvals`: those that wait, or those in another state."""
    query = read_list_query(context, ("state",))
    state = query.fields["state"] if query.fields["state"] in _TABS else "waiting"
    response = await context.call(
        plan_approvals.waiting, {"state": state, **query.paging}, permits=permits
    )
    everybody = await history.people(context)
    links = query.page_links(response.content)
    return render_page(
        context,
        "approvals.html",
        proposals=[proposal(context, each, everybody) for each in response.content[:ROWS]],
        tabs=[
            (
                each == state,
                context.translate(STATES[each][0]),
                query.address(state="" if each == "waiting" else each, page=""),
                context.waiting if each == "waiting" else 0,
            )
            for each in _TABS
        ],
        state=state,
        newer=links["newer"],
        older=links["older"],
    )


def proposal(
    context: PageContext, plan: ApprovalLine | Approval, everybody: history.People
) -> Proposal:
    """Return a proposal as it is listed."""
    label, badge = STATES[plan.state]
    proposer = plan.proposer
    name = proposer.app_name or proposer.client_id
    if not name:
        name = everybody.managers.get(proposer.user_id, proposer.user_id)
    return Proposal(
        number=plan.plan_no,
        what=write_names.propose(context, plan.operation),
        proposer=name,
        by_app=bool(proposer.client_id),
        at=plan.created_date,
        expires=plan.expires_date,
        state=context.translate(label),
        badge=badge,
        reason=context.translate(REASONS.get(plan.reason or "", "")),
        objects=plan.total,
        changes=plan.changes,
        address=f"{menu_pages.APPROVALS.path}/{plan.plan_no}",
    )
