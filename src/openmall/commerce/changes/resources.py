"""The resources of the change feed: the scope of each, and its rows as a GET returns them."""

from collections.abc import Awaitable, Callable, Sequence
from typing import Any, Final, Literal, get_args

from msgspec import Struct
from msgspec.structs import replace
from sqlalchemy import Table

from openmall.commerce.category.categories.shape import Category, CategoryPath
from openmall.commerce.category.categories.store import CATEGORY
from openmall.commerce.category.category_service import rules as category_rules
from openmall.commerce.customer.customers import store as customer_store
from openmall.commerce.customer.customers.shape import Customer
from openmall.commerce.customer.customers.tables import CUSTOMER
from openmall.commerce.order.billing.refunds import rules as refund_rules
from openmall.commerce.order.billing.refunds.shape import Refund
from openmall.commerce.order.billing.refunds.tables import REFUND
from openmall.commerce.order.billing.refunds.takes import RefundPath
from openmall.commerce.order.claims import queries as claim_queries
from openmall.commerce.order.claims.shape import Cancellation, Exchange, Return
from openmall.commerce.order.claims.tables import CLAIM
from openmall.commerce.order.claims.takes import ClaimPath
from openmall.commerce.order.order_view import rules as order_view
from openmall.commerce.order.order_view.shape import Order
from openmall.commerce.order.orders.tables import ORDER
from openmall.commerce.order.orders.takes import OrderPath
from openmall.commerce.product.pictures import pictured
from openmall.commerce.product.products import store as product_store
from openmall.commerce.product.products.shape import Product
from openmall.commerce.product.products.tables import PRODUCT
from openmall.commerce.product.variants import codes
from openmall.commerce.product.variants import store as variant_store
from openmall.commerce.product.variants.shape import Variant
from openmall.commerce.product.variants.store import VARIANT
from openmall.commerce.promotion.coupons import rules as coupon_rules
from openmall.commerce.promotion.coupons.shape import Coupon
from openmall.commerce.promotion.coupons.tables import COUPON
from openmall.commerce.promotion.coupons.takes import CouponQuery
from openmall.contract import scopes as scope_names
from openmall.contract.call import Call
from openmall.contract.errors import NotFound
from openmall.contract.refusal import Phrase
from openmall.contract.refusals import DOES_NOT_EXIST

ResourceName = Literal[
    "products", "variants", "categories", "customers", "orders", "cancellation", "return",
    "exchange", "refunds", "coupons",
]  # fmt: skip
Rows = dict[str, Any]
"""Id -> the row as the resource's GET returns it; ids that do not exist are missing."""


class FeedResource(Struct, frozen=True, kw_only=True):
    """A resource of the feed."""

    scope: str
    table: Table
    key: str
    """The column with its id, and the field of its rows."""
    row: type[Struct]
    read: Callable[[Call, Sequence[str]], Awaitable[Rows]]
    embed: frozenset[str] = frozenset()
    """The sub-resources that its rows have."""
    kind: str = ""
    """Of claims: their kind."""
    per_shop: bool = True
    """Its table has rows of each shop."""


async def _products(call: Call, ids: Sequence[str]) -> Rows:
    found = await product_store.represented(call, [int(each) for each in ids])
    return {str(each.product_no): pictured(call, each) for each in found}


async def _variants(call: Call, ids: Sequence[str]) -> Rows:
    product_nos = sorted({codes.product_no(each) for each in ids})
    products = await product_store.of_numbers(call, product_nos)
    options = {number: found for number, (_, found) in products.items()}
    wanted, rows = set(ids), {}
    for variants in (await variant_store.of_products(call, options)).values():
        rows.update({v.variant_code: v for v in variants if v.variant_code in wanted})
    return rows


async def _customers(call: Call, ids: Sequence[str]) -> Rows:
    return {each.member_id: each for each in await customer_store.find(call, member_id=list(ids))}


async def _coupon(call: Call, coupon_no: str) -> Coupon:
    query = CouponQuery(shop_no=call.shop_no, coupon_no=coupon_no, deleted=["T", "F"], limit=1)
    found = await coupon_rules.listing(call, query)
    if not found:
        raise NotFound(DOES_NOT_EXIST, parameter="coupon_no", resource=Phrase("coupon"))
    return found[0]


def _each(
    read: Callable[[Call, str], Awaitable[Any]],
) -> Callable[[Call, Sequence[str]], Awaitable[Rows]]:
    """Return a function that reads rows one by one."""

    async def read_all(call: Call, ids: Sequence[str]) -> Rows:
        rows: Rows = {}
        for each in ids:
            try:
                rows[each] = await read(call, each)
            except NotFound:
                continue
        return rows

    return read_all


def _claims(
    kind: str, row: type[Struct], retrieve: Callable[[Call, ClaimPath], Awaitable[Any]]
) -> FeedResource:
    return FeedResource(
        scope=scope_names.READ_ORDER,
        table=CLAIM,
        key="claim_code",
        row=row,
        read=_each(
            lambda call, code: retrieve(call, ClaimPath(shop_no=call.shop_no, claim_code=code))
        ),
        kind=kind,
    )


RESOURCES: Final[dict[str, FeedResource]] = {
    "products": FeedResource(
        scope=scope_names.READ_PRODUCT, table=PRODUCT, key="product_no", row=Product, read=_products
    ),
    "variants": FeedResource(
        scope=scope_names.READ_PRODUCT,
        table=VARIANT,
        key="variant_code",
        row=Variant,
        read=_variants,
        per_shop=False,
    ),
    "categories": FeedResource(
        scope=scope_names.READ_CATEGORY,
        table=CATEGORY,
        key="category_no",
        row=Category,
        read=_each(
            lambda call, number: category_rules.retrieve(
                call, CategoryPath(shop_no=call.shop_no, category_no=int(number))
            )
        ),
    ),
    "customers": FeedResource(
        scope=scope_names.READ_CUSTOMER,
        table=CUSTOMER,
        key="member_id",
        row=Customer,
        read=_customers,
        per_shop=False,
    ),
    "orders": FeedResource(
        scope=scope_names.READ_ORDER,
        table=ORDER,
        key="order_id",
        row=Order,
        read=_each(
            lambda call, order_id: order_view.retrieve(
                call, OrderPath(shop_no=call.shop_no, order_id=order_id)
            )
        ),
        embed=frozenset(("items", "receivers", "buyer")),
    ),
    "cancellation": _claims("cancellation", Cancellation, claim_queries.cancellation),
    "return": _claims("return", Return, claim_queries.returned),
    "exchange": _claims("exchange", Exchange, claim_queries.exchange),
    "refunds": FeedResource(
        scope=scope_names.READ_ORDER,
        table=REFUND,
        key="refund_code",
        row=Refund,
        read=_each(
            lambda call, code: refund_rules.retrieve(
                call, RefundPath(shop_no=call.shop_no, refund_code=code)
            )
        ),
    ),
    "coupons": FeedResource(
        scope=scope_names.READ_PROMOTION,
        table=COUPON,
        key="coupon_no",
        row=Coupon,
        read=_each(_coupon),
    ),
}
assert tuple(RESOURCES) == get_args(ResourceName)


async def rows(call: Call, resource: str, ids: Sequence[str]) -> Rows:
    """Return the rows of objects of a resource, as its GET returns them with its `embed`."""
    described = RESOURCES[resource]
    return await described.read(replace(call, embed=described.embed), ids)
