"""The first changes of several proposals, which name them in the back office's list.

An operation of the back office's own pages, as those of `approvals.py`: no token reaches it.
"""

from typing import Annotated, Final

from msgspec import Meta, Struct

from openmall.access.malls import staff_roles
from openmall.contract import scopes as scope_names
from openmall.contract.call import Call
from openmall.contract.operation import listing
from openmall.contract.params import EntityNo, Limit100, Params
from openmall.events.plans import plan_views, search
from openmall.events.plans.shape import PlanChange


class FirstChangesQuery(Params, frozen=True, kw_only=True):
    plan_nos: Annotated[list[EntityNo], Meta(min_length=1, max_length=100)]
    limit: Limit100 = 2
    """Changes of each plan."""


class FirstChange(Struct, frozen=True, kw_only=True):
    """A change of one of the plans."""

    plan_no: int
    change: PlanChange


async def list_first_changes(call: Call, query: FirstChangesQuery) -> list[FirstChange]:
    """Retrieve the first resources that plans would change, of those the manager may decide on."""
    rights = await staff_roles.rights_of(call.db, call.identity.user_id)
    found = await search.first_changes(
        call.db,
        query.plan_nos,
        [each for each in scope_names.SENTENCES if rights.permits_scope(each, writes=True)],
        most=query.limit,
    )
    return [
        FirstChange(
            plan_no=plan_no,
            change=plan_views.change(call, plan_no, stored, rights.permits_scope),
        )
        for plan_no, stored in found
    ]


OPERATIONS: Final = [
    listing(
        "approvals/first-changes",
        list_first_changes,
        takes=FirstChangesQuery,
        gives=FirstChange,
        key="changes",
        scope=scope_names.READ_APPLICATION,
    ),
]
