"""What an undo removes by the rules of the operation that deletes it, and its rows with it.

A created product is more than its row: an undo deletes it as `DELETE products/{product_no}` does,
which announces it as well. What others made of it meanwhile is a conflict.
"""

from collections.abc import Awaitable, Callable, Mapping
from typing import Any, Final

from msgspec import Struct

from openmall.commerce.category.categories import category_placements, tree
from openmall.commerce.category.categories.shape import CategoryNumber
from openmall.commerce.category.category_service import rules as category_rules
from openmall.commerce.collection import brands
from openmall.commerce.collection.brands import BrandPath
from openmall.commerce.community.article_service import rules as article_rules
from openmall.commerce.community.articles.takes import ArticlePath
from openmall.commerce.community.comments import rules as comment_rules
from openmall.commerce.community.comments import store as comment_store
from openmall.commerce.community.comments.takes import CommentPath
from openmall.commerce.product.customproperties.rules import delete as delete_property
from openmall.commerce.product.customproperties.shape import PropertyPath
from openmall.commerce.product.product_service import rules as product_rules
from openmall.commerce.product.products import store as product_store
from openmall.commerce.product.products.takes import ProductPath
from openmall.commerce.promotion.benefits import rules as benefit_rules
from openmall.commerce.promotion.benefits.takes import BenefitPath
from openmall.commerce.promotion.coupons import store as coupon_store
from openmall.commerce.promotion.coupons.events import CouponDeleted
from openmall.commerce.promotion.discount_codes import rules as discount_code_rules
from openmall.commerce.promotion.discount_codes.takes import DiscountCodePath
from openmall.commerce.shipping import carriers
from openmall.commerce.shipping.carrier_shape import CarrierRemoval
from openmall.commerce.supply import suppliers
from openmall.commerce.supply.suppliers import SupplierCode
from openmall.commerce.undo import dependents_store, row_store
from openmall.commerce.undo.row_store import RowWrite
from openmall.contract.call import Call

Number = Any
"""Number or code of a resource."""


class Owner(Struct, frozen=True, kw_only=True):
    """A resource with rows of its own, which come and go with it."""

    number: str
    """The column that names it, in its table and in those of its rows."""
    remove: Callable[[Call, Number], Awaitable[Any]] | None
    """Deletes it as its operation does; None: its row is all there is of it."""
    dependents: Callable[[Call, Number], Awaitable[list[str]]]
    """Returns what names it, in words, and would be changed or lost."""


async def _of_product(call: Call, product_no: Number) -> list[str]:
    _, bundles = await product_store.with_bundles(call, product_no)
    found = ["bundles"] if bundles else []
    return found + (["orders"] if await dependents_store.is_ordered(call, product_no) else [])


async def _of_category(call: Call, category_no: Number) -> list[str]:
    below = await tree.with_descendants(call, category_no)
    filed = await category_placements.filed_in(call.db, [category_no])
    return (["categories"] if len(below) > 1 else []) + (["products"] if filed else [])


async def _of_brand(call: Call, brand_code: Number) -> list[str]:
    named = await dependents_store.is_of_products(call, "brand_code", brand_code)
    return ["products"] if named else []


async def _of_property(call: Call, property_no: Number) -> list[str]:
    return ["products"] if await dependents_store.has_values(call, property_no) else []


async def _none(call: Call, number: Number) -> list[str]:
    return []


async def _of_carrier(call: Call, carrier_id: Number) -> list[str]:
    return ["orders"] if await dependents_store.sends(call, carrier_id) else []


async def _of_supplier(call: Call, supplier_code: Number) -> list[str]:
    named = await dependents_store.is_of_products(call, "supplier_code", supplier_code)
    users = await dependents_store.has_users(call, supplier_code)
    return (["products"] if named else []) + (["users"] if users else [])


