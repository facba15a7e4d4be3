"""The rows of stock: quantities of variants, and their ledger."""

from collections.abc import Iterable, Sequence
from typing import Final, Literal

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
    or_,
    select,
    update,
)

from openmall.access.malls.tables import MALL
from openmall.commerce.product.products.tables import PRODUCT
from openmall.commerce.product.stock_tables import CHANGE, REMOVED
from openmall.commerce.product.variants import codes
from openmall.commerce.product.variants.store import VARIANT
from openmall.contract.params import Flag
from openmall.database.schema import NOTHING
from openmall.database.session import Session
from openmall.database.statements import InList, KeyList, Statement
from openmall.database.values import BoundValue

ManualReason = Literal["received", "counted", "damaged", "lost", "taken back", "corrected"]
"""Reasons that a manager chooses. received: a delivery; counted: the result of a count; taken back:
from a buyer, without an order here.
"""
ChangeReason = (
    Literal["opening", "set", "import", "demo", "sale", "return", "removed", "undone"]
    | ManualReason
)
"""opening: present when the ledger began; set: by hand or by an app; import and demo: initial
stock; sale and return: by an order; removed: with the variant itself; undone: against the entries
of a write that was undone, which the reference names.
"""


class LedgerEntry(Struct, frozen=True, kw_only=True):
    """One change of a variant's quantity."""

    product_no: int
    variant_code: str
    quantity_before: int
    quantity_after: int
    why: ChangeReason
    reference: str = ""
    actor: str = ""
    note: str = ""


class Movement(Struct, frozen=True, kw_only=True):
    """One change of a variant's quantity, as it stands in the ledger."""

    entry_no: int
    quantity_before: int
    quantity_after: int
    reason: ChangeReason
    reference: str
    """The order or order item of a sale and a return, the client id of an app."""
    changed_at: int
    """UTC epoch seconds."""
    actor: str
    """User id of the manager who changed it in the back office; else empty."""
    note: str


class VariantStock(Struct, frozen=True):
    """The stock of a variant, as selling needs it, and what its product shows of it."""

    quantity: int
    safety_inventory: int
    use_inventory: Flag
    display_soldout: Flag
    sold_out: frozenset[Flag] = frozenset()
    """What `sold_out` of the product is in the shops of the mall."""
    limited: bool = False
    """A shop has limits of quantities: fewer units may be too few to be bought."""

    def is_stale(self, units_left: int | None) -> bool:
        """Return whether `sold_out` of the product may not be right any more.

        `units_left`: that can be bought; None: more than before.
        """
        if units_left is None or units_left > 0:
            return "T" in self.sold_out
        return "F" in self.sold_out


