"""The rows of carts. A cart is opened, which locks it, before it is changed."""

from collections.abc import Iterable
from typing import Final

import msgspec
from msgspec import Struct
from sqlalchemy import and_, bindparam, delete, distinct, func, insert, or_, select, update

from openmall.access.malls.due_malls import OWN_NOW, malls_with
from openmall.commerce.personal.carts.tables import CART, LINE
from openmall.contract.call import Call, Shopper
from openmall.contract.journal import record
from openmall.database.session import Row, Session
from openmall.database.statements import Statement
from openmall.database.values import BoundValue

EXPIRED_AT_ONCE: Final = 100
"""Expired carts that one transaction removes."""


class Item(Struct, frozen=True):
    """The key of a cart line: units with the same item are one line."""

    variant_code: str
    basket_type: str
    mark: str


class CartLine(Struct, frozen=True, kw_only=True):
    """Units of one item in a cart; `number` and `since` are assigned when it is first added."""

    item: Item
    product_no: int
    quantity: int
    prepaid_shipping_fee: str
    additional_option_values: str
    """JSON."""
    parts: str = ""
    """JSON of the variants of a bundle's parts; empty: no bundle."""
    number: int = 0
    since: int = 0
    """UTC seconds."""


_PARTS: Final = msgspec.json.Decoder(list[str])
_C: Final = CART.c
_L: Final = LINE.c
_OF_CART: Final = ("mall_id", "shop_no", "kind", "name")
_THIS_CART: Final = tuple(_C[name] == bindparam(name) for name in _OF_CART)
_IN_CART: Final = tuple(_L[name] == bindparam(name) for name in _OF_CART)
_THIS_LINE: Final = (
    *_IN_CART,
    *(_L[name] == bindparam(name) for name in Item.__struct_fields__),
)
_UNEXPIRED: Final = or_(_C.until.is_(None), _C.until > bindparam("now"))
_OPEN: Final = Statement(
    # touched in any case, so that the row is locked
    lambda insert: (
        insert(CART)
        .values({c.name: bindparam(c.name) for c in _C})
        .on_conflict_do_update(
            index_elements=list(_OF_CART), set_={"until": bindparam("until")}, where=_UNEXPIRED
        )
    )
)
_REOPEN: Final = Statement(
    update(CART)
    .where(*_THIS_CART)
    .values(created_date=bindparam("created_date"), until=bindparam("until"))
)
_CLOSE: Final = Statement(delete(CART).where(*_THIS_CART))
_SELECT_EXPIRED: Final = (
    select(_C.shop_no, _C.kind, _C.name)
    .where(_C.mall_id == bindparam("mall_id"), _C.until <= bindparam("now"))
    .order_by(_C.until)
)
_ANY_EXPIRED: Final = Statement(_SELECT_EXPIRED.limit(1))
MALLS_WITH_EXPIRED: Final = malls_with(CART, _C.until <= OWN_NOW)
_EXPIRED: Final = Statement(
    _SELECT_EXPIRED.limit(EXPIRED_AT_ONCE).with_for_update(skip_locked=True)
)
LINE_COLUMNS: Final = (
    _L.variant_code,
    _L.basket_type,
    _L.mark,
    _L.product_no,
    _L.quantity,
    _L.prepaid_shipping_fee,
    _L.additional_option_values,
    _L.basket_product_no,
    _L.created_date,
    _L.parts,
)
"""The columns a statement selects for `line_from_row`."""
_LINES: Final = Statement(select(*LINE_COLUMNS).where(*_IN_CART).order_by(_L.basket_product_no))
_ADD: Final = Statement(insert(LINE).values({c.name: bindparam(c.name) for c in _L}))
_SET: Final = Statement(
    update(LINE)
    .where(*_THIS_LINE)
    .values(
        quantity=bindparam("quantity"),
        prepaid_shipping_fee=bindparam("prepaid_shipping_fee"),
        updated_date=bindparam("updated_date"),
    )
)
_EMPTY: Final = Statement(delete(LINE).where(*_IN_CART))
_TAKE_OUT: Final = Statement(delete(LINE).where(*_THIS_LINE))
_HAND_OVER: Final = Statement(
    update(LINE).where(*_THIS_LINE).values(kind=bindparam("new_kind"), name=bindparam("new_name"))
)
_HOLDING: Final = Statement(
    select(func.count(distinct(_L.kind + ":" + _L.name)))
    .select_from(LINE.join(CART, and_(*(_C[name] == _L[name] for name in _OF_CART))))
    .where(
        _L.mall_id == bindparam("mall_id"),
        _L.product_no == bindparam("product_no"),
        _L.shop_no == bindparam("shop_no"),
        or_(_C.until.is_(None), _C.until > bindparam("now")),
    )
)


