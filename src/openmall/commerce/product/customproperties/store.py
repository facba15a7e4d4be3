"""The rows of custom properties, and of the values that products have in each language."""

from typing import Final

from sqlalchemy import Index, UniqueConstraint, and_, bindparam, delete, insert, select, update

from openmall.commerce.product.customproperties.shape import CustomProperty, ProductProperty
from openmall.contract.call import Call
from openmall.database.policies import WITH_MALL, no_personal_data
from openmall.database.schema import number, shop_table, text
from openmall.database.statements import Statement
from openmall.database.undo_policies import REVERTED

PROPERTY: Final = shop_table(
    "custom_property",
    number("property_no"),
    text("property_name"),
    UniqueConstraint("mall_id", "property_name", name="uq_custom_property_name"),
    backup=WITH_MALL,
    undo=REVERTED,
    personal_data=no_personal_data("what a shop offers, and how"),
    key=("property_no",),
)
VALUE: Final = shop_table(
    "custom_property_value",
    number("product_no"),
    number("shop_no"),
    number("property_no"),
    text("property_value"),
    backup=WITH_MALL,
    undo=REVERTED,
    personal_data=no_personal_data("what a shop offers, and how"),
    deleted_with=("product",),
    key=("product_no", "shop_no", "property_no"),
    wide=True,
)
"""Only of the properties a product has a value of."""
Index("ix_custom_property_value_property", VALUE.c.mall_id, VALUE.c.property_no)

_P: Final = PROPERTY.c
_V: Final = VALUE.c
_ONE: Final = (_P.mall_id == bindparam("mall_id"), _P.property_no == bindparam("property_no"))
_ONE_VALUE: Final = (
    _V.mall_id == bindparam("mall_id"),
    _V.product_no == bindparam("product_no"),
    _V.shop_no == bindparam("shop_no"),
    _V.property_no == bindparam("property_no"),
)

_ALL: Final = Statement(
    select(_P.property_no, _P.property_name)
    .where(_P.mall_id == bindparam("mall_id"))
    .order_by(_P.property_no)
)
_GET: Final = Statement(select(_P.property_no, _P.property_name).where(*_ONE).with_for_update())
_ADD: Final = Statement(
    lambda insert: (
        insert(PROPERTY)
        .values({c.name: bindparam(c.name) for c in PROPERTY.c})
        .on_conflict_do_nothing(index_elements=["mall_id", "property_name"])
    )
)
_NAMED: Final = Statement(
    select(_P.property_no).where(
        _P.mall_id == bindparam("mall_id"), _P.property_name == bindparam("property_name")
    )
)
_RENAME: Final = Statement(
    update(PROPERTY).where(*_ONE).values(property_name=bindparam("property_name"))
)
_REMOVE: Final = Statement(delete(PROPERTY).where(*_ONE))
_REMOVE_VALUES: Final = Statement(
    delete(VALUE).where(
        _V.mall_id == bindparam("mall_id"), _V.property_no == bindparam("property_no")
    )
)
_OF_PRODUCT: Final = Statement(
    select(_P.property_no, _P.property_name, _V.property_value)
    .select_from(
        PROPERTY.outerjoin(
            VALUE,
            and_(
                _V.mall_id == _P.mall_id,
                _V.product_no == bindparam("product_no"),
                _V.shop_no == bindparam("shop_no"),
                _V.property_no == _P.property_no,
            ),
        )
    )
    .where(_P.mall_id == bindparam("mall_id"))
    .order_by(_P.property_no)
)
_VALUE: Final = Statement(select(_V.property_value).where(*_ONE_VALUE))
_ADD_VALUE: Final = Statement(insert(VALUE).values({c.name: bindparam(c.name) for c in VALUE.c}))
_REMOVE_VALUE: Final = Statement(delete(VALUE).where(*_ONE_VALUE))


async def all_of_them(call: Call) -> list[CustomProperty]:
    """Return the mall's properties in the order of their numbers."""
    return [
        CustomProperty(property_no=number, property_name=name)
        for number, name in await call.db.all(_ALL)
    ]


async def to_change(call: Call, property_no: int) -> CustomProperty | None:
    """Return a property and lock it, or None."""
    row = await call.db.one(_GET, property_no=property_no)
    return None if row is None else CustomProperty(property_no=row[0], property_name=row[1])


async def add(call: Call, new: CustomProperty) -> bool:
    """Add a property, unless its name is taken; return whether it was added."""
    added = await call.db.run(_ADD, property_no=new.property_no, property_name=new.property_name)
    return bool(added)


async def is_named(call: Call, property_name: str) -> bool:
    """Return whether there is a property of this name."""
    return await call.db.one(_NAMED, property_name=property_name) is not None


async def rename(call: Call, property_no: int, property_name: str) -> None:
    """Rename a property. Raises DuplicateRow when a concurrent call gave the name to another."""
    await call.db.run(_RENAME, property_no=property_no, property_name=property_name)


async def remove(call: Call, property_no: int) -> None:
    """Remove a property with the values that products have of it, in every language."""
    await call.db.run(_REMOVE, property_no=property_no)
    await call.db.run(_REMOVE_VALUES, property_no=property_no)


async def of_product(call: Call, product_no: int) -> list[ProductProperty]:
    """Return every property of the mall with the value a product has of it in the call's shop."""
    rows = await call.db.all(_OF_PRODUCT, product_no=product_no, shop_no=call.shop_no)
    return [
        ProductProperty(property_no=number, property_name=name, property_value=value or "")
        for number, name, value in rows
    ]


async def value(call: Call, product_no: int, property_no: int) -> str:
    """Return the value a product has of a property in the call's shop; empty when it has none."""
    row = await call.db.one(
        _VALUE, product_no=product_no, property_no=property_no, shop_no=call.shop_no
    )
    return row[0] if row else ""


async def keep_value(call: Call, product_no: int, found: ProductProperty) -> None:
    """Write a product's value of a property in the call's shop; an empty value removes it."""
    key = {
        "product_no": product_no, "property_no": found.property_no, "shop_no": call.shop_no
    }  # fmt: skip
    await call.db.run(_REMOVE_VALUE, **key)
    if found.property_value:
        await call.db.run(_ADD_VALUE, property_value=found.property_value, **key)
