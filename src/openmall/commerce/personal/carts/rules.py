"""The operations on a shopper's own cart.

A cart belongs to a shopper in one shop of the mall. It is stored for the days of the shop's cart
settings after the last addition; by default a guest's for a month, a member's forever.
"""

from collections import Counter
from collections.abc import Sequence
from decimal import Decimal
from hashlib import sha256
from typing import Final

import msgspec
from msgspec import UNSET, UnsetType
from msgspec.structs import replace

from openmall.access import shopper_sessions
from openmall.commerce.personal.carts import (
    admission,
    buyer_limits,
    cart_bundles,
    cart_prices,
    subscription_sales,
)
from openmall.commerce.personal.carts import store as cart_store
from openmall.commerce.personal.carts.cart_bundles import LineOffer
from openmall.commerce.personal.carts.contents_store import contents
from openmall.commerce.personal.carts.events import CartAdded
from openmall.commerce.personal.carts.offer_store import Offer, find_offer
from openmall.commerce.personal.carts.refusals import CART_FULL, VARIANT_NOT_FOR_SALE
from openmall.commerce.personal.carts.store import CartLine, Item
from openmall.commerce.personal.carts.takes import (
    AddedOption,
    AddedOptionText,
    AddedVariant,
    CartAnswer,
    CartChange,
    CartDraft,
    CartFilters,
    CartItem,
    CartItemKey,
    CartPath,
    ChosenPart,
    Emptied,
    VariantQuantity,
)
from openmall.commerce.product import availability, product_variant_store
from openmall.commerce.product.stock import rules as stock_rules
from openmall.commerce.product.variants.shape import Variant
from openmall.commerce.store.carts_setting import CartsSetting
from openmall.contract.call import Call, Shopper
from openmall.contract.crud.settings import current
from openmall.contract.errors import Invalid, NotFound, NotModified
from openmall.contract.moments import moment
from openmall.contract.money import ZERO
from openmall.contract.params import ShopParams
from openmall.contract.refusal import Phrase
from openmall.contract.refusals import DOES_NOT_EXIST

_TEXTS: Final = msgspec.json.Decoder(list[AddedOptionText])
MOST_LINES: Final = 500
"""Most different items in a cart, which is read whole on every addition."""


async def create(call: Call, draft: CartDraft) -> CartAnswer:
    """Create a shopping cart: put variants of a product into the shopper's cart."""
    offer = await find_offer(
        call, draft.product_no, [each.variants_code for each in draft.variants]
    )
    product, options, known = offer.product, offer.options, offer.variants
    choices = await cart_bundles.require_choices(call, product, draft.variants)
    in_bundle = {part.product.product_no: part.product for one in choices for part in one.parts}
    await buyer_limits.require_buyer(call, [product, *in_bundle.values()])
    await subscription_sales.require_sold_once(call, [product], parameter="product_no")
    admission.require_fee(product, draft)
    new: list[CartLine] = []
    added: list[AddedVariant] = []
    wanted = admission.requested_variants(product, draft, list(known.values()))
    for at, each in enumerate(wanted):
        variant = admission.require_variant(each, known, product)
        admission.require_options(each, variant, options)
        texts = admission.texts(each, options)
        parts = choices[at].codes if choices else []
        new.append(_line(draft, each, texts, parts))
        added.append(_answered(each, texts, parts))
    shopper = shopper_sessions.greet(call)
    await cart_store.open_cart(call, shopper, until=await cart_expiry_date(call, shopper))
    before = await cart_store.lines(call, shopper)
    answer = CartAnswer(
        duplicated_item="F",
        variants=added,
        product_no=product.product_no,
        basket_type=draft.basket_type,
        prepaid_shipping_fee=draft.prepaid_shipping_fee,
    )
    if draft.duplicated_item_check == "T" and any(line.item in before for line in new):
        return replace(answer, duplicated_item="T")
    await _require_enough(call, offer, new, before=before)
    cart_bundles.require_left(new, choices, before)
    for what in added:
        call.publish(
            CartAdded(
                event_shop_no=str(call.shop_no),
                member_id=shopper.member_id,
                shipping_type="A",
                product_no=product.product_no,
                variant_code=what.variants_code,
                quantity=what.quantity,
                product_bundle="F" if product.set_product_type is None else "T",
            )
        )
    await _add_lines(call, shopper, before, new)
    return answer


