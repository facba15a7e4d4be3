"""The storefront's operations on products: only what is displayed and sold."""

from collections.abc import Sequence
from decimal import Decimal
from typing import Any, Final, TypeVar

import msgspec
from msgspec import UNSET, Struct, UnsetType

from openmall.commerce.customer.customergroups.shape import Group
from openmall.commerce.product import bundle_choices, shopper_group, shopper_prices
from openmall.commerce.product.hits import count_hit
from openmall.commerce.product.product_service import rules as product_rules
from openmall.commerce.product.products import exposure
from openmall.commerce.product.products.shape import ListedProduct, Product
from openmall.commerce.product.products.takes import (
    ProductFilters,
    ProductPath,
    ProductQuery,
    ShownFilters,
    ShownQuery,
)
from openmall.commerce.product.shopper_prices import PriceTerms
from openmall.commerce.product.variants import bundle_variant
from openmall.commerce.product.variants.shopper_shape import Variant as ShopperVariant
from openmall.contract.call import Call
from openmall.contract.change import sent_fields
from openmall.contract.errors import NotFound
from openmall.contract.moments import seconds
from openmall.contract.operation import NoEffect
from openmall.contract.params import Flag
from openmall.contract.refusal import Phrase
from openmall.contract.refusals import DOES_NOT_EXIST
from openmall.contract.resource import Resource

F = TypeVar("F", bound=ProductFilters)


class ShownPartVariant(Struct, frozen=True, kw_only=True):
    """A variant of a bundle's part that shoppers choose."""

    variants_code: str
    option_value: str
    """`Colour=Sand, Size=L`."""
    additional_amount: Decimal
    """Of one unit, in the bundle."""
    sold_out: Flag
    """T: too few units are left for one bundle."""


class ShownPart(Struct, frozen=True, kw_only=True):
    """A product of a bundle; carts and orders take the variant of each."""

    product_no: int
    product_name: str
    product_code: str
    purchase_quantity: int
    variants: list[ShownPartVariant]


class ListedForMember(ListedProduct, frozen=True, kw_only=True):
    """A product in a list, for a shopper who gets a discount."""

    discount_price: Decimal | UnsetType = UNSET
    """Price of one unit for this shopper, without coupons; absent without a discount."""
    variants: list[ShopperVariant] | UnsetType = UNSET  # type: ignore[assignment] # narrower


class ProductForMember(Product, frozen=True, kw_only=True):
    """A single product, for a shopper who gets a discount; a bundle with its parts."""

    discount_price: Decimal | UnsetType = UNSET
    """Price of one unit for this shopper, without coupons; absent without a discount."""
    bundle_product_components: list[ShownPart] | UnsetType = UNSET
    """The parts of a bundle; absent of other products."""
    variants: list[ShopperVariant] | UnsetType = UNSET  # type: ignore[assignment] # narrower


_MERCHANTS_ONLY: Final = {
    "supply_product_name", "internal_product_name", "supply_price", "product_condition",
    "margin_rate", "tax_type", "tax_rate", "except_member_points", "product_volume",
    "supplier_code", "hscode", "product_weight", "created_date", "updated_date",
    "english_product_material", "cloth_fabric", "classification_code", "additional_price",
    "clearance_category_eng", "clearance_category_kor", "shipping_fee_by_product",
    "buy_member_id_list",
}  # fmt: skip
_NOT_IN_DETAIL: Final = {
    "clearance_category_code", "country_hscode", "additional_image",
    "translated_additional_description", "translated_description", "single_purchase",
    "translate_product_material", "cultural_tax_deduction", "size_guide",
}  # fmt: skip
LISTED: Final = tuple(
    name for name in ListedForMember.__struct_fields__ if name not in _MERCHANTS_ONLY
)
DETAIL: Final = tuple(
    name
    for name in ProductForMember.__struct_fields__
    if name not in _MERCHANTS_ONLY | _NOT_IN_DETAIL
)
_VISIBLE: Final = {"display": "T", "selling": "T"}


def _visible(kind: type[F], filters: ShownFilters) -> F | None:
    """Return `filters` narrowed to products on display; None when they exclude all of these."""
    if "F" in (filters.display, filters.selling):
        return None
    return kind(**{**sent_fields(filters), **_VISIBLE})


async def list_products(call: Call, query: ShownQuery) -> Sequence[ListedForMember]:
    """Retrieve a list of the products on display."""
    visible = _visible(ProductQuery, query)
    return [] if visible is None else await list_matching(call, visible)


async def list_matching(call: Call, query: ProductQuery) -> Sequence[ListedForMember]:
    """Return the products on display that match a query, at the prices of the shopper."""
    visible = msgspec.structs.replace(query, display="T", selling="T")
    group = await shopper_group.of_shopper(call)
    products = await product_rules.listing(call, visible, shopper_group.viewer(group))
    terms = await shopper_prices.of_call(call, products, group)
    return [_for_shoppers(product, terms) for product in products]


