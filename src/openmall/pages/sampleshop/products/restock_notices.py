"""Notices of what is back in stock: asked for on a product's page, declined by their link."""

from collections.abc import Sequence
from typing import Final

from starlette.responses import Response

from openmall.access.oauth.form_fields import Fields
from openmall.commerce.design.themes import default_pages
from openmall.commerce.notification.restock import rules as restock_rules
from openmall.contract.json_values import Encodable
from openmall.pages.sampleshop import declining
from openmall.pages.sampleshop.page_context import PageContext

ASK: Final = "restock"
WITHDRAW: Final = "no-restock"
ACTS: Final = frozenset({ASK, WITHDRAW})
"""Values of `act` in forms of a product's page."""


async def shown(
    context: PageContext, number: str, sold_out_variants: Sequence[str], *, sold_out: bool
) -> dict[str, Encodable] | None:
    """Return what a product's page offers; None: the shop offers nothing here.

    `sold_out_variants`: codes. `sold_out`: the whole product is.
    """
    offer = (await context.call(restock_rules.offer, {"product_no": number})).content
    by_variant = offer.by_variant == "T"
    if not (by_variant or sold_out) or (offer.offered == "F" and not offer.guest_message):
        return None
    return {
        "offered": offer.offered == "T",
        "guest_message": offer.guest_message,
        "variants": list(sold_out_variants) if by_variant else [],
        "asked": offer.asked,
    }


async def change(context: PageContext, form: Fields, number: str) -> Response:
    """Ask for a notice of a product, or withdraw the requests of a member. Raises ApiError."""
    if form.deed == WITHDRAW:
        await context.call(restock_rules.withdraw, {"product_no": number})
        return context.redirect(f"/products/{number}", done="restock-ended")
    typed = {name: form.text(name) for name in ("variant_code", "email")}
    values = {name: value for name, value in typed.items() if value}
    await context.call(restock_rules.ask, {**values, "product_no": number})
    return context.redirect(f"/products/{number}", done="restock")


async def show_declining(context: PageContext) -> Response:
    """Ask whether all requests are to be deleted."""
    return await declining.ask(context, default_pages.RESTOCK, _title(context))


async def decline(context: PageContext, form: Fields) -> Response:
    """Delete all requests of who got a notice, by the link in it."""
    return await declining.decline(
        context,
        form,
        default_pages.RESTOCK,
        _title(context),
        operation=restock_rules.decline,
    )


def _title(context: PageContext) -> str:
    return context.translate("Restock notices")
