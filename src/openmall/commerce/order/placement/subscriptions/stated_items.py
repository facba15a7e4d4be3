"""What a caller states of a subscribed item beside its variant: options and category.

Variant and product decide; what contradicts them is refused, so that nothing else is delivered than
what the caller has shown its customer.
"""

from collections.abc import Sequence

from msgspec import UNSET

from openmall.commerce.category.categories import category_placements
from openmall.commerce.order.orders.item_shape import ChosenOption
from openmall.commerce.order.placement.placing.pricing import Priced
from openmall.commerce.order.placement.subscriptions.refusals import (
    CATEGORY_OF_OTHER_PRODUCTS,
    OPTION_OF_OTHER_VARIANT,
)
from openmall.commerce.order.placement.subscriptions.takes import StatedOption, SubscribedItem
from openmall.contract.call import Call
from openmall.contract.errors import Invalid


async def require(call: Call, items: Sequence[SubscribedItem], priced: Sequence[Priced]) -> None:
    """Raise Invalid (422) for an option that a variant does not have, or another's category.

    `priced`: the items as they are sold, in the same order.
    """
    pairs = list(zip(items, priced, strict=True))
    for item, sold in pairs:
        for stated in item.options:
            if not any(_is(stated, each) for each in sold.item.options or []):
                raise Invalid(
                    OPTION_OF_OTHER_VARIANT,
                    parameter="items.options",
                    variant_code=sold.variant.variant_code,
                )
    numbers = [sold.product.product_no for item, sold in pairs if item.category_no is not UNSET]
    if not numbers:
        return
    categories = await category_placements.around(call.db, sorted(set(numbers)))
    for item, sold in pairs:
        if item.category_no is not UNSET:
            number = sold.product.product_no
            if item.category_no not in categories.get(number, frozenset()):
                raise Invalid(
                    CATEGORY_OF_OTHER_PRODUCTS, parameter="items.category_no", product_no=number
                )


def _is(stated: StatedOption, chosen: ChosenOption) -> bool:
    """Return whether all that is stated of an option is so of a chosen one."""
    value = chosen.option_value
    return (
        stated.name in (UNSET, chosen.option_name)
        and stated.value in (UNSET, value.option_text)
        and stated.option_code in (UNSET, chosen.option_code)
        and stated.value_no in (UNSET, value.value_no)
    )
