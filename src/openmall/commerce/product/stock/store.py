"""The rows of stock: quantities of variants, their ledger, and reservations."""

from collections.abc import Iterable
from typing import Any, Final, Literal

from msgspec import Struct
from sqlalchemy import (
    BigInteger,
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

from openmall.commerce.product.stock.tables import CHANGE, REMOVED, RESERVATION
from openmall.commerce.product.variants.store import VARIANT
from openmall.database.schema import TRUE
from openmall.database.session import Session
from openmall.database.statements import InList, Statement

ChangeReason = Literal["opening", "set", "import", "demo", "sale", "return", "removed"]
"""opening: present when the ledger began; set: by hand or by an app; import and demo: initial
stock; sale and return: by an order; removed: with the variant itself.
"""

EXPIRED_AT_ONCE: Final = 100
"""Expired reservations of a product that one transaction removes."""


class LedgerEntry(Struct, frozen=True, kw_only=True):
    """One change of a variant's quantity."""

    product_no: int
    variant_code: str
    quantity_before: int
    quantity_after: int
    why: ChangeReason
    reference: str = ""


class Reservation(Struct, frozen=True):
    """A reservation of a variant."""

    quantity: int
    counted: bool
    until: int


class VariantStock(Struct, frozen=True):
    """The stock of a variant, as selling needs it."""

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
_LOCK_STOCK: Final = Statement(
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
_ADD_CHANGE: Final = Statement(
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
_DELETED_VARIANTS: Final = Statement(
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
_FIND_RESERVATION: Final = Statement(select(_R.quantity, _R.counted, _R.until).where(*_ONE))
_SUM_RESERVED: Final = Statement(
    select(func.coalesce(func.sum(_R.quantity), 0)).where(
        *_OF_VARIANT, _R.counted == bindparam("counted"), _R.until > bindparam("now")
    )
)
_LATE: Final = RESERVATION.alias()
_DELETE_EXPIRED: Final = Statement(
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
            .limit(EXPIRED_AT_ONCE)
        ),
    )
)
_COUNT_EXPIRED: Final = Statement(
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
_ADD_RESERVATION: Final = Statement(
    insert(RESERVATION).values({c.name: bindparam(c.name) for c in RESERVATION.c})
)
_DELETE_RESERVATION: Final = Statement(delete(RESERVATION).where(*_ONE))
_DELETE_RESERVATIONS: Final = Statement(
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
_LEDGER_DIFFERENCES: Final = Statement(
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


async def variant_stock(db: Session, product_no: int, variant_code: str) -> VariantStock | None:
    """Return the stock of a variant and lock it until the transaction ends, or None."""
    row = await db.one(_LOCK_STOCK, product_no=product_no, variant_code=variant_code)
    return None if row is None else VariantStock(*row)


async def add_variants(
    db: Session, rows: list[dict[str, Any]], *, why: ChangeReason, reference: str, now: int
) -> None:
    """Add the stock of new variants with their opening quantities."""
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


async def set_quantities(db: Session, entries: Iterable[LedgerEntry], *, now: int) -> None:
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
    await add_to_ledger(db, entries, now=now)


async def add_to_ledger(db: Session, entries: Iterable[LedgerEntry], *, now: int) -> None:
    """Add changes of quantities to the ledger."""
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
        await db.many(_ADD_CHANGE, rows)


async def removed_codes(db: Session, product_nos: list[int]) -> set[str]:
    """Return the codes of removed variants of products, which are never given again."""
    return {row[0] for row in await db.all(_DELETED_VARIANTS, product_nos=product_nos)}


async def reservation(
    db: Session, product_no: int, variant_code: str, reference: str
) -> Reservation | None:
    """Return the reservation of a variant for `reference`."""
    row = await db.one(
        _FIND_RESERVATION, product_no=product_no, variant_code=variant_code, reference=reference
    )
    return None if row is None else Reservation(row[0], row[1] == "T", row[2])


async def reserved(db: Session, product_no: int, variant_code: str, *, now: int) -> int:
    """Return how many units of a variant are reserved, expired reservations apart."""
    row = await db.one(
        _SUM_RESERVED, product_no=product_no, variant_code=variant_code, counted="T", now=now
    )
    return 0 if row is None else int(row[0])


async def remove_expired(db: Session, product_no: int, *, now: int) -> int:
    """Remove some expired reservations of a product; return how many.

    At most RUN_OUT_AT_ONCE. The transaction has locked the product.
    """
    return await db.run(_DELETE_EXPIRED, product_no=product_no, now=now)


async def with_expired(db: Session, after: int, upto: int, *, now: int) -> list[tuple[int, int]]:
    """Return products with expired reservations, and the number of these."""
    rows = await db.all(_COUNT_EXPIRED, after=after, upto=upto, now=now)
    return [(product_no, number) for product_no, number in rows]


async def reserved_of(db: Session, product_no: int, *, now: int) -> dict[str, int]:
    """Return variant -> reserved units, of the variants of a product with reservations."""
    rows = await db.all(_SUMS, product_no=product_no, now=now)
    return {variant_code: int(total) for variant_code, total in rows}


async def add_reservation(
    db: Session, product_no: int, variant_code: str, reference: str, what: Reservation
) -> None:
    """Write a reservation of units of a variant for `reference`."""
    await db.run(
        _ADD_RESERVATION,
        product_no=product_no,
        variant_code=variant_code,
        reference=reference,
        quantity=what.quantity,
        counted="T" if what.counted else "F",
        until=what.until,
    )


async def remove_reservation(
    db: Session, product_no: int, variant_code: str, reference: str
) -> int:
    """Remove the reservation of `reference`; return how many there were: 1 or 0."""
    return await db.run(
        _DELETE_RESERVATION, product_no=product_no, variant_code=variant_code, reference=reference
    )


async def remove_reservations(db: Session, product_no: int, variant_codes: list[str]) -> None:
    """Remove all reservations of removed variants."""
    await db.run(_DELETE_RESERVATIONS, product_no=product_no, codes=variant_codes)


async def compared(db: Session, after: int, upto: int) -> list[tuple[int, str, int, int]]:
    """Return product number, variant, stored and ledger quantity, where the two may differ.

    Each statement reads one snapshot, so that a sale in between is no difference.
    """
    rows = await db.all(_LEDGER_DIFFERENCES, after=after, upto=upto)
    gone = await db.all(_WITHOUT_VARIANT, after=after, upto=upto)
    # PostgreSQL sums to decimals
    return [
        *((no, code, stored, int(in_ledger)) for no, code, stored, in_ledger in rows),
        *((no, code, 0, int(in_ledger)) for no, code, in_ledger in gone),
    ]
