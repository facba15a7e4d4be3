"""The rows of stock: the quantity of each variant, why it changed, and who has some put by."""

from collections.abc import Iterable
from typing import Any, Final, Literal

from msgspec import Struct
from sqlalchemy import (
    BigInteger,
    Index,
    String,
    Text,
    bindparam,
    delete,
    exists,
    func,
    insert,
    select,
    tuple_,
    update,
)

from openmall.areas.product.variants.store import VARIANT
from openmall.database.schema import TRUE, flag, number, shop_table, text
from openmall.database.session import Session
from openmall.database.statements import InList, Statement

Why = Literal["opening", "set", "import", "demo", "sale", "return", "removed"]
"""opening: there when the ledger began; set: by hand or by an app; import and demo: filled in;
sale and return: by an order; removed: with the variant itself."""

CHANGE: Final = shop_table(
    "stock_change",
    number("product_no"),
    text("variant_code"),
    number("entry_no"),
    number("quantity_before"),
    number("quantity_after"),
    text("why"),
    flag("last"),
    text("reference"),
    number("changed_at"),
    key=("product_no", "variant_code", "entry_no"),
)
"""The ledger: a row for every change of a quantity, numbered from 1 for each variant.

`last`: T when the variant was removed with it.
"""

REMOVED: Final = CHANGE.c.last == TRUE
Index(
    "ix_stock_change_removed",
    CHANGE.c.mall_id,
    CHANGE.c.product_no,
    CHANGE.c.variant_code,
    sqlite_where=REMOVED,
    postgresql_where=REMOVED,
)

RESERVATION: Final = shop_table(
    "stock_reservation",
    number("product_no"),
    text("variant_code"),
    text("reference"),
    number("quantity"),
    flag("counted"),
    number("until"),
    key=("product_no", "variant_code", "reference"),
)
"""Units put by for a buyer; `counted`: F when the variant did not count its stock then."""

RUN_OUT_AT_ONCE: Final = 100
"""Reservations of a product that one transaction lets go of because their time is over."""


class Entry(Struct, frozen=True, kw_only=True):
    """One change of a variant's quantity."""

    product_no: int
    variant_code: str
    quantity_before: int
    quantity_after: int
    why: Why
    reference: str = ""


class Held(Struct, frozen=True):
    """What somebody has put by."""

    quantity: int
    counted: bool
    until: int


class Shelf(Struct, frozen=True):
    """A variant as whoever wants to sell it sees it."""

    quantity: int
    safety_inventory: int
    use_inventory: str
    display_soldout: str


_V: Final = VARIANT.c
_THIS: Final = (
    _V.mall_id == bindparam("mall_id"),
    _V.product_no == bindparam("product_no"),
    _V.variant_code == bindparam("variant_code"),
)
_SHELF: Final = Statement(
    select(_V.quantity, _V.safety_inventory, _V.use_inventory, _V.display_soldout)
    .where(*_THIS)
    .with_for_update()
)
_SET: Final = Statement(update(VARIANT).where(*_THIS).values(quantity=bindparam("quantity")))
_ADD: Final = Statement(insert(VARIANT).values({c.name: bindparam(c.name) for c in VARIANT.c}))
_OPEN: Final = Statement(insert(CHANGE).values({c.name: bindparam(c.name) for c in CHANGE.c}))

_AGAIN: Final = CHANGE.alias()
_LAST: Final = (
    select(_AGAIN.c.entry_no)
    .where(
        _AGAIN.c.mall_id == bindparam("mall_id", type_=String()),
        _AGAIN.c.product_no == bindparam("product_no", type_=BigInteger()),
        _AGAIN.c.variant_code == bindparam("variant_code", type_=Text()),
    )
    .order_by(_AGAIN.c.entry_no.desc())
    .limit(1)
    .scalar_subquery()
)
_WRITE_DOWN: Final = Statement(
    # inline: it would else give back the number it finds, and SQLite would stop at the first row
    insert(CHANGE)
    .inline()
    .values(
        {
            **{c.name: bindparam(c.name) for c in CHANGE.c},
            "entry_no": func.coalesce(_LAST, 0) + 1,
        }
    )
)
_GONE: Final = Statement(
    select(CHANGE.c.variant_code).where(
        CHANGE.c.mall_id == bindparam("mall_id"),
        InList(CHANGE.c.product_no, "product_nos"),
        REMOVED,
    )
)

