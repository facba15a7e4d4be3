"""The cart: what lies in it, what that comes to, and changing it."""

from typing import Any, Final

from starlette.responses import Response

from openmall.access.oauth.form_fields import Fields
from openmall.contract.errors import ApiError, Invalid, NotModified
from openmall.http.web import bills
from openmall.pages.sampleshop import checkout
from openmall.pages.sampleshop.visitor import Visitor

_NUMBER: Final = 19
"""Digits of no number there is."""


async def show(here: Visitor, *, problem: ApiError | None = None) -> Response:
    """Show what lies in the cart, and what it costs as the checkout begins."""
    lying = await here.content("carts")
    estimate: Any = None
    hindrance: ApiError | None = None
    if lying:
        estimate, hindrance = await checkout.estimated(here, await checkout.known(here))
    return await here.show(
        "cart.html",
        status=200 if problem is None else problem.status,
        problem=problem or hindrance,
        lines=lying,
        pictures=await pictures(here, [each["product_no"] for each in lying]),
        bill=None if estimate is None else bills.of_estimate(estimate, here.language),
    )


async def pictures(here: Visitor, numbers: list[int]) -> dict[int, str]:
    """Return the small pictures of products that are on display."""
    wanted = sorted(set(numbers))[:100]
    if not wanted:
        return {}
    found = await here.content("products", product_no=wanted, limit=len(wanted))
    return {each["product_no"]: each["tiny_image"] for each in found}


async def take(here: Visitor, form: Fields) -> Response:
    """Change how many there are of something, take it out, or empty the cart."""
    try:
        if form.text("act") == "empty":
            await here.ask("carts", method="DELETE")
        else:
            item = form.text("item")
            if not (item.isascii() and item.isdecimal() and len(item) < _NUMBER):
                raise Invalid("There is no such variant.", parameter="item")
            if form.text("act") == "remove":
                await here.ask(f"carts/{item}", method="DELETE")
            else:
                said = {"quantity": form.text("quantity")}
                await here.ask(f"carts/{item}", said, method="PUT")
    except NotModified:
        return here.go("/cart", done="same")
    except ApiError as error:
        if error.status in (403, 404, 422):
            return await show(here, problem=error)
        raise
    return here.go("/cart", done="changed")
