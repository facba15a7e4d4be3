"""The operations on products: create, update, delete and find them."""

from collections.abc import Mapping, Sequence
from decimal import Decimal
from typing import Any, Final, TypeVar

import msgspec
from msgspec import UNSET, Struct

from openmall.commerce.category.categories import category_placements, tree
from openmall.commerce.category.mains import main_placements
from openmall.commerce.category.mains import rules as main_rules
from openmall.commerce.product import availability, decorationimages, partner_updates
from openmall.commerce.product import dependent_rows as product_dependent_rows
from openmall.commerce.product.bundles import pricing as bundle_pricing
from openmall.commerce.product.options import option_response
from openmall.commerce.product.options import store as option_store
from openmall.commerce.product.options.refusals import OPTIONS_WITHOUT_HAS_OPTION
from openmall.commerce.product.pictures import additional_images, gallery, paths, pictured
from openmall.commerce.product.product_service.refusals import ICON_TERM_ENDS_EARLY, PART_OF_BUNDLE
from openmall.commerce.product.products import code_references
from openmall.commerce.product.products import (
    search as product_search,
)
from openmall.commerce.product.products import (
    store as product_store,
)
from openmall.commerce.product.products.events import ProductCreated, ProductDeleted, ProductUpdated
from openmall.commerce.product.products.exposure import Viewer
from openmall.commerce.product.products.pricing import priced
from openmall.commerce.product.products.shape import (
    InCategory,
    ListedProduct,
    ListIcon,
    Product,
    Times,
)
from openmall.commerce.product.products.takes import (
    AnyChange,
    ProductDraft,
    ProductFilters,
    ProductPath,
    ProductQuery,
    ProductUpdate,
)
from openmall.commerce.product.refusals import BUNDLE_PRICE_COMPUTED
from openmall.commerce.product.stock import availability_store, lowest_cost_store, propagation
from openmall.commerce.product.variant_service import combinations
from openmall.commerce.product.variant_service import rules as variant_rules
from openmall.commerce.product.variants import codes
from openmall.commerce.product.variants.shape import Variant
from openmall.commerce.product.variants.store import OptionNames
from openmall.contract.call import Call
from openmall.contract.change import Changes, differences, merged, sent_fields
from openmall.contract.errors import Invalid, NotModified
from openmall.contract.moments import moment
from openmall.contract.money import rounded
from openmall.contract.refusal import Phrase
from openmall.contract.refusals import DATES_TOGETHER, FIRST_ABOVE_LAST, IDENTICAL, MISSING, NO_SUCH
from openmall.database import sequences

_PRICED_BY_PARTS: Final = frozenset({"price", "price_excluding_tax"})
"""Fields of a bundle that follow from its parts and cannot be set."""
P = TypeVar("P", bound=ListedProduct)
_PERIODS: Final = ("created", "updated")


class Edit(Struct, frozen=True):
    """An update of a product, resolved against the stored product."""

    after: Product
    changes: Changes
    """Field -> (before, after), of the fields that differ."""
    placed: list[InCategory]
    """Categories to add the product to, with its marks there."""
    removed: list[int]
    """Numbers of the categories to remove the product from."""


async def listing(
    call: Call, query: ProductQuery, viewer: Viewer | None = None
) -> Sequence[ListedProduct]:
    """Retrieve a list of products."""
    categories = await _categories(call, query)
    found, options = await product_search.page(call, query, categories, viewer=viewer)
    for product in found:
        pictured(call, product)
    return await _embedded(call, found, options) if call.embed else found


async def count(call: Call, filters: ProductFilters, viewer: Viewer | None = None) -> int:
    """Retrieve a count of products."""
    categories = await _categories(call, filters)
    return await product_search.number(call, filters, categories, viewer=viewer)


async def facts(
    call: Call, filters: ProductFilters, viewer: Viewer | None, *, most: int
) -> list[product_search.Fact]:
    """Return what facets count of at most so many products."""
    categories = await _categories(call, filters)
    return await product_search.facts(call, filters, categories, viewer=viewer, most=most)


