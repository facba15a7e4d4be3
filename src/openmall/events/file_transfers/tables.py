"""Tables of imports and exports of files: one row each, their files in parts, rows at fault."""

from typing import Final

from sqlalchemy import Index

from openmall.database.policies import left_behind, no_personal_data
from openmall.database.schema import TRUE, flag, number, partial_index, shop_table, text
from openmall.database.undo_policies import WORK_CONTINUES

TRANSFER: Final = shop_table(
    "file_transfer",
    number("transfer_no"),
    text("direction"),
    text("client_id"),
    text("user_id"),
    text("kind"),
    text("format"),
    number("shop_no"),
    flag("dry_run"),
    text("options"),
    text("reason"),
    text("state"),
    flag("open"),
    number("parts"),
    number("size"),
    number("done"),
    number("created"),
    number("updated"),
    number("unchanged"),
    number("rejected"),
    number("errors"),
    text("failure"),
    text("failure_reason", later=True),
    number("created_at"),
    number("started_at"),
    number("finished_at"),
    text("holder"),
    number("lease_until"),
    backup=left_behind("is an app's, of some days, and is carried out where it was asked for"),
    undo=WORK_CONTINUES,
    personal_data=no_personal_data("what was imported or exported, and how far it is"),
    key=("transfer_no",),
    deleted_with=("app",),
    wide=True,
)
"""`direction`: `import` or `export`. `options`: JSON, how the columns of a file are read, or
what is exported. `open`: a worker has to do it. `size`: bytes of the file; of one that is uploaded
0 until it is complete.
`done`: records of the file that were dealt with. `failure_reason`: as `reason` of `file_error`.
Moments are UTC seconds by the mall's clock, 0 for not yet; `lease_until` is one by the machine's,
until which `holder` alone carries it out.
"""
Index(
    "ix_file_transfer_client",
    TRANSFER.c.mall_id,
    TRANSFER.c.client_id,
    TRANSFER.c.direction,
    TRANSFER.c.transfer_no,
)
Index("ix_file_transfer_state", TRANSFER.c.mall_id, TRANSFER.c.state, TRANSFER.c.direction)
Index("ix_file_transfer_created", TRANSFER.c.mall_id, TRANSFER.c.created_at)
partial_index(
    "ix_file_transfer_open",
    TRANSFER.c.mall_id,
    TRANSFER.c.transfer_no,
    where=TRANSFER.c.open == TRUE,
)

PART: Final = shop_table(
    "file_part",
    number("transfer_no"),
    number("part_no"),
    number("size"),
    text("content"),
    backup=left_behind("goes with its import or export"),
    undo=WORK_CONTINUES,
    personal_data=no_personal_data(
        "sealed; those of an import go when it ends, those of exports when a customer is erased"
    ),
    key=("transfer_no", "part_no"),
    wide=True,
)
"""`part_no`: from 1; the file of rejected rows of an import begins at `file_store.REJECTED_PART`.
`size`: bytes. `content`: base64, sealed.
"""

ERROR: Final = shop_table(
    "file_error",
    number("transfer_no"),
    number("error_no"),
    number("line"),
    text("field"),
    text("code"),
    text("message"),
    text("reason", later=True),
    backup=left_behind("goes with its import"),
    undo=WORK_CONTINUES,
    personal_data=no_personal_data(
        "numbers of products and orders; those of orders go when a customer is erased"
    ),
    key=("transfer_no", "error_no"),
    wide=True,
)
"""Rows of an imported file that are at fault. `code`: of the product or order of the row.

`message`: English; `reason`: its refusal and values, as `contract/refusal.py` encodes them.
"""

PLAN: Final = shop_table(
    "file_plan",
    number("transfer_no"),
    number("row_no"),
    number("line"),
    text("code"),
    text("outcome"),
    backup=left_behind("goes with its import"),
    undo=WORK_CONTINUES,
    personal_data=no_personal_data(
        "numbers of products and categories; names of customers go when one is erased"
    ),
    key=("transfer_no", "row_no"),
    wide=True,
)
"""What a dry run found of the first records of a file. `outcome`: new, changed or unchanged."""

PICTURE: Final = shop_table(
    "file_picture",
    number("transfer_no"),
    number("picture_no"),
    text("address"),
    text("paths"),
    text("failure"),
    backup=left_behind("goes with its import"),
    undo=WORK_CONTINUES,
    personal_data=no_personal_data("addresses of pictures of products"),
    key=("transfer_no", "picture_no"),
    wide=True,
)
"""Pictures that an import of products has fetched, in the order of the file. `paths`: JSON, the
stored pictures by size; empty where `failure` says why there are none.
"""
