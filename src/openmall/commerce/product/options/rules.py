"""The operations on the options of a product.

Options of every `option_type` combine: each combination of their values is a variant.
"""

from collections.abc import Iterable
from typing import Any, Final

import msgspec
from msgspec import UNSET

from openmall.commerce.product import partner_updates, pictures
from openmall.commerce.product.options import option_response
from openmall.commerce.product.options import store as option_store
from openmall.commerce.product.options.option_mapping import OptionMapping
from openmall.commerce.product.options.refusals import (
    BUNDLE_WITHOUT_OPTIONS,
    OPTIONS_GIVEN_BY_UPDATE,
    OPTIONS_WITHOUT_HAS_OPTION,
    ORIGINAL_WITHOUT_OPTIONS,
    PRODUCT_HAS_OPTIONS,
)
from openmall.commerce.product.options.store import Look, OptionLook, ValueLook
from openmall.commerce.product.options.takes import (
    LookChange,
    OptionDraft,
    OptionsDraft,
    OptionsKey,
    OptionsPath,
    OptionsUpdate,
    OptionUpdate,
)
from openmall.commerce.product.products import option_names_store
from openmall.commerce.product.products import store as product_store
from openmall.commerce.product.products.events import ProductUpdated
from openmall.commerce.product.products.shape import Product
from openmall.commerce.product.stock import store as stock_store
from openmall.commerce.product.variant_service import combinations
from openmall.commerce.product.variant_service import rules as variant_rules
from openmall.commerce.product.variants import store as variant_store
from openmall.commerce.product.variants.shape import ProductOptions
from openmall.commerce.product.variants.store import OptionNames
from openmall.contract.call import Call
from openmall.contract.change import Changes, differences, merged, sent_fields
from openmall.contract.errors import Invalid, NotFound, NotModified
from openmall.contract.moments import moment
from openmall.contract.refusal import Phrase
from openmall.contract.refusals import DOES_NOT_EXIST, IDENTICAL

_PICTURES: Final = ("option_image_file", "option_link_image")

Drafts = Iterable[OptionDraft | OptionUpdate]


async def retrieve(call: Call, params: OptionsPath) -> ProductOptions:
    """Retrieve the options of a product."""
    product, names = await product_store.with_options(call, params.product_no)
    return _answer(call, product, names, await _look(call, product))


async def create(call: Call, draft: OptionsDraft) -> ProductOptions:
    """Create the options of a product that has none."""
    product, before = await product_store.with_options(call, draft.product_no, to_change=True)
    if product.set_product_type is not None:
        raise Invalid(BUNDLE_WITHOUT_OPTIONS, parameter="product_no")
    if before:
        raise Invalid(PRODUCT_HAS_OPTIONS, parameter="options")
    new_names = _names(draft.options)
    if draft.has_option is not UNSET and (draft.has_option == "T") != bool(new_names):
        raise Invalid(OPTIONS_WITHOUT_HAS_OPTION, parameter="options")
    old = await _look(call, product)
    look = _shown(call, old, draft, draft.options, OptionMapping(before, new_names))
    option_type = draft.option_type if isinstance(draft.option_type, str) else "T"
    after = _product(product, new_names, option_type, draft)
    await _write(call, product, after, OptionMapping(before, new_names), old=old, look=look)
    await option_store.keep(call, product.product_no, dict.fromkeys(call.mall.shops, look))
    return _answer(call, after, new_names, look)


async def change(call: Call, params: OptionsUpdate) -> ProductOptions:
    """Update the options of a product. Variants whose values stay keep their data.

    Where an option is left out, a variant stays that is alone with its values of the others. Of
    several a new one takes the place, with what they all have, and without stock.
    """
    product, before = await product_store.with_options(call, params.product_no, to_change=True)
    new_names, drafts = before, None
    if isinstance(params.options, list):
        drafts = params.options
        new_names = _names(drafts)
        if not before or not new_names:
            raise Invalid(OPTIONS_GIVEN_BY_UPDATE, parameter="options")
    renamed = params.original_options if isinstance(params.original_options, list) else []
    if renamed and drafts is None:
        raise Invalid(ORIGINAL_WITHOUT_OPTIONS, parameter="original_options")
    move = OptionMapping(before, new_names, renamed)
    old = await _look(call, product)
    look = _shown(call, old, params, drafts, move)
    after = _product(product, new_names, product.option_type, params)
    if (after, new_names, look) == (product, before, old):
        raise NotModified(IDENTICAL)
    await _write(call, product, after, move, old=old, look=look)
    await option_store.keep(call, product.product_no, {call.shop_no: look})
    return _answer(call, after, new_names, look)


