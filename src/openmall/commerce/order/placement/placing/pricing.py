"""Requested items with today's names and prices."""

from collections import Counter
from collections.abc import Mapping, Sequence
from decimal import Decimal
from typing import Annotated, Final

from msgspec import Meta, Struct
from msgspec.structs import replace

from openmall.commerce.order.amounts import Costs
from openmall.commerce.order.orders.item_shape import (
    AdditionalOption,
    BundlePart,
    ChosenOption,
    Item,
    OptionText,
)
from openmall.commerce.order.placement.placing.refusals import (
    NO_PRODUCT_WITH_CODE,
    NO_VARIANT_WITH_CODE,
    PRODUCT_NOT_SOLD,
)
from openmall.commerce.product import availability, bundle_choices, product_variant_store
from openmall.commerce.product.bundle_choices import Choice, PartVariant
from openmall.commerce.product.product_variant_store import ProductVariant
from openmall.commerce.product.products.shape import Product
from openmall.commerce.product.variants import codes
from openmall.commerce.product.variants.shape import Variant
from openmall.commerce.product.variants.store import OptionNames
from openmall.commerce.promotion.benefits.gifts import EarnedGift
from openmall.contract import patterns
from openmall.contract.call import Call
from openmall.contract.codes import letters
from openmall.contract.errors import Invalid
from openmall.contract.moments import moment
from openmall.contract.money import MOST_MONEY, ZERO
from openmall.contract.refusals import ORDER_COSTS_TOO_MUCH

VariantCode = Annotated[
    str, Meta(min_length=12, max_length=12, pattern=patterns.CAPITALS_AND_DIGITS)
]
MOST_UNITS: Final = 1_000_000
Quantity = Annotated[int, Meta(ge=1, le=MOST_UNITS)]


class RequestedItem(Struct, frozen=True, kw_only=True):
    """A quantity of a variant, with its discounts.

    `price`: per unit without its option, where it is not the product's own. Discounts are of the
    whole quantity.
    """

    variant_code: str
    quantity: int
    part_variants: list[str] = []
    """Of a bundle: the variants of its parts; those with a single variant need none."""
    price: Decimal | None = None
    additional_option_values: list[AdditionalOption] = []
    additional_discount: Decimal = ZERO
    coupon_discount: Decimal = ZERO
    app_discount: Decimal = ZERO
    paid_on_delivery: bool = False


class Priced(Struct, frozen=True, kw_only=True):
    """An item that could be ordered, with the product and variant it is of."""

    item: Item
    costs: Costs
    product: Product
    variant: Variant
    reserved: int = 0
    """Units of the variant that are reserved now."""
    parts: list[PartVariant] = []
    """Of a bundle: the variants of its parts, whose stock it is sold from."""

    @property
    def stock_units(self) -> dict[str, int]:
        """Return the units of variants that it takes; of a bundle those of its parts."""
        if not self.parts:
            return {self.variant.variant_code: self.costs.quantity}
        quantity = self.costs.quantity
        return {each.variant.variant_code: each.quantity * quantity for each in self.parts}

    def less(self, *, benefits: Decimal, coupons: Decimal) -> "Priced":
        """Return the item with its own benefits and coupons deducted."""
        costs = replace(self.costs, additional_discount=benefits, coupon_discount=coupons)
        item = replace(
            self.item,
            additional_discount_price=benefits,
            coupon_discount_price=coupons,
            payment_amount=costs.payment_amount,
        )
        return replace(self, item=item, costs=costs)


class Gift(Struct, frozen=True, kw_only=True):
    """A gift of an order about to be placed."""

    priced: Priced
    """Without a price."""
    earned: EarnedGift
    automatic: bool
    """True: it is left out where it is sold out."""


async def price(
    call: Call, requested: Sequence[RequestedItem], *, called: str = "variant_code"
) -> list[Priced]:
    """Return requested items as items of the call's shop, in one statement for any number of them.

    Bundles take three more. Raises Invalid (422) for a variant that the shop does not have, and for
    a bundle whose parts are not sold or not chosen; `called`: the parameter that names it.
    """
    found = await product_variant_store.of_codes(call, [each.variant_code for each in requested])
    return await price_found(call, requested, found, called=called)