async def _categories(call: Call, filters: ProductFilters) -> list[int] | None:
    for name in _PERIODS:
        start = getattr(filters, f"{name}_start_date")
        end = getattr(filters, f"{name}_end_date")
        if (start is UNSET) != (end is UNSET):
            missing = f"{name}_start_date" if start is UNSET else f"{name}_end_date"
            raise Invalid(DATES_TOGETHER, parameter=missing)
    if filters.category is UNSET:
        return None
    assert isinstance(filters.category, int)
    if filters.include_sub_category is UNSET:
        return [filters.category]
    return await tree.with_descendants(call, filters.category)


async def retrieve(call: Call, params: ProductPath) -> Product:
    """Retrieve a product."""
    product, options = await product_store.with_options(call, params.product_no)
    pictured(call, product)
    if call.embed:
        [product] = await _embedded(call, [product], {product.product_no: options})
    return product


async def _embedded(
    call: Call, products: Sequence[P], options: dict[int, list[OptionNames]]
) -> list[P]:
    """Return products with the embedded sub-resources, read by one statement for each of these."""
    variants: dict[int, list[Variant]] = {}
    if call.embeds("variants") and products:
        variants = await availability_store.variants_of(call, products, options)
    looks: dict[int, option_store.Look] = {}
    if call.embeds("options") and products:
        looks = await option_store.looks(call, list(options))
    details: dict[int, Product] = {}
    if call.embeds("additionalimages") and products:
        details = await product_store.details(call, list(options))
    embedded = []
    for product in products:
        number = product.product_no
        extra: dict[str, Any] = {}
        if call.embeds("options"):
            look = looks.get(number, option_store.PLAIN)
            extra["options"] = option_response.as_options(call, product, options[number], look)
        if call.embeds("variants"):
            extra["variants"] = variants[number]
        if call.embeds("additionalimages"):
            extra["additionalimages"] = gallery(call, details[number].additional_image)
        embedded.append(msgspec.structs.replace(product, **extra))
    return embedded


async def create(call: Call, draft: ProductDraft) -> Product:
    """Create a product."""
    names = variant_rules.names(draft.options)
    if (draft.has_option == "T") != bool(names):
        raise Invalid(OPTIONS_WITHOUT_HAS_OPTION, parameter="options")
    values = settable(call, draft)
    code_references.require(await code_references.unknown(call, [values]), values)
    number = await sequences.allocate(call.db, "product")
    product = await new(
        call,
        draft,
        values,
        number=number,
        has_option=draft.has_option,
        option_type="T" if names else "F",
    )
    product = priced(product, values.keys(), call.mall.shops, new=True)
    if availability.is_withheld(product, moment(call.clock.now()).date()):
        product = msgspec.structs.replace(product, sold_out="T")
    # shops in other languages get the product too, hidden until its texts are reviewed
    here = {
        shop_no: product if shop_no == call.shop_no else elsewhere(product, shop_no)
        for shop_no in call.mall.shops
    }
    await combinations.create(call, number, names, reference=call.identity.app.client_id)
    return await add(call, here, names)


async def new(
    call: Call, draft: AnyChange, values: dict[str, Any], *, number: int, **fixed: Any
) -> Product:
    """Return the product that a draft of the call's shop describes, without its price.

    `values`: the draft's fields as stored (`settable`); `fixed`: fields a draft does not set.
    Raises Invalid (422) for an unknown category and for limits that permit no quantity.
    """
    placed = _placed(draft)
    await _require_categories(call, placed)
    now = moment(call.clock.now())
    product = Product(
        shop_no=call.shop_no,
        product_no=number,
        product_code=codes.of_product(number),
        created_date=now,
        updated_date=now,
        **fixed,
    )
    product = merged(product, values)
    availability.require_limits(product, values.keys())
    return msgspec.structs.replace(product, category=placed, list_icon=icon(placed))


