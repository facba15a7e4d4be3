"""Proposals: changes of apps and staff that wait for approval."""

from collections.abc import Sequence
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
from openmall.events.plans import first_changes, search
from openmall.events.plans.approvals import Approval, ApprovalLine, permits
from openmall.http.web.languages import marked
from openmall.pages.backoffice.approval import proposed_changes
from openmall.pages.backoffice.history import write_lines, write_names
from openmall.pages.backoffice.history.changed_fields import ShownField
from openmall.pages.backoffice.history.changed_resources import ShownResource
from openmall.pages.backoffice.history.subjects import Subjects
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
_FIRST: Final = 2
"""Changes that name a proposal in the list: of a variant its product is changed too."""
_TABS: Final = ("waiting", "applied", "rejected", "expired")


class Proposal(Struct, frozen=True, kw_only=True):
    """A proposal in the list, and above its page."""

    number: int
    what: str
    about: str
    """Name of the first object, and how many others there are; empty: it is not known."""
    picture: str
    """Address of the picture of the only object; empty: there is none."""
    fields: list[ShownField]
    """The first fields that would change of the only object."""
    others: int
    """Fields that would change besides."""
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
    everybody = await write_lines.people(context)
    links = query.page_links(response.content)
    rows = response.content[:ROWS]
    subjects = await _subjects(context, rows)
    return render_page(
        context,
        "approvals.html",
        proposals=[
            proposal(context, each, everybody, subjects.get(each.plan_no, [])) for each in rows
        ],
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


async def _subjects(
    context: PageContext, plans: Sequence[ApprovalLine]
) -> dict[int, list[ShownResource]]:
    """Return the first resources that proposals would change, by the numbers of the proposals."""
    numbers = [each.plan_no for each in plans]
    if not numbers:
        return {}
    response = await context.call(
        first_changes.list_first_changes,
        {"plan_nos": numbers, "limit": _FIRST},
        permits=permits,
    )
    changes = [each.change for each in response.content]
    names = await proposed_changes.want(Subjects(), changes).find(context)
    found: dict[int, list[ShownResource]] = {}
    for each in response.content:
        shown = proposed_changes.show(context, each.change, names)
        found.setdefault(each.plan_no, []).append(shown)
    return found


def proposal(
    context: PageContext,
    plan: ApprovalLine | Approval,
    everybody: write_lines.People,
    subjects: Sequence[ShownResource],
) -> Proposal:
    """Return a proposal as it is listed. `subjects`: the first resources that it would change."""
    label, badge = STATES[plan.state]
    proposer = plan.proposer
    name = proposer.app_name or proposer.client_id
    if not name:
        name = everybody.managers.get(proposer.user_id, proposer.user_id)
    # of a product whose variant changes, only the moment of the last change differs
    changed = [each for each in subjects if each.fields or each.change != "updated"]
    only = changed[0] if plan.total == 1 and len(changed) == 1 else None
    fields = only.fields if only and only.change == "updated" else []
    about = (changed or subjects)[0].name if subjects else ""
    if write_names.is_setting(plan.operation):
        about = ""
    return Proposal(
        number=plan.plan_no,
        what=write_names.propose(context, plan.operation, one=plan.total == 1),
        about=write_names.listing(context, about, others=plan.total - 1) if about else "",
        picture=only.picture if only else "",
        fields=fields[: write_lines.MOST_FIELDS],
        others=len(fields[write_lines.MOST_FIELDS :]),
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