async def count_products(call: Call, filters: ShownFilters) -> int:
    """Retrieve a count of the products on display."""
    visible = _visible(ProductFilters, filters)
    if visible is None:
        return 0
    viewer = shopper_group.viewer(await shopper_group.of_shopper(call))
    return await product_rules.count(call, visible, viewer)


async def retrieve_product(call: Call, params: ProductPath) -> ProductForMember:
    """Retrieve a product on display."""
    group = await shopper_group.of_shopper(call)
    product = require_on_display(await product_rules.retrieve(call, params), group)
    terms = await shopper_prices.of_call(call, [product], group)
    bundle = product.set_product_type is not None
    if product.updated_date is not None and not (call.embed or terms.benefits or bundle):
        # a benefit begins and ends without a change of the product, and parts are sold out
        call.effects.modified = seconds(product.updated_date)
    count_hit(call, params.product_no)
    shown: ProductForMember = _for_shoppers(product, terms)
    return await _with_parts(call, shown) if bundle else shown


async def _with_parts(call: Call, product: Product) -> ProductForMember:
    """Return a bundle with the variants of its parts to choose from."""
    parts = (await bundle_choices.offered_parts(call, [product.product_no]))[product.product_no]
    fields = {name: getattr(product, name) for name in product.__struct_fields__}
    shown = [
        ShownPart(
            product_no=part.product.product_no,
            product_name=part.product.product_name,
            product_code=part.product.product_code,
            purchase_quantity=part.quantity,
            variants=[
                ShownPartVariant(
                    variants_code=each.variant.variant_code,
                    option_value=bundle_choices.option_text(each.variant),
                    additional_amount=each.variant.additional_amount,
                    sold_out="F" if each.variant.variant_code in part.buyable else "T",
                )
                for each in part.variants
            ],
        )
        for part in parts
    ]
    return ProductForMember(**{**fields, "bundle_product_components": shown})


async def on_display(call: Call, params: ProductPath) -> Product:
    """Return a product on display. Raises NotFound (404)."""
    product = await product_rules.retrieve(call, params)
    limited = product.exposure_limit_type == "M"
    return require_on_display(product, await shopper_group.of_shopper(call) if limited else None)


def require_on_display(product: Product, group: Group | None) -> Product:
    """Return the product if it is on display for a member of `group`. Raises NotFound (404)."""
    seen = exposure.sees(shopper_group.viewer(group), product)
    if product.display != "T" or product.selling != "T" or not seen:
        raise NotFound(DOES_NOT_EXIST, parameter="product_no", resource=Phrase("product"))
    return product


def _for_shoppers(product: ListedProduct, terms: PriceTerms) -> Any:
    """Return a product with its price on these terms, where that is lower.

    Of its variants those on display are answered, without their supply price. Without a discount
    the product is returned as it is: copying this many fields costs more than the rest of the
    answer.
    """
    price = shopper_prices.discounted_price(terms, product)
    if price != product.price:
        kind: Any = ProductForMember if isinstance(product, Product) else ListedForMember
        fields = {name: getattr(product, name) for name in product.__struct_fields__}
        product = kind(**fields, discount_price=price)
    if isinstance(product.variants, list):
        own = product.variants
        if product.set_product_type is not None:
            own = [
                bundle_variant.variant_of(
                    product.shop_no, product.product_code, sold_out=product.sold_out
                )
            ]
        variants = [
            shopper_prices.for_shopper(terms, product, each) for each in own if each.display == "T"
        ]
        return msgspec.structs.replace(product, variants=variants)
    return product


_PRODUCTS: Final = Resource(ListedForMember, area="product", key="product", listed="products")

_OF_THE_MERCHANT: Final = NoEffect("It would tell visitors what only the merchant knows")
_WITHHELD: Final = dict.fromkeys(
    (
        "supply_price_min",
        "supply_price_max",
        "supply_product_name",
        "internal_product_name",
        "supplier_code",
        "classification_code",
        "product_condition",
        "product_weight",
    ),
    _OF_THE_MERCHANT,
)

OPERATIONS = [
    _PRODUCTS.listing(
        "products",
        list_products,
        takes=ShownQuery,
        embeds=("options", "variants", "additionalimages"),
        shows=LISTED,
        cacheable=True,
        refuses=_WITHHELD,
    ),
    _PRODUCTS.count(
        "products/count",
        count_products,
        takes=ShownFilters,
        cacheable=True,
        refuses=_WITHHELD,
    ),
    _PRODUCTS.giving(ProductForMember).get(
        "products/{product_no}",
        retrieve_product,
        takes=ProductPath,
        embeds=("options", "variants", "additionalimages"),
        shows=DETAIL,
        cacheable=True,
    ),
]
