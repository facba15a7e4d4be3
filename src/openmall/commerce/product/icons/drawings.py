"""The built-in icons, drawn without words so that every language can show them."""

from typing import Final

_WHITE: Final = 'fill="#fff"'
_LINE: Final = 'fill="none" stroke="#fff" stroke-width="2" stroke-linecap="round"'


def badge(title: str, colour: str, shape: str) -> bytes:
    """Return the drawing of an icon: a shape on a coloured square."""
    return (
        '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 24 24" width="24" height="24"'
        f' role="img"><title>{title}</title>'
        f'<rect width="24" height="24" rx="6" fill="{colour}"/>{shape}</svg>'
    ).encode()


DRAWINGS: Final = {
    "icon_new": badge("New", "#1a7f5a", f'<path {_WHITE} d="M12 3l2 7 7 2-7 2-2 7-2-7-7-2 7-2z"/>'),
    "icon_best": badge(
        "Best",
        "#b7791f",
        f'<path {_WHITE} d="M12 4l2.4 5.2 5.6.7-4.1 3.9 1.1 5.6-5-2.8-5 2.8'
        ' 1.1-5.6L4 9.9l5.6-.7z"/>',
    ),
    "icon_hot": badge(
        "Hot",
        "#c53030",
        f'<path {_WHITE} d="M13 3c1 4 5 6 5 11a6 6 0 0 1-12 0c0-3 2-4 2.5-7'
        ' 2 1 2 3 2 4 2-2 3-5 2.5-8z"/>',
    ),
    "icon_sale": badge(
        "Sale",
        "#9b2c6d",
        f'<circle {_LINE} cx="8" cy="8" r="2.5"/><circle {_LINE} cx="16" cy="16" r="2.5"/>'
        f'<path {_LINE} d="M18 6L6 18"/>',
    ),
    "icon_gift": badge(
        "Gift",
        "#6b46c1",
        f'<path {_WHITE} d="M5 9h6v3H5zM13 9h6v3h-6zM6 14h5v6H6zM13 14h5v6h-5z"/>'
        f'<path {_LINE} d="M12 8c-1-4-6-4-4-1M12 8c1-4 6-4 4-1"/>',
    ),
    "icon_delivery": badge(
        "Free delivery",
        "#2b6cb0",
        f'<path {_WHITE} d="M3 7h10v9H3zM14 10h4l3 3v3h-7z"/>'
        f'<circle {_WHITE} cx="7" cy="18" r="2"/><circle {_WHITE} cx="17" cy="18" r="2"/>',
    ),
    "icon_limited": badge(
        "Limited",
        "#4a5568",
        f'<circle {_LINE} cx="12" cy="12" r="8"/><path {_LINE} d="M12 7v5l3 2"/>',
    ),
}
"""Code of an icon -> the SVG drawing."""

PREFIX: Final = "/icons/"


def address(code: str) -> str:
    """Return the path of an icon's drawing on the mall's host; empty when there is none."""
    return f"{PREFIX}{code}.svg" if code in DRAWINGS else ""
