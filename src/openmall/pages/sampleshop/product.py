"""The page of a product: details, price, articles about it; cart and wish list."""

from typing import Any, Final

from starlette.responses import Response

from openmall.access.oauth.form_fields import Fields
from openmall.commerce.design.themes import default_pages
from openmall.contract.errors import ApiError
from openmall.pages.sampleshop import information, restock_notices, shown_prices
from openmall.pages.sampleshop.html_text import paragraphs
from openmall.pages.sampleshop.page_context import PageContext

_MAX_ARTICLES: Final = 5
"""Maximum number of articles of each board shown with a product."""
_PRODUCT_BOARD: Final = 5
"""Type of boards with articles about products."""
_FEW: Final = 5
_CART_DEFAULTS: Final = {"basket_type": "A0000", "duplicated_item_check": "F"}


async def show(
    context: PageContext, number: str, *, problem: ApiError | None = None, **typed: Any
) -> Response:
    """Show a product."""
    response = await context.call(
        f"products/{number}", embed=("options", "variants", "additionalimages")
    )
    product = response.content
    promotions = [
        {**each, "paragraphs": paragraphs(each["content"])}
        for each in await context.content(f"products/{number}/commonevents")
    ]
    boards = []
    for board in await context.content("boards"):
        if board["board_type"] == _PRODUCT_BOARD:
            path = f"boards/{board['board_no']}/articles"
            articles = await context.content(path, product_no=number, limit=_MAX_ARTICLES)
            boards.append({**board, "articles": articles})
    variants = [each for each in product["variants"] if each["display"] == "T"]
    pictures = [product["detail_image"], *(each["big"] for each in product["additionalimages"])]
    [shown] = await shown_prices.with_prices(context, [product], "product")
    sold_out = product["sold_out"] == "T" or all(is_sold_out(each) for each in variants)
    restock = None
    if sold_out or any(is_sold_out(each) for each in variants):
        restock = await restock_notices.shown(
            context,
            number,
            [each["variant_code"] for each in variants if is_sold_out(each)],
            sold_out=sold_out,
        )
    return await context.show(
        default_pages.PRODUCT,
        title=product["product_name"],
        about={"product-no": product["product_no"]},
        problem=problem,
        product=shown,
        own_price=any(each["kind"] == "discount_price" for each in shown["prices"]),
        guides=await information.of_product(context, product),
        pictures=[each for each in pictures if each.startswith("https://")],
        paragraphs=paragraphs(product["description"]),
        variants=[_variant(each) for each in variants],
        sold_out=sold_out,
        restock=restock,
        few_left=None if sold_out else _few_left(variants),
        texts_to_enter=[
            {
                "name": each["additional_option_name"],
                "needed": each["required_additional_option"] == "T",
                "length": each["additional_option_text_length"],
            }
            for each in product["options"]["additional_options"]
        ],
        boards=boards,
        promotions=promotions,
        chosen={"variant_code": "", "quantity": str(product["minimum_quantity"]), **typed},
    )


def _variant(variant: dict[str, Any]) -> dict[str, Any]:
    return {
        "code": variant["variant_code"],
        "name": " / ".join(each["value"] for each in variant["options"]),
        "additional_amount": float(variant["additional_amount"]),
        "sold_out": is_sold_out(variant),
    }


def _few_left(variants: list[dict[str, Any]]) -> int | None:
    """Return how many are left of a product without options, where that is few."""
    if len(variants) != 1 or variants[0]["use_inventory"] != "T":
        return None
    left: int = variants[0]["quantity"]
    return left if left <= _FEW else None


async def submit(context: PageContext, form: Fields, number: str) -> Response:
    """Add a product to the cart or the wish list, or ask for a notice when it is back."""
    if form.text("act") in restock_notices.ACTS:
        try:
            return await restock_notices.change(context, form, number)
        except ApiError as error:
            if error.status in (403, 422, 429):
                return await show(context, number, problem=error, email=form.text("email"))
            raise
    product = (await context.call(f"products/{number}", embed=("options",))).content
    texts = [
        {"name": each["additional_option_name"], "value": form.text(f"text{at}")}
        for at, each in enumerate(product["options"]["additional_options"])
        if form.text(f"text{at}")
    ]
    typed = {name: form.text(name) for name in ("variant_code", "quantity")}
    try:
        if form.text("act") == "wish":
            code = {"variant_code": form.text("variant_code")}
            await context.call("customers/me/wishlist", code, method="POST")
            return context.redirect(f"/products/{number}", done="wished")
        variant = {
            "variants_code": typed["variant_code"],
            "quantity": typed["quantity"],
            "additional_option_values": texts,
        }
        shipping_payment = "C" if product["prepaid_shipping_fee"] == "C" else "P"
        values = {
            "product_no": number,
            "variants": [variant],
            "prepaid_shipping_fee": shipping_payment,
        }
        await context.call("carts", {**_CART_DEFAULTS, **values}, method="POST")
    except ApiError as error:
        if error.status in (403, 409, 422):
            return await show(context, number, problem=error, **typed)
        raise
    return context.redirect("/cart", done="cart")


def is_sold_out(variant: dict[str, Any]) -> bool:
    left = variant["quantity"] - variant["safety_inventory"]
    counted = variant["use_inventory"] == variant["display_soldout"] == "T"
    return bool(variant["selling"] != "T" or (counted and left <= 0))
