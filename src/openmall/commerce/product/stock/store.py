"""The rows of stock: quantities of variants, their ledger, and reservations."""

from collections.abc import Iterable, Sequence
from typing import Any, Final, Literal

from msgspec import Struct
from sqlalchemy import (
    BigInteger,
    String,
    Text,
    and_,
    bindparam,
    delete,
    exists,
    func,
    insert,
    not_,
    select,
    tuple_,
    update,
)

from openmall.commerce.product.products.tables import PRODUCT
from openmall.commerce.product.stock.tables import CHANGE, REMOVED, RESERVATION
from openmall.commerce.product.variants import codes
from openmall.commerce.product.variants.store import VARIANT
from openmall.database.schema import TRUE
from openmall.database.session import Session
from openmall.database.statements import InList, KeyList, Statement

ChangeReason = Literal["opening", "set", "import", "demo", "sale", "return", "removed"]
"""opening: present when the ledger began; set: by hand or by an app; import and demo: initial
stock; sale and return: by an order; removed: with the variant itself.
"""

EXPIRED_AT_ONCE: Final = 100
"""Expired reservations that one transaction removes."""


class LedgerEntry(Struct, frozen=True, kw_only=True):
    """One change of a variant's quantity."""

    product_no: int
    variant_code: str
    quantity_before: int
    quantity_after: int
    why: ChangeReason
    reference: str = ""


class Held(Struct, frozen=True):
    """The key of a reservation: the variant, and what it is reserved for."""

    variant_code: str
    reference: str


class Reservation(Struct, frozen=True):
    """The units of a reservation."""

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
_KEY: Final = ("product_no", "variant_code")
_LISTED: Final = ("product_nos", "variant_codes")
_LOCK_STOCK: Final = Statement(
    # a row is locked in each language of its product before the next one, and the product before
    # the variant: in the order in which everybody locks them
    select(
        _V.variant_code,
        _V.quantity,
        _V.safety_inventory,
        _V.use_inventory,
        _V.display_soldout,
    )
    .select_from(
        PRODUCT.join(
            VARIANT, and_(_V.mall_id == PRODUCT.c.mall_id, _V.product_no == PRODUCT.c.product_no)
        )
    )
    .where(
        PRODUCT.c.mall_id == bindparam("mall_id"),
        KeyList([_V[name] for name in _KEY], _LISTED),
    )
    .order_by(PRODUCT.c.product_no, PRODUCT.c.shop_no, _V.variant_code)
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
_THESE: Final = (
    _R.mall_id == bindparam("mall_id"),
    KeyList([_R[name] for name in (*_KEY, "reference")], (*_LISTED, "references")),
)
_FIND_RESERVATIONS: Final = Statement(
    select(_R.variant_code, _R.reference, _R.quantity, _R.counted, _R.until).where(*_THESE)
)
_SUM_RESERVED: Final = Statement(
    select(_R.variant_code, func.sum(_R.quantity))
    .where(
        _R.mall_id == bindparam("mall_id"),
        KeyList([_R[name] for name in _KEY], _LISTED),
        _R.counted == TRUE,
        _R.until > bindparam("now"),
        not_(InList(_R.reference, "but")),
    )
    .group_by(_R.variant_code)
)
_ANY_EXPIRED: Final = Statement(
    select(_R.until)
    .where(_R.mall_id == bindparam("mall_id"), _R.until <= bindparam("now"))
    .limit(1)
)
_RESERVATION_KEY: Final = (*_KEY, "reference")
_DELETE_EXPIRED: Final = Statement(
    delete(RESERVATION).where(
        _R.mall_id == bindparam("mall_id"),
        tuple_(*(_R[name] for name in _RESERVATION_KEY)).in_(
            select(*(_R[name] for name in _RESERVATION_KEY))
            .where(_R.mall_id == bindparam("mall_id"), _R.until <= bindparam("now"))
            .limit(EXPIRED_AT_ONCE)
            .with_for_update(skip_locked=True)
            .correlate(None)
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
_PUT_RESERVATION: Final = Statement(
    lambda insert: (
        adding := insert(RESERVATION).values({c.name: bindparam(c.name) for c in RESERVATION.c})
    ).on_conflict_do_update(
        index_elements=["mall_id", *_KEY, "reference"],
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


async def lock_stock(db: Session, variant_codes: Iterable[str]) -> dict[str, VariantStock]:
    """Lock variants and their products until the transaction ends; return the stock of each.

    In the order in which every call locks them, and without variants that do not exist.
    """
    rows = await db.all(_LOCK_STOCK, **_keys(variant_codes))
    return {row[0]: VariantStock(*row[1:]) for row in rows}


def _keys(variant_codes: Iterable[str]) -> dict[str, list[Any]]:
    listed = list(variant_codes)
    return {
        "product_nos": [codes.product_no(code) for code in listed],
        "variant_codes": listed,
    }


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
    last = {each.variant_code: each for each in entries}
    await db.defer(
        _SET,
        [
            {
                "product_no": each.product_no,
                "variant_code": each.variant_code,
                "quantity": each.quantity_after,
            }
            for each in last.values()
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
    # the number of an entry follows from the one before it
    together = len({row["variant_code"] for row in rows}) == len(rows)
    await (db.defer if together else db.many)(_ADD_CHANGE, rows)


async def removed_codes(db: Session, product_nos: list[int]) -> set[str]:
    """Return the codes of removed variants of products, which are never given again."""
    return {row[0] for row in await db.all(_DELETED_VARIANTS, product_nos=product_nos)}


async def reservations(db: Session, held: Sequence[Held]) -> dict[Held, Reservation]:
    """Return those of these reservations that there are."""
    rows = await db.all(_FIND_RESERVATIONS, **_held_keys(held))
    return {Held(*row[:2]): Reservation(row[2], row[3] == "T", row[4]) for row in rows}


def _held_keys(held: Sequence[Held]) -> dict[str, list[Any]]:
    return {
        **_keys(each.variant_code for each in held),
        "references": [each.reference for each in held],
    }


async def reserved(
    db: Session, variant_codes: Iterable[str], *, now: int, but: Iterable[str] = ()
) -> dict[str, int]:
    """Return how many units of each variant are reserved, expired reservations apart.

    `but`: references whose reservations do not count. Variants without any are left out.
    """
    rows = await db.all(_SUM_RESERVED, **_keys(variant_codes), now=now, but=list(but))
    return {variant_code: int(total) for variant_code, total in rows}


async def any_expired(db: Session, *, now: int) -> bool:
    """Return whether a reservation of the mall has expired."""
    return await db.one(_ANY_EXPIRED, now=now) is not None


async def remove_expired(db: Session, *, now: int) -> int:
    """Remove some expired reservations of the mall; return how many."""
    return await db.run(_DELETE_EXPIRED, now=now)


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
