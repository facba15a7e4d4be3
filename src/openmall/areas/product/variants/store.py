"""The rows of variants and their stock."""

from typing import Any, Final

import msgspec
from sqlalchemy import Index, and_, bindparam, delete, insert, select, update

from openmall.areas.product.variants.shape import OptionChoice, Variant
from openmall.contract.call import Call
from openmall.contract.money import hundredths, money
from openmall.database.schema import TRUE, flag, number, shop_table, text
from openmall.database.statements import InList, Statement

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
    key=("product_no", "variant_code"),
)
"""Shared by every language of the mall. `choice`: JSON, which value of each option, from 0."""

USED_UP: Final = and_(
    VARIANT.c.use_inventory == TRUE,
    VARIANT.c.display_soldout == TRUE,
    VARIANT.c.quantity <= VARIANT.c.safety_inventory,
)
"""Of a variant: it counts its stock, shows when there is none, and there is none."""
Index(
    "ix_variant_used_up",
    VARIANT.c.mall_id,
    VARIANT.c.product_no,
    sqlite_where=USED_UP,
    postgresql_where=USED_UP,
)

_OF_PRODUCTS: Final = Statement(
    select(VARIANT)
    .where(VARIANT.c.mall_id == bindparam("mall_id"), InList(VARIANT.c.product_no, "product_nos"))
    .order_by(VARIANT.c.product_no, VARIANT.c.variant_code)
)
_SELECT_ONE: Final = select(VARIANT).where(
    VARIANT.c.mall_id == bindparam("mall_id"),
    VARIANT.c.product_no == bindparam("product_no"),
    VARIANT.c.variant_code == bindparam("variant_code"),
)
_ONE: Final = Statement(_SELECT_ONE)
_ONE_TO_CHANGE: Final = Statement(_SELECT_ONE.with_for_update())
_ADD: Final = Statement(insert(VARIANT).values({c.name: bindparam(c.name) for c in VARIANT.c}))
_KEYS: Final = ("mall_id", "product_no", "variant_code", "choice")
_CHANGE: Final = Statement(
    update(VARIANT)
    .where(
        VARIANT.c.mall_id == bindparam("mall_id"),
        VARIANT.c.product_no == bindparam("product_no"),
        VARIANT.c.variant_code == bindparam("variant_code"),
    )
    .values({c.name: bindparam(c.name) for c in VARIANT.c if c.name not in _KEYS})
)
_DELETE_ALL: Final = Statement(
    delete(VARIANT).where(
        VARIANT.c.mall_id == bindparam("mall_id"),
        VARIANT.c.product_no == bindparam("product_no"),
    )
)
_FIELDS: Final = tuple(c.name for c in VARIANT.c)


class OptionNames(msgspec.Struct, frozen=True):
    """An option in one language: its name and its values."""

    name: str
    values: list[str]


_OPTIONS: Final = msgspec.json.Decoder(list[OptionNames])


def options_from(text: str) -> list[OptionNames]:
    """Return the options kept in a product's row."""
    return _OPTIONS.decode(text)


async def of_products(
    call: Call, options: dict[int, list[OptionNames]]
) -> dict[int, list[Variant]]:
    """Return the variants of several products, in one statement: product number -> variants.

    `options`: the options of each product in the language they are to be shown in.
    """
    found: dict[int, list[Variant]] = {number: [] for number in options}
    for row in await call.db.all(_OF_PRODUCTS, product_nos=list(options)):
        values = dict(zip(_FIELDS, row, strict=True))
        number = values["product_no"]
        found[number].append(_variant(call.shop_no, values, options[number]))
    return found


async def one(
    call: Call,
    product_no: int,
    variant_code: str,
    options: list[OptionNames],
    *,
    to_change: bool = False,
) -> Variant | None:
    """Return a variant, or None; `to_change` locks it until the transaction ends."""
    statement = _ONE_TO_CHANGE if to_change else _ONE
    row = await call.db.one(statement, product_no=product_no, variant_code=variant_code)
    if row is None:
        return None
    return _variant(call.shop_no, dict(zip(_FIELDS, row, strict=True)), options)


def _variant(shop_no: int, row: dict[str, Any], options: list[OptionNames]) -> Variant:
    choice: list[int] = msgspec.json.decode(row["choice"])
    return Variant(
        shop_no=shop_no,
        variant_code=row["variant_code"],
        options=[
            OptionChoice(name=option.name, value=option.values[at])
            for option, at in zip(options, choice, strict=True)
        ],
        custom_variant_code=row["custom_variant_code"],
        display=row["display"],
        selling=row["selling"],
        additional_amount=money(row["additional_amount"]),
        use_inventory=row["use_inventory"],
        important_inventory=row["important_inventory"],
        inventory_control_type=row["inventory_control_type"],
        display_soldout=row["display_soldout"],
        quantity=row["quantity"],
        safety_inventory=row["safety_inventory"],
        image=row["image"],
    )


async def add(call: Call, product_no: int, choice: list[int], variant: Variant) -> None:
    """Add a variant of a product."""
    encoded = msgspec.json.encode(choice).decode()
    await call.db.run(_ADD, product_no=product_no, choice=encoded, **_row(variant))


async def change(call: Call, product_no: int, variant: Variant) -> None:
    """Write a variant's new state."""
    await call.db.run(_CHANGE, product_no=product_no, **_row(variant))


async def delete_all(call: Call, product_no: int) -> None:
    """Remove every variant of a product."""
    await call.db.run(_DELETE_ALL, product_no=product_no)


def _row(variant: Variant) -> dict[str, Any]:
    row = {
        name: getattr(variant, name)
        for name in _FIELDS
        if name not in ("mall_id", "product_no", "choice")
    }
    row["additional_amount"] = hundredths(variant.additional_amount)
    return row
