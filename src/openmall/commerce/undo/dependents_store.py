"""SQL that looks for what names a resource that an undo would remove."""

from typing import Final

from sqlalchemy import bindparam, select

from openmall.commerce.community.articles.store import ARTICLE
from openmall.commerce.order.orders.tables import ITEM, PARCEL
from openmall.commerce.order.reporting.inflowgroups import INFLOW
from openmall.commerce.product.customproperties.store import VALUE
from openmall.commerce.product.products.tables import PRODUCT
from openmall.commerce.supply.tables import SUPPLIER_USER
from openmall.contract.call import Call
from openmall.database.statements import Statement

_ORDERED: Final = Statement(
    select(ITEM.c.order_id)
    .where(ITEM.c.mall_id == bindparam("mall_id"), ITEM.c.product_no == bindparam("product_no"))
    .limit(1)
)
_OF_PRODUCTS: Final = {
    name: Statement(
        select(PRODUCT.c.product_no)
        .where(PRODUCT.c.mall_id == bindparam("mall_id"), PRODUCT.c[name] == bindparam("code"))
        .limit(1)
    )
    for name in ("brand_code", "supplier_code")
}
_VALUES: Final = Statement(
    select(VALUE.c.product_no)
    .where(VALUE.c.mall_id == bindparam("mall_id"), VALUE.c.property_no == bindparam("number"))
    .limit(1)
)
_SENT: Final = Statement(
    select(PARCEL.c.order_id)
    .where(PARCEL.c.mall_id == bindparam("mall_id"), PARCEL.c.carrier_id == bindparam("number"))
    .limit(1)
)
_USERS: Final = Statement(
    select(SUPPLIER_USER.c.user_id)
    .where(
        SUPPLIER_USER.c.mall_id == bindparam("mall_id"),
        SUPPLIER_USER.c.supplier_code == bindparam("code"),
    )
    .limit(1)
)
_INFLOWS: Final = Statement(
    select(INFLOW.c.inflow_id)
    .where(INFLOW.c.mall_id == bindparam("mall_id"), INFLOW.c.group_id == bindparam("group_id"))
    .limit(1)
)
_REPLIES: Final = Statement(
    select(ARTICLE.c.article_no)
    .where(
        ARTICLE.c.mall_id == bindparam("mall_id"),
        ARTICLE.c.thread_no == bindparam("thread_no"),
        ARTICLE.c.parent_article_no == bindparam("article_no"),
        ARTICLE.c.reply_depth > 0,
    )
    .limit(1)
)


async def has_replies(call: Call, thread_no: int, article_no: int) -> bool:
    """Return whether an article of a thread has replies."""
    return await call.db.one(_REPLIES, thread_no=thread_no, article_no=article_no) is not None


async def sends(call: Call, carrier_id: int) -> bool:
    """Return whether a parcel of an order is with a carrier."""
    return await call.db.one(_SENT, number=carrier_id) is not None


async def has_users(call: Call, supplier_code: str) -> bool:
    """Return whether a supplier has users."""
    return await call.db.one(_USERS, code=supplier_code) is not None


async def has_inflows(call: Call, group_id: str) -> bool:
    """Return whether a group of inflows has some."""
    return await call.db.one(_INFLOWS, group_id=group_id) is not None


async def is_ordered(call: Call, product_no: int) -> bool:
    """Return whether an order has a product."""
    return await call.db.one(_ORDERED, product_no=product_no) is not None


async def is_of_products(call: Call, name: str, code: str) -> bool:
    """Return whether a product has a code, such as that of a brand."""
    return await call.db.one(_OF_PRODUCTS[name], code=code) is not None


async def has_values(call: Call, property_no: int) -> bool:
    """Return whether a product has a value of a custom property."""
    return await call.db.one(_VALUES, number=property_no) is not None
