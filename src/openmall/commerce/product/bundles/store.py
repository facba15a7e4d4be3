"""The rows of bundles: parts, discounts, and the prices and stock of parts."""

from collections.abc import Iterable
from decimal import Decimal
from typing import Any, Final

from msgspec import Struct
from msgspec.structs import asdict
from sqlalchemy import and_, bindparam, delete, func, insert, select

from openmall.commerce.product.bundle_tables import PART, SALES
from openmall.commerce.product.bundles.shape import Component, ComponentDraft, Discount
from openmall.commerce.product.products.tables import PRODUCT
from openmall.commerce.product.stock.reservation_store import reserved_units
from openmall.commerce.product.variants.store import VARIANT
from openmall.contract.call import Call
from openmall.contract.money import hundredths, money
from openmall.database.schema import TRUE
from openmall.database.statements import InList, Statement


class Cost(Struct, frozen=True):
    """Sum of the parts' prices of a bundle in one language, and its discount."""

    parts: Decimal
    discount: Discount


class PartVariant(Struct, frozen=True):
    """A variant on sale of a bundle's part, and its reserved units."""

    part_no: int
    purchase_quantity: int
    variant_code: str
    use_inventory: str
    quantity: int
    safety_inventory: int
    reserved: int


_DISCOUNT: Final = tuple(SALES.c[name] for name in Discount.__struct_fields__)
_HERE: Final = PART.join(
    PRODUCT,
    and_(PRODUCT.c.mall_id == PART.c.mall_id, PRODUCT.c.product_no == PART.c.part_no),
)
_THESE: Final = (
    PART.c.mall_id == bindparam("mall_id"),
    InList(PART.c.product_no, "product_nos"),
)
_PARTS: Final = Statement(
    select(
        PART.c.product_no,
        PART.c.part_no,
        PRODUCT.c.product_name,
        PRODUCT.c.product_code,
        PRODUCT.c.price,
        PART.c.purchase_quantity,
    )
    .select_from(_HERE)
    .where(*_THESE, PRODUCT.c.shop_no == bindparam("shop_no"))
    .order_by(PART.c.product_no, PART.c.place)
)
_COSTS: Final = Statement(
    select(
        SALES.c.product_no,
        SALES.c.shop_no,
        *_DISCOUNT,
        func.sum(PRODUCT.c.price * PART.c.purchase_quantity),
    )
    .select_from(
        _HERE.join(
            SALES,
            and_(
                SALES.c.mall_id == PART.c.mall_id,
                SALES.c.product_no == PART.c.product_no,
                SALES.c.shop_no == PRODUCT.c.shop_no,
            ),
        )
    )
    .where(*_THESE)
    .group_by(SALES.c.product_no, SALES.c.shop_no, *_DISCOUNT)
)
_ONE: Final = (
    SALES.c.mall_id == bindparam("mall_id"),
    SALES.c.product_no == bindparam("product_no"),
)
_SALES: Final = Statement(select(*_DISCOUNT).where(*_ONE, SALES.c.shop_no == bindparam("shop_no")))
_UPSERT_SALES: Final = Statement(
    lambda insert: (
        insert(SALES)
        .values({c.name: bindparam(c.name) for c in SALES.c})
        .on_conflict_do_update(
            index_elements=["mall_id", "product_no", "shop_no"],
            set_={c.name: bindparam(c.name) for c in SALES.c if not c.primary_key},
        )
    )
)
_CLEAR: Final = Statement(
    delete(PART).where(
        PART.c.mall_id == bindparam("mall_id"), PART.c.product_no == bindparam("product_no")
    )
)
_ADD_PART: Final = Statement(insert(PART).values({c.name: bindparam(c.name) for c in PART.c}))
_QUANTITIES: Final = Statement(
    select(PART.c.part_no, PART.c.purchase_quantity)
    .where(PART.c.mall_id == bindparam("mall_id"), PART.c.product_no == bindparam("product_no"))
    .order_by(PART.c.part_no)
)
_BUNDLES: Final = Statement(
    select(PART.c.product_no)
    .where(PART.c.mall_id == bindparam("mall_id"), InList(PART.c.part_no, "part_nos"))
    .distinct()
    .order_by(PART.c.product_no)
)
_ON_SALE: Final = and_(
    VARIANT.c.mall_id == PART.c.mall_id,
    VARIANT.c.product_no == PART.c.part_no,
    VARIANT.c.display == TRUE,
    VARIANT.c.selling == TRUE,
)
_STOCK: Final = Statement(
    select(
        PART.c.part_no,
        PART.c.purchase_quantity,
        VARIANT.c.variant_code,
        VARIANT.c.use_inventory,
        VARIANT.c.quantity,
        VARIANT.c.safety_inventory,
        reserved_units(VARIANT),
    )
    .select_from(PART.join(VARIANT, _ON_SALE))
    .where(PART.c.mall_id == bindparam("mall_id"), PART.c.product_no == bindparam("product_no"))
    .order_by(VARIANT.c.variant_code)
)


