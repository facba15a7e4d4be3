"""The page where guests find their orders again."""

import re
from typing import Final

from starlette.responses import Response

from openmall.access.oauth.form_fields import Fields
from openmall.commerce.design.themes import default_pages
from openmall.commerce.order.placement.checkout import guest_lookup
from openmall.commerce.order.placement.checkout import rules as checkout_rules
from openmall.commerce.order.placement.checkout.refusals import GUEST_ORDER_NOT_FOUND
from openmall.contract.errors import ApiError, Invalid
from openmall.pages.sampleshop.page_context import PageContext

_ORDER_ID: Final = re.compile(r"[0-9]{8}-[0-9]{7,12}")


async def show(
    context: PageContext, *, problem: ApiError | None = None, order_id: str = ""
) -> Response:
    """Show the form; an address of a message has the number of the order."""
    asked = context.visit.query.text("order_id")
    if problem is None and _ORDER_ID.fullmatch(asked):
        if await _is_own(context, asked):
            return context.redirect(f"/orders/{asked}")
        order_id = asked
    return await context.show(
        default_pages.GUEST_ORDER,
        title=context.translate("Find your order"),
        counted=False,
        problem=problem,
        typed_order_id=order_id,
    )


async def _is_own(context: PageContext, order_id: str) -> bool:
    """Return whether this browser's shopper placed an order."""
    if context.shopper is None:
        return False
    try:
        await context.content(checkout_rules.retrieve, {"order_id": order_id})
    except ApiError as error:
        if error.status in (401, 403, 404):
            return False
        raise
    return True


async def submit(context: PageContext, form: Fields) -> Response:
    """Look for the order; every failure has the same answer."""
    values = {name: form.text(name).strip() for name in ("order_id", "contact")}
    if context.member:
        return context.redirect("/orders")
    try:
        found = await context.call(guest_lookup.find, values)
    except ApiError as error:
        if error.status == 422:
            error = Invalid(GUEST_ORDER_NOT_FOUND, parameter="order_id")
        elif error.status != 429:
            raise
        return await show(context, problem=error, order_id=values["order_id"])
    return context.redirect(f"/orders/{found.content.order_id}")
