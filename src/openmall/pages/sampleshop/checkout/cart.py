"""The cart: its items, their total, and changes."""

from collections import Counter
from collections.abc import Sequence
from typing import Final

from starlette.responses import Response

from openmall.access.oauth.form_deeds import Deeds
from openmall.access.oauth.form_fields import Fields
from openmall.commerce.design.themes import default_pages
from openmall.commerce.order.placement.checkout.shape import Estimate
from openmall.commerce.personal.carts import rules as cart_rules
from openmall.commerce.personal.carts.takes import CartItem
from openmall.commerce.product.stock import availability_store
from openmall.contract.errors import ApiError, Invalid, NotModified
from openmall.contract.json_values import Encodable
from openmall.contract.refusal import Phrase
from openmall.contract.refusals import NO_SUCH
from openmall.pages.sampleshop import entered_codes
from openmall.pages.sampleshop.checkout import checkout, gifts, order_bills
from openmall.pages.sampleshop.page_context import PageContext
from openmall.pages.sampleshop.themes.plain_data import data_of

_MAX_DIGITS: Final = 19
"""Number of digits that no valid number has."""


async def show(
    context: PageContext, *, problem: ApiError | None = None, typed: str | None = None
) -> Response:
    """Show the cart items, and their total with the initial fields of the checkout.

    `typed`: a coupon code that was refused.
    """
    cart_items = await context.content(cart_rules.listing)
    estimate: Estimate | None = None
    quote_error: ApiError | None = None
    if cart_items:
        estimate, quote_error = await checkout.quote(
            context, await checkout.initial_fields(context)
        )
    code = entered_codes.entered(context)
    pictures = await thumbnails(context, [each.product_no for each in cart_items])
    own = await variant_pictures(
        context, [each.product_no for each in cart_items if each.option_value]
    )
    left = await _too_few(context, cart_items)
    return await context.show(
        default_pages.CART,
        title=context.translate("Cart"),
        status=200 if problem is None else problem.status,
        problem=problem or quote_error,
        lines=[
            {
                **data_of(each),
                # of one unit with its option, before and after discounts
                "usual_price": str(each.product_price + each.option_price),
                "unit_price": str(each.discount_price + each.option_price),
                # of all its units
                "total": str((each.discount_price + each.option_price) * each.quantity),
                "left": left.get(each.variants_code),
                "picture": own.get(each.variants_code) or pictures.get(each.product_no, ""),
            }
            for each in cart_items
        ],
        bill=None if estimate is None else order_bills.of_estimate(estimate, context.language),
        is_code_entered=bool(code),
        code=_shown_code(estimate, code),
        typed=code.get("discount_code", "") if typed is None else typed,
        given=gifts.given_items(estimate),
        gift_offers=gifts.inputs([] if estimate is None else estimate.gifts, {}),
    )


async def _too_few(context: PageContext, cart_items: Sequence[CartItem]) -> dict[str, int]:
    """Return how many units are left of the variants of which the cart holds more."""
    held: Counter[str] = Counter()
    for each in cart_items:
        held[each.variants_code] += each.quantity
    async with context.database.reading(context.mall.mall_id) as db:
        found = await availability_store.of_products(
            db,
            {each.product_no for each in cart_items},
            shop_no=context.shop.shop_no,
            now=context.now,
        )
    return {
        code: max(0, units) if code in stock.buyable else 0
        for stock in found.values()
        for code in held
        if (units := stock.left.get(code)) is not None
        and (units < held[code] or code not in stock.buyable)
    }


def _shown_code(estimate: Estimate | None, code: dict[str, str]) -> dict[str, Encodable] | None:
    """Return name and amount of the entered code, where it takes something off the cart."""
    if estimate is None:
        return None
    if found := estimate.discount_code:
        return {"name": found.discount_code_name, "amount": found.discount_amount}
    names = {each.issue_no: each.coupon_name for each in estimate.usable_coupons}
    for each in estimate.coupons:
        if str(each.issue_no) == code.get("coupon"):
            off = each.discount_amount + each.shipping_discount_amount
            return {"name": names.get(each.issue_no, ""), "amount": str(off)}
    return None


async def thumbnails(context: PageContext, numbers: list[int]) -> dict[int, str]:
    """Return the thumbnails of displayed products by product number."""
    product_nos = sorted(set(numbers))[:100]
    if not product_nos:
        return {}
    products = await context.read("products", product_no=product_nos, limit=len(product_nos))
    return {each["product_no"]: each["tiny_image"] for each in products}


async def variant_pictures(context: PageContext, product_nos: list[int]) -> dict[str, str]:
    """Return the pictures of variants that have one of their own, of displayed products.

    A variant without one has that of its first value with a picture, as on the product's page.
    """
    numbers = sorted(set(product_nos))[:100]
    if not numbers:
        return {}
    parameters: dict[str, Encodable] = {"product_no": numbers, "limit": len(numbers)}
    found = (await context.call("products", parameters, embed=("variants", "options"))).content
    pictures: dict[str, str] = {}
    for each in found:
        of_values = {
            (option["option_name"], value["option_text"]): value["option_image_file"]
            for option in each["options"]["options"]
            for value in option["option_value"]
        }
        for variant in each["variants"]:
            chosen = [of_values.get((at["name"], at["value"])) for at in variant["options"]]
            pictures[variant["variant_code"]] = variant["image"] or next(filter(None, chosen), "")
    return {code: address for code, address in pictures.items() if address}


DEEDS: Final = Deeds("change", "remove", "empty", "code", "uncode", without="change")


async def change(context: PageContext, form: Fields) -> Response:
    """Change an item's quantity, remove it, or empty the cart."""
    try:
        if form.deed == "code":
            return await _enter_code(context, form.text("code"))
        if form.deed == "uncode":
            entered_codes.forget(context)
            return context.redirect("/cart", done="code-removed")
        if form.deed == "empty":
            await context.call(cart_rules.empty)
        else:
            item = form.text("item")
            if not (item.isascii() and item.isdecimal() and len(item) < _MAX_DIGITS):
                raise Invalid(NO_SUCH, parameter="item", resource=Phrase("variant"))
            if form.deed == "remove":
                await context.call(cart_rules.remove, {"basket_product_no": item})
            else:
                values = {"quantity": form.text("quantity")}
                await context.call(cart_rules.change, {**values, "basket_product_no": item})
    except NotModified:
        return context.redirect("/cart", done="same")
    except ApiError as error:
        if error.status in (403, 404, 422):
            return await show(context, problem=error)
        raise
    return context.redirect("/cart", done="changed")


async def _enter_code(context: PageContext, typed: str) -> Response:
    """Apply a coupon code to the cart; the page says why it is refused."""
    fields = await checkout.initial_fields(context)
    try:
        await entered_codes.enter(context, typed, checkout.draft_of(fields))
    except ApiError as error:
        if error.status in (403, 404, 422):
            problem = type(error)(error.reason, parameter="code")
            return await show(context, problem=problem, typed=typed)
        raise
    return context.redirect("/cart", done="code")
