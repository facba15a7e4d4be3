"""The tables of discount codes: the codes, and the ledger of their uses."""

from typing import Final

from sqlalchemy import Index

from openmall.commerce.promotion.discount_codes.shape import DiscountCode
from openmall.contract.crud.json_row import Documents
from openmall.database.policies import WITH_MALL, no_personal_data, rows_of_member
from openmall.database.schema import number, shop_table, text
from openmall.database.undo_policies import CUSTOMERS_CHANGED, Reverted

CODE: Final = shop_table(
    "discount_code",
    number("discount_code_no"),
    number("shop_no"),
    text("code_key"),
    text("discount_code"),
    text("discount_code_name"),
    number("created_date"),
    number("available_start_date"),
    number("available_end_date"),
    number("available_issue_count"),
    number("used"),
    text("detail"),
    backup=WITH_MALL,
    undo=Reverted(derived=("used",)),
    personal_data=no_personal_data("what a shop offers, and how"),
    key=("discount_code_no",),
    wide=True,
)
"""`code_key`: the code in capitals, by which it is found. `used`: number of uses that were not
given back.
"""
Index("uq_discount_code_key", CODE.c.mall_id, CODE.c.shop_no, CODE.c.code_key, unique=True)
for _name in (
    "discount_code_name",
    "created_date",
    "available_start_date",
    "available_end_date",
):
    Index(
        f"ix_discount_code_{_name}",
        CODE.c.mall_id,
        CODE.c.shop_no,
        CODE.c[_name],
        CODE.c.discount_code_no,
    )

CODES: Final = Documents(
    DiscountCode,
    CODE,
    moments=("created_date", "available_start_date", "available_end_date"),
    elsewhere=("issued_count",),
)

USE: Final = shop_table(
    "discount_code_use",
    text("order_id"),
    number("discount_code_no"),
    text("member_id"),
    number("discount"),
    number("used_at"),
    number("restored_at", null=True),
    backup=WITH_MALL,
    undo=CUSTOMERS_CHANGED,
    personal_data=rows_of_member(),
    key=("order_id",),
)
"""The ledger: a row for each order that a code was used for. `discount`: hundredths.
`member_id`: empty for a guest.
"""
Index("ix_discount_code_use_member", USE.c.mall_id, USE.c.discount_code_no, USE.c.member_id)
