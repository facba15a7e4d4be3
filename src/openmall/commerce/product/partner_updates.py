"""The partner projection of a mall's products, updated where a product changes.

Called by name in the transaction of the change, so that a hidden, unsold or deleted product
disappears for partners at once. See docs/decisions/0010-partner-projection.md.
"""

from collections.abc import Iterable, Sequence, Set
from decimal import ROUND_HALF_UP, Decimal
from typing import Final

from msgspec.structs import replace

from openmall.commerce.category.categories import category_changes, category_placements, tree
from openmall.commerce.partner_projection import enrolment, product_entries
from openmall.commerce.partner_projection.product_entries import NOWHERE, Entry, Place, Values
from openmall.commerce.partner_projection.shape import (
    Enrolment,
    Figures,
    Option,
    StandardTag,
    UnsearchedFields,
)
from openmall.commerce.product import shopper_prices
from openmall.commerce.product.products import store as product_store
from openmall.commerce.product.products.shape import Product
from openmall.commerce.product.variants.store import OptionNames
from openmall.contract.call import Call
from openmall.contract.moments import moment, read, seconds
from openmall.contract.money import hundredths
from openmall.database.session import Session

OF_PRICE: Final = frozenset({"price", "price_excluding_tax", "retail_price", "supply_price"})
"""Fields whose change affects only the price and the update time in the projection."""
UNSEEN: Final = frozenset(
    {
        "custom_product_code", "description", "eng_product_name", "english_product_material",
        "exchange_info", "internal_product_name", "mobile_description", "model_name",
        "payment_info", "price_content", "product_material", "product_tag", "service_info",
        "shipping_info", "simple_description", "summary_description",
        "supply_product_name",
    }
)  # fmt: skip
"""Fields that partners see nothing of: their change affects only the update time, on which the
price of a new product may depend."""
_HUNDRED: Final = Decimal(100)
_ABROAD: Final = ("C", "B")
"""Values of `shipping_scope` that include delivery abroad."""


def takes_part(call: Call) -> bool:
    """Return whether the call's mall takes part in the partner programme; cached with the mall."""
    return any(shop.in_programme for shop in call.mall.shops.values())


async def update_projection(
    call: Call,
    product_nos: Sequence[int],
    *,
    found: Sequence[tuple[Product, list[OptionNames]]] | None = None,
) -> None:
    """Update the partner projection of products, in the call's transaction.

    `found`: the products in every language, where the transaction has read them as they are now.
    """
    if not product_nos or not takes_part(call):
        return
    shops = {each.shop_no: each for each in await enrolment.of_malls(call.db, [call.db.mall_id])}
    distinct = sorted(set(product_nos))
    products = found or await product_store.in_every_language(call, distinct)
    shown = [
        (product, options)
        for product, options in products
        if product.shop_no in shops
        and product.display == "T"
        and product.selling == "T"
        # partners show products to everybody
        and product.exposure_limit_type != "M"
    ]
    numbers = sorted({product.product_no for product, _ in shown})
    placed = await _placed(call.db, numbers) if numbers else {}
    prices = await _prices(call, [product for product, _ in shown])
    known = await product_entries.figures(call.db, numbers) if numbers else {}
    await product_entries.replace_entries(
        call.db,
        distinct,
        [
            _entry(
                shops[product.shop_no],
                product,
                options,
                place=placed.get(product.product_no, (None, NOWHERE)),
                known=known.get((product.product_no, product.shop_no), Figures()),
                prices=prices[product.product_no, product.shop_no],
            )
            for product, options in shown
        ],
    )


async def update_changed(call: Call, product: Product, changed: Set[str]) -> None:
    """Update the partner projection of a product whose fields `changed` were written."""
    if changed <= OF_PRICE | UNSEEN:
        await reprice(call, product, other_price="price" in changed)
    else:
        await update_projection(call, [product.product_no])


async def reprice(call: Call, product: Product, *, other_price: bool = True) -> None:
    """Update the partner projection of a product to its new price; a cheaper `update_projection`.

    Covers only the product's own language, and neither its category nor its search words, which a
    price does not change. `other_price`: the price is not the one before.
    """
    if not takes_part(call):
        return
    number = product.product_no
    prices = (await _prices(call, [product]))[number, product.shop_no]
    if not await product_entries.reprice(
        call.db, number, product.shop_no, prices, other_price=other_price
    ):
        await update_projection(call, [number])


async def refresh_prices(call: Call, product_nos: list[int]) -> int:
    """Update the prices of products in the partner projection, where benefits changed them.

    Returns how many entries differed. The time of their update stays.
    """
    products = [each for each, _ in await product_store.in_every_language(call, product_nos)]
    columns = {
        key: {name: value for name, value in each.items() if name != "updated_date"}
        for key, each in (await _prices(call, products)).items()
    }
    return await product_entries.reprice_listed(call.db, product_nos, columns)


async def mark_updated(call: Call, product_nos: list[int], *, now: int) -> None:
    """Mark products as updated in the partner projection, where nothing else changed."""
    if product_nos and takes_part(call):
        await product_entries.mark_updated(call.db, product_nos, updated_date=now)


async def remove(call: Call, product_no: int) -> None:
    """Remove a deleted product from the partner projection."""
    if takes_part(call):
        await product_entries.remove(call.db, [product_no])
        await product_entries.drop_figures(call.db, [product_no])


