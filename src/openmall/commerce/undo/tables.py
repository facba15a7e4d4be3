"""The table of recorded writes: one row an admin write."""

from typing import Final

from sqlalchemy import Index

from openmall.database.policies import blank, left_behind, mentions, rows_of_member
from openmall.database.schema import number, shop_table, text
from openmall.database.undo_policies import NotCaptured

WRITE: Final = shop_table(
    "recorded_write",
    number("write_no"),
    text("client_id"),
    text("user_id"),
    text("user_type"),
    text("scope"),
    text("operation"),
    text("path"),
    text("state"),
    text("reason"),
    number("undoes"),
    number("size"),
    number("created_at"),
    number("expires_at"),
    text("content"),
    text("request_id", later=True),
    number("undone_by", later=True),
    backup=left_behind("is kept for some days, and about rows of before"),
    undo=NotCaptured("rows are what was captured"),
    personal_data=mentions("path", overwritten={"path": ""}),
    key=("write_no",),
    wide=True,
)
"""`write_no`: `process_no` of the write's line in the activity log, so that there are no other
numbers.

`state`: open, undone, or refused with a `reason`: it cannot be undone. `undoes`: number of the
write that it undid; 0: it is none. `size`: bytes of `content`, which is sealed JSON; empty where it
cannot be undone. Moments are UTC seconds by the mall's clock. Changes of this table are not
captured.

`request_id`: of the call; empty: not known. `undone_by`: number of the write that undid it; 0: none
that is known.
"""
Index("ix_recorded_write_expires", WRITE.c.mall_id, WRITE.c.expires_at)
Index("ix_recorded_write_created", WRITE.c.mall_id, WRITE.c.created_at)

PERSONAL: Final = shop_table(
    "recorded_personal_rows",
    number("write_no"),
    text("member_id"),
    text("sealed"),
    backup=left_behind("are kept for some days, and about rows of before"),
    undo=NotCaptured("rows are what was captured"),
    personal_data=rows_of_member(blank("sealed")),
    deleted_with=("customer",),
    key=("write_no", "member_id"),
    wide=True,
)
"""What a write changed of a customer's rows, apart from the rest of it: it goes with the customer,
who therefore does not come back by an undo. `sealed`: JSON; empty once the customer was erased.
Changes are not captured.
"""
Index("ix_recorded_personal_rows_member", PERSONAL.c.mall_id, PERSONAL.c.member_id)
