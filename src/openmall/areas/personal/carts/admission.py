"""What may lie in a cart: the right variants, for the right shoppers, as many as may be bought.

A refusal names the parameter that is at fault. Prices are no matter of the cart: they are taken
when it is ordered, and so is what only an order can tell (bought before, bought alone).
"""

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Final

from msgspec import UNSET

from openmall.areas.personal.carts.takes import CartDraft, OptionChosen, TextAnswered, VariantWanted
from openmall.areas.product.products.shape import Product
from openmall.areas.product.variants.shape import Options, Variant
from openmall.contract.call import Shopper
from openmall.contract.errors import Forbidden, Invalid

_MEMBERS: Final = frozenset("NM")
_CHOSEN: Final = frozenset("OD")
QUANTITY: Final = "variants.quantity"


def require_buyer(product: Product, shopper: Shopper | None) -> None:
    """Raise Forbidden (403) for a shopper who may not buy a product.

    A guest's age is not known, so they buy nothing for adults. To which groups a member belongs is
    not known yet either: of chosen buyers only those who are named may buy.
    """
    member_id = shopper.member_id if shopper is not None else ""
    limit = product.buy_limit_type if product.buy_limit_by_product == "T" else "F"
    if not member_id and product.adult_certification == "T":
        raise Forbidden("The product is for adults: sign in first.", parameter="product_no")
    if not member_id and limit in _MEMBERS | _CHOSEN:
        raise Forbidden("The product is for members: sign in first.", parameter="product_no")
    if limit in _CHOSEN and member_id not in product.buy_member_id_list:
        raise Forbidden("The product is for other members.", parameter="product_no")


def require_fee(product: Product, draft: CartDraft) -> None:
    """Raise Invalid (422) when the shipping fee cannot be paid when the shopper wants to."""
    free = product.shipping_fee_by_product == "T" and product.shipping_fee_type == "T"
    if not free and product.prepaid_shipping_fee not in ("B", draft.prepaid_shipping_fee):
        when = "in advance" if product.prepaid_shipping_fee == "P" else "on delivery"
        raise Invalid(f"Shipping is paid {when}.", parameter="prepaid_shipping_fee")


def wanted(
    product: Product, draft: CartDraft, variants: Sequence[Variant]
) -> Sequence[VariantWanted]:
    """Return what a shopper wants; of a product with one variant nothing has to be said.

    Raises Invalid (422) for several variants of which none is named.
    """
    if draft.variants:
        return draft.variants
    if len(variants) != 1:
        raise Invalid("A required parameter is missing.", parameter="variants")
    unit = max(1, product.buy_unit)
    fewest = -(-max(1, product.minimum_quantity) // unit) * unit
    return [VariantWanted(quantity=fewest, variants_code=variants[0].variant_code)]


def require_variant(each: VariantWanted, variants: Mapping[str, Variant]) -> Variant:
    """Return the variant that is wanted. Raises Invalid (422) when it cannot be bought."""
    variant = variants.get(each.variants_code)
    if variant is None or variant.display != "T":
        raise Invalid("There is no such variant.", parameter="variants.variants_code")
    if variant.selling != "T":
        raise Invalid("The variant is not for sale.", parameter="variants.variants_code")
    return variant


def require_options(each: VariantWanted, variant: Variant, options: Options) -> None:
    """Raise Invalid (422) when the options sent are not those of the variant."""
    left = list(variant.options)
    for chosen in each.options:
        found = next(
            (choice for choice in left if _means(chosen, choice.name, choice.value, options)), None
        )
        if found is None:
            message = "There is no such option of the variant."
            raise Invalid(message, parameter="variants.options")
        left.remove(found)


def _means(chosen: OptionChosen, name: str, value: str, options: Options) -> bool:
    """Say whether an option that was sent may be the one of this name with this value."""
    option = next(each for each in options.options if each.option_name == name)
    value_no = next(each.value_no for each in option.option_value if each.option_text == value)
    return (
        (not chosen.option_code or chosen.option_code == option.option_code)
        and (chosen.value_no in (None, UNSET) or chosen.value_no == value_no)
        and (chosen.name is UNSET or chosen.name == name)
        and (chosen.value is UNSET or chosen.value == value)
    )


def texts(each: VariantWanted, options: Options) -> list[TextAnswered]:
    """Return what the buyer wrote for the additional options of a product, in their order.

    Raises Invalid (422) for one that is required and missing, for one the product does not have,
    and for a text that is too long.
    """
    parameter = "variants.additional_option_values"
    offered = options.additional_options if options.use_additional_option == "T" else []
    names = [option.additional_option_name for option in offered]
    given: dict[str, TextAnswered] = {}
    for text in each.additional_option_values:
        name = next((said for said in (text.title, text.name) if isinstance(said, str)), None)
        if name is None and len(names) == 1:
            [name] = names
        if name is None or name not in names or name in given:
            raise Invalid("There is no such additional option.", parameter=parameter)
        given[name] = TextAnswered(key=text.key, title=name, type=text.type, value=text.value)
    for option in offered:
        name = option.additional_option_name
        value = given[name].value if name in given else ""
        if option.required_additional_option == "T" and not value.strip():
            raise Invalid(f"`{name}` has to be filled in.", parameter=parameter)
        if len(value) > option.additional_option_text_length:
            most = option.additional_option_text_length
            raise Invalid(f"`{name}` has at most {most} characters.", parameter=parameter)
    return [given[name] for name in names if name in given]


def require_quantities(
    product: Product, added: Mapping[str, int], before: Mapping[str, int]
) -> Counter[str]:
    """Return how many units of each variant the cart would hold, of a product that is added to.

    `added`, `before`: variant -> units. Raises Invalid (422) when they may not be bought together.
    """
    after = Counter(before) + Counter(added)
    touched = [after[code] for code in added]
    for total in [after.total()] if product.buy_unit_type == "P" else touched:
        if product.buy_unit > 1 and total % product.buy_unit:
            raise Invalid(f"It is sold {product.buy_unit} at a time.", parameter=QUANTITY)
    fewest, most = product.minimum_quantity, product.maximum_quantity
    for total in [after.total()] if product.order_quantity_limit_type == "P" else touched:
        if total < fewest:
            raise Invalid(f"At least {fewest} have to be bought.", parameter=QUANTITY)
        if most and total > most:
            raise Invalid(f"At most {most} can be bought.", parameter=QUANTITY)
    return after
