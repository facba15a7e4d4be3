"""The search tokens of products: tags, and words of merchants' notes."""

from collections.abc import Sequence
from typing import Final

from sqlalchemy import Index, Table, bindparam, delete, insert

from openmall.commerce.product.products.repeated_values_store import RepeatedValues
from openmall.commerce.product.products.shape import Product
from openmall.contract.call import Call
from openmall.database.policies import WITH_MALL, no_personal_data
from openmall.database.schema import number, shop_table, text
from openmall.database.statements import Statement
from openmall.database.undo_policies import PRODUCT_RECOMPUTED
from openmall.database.values import BoundValue

TAG: Final = shop_table(
    "product_tag",
    number("shop_no"),
    text("tag"),
    number("product_no"),
    backup=WITH_MALL,
    undo=PRODUCT_RECOMPUTED,
    personal_data=no_personal_data("what a shop offers, and how"),
    key=("product_no", "shop_no", "tag"),
)
Index("ix_product_tag_word", TAG.c.mall_id, TAG.c.shop_no, TAG.c.tag, TAG.c.product_no)

INFORMATION: Final = shop_table(
    "product_information",
    number("shop_no"),
    text("key"),
    text("value"),
    number("product_no"),
    backup=WITH_MALL,
    undo=PRODUCT_RECOMPUTED,
    personal_data=no_personal_data("what a shop offers, and how"),
    key=("product_no", "shop_no", "key", "value"),
)
Index(
    "ix_product_information_word",
    INFORMATION.c.mall_id,
    INFORMATION.c.shop_no,
    INFORMATION.c.key,
    INFORMATION.c.value,
    INFORMATION.c.product_no,
)
Index(
    "ix_product_information_value",
    INFORMATION.c.mall_id,
    INFORMATION.c.shop_no,
    INFORMATION.c.value,
    INFORMATION.c.product_no,
)


_FORGET: Final = {
    table: Statement(
        delete(table).where(
            table.c.mall_id == bindparam("mall_id"),
            table.c.shop_no == bindparam("shop_no"),
            table.c.product_no == bindparam("product_no"),
        )
    )
    for table in (TAG, INFORMATION)
}
_REMEMBER: Final = {
    table: Statement(insert(table).values({c.name: bindparam(c.name) for c in table.c}))
    for table in (TAG, INFORMATION)
}


_TOKENS: Final = {table: RepeatedValues(table) for table in (TAG, INFORMATION)}
_FORGET_ALL: Final = tuple(
    Statement(
        delete(table).where(
            table.c.mall_id == bindparam("mall_id"),
            table.c.product_no == bindparam("product_no"),
        )
    )
    for table in (TAG, INFORMATION)
)


def rows(product: Product) -> dict[Table, list[dict[str, BoundValue]]]:
    """Return the token rows of a product in its shop, by table."""
    key = {"shop_no": product.shop_no, "product_no": product.product_no}
    noted = dict.fromkeys((each.key, each.value) for each in product.additional_information)
    return {
        TAG: [{**key, "tag": tag} for tag in dict.fromkeys(product.product_tag)],
        INFORMATION: [{**key, "key": name, "value": value} for name, value in noted],
    }


async def index(call: Call, product: Product) -> None:
    """Update the tokens of a product in its shop."""
    for table, found in rows(product).items():
        await call.db.run(_FORGET[table], shop_no=product.shop_no, product_no=product.product_no)
        await call.db.many(_REMEMBER[table], found)


async def index_several(call: Call, products: Sequence[Product]) -> None:
    """Update the tokens of products, each in its shop; what stays is not written."""
    found: dict[Table, list[dict[str, BoundValue]]] = {TAG: [], INFORMATION: []}
    for product in products:
        for table, tokens in rows(product).items():
            found[table] += tokens
    for table, tokens in found.items():
        await _TOKENS[table].replace(call.db, products, tokens)


async def remove(call: Call, product_no: int) -> None:
    """Remove the tokens of a product, in every shop."""
    for statement in _FORGET_ALL:
        await call.db.run(statement, product_no=product_no)