@category_changes.DELETED.register
async def reassign(call: Call, category_nos: list[int]) -> None:
    """Reassign products in the partner projection after categories were deleted."""
    if takes_part(call):
        await product_entries.drop_places(call.db, category_nos)
        await update_projection(call, await product_entries.placed_by(call.db, category_nos))


@category_changes.MOVED.register
async def replace_in_categories(call: Call, category_nos: list[int]) -> None:
    """Update the partner projection of the products of categories that lie elsewhere now."""
    if takes_part(call):
        await update_projection(call, await category_placements.filed_in(call.db, category_nos))


async def _placed(db: Session, product_nos: list[int]) -> dict[int, tuple[int | None, Place]]:
    """Return product -> its mapped category, and the programme's category.

    Of a product's categories, the lowest-numbered one that is mapped or lies below a mapped one
    counts; the nearest mapped one above it decides.
    """
    filed = await category_placements.of_products(db, product_nos)
    if not filed:
        return {}
    paths = await tree.paths(db, sorted({category_no for _, category_no in filed}))
    mapped = await product_entries.places(
        db, sorted({no for path in paths.values() for no in path})
    )
    found: dict[int, tuple[int | None, Place]] = {}
    for product_no, category_no in filed:
        nearest = next((no for no in reversed(paths.get(category_no, [])) if no in mapped), None)
        if nearest is not None and product_no not in found:
            found[product_no] = category_no, mapped[nearest]
    return found


def _entry(
    shop: Enrolment,
    product: Product,
    options: Iterable[OptionNames],
    *,
    place: tuple[int | None, Place],
    known: Figures,
    prices: Values,
) -> Entry:
    assert product.created_date is not None
    category_no, codes = place
    fee = product.shipping_fee_type
    if product.shipping_fee_by_product == "F":
        fee = shop.terms.shipping_fee_type  # type: ignore[assignment] # a shop has more kinds
    abroad = product.shipping_scope in _ABROAD
    columns = {
        "store_id": shop.store_id,
        "product_no": product.product_no,
        "shop_no": product.shop_no,
        "product_ukey": f"{shop.store_id}_{product.shop_no}_{product.product_no}",
        "category_no": category_no,
        "depth1": codes[0],
        "depth2": codes[1],
        "depth3": codes[2],
        "product_name": product.product_name,
        "product_status_type": product.product_condition,
        **prices,
        "is_free_shipping": _flag(fee == "T"),
        "is_international_shipping": _flag(abroad),
        "is_free_gift": _flag(known.is_free_gift),
        "is_coupon_discount": _flag(known.is_coupon_discount),
        "product_popular_age": known.product_popular_age,
        "review_count": known.review_count,
        "review_score": known.review_score,
        "hits_count": known.hits_count,
        "popularity_score": known.popularity_score,
        "created_date": seconds(product.created_date),
    }
    shown = UnsearchedFields(
        product_code=product.product_code,
        international_shipping_country=sorted(product.country_hscode) if abroad else [],
        product_options=[Option(option_name=o.name, option_value=o.values) for o in options],
        brand_name=known.brand_name,
        product_standard_tags=[
            StandardTag(standard_tags_key=each.name or each.key, standard_tags_values=each.value)
            for each in product.additional_information
        ],
        detail_image=product.detail_image,
        list_image=product.list_image,
        tiny_image=product.tiny_image,
        small_image=product.small_image,
        expiration_date=(
            None
            if product.expiration_date is None
            else moment(read(product.expiration_date.end_date.isoformat(), end=True))
        ),
    )
    return Entry(columns, shown, product.product_name, codes)


async def _prices(call: Call, products: Sequence[Product]) -> dict[tuple[int, int], Values]:
    """Return the columns that change with a price, and when that was: what a guest pays now.

    By number of product and shop.
    """
    found = {}
    for shop_no in sorted({each.shop_no for each in products}):
        of_shop = [each for each in products if each.shop_no == shop_no]
        pc = await shopper_prices.find_terms(
            call, of_shop, member_id="", group=None, platform="P", shop_no=shop_no
        )
        mobile = replace(pc, visitor=replace(pc.visitor, platform="M"))
        for each in of_shop:
            found[each.product_no, shop_no] = _columns(
                each,
                shopper_prices.discounted_price(pc, each),
                shopper_prices.discounted_price(mobile, each),
            )
    return found


def _columns(product: Product, pc: Decimal, mobile: Decimal) -> Values:
    assert product.updated_date is not None
    return {
        "price": hundredths(product.price),
        "pc_discount_price": hundredths(pc),
        "mobile_discount_price": hundredths(mobile),
        "pc_discount_rate": _rate(product.price, pc),
        "mobile_discount_rate": _rate(product.price, mobile),
        "is_pc_discount": _flag(pc < product.price),
        "is_mobile_discount": _flag(mobile < product.price),
        "updated_date": seconds(product.updated_date),
    }


def _rate(price: Decimal, discounted: Decimal) -> int:
    """Return by how many percent a price is lower, to the nearest whole one."""
    if not price:
        return 0
    rate = (price - discounted) * _HUNDRED / price
    return int(rate.quantize(Decimal(1), rounding=ROUND_HALF_UP))


def _flag(holds: bool) -> str:
    return "T" if holds else "F"
