"""The rows of reservations."""

from collections.abc import Iterable, Sequence
from typing import Final

from msgspec import Struct
from sqlalchemy import (
    BigInteger,
    ColumnElement,
    FromClause,
    bindparam,
    cast,
    delete,
    func,
    not_,
    select,
)

from openmall.access.malls.due_malls import OWN_NOW, malls_with
from openmall.commerce.product.stock.store import KEY, LISTED, keys
from openmall.commerce.product.stock_tables import RESERVATION
from openmall.commerce.product.variants import codes
from openmall.database.schema import TRUE
from openmall.database.session import Session
from openmall.database.statements import InList, KeyList, Statement

EXPIRED_AT_ONCE: Final = 100
"""Variants whose expired reservations one transaction removes."""


class Held(Struct, frozen=True):
    """The key of a reservation: the variant, and what it is reserved for."""

    variant_code: str
    reference: str


class Reservation(Struct, frozen=True):
    """The units of a reservation."""

    quantity: int
    counted: bool
    until: int


_R: Final = RESERVATION.c
_RESERVATION_KEY: Final = (*KEY, "reference")
_THESE: Final = (
    _R.mall_id == bindparam("mall_id"),
    KeyList([_R[name] for name in _RESERVATION_KEY], (*LISTED, "references")),
)
_FIND_RESERVATIONS: Final = Statement(
    select(_R.variant_code, _R.reference, _R.quantity, _R.counted, _R.until).where(*_THESE)
)
_SUM_RESERVED: Final = Statement(
    select(_R.variant_code, func.sum(_R.quantity))
    .where(
        _R.mall_id == bindparam("mall_id"),
        KeyList([_R[name] for name in KEY], LISTED),
        _R.counted == TRUE,
        _R.until > bindparam("now"),
        not_(InList(_R.reference, "but")),
    )
    .group_by(_R.variant_code)
)
_EXPIRED: Final = Statement(
    select(_R.variant_code, func.min(_R.reference))
    .where(_R.mall_id == bindparam("mall_id"), _R.until <= bindparam("now"))
    .group_by(_R.variant_code)
    .order_by(_R.variant_code)
    .limit(bindparam("most"))
)
MALLS_WITH_EXPIRED: Final = malls_with(RESERVATION, _R.until <= OWN_NOW)
_DELETE_EXPIRED: Final = Statement(
    delete(RESERVATION).where(
        _R.mall_id == bindparam("mall_id"),
        InList(_R.product_no, "product_nos"),
        _R.until <= bindparam("now"),
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
_PUT_RESERVATION: Final = Statement(
    lambda insert: (
        adding := insert(RESERVATION).values({c.name: bindparam(c.name) for c in RESERVATION.c})
    ).on_conflict_do_update(
        index_elements=["mall_id", *KEY, "reference"],
        set_={name: adding.excluded[name] for name in ("quantity", "counted", "until")},
    )
)
_DELETE_THESE: Final = Statement(delete(RESERVATION).where(*_THESE))
_DELETE_RESERVATIONS: Final = Statement(
    delete(RESERVATION).where(
        _R.mall_id == bindparam("mall_id"),
        InList(_R.variant_code, "codes"),
        _R.product_no == bindparam("product_no"),
    )
)


def reserved_units(variant: FromClause) -> ColumnElement[int]:
    """Return the units of the row's `variant` that are reserved `now`, as a column of a select."""
    units = (
        select(func.coalesce(func.sum(_R.quantity), 0))
        .where(
            _R.mall_id == bindparam("mall_id"),
            _R.product_no == variant.c.product_no,
            _R.variant_code == variant.c.variant_code,
            _R.counted == TRUE,
            _R.until > bindparam("now"),
        )
        .scalar_subquery()
    )
    return cast(units, BigInteger())


async def reservations(db: Session, held: Sequence[Held]) -> dict[Held, Reservation]:
    """Return those of these reservations that there are."""
    rows = await db.all(_FIND_RESERVATIONS, **_held_keys(held))
    return {Held(*row[:2]): Reservation(row[2], row[3] == "T", row[4]) for row in rows}


def _held_keys(held: Sequence[Held]) -> dict[str, list[str] | list[int]]:
    return {
        **keys(each.variant_code for each in held),
        "references": [each.reference for each in held],
    }


async def reserved(
    db: Session, variant_codes: Iterable[str], *, now: int, but: Iterable[str] = ()
) -> dict[str, int]:
    """Return how many units of each variant are reserved, expired reservations apart.

    `but`: references whose reservations do not count. Variants without any are left out.
    """
    rows = await db.all(_SUM_RESERVED, **keys(variant_codes), now=now, but=list(but))
    return {variant_code: int(total) for variant_code, total in rows}


async def expired(db: Session, *, now: int) -> list[Held]:
    """Return an expired reservation of each of some variants of the mall, in order."""
    rows = await db.all(_EXPIRED, now=now, most=EXPIRED_AT_ONCE)
    return [Held(code, reference) for code, reference in rows]


async def remove_expired(db: Session, product_nos: Sequence[int], *, now: int) -> int:
    """Remove the expired reservations of products that are locked; return how many."""
    return await db.run(_DELETE_EXPIRED, product_nos=list(product_nos), now=now)


async def with_expired(db: Session, after: int, upto: int, *, now: int) -> list[tuple[int, int]]:
    """Return products with expired reservations, and the number of these."""
    rows = await db.all(_COUNT_EXPIRED, after=after, upto=upto, now=now)
    return [(product_no, number) for product_no, number in rows]


async def put_reservations(db: Session, held: dict[Held, Reservation]) -> None:
    """Write reservations of units of variants, in place of what their references reserved."""
    await db.defer(
        _PUT_RESERVATION,
        [
            {
                "product_no": codes.product_no(each.variant_code),
                "variant_code": each.variant_code,
                "reference": each.reference,
                "quantity": what.quantity,
                "counted": "T" if what.counted else "F",
                "until": what.until,
            }
            for each, what in held.items()
        ],
    )


async def remove_reservation(db: Session, held: Held) -> bool:
    """Remove a reservation; return whether there was one."""
    return bool(await db.run(_DELETE_THESE, **_held_keys([held])))


async def remove_these(db: Session, held: Sequence[Held]) -> None:
    """Remove these reservations."""
    await db.defer(_DELETE_THESE, [_held_keys(held)])


async def remove_reservations(db: Session, product_no: int, variant_codes: list[str]) -> None:
    """Remove all reservations of removed variants."""
    await db.run(_DELETE_RESERVATIONS, product_no=product_no, codes=variant_codes)
