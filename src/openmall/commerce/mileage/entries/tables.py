"""The table of the ledger: every change of a customer's points and credits, and its reason."""

from typing import Final, Literal

from sqlalchemy import Index, and_

from openmall.database.policies import blank, rows_of_member, with_mall
from openmall.database.schema import (
    EMPTY,
    NOTHING,
    fixed_text,
    flag,
    number,
    partial_index,
    shop_table,
    text,
)
from openmall.database.undo_policies import BALANCE_COUNTERED

Pot = Literal["points", "unavailable_points", "unavailable_coupon_points", "credits"]
"""The changed part of the balance, named as its column: available points, points pending the
confirmation of the purchase, points of coupons pending it, and credits.
"""

ENTRY: Final = shop_table(
    "mileage_entry",
    text("member_id"),
    number("shop_no"),
    number("entry_no"),
    text("pot"),
    number("amount"),
    number("balance"),
    number("remaining"),
    text("taken_from"),
    flag("used"),
    text("cause"),
    text("reason"),
    text("order_id"),
    number("order_date", null=True),
    number("issued_at"),
    number("available_at", null=True),
    number("expires_at", null=True),
    text("admin_id"),
    backup=with_mall(watched=True),
    undo=BALANCE_COUNTERED,
    personal_data=rows_of_member(blank("reason")),
    key=("member_id", "shop_no", "entry_no"),
    wide=True,
)
"""A row for every change, numbered from 1 for each customer in a shop; amounts in hundredths.

`balance`: the available points, or credits, after it. `used`: T when it counts as spent on an
order or returned from one. `cause`: the code answered as `case`. `available_at`: when pending
amounts become available; `expires_at`: when they expire; UTC seconds.

`remaining`: the remainder of the amount this row added; the remainders of a pot sum up to its
balance. `taken_from`: JSON of a spend on an order: the rows of its lots, and how much of each was
not returned.
"""

_E: Final = ENTRY.c
LEFT: Final = _E.remaining > NOTHING
MATURES: Final = and_(_E.available_at.is_not(None), LEFT, _E.pot != fixed_text("points"))
EXPIRES: Final = and_(_E.expires_at.is_not(None), LEFT)
OF_AN_ORDER: Final = _E.order_id != EMPTY
Index(
    "ix_mileage_entry_date",
    _E.mall_id,
    _E.shop_no,
    _E.pot,
    _E.issued_at,
    _E.member_id,
    _E.entry_no,
)
Index("ix_mileage_entry_member", _E.mall_id, _E.member_id, _E.shop_no, _E.pot, _E.issued_at)
partial_index(
    "ix_mileage_entry_remaining",
    _E.mall_id,
    _E.member_id,
    _E.shop_no,
    _E.pot,
    _E.entry_no,
    where=LEFT,
)
partial_index(
    "ix_mileage_entry_expires",
    _E.mall_id,
    _E.expires_at,
    where=EXPIRES,
)
partial_index(
    "ix_mileage_entry_available",
    _E.mall_id,
    _E.available_at,
    where=MATURES,
)
partial_index(
    "ix_mileage_entry_order",
    _E.mall_id,
    _E.order_id,
    where=OF_AN_ORDER,
)
