"""What a shop owner would recognise: a shopper puts a product into the cart, and signs in with it.

A cart is a shopper's in one shop of the mall. It is kept for the days of the shop's cart settings
after something was last put into it; where none are set a guest's for a month, a member's for good.
"""

from collections import Counter
from collections.abc import Sequence
from decimal import Decimal
from hashlib import sha256
from typing import Final

import msgspec
from msgspec import UNSET
from msgspec.structs import replace

from openmall.areas.personal.carts import admission, store
from openmall.areas.personal.carts.events import CartAdded
from openmall.areas.personal.carts.store import Item, Line
from openmall.areas.personal.carts.takes import (
    CartAnswer,
    CartChange,
    CartDraft,
    CartItem,
    CartItemKey,
    CartPath,
    CartsOf,
    Emptied,
    OptionAnswered,
    TextAnswered,
    VariantAdded,
    VariantWanted,
)
from openmall.areas.product import groups
from openmall.areas.product.discountprice import price_for
from openmall.areas.product.options import shown
from openmall.areas.product.options import store as looks
from openmall.areas.product.products import store as products
from openmall.areas.product.products.shape import Product
from openmall.areas.product.stock import rules as stock
from openmall.areas.product.variants import store as variants
from openmall.areas.product.variants.shape import Options, Variant
from openmall.areas.product.variants.store import OptionNames
from openmall.areas.store.carts_setting import CartsSetting
from openmall.contract.call import Call, Shopper
from openmall.contract.errors import Invalid, NotFound, NotModified
from openmall.contract.moments import moment
from openmall.contract.money import ZERO
from openmall.contract.params import ShopParams
from openmall.shoppers import sessions
from openmall.standard.settings import current

_TEXTS: Final = msgspec.json.Decoder(list[TextAnswered])
MOST_LINES: Final = 500
"""Different items in a cart: it is read whole whenever something is put into it."""


