"""The icons that pages of a shop show, with their default pictures."""

from typing import Final

from msgspec import Struct

from openmall.commerce.product.icons import drawings

_WHITE: Final = 'fill="#fff"'
_LINE: Final = 'fill="none" stroke="#fff" stroke-width="2" stroke-linecap="round"'


class KnownIcon(Struct, frozen=True):
    """An icon, wherever it is shown."""

    id: int
    group_code: str
    """A products, B boards, C the cart, E discounts."""
    code: str
    """Name of its drawing; icons of products have the code that products name."""
    description: str
    """In English; pages translate it."""


CATALOGUE: Final = (
    KnownIcon(1, "A", "icon_new", "New"),
    KnownIcon(2, "A", "icon_best", "Best"),
    KnownIcon(3, "A", "icon_hot", "Hot"),
    KnownIcon(4, "A", "icon_sale", "Sale"),
    KnownIcon(5, "A", "icon_gift", "Gift"),
    KnownIcon(6, "A", "icon_delivery", "Free delivery"),
    KnownIcon(7, "A", "icon_limited", "Limited"),
    KnownIcon(8, "A", "icon_soldout", "Sold out"),
    KnownIcon(9, "B", "icon_private", "Private post"),
    KnownIcon(10, "B", "icon_notice", "Notice"),
    KnownIcon(11, "C", "icon_cart", "Cart"),
    KnownIcon(12, "E", "icon_coupon", "With your coupon"),
)
SOLD_OUT: Final = "icon_soldout"
PRIVATE: Final = "icon_private"
NOTICE: Final = "icon_notice"
CART: Final = "icon_cart"
COUPON: Final = "icon_coupon"

DRAWINGS: Final = {
    SOLD_OUT: drawings.badge("Sold out", "#718096", f'<path {_LINE} d="M7 7l10 10M17 7L7 17"/>'),
    PRIVATE: drawings.badge(
        "Private post",
        "#4a5568",
        f'<path {_WHITE} d="M6 11h12v8H6z"/><path {_LINE} d="M8.5 11V8a3.5 3.5 0 0 1 7 0v3"/>',
    ),
    NOTICE: drawings.badge(
        "Notice",
        "#2b6cb0",
        f'<path {_LINE} d="M12 6v7"/><circle {_WHITE} cx="12" cy="17" r="1.5"/>',
    ),
    CART: drawings.badge(
        "Cart",
        "#1a7f5a",
        f'<path {_LINE} d="M4 6h3l2 9h8l2-6H8"/>'
        f'<circle {_WHITE} cx="10" cy="19" r="1.5"/><circle {_WHITE} cx="16" cy="19" r="1.5"/>',
    ),
    COUPON: drawings.badge(
        "With your coupon",
        "#9b2c6d",
        f'<path {_LINE} d="M5 8h14v3a1.5 1.5 0 0 0 0 3v2H5v-2a1.5 1.5 0 0 0 0-3z"/>',
    ),
}
"""Code of an icon that no product names -> the SVG drawing."""


def path(code: str) -> str:
    """Return the path of an icon's drawing on the mall's host."""
    return f"{drawings.PREFIX}{code}.svg"
