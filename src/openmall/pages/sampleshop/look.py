"""The look of a theme on pages: its style sheet, its menus, and the blocks of pages."""

from typing import Any, Final

from starlette.responses import Response

from openmall.commerce.design.themes import default_pages
from openmall.commerce.design.themes.look import MOST_PRODUCT_BLOCKS, Block, Look
from openmall.contract.errors import NotFound
from openmall.pages.sampleshop import shown_prices, theme_values
from openmall.pages.sampleshop.page_context import PageContext

_FONTS: Final = {
    "serif": '"Noto Serif", "Noto Serif KR", "Nanum Myeongjo", Batang, Georgia, serif',
    "rounded": 'ui-rounded, "Nunito", "NanumSquareRound", "Apple SD Gothic Neo", sans-serif',
    "wide": '"Verdana", "DejaVu Sans", "Noto Sans KR", "Malgun Gothic", sans-serif',
}
"""Fonts of the visitor's machine: none are loaded."""
_LIGHT: Final = (255, 255, 255)
_DARK: Final = (24, 28, 35)
_INK: Final = (23, 27, 34)
_CONTRAST: Final = 4.5
"""Least contrast of text (WCAG 2.2, 1.4.3)."""
Colour = tuple[int, int, int]


async def style_sheet(context: PageContext) -> Response:
    """Answer the style sheet with the colours and fonts of the theme."""
    headers = {"Cache-Control": "max-age=60", "X-Content-Type-Options": "nosniff"}
    rules = rules_of((await context.theme()).look)
    return Response(rules, headers=headers, media_type="text/css")


def rules_of(look: Look) -> str:
    """Return the style sheet of a look. Texts keep their contrast, whatever colours were chosen."""
    rules = []
    if look.accent:
        accent = _colour(look.accent)
        rules.append(f":root {{ {_accent(accent, _LIGHT)} }}")
        rules.append(
            f"@media (prefers-color-scheme: dark) {{ :root {{ {_accent(accent, _DARK)} }} }}"
        )
    if look.header:
        header = _colour(look.header)
        text = _text_on(header)
        rules.append(
            f".storefront .top {{ background: {look.header}; --text: {text}; --quiet: {text};"
            f" --accent: {text}; --accent-strong: {text}; --line: {text}; color: {text}; }}\n"
            f".storefront .top .seek input, .storefront .top .seek button"
            f" {{ color: {_hex(_INK)}; background: #ffffff; }}"
        )
    if look.font:
        rules.append(f"body {{ font-family: {_FONTS[look.font]}; }}")
    return "\n".join(rules) + "\n"


def _accent(accent: Colour, card: Colour) -> str:
    """Return the declarations for an accent on cards of a colour, changed until it is legible."""
    target = (0, 0, 0) if card == _LIGHT else (255, 255, 255)
    strong = accent
    for step in range(21):
        strong = _mixed(accent, target, step / 20)
        if _contrast(strong, card) >= _CONTRAST:
            break
    tint = _mixed(card, strong, 0.1)
    return (
        f"--accent: {_hex(strong)}; --accent-strong: {_hex(_mixed(strong, target, 0.2))};"
        f" --on-accent: {_text_on(strong)}; --tint: {_hex(tint)};"
    )


def _text_on(background: Colour) -> str:
    dark, light = _contrast(_INK, background), _contrast(_LIGHT, background)
    return _hex(_INK if dark >= light else _LIGHT)


def _contrast(one: Colour, other: Colour) -> float:
    """Return the contrast of two colours (WCAG 2.2, "contrast ratio")."""
    darker, lighter = sorted((_luminance(one), _luminance(other)))
    return (lighter + 0.05) / (darker + 0.05)


def _luminance(colour: Colour) -> float:
    parts = (value / 255 for value in colour)
    red, green, blue = (
        part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts
    )
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def _mixed(one: Colour, other: Colour, share: float) -> Colour:
    red, green, blue = (
        round(a + (b - a) * share) for a, b in zip(one, other, strict=True)
    )
    return red, green, blue


def _colour(text: str) -> Colour:
    return int(text[1:3], 16), int(text[3:5], 16), int(text[5:7], 16)


def _hex(colour: Colour) -> str:
    return "#{:02x}{:02x}{:02x}".format(*colour)


async def show_page(context: PageContext, slug: str) -> Response:
    """Show a page that the merchant made in the editor."""
    page = (await context.theme()).look.page(slug)
    if page is None:
        raise NotFound("There is no such page.")
    return await context.show(
        default_pages.CONTENT,
        title=page.title,
        blocks=await shown_blocks(context, page.blocks),
    )


async def shown_blocks(context: PageContext, blocks: tuple[Block, ...]) -> list[dict[str, Any]]:
    """Return blocks as templates show them, with their products."""
    shown = []
    left = MOST_PRODUCT_BLOCKS
    for each in blocks:
        products: list[dict[str, Any]] = []
        if each.kind in ("products", "category") and left:
            left -= 1
            products = await _products(context, each)
        shown.append(
            {
                "kind": each.kind,
                "title": each.title,
                "lines": [line for line in each.text.splitlines() if line.strip()],
                "picture": each.picture,
                "alt": each.alt,
                "link": theme_values.address(context, each.link),
                "link_label": each.link_label,
                "more": f"/categories/{each.category_no}" if each.kind == "category" else "",
                "products": products,
            }
        )
    return shown


async def _products(context: PageContext, block: Block) -> list[dict[str, Any]]:
    """Return the products of a block; none where its display or category is there no more."""
    filters: dict[str, Any] = {"limit": block.count}
    order: list[int] = []
    try:
        if block.kind == "category":
            if not block.category_no:
                return []
            filters |= {"category": block.category_no, "include_sub_category": "T"}
        elif block.display:
            group = f"mains/{block.display}/products"
            order = [each["product_no"] for each in await context.content(group, limit=block.count)]
            if not order:
                return []
            # products of the display group have no pictures
            filters["product_no"] = order
        found = await context.content("products", **filters)
    except NotFound:
        return []
    by_number = {
        each["product_no"]: each for each in await shown_prices.with_prices(context, found, "main")
    }
    return [by_number[each] for each in order or by_number if each in by_number]

