"""The operations on bundles: products sold together for less.

A bundle is a product without variants of its own: selling it takes units of its parts.
"""

from collections.abc import Sequence
from typing import Final

import msgspec
from msgspec.structs import asdict, replace

from openmall.commerce.product import availability, discountprice
from openmall.commerce.product.bundle_service.refusals import (
    BUNDLE_IN_BUNDLE,
    DISCOUNT_ABOVE_PARTS,
    PART_NAMED_TWICE,
    WRONG_NUMBER_OF_PARTS,
)
from openmall.commerce.product.bundles import pricing as bundle_pricing
from openmall.commerce.product.bundles import store
from openmall.commerce.product.bundles.shape import (
    MOST_PARTS,
    Bundle,
    BundleSales,
    ComponentDraft,
    Discount,
    DiscountDraft,
)
from openmall.commerce.product.bundles.takes import (
    BundleDraft,
    BundlePath,
    BundleQuery,
    BundleUpdate,
)
from openmall.commerce.product.pictures import pictured
from openmall.commerce.product.product_service import rules as product_rules
from openmall.commerce.product.products import store as product_store
from openmall.commerce.product.products.pricing import priced
from openmall.commerce.product.products.shape import Product
from openmall.commerce.product.products.takes import ProductPath, ProductQuery, ProductUpdate
from openmall.contract.call import Call
from openmall.contract.change import differences, merged, sent_fields
from openmall.contract.errors import Invalid, NotFound, NotModified
from openmall.contract.moments import moment
from openmall.contract.refusal import Phrase
from openmall.contract.refusals import DOES_NOT_EXIST, IDENTICAL, NO_SUCH
from openmall.database import sequences

_PARTS: Final = "bundle_product_components"
_SALES: Final = "bundle_product_sales"


async def listing(call: Call, query: BundleQuery) -> Sequence[Bundle]:
    """Retrieve a list of bundles."""
    filters = sent_fields(query) | {"product_bundle": "T"}
    if isinstance(query.product_weight, msgspec.UnsetType):
        filters.pop("product_weight", None)
    else:
        filters["product_weight"] = [query.product_weight]
    found = await product_rules.listing(call, ProductQuery(**filters))
    if not found:
        return []
    nos = [each.product_no for each in found]
    parts, details = await store.components(call, nos), await product_store.details(call, nos)
    return await _shown(
        call,
        [
            Bundle(
                **asdict(each),
                product_tag=details[each.product_no].product_tag,
                bundle_product_components=parts[each.product_no],
            )
            for each in found
        ],
    )


async def retrieve(call: Call, params: BundlePath) -> Bundle:
    """Retrieve a bundle."""
    discount = await _discount(call, params.product_no)
    path = ProductPath(shop_no=params.shop_no, product_no=params.product_no)
    return await _whole(call, await product_rules.retrieve(call, path), discount)


async def create(call: Call, draft: BundleDraft) -> Bundle:
    """Create a bundle. It is for sale as soon as it is displayed.

    Raises Invalid (422) for parts that cannot be one, and a discount of more than they cost.
    """
    # before products are locked, as imports do
    number = await sequences.allocate(call.db, "product")
    await _require_parts(call, draft.bundle_product_components)
    await store.replace_parts(call, number, draft.bundle_product_components)
    discount = merged(Discount(), sent_fields(draft.bundle_product_sales))
    for shop_no in call.mall.shops:
        await store.set_discount(call, number, shop_no, discount)
    await _require_price(call, number)
    prices = await bundle_pricing.prices(call, [number])
    values = product_rules.settable(call, draft)
    product = await product_rules.new(call, draft, values, number=number, set_product_type="C")
    here = {}
    for shop_no in call.mall.shops:
        each = product if shop_no == call.shop_no else product_rules.elsewhere(product, shop_no)
        price = prices.get((number, shop_no), product.price)
        withheld = availability.is_withheld(each, moment(call.clock.now()).date())
        each = replace(each, selling="T", price=price, sold_out="T" if withheld else "F")
        here[shop_no] = priced(each, {"price"}, call.mall.shops, new=True)
    return await _whole(call, await product_rules.add(call, here, []), discount)


