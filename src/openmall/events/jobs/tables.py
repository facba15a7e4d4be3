"""Tables of jobs: one row a job, and one for each object that it is about."""

from typing import Final

from sqlalchemy import Index

from openmall.database.policies import left_behind, mentions
from openmall.database.schema import (
    TRUE,
    flag,
    number,
    partial_index,
    shop_table,
    text,
)
from openmall.database.undo_policies import JOB_LEFT

JOB: Final = shop_table(
    "job",
    number("job_no"),
    text("client_id"),
    text("user_id"),
    text("user_type"),
    text("scopes"),
    text("scope"),
    text("operation"),
    text("key"),
    number("good"),
    text("path"),
    text("query"),
    text("wanted"),
    text("version"),
    text("origin"),
    text("ip"),
    text("state"),
    flag("open"),
    number("total"),
    number("done"),
    number("refused"),
    number("status"),
    text("outcome"),
    number("failed_at"),
    text("failure"),
    number("created_at"),
    number("started_at"),
    number("finished_at"),
    text("holder"),
    number("lease_until"),
    text("access_hash", null=True),
    backup=left_behind("is an app's, of some days, and is carried out where it was asked for"),
    undo=JOB_LEFT,
    personal_data=mentions(
        "path",
        "query",
        "outcome",
        "failure",
        overwritten={"path": "", "query": "[]", "outcome": "{}", "failure": ""},
    ),
    key=("job_no",),
    wide=True,
)
"""`scopes` of the token it came with, parted by blanks; `scope` that of its operation.

`access_hash`: of that token; null: not known.

`key`: what its answer is keyed by; `good`: the status of a success.
`query` and `wanted` are JSON: where `fields` and `embed` are found. `open`: it is not finished.
`refused`: objects that were refused. `status` and `outcome`: of one object, what the call is
answered; 0 and empty for none. `failed_at`: the object at which it failed; 0: at none, `failure`
says why. Moments are UTC seconds by the mall's clock, 0 for not yet; `lease_until` is one by the
machine's, until which `holder` alone carries it out.
"""
Index("ix_job_client", JOB.c.mall_id, JOB.c.client_id, JOB.c.job_no)
Index("ix_job_finished", JOB.c.mall_id, JOB.c.finished_at)
partial_index(
    "ix_job_open",
    JOB.c.mall_id,
    JOB.c.job_no,
    where=JOB.c.open == TRUE,
)

PART: Final = shop_table(
    "job_part",
    number("job_no"),
    number("part_no"),
    text("sent"),
    flag("good"),
    text("outcome"),
    backup=left_behind("goes with its job"),
    undo=JOB_LEFT,
    personal_data=mentions("outcome", overwritten={"outcome": "{}"}),
    key=("job_no", "part_no"),
    wide=True,
)
"""`part_no`: of the object within its call, from 1. `sent`: its JSON, sealed, for it may hold a
password or a person's name; empty as soon as it is not needed any more.

`outcome`: JSON, what is answered of it; empty: it was not carried out. `good`: it was done.
"""