async def _of_inflow_group(call: Call, group_id: Number) -> list[str]:
    return ["inflows"] if await dependents_store.has_inflows(call, group_id) else []


async def _of_article(call: Call, article_no: Number) -> list[str]:
    stored = await row_store.peek(call.db, "article", {"article_no": article_no})
    if stored is None:
        return []
    comments = await comment_store.count(call, article_no)
    replies = await dependents_store.has_replies(call, stored["thread_no"], article_no)
    return (["comments"] if comments else []) + (["replies"] if replies else [])


async def _remove_article(call: Call, article_no: Number) -> None:
    stored = await row_store.peek(call.db, "article", {"article_no": article_no})
    if stored is not None:
        path = ArticlePath(board_no=stored["board_no"], article_no=article_no)
        await article_rules.delete(call, path)


async def _of_comment(call: Call, comment_no: Number) -> list[str]:
    stored = await row_store.peek(call.db, "article_comment", {"comment_no": comment_no})
    if stored is None:
        return []
    replied = await comment_store.has_replies(call, stored["article_no"], comment_no)
    return ["replies"] if replied else []


async def _remove_comment(call: Call, comment_no: Number) -> None:
    stored = await row_store.peek(call.db, "article_comment", {"comment_no": comment_no})
    if stored is not None:
        names = ("board_no", "article_no", "comment_no")
        await comment_rules.delete(call, CommentPath(**{name: stored[name] for name in names}))


async def _remove_coupon(call: Call, coupon_no: Number) -> None:
    """Delete a coupon that was never issued, for which the API only has a mark."""
    coupon, _ = await coupon_store.get(call, coupon_no)
    await row_store.write(call.db, RowWrite("coupon", {"coupon_no": coupon_no}, None))
    call.publish(
        CouponDeleted(
            event_shop_no=str(call.shop_no),
            coupon_type=coupon.coupon_type,
            coupon_no=int(coupon_no),
        )
    )


OWNERS: Final[Mapping[str, Owner]] = {
    "product": Owner(
        number="product_no",
        remove=lambda call, number: product_rules.delete(call, ProductPath(product_no=number)),
        dependents=_of_product,
    ),
    "category": Owner(
        number="category_no",
        remove=lambda call, number: category_rules.delete(call, CategoryNumber(category_no=number)),
        dependents=_of_category,
    ),
    "brand": Owner(
        number="brand_code",
        remove=lambda call, code: brands.delete_brand(call, BrandPath(brand_code=code)),
        dependents=_of_brand,
    ),
    "custom_property": Owner(
        number="property_no",
        remove=lambda call, number: delete_property(call, PropertyPath(property_no=number)),
        dependents=_of_property,
    ),
    "benefit": Owner(
        number="benefit_no",
        remove=lambda call, number: benefit_rules.delete(call, BenefitPath(benefit_no=number)),
        dependents=_none,
    ),
    "coupon": Owner(number="coupon_no", remove=_remove_coupon, dependents=_none),
    "discount_code": Owner(
        number="discount_code_no",
        remove=lambda call, number: discount_code_rules.delete(
            call, DiscountCodePath(discount_code_no=number)
        ),
        dependents=_none,
    ),
    "carrier": Owner(
        number="carrier_id",
        remove=lambda call, number: carriers.remove(
            call, CarrierRemoval(carrier_id=number, delete_default_carrier="T")
        ),
        dependents=_of_carrier,
    ),
    "supplier": Owner(
        number="supplier_code",
        remove=lambda call, code: suppliers.delete_supplier(call, SupplierCode(supplier_code=code)),
        dependents=_of_supplier,
    ),
    "article": Owner(number="article_no", remove=_remove_article, dependents=_of_article),
    "article_comment": Owner(number="comment_no", remove=_remove_comment, dependents=_of_comment),
    "inflow_group": Owner(number="inflow_group_id", remove=None, dependents=_of_inflow_group),
}
"""Table -> how its resource is removed."""