async def components(call: Call, product_nos: list[int]) -> dict[int, list[Component]]:
    """Return the parts of bundles, with names and prices of the call's shop."""
    found: dict[int, list[Component]] = {number: [] for number in product_nos}
    rows = await call.db.all(_PARTS, product_nos=product_nos, shop_no=call.shop_no)
    for number, part_no, name, code, price, quantity in rows:
        found[number].append(
            Component(
                product_no=part_no,
                product_name=name,
                product_code=code,
                product_price=money(price),
                purchase_quantity=quantity,
            )
        )
    return found


async def costs(call: Call, product_nos: list[int]) -> dict[tuple[int, int], Cost]:
    """Return the sums of bundles' parts: product number and shop -> cost."""
    rows = await call.db.all(_COSTS, product_nos=product_nos)
    # PostgreSQL sums to decimals
    return {
        (product_no, shop_no): Cost(money(int(total)), _discount(*discount))
        for product_no, shop_no, *discount, total in rows
    }


async def discount(call: Call, product_no: int) -> Discount | None:
    """Return the discount of a bundle in the call's shop; None when it is no bundle."""
    row = await call.db.one(_SALES, product_no=product_no, shop_no=call.shop_no)
    return None if row is None else _discount(*row)


def _discount(value: int, *codes: Any) -> Discount:
    return Discount(**dict(zip(Discount.__struct_fields__, (money(value), *codes), strict=True)))


async def set_discount(call: Call, product_no: int, shop_no: int, new: Discount) -> None:
    """Give a bundle a discount in one language."""
    values = asdict(new) | {"discount_value": hundredths(new.discount_value)}
    await call.db.run(_UPSERT_SALES, product_no=product_no, shop_no=shop_no, **values)


async def replace_parts(call: Call, product_no: int, parts: Iterable[ComponentDraft]) -> None:
    """Replace the parts of a bundle."""
    await call.db.run(_CLEAR, product_no=product_no)
    await call.db.many(
        _ADD_PART,
        [
            {
                "product_no": product_no,
                "part_no": part.product_no,
                "place": place,
                "purchase_quantity": part.purchase_quantity,
            }
            for place, part in enumerate(parts)
        ],
    )


async def bundles_with_parts(call: Call, part_nos: list[int]) -> list[int]:
    """Return the numbers of the bundles with any of these products as a part."""
    return [row[0] for row in await call.db.all(_BUNDLES, part_nos=part_nos)]


async def quantities(call: Call, product_no: int) -> dict[int, int]:
    """Return the numbers of a bundle's parts with their quantities."""
    rows = await call.db.all(_QUANTITIES, product_no=product_no)
    return {row[0]: row[1] for row in rows}


async def on_sale(call: Call, product_no: int) -> list[PartVariant]:
    """Return the variants on sale of a bundle's parts, in the order of their codes."""
    now = int(call.clock.now())
    rows = await call.db.all(_STOCK, product_no=product_no, now=now)
    return [PartVariant(*row) for row in rows]
