"""Texts that a buyer wants on an item, sent to the shop after the order was placed."""

from collections.abc import Mapping, Sequence
from typing import Final

from msgspec import UNSET
from msgspec.structs import replace

from openmall.commerce.customer.redaction import redacted
from openmall.commerce.order.items.refusals import (
    BUNDLE_HAS_NO_SUCH_PART,
    BUNDLE_PART_MISSING,
    ITEM_HAS_NO_SUCH_TEXT,
    ITEM_SENT,
    ITEM_TEXT_EXISTS,
    NO_TEXT_NAMED,
    OPTION_TEXTS_MISSING,
)
from openmall.commerce.order.items.shape import (
    ItemOptions,
    ItemPath,
    OptionsChange,
    OptionsDraft,
    OptionText,
    PartOptions,
)
from openmall.commerce.order.orders import store as order_store
from openmall.commerce.order.orders.item_shape import AdditionalOption, BundlePart, Item
from openmall.commerce.order.orders.store import OrderAggregate, OrderLine
from openmall.commerce.order.refusals import ITEM_IS_BUNDLE, ITEM_NO_BUNDLE
from openmall.contract.call import Call
from openmall.contract.errors import Invalid, NotFound, NotModified
from openmall.contract.refusal import Phrase
from openmall.contract.refusals import DOES_NOT_EXIST

_KEY: Final = "item_option_add"
"""Key that tells these texts from the options of a variant."""


async def add(call: Call, draft: OptionsDraft) -> ItemOptions:
    """Add texts to an item that is not sent yet, or to a product of a bundle."""
    aggregate, line = await _open(call, draft)
    item = line.item
    if draft.product_bundle != item.product_bundle:
        refusal = ITEM_IS_BUNDLE if item.product_bundle == "T" else ITEM_NO_BUNDLE
        raise Invalid(refusal, parameter="product_bundle")
    if item.product_bundle == "T":
        if draft.bundle_additional_options is UNSET:
            raise Invalid(BUNDLE_PART_MISSING, parameter="bundle_additional_options")
        addition = draft.bundle_additional_options
        part = _part(item, addition.variant_code)
        have = part.additional_option_values
        texts = _with_new(have, addition.additional_options, "bundle_additional_options")
        after = replace(part, **_written(texts))
        parts = [after if each is part else each for each in item.product_bundle_list]
        await _keep(call, aggregate, line, {"product_bundle_list": parts})
        return _answer(call, draft, item, [], PartOptions(
            variant_code=addition.variant_code, additional_options=_shown(texts)))  # fmt: skip
    if draft.additional_options is UNSET:
        raise Invalid(OPTION_TEXTS_MISSING, parameter="additional_options")
    texts = _with_new(item.additional_option_values, draft.additional_options)
    await _keep(call, aggregate, line, _written(texts))
    return _answer(call, draft, item, _shown(texts))


async def change(call: Call, params: OptionsChange) -> ItemOptions:
    """Update the texts of an item that is not sent yet."""
    aggregate, line = await _open(call, params)
    before = line.item.additional_option_values
    sent = [] if params.additional_options is UNSET else params.additional_options
    values = {each.additional_option_name: each.additional_option_value for each in sent}
    for name in values.keys() - {each.name for each in before}:
        raise Invalid(ITEM_HAS_NO_SUCH_TEXT, parameter="additional_options", name=name)
    after = [replace(each, value=values.get(each.name, each.value)) for each in before]
    if after == before:
        raise NotModified()
    await _keep(call, aggregate, line, _written(after))
    return _answer(call, params, line.item, _shown(after))


async def remove(call: Call, params: ItemPath) -> ItemOptions:
    """Delete the texts of an item that is not sent yet."""
    aggregate, line = await _open(call, params)
    if not line.item.additional_option_values:
        raise NotFound(DOES_NOT_EXIST, parameter="order_item_code", resource=Phrase("option"))
    await _keep(call, aggregate, line, _written([]))
    return _answer(call, params, line.item, [])


async def _open(call: Call, params: ItemPath) -> tuple[OrderAggregate, OrderLine]:
    """Return an item that can still be changed. Raises NotFound (404), Invalid (422)."""
    aggregate = await order_store.lock(call, params.order_id)
    line = order_store.find_line(aggregate.lines, params.order_item_code)
    if line.item.shipped_date:
        raise Invalid(ITEM_SENT, parameter="order_item_code")
    return aggregate, line


def _part(item: Item, variant_code: str) -> BundlePart:
    for part in item.product_bundle_list:
        if part.variant_code == variant_code:
            return part
    raise Invalid(
        BUNDLE_HAS_NO_SUCH_PART,
        parameter="bundle_additional_options.variant_code",
        variant_code=variant_code,
    )


def _with_new(
    have: Sequence[AdditionalOption],
    sent: Sequence[OptionText],
    parameter: str = "additional_options",
) -> list[AdditionalOption]:
    found = list(have)
    for each in sent:
        name = each.additional_option_name
        if name in {text.name for text in found}:
            raise Invalid(ITEM_TEXT_EXISTS, parameter=parameter, name=name)
        value = each.additional_option_value
        found.append(AdditionalOption(key=_KEY, name=name, value=value))
    if len(found) == len(have):
        raise Invalid(NO_TEXT_NAMED, parameter=parameter)
    return found


def _written(texts: list[AdditionalOption]) -> dict[str, list[AdditionalOption] | str]:
    """Return texts as an item stores them: as a list, and in one line."""
    return {
        "additional_option_values": texts,
        "additional_option_value": ", ".join(f"{each.name}={each.value}" for each in texts),
    }


def _shown(texts: Sequence[AdditionalOption]) -> list[OptionText]:
    return [
        OptionText(additional_option_name=each.name, additional_option_value=each.value)
        for each in texts
    ]


async def _keep(
    call: Call,
    aggregate: OrderAggregate,
    line: OrderLine,
    values: Mapping[str, list[AdditionalOption] | list[BundlePart] | str],
) -> None:
    line.item = replace(line.item, **values)
    await order_store.change_lines(call, aggregate.order, [line])
    # the text on a present may name its recipient
    changes = redacted(dict.fromkeys(values, (None, None)), plain=frozenset())
    call.journal(f"item {line.item.order_item_code}", changes)


def _answer(
    call: Call,
    params: ItemPath,
    item: Item,
    texts: list[OptionText],
    part: PartOptions | None = None,
) -> ItemOptions:
    return ItemOptions(
        shop_no=call.shop_no,
        order_id=params.order_id,
        order_item_code=params.order_item_code,
        product_bundle=item.product_bundle,
        additional_options=texts,
        bundle_additional_options=part,
    )
