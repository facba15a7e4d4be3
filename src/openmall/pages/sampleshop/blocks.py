"""Pages that merchants make of blocks: the home page, and pages of their own."""

from starlette.responses import Response

from openmall.commerce.design.themes import default_pages, theme_look
from openmall.commerce.design.themes.theme_look import MOST_PRODUCT_BLOCKS, Block
from openmall.commerce.shopwindow import rules
from openmall.contract.errors import NotFound
from openmall.contract.json_values import Encodable
from openmall.contract.refusal import Phrase
from openmall.contract.refusals import NO_SUCH
from openmall.pages.sampleshop.page_context import PageContext
from openmall.pages.sampleshop.products import shown_prices
from openmall.pages.sampleshop.themes import theme_values


async def show_page(context: PageContext, slug: str) -> Response:
    """Show a page that the merchant made in the editor."""
    page = (await context.theme()).look.page(slug)
    if page is None:
        raise NotFound(NO_SUCH, resource=Phrase("page"))
    return await context.show(
        default_pages.CONTENT,
        title=page.title,
        blocks=await shown_blocks(context, page.blocks),
    )


async def shown_blocks(
    context: PageContext, blocks: tuple[Block, ...]
) -> list[dict[str, Encodable]]:
    """Return blocks as templates show them, with their products; none that has nothing to show."""
    shown: list[dict[str, Encodable]] = []
    left = MOST_PRODUCT_BLOCKS
    for at, each in enumerate(blocks):
        if each.is_blank:
            continue
        products: list[dict[str, Encodable]] = []
        if each.kind in ("products", "category") and left:
            left -= 1
            products = await _products(context, each)
        shown.append(
            {
                "at": at,
                "kind": each.kind,
                "screens": each.screens,
                "title": each.title,
                "lines": _lines(each.text),
                "questions": _questions(each.text) if each.kind == "questions" else [],
                "picture": each.picture,
                "alt": each.alt,
                "link": theme_values.address(context, each.link),
                "link_label": each.link_label,
                "more": f"/categories/{each.category_no}" if each.kind == "category" else "",
                "products": products,
            }
        )
    return shown


def _lines(text: str) -> list[str]:
    return [line for line in text.splitlines() if line.strip()]


def _questions(text: str) -> list[dict[str, Encodable]]:
    """Return the questions of a text and the lines of their answers."""
    return [
        {"question": lines[0].strip(), "lines": [*lines[1:]]}
        for lines in theme_look.questions_of(text)
    ]


async def _products(context: PageContext, block: Block) -> list[dict[str, Encodable]]:
    """Return the products of a block; none where its display or category is there no more."""
    filters: dict[str, Encodable] = {"limit": block.count}
    order: list[int] = []
    try:
        if block.kind == "category":
            if not block.category_no:
                return []
            filters |= {"category": block.category_no, "include_sub_category": "T"}
        elif block.display:
            order = [
                each.product_no
                for each in await context.content(
                    rules.list_in_main, {"limit": block.count, "display_group": block.display}
                )
            ]
            if not order:
                return []
            # products of the display group have no pictures
            filters["product_no"] = order
        found = (await context.call("products", filters)).content
    except NotFound:
        return []
    by_number = {
        each["product_no"]: each for each in await shown_prices.with_prices(context, found, "main")
    }
    return [by_number[each] for each in order or by_number if each in by_number]
