"""Conditions of putting items into a cart: variant, options and quantity.

Errors name the parameter at fault. Who may buy a product is in `buyer_limits.py`; what may not be
bought alone is checked when the cart is ordered.
"""

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Final

from msgspec import UNSET

from openmall.commerce.personal.carts.refusals import (
    ABOVE_MOST_QUANTITY,
    ADDITIONAL_OPTION_MISSING,
    ADDITIONAL_OPTION_TOO_LONG,
    BELOW_LEAST_QUANTITY,
    NOT_A_MULTIPLE_OF_UNIT,
    NOT_AN_OPTION_OF_VARIANT,
    SHIPPING_PAID_OTHERWISE,
    VARIANT_NOT_FOR_SALE,
)
from openmall.commerce.personal.carts.takes import (
    AddedOptionText,
    CartDraft,
    OptionSelection,
    VariantQuantity,
)
from openmall.commerce.product.availability import costs_less_than_nothing
from openmall.commerce.product.products.shape import Product
from openmall.commerce.product.variants.shape import Options, Variant
from openmall.contract.call import Call
from openmall.contract.errors import Invalid
from openmall.contract.money import MOST_MONEY, ZERO
from openmall.contract.refusal import Phrase
from openmall.contract.refusals import MISSING, NO_SUCH, ORDER_COSTS_TOO_MUCH

QUANTITY: Final = "variants.quantity"


def require_fee(product: Product, draft: CartDraft) -> None:
    """Raise Invalid (422) when the shipping fee cannot be paid at the chosen time."""
    free = product.shipping_fee_by_product == "T" and product.shipping_fee_type == "T"
    if not free and product.prepaid_shipping_fee not in ("B", draft.prepaid_shipping_fee):
        prepaid = product.prepaid_shipping_fee == "P"
        when = Phrase("in advance") if prepaid else Phrase("on delivery")
        raise Invalid(SHIPPING_PAID_OTHERWISE, parameter="prepaid_shipping_fee", when=when)