async def change(call: Call, params: BundleUpdate) -> Bundle:
    """Update a bundle. Identical content is NotModified (409).

    Its parts are those of every language, its discount that of the call's shop.
    Raises as `create` does.
    """
    number = params.product_no
    parts = params.bundle_product_components
    if isinstance(parts, list):
        await _require_parts(call, parts, of=number)
    else:
        await product_store.lock(call, number)
    discount = await _discount(call, number)
    before = await product_store.get(call, number)
    values = {
        name: value for name, value in sent_fields(params).items() if name not in (_PARTS, _SALES)
    }
    update = ProductUpdate(**values)
    settable = product_rules.settable(call, update)
    edit = await product_rules.resolve(call, update, settable, before, reprice=False)
    made_of = await store.components(call, [number])
    if isinstance(parts, list):
        await store.replace_parts(call, number, parts)
    new_discount = discount
    if isinstance(params.bundle_product_sales, DiscountDraft):
        new_discount = merged(discount, sent_fields(params.bundle_product_sales))
        await store.set_discount(call, number, call.shop_no, new_discount)
    now_of = await store.components(call, [number])
    if (made_of, discount) != (now_of, new_discount):
        await _require_price(call, number)
        prices = await bundle_pricing.prices(call, [number])
        after = replace(edit.after, price=prices[number, call.shop_no])
        after = priced(after, {"price"}, call.mall.shops, new=False)
        edit = replace(edit, after=after, changes=differences(before, after))
    changes = edit.changes | differences(discount, new_discount)
    if made_of != now_of:
        changes[_PARTS] = (made_of[number], now_of[number])
    if not changes:
        raise NotModified(IDENTICAL)
    after = await product_rules.write(call, replace(edit, changes=changes))
    await bundle_pricing.recalculate(call, [number])
    return await _whole(call, pictured(call, after), new_discount)


async def delete(call: Call, params: BundlePath) -> Product:
    """Delete a bundle, in every language of the mall; its parts stay."""
    await _discount(call, params.product_no)
    path = ProductPath(shop_no=params.shop_no, product_no=params.product_no)
    return await product_rules.delete(call, path)


async def _discount(call: Call, product_no: int) -> Discount:
    discount = await store.discount(call, product_no)
    if discount is None:
        raise NotFound(DOES_NOT_EXIST, parameter="product_no", resource=Phrase("bundle"))
    return discount


async def _whole(call: Call, product: Product, discount: Discount) -> Bundle:
    parts = await store.components(call, [product.product_no])
    sales = BundleSales(set_product_price=product.price, **asdict(discount))
    bundle = Bundle(
        **asdict(product),
        bundle_product_components=parts[product.product_no],
        bundle_product_sales=sales,
    )
    return (await _shown(call, [bundle]))[0]


async def _shown(call: Call, bundles: Sequence[Bundle]) -> Sequence[Bundle]:
    """Return bundles with the embedded resources the client asked for."""
    if not call.embeds("discountprice"):
        return bundles
    prices = await discountprice.of_products(call, bundles)
    return [replace(each, discountprice=prices[each.product_no]) for each in bundles]


async def _require_parts(
    call: Call, parts: Sequence[ComponentDraft], *, of: int | None = None
) -> None:
    """Lock the products that are to be parts, and the bundle `of` them.

    Raises Invalid (422) unless there are some, each once, and none is a bundle or missing.
    """
    if not 1 <= len(parts) <= MOST_PARTS:
        raise Invalid(WRONG_NUMBER_OF_PARTS, parameter=_PARTS, most=MOST_PARTS)
    part_nos = {part.product_no for part in parts}
    locked = part_nos if of is None else part_nos | {of}
    found = {
        product.product_no: product
        for product, _ in await product_store.in_every_language(call, sorted(locked))
        if product.shop_no == call.shop_no
    }
    name = f"{_PARTS}.product_no"
    if not part_nos <= found.keys():
        raise Invalid(NO_SUCH, parameter=name, resource=Phrase("product"))
    if any(found[number].set_product_type is not None for number in part_nos):
        raise Invalid(BUNDLE_IN_BUNDLE, parameter=name)
    if len(part_nos) < len(parts):
        raise Invalid(PART_NAMED_TWICE, parameter=name)


async def _require_price(call: Call, product_no: int) -> None:
    """Raise Invalid (422) when the discount exceeds the sum of the parts in the call's shop."""
    cost = (await store.costs(call, [product_no]))[product_no, call.shop_no]
    if bundle_pricing.bundle_price(cost, call.mall.shops[call.shop_no]) < 0:
        raise Invalid(DISCOUNT_ABOVE_PARTS, parameter=f"{_SALES}.discount_value")
