"""Gifts of the checkout as inputs of its form, and items without price as pages show them."""

import re
from collections.abc import Sequence
from typing import Final

from openmall.access.oauth.form_fields import Fields
from openmall.commerce.order.placement.checkout.order_gifts import GiftOffer
from openmall.commerce.order.placement.checkout.shape import Estimate, EstimatedItem
from openmall.contract.errors import Invalid
from openmall.contract.json_values import Encodable
from openmall.pages.sampleshop.refusals import NO_GIFT_NUMBER
from openmall.pages.sampleshop.themes.plain_data import data_of

_CHOICE: Final = re.compile(r"([0-9]{1,10})-([A-Z0-9]{12})\Z")
"""A gift: the number of its benefit, and its variant."""
ONE: Final = "gift"
"""Name of the inputs among which one gift is chosen."""
_SEVERAL: Final = "gift-"
"""Name of the number of a gift, before the gift."""
_MAX_DIGITS: Final = 3


def sent_values(form: Fields) -> dict[str, str]:
    """Return the gifts that were chosen, by the name of the input."""
    names = [name for name in form.names() if name == ONE or name.startswith(_SEVERAL)]
    return {name: form.text(name).strip() for name in names}


def chosen(values: dict[str, str]) -> list[dict[str, Encodable]]:
    """Return the chosen gifts of an order. Raises Invalid (422) for what is no number."""
    found = []
    for name, value in values.items():
        several = name.startswith(_SEVERAL)
        gift = _CHOICE.match(name.removeprefix(_SEVERAL) if several else value)
        if not gift or not (several or name == ONE) or value in ("", "0"):
            continue
        if several and not (value.isascii() and value.isdecimal() and len(value) <= _MAX_DIGITS):
            raise Invalid(NO_GIFT_NUMBER, parameter="gifts.quantity")
        found.append(
            {
                "benefit_no": int(gift[1]),
                "variants_code": gift[2],
                "quantity": int(value) if several else 1,
            }
        )
    return found


def inputs(offers: Sequence[GiftOffer], values: dict[str, str]) -> list[dict[str, Encodable]]:
    """Return the offers among which a buyer chooses, with the inputs of their gifts."""
    return [
        {
            "name": offer.benefit_name,
            "several": offer.selection_mode == "M",
            "gifts": [
                {
                    **data_of(gift),
                    "input": f"{_SEVERAL}{code}" if offer.selection_mode == "M" else ONE,
                    "value": code,
                    "chosen": values.get(f"{_SEVERAL}{code}", "0")
                    if offer.selection_mode == "M"
                    else values.get(ONE) == code,
                }
                for gift in offer.gifts
                for code in [f"{offer.benefit_no}-{gift.variant_code}"]
            ],
        }
        for offer in offers
        if offer.automatic == "F"
    ]


def given_items(estimate: Estimate | None) -> list[EstimatedItem]:
    """Return the items of an estimate that cost nothing by a benefit."""
    if estimate is None:
        return []
    return [each for each in estimate.items if is_given(each)]


def is_given(item: EstimatedItem) -> bool:
    """Return whether an item is a gift, or consists of free units."""
    free = item.one_plus_n_event is not None and not item.payment_amount
    return item.gift == "T" or free
