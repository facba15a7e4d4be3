"""Display of prices: how lists of products, the first page and product pages show them.

Specification: "Categories properties setting", "Mains properties setting", "Products properties
setting". One kind of settings, of three kinds of pages; `shopwindow/shown_prices.py` applies them.
"""

from collections.abc import Awaitable, Callable
from typing import Annotated, Final, Literal

from msgspec import Meta, Struct

from openmall.contract import patterns
from openmall.contract.call import Call
from openmall.contract.change import differences, patched
from openmall.contract.crud.changes import changes_of
from openmall.contract.crud.settings import Setting, current, write_setting
from openmall.contract.labels import Hint, Label, Values
from openmall.contract.operation import Operation
from openmall.contract.params import Flag, ShopParams
from openmall.contract.resource import Resource

Page = Literal["category", "main", "product"]
"""Pages with settings of their own: lists of products, the first page, the page of a product."""

FontType = Annotated[
    Literal["N", "B", "I", "D"],
    Values(
        {
            "N": Label("normal"),
            "B": Label("bold"),
            "I": Label("italic"),
            "D": Label("bold and italic"),
        }
    ),
]
FontSize = Annotated[int, Meta(ge=1, le=100)]
"""Pixels."""
Color = Annotated[
    str,
    Meta(pattern=patterns.pattern(r"^#[0-9A-Fa-f]{6}\Z", "a colour, as in #1A2B3C")),
]


class PriceText(Struct, frozen=True, kw_only=True):
    """A text beside a price: whether it is shown, and its font."""

    use: Annotated[Flag, Label("Show")] = "F"
    color: Annotated[Color, Label("Colour"), Hint("As in #1A2B3C.")] = "#555555"
    font_size: Annotated[FontSize, Label("Font size (pixels)")] = 12
    font_type: Annotated[FontType, Label("Font")] = "N"


DISCOUNT: Final = PriceText(use="T", color="#000000", font_size=16, font_type="B")
"""The shopper's own price is shown in a new shop."""


class PriceDisplay(Setting, frozen=True, kw_only=True):
    """How a kind of page shows prices; the defaults are what a new shop has."""

    strikethrough_retail_price: Annotated[Flag, Label("Strike out the list price")] = "F"
    strikethrough_price: Annotated[Flag, Label("Strike out the price where a discount applies")] = (
        "T"
    )
    product_tax_type_text: Annotated[PriceText, Label("Note on tax")] = PriceText()
    product_discount_price_text: Annotated[PriceText, Label("Discounted price")] = DISCOUNT
    optimum_discount_price_text: Annotated[PriceText, Label("Price with the best coupon")] = (
        PriceText()
    )


PriceDisplayChange: Final = changes_of(PriceDisplay)


async def of_page(call: Call, page: Page) -> PriceDisplay:
    """Return how a kind of page of the call's shop shows prices."""
    return await current(call, PriceDisplay, of=page)


def _read(page: Page, what: str) -> Callable[[Call, ShopParams], Awaitable[PriceDisplay]]:
    async def retrieve(call: Call, params: ShopParams) -> PriceDisplay:
        return await of_page(call, page)

    retrieve.__doc__ = f"Retrieve additional settings for {what}."
    return retrieve


def _change(page: Page, what: str) -> Callable[[Call, ShopParams], Awaitable[PriceDisplay]]:
    async def update(call: Call, params: ShopParams) -> PriceDisplay:
        before = await current(call, PriceDisplay, to_change=True, of=page)
        after = patched(before, params)
        await write_setting(call.db, call.seal, after, of=page)
        call.journal(f"display of prices: {page}", differences(before, after))
        return after

    update.__doc__ = f"Update additional settings for {what}. Identical content is 409."
    return update


def _operations(path: str, page: Page, what: str) -> list[Operation]:
    resource = Resource(PriceDisplay, area="store", key=page)
    return [
        resource.get(path, _read(page, what), takes=ShopParams),
        resource.put(path, _change(page, what), takes=PriceDisplayChange),
    ]


OPERATIONS = [
    *_operations("categories/properties/setting", "category", "products in the list"),
    *_operations("mains/properties/setting", "main", "products on the main screen"),
    *_operations("products/properties/setting", "product", "product details"),
]
