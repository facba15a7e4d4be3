"""The rows of variants and their stock."""

from collections.abc import Collection, Iterable
from functools import lru_cache
from operator import attrgetter
from typing import Any, Final

import msgspec
from sqlalchemy import and_, bindparam, delete, select, update

from openmall.commerce.product.variants import shop_amounts
from openmall.commerce.product.variants.shape import OptionChoice, Variant
from openmall.contract.call import Call
from openmall.contract.money import ZERO, hundredths, money
from openmall.contract.pictures import FILES
from openmall.database.feed_policies import recorded
from openmall.database.policies import WITH_MALL, no_personal_data
from openmall.database.schema import (
    EMPTY,
    TRUE,
    flag,
    number,
    partial_index,
    shop_table,
    text,
)
from openmall.database.session import Row, Session
from openmall.database.statements import InList, Statement
from openmall.database.undo_policies import Reverted
from openmall.database.values import BoundValue

VARIANT: Final = shop_table(
    "variant",
    number("product_no"),
    text("variant_code"),
    text("choice"),
    text("custom_variant_code"),
    flag("display"),
    flag("selling"),
    number("additional_amount"),
    flag("use_inventory"),
    flag("important_inventory"),
    flag("inventory_control_type"),
    flag("display_soldout"),
    number("quantity"),
    number("safety_inventory"),
    text("image"),
    number("display_order"),
    number("supply_price"),
    text("origin_code"),
    text("shop_amounts", later=True),
    backup=WITH_MALL,
    undo=Reverted(
        fixed=("choice",), derived=("quantity",), owner="product", restored={"quantity": 0}
    ),
    feed=recorded(
        "variants",
        "variant_code",
        renamed={"choice": "options"},
        whole=("shop_amounts",),
        left_out=("origin_code",),
    ),
    personal_data=no_personal_data("what a shop offers, and how"),
    key=("product_no", "variant_code"),
)
"""Shared by every language of the mall. `choice`: JSON, which value of each option, from 0.

`additional_amount` and `supply_price` are those of shops without an entry in `shop_amounts`
(`shop_amounts.py`). `quantity` is written by `stock/` alone.
"""

USED_UP: Final = and_(
    VARIANT.c.use_inventory == TRUE,
    VARIANT.c.quantity <= VARIANT.c.safety_inventory,
)
"""Condition: a variant tracks its stock, and has none left, reserved or not."""
partial_index(
    "ix_variant_out_of_stock",
    VARIANT.c.mall_id,
    VARIANT.c.product_no,
    where=USED_UP,
)
CODED: Final = VARIANT.c.custom_variant_code != EMPTY
"""Condition: a variant has a code of the merchant's own; only these few are in the index."""
partial_index(
    "ix_variant_custom_code",
    VARIANT.c.mall_id,
    VARIANT.c.custom_variant_code,
    VARIANT.c.product_no,
    where=CODED,
)

_THIS: Final = (
    VARIANT.c.mall_id == bindparam("mall_id"),
    VARIANT.c.product_no == bindparam("product_no"),
    VARIANT.c.variant_code == bindparam("variant_code"),
)
_OF_PRODUCTS: Final = Statement(
    select(VARIANT)
    .where(VARIANT.c.mall_id == bindparam("mall_id"), InList(VARIANT.c.product_no, "product_nos"))
    .order_by(VARIANT.c.product_no, VARIANT.c.variant_code)
)
_ORIGIN_CODE: Final = Statement(select(VARIANT.c.origin_code).where(*_THIS))
_SELECT_ONE: Final = select(VARIANT).where(*_THIS)
_ONE: Final = Statement(_SELECT_ONE)
_ONE_TO_CHANGE: Final = Statement(_SELECT_ONE.with_for_update())
_SAME_CODE: Final = Statement(
    select(VARIANT.c.variant_code)
    .where(
        VARIANT.c.mall_id == bindparam("mall_id"),
        CODED,
        VARIANT.c.custom_variant_code == bindparam("custom_variant_code"),
        VARIANT.c.variant_code != bindparam("variant_code"),
    )
    .limit(1)
)
_WITH_OWN_CODE: Final = Statement(
    select(VARIANT.c.product_no, VARIANT.c.variant_code)
    .where(
        VARIANT.c.mall_id == bindparam("mall_id"),
        CODED,
        VARIANT.c.custom_variant_code == bindparam("code"),
    )
    .limit(2)
)
_KEYS: Final = ("mall_id", "product_no", "variant_code")
_CHANGE: Final = Statement(
    update(VARIANT)
    .where(*_THIS)
    .values({c.name: bindparam(c.name) for c in VARIANT.c if c.name not in (*_KEYS, "quantity")})
)
_DELETE: Final = Statement(delete(VARIANT).where(*_THIS))
_OF_PRODUCTS_TO_CHANGE: Final = Statement(
    select(VARIANT)
    .where(VARIANT.c.mall_id == bindparam("mall_id"), InList(VARIANT.c.product_no, "product_nos"))
    .order_by(VARIANT.c.product_no, VARIANT.c.variant_code)
    .with_for_update()
)
_FIELDS: Final = tuple(c.name for c in VARIANT.c)
_SHOWN: Final = tuple(name for name in _FIELDS if name in Variant.__struct_fields__)
AT_NUMBER: Final = _FIELDS.index("product_no")
"""Where a row has the number of its product."""
PLACE: Final = attrgetter("display_order")
"""By which the variants of a product are sorted that are in the order of their codes."""
Values = dict[str, Any]


