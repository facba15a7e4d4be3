"""The tables of restock notices: which customers wait, and for which stock."""

from typing import Final

from sqlalchemy import Index

from openmall.database.policies import no_personal_data, rows_of_member, with_mall
from openmall.database.schema import number, partial_index, shop_table, text
from openmall.database.undo_policies import CUSTOMER_ITEMS_LOST

REQUEST: Final = shop_table(
    "restock_request",
    number("shop_no"),
    number("product_no"),
    text("variant_code"),
    text("member_id"),
    text("email"),
    number("request_no"),
    number("created_at"),
    number("expires_at"),
    number("notified_at", null=True),
    backup=with_mall(watched=True),
    undo=CUSTOMER_ITEMS_LOST,
    personal_data=rows_of_member(),
    deleted_with=("product", "customer"),
    key=("shop_no", "product_no", "variant_code", "member_id", "email"),
)
"""Who asked to be told when something is back in stock. `variant_code` empty: any variant.

`member_id`: empty for a guest, of whom only `email` is known; `email` is empty for a member.
`notified_at`: when the notice was written; null: it is waited for. UTC seconds by the mall's clock.
"""
_R: Final = REQUEST.c
WAITS: Final = _R.notified_at.is_(None)
partial_index(
    "ix_restock_request_waiting",
    _R.mall_id,
    _R.shop_no,
    _R.product_no,
    _R.variant_code,
    _R.created_at,
    _R.request_no,
    where=WAITS,
)
Index("ix_restock_request_number", _R.mall_id, _R.request_no)
Index("ix_restock_request_member", _R.mall_id, _R.member_id, _R.email)
Index("ix_restock_request_expiry", _R.mall_id, _R.expires_at)

TARGET: Final = shop_table(
    "restock_target",
    number("shop_no"),
    number("product_no"),
    text("variant_code"),
    number("due_at", null=True),
    backup=with_mall(watched=True),
    undo=CUSTOMER_ITEMS_LOST,
    personal_data=no_personal_data("products and variants with requests for a notice"),
    deleted_with=("product",),
    key=("shop_no", "product_no", "variant_code"),
)
"""A product or variant with requests. `due_at`: from when a worker sends notices; null: not now."""
_T: Final = TARGET.c
DUE: Final = _T.due_at.isnot(None)
partial_index("ix_restock_target_due", _T.mall_id, _T.due_at, where=DUE)
Index("ix_restock_target_product", _T.mall_id, _T.product_no)
