"""The tables of stock: the ledger of quantities, and reservations."""

from typing import Final

from sqlalchemy import BigInteger, ColumnElement, FromClause, bindparam, cast, func, select

from openmall.database.policies import WITH_MALL, no_personal_data
from openmall.database.schema import (
    TRUE,
    flag,
    number,
    partial_index,
    shop_table,
    text,
)
from openmall.database.undo_policies import Countered, Refused

CHANGE: Final = shop_table(
    "stock_change",
    number("product_no"),
    text("variant_code"),
    number("entry_no"),
    number("quantity_before"),
    number("quantity_after"),
    text("reason"),
    flag("last"),
    text("reference"),
    number("changed_at"),
    text("actor", later=True),
    text("note", later=True),
    backup=WITH_MALL,
    undo=Countered("stock becomes what it was by entries of its ledger"),
    personal_data=no_personal_data(
        "how many units came and went; its reference is the number of an order or of an app, its"
        " actor the user id of a manager"
    ),
    key=("product_no", "variant_code", "entry_no"),
)
"""The ledger: a row for every change of a quantity, numbered from 1 for each variant.

`last`: T when the variant was removed with it. `actor`: who changed it by hand in the back office.
"""

REMOVED: Final = CHANGE.c.last == TRUE
partial_index(
    "ix_stock_change_removed",
    CHANGE.c.mall_id,
    CHANGE.c.product_no,
    CHANGE.c.variant_code,
    where=REMOVED,
)

RESERVATION: Final = shop_table(
    "stock_reservation",
    number("product_no"),
    text("variant_code"),
    text("reference"),
    number("quantity"),
    flag("counted"),
    number("until"),
    backup=WITH_MALL,
    undo=Refused("it reserved stock"),
    personal_data=no_personal_data(
        "how many units came and went; its reference is the number of an order or of an app"
    ),
    key=("product_no", "variant_code", "reference"),
)
"""Units reserved for a buyer; `counted`: F when the variant did not count its stock then."""


def units_held(variant: FromClause) -> ColumnElement[int]:
    """Return the reserved units of the row's `variant`, as a column of a select.

    Those of an expired reservation count until it is removed (`reservation_expiry.py`).
    """
    units = (
        select(func.coalesce(func.sum(RESERVATION.c.quantity), 0))
        .where(
            RESERVATION.c.mall_id == bindparam("mall_id"),
            RESERVATION.c.product_no == variant.c.product_no,
            RESERVATION.c.variant_code == variant.c.variant_code,
            RESERVATION.c.counted == TRUE,
        )
        .scalar_subquery()
    )
    return cast(units, BigInteger())