async def listing(call: Call, params: ShopParams) -> Sequence[CartItem]:
    """Retrieve the items of the shopper's cart, the oldest first.

    With today's prices; items that are no longer for sale are marked. A new guest has none.
    """
    if call.shopper is None:
        return []
    whole = await cart_bundles.with_choices(call, await contents(call, call.shopper))
    off = await cart_prices.discounts(call, [each[:3] for each in whole])
    return [_shown(call, each, reduction) for each, reduction in zip(whole, off, strict=True)]


async def number(call: Call, params: ShopParams) -> int:
    """Retrieve a count of the items in the shopper's cart."""
    return 0 if call.shopper is None else len(await cart_store.lines(call, call.shopper))


async def change(call: Call, params: CartChange) -> CartItem:
    """Update how many units of an item lie in the shopper's cart."""
    shopper, line = await _line_of(call, params)
    if params.quantity == line.quantity:
        raise NotModified()
    offer = await find_offer(call, line.product_no, [line.item.variant_code])
    await cart_store.open_cart(call, shopper, until=await cart_expiry_date(call, shopper))
    before = await cart_store.lines(call, shopper)
    if line.item not in before:
        raise _not_there()
    rest = {item: each for item, each in before.items() if item != line.item}
    changed = replace(before[line.item], quantity=params.quantity)
    variant = offer.variants.get(line.item.variant_code)
    today = moment(call.clock.now()).date()
    if variant is None or not availability.is_offered(offer.product, variant, today):
        raise Invalid(VARIANT_NOT_FOR_SALE, parameter="basket_product_no")
    await _require_enough(call, offer, [changed], before=rest)
    if changed.parts:
        codes = cart_store.part_variants(changed)
        choice = await cart_bundles.require_choice(call, offer.product, codes)
        cart_bundles.require_left([changed], [choice], rest)
    await cart_store.change(call, shopper, [changed])
    # its price may depend on the rest of the cart
    shown = await listing(call, params)
    return next(each for each in shown if each.basket_product_no == changed.number)


async def remove(call: Call, params: CartPath) -> CartItemKey:
    """Take an item out of the shopper's cart."""
    shopper, line = await _line_of(call, params)
    await cart_store.open_cart(call, shopper, until=await cart_expiry_date(call, shopper))
    await cart_store.remove_lines(call, shopper, [line.item])
    return CartItemKey(shop_no=call.shop_no, basket_product_no=line.number)


async def empty(call: Call, params: ShopParams) -> Emptied:
    """Take everything out of the shopper's cart."""
    shopper = call.shopper
    taken = 0
    if shopper is not None:
        await cart_store.open_cart(call, shopper, until=await cart_expiry_date(call, shopper))
        taken = len(await cart_store.lines(call, shopper))
        await cart_store.remove_cart(call, shopper)
    return Emptied(shop_no=call.shop_no, count=taken)


async def _line_of(call: Call, params: CartPath) -> tuple[Shopper, CartLine]:
    """Return the shopper and the item of their cart. Raises NotFound (404)."""
    if call.shopper is not None:
        for line in (await cart_store.lines(call, call.shopper)).values():
            if line.number == params.basket_product_no:
                return call.shopper, line
    raise _not_there()


def _not_there() -> NotFound:
    return NotFound(DOES_NOT_EXIST, parameter="basket_product_no", resource=Phrase("item"))


def _shown(call: Call, offered: LineOffer, off: Decimal) -> CartItem:
    """Return an item of the cart; `off`: what comes off its whole quantity."""
    line, product, variant, option_value = offered
    today = moment(call.clock.now()).date()
    sold = variant is not None and availability.is_offered(product, variant, today)
    option_price = ZERO if variant is None else variant.additional_amount
    return CartItem(
        shop_no=product.shop_no,
        basket_product_no=line.number,
        product_no=line.product_no,
        product_name=product.product_name,
        variants_code=line.item.variant_code,
        option_value=option_value,
        quantity=line.quantity,
        product_price=product.price,
        discount_price=cart_prices.unit_price(call, product, line.quantity, off),
        option_price=option_price,
        payment_amount=(product.price + option_price) * line.quantity - off,
        basket_type=line.item.basket_type,  # type: ignore[arg-type] # as it was sent
        prepaid_shipping_fee=line.prepaid_shipping_fee,  # type: ignore[arg-type] # as it was sent
        additional_option_values=_TEXTS.decode(line.additional_option_values),
        selling="T" if sold else "F",
        created_date=moment(line.since),
        bundle_product_components=_parts(cart_store.part_variants(line)),
    )