class OptionNames(msgspec.Struct, frozen=True):
    """An option in one language: its name and its values."""

    name: str
    values: list[str]


_OPTIONS: Final = msgspec.json.Decoder(list[OptionNames])


def options_from(text: str) -> list[OptionNames]:
    """Return the options stored in a product's row."""
    return _OPTIONS.decode(text)


async def of_products(
    call: Call, options: dict[int, list[OptionNames]]
) -> dict[int, list[Variant]]:
    """Return the variants of several products, in one statement: product number -> variants.

    `options`: the options of each product in the language they are to be shown in.
    """
    found: dict[int, list[Variant]] = {number: [] for number in options}
    for row in await call.db.all(_OF_PRODUCTS, product_nos=list(options)):
        number = row[AT_NUMBER]
        found[number].append(from_row(call, row, options[number]))
    for variants in found.values():
        # those of one place in the order stay in that of their codes
        variants.sort(key=PLACE)
    return found


async def one(
    call: Call, product_no: int, variant_code: str, options: list[OptionNames]
) -> Variant | None:
    """Return a variant, or None."""
    row = await call.db.one(_ONE, product_no=product_no, variant_code=variant_code)
    return None if row is None else from_row(call, row, options)


async def one_to_change(
    call: Call, product_no: int, variant_code: str, options: list[OptionNames]
) -> tuple[Variant, Values] | None:
    """Return a variant and its row, locked until the transaction ends; or None."""
    row = await call.db.one(_ONE_TO_CHANGE, product_no=product_no, variant_code=variant_code)
    if row is None:
        return None
    return from_row(call, row, options), _named(row)


async def shares_custom_code(call: Call, variant: Variant) -> bool:
    """Return whether another variant of the mall has the same code of the merchant's own."""
    code = variant.custom_variant_code
    if not code:
        return False
    other = await call.db.one(
        _SAME_CODE, custom_variant_code=code, variant_code=variant.variant_code
    )
    return other is not None


async def with_own_code(db: Session, code: str) -> list[tuple[int, str]]:
    """Return product number and code of variants with a code of the merchant's own, two at most."""
    return [(row[0], row[1]) for row in await db.all(_WITH_OWN_CODE, code=code)]


async def origin_code(call: Call, product_no: int, variant_code: str) -> str:
    """Return the code of a variant's shipping origin; empty when none is set."""
    row = await call.db.one(_ORIGIN_CODE, product_no=product_no, variant_code=variant_code)
    return "" if row is None else str(row[0])


def _named(row: Row) -> Values:
    values = dict(zip(_FIELDS, row, strict=True))
    del values["mall_id"]
    return values


def from_row(call: Call, row: Row, options: list[OptionNames]) -> Variant:
    """Return the variant of a row that holds every column, in the order of the table."""
    code, choice, custom, display, selling, more, counts, important, control, soldout = row[2:12]
    quantity, safety, image, place, supply, _, document = row[12:19]
    own = shop_amounts.of_shop(document, call.shop_no)
    return Variant(
        shop_no=call.shop_no,
        variant_code=code,
        options=[
            OptionChoice(name=option.name, value=option.values[at])
            for option, at in zip(options, _choice(choice), strict=True)
        ],
        custom_variant_code=custom,
        display=display,
        selling=selling,
        additional_amount=money(own.get("additional_amount", more)),
        use_inventory=counts,
        important_inventory=important,
        inventory_control_type=control,
        display_soldout=soldout,
        quantity=quantity,
        safety_inventory=safety,
        image=call.origin + image if image.startswith(FILES) else image,
        display_order=place,
        supply_price=money(own.get("supply_price", supply)),
    )


@lru_cache(maxsize=4_096)
def _choice(text: str) -> tuple[int, ...]:
    """Return the choice of a variant from its JSON; cached, as few texts serve all variants."""
    return tuple(msgspec.json.decode(text))


async def rows_to_change(db: Session, product_nos: list[int]) -> dict[int, list[Values]]:
    """Return the rows of products' variants, locked: product number -> rows in order of codes."""
    found: dict[int, list[Values]] = {}
    for row in await db.all(_OF_PRODUCTS_TO_CHANGE, product_nos=product_nos):
        values = _named(row)
        found.setdefault(values["product_no"], []).append(values)
    return found


async def change(db: Session, rows: Iterable[Values]) -> None:
    """Write the new state of variants except their quantity."""
    await db.many(_CHANGE, [{**row} for row in rows])


async def remove(db: Session, keys: Iterable[tuple[int, str]]) -> None:
    """Remove variants: product number and code each."""
    rows: list[dict[str, BoundValue]] = [
        {"product_no": number, "variant_code": code} for number, code in keys
    ]
    await db.many(_DELETE, rows)


def row_of(variant: Variant, values: Values, shops: Collection[int]) -> Values:
    """Return a variant's row: as `values` has it, with the fields of `variant`.

    Its amounts are those of the shop of `variant`, one of the mall's `shops`.
    """
    row = {**values, **{name: getattr(variant, name) for name in _SHOWN}}
    # pictures are stored as paths, and answered as addresses
    row["image"] = values["image"]
    amounts = {
        "additional_amount": hundredths(variant.additional_amount),
        "supply_price": hundredths(variant.supply_price or ZERO),
    }
    row |= {name: values[name] for name in amounts}
    own = shop_amounts.of_shop(values["shop_amounts"], variant.shop_no)
    changed = {
        name: amount for name, amount in amounts.items() if amount != own.get(name, values[name])
    }
    return shop_amounts.put(row, changed, shop_nos=[variant.shop_no], shops=shops)