async def open_cart(call: Call, shopper: Shopper, *, until: int | None) -> None:
    """Lock a shopper's cart until this transaction ends, creating it if necessary.

    The contents of an expired cart are removed.
    """
    now = int(call.clock.now())
    if not await call.db.run(_OPEN, **_key(shopper), created_date=now, until=until, now=now):
        await call.db.run(_EMPTY, **_key(shopper))
        await call.db.run(_REOPEN, **_key(shopper), created_date=now, until=until)


async def any_expired(db: Session, *, now: int) -> bool:
    """Return whether a cart of the mall has expired."""
    return await db.one(_ANY_EXPIRED, now=now) is not None


async def remove_expired(db: Session, *, now: int) -> int:
    """Remove some expired carts of the mall; return their number."""
    rows = await db.all(_EXPIRED, now=now)
    gone = [{"shop_no": shop_no, "kind": kind, "name": name} for shop_no, kind, name in rows]
    if gone:
        await db.many(_EMPTY, gone)
        await db.many(_CLOSE, gone)
    return len(gone)


async def remove_cart(call: Call, shopper: Shopper) -> None:
    """Remove a shopper's cart with its lines."""
    await call.db.run(_EMPTY, **_key(shopper))
    await call.db.run(_CLOSE, **_key(shopper))


async def lines(call: Call, shopper: Shopper) -> dict[Item, CartLine]:
    """Return the lines of a shopper's cart."""
    found = map(line_from_row, await call.db.all(_LINES, **_key(shopper)))
    return {line.item: line for line in found}


def line_from_row(row: Row) -> CartLine:
    """Return the line of a row that holds LINE_COLUMNS."""
    return CartLine(
        item=Item(*row[:3]),
        product_no=row[3],
        quantity=row[4],
        prepaid_shipping_fee=row[5],
        additional_option_values=row[6],
        number=row[7],
        since=row[8],
        parts=row[9],
    )


def part_variants(line: CartLine) -> list[str]:
    """Return the variants of a bundle's parts in a line; none: it is no bundle."""
    return parts_from(line.parts)


def parts_from(column: str) -> list[str]:
    """Return the variants that the column of parts holds."""
    return _PARTS.decode(column) if column else []


async def add(call: Call, shopper: Shopper, new: list[CartLine]) -> None:
    """Add new lines to a cart; the call publishes no event after that."""
    if not new:
        return
    first = await record.allocate_with_events(call, "cart_line", count=len(new))
    now = int(call.clock.now())
    await call.db.defer(
        _ADD,
        [
            {
                **_key(shopper),
                **_values(line),
                "basket_product_no": number,
                "created_date": now,
                "updated_date": now,
            }
            for number, line in enumerate(new, first)
        ],
    )


async def change(call: Call, shopper: Shopper, changed: Iterable[CartLine]) -> None:
    """Write the quantities of existing lines of a cart."""
    now = int(call.clock.now())
    names = ("variant_code", "basket_type", "mark", "quantity", "prepaid_shipping_fee")
    await call.db.defer(
        _SET,
        [
            {
                **_key(shopper),
                **{name: value for name, value in _values(line).items() if name in names},
                "updated_date": now,
            }
            for line in changed
        ],
    )


async def remove_lines(call: Call, shopper: Shopper, items: Iterable[Item]) -> None:
    """Remove lines from a cart."""
    await call.db.defer(
        _TAKE_OUT, [{**_key(shopper), **msgspec.structs.asdict(item)} for item in items]
    )


async def move_lines(call: Call, guest: Shopper, member: Shopper, items: Iterable[Item]) -> None:
    """Move lines from a guest's cart into a member's, of items that are not in it yet."""
    to = {"new_kind": member.kind, "new_name": member.name}
    await call.db.many(
        _HAND_OVER, [{**_key(guest), **msgspec.structs.asdict(item), **to} for item in items]
    )


async def holding(call: Call, product_no: int) -> int:
    """Return how many carts of the call's shop hold a product."""
    now = int(call.clock.now())
    row = await call.db.one(_HOLDING, product_no=product_no, shop_no=call.shop_no, now=now)
    assert row is not None
    total: int = row[0]
    return total


def _key(shopper: Shopper) -> dict[str, BoundValue]:
    return {"shop_no": shopper.shop_no, "kind": shopper.kind, "name": shopper.name}


def _values(line: CartLine) -> dict[str, BoundValue]:
    values = msgspec.structs.asdict(line)
    item: Item = values.pop("item")
    del values["number"], values["since"]  # as they were given
    return {**msgspec.structs.asdict(item), **values}