async def count(call: Call, params: CartFilters) -> int:
    """Retrieve a count of carts containing a product."""
    return await cart_store.holding(call, params.product_no)


def _line(
    draft: CartDraft, each: VariantQuantity, texts: list[AddedOptionText], parts: list[str]
) -> CartLine:
    written = msgspec.json.encode(texts)
    differs: list[object] = [(text.title, text.value) for text in texts]
    encoded = msgspec.json.encode([*differs, parts] if parts else differs)
    mark = sha256(encoded).hexdigest()[:24] if texts or parts else ""
    return CartLine(
        item=Item(each.variants_code, draft.basket_type, mark),
        product_no=draft.product_no,
        quantity=each.quantity,
        prepaid_shipping_fee=draft.prepaid_shipping_fee,
        additional_option_values=written.decode(),
        parts=msgspec.json.encode(parts).decode() if parts else "",
    )


def _answered(
    each: VariantQuantity, texts: list[AddedOptionText], parts: list[str]
) -> AddedVariant:
    return AddedVariant(
        quantity=each.quantity,
        variants_code=each.variants_code,
        options=[
            AddedOption(
                option_code=chosen.option_code or "",
                value_no=None if chosen.value_no is UNSET else chosen.value_no,
            )
            for chosen in each.options
        ],
        additional_option_values=texts,
        bundle_product_components=_parts(parts),
    )


def _parts(chosen: list[str]) -> list[ChosenPart] | UnsetType:
    return [ChosenPart(variants_code=code) for code in chosen] or UNSET


async def cart_expiry_date(call: Call, shopper: Shopper) -> int | None:
    """Return until when a cart is stored that is changed now, UTC seconds; None: forever."""
    setting = await current(call, CartsSetting)
    days = setting.period if setting.storage_period == "T" else None
    if shopper.kind == "guest":
        # nobody comes back to it once the guest's session is over
        days = min(days or shopper_sessions.GUEST_DAYS, shopper_sessions.GUEST_DAYS)
    return None if days is None else int(call.clock.now()) + days * 86_400


async def _require_enough(
    call: Call, offer: Offer, new: list[CartLine], *, before: dict[Item, CartLine]
) -> None:
    """Raise Invalid (422) for more units than the cart may hold, or than are in stock."""
    product, known = offer.product, offer.variants
    added = _units(new)
    of_product = [line for line in before.values() if line.product_no == product.product_no]
    after = admission.require_quantities(product, added, _units(of_product))
    beside = [code for code in after if code not in known]
    if beside:
        known = {**known, **await _variants(call, beside)}
    admission.require_bounded(call, product, after, known)
    left = stock_rules.left([known[code] for code in added], offer.reserved)
    availability.require_left({code: after[code] for code in added}, left, admission.QUANTITY)


async def _variants(call: Call, variant_codes: list[str]) -> dict[str, Variant]:
    found = await product_variant_store.of_codes(call, variant_codes)
    return {code: each.variant for code, each in found.items() if each.variant}


def _units(lines: list[CartLine]) -> Counter[str]:
    found: Counter[str] = Counter()
    for line in lines:
        found[line.item.variant_code] += line.quantity
    return found


async def _add_lines(
    call: Call, shopper: Shopper, before: dict[Item, CartLine], new: list[CartLine]
) -> None:
    """Add `new` lines to a cart; for equal items the later line decides how it is shipped."""
    after = dict(before)
    for line in new:
        there = after.get(line.item)
        units = line.quantity + (0 if there is None else there.quantity)
        after[line.item] = replace(line, quantity=units)
    if len(after) > MOST_LINES:
        raise Invalid(CART_FULL, parameter="variants", most=MOST_LINES)
    await cart_store.change(
        call, shopper, [line for item, line in after.items() if before.get(item, line) != line]
    )
    await cart_store.add(
        call, shopper, [line for item, line in after.items() if item not in before]
    )