_R: Final = RESERVATION.c
_OF_VARIANT: Final = (
    _R.mall_id == bindparam("mall_id"),
    _R.product_no == bindparam("product_no"),
    _R.variant_code == bindparam("variant_code"),
)
_ONE: Final = (*_OF_VARIANT, _R.reference == bindparam("reference"))
_HELD: Final = Statement(select(_R.quantity, _R.counted, _R.until).where(*_ONE))
_SUM: Final = Statement(
    select(func.coalesce(func.sum(_R.quantity), 0)).where(
        *_OF_VARIANT, _R.counted == bindparam("counted"), _R.until > bindparam("now")
    )
)
_LATE: Final = RESERVATION.alias()
_RUN_OUT: Final = Statement(
    delete(RESERVATION).where(
        _R.mall_id == bindparam("mall_id"),
        _R.product_no == bindparam("product_no"),
        tuple_(_R.variant_code, _R.reference).in_(
            select(_LATE.c.variant_code, _LATE.c.reference)
            .where(
                _LATE.c.mall_id == bindparam("mall_id"),
                _LATE.c.product_no == bindparam("product_no"),
                _LATE.c.until <= bindparam("now"),
            )
            .limit(RUN_OUT_AT_ONCE)
        ),
    )
)
_WITH_RUN_OUT: Final = Statement(
    select(_R.product_no, func.count())
    .where(
        _R.mall_id == bindparam("mall_id"),
        _R.product_no > bindparam("after"),
        _R.product_no <= bindparam("upto"),
        _R.until <= bindparam("now"),
    )
    .group_by(_R.product_no)
    .order_by(_R.product_no)
)
_SUMS: Final = Statement(
    select(_R.variant_code, func.sum(_R.quantity))
    .where(
        _R.mall_id == bindparam("mall_id"),
        _R.product_no == bindparam("product_no"),
        _R.counted == TRUE,
        _R.until > bindparam("now"),
    )
    .group_by(_R.variant_code)
)
_HOLD: Final = Statement(
    insert(RESERVATION).values({c.name: bindparam(c.name) for c in RESERVATION.c})
)
_LET_GO: Final = Statement(delete(RESERVATION).where(*_ONE))
_LET_ALL_GO: Final = Statement(
    delete(RESERVATION).where(
        _R.mall_id == bindparam("mall_id"),
        InList(_R.variant_code, "codes"),
        _R.product_no == bindparam("product_no"),
    )
)

_C: Final = CHANGE.c
_TOTAL: Final = (
    select(func.sum(_AGAIN.c.quantity_after - _AGAIN.c.quantity_before))
    .where(
        _AGAIN.c.mall_id == _V.mall_id,
        _AGAIN.c.product_no == _V.product_no,
        _AGAIN.c.variant_code == _V.variant_code,
    )
    .scalar_subquery()
)
_COMPARED: Final = Statement(
    select(_V.product_no, _V.variant_code, _V.quantity, func.coalesce(_TOTAL, 0))
    .where(
        _V.mall_id == bindparam("mall_id"),
        _V.product_no > bindparam("after"),
        _V.product_no <= bindparam("upto"),
    )
    .order_by(_V.product_no, _V.variant_code)
)
_WITHOUT_VARIANT: Final = Statement(
    select(_C.product_no, _C.variant_code, func.sum(_C.quantity_after - _C.quantity_before))
    .where(
        _C.mall_id == bindparam("mall_id"),
        _C.product_no > bindparam("after"),
        _C.product_no <= bindparam("upto"),
        ~exists().where(
            _V.mall_id == _C.mall_id,
            _V.product_no == _C.product_no,
            _V.variant_code == _C.variant_code,
        ),
    )
    .group_by(_C.product_no, _C.variant_code)
    .having(func.sum(_C.quantity_after - _C.quantity_before) != 0)
)


async def shelf(db: Session, product_no: int, variant_code: str) -> Shelf | None:
    """Return a variant and lock it until the transaction ends; None when there is none."""
    row = await db.one(_SHELF, product_no=product_no, variant_code=variant_code)
    return None if row is None else Shelf(*row)


async def add_variants(
    db: Session, rows: list[dict[str, Any]], *, why: Why, reference: str, now: int
) -> None:
    """Put new variants on the shelf with the quantities they begin with."""
    if not rows:
        return
    await db.many(_ADD, rows)
    first = [
        {
            "product_no": row["product_no"],
            "variant_code": row["variant_code"],
            "entry_no": 1,
            "quantity_before": 0,
            "quantity_after": row["quantity"],
            "why": why,
            "last": "F",
            "reference": reference,
            "changed_at": now,
        }
        for row in rows
        if row["quantity"]
    ]
    if first:
        await db.many(_OPEN, first)