async def add(call: Call, here: Mapping[int, Product], options: list[OptionNames]) -> Product:
    """Store a new product in each language, log and announce it; return it in the call's shop."""
    product = here[call.shop_no]
    for each in here.values():
        await product_store.add(call, each, options)
    await category_placements.put(
        call, product.product_no, map(msgspec.to_builtins, product.category)
    )
    if product.main:
        await main_rules.show_in(call, product.product_no, product.main)
    await partner_updates.update_projection(call, [product.product_no])
    call.journal(f"product {product.product_no}", {"product_name": ("", product.product_name)})
    call.publish(ProductCreated.of(product))
    return pictured(call, product)


def elsewhere(product: Product, shop_no: int) -> Product:
    """Return a new product for a shop that has no texts for it yet: hidden and not for sale."""
    return msgspec.structs.replace(product, shop_no=shop_no, display="F", selling="F")


async def change(call: Call, params: ProductUpdate) -> Product:
    """Update a product. Identical content is NotModified (409)."""
    values = settable(call, params)
    missing = await code_references.unknown(call, [values])
    before, part_of = await product_store.with_bundles(call, params.product_no)
    code_references.require(missing, values, [before])
    if before.set_product_type is not None:
        for name in sorted(_PRICED_BY_PARTS & values.keys()):
            raise Invalid(BUNDLE_PRICE_COMPUTED, parameter=name)
    edit = await resolve(call, params, values, before, reprice=True)
    if not edit.changes:
        raise NotModified(IDENTICAL)
    sent = next((n for n in ("price", "price_excluding_tax") if n in values), "price")
    await lowest_cost_store.require(call, before, edit.after, parameter=sent)
    after = await write(call, edit)
    if part_of and "price" in edit.changes:
        await bundle_pricing.recalculate(call, part_of)
    return pictured(call, after)


async def resolve(
    call: Call, params: ProductUpdate, values: dict[str, Any], before: Product, *, reprice: bool
) -> Edit:
    """Resolve an update against the stored product.

    `values`: the fields of `params` as stored (`settable`). `reprice`: make price, tax and margin
    agree; False for a bundle, whose price follows from its parts.
    Raises Invalid (422) for an unknown category, for limits that permit no quantity and for an
    icon term that ends before it begins.
    """
    if isinstance(params.additional_image, list):
        images = additional_images(call, params.additional_image, before.additional_image)
        values = values | {"additional_image": images}
    after = merged(before, values)
    availability.require_limits(after, values.keys())
    _require_days(after, values)
    if params.use_icon_exposure_term is not UNSET:
        after = msgspec.structs.replace(after, icon_show_period=_icon_period(params))
    placed, removed = _placed(params), _removed(params)
    await _require_categories(call, placed)
    category = {place.category_no: place for place in before.category}
    category |= {place.category_no: place for place in placed}
    for category_no in removed:
        category.pop(category_no, None)
    places = [category[number] for number in sorted(category)]
    after = msgspec.structs.replace(after, category=places, list_icon=icon(places, before))
    if reprice:
        after = priced(after, values.keys(), call.mall.shops, new=False)
    return Edit(after, differences(before, after), placed, removed)


async def write(call: Call, edit: Edit) -> Product:
    """Store an edit, log and announce it; return the product with the time of the update."""
    after = msgspec.structs.replace(edit.after, updated_date=moment(call.clock.now()))
    await product_store.change(call, after, edit.changes)
    if edit.placed:
        await category_placements.put(call, after.product_no, map(msgspec.to_builtins, edit.placed))
    if edit.removed:
        await category_placements.take(call, after.product_no, edit.removed)
    if "main" in edit.changes:
        await main_rules.show_in(call, after.product_no, after.main)
    await partner_updates.update_changed(call, after, edit.changes.keys())
    call.journal(f"product {after.product_no}", edit.changes)
    call.publish(ProductUpdated.of(after))
    # one that was below nothing by an earlier rule is sold again once its price is raised
    repriced = "price" in edit.changes and edit.after.sold_out == "T"
    if repriced or not availability.LIMITS.isdisjoint(edit.changes):
        await propagation.update(call, [after.product_no], [])
        after = await product_store.get(call, after.product_no)
    return after


