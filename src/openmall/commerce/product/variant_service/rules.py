"""Variants of a product: valid options, updates and removal."""

from collections.abc import Iterable
from typing import Final

from openmall.commerce.product.products import store as product_store
from openmall.commerce.product.refusals import VARIANT_BELOW_ZERO
from openmall.commerce.product.variant_service.combinations import VariantChanges, rearrange
from openmall.commerce.product.variant_service.refusals import (
    LAST_VARIANT,
    OPTION_VALUES_NOT_DIFFERENT,
    TOO_MANY_OPTIONS,
    TOO_MANY_VARIANTS,
)
from openmall.commerce.product.variants import store as variant_store
from openmall.commerce.product.variants.shape import Inventory, OptionDraft, Variant
from openmall.commerce.product.variants.store import OptionNames, Values
from openmall.contract.call import Call
from openmall.contract.change import differences, merged
from openmall.contract.errors import Invalid, NotFound, NotModified
from openmall.contract.money import ZERO
from openmall.contract.params import MOST_OPTION_VALUE
from openmall.contract.refusal import Phrase
from openmall.contract.refusals import DOES_NOT_EXIST, IDENTICAL, TOO_LONG, TOO_SHORT

MOST_VARIANTS: Final = 1_000
MOST_OPTIONS: Final = 10


def names(drafts: Iterable[OptionDraft]) -> list[OptionNames]:
    """Return the options of a new product. Raises Invalid (422) when they cannot combine."""
    found = []
    for draft in drafts:
        values = draft.value if isinstance(draft.value, list) else draft.value.split(",")
        found.append(OptionNames(draft.name.strip(), [value.strip() for value in values]))
        if any(len(value) > MOST_OPTION_VALUE for value in found[-1].values):
            raise Invalid(
                TOO_LONG,
                parameter="options.value",
                expected=Phrase("string"),
                most=MOST_OPTION_VALUE,
            )
    check(found, name="options.name", value="options.value")
    return found


def check(options: list[OptionNames], *, name: str, value: str) -> None:
    """Raise Invalid (422) when options cannot combine; `name`, `value`: their parameter names."""
    for option in options:
        values = option.values
        if not option.name:
            raise Invalid(TOO_SHORT, parameter=name, expected=Phrase("string"), least=1)
        if not values or not all(values) or len(set(values)) != len(values):
            raise Invalid(OPTION_VALUES_NOT_DIFFERENT, parameter=value)
    if len(options) > MOST_OPTIONS or len({option.name for option in options}) != len(options):
        raise Invalid(TOO_MANY_OPTIONS, parameter=name, most=MOST_OPTIONS)
    combinations = 1
    for option in options:
        combinations *= len(option.values)
        if combinations > MOST_VARIANTS:
            raise Invalid(TOO_MANY_VARIANTS, parameter="options", most=MOST_VARIANTS)


def inventory(variant: Variant) -> Inventory:
    """Return the stock of a variant."""
    return Inventory(**{name: getattr(variant, name) for name in Inventory.__struct_fields__})


def translated(
    options: list[OptionNames], before: list[OptionNames], names: list[OptionNames]
) -> list[OptionNames]:
    """Return the options `options` with the translations of `names` for values of `before`."""
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
        for each in options
    ]


async def change(
    call: Call, product_no: int, variant_code: str, values: Values
) -> tuple[Variant, str]:
    """Change a variant, its stock included, and return it with the origin of its stock.

    `values`: fields of a variant, and `origin_code`. Raises NotFound (404), and NotModified (409)
    when nothing differs.
    """
    product, options = await product_store.with_options(call, product_no, to_change=True)
    found = await variant_store.one_to_change(call, product_no, variant_code, options)
    if found is None:
        raise NotFound(DOES_NOT_EXIST, parameter="variant_code", resource=Phrase("variant"))
    before, row = found
    after = merged(before, values)
    now = {
        **variant_store.row_of(after, row, call.mall.shops),
        "origin_code": values.get("origin_code", row["origin_code"]),
    }
    if now == row:
        raise NotModified(IDENTICAL)
    if after.additional_amount < before.additional_amount and (
        product.price + after.additional_amount < ZERO
    ):
        raise Invalid(VARIANT_BELOW_ZERO, parameter="additional_amount")
    what = VariantChanges(changed=[(row, now)])
    await rearrange(call, what, why="set", reference=call.identity.app.client_id)
    changes = differences(before, after)
    if now["origin_code"] != row["origin_code"]:
        changes["origin_code"] = (row["origin_code"], now["origin_code"])
    call.journal(f"variant {variant_code}", changes)
    return after, now["origin_code"]


async def remove(call: Call, product_no: int, variant_code: str) -> None:
    """Delete a variant; its code is never given again.

    Its reservations are released. Raises NotFound (404), and Invalid (422) for the only variant of
    a product.
    """
    await product_store.require(call, product_no, to_change=True)
    rows = (await variant_store.rows_to_change(call.db, [product_no])).get(product_no, [])
    gone = [row for row in rows if row["variant_code"] == variant_code]
    if not gone:
        raise NotFound(DOES_NOT_EXIST, parameter="variant_code", resource=Phrase("variant"))
    if len(rows) == 1:
        raise Invalid(LAST_VARIANT, parameter="variant_code")
    await rearrange(call, VariantChanges(gone=gone), why="removed")
    call.journal(f"variant {variant_code}", {"variant_code": (variant_code, None)})


async def remove_all(call: Call, product_no: int) -> None:
    """Remove every variant of a deleted product."""
    rows = (await variant_store.rows_to_change(call.db, [product_no])).get(product_no, [])
    await rearrange(call, VariantChanges(gone=rows), why="removed")
