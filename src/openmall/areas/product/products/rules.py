"""What a shop owner would recognise: creating, changing, deleting and finding products."""

from collections.abc import Mapping, Sequence
from decimal import Decimal
from typing import Any, Final, TypeVar

import msgspec
from msgspec import UNSET

from openmall.areas.category.categories import places as filed
from openmall.areas.category.categories import tree
from openmall.areas.category.mains import places as main_places
from openmall.areas.category.mains import rules as mains
from openmall.areas.product import belongings, decorationimages
from openmall.areas.product.bundles import pricing as bundles
from openmall.areas.product.options import shown
from openmall.areas.product.options import store as option_looks
from openmall.areas.product.products import (
    groups,
    programme,
    search,
    shelving_store,
    store,
)
from openmall.areas.product.products.events import ProductCreated, ProductDeleted, ProductUpdated
from openmall.areas.product.products.pictures import gallery, paths, pictured
from openmall.areas.product.products.pricing import priced
from openmall.areas.product.products.shape import (
    AdditionalImage,
    InCategory,
    ListedProduct,
    ListIcon,
    Product,
    Times,
)
from openmall.areas.product.products.takes import (
    AnyChange,
    ProductDraft,
    ProductFilters,
    ProductPath,
    ProductQuery,
    ProductUpdate,
)
from openmall.areas.product.variants import codes, combining
from openmall.areas.product.variants import rules as variants
from openmall.areas.product.variants import store as variant_store
from openmall.areas.product.variants.store import OptionNames
from openmall.contract.call import Call
from openmall.contract.change import differences, merged, sent
from openmall.contract.errors import Invalid, NotModified
from openmall.contract.moments import moment
from openmall.contract.money import rounded
from openmall.database import numbers

_OF_ITS_PARTS: Final = frozenset({"price", "price_excluding_tax"})
"""What a bundle cannot be given."""
P = TypeVar("P", bound=ListedProduct)
_AT_ONCE: Final = 500
"""Products of a brand that are read whole at a time."""
_PAIRS: Final = ("created", "updated")


async def listing(call: Call, query: ProductQuery) -> Sequence[ListedProduct]:
    """Retrieve a list of products."""
    found, options = await search.page(call, query, await _categories(call, query))
    for product in found:
        pictured(call, product)
    return await _embedded(call, found, options) if call.embed else found


async def count(call: Call, filters: ProductFilters) -> int:
    """Retrieve a count of products."""
    return await search.number(call, filters, await _categories(call, filters))


async def _categories(call: Call, filters: ProductFilters) -> list[int] | None:
    for name in _PAIRS:
        start = getattr(filters, f"{name}_start_date")
        end = getattr(filters, f"{name}_end_date")
        if (start is UNSET) != (end is UNSET):
            missing = f"{name}_start_date" if start is UNSET else f"{name}_end_date"
            raise Invalid("Start and end date come together.", parameter=missing)
    if filters.category is UNSET:
        return None
    assert isinstance(filters.category, int)
    if filters.include_sub_category is UNSET:
        return [filters.category]
    return await tree.with_descendants(call, filters.category)


async def retrieve(call: Call, params: ProductPath) -> Product:
    """Retrieve a product."""
    product, options = await store.with_options(call, params.product_no)
    pictured(call, product)
    if call.embed:
        [product] = await _embedded(call, [product], {product.product_no: options})
    return product


async def _embedded(
    call: Call, products: Sequence[P], options: dict[int, list[OptionNames]]
) -> list[P]:
    """Return products with the sub-resources the client asked for, in a statement each."""
    found: dict[int, Any] = {}
    if call.embeds("variants") and products:
        found = await variant_store.of_products(call, options)
    looks: dict[int, option_looks.Look] = {}
    if call.embeds("options") and products:
        looks = await option_looks.looks(call, list(options))
    details: dict[int, Product] = {}
    if call.embeds("additionalimages") and products:
        details = await store.details(call, list(options))
    made = []
    for product in products:
        number = product.product_no
        extra: dict[str, Any] = {}
        if call.embeds("options"):
            look = looks.get(number, option_looks.PLAIN)
            extra["options"] = shown.as_options(product, options[number], look)
        if call.embeds("variants"):
            extra["variants"] = found[number]
        if call.embeds("additionalimages"):
            extra["additionalimages"] = gallery(call, details[number].additional_image)
        made.append(msgspec.structs.replace(product, **extra))
    return made