def requested_variants(
    product: Product, draft: CartDraft, variants: Sequence[Variant]
) -> Sequence[VariantQuantity]:
    """Return the requested variants; a product with one variant needs no choice.

    Raises Invalid (422) when a product has several variants and none is named.
    """
    if draft.variants:
        return draft.variants
    if len(variants) != 1:
        raise Invalid(MISSING, parameter="variants")
    unit = max(1, product.buy_unit)
    fewest = -(-max(1, product.minimum_quantity) // unit) * unit
    return [VariantQuantity(quantity=fewest, variants_code=variants[0].variant_code)]


def require_variant(
    each: VariantQuantity, variants: Mapping[str, Variant], product: Product
) -> Variant:
    """Return the requested variant of a product. Raises Invalid (422) when it is not for sale."""
    variant = variants.get(each.variants_code)
    if variant is None or variant.display != "T":
        raise Invalid(NO_SUCH, parameter="variants.variants_code", resource=Phrase("variant"))
    if variant.selling != "T" or costs_less_than_nothing(product, variant):
        raise Invalid(VARIANT_NOT_FOR_SALE, parameter="variants.variants_code")
    return variant


def require_options(each: VariantQuantity, variant: Variant, options: Options) -> None:
    """Raise Invalid (422) when the options sent are not those of the variant."""
    left = list(variant.options)
    for chosen in each.options:
        found = next(
            (choice for choice in left if _means(chosen, choice.name, choice.value, options)), None
        )
        if found is None:
            raise Invalid(NOT_AN_OPTION_OF_VARIANT, parameter="variants.options")
        left.remove(found)


def _means(chosen: OptionSelection, name: str, value: str, options: Options) -> bool:
    """Return whether a sent option matches this name and value."""
    option = next(each for each in options.options if each.option_name == name)
    value_no = next(each.value_no for each in option.option_value if each.option_text == value)
    return (
        (not chosen.option_code or chosen.option_code == option.option_code)
        and (chosen.value_no in (None, UNSET) or chosen.value_no == value_no)
        and (chosen.name is UNSET or chosen.name == name)
        and (chosen.value is UNSET or chosen.value == value)
    )


def texts(each: VariantQuantity, options: Options) -> list[AddedOptionText]:
    """Return the buyer's texts for the additional options of a product, in their order.

    Raises Invalid (422) for one that is required and missing, for one the product does not have,
    and for a text that is too long.
    """
    parameter = "variants.additional_option_values"
    offered = options.additional_options if options.use_additional_option == "T" else []
    names = [option.additional_option_name for option in offered]
    given: dict[str, AddedOptionText] = {}
    for text in each.additional_option_values:
        name = next((title for title in (text.title, text.name) if isinstance(title, str)), None)
        if name is None and len(names) == 1:
            [name] = names
        if name is None or name not in names or name in given:
            raise Invalid(NO_SUCH, parameter=parameter, resource=Phrase("additional option"))
        given[name] = AddedOptionText(key=text.key, title=name, type=text.type, value=text.value)
    for option in offered:
        name = option.additional_option_name
        value = given[name].value if name in given else ""
        if option.required_additional_option == "T" and not value.strip():
            raise Invalid(ADDITIONAL_OPTION_MISSING, parameter=parameter, name=name)
        if len(value) > option.additional_option_text_length:
            most = option.additional_option_text_length
            raise Invalid(ADDITIONAL_OPTION_TOO_LONG, parameter=parameter, name=name, most=most)
    return [given[name] for name in names if name in given]


def require_bounded(
    call: Call, product: Product, units: Mapping[str, int], variants: Mapping[str, Variant]
) -> None:
    """Raise Invalid (422) for units of a product that cost more than an order may."""
    cost = ZERO
    for code, quantity in units.items():
        option = variants[code].additional_amount if code in variants else ZERO
        cost += (product.price + option) * quantity
    if cost > MOST_MONEY:
        currency = call.mall.shops[call.shop_no].currency
        raise Invalid(
            ORDER_COSTS_TOO_MUCH, parameter=QUANTITY, most=int(MOST_MONEY), currency=currency
        )


def require_quantities(
    product: Product,
    added: Mapping[str, int],
    before: Mapping[str, int],
    *,
    parameter: str = QUANTITY,
) -> Counter[str]:
    """Return the units of each variant of a product that the cart would hold after adding.

    `added`, `before`: variant -> units. Raises Invalid (422), which names `parameter`, for
    quantities that may not be bought.
    """
    after = Counter(before) + Counter(added)
    touched = [after[code] for code in added]
    for total in [after.total()] if product.buy_unit_type == "P" else touched:
        if product.buy_unit > 1 and total % product.buy_unit:
            raise Invalid(NOT_A_MULTIPLE_OF_UNIT, parameter=parameter, unit=product.buy_unit)
    fewest, most = product.minimum_quantity, product.maximum_quantity
    for total in [after.total()] if product.order_quantity_limit_type == "P" else touched:
        if total < fewest:
            raise Invalid(BELOW_LEAST_QUANTITY, parameter=parameter, least=fewest)
        if most and total > most:
            raise Invalid(ABOVE_MOST_QUANTITY, parameter=parameter, most=most)
    return after


def require_most(product: Product, units: Mapping[str, int], *, parameter: str = QUANTITY) -> None:
    """Raise Invalid (422) for more units of a bundle's part than may be bought of it.

    `units`: variant -> units, in bundles and alone. How few may be bought is decided by the bundle.
    """
    most = product.maximum_quantity
    by_product = product.order_quantity_limit_type == "P"
    counted = [sum(units.values())] if by_product else list(units.values())
    if most and any(total > most for total in counted):
        raise Invalid(ABOVE_MOST_QUANTITY, parameter=parameter, most=most)
