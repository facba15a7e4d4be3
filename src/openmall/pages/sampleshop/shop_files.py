"""Files of a shop that are made once for all callers: feeds and sitemaps."""

from starlette.responses import Response

from openmall.pages.sampleshop.kept_files import Make
from openmall.pages.sampleshop.page_context import PageContext


async def answer(
    context: PageContext, name: str, make: Make, *, seconds: float, media_type: str
) -> Response:
    """Answer a file of a shop that is made once for all callers."""
    at = f"{name} {context.visit.address.origin}{context.base}"
    key = (context.mall.mall_id, context.shop.shop_no, at)
    return await context.files.answer(
        context.visit.request, key, make, seconds=seconds, now=context.now, media_type=media_type
    )