async def create(call: Call, draft: ProductDraft) -> Product:
    """Create a product."""
    names = variants.names(draft.options)
    if (draft.has_option == "T") != bool(names):
        raise Invalid("`options` come with `has_option` T.", parameter="options")
    values = settable(call, draft)
    groups.require(await groups.unknown(call, [values]), values)
    number = await numbers.take(call.db, "product")
    product = await new(
        call,
        draft,
        values,
        number=number,
        has_option=draft.has_option,
        option_type="T" if names else "F",
    )
    product = priced(product, values.keys(), new=True)
    # the other languages have the product too, hidden until somebody has looked at its texts
    here = {
        shop_no: product if shop_no == call.shop_no else elsewhere(product, shop_no)
        for shop_no in call.mall.shops
    }
    await combining.create(call, number, names, reference=call.identity.app.client_id)
    return await add(call, here, names)


async def new(
    call: Call, draft: AnyChange, values: dict[str, Any], *, number: int, **fixed: Any
) -> Product:
    """Return the product that a draft of the call's shop describes, its price apart.

    `values`: what of it is kept; `fixed`: fields a draft does not set.
    Raises Invalid (422) for a category that is not there.
    """
    places = _places(draft)
    await _require_categories(call, places)
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
    return msgspec.structs.replace(product, category=places, list_icon=icon(places))


async def add(call: Call, here: Mapping[int, Product], options: list[OptionNames]) -> Product:
    """Add a product, as it is in each language, and return it in the call's: logged, announced."""
    product = here[call.shop_no]
    for each in here.values():
        await store.add(call, each, options)
    await filed.put(call, product.product_no, map(msgspec.to_builtins, product.category))
    if product.main:
        await mains.show_in(call, product.product_no, product.main)
    await programme.follow(call, [product.product_no])
    call.journal(f"product {product.product_no}", {"product_name": ("", product.product_name)})
    call.announce(ProductCreated.of(product))
    return pictured(call, product)


def elsewhere(product: Product, shop_no: int) -> Product:
    """Return a new product as it starts in a shop that has no texts for it yet: hidden."""
    return msgspec.structs.replace(product, shop_no=shop_no, display="F", selling="F")


async def change(call: Call, params: ProductUpdate) -> Product:
    """Update a product. Identical content is NotModified (409)."""
    values = settable(call, params)
    missing = await groups.unknown(call, [values])
    before, part_of = await store.with_bundles(call, params.product_no)
    groups.require(missing, values, [before])
    if before.set_product_type is not None:
        for name in sorted(_OF_ITS_PARTS & values.keys()):
            raise Invalid("A bundle costs what its parts cost, less a discount.", parameter=name)
    after = priced(await wished(call, params, before), values.keys(), new=False)
    changes = differences(before, after)
    if not changes:
        raise NotModified("The content is identical to what is stored, nothing was changed.")
    after = await write(call, params, after, changes)
    if part_of and "price" in changes:
        await bundles.follow(call, part_of)
    return pictured(call, after)


async def wished(call: Call, params: ProductUpdate, before: Product) -> Product:
    """Return a product as an update wants it, its price without tax apart.

    Raises Invalid (422) for a category that is not there, and for an icon term that ends early.
    """
    after = merged(before, settable(call, params, before.additional_image))
    if params.use_icon_exposure_term is not UNSET:
        after = msgspec.structs.replace(after, icon_show_period=_icon_period(params))
    places = _places(params)
    await _require_categories(call, places)
    category = {place.category_no: place for place in before.category}
    category |= {place.category_no: place for place in places}
    for category_no in _gone(params):
        category.pop(category_no, None)
    now_in = [category[number] for number in sorted(category)]
    return msgspec.structs.replace(after, category=now_in, list_icon=icon(now_in, before))