async def remove(call: Call, params: OptionsKey) -> ProductOptions:
    """Delete the options of a product, which then has one variant.

    Its only variant stays as it is. Of several a new one takes the place, with what they all have,
    such as a surcharge, and without stock. Raises NotFound (404) when it has none.
    """
    product, before = await product_store.with_options(call, params.product_no, to_change=True)
    old = await _look(call, product)
    if not before and old == option_store.PLAIN:
        raise NotFound(DOES_NOT_EXIST, parameter="product_no", resource=Phrase("option"))
    after = msgspec.structs.replace(
        product, has_option="F", option_type="F", select_one_by_option="F"
    )
    await _write(call, product, after, OptionMapping(before, []), old=old, look=option_store.PLAIN)
    await option_store.forget(call, product.product_no)
    return _answer(call, after, [], option_store.PLAIN)


async def _write(
    call: Call, before: Product, after: Product, move: OptionMapping, *, old: Look, look: Look
) -> None:
    """Write new options to the product, its other languages and its variants."""
    number = before.product_no
    after = msgspec.structs.replace(after, updated_date=moment(call.clock.now()))
    changes: Changes = differences(before, after)
    await product_store.change(call, after, changes.keys() - {"updated_date"})
    if move.before != move.after:
        option_columns = {
            shop_no: move.after if shop_no == call.shop_no else move.translated(names)
            for shop_no, names in (await option_names_store.read(call, number)).items()
        }
        await option_names_store.write(
            call.db,
            [
                {"shop": shop_no, "product": number, "names": names}
                for shop_no, names in option_columns.items()
            ],
        )
        await _recombine(call, number, move)
        changes["options"] = (move.before, move.after)
    changes |= differences(old, look)
    await partner_updates.update_projection(call, [number])
    call.journal(f"options of product {number}", changes)
    call.publish(ProductUpdated.of(after))


async def _recombine(call: Call, number: int, move: OptionMapping) -> None:
    rows = (await variant_store.rows_to_change(call.db, [number])).get(number, [])
    values = combinations.values_of(move.after)
    existing, data = move.existing(rows)
    removed = await stock_store.removed_codes(call.db, [number])
    # those that go must not give their codes to new ones
    removed |= {row["variant_code"] for row in rows}
    now = combinations.combined(
        number,
        values,
        existing=existing,
        known=move.known(),
        data=data,
        tracking=combinations.tracking(rows),
        removed=removed,
    )
    if not now:  # the owner had removed all that would be left
        now = combinations.combined(number, values, existing=existing, removed=removed)
    what = combinations.VariantChanges()
    what.note(rows, now)
    await combinations.rearrange(call, what, why="set", reference=call.identity.app.client_id)


def _names(drafts: Drafts) -> list[OptionNames]:
    found = [
        OptionNames(
            each.option_name.strip(), [value.option_text.strip() for value in each.option_value]
        )
        for each in drafts
    ]
    variant_rules.check(found, name="options.option_name", value="options.option_value")
    return found


def _product(
    before: Product, names: list[OptionNames], option_type: str, change: LookChange
) -> Product:
    fields = {
        "has_option": "T" if names else "F",
        "option_type": option_type if names else "F",
    }
    if change.select_one_by_option is not UNSET:
        fields["select_one_by_option"] = change.select_one_by_option
    return msgspec.structs.replace(before, **fields)


def _shown(
    call: Call, before: Look, change: LookChange, drafts: Drafts | None, move: OptionMapping
) -> Look:
    """Return the appearance of options after `change`; a renamed value keeps its own."""
    changes = sent_fields(change)
    for name in ("options", "original_options"):
        changes.pop(name, None)
    after = merged(before, changes)
    if drafts is None:
        return after
    looks = {}
    for draft, source, sources in zip(drafts, move.options, move.values, strict=True):
        old = move.before[source] if source is not None else OptionNames("", [])
        old_look = before.options.get(old.name, OptionLook())
        values = {
            value.option_text.strip(): merged(
                old_look.values.get(old.values[at] if at is not None else "", ValueLook()),
                _as_stored(call, sent_fields(value)),
            )
            for value, at in zip(draft.option_value, sources, strict=True)
        }
        looks[draft.option_name.strip()] = OptionLook(
            option_display_type=draft.option_display_type,
            values={text: look for text, look in values.items() if look != ValueLook()},
        )
    return msgspec.structs.replace(
        after, options={name: look for name, look in looks.items() if look != OptionLook()}
    )


def _as_stored(call: Call, sent: dict[str, Any]) -> dict[str, Any]:
    """Return the appearance of a value with pictures of the mall's own files as their paths."""
    return {
        name: pictures.path(call, value) if name in _PICTURES else value
        for name, value in sent.items()
    }


async def _look(call: Call, product: Product) -> Look:
    found = await option_store.looks(call, [product.product_no])
    return found.get(product.product_no, option_store.PLAIN)


def _answer(call: Call, product: Product, names: list[OptionNames], look: Look) -> ProductOptions:
    options = option_response.as_options(call, product, names, look)
    return ProductOptions(
        shop_no=product.shop_no,
        product_no=product.product_no,
        **msgspec.structs.asdict(options),
    )