async def delete(call: Call, params: ProductPath) -> Product:
    """Delete a product, in every language of the mall.

    Raises Invalid (422), naming the bundle, for a part of a bundle.
    """
    product, part_of = await product_store.with_bundles(call, params.product_no)
    if part_of:
        bundle = await product_store.get(call, part_of[0])
        raise Invalid(
            PART_OF_BUNDLE,
            parameter="product_no",
            product_no=bundle.product_no,
            product_name=bundle.product_name,
        )
    await product_store.remove(call, product.product_no)
    await category_placements.take_from_all(call, product.product_no)
    await main_placements.take_from_all(call, product.product_no)
    await decorationimages.forget(call, product.product_no)
    await variant_rules.remove_all(call, product.product_no)
    await option_store.forget(call, product.product_no)
    await product_dependent_rows.delete_all(call, product.product_no)
    await partner_updates.remove(call, product.product_no)
    call.journal(f"product {product.product_no}", {"product_name": (product.product_name, None)})
    call.publish(
        ProductDeleted(
            event_shop_no=str(call.shop_no),
            product_no=product.product_no,
            product_code=product.product_code,
        )
    )
    return product


def settable(call: Call, params: AnyChange) -> dict[str, Any]:
    """Return the fields of a product that were sent, as stored."""
    values = sent_fields(params)
    paths(call, values)
    if isinstance(values.get("main"), list):
        values["main"] = sorted(set(values["main"]))
    for name in ("shop_no", "product_no", "options", "has_option"):
        values.pop(name, None)
    return {
        name: rounded(value) if isinstance(value, Decimal) else value
        for name, value in values.items()
    }


def icon(places: list[InCategory], before: Product | None = None) -> ListIcon:
    """Return the icons of a product in lists, which follow from its marks in categories."""
    return ListIcon(
        soldout_icon=before is not None and before.list_icon.soldout_icon,
        recommend_icon=any(place.recommend == "T" for place in places),
        new_icon=any(place.new == "T" for place in places),
    )


def _require_days(product: Product, sent: Mapping[str, Any]) -> None:
    """Raise Invalid (422) for a shipping period whose days contradict each other or the stored."""
    days = product.shipping_period
    if "shipping_period" in sent and days.minimum > days.maximum:
        last = "shipping_period.maximum"
        raise Invalid(FIRST_ABOVE_LAST, parameter=last, first="minimum", last="maximum")


def _icon_period(params: ProductUpdate) -> Times | None:
    if params.use_icon_exposure_term == "F":
        return None
    begin, end = params.icon_exposure_begin_datetime, params.icon_exposure_end_datetime
    if not isinstance(begin, int):
        raise Invalid(MISSING, parameter="icon_exposure_begin_datetime")
    if not isinstance(end, int) or end < begin:
        raise Invalid(ICON_TERM_ENDS_EARLY, parameter="icon_exposure_end_datetime")
    return Times(start_date=moment(begin), end_date=moment(end))


def _placed(params: AnyChange) -> list[InCategory]:
    placed = params.add_category_no
    if isinstance(placed, InCategory):
        return [placed]
    return list(placed) if isinstance(placed, list) else []


def _removed(params: ProductUpdate) -> list[int]:
    removed = params.delete_category_no
    if isinstance(removed, int):
        return [removed]
    return list(removed) if isinstance(removed, list) else []


async def _require_categories(call: Call, placed: list[InCategory]) -> None:
    numbers = [place.category_no for place in placed]
    if numbers and len(await tree.existing(call, numbers)) != len(set(numbers)):
        raise Invalid(NO_SUCH, parameter="add_category_no", resource=Phrase("category"))
