"""Proposals of staff that one form of the back office made, combined into one.

An operation of the back office's own pages, as those of `approvals.py`: no token reaches it.
"""

from collections.abc import Awaitable, Callable
from typing import Annotated, Final

from msgspec import Meta, Struct

from openmall.contract import scopes as scope_names
from openmall.contract.call import Call
from openmall.contract.errors import NotFound
from openmall.contract.operation import post
from openmall.contract.params import EntityNo, Params
from openmall.contract.refusal import Phrase
from openmall.contract.refusals import DOES_NOT_EXIST
from openmall.events.plans import store as plan_store

MOST_COMBINED: Final = 300
"""Proposals of one form that become one."""


class CombineDraft(Params, frozen=True, kw_only=True):
    plan_nos: Annotated[list[EntityNo], Meta(min_length=2, max_length=MOST_COMBINED)]


class _Combining(CombineDraft, frozen=True, kw_only=True):
    """Proposals that were combined."""

    plan_no: int


class CombinedProposal(Struct, frozen=True, kw_only=True):
    """The proposal that stands for several."""

    plan_no: int


async def prepare_combining(
    call: Call, params: CombineDraft
) -> Callable[[], Awaitable[CombineDraft]]:
    """Rehearse the calls of the manager's own proposals together, in a transaction of its own."""
    async with call.database.reading(call.mall.mall_id) as db:
        found = [await plan_store.find(db, each) for each in params.plan_nos]
    for plan in found:
        if plan is None or plan.client_id or plan.user_id != call.identity.user_id:
            raise NotFound(DOES_NOT_EXIST, parameter="plan_nos", resource=Phrase("plan"))

    async def combine() -> CombineDraft:
        plan_no, _ = await call.plans.combine(call, params.plan_nos)
        return _Combining(plan_nos=params.plan_nos, plan_no=plan_no)

    return combine


async def combine_proposals(call: Call, params: CombineDraft) -> CombinedProposal:
    """Combine proposals that one form of a page made into one, on which one decision is made."""
    assert isinstance(params, _Combining)
    call.journal(f"plan {params.plan_no}", {"plans": (params.plan_nos, None)})
    return CombinedProposal(plan_no=params.plan_no)


OPERATIONS: Final = [
    post(
        "approvals/combine",
        combine_proposals,
        takes=CombineDraft,
        gives=CombinedProposal,
        key="approval",
        scope=scope_names.WRITE_APPLICATION,
        prepare=prepare_combining,
    ),
]