async def price_found(
    call: Call,
    requested: Sequence[RequestedItem],
    found: Mapping[str, ProductVariant],
    *,
    called: str = "variant_code",
) -> list[Priced]:
    """Return requested items as `price` does, of variants that were read, by their codes."""
    items = price_as_ordered(requested, found, called=called)
    bundles = {each.product.product_no for each in items if each.product.set_product_type}
    if not bundles:
        return items
    parts = await bundle_choices.offered_parts(call, bundles)
    chosen = []
    for each, item in zip(requested, items, strict=True):
        if item.product.product_no not in bundles:
            chosen.append(item)
            continue
        its_parts = parts[item.product.product_no]
        choice = bundle_choices.choose(
            item.product, its_parts, each.part_variants, parameter=called
        )
        chosen.append(_of_choice(each, choice))
    return chosen


def price_as_ordered(
    requested: Sequence[RequestedItem],
    found: Mapping[str, ProductVariant],
    *,
    called: str = "variant_code",
) -> list[Priced]:
    """Return requested items without a choice of the parts of bundles.

    For items of orders, whose choice is stored with them.
    """
    return [_found(each, found, called) for each in requested]


def variant_of(
    product_no: int | str,
    product_code: str,
    option_id: str,
    *,
    parameter: str = "items.product_code",
) -> str:
    """Return the code of a variant from its parts. Raises Invalid (422) if they differ."""
    code = f"{product_code}{option_id}"
    if str(codes.product_no(code)) != str(product_no):
        raise Invalid(NO_PRODUCT_WITH_CODE, parameter=parameter, product_code=product_code)
    return code


def require_for_sale(call: Call, items: Sequence[Priced]) -> None:
    """Raise Invalid (422) for items that the shop does not sell, or has not enough of.

    Displayed or not: the shop itself decides on the orders of its apps.
    """
    require_sold(call, items)
    require_in_stock(items)


def require_sold(
    call: Call, items: Sequence[Priced], *, parameter: str = "items.product_no"
) -> None:
    """Raise Invalid (422), which names `parameter`, for items that the shop does not sell.

    Displayed and in stock or not.
    """
    today = moment(call.clock.now()).date()
    for item in items:
        unit = item.costs.product_price + item.costs.option_price
        if unit < ZERO or not availability.is_sold(item.product, item.variant, today):
            raise Invalid(
                PRODUCT_NOT_SOLD,
                parameter=parameter,
                product_name=item.product.product_name,
            )


def require_in_stock(items: Sequence[Priced], *, parameter: str = "items.quantity") -> None:
    """Raise Invalid (422), which names `parameter`, for more units than are left.

    Nothing is locked: a later reservation may find fewer.
    """
    wanted: Counter[str] = Counter()
    left: dict[str, int] = {}
    for each in items:
        wanted.update(each.stock_units)
        for part in each.parts:
            if part.left is not None:
                left[part.variant.variant_code] = part.left
        units = availability.left(each.variant, each.reserved)
        if units is not None and not each.parts:
            left[each.variant.variant_code] = units
    availability.require_left(wanted, left, parameter)


def require_bounded(
    call: Call, items: Sequence[Priced], *, parameter: str = "items.quantity"
) -> None:
    """Raise Invalid (422), which names `parameter`, for items that cost too much to be ordered."""
    if sum((item.costs.price for item in items), ZERO) > MOST_MONEY:
        currency = call.mall.shops[call.shop_no].currency
        raise Invalid(
            ORDER_COSTS_TOO_MUCH, parameter=parameter, most=int(MOST_MONEY), currency=currency
        )


def _of_choice(requested: RequestedItem, choice: Choice) -> Priced:
    """Return a bundle with the chosen variants of its parts."""
    bundle = _with_parts(choice)
    whole = priced(requested, bundle, [], choice.variant)
    item = replace(
        whole.item,
        # what pages, mails and labels show of an item
        option_value=choice.text,
        option_value_default=choice.text,
        product_bundle="T",
        product_bundle_no=str(bundle.product_no),
        product_bundle_name=bundle.product_name,
        product_bundle_name_default=bundle.product_name,
        product_bundle_type=bundle.set_product_type,
        product_bundle_list=list(map(_part, choice.parts)),
    )
    return replace(whole, item=item, parts=choice.parts)