async def set_quantities(db: Session, entries: Iterable[Entry], *, now: int) -> None:
    """Change the quantity of variants that the transaction has locked."""
    entries = list(entries)
    if not entries:
        return
    await db.many(
        _SET,
        [
            {
                "product_no": each.product_no,
                "variant_code": each.variant_code,
                "quantity": each.quantity_after,
            }
            for each in entries
        ],
    )
    await write_down(db, entries, now=now)


async def write_down(db: Session, entries: Iterable[Entry], *, now: int) -> None:
    """Add to the ledger what happened to quantities."""
    rows = [
        {
            "product_no": each.product_no,
            "variant_code": each.variant_code,
            "quantity_before": each.quantity_before,
            "quantity_after": each.quantity_after,
            "why": each.why,
            "last": "T" if each.why == "removed" else "F",
            "reference": each.reference,
            "changed_at": now,
        }
        for each in entries
    ]
    if rows:
        await db.many(_WRITE_DOWN, rows)


async def removed_codes(db: Session, product_nos: list[int]) -> set[str]:
    """Return the codes of variants that products used to have: no other variant gets them."""
    return {row[0] for row in await db.all(_GONE, product_nos=product_nos)}


async def held(db: Session, product_no: int, variant_code: str, reference: str) -> Held | None:
    """Return what `reference` has put by of a variant."""
    row = await db.one(_HELD, product_no=product_no, variant_code=variant_code, reference=reference)
    return None if row is None else Held(row[0], row[1] == "T", row[2])


async def reserved(db: Session, product_no: int, variant_code: str, *, now: int) -> int:
    """Return how many units of a variant are put by for longer than until now."""
    row = await db.one(_SUM, product_no=product_no, variant_code=variant_code, counted="T", now=now)
    return 0 if row is None else int(row[0])


async def run_out(db: Session, product_no: int, *, now: int) -> int:
    """Let go of some reservations of a product whose time is over; return how many there were.

    At most RUN_OUT_AT_ONCE. The transaction has locked the product.
    """
    return await db.run(_RUN_OUT, product_no=product_no, now=now)


async def with_run_out(db: Session, after: int, upto: int, *, now: int) -> list[tuple[int, int]]:
    """Return products with reservations whose time is over, and how many each has."""
    rows = await db.all(_WITH_RUN_OUT, after=after, upto=upto, now=now)
    return [(product_no, number) for product_no, number in rows]


async def reserved_of(db: Session, product_no: int, *, now: int) -> dict[str, int]:
    """Return how many units are put by of each variant of a product of which some are."""
    rows = await db.all(_SUMS, product_no=product_no, now=now)
    return {variant_code: int(total) for variant_code, total in rows}


async def hold(db: Session, product_no: int, variant_code: str, reference: str, what: Held) -> None:
    """Put units of a variant by for `reference`."""
    await db.run(
        _HOLD,
        product_no=product_no,
        variant_code=variant_code,
        reference=reference,
        quantity=what.quantity,
        counted="T" if what.counted else "F",
        until=what.until,
    )


async def let_go(db: Session, product_no: int, variant_code: str, reference: str) -> int:
    """Put units back that `reference` had put by; return whether there were any: 1 or 0."""
    return await db.run(
        _LET_GO, product_no=product_no, variant_code=variant_code, reference=reference
    )


async def let_all_go(db: Session, product_no: int, variant_codes: list[str]) -> None:
    """Forget what anybody had put by of variants that are removed."""
    await db.run(_LET_ALL_GO, product_no=product_no, codes=variant_codes)


async def compared(db: Session, after: int, upto: int) -> list[tuple[int, str, int, int]]:
    """Return product number, variant, kept quantity and the ledger's, where the two may differ.

    Each of the two statements sees one moment, so that a sale in between is no difference.
    """
    rows = await db.all(_COMPARED, after=after, upto=upto)
    gone = await db.all(_WITHOUT_VARIANT, after=after, upto=upto)
    # PostgreSQL sums to decimals
    return [
        *((no, code, kept, int(told)) for no, code, kept, told in rows),
        *((no, code, 0, int(told)) for no, code, told in gone),
    ]