_V: Final = VARIANT.c
_THIS: Final = (
    _V.mall_id == bindparam("mall_id"),
    _V.product_no == bindparam("product_no"),
    _V.variant_code == bindparam("variant_code"),
)
KEY: Final = ("product_no", "variant_code")
LISTED: Final = ("product_nos", "variant_codes")
_LIMITS: Final = ('%"minimum_quantity":%', '%"buy_unit":%')
"""Fields that a document has where they are not the defaults; quotes within texts are escaped."""
_LOCK_STOCK: Final = Statement(
    # a row is locked in each language of its product before the next one, and the product before
    # the variant: in the order in which everybody locks them
    select(
        _V.variant_code,
        _V.quantity,
        _V.safety_inventory,
        _V.use_inventory,
        _V.display_soldout,
        PRODUCT.c.sold_out,
        or_(*(PRODUCT.c.listed.like(each) for each in _LIMITS)),
    )
    .select_from(
        PRODUCT.join(
            VARIANT, and_(_V.mall_id == PRODUCT.c.mall_id, _V.product_no == PRODUCT.c.product_no)
        )
    )
    .where(
        PRODUCT.c.mall_id == bindparam("mall_id"),
        KeyList([_V[name] for name in KEY], LISTED),
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
    # of the mall's own row: Citus takes no query among the values, and sends this to one server
    insert(CHANGE).from_select(
        [c.name for c in CHANGE.c],
        select(
            *(
                MALL.c.mall_id
                if c.name == "mall_id"
                else func.coalesce(_LAST, NOTHING) + 1
                if c.name == "entry_no"
                else bindparam(c.name, type_=c.type)
                for c in CHANGE.c
            )
        ).where(MALL.c.mall_id == bindparam("mall_id")),
        include_defaults=False,
    )
)
_MOVEMENTS: Final = Statement(
    select(*(CHANGE.c[name] for name in Movement.__struct_fields__))
    .where(
        CHANGE.c.mall_id == bindparam("mall_id"),
        CHANGE.c.product_no == bindparam("product_no"),
        CHANGE.c.variant_code == bindparam("variant_code"),
    )
    .order_by(CHANGE.c.entry_no.desc())
    .limit(bindparam("limit"))
    .offset(bindparam("offset"))
)
_DELETED_VARIANTS: Final = Statement(
    select(CHANGE.c.variant_code).where(
        CHANGE.c.mall_id == bindparam("mall_id"),
        InList(CHANGE.c.product_no, "product_nos"),
        REMOVED,
    )
)
_FORGET: Final = Statement(
    delete(CHANGE).where(
        CHANGE.c.mall_id == bindparam("mall_id"), InList(CHANGE.c.product_no, "product_nos")
    )
)

_C: Final = CHANGE.c
_TOTAL: Final = (
    select(func.sum(_AGAIN.c.quantity_after - _AGAIN.c.quantity_before))
    .where(
        _AGAIN.c.mall_id == bindparam("mall_id"),
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
    found: dict[str, VariantStock] = {}
    # one row for each shop
    for row in await db.all(_LOCK_STOCK, **keys(variant_codes)):
        code, sold_out, limited = row[0], row[5], bool(row[6])
        here = found.get(code)
        found[code] = VariantStock(
            quantity=row[1],
            safety_inventory=row[2],
            use_inventory=row[3],
            display_soldout=row[4],
            sold_out=frozenset({sold_out, *(here.sold_out if here else ())}),
            limited=limited or (here is not None and here.limited),
        )
    return found


def keys(variant_codes: Iterable[str]) -> dict[str, list[str] | list[int]]:
    """Return variants as the lists of `KeyList(KEY, LISTED)`."""
    listed = list(variant_codes)
    return {
        "product_nos": [codes.product_no(code) for code in listed],
        "variant_codes": listed,
    }


async def add_variants(
    db: Session, rows: list[dict[str, BoundValue]], *, why: ChangeReason, reference: str, now: int
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
            "reason": why,
            "last": "F",
            "reference": reference,
            "changed_at": now,
            "actor": "",
            "note": "",
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
            "reason": each.why,
            "last": "T" if each.why == "removed" else "F",
            "reference": each.reference,
            "changed_at": now,
            "actor": each.actor,
            "note": each.note,
        }
        for each in entries
    ]
    # the number of an entry follows from the one before it
    together = len({row["variant_code"] for row in rows}) == len(rows)
    await (db.defer if together else db.many)(_ADD_CHANGE, rows)


async def movements(db: Session, variant_code: str, *, limit: int, offset: int) -> list[Movement]:
    """Return a page of a variant's ledger, the last change first."""
    rows = await db.all(
        _MOVEMENTS,
        product_no=codes.product_no(variant_code),
        variant_code=variant_code,
        limit=limit,
        offset=offset,
    )
    return [Movement(**dict(zip(Movement.__struct_fields__, row, strict=True))) for row in rows]


async def removed_codes(db: Session, product_nos: list[int]) -> set[str]:
    """Return the codes of removed variants of products, which are never given again."""
    return {row[0] for row in await db.all(_DELETED_VARIANTS, product_nos=product_nos)}


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


async def forget(db: Session, product_nos: Sequence[int]) -> None:
    """Delete the ledger of deleted products that were never sold."""
    await db.run(_FORGET, product_nos=list(product_nos))
