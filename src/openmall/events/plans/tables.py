"""Tables of plans: one row a plan, and one for each resource that it would change."""

from typing import Final

from sqlalchemy import Index

from openmall.database.policies import left_behind, mentions, no_personal_data
from openmall.database.schema import number, shop_table, text
from openmall.database.undo_policies import REHEARSAL_LEFT

PLAN: Final = shop_table(
    "plan",
    number("plan_no"),
    text("client_id"),
    text("user_id"),
    text("user_type"),
    text("scope"),
    text("operation"),
    text("path"),
    text("query"),
    text("wanted"),
    text("version"),
    text("origin"),
    number("total"),
    number("status"),
    number("changes"),
    text("token"),
    text("digest"),
    text("state"),
    number("created_at"),
    number("expires_at"),
    text("sent"),
    text("effects"),
    text("scopes", later=True),
    text("reason", later=True),
    text("decided_by", later=True),
    text("approved", later=True),
    text("outcome", later=True),
    number("rule_no", later=True),
    number("role_no", later=True),
    number("decided_at", later=True),
    number("successor", later=True),
    text("request_id", later=True),
    text("failure", later=True),
    backup=left_behind("is of some days, and about the rows of before"),
    undo=REHEARSAL_LEFT,
    personal_data=mentions("path", "query", overwritten={"path": "", "query": "[]"}),
    key=("plan_no",),
    wide=True,
)
"""`scope` of the operation, `total` of the objects sent, `status` of the rehearsed response.

`token`: digest of the token that applies it. `digest`: of the rows of before and the changes to
them. `query`, `wanted`: JSON, as of a job. `sent`: the objects, `effects`: what would follow; both
are JSON and sealed. Moments are UTC seconds by the mall's clock.

Of one that waited for approval: `scopes` of the caller and `role_no` of its user, `reason` why it
waits and the rule. `approved`: JSON, numbers of the objects that `decided_by` approved, from 1.
`outcome`: sealed JSON of what the call was answered. `successor`: the plan that
was made when this one had moved.

`request_id`: of the call that was rehearsed; empty: not known. `failure`: sealed; why it could not
be carried out when that was tried last; empty: that was not tried.
"""
Index("ix_plan_state", PLAN.c.mall_id, PLAN.c.state, PLAN.c.plan_no)
Index("ix_plan_client", PLAN.c.mall_id, PLAN.c.client_id, PLAN.c.plan_no)
Index("ix_plan_expires", PLAN.c.mall_id, PLAN.c.expires_at)

CHANGE: Final = shop_table(
    "plan_change",
    number("plan_no"),
    number("change_no"),
    text("content"),
    backup=left_behind("goes with its plan"),
    undo=REHEARSAL_LEFT,
    personal_data=no_personal_data("sealed, and gone within days"),
    key=("plan_no", "change_no"),
    wide=True,
)
"""`change_no`: from 1. `content`: the JSON of a change, sealed: it may hold personal data."""

COMMENT: Final = shop_table(
    "plan_comment",
    number("plan_no"),
    number("comment_no"),
    text("user_id"),
    text("content"),
    number("created_at"),
    backup=left_behind("goes with its plan"),
    undo=REHEARSAL_LEFT,
    personal_data=mentions("content", overwritten={"content": ""}),
    key=("plan_no", "comment_no"),
    wide=True,
)
"""What people of the shop say about a plan. `user_id`: of the manager. `comment_no`: from 1."""