async def create(call: Call, draft: CartDraft) -> CartAnswer:
    """Create a shopping cart: put variants of a product into the cart of whoever shops."""
    # nobody removes it while it is put into a cart
    await products.keep_still(call, [draft.product_no])
    product, options, known = await on_sale(call, draft.product_no)
    admission.require_buyer(product, call.shopper)
    admission.require_fee(product, draft)
    new: list[Line] = []
    added: list[VariantAdded] = []
    for each in admission.wanted(product, draft, list(known.values())):
        variant = admission.require_variant(each, known)
        admission.require_options(each, variant, options)
        texts = admission.texts(each, options)
        new.append(_line(draft, each, texts))
        added.append(_answered(each, texts))
    shopper = sessions.greet(call)
    await store.open_(call, shopper, until=await _until(call, shopper))
    await store.clear_away(call)
    before = await store.lines(call, shopper)
    answer = CartAnswer(
        duplicated_item="F",
        variants=added,
        product_no=product.product_no,
        basket_type=draft.basket_type,
        prepaid_shipping_fee=draft.prepaid_shipping_fee,
    )
    if draft.duplicated_item_check == "T" and any(line.item in before for line in new):
        return replace(answer, duplicated_item="T")
    await _require_enough(call, product, new, before=before, known=known)
    await _put(call, shopper, before, new)
    for what in added:
        call.announce(
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
    return answer


async def listing(call: Call, params: ShopParams) -> Sequence[CartItem]:
    """Retrieve what lies in the shopper's cart, the oldest first.

    With today's prices; what is not for sale any more is shown as such. A stranger has nothing.
    """
    if call.shopper is None:
        return []
    lying = list((await store.lines(call, call.shopper)).values())
    numbers = sorted({line.product_no for line in lying})
    found = await products.of_numbers(call, numbers) if numbers else {}
    by_code = {
        variant.variant_code: variant
        for some in (await variants.of_products(call, _options(found))).values()
        for variant in some
    }
    group = await groups.of_shopper(call)
    shown = []
    for line in lying:
        product, variant = found[line.product_no][0], by_code.get(line.item.variant_code)
        shown.append(_shown(line, product, variant, price_for(product, group)))
    return shown


async def number(call: Call, params: ShopParams) -> int:
    """Retrieve a count of the items in the shopper's cart."""
    return 0 if call.shopper is None else len(await store.lines(call, call.shopper))


async def change(call: Call, params: CartChange) -> CartItem:
    """Update how many units of an item lie in the shopper's cart."""
    shopper, line = await _line_of(call, params)
    if params.quantity == line.quantity:
        raise NotModified()
    await products.keep_still(call, [line.product_no])
    product, _, known = await on_sale(call, line.product_no)
    await store.open_(call, shopper, until=await _until(call, shopper))
    before = await store.lines(call, shopper)
    if line.item not in before:
        raise _not_there()
    rest = {item: each for item, each in before.items() if item != line.item}
    changed = replace(before[line.item], quantity=params.quantity)
    variant = known.get(line.item.variant_code)
    if variant is None or "F" in (variant.display, variant.selling):
        raise Invalid("The variant is not for sale.", parameter="basket_product_no")
    await _require_enough(call, product, [changed], before=rest, known=known)
    await store.change(call, shopper, [changed])
    price = price_for(product, await groups.of_shopper(call))
    return _shown(changed, product, variant, price)


async def take_out(call: Call, params: CartPath) -> CartItemKey:
    """Take an item out of the shopper's cart."""
    shopper, line = await _line_of(call, params)
    await store.open_(call, shopper, until=await _until(call, shopper))
    await store.take_out(call, shopper, [line.item])
    return CartItemKey(shop_no=call.shop_no, basket_product_no=line.number)


async def empty(call: Call, params: ShopParams) -> Emptied:
    """Take everything out of the shopper's cart."""
    shopper = call.shopper
    taken = 0
    if shopper is not None:
        await store.open_(call, shopper, until=await _until(call, shopper))
        taken = len(await store.lines(call, shopper))
        await store.close(call, shopper)
    return Emptied(shop_no=call.shop_no, count=taken)


async def _line_of(call: Call, params: CartPath) -> tuple[Shopper, Line]:
    """Return the shopper and the item of their cart. Raises NotFound (404)."""
    if call.shopper is not None:
        for line in (await store.lines(call, call.shopper)).values():
            if line.number == params.basket_product_no:
                return call.shopper, line
    raise _not_there()


def _not_there() -> NotFound:
    return NotFound("The item does not exist.", parameter="basket_product_no")


def _options(found: dict[int, tuple[Product, list[OptionNames]]]) -> dict[int, list[OptionNames]]:
    return {number: names for number, (_, names) in found.items()}


def _shown(line: Line, product: Product, variant: Variant | None, price: Decimal) -> CartItem:
    gone = variant is None or "F" in (variant.display, variant.selling)
    off_sale = "F" in (product.display, product.selling)
    options = [] if variant is None else variant.options or []
    return CartItem(
        shop_no=product.shop_no,
        basket_product_no=line.number,
        product_no=line.product_no,
        product_name=product.product_name,
        variants_code=line.item.variant_code,
        option_value=", ".join(f"{each.name}={each.value}" for each in options),
        quantity=line.quantity,
        product_price=product.price,
        discount_price=price,
        option_price=ZERO if variant is None else variant.additional_amount,
        basket_type=line.item.basket_type,  # type: ignore[arg-type] # as it was sent
        prepaid_shipping_fee=line.prepaid_shipping_fee,  # type: ignore[arg-type] # as it was sent
        additional_option_values=_TEXTS.decode(line.additional_option_values),
        selling="F" if gone or off_sale else "T",
        created_date=moment(line.since),
    )


async def count(call: Call, params: CartsOf) -> int:
    """Retrieve a count of carts containing a product."""
    return await store.holding(call, params.product_no)


async def adopt(call: Call, guest: Shopper, member: Shopper) -> None:
    """Put all that lies in a guest's cart into the cart of the member who has just signed in.

    Units of one item are added up. They may be more than can be bought: the order will tell.
    """
    found = await store.lines(call, guest)
    if not found:
        return
    # products before carts, as everywhere
    await products.keep_still(call, sorted({line.product_no for line in found.values()}))
    for shopper in (guest, member):
        await store.open_(call, shopper, until=await _until(call, shopper))
    brought, there = await store.lines(call, guest), await store.lines(call, member)
    await store.hand_over(call, guest, member, brought.keys() - there.keys())
    both = brought.keys() & there.keys()
    sums = {item: brought[item].quantity + there[item].quantity for item in both}
    await store.change(
        call, member, [replace(brought[item], quantity=units) for item, units in sums.items()]
    )
    await store.close(call, guest)


async def on_sale(call: Call, product_no: int) -> tuple[Product, Options, dict[str, Variant]]:
    """Return a product on sale, its options and its variants by their codes. Invalid (422)."""
    try:
        product, names = await products.with_options(call, product_no)
    except NotFound:
        raise _no_product() from None
    if product.display != "T" or product.selling != "T":
        raise _no_product()
    number = product.product_no
    found = await variants.of_products(call, {number: names})
    look = (await looks.looks(call, [number])).get(number, looks.PLAIN)
    known = {variant.variant_code: variant for variant in found[number]}
    return product, shown.as_options(product, names, look), known


def _no_product() -> Invalid:
    return Invalid("There is no such product on sale.", parameter="product_no")


def _line(draft: CartDraft, each: VariantWanted, texts: list[TextAnswered]) -> Line:
    written = msgspec.json.encode(texts)
    said = msgspec.json.encode([(text.title, text.value) for text in texts])
    mark = sha256(said).hexdigest()[:24] if texts else ""
    return Line(
        item=Item(each.variants_code, draft.basket_type, mark),
        product_no=draft.product_no,
        quantity=each.quantity,
        prepaid_shipping_fee=draft.prepaid_shipping_fee,
        additional_option_values=written.decode(),
    )


def _answered(each: VariantWanted, texts: list[TextAnswered]) -> VariantAdded:
    return VariantAdded(
        quantity=each.quantity,
        variants_code=each.variants_code,
        options=[
            OptionAnswered(
                option_code=chosen.option_code or "",
                value_no=None if chosen.value_no is UNSET else chosen.value_no,
            )
            for chosen in each.options
        ],
        additional_option_values=texts,
    )


async def _until(call: Call, shopper: Shopper) -> int | None:
    setting = await current(call, CartsSetting)
    days = setting.period if setting.storage_period == "T" else None
    if shopper.kind == "guest":
        # nobody comes back to it once the guest's session is over
        days = min(days or sessions.GUEST_DAYS, sessions.GUEST_DAYS)
    return None if days is None else int(call.clock.now()) + days * 86_400


async def _require_enough(
    call: Call,
    product: Product,
    new: list[Line],
    *,
    before: dict[Item, Line],
    known: dict[str, Variant],
) -> None:
    """Raise Invalid (422) when the cart may not hold that many, or they are not in stock."""
    added = _units(new)
    of_product = [line for line in before.values() if line.product_no == product.product_no]
    after = admission.require_quantities(product, added, _units(of_product))
    left = await stock.left(call, product.product_no, [known[code] for code in added])
    for code in added:
        if code in left and after[code] > left[code]:
            raise Invalid("There are not enough in stock.", parameter=admission.QUANTITY)


def _units(lines: list[Line]) -> Counter[str]:
    found: Counter[str] = Counter()
    for line in lines:
        found[line.item.variant_code] += line.quantity
    return found


async def _put(call: Call, shopper: Shopper, before: dict[Item, Line], new: list[Line]) -> None:
    """Write what a cart holds once `new` is added to it; the later line says how it is sent."""
    after = dict(before)
    for line in new:
        there = after.get(line.item)
        units = line.quantity + (0 if there is None else there.quantity)
        after[line.item] = replace(line, quantity=units)
    if len(after) > MOST_LINES:
        message = f"A cart holds at most {MOST_LINES} different items."
        raise Invalid(message, parameter="variants")
    await store.change(
        call, shopper, [line for item, line in after.items() if before.get(item, line) != line]
    )
    await store.add(call, shopper, [line for item, line in after.items() if item not in before])
