"""What the page of a product says of its delivery: the fee, and how long a parcel takes."""

from typing import Final

from openmall.commerce.design.themes import template_formats
from openmall.commerce.shipping import destinations
from openmall.commerce.shipping.destinations import HomeDelivery
from openmall.http.web.languages import marked
from openmall.pages.sampleshop.page_context import PageContext

_FREE: Final = marked("Free shipping")
_FIXED: Final = marked("Shipping %(fee)s")
_FREE_FROM: Final = marked("Shipping %(fee)s, free from %(amount)s")
_AT_CHECKOUT: Final = marked("Shipping is calculated at checkout")
_ON_DELIVERY: Final = marked("Shipping is paid on delivery")
_DAYS: Final = marked("Delivered within %(least)s–%(most)s days")
_ONE_DAY: Final = marked("Delivered within %(most)s days")


async def of_shop(context: PageContext, *, own_fee: bool) -> list[dict[str, str]]:
    """Return the lines about the delivery of a product, each with `icon` and `text`.

    `own_fee`: the product has a fee of its own, which the checkout calculates.
    """
    if own_fee:
        return [{"icon": "truck", "text": context.translate(_AT_CHECKOUT)}]
    home = await context.content(destinations.delivered_at_home)
    if not home.is_delivered:
        return []
    fee = context.translate(_ON_DELIVERY) if home.prepaid == "C" else _fee(context, home)
    lines = [{"icon": "truck", "text": fee}]
    if 0 <= home.least_days <= home.most_days and home.most_days > 0:
        text = context.translate(_DAYS if home.least_days < home.most_days else _ONE_DAY)
        text = text.replace("%(least)s", str(home.least_days))
        lines.append({"icon": "calendar", "text": text.replace("%(most)s", str(home.most_days))})
    return lines


def _fee(context: PageContext, home: HomeDelivery) -> str:
    """Return the fee of a shop in words."""
    if home.fee_type == "T" or home.fee == 0:
        return context.translate(_FREE)
    if home.fee is None or (home.fee_type == "M" and home.free_from is None):
        return context.translate(_AT_CHECKOUT)
    text = context.translate(_FIXED if home.free_from is None else _FREE_FROM)
    for name, value in (("fee", home.fee), ("amount", home.free_from)):
        if value is not None:
            shown = template_formats.amount(value, context.shop.currency, context.language)
            text = text.replace(f"%({name})s", shown)
    return text
