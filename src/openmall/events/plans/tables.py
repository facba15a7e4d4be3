"""Tables of plans: one row a plan, and one for each resource that it would change."""

from typing import Final

from sqlalchemy import Index

from openmall.database.policies import left_behind, mentions, no_personal_data
from openmall.database.schema import number, shop_table, text

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
    backup=left_behind("is an app's, of some hours, and about the rows of before"),
    personal_data=mentions("path", "query", overwritten={"path": "", "query": "[]"}),
    key=("plan_no",),
    wide=True,
)
"""`scope` of the operation, `total` of the objects sent, `status` of the rehearsed response.

`token`: digest of the token that applies it. `digest`: of the rows of before and the changes to
them. `query`, `wanted`: JSON, as of a job. `sent`: the objects, `effects`: what would follow; both
are JSON and sealed. Moments are UTC seconds by the mall's clock.
"""
Index("ix_plan_client", PLAN.c.mall_id, PLAN.c.client_id, PLAN.c.plan_no)
Index("ix_plan_expires", PLAN.c.mall_id, PLAN.c.expires_at)

CHANGE: Final = shop_table(
    "plan_change",
    number("plan_no"),
    number("change_no"),
    text("content"),
    backup=left_behind("goes with its plan"),
    personal_data=no_personal_data("sealed, and gone within hours"),
    key=("plan_no", "change_no"),
    wide=True,
)
"""`change_no`: from 1. `content`: the JSON of a change, sealed: it may hold somebody's name."""