def _with_parts(choice: Choice) -> Product:
    """Return a bundle with what its parts decide: its tax, and its weight where it states none.

    Parts of one tax type pass it on; a bundle of several is taxed by its own type.
    """
    bundle, parts = choice.bundle, choice.parts
    types = {(each.product.tax_type, each.product.tax_rate) for each in parts}
    if len(types) == 1:
        [(tax_type, tax_rate)] = types
        bundle = replace(bundle, tax_type=tax_type, tax_rate=tax_rate)
    if not bundle.product_weight:
        weight = sum((each.product.product_weight * each.quantity for each in parts), ZERO)
        bundle = replace(bundle, product_weight=weight)
    return bundle


def _part(part: PartVariant) -> BundlePart:
    product, variant = part.product, part.variant
    text = bundle_choices.option_text(variant)
    return BundlePart(
        product_no=product.product_no,
        product_code=product.product_code,
        variant_code=variant.variant_code,
        product_name=product.product_name,
        product_name_default=product.product_name,
        option_id=variant.variant_code[-4:],
        option_value=text,
        option_value_default=text,
        quantity=part.quantity,
        supplier_id=product.supplier_code,
        eng_product_name=product.eng_product_name or None,
        hs_code=product.hscode or "",
        product_price=product.price,
        option_price=variant.additional_amount,
        custom_product_code=product.custom_product_code,
        custom_variant_code=variant.custom_variant_code,
    )


def _found(requested: RequestedItem, found: Mapping[str, ProductVariant], called: str) -> Priced:
    its = found.get(requested.variant_code)
    if its is None or its.variant is None:
        raise Invalid(NO_VARIANT_WITH_CODE, parameter=called, variant_code=requested.variant_code)
    return replace(priced(requested, its.product, its.names, its.variant), reserved=its.reserved)


def priced(
    requested: RequestedItem, product: Product, names: list[OptionNames], variant: Variant
) -> Priced:
    """Return a requested item of a variant with today's names, without a statement."""
    costs = Costs(
        quantity=requested.quantity,
        product_price=product.price if requested.price is None else requested.price,
        option_price=variant.additional_amount,
        additional_discount=requested.additional_discount,
        coupon_discount=requested.coupon_discount,
        app_discount=requested.app_discount,
        tax_rate=product.tax_rate if product.tax_type == "A" else 0,
    )
    chosen = _chosen(variant, names)
    text = ", ".join(f"{each.option_name}={each.option_value.option_text}" for each in chosen)
    fields = requested.additional_option_values
    item = Item(
        shop_no=product.shop_no,
        variant_code=variant.variant_code,
        product_no=product.product_no,
        product_code=product.product_code,
        internal_product_name=product.internal_product_name,
        custom_product_code=product.custom_product_code,
        custom_variant_code=variant.custom_variant_code,
        eng_product_name=product.eng_product_name or None,
        option_id=variant.variant_code[-4:],
        option_value=text,
        option_value_default=text,
        additional_option_value=", ".join(f"{each.name}={each.value}" for each in fields),
        additional_option_values=fields,
        product_name=product.product_name,
        product_name_default=product.product_name,
        product_price=costs.product_price,
        option_price=costs.option_price,
        additional_discount_price=costs.additional_discount,
        coupon_discount_price=costs.coupon_discount,
        app_item_discount_amount=costs.app_discount,
        payment_amount=costs.payment_amount,
        quantity=requested.quantity,
        product_tax_type=product.tax_type,
        tax_rate=costs.tax_rate,
        supplier_product_name=product.supply_product_name,
        supplier_id=product.supplier_code,
        shipping_payment_option="C" if requested.paid_on_delivery else "P",
        product_material=product.product_material or None,
        product_weight=product.product_weight,
        hs_code=product.hscode or "",
        origin_place_value=product.origin_place_value,
        origin_place_no=product.origin_place_no,
        options=chosen,
        option_type="T" if chosen else None,
        supply_price=product.supply_price,
    )
    return Priced(item=item, costs=costs, product=product, variant=variant)


def _chosen(variant: Variant, names: list[OptionNames]) -> list[ChosenOption]:
    chosen = []
    for at, (choice, option) in enumerate(zip(variant.options or [], names, strict=True), start=1):
        value = OptionText(option_text=choice.value, value_no=option.values.index(choice.value) + 1)
        code = f"O{letters(at - 1, 7)}"
        chosen.append(ChosenOption(option_code=code, option_name=option.name, option_value=value))
    return chosen
