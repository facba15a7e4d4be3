"""A product's page: what it is, what it costs, what others say of it, and into the cart."""

from typing import Any, Final

from starlette.responses import Response

from openmall.access.oauth.form_fields import Fields
from openmall.contract.errors import ApiError
from openmall.pages.sampleshop.telling import paragraphs
from openmall.pages.sampleshop.visitor import Visitor

_SAID: Final = 5
"""Articles of each board that are shown beside a product."""
_PRODUCT_BOARD: Final = 5
"""The type of boards whose articles are about products."""
_USUAL: Final = {"basket_type": "A0000", "duplicated_item_check": "F"}


async def show(
    here: Visitor, number: str, *, problem: ApiError | None = None, **kept: Any
) -> Response:
    """Show a product."""
    about = await here.ask(f"products/{number}", embed=("options", "variants", "additionalimages"))
    product = about.content
    prices = await here.content(f"products/{number}/discountprice")
    boards = []
    for board in await here.content("boards"):
        if board["board_type"] == _PRODUCT_BOARD:
            path = f"boards/{board['board_no']}/articles"
            boards.append((board, await here.content(path, product_no=number, limit=_SAID)))
    variants = [each for each in product["variants"] if each["display"] == "T"]
    pictures = [product["detail_image"], *(each["big"] for each in product["additionalimages"])]
    return await here.show(
        "product.html",
        status=200 if problem is None else problem.status,
        problem=problem,
        product=product,
        price=prices["pc_discount_price"],
        pictures=[each for each in pictures if each.startswith("https://")],
        paragraphs=paragraphs(product["description"]),
        variants=[(each, _sold_out(each)) for each in variants],
        sold_out=product["sold_out"] == "T" or all(_sold_out(each) for each in variants),
        texts=product["options"]["additional_options"],
        boards=boards,
        chosen={"variant_code": "", "quantity": str(product["minimum_quantity"]), **kept},
    )


async def take(here: Visitor, form: Fields, number: str) -> Response:
    """Put a product into the cart, or on the wish list."""
    product = (await here.ask(f"products/{number}", embed=("options",))).content
    texts = [
        {"name": each["additional_option_name"], "value": form.text(f"text{at}")}
        for at, each in enumerate(product["options"]["additional_options"])
        if form.text(f"text{at}")
    ]
    kept = {name: form.text(name) for name in ("variant_code", "quantity")}
    try:
        if form.text("act") == "wish":
            code = {"variant_code": form.text("variant_code")}
            await here.ask("customers/me/wishlist", code, method="POST")
            return here.go(f"/products/{number}", done="wished")
        wanted = {
            "variants_code": kept["variant_code"],
            "quantity": kept["quantity"],
            "additional_option_values": texts,
        }
        paid = "C" if product["prepaid_shipping_fee"] == "C" else "P"
        said = {"product_no": number, "variants": [wanted], "prepaid_shipping_fee": paid}
        await here.ask("carts", {**_USUAL, **said}, method="POST")
    except ApiError as error:
        if error.status in (403, 409, 422):
            return await show(here, number, problem=error, **kept)
        raise
    return here.go("/cart", done="cart")


def _sold_out(variant: dict[str, Any]) -> bool:
    left = variant["quantity"] - variant["safety_inventory"]
    counted = variant["use_inventory"] == variant["display_soldout"] == "T"
    return bool(variant["selling"] != "T" or (counted and left <= 0))
