"""Texts that inform customers: the page of guides, and those of product pages."""

from typing import Any, Final

from starlette.responses import Response

from openmall.commerce.design.themes import default_pages
from openmall.commerce.store import information
from openmall.commerce.store.information import GUIDES
from openmall.contract.json_values import Encodable
from openmall.http.web.languages import marked
from openmall.pages.sampleshop.html_text import paragraphs
from openmall.pages.sampleshop.page_context import PageContext

_TITLES: Final = {
    "MEMBERSHIP": marked("Membership"),
    "PAYMENT": marked("Payment"),
    "SHIPPING": marked("Shipping"),
    "EXCHANGE": marked("Exchanges and returns"),
    "PAYMENT_INFORMATION": marked("Payment"),
    "SHIPPING_INFORMATION": marked("Shipping"),
    "EXCHANGE_INFORMATION": marked("Exchanges and returns"),
    "SERVICE_INFORMATION": marked("Questions about this product"),
}
"""Type of a text -> its title."""
_OF_PRODUCT: Final = {
    "PAYMENT_INFORMATION": "payment_info",
    "SHIPPING_INFORMATION": "shipping_info",
    "EXCHANGE_INFORMATION": "exchange_info",
    "SERVICE_INFORMATION": "service_info",
}
"""Type of a text of product pages -> the field with which a product says it itself."""


async def show(context: PageContext) -> Response:
    """Show the guides of the shop."""
    return await context.show(
        default_pages.INFORMATION,
        title=context.translate("Information"),
        guides=[
            _titled(context, each.type, each.content, mobile=each.display_mobile != "F")
            for each in await context.content(information.list_displayed)
            if each.type in GUIDES
        ],
    )


async def of_product(context: PageContext, product: dict[str, Any]) -> list[dict[str, Encodable]]:
    """Return the texts of a product page: the product's own, else those of the shop."""
    of_shop = {each.type: each for each in await context.content(information.list_displayed)}
    texts = []
    for kind, field in _OF_PRODUCT.items():
        if product[field]:
            texts.append(_titled(context, kind, product[field]))
        elif kind in of_shop:
            text = of_shop[kind]
            mobile = text.display_mobile != "F"
            texts.append(_titled(context, kind, text.content, mobile=mobile))
    return texts


def _titled(
    context: PageContext, kind: str, content: str, *, mobile: bool = True
) -> dict[str, Encodable]:
    return {
        "kind": kind,
        "title": context.translate(_TITLES[kind]),
        "paragraphs": paragraphs(content),
        "mobile": mobile,
    }
