"""How option values combine to variants, and when a product is sold out."""

import itertools
from collections.abc import Iterable
from typing import Final

from openmall.areas.product.variants import store
from openmall.areas.product.variants.shape import (
    Inventory,
    Option,
    OptionDraft,
    Options,
    OptionValue,
    Variant,
)
from openmall.areas.product.variants.store import OptionNames
from openmall.contract.call import Call
from openmall.contract.errors import Invalid

MOST_VARIANTS: Final = 1_000
MOST_OPTIONS: Final = 10
_LETTERS: Final = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"


def code(number: int, width: int) -> str:
    """Return `number`, from 0, as letters A to Z filled up with zeros: 23 is X, 27 is BB."""
    letters = ""
    while True:
        number, digit = divmod(number, 26)
        letters = _LETTERS[digit] + letters
        if not number:
            return letters.rjust(width, "0")


def names(drafts: Iterable[OptionDraft]) -> list[OptionNames]:
    """Return the options of a new product. Raises Invalid (422) when they cannot combine."""
    found = []
    for draft in drafts:
        values = draft.value if isinstance(draft.value, list) else draft.value.split(",")
        values = [value.strip() for value in values]
        if not values or not all(values) or len(set(values)) != len(values):
            raise Invalid("An option needs values that differ.", parameter="options.value")
        found.append(OptionNames(draft.name, values))
    if len(found) > MOST_OPTIONS or len({option.name for option in found}) != len(found):
        raise Invalid(
            f"At most {MOST_OPTIONS} options whose names differ.", parameter="options.name"
        )
    combinations = 1
    for option in found:
        combinations *= len(option.values)
        if combinations > MOST_VARIANTS:
            raise Invalid(
                f"The options make more than {MOST_VARIANTS} variants.", parameter="options"
            )
    return found


async def create(
    call: Call, product_no: int, product_code: str, options: list[OptionNames]
) -> list[Variant]:
    """Add a variant for every combination of option values; one when there are no options."""
    made = []
    choices = itertools.product(*(range(len(option.values)) for option in options))
    for at, choice in enumerate(choices):
        variant = Variant(shop_no=call.shop_no, variant_code=product_code + code(at, 4))
        await store.add(call, product_no, list(choice), variant)
        made.append(variant)
    return made


def sold_out(variants: Iterable[Variant]) -> bool:
    """Say whether nothing of a product can be bought: each variant counts stock and has none."""
    variants = list(variants)
    return bool(variants) and all(
        variant.use_inventory == "T"
        and variant.display_soldout == "T"
        and variant.quantity - variant.safety_inventory <= 0
        for variant in variants
    )


def as_options(options: list[OptionNames]) -> Options:
    """Return a product's options as `embed=options` answers them."""
    return Options(
        has_option="T" if options else "F",
        option_type="T" if options else "F",
        options=[
            Option(
                option_name=option.name,
                option_value=[OptionValue(option_text=value) for value in option.values],
            )
            for option in options
        ],
    )


def inventory(variant: Variant) -> Inventory:
    """Return the stock of a variant."""
    return Inventory(**{name: getattr(variant, name) for name in Inventory.__struct_fields__})


def translated(
    wanted: list[OptionNames], before: list[OptionNames], names: list[OptionNames]
) -> list[OptionNames]:
    """Return the options `wanted` with the words `names` has for what was there `before`."""
    words = {old.name: new.name for old, new in zip(before, names, strict=True)}
    inner = {
        (old.name, value): word
        for old, new in zip(before, names, strict=True)
        for value, word in zip(old.values, new.values, strict=True)
    }
    return [
        OptionNames(
            words.get(each.name, each.name),
            [inner.get((each.name, value), value) for value in each.values],
        )
        for each in wanted
    ]