async def write(
    call: Call, params: ProductUpdate, after: Product, changes: dict[str, tuple[Any, Any]]
) -> Product:
    """Write what an update changes of a product and return it: logged, announced."""
    after = msgspec.structs.replace(after, updated_date=moment(call.clock.now()))
    await store.change(call, after, changes)
    if places := _places(params):
        await filed.put(call, after.product_no, map(msgspec.to_builtins, places))
    if gone := _gone(params):
        await filed.take(call, after.product_no, gone)
    if "main" in changes:
        await mains.show_in(call, after.product_no, after.main)
    if changes.keys() <= programme.OF_PRICE:
        await programme.reprice(call, after)
    else:
        await programme.follow(call, [after.product_no])
    call.journal(f"product {after.product_no}", changes)
    call.announce(ProductUpdated.of(after))
    return after


async def delete(call: Call, params: ProductPath) -> Product:
    """Delete a product, in every language of the mall.

    Raises Invalid (422) that names the bundle of which it is a part.
    """
    product, part_of = await store.with_bundles(call, params.product_no)
    if part_of:
        bundle = await store.get(call, part_of[0])
        raise Invalid(
            f"It is part of bundle {bundle.product_no}, {bundle.product_name}.",
            parameter="product_no",
        )
    await store.remove(call, product.product_no)
    await filed.take_from_all(call, product.product_no)
    await main_places.take_from_all(call, product.product_no)
    await decorationimages.forget(call, product.product_no)
    await variants.remove_all(call, product.product_no)
    await option_looks.forget(call, product.product_no)
    await belongings.remove(call, product.product_no)
    await programme.forget(call, product.product_no)
    call.journal(f"product {product.product_no}", {"product_name": (product.product_name, None)})
    call.announce(
        ProductDeleted(
            event_shop_no=str(call.shop_no),
            product_no=product.product_no,
            product_code=product.product_code,
        )
    )
    return product


async def change_group(call: Call, group: shelving_store.Group, code: str, instead: str) -> int:
    """Put every product of one brand or supplier into another; return how many there were.

    Each is announced as updated, in the languages in which it was of that one.
    """
    now = moment(call.clock.now())
    belonging = await shelving_store.of_group(call, group, code)
    if not belonging:
        return 0
    await shelving_store.change_group(call, group, code, instead, now)
    for product in belonging:
        product.updated_date = now
        call.announce(ProductUpdated.of(product))
    changed = sorted({product.product_no for product in belonging})
    for at in range(0, len(changed), _AT_ONCE):
        await programme.follow(call, changed[at : at + _AT_ONCE])
    return len(changed)


def settable(call: Call, params: AnyChange, had: Sequence[AdditionalImage] = ()) -> dict[str, Any]:
    """Return the fields of a product that were sent, as they are kept.

    `had`: the additional images it has.
    """
    values = sent(params)
    paths(call, values, had)
    if isinstance(values.get("main"), list):
        values["main"] = sorted(set(values["main"]))
    for name in ("shop_no", "product_no", "options", "has_option"):
        values.pop(name, None)
    return {
        name: rounded(value) if isinstance(value, Decimal) else value
        for name, value in values.items()
    }


def icon(places: list[InCategory], before: Product | None = None) -> ListIcon:
    return ListIcon(
        soldout_icon=before is not None and before.sold_out == "T",
        recommend_icon=any(place.recommend == "T" for place in places),
        new_icon=any(place.new == "T" for place in places),
    )


def _icon_period(params: ProductUpdate) -> Times | None:
    if params.use_icon_exposure_term == "F":
        return None
    begin, end = params.icon_exposure_begin_datetime, params.icon_exposure_end_datetime
    if not isinstance(begin, int):
        raise Invalid("A required parameter is missing.", parameter="icon_exposure_begin_datetime")
    if not isinstance(end, int) or end < begin:
        raise Invalid(
            "The end of the term lies before its begin.", parameter="icon_exposure_end_datetime"
        )
    return Times(start_date=moment(begin), end_date=moment(end))


def _places(params: AnyChange) -> list[InCategory]:
    places = params.add_category_no
    if isinstance(places, InCategory):
        return [places]
    return list(places) if isinstance(places, list) else []


def _gone(params: ProductUpdate) -> list[int]:
    gone = params.delete_category_no
    if isinstance(gone, int):
        return [gone]
    return list(gone) if isinstance(gone, list) else []


async def _require_categories(call: Call, places: list[InCategory]) -> None:
    wanted = [place.category_no for place in places]
    if wanted and len(await tree.existing(call, wanted)) != len(set(wanted)):
        raise Invalid("There is no such category.", parameter="add_category_no")
