"""Products that this browser looked at, which only a cookie of the browser knows."""

import re
from typing import Final

from openmall.contract.json_values import Encodable
from openmall.pages.sampleshop.page_context import PageContext
from openmall.pages.sampleshop.products import shown_prices

MOST: Final = 6
_SECONDS: Final = 30 * 86_400
_COOKIE: Final = re.compile(r"[1-9][0-9]{0,17}(?:\.[1-9][0-9]{0,17}){0,20}")


async def before(context: PageContext, product_no: int) -> list[dict[str, Encodable]]:
    """Return the products seen before this one, the latest first, and remember this one."""
    name = f"__Host-openmall-seen-{context.shop.shop_no}"
    text = context.cookie(name)
    seen = [int(each) for each in text.split(".")] if _COOKIE.fullmatch(text) else []
    others = [each for each in dict.fromkeys(seen) if each != product_no][:MOST]
    remembered = ".".join(str(each) for each in (product_no, *others))
    if remembered != text:
        context.set_cookie(name, remembered, seconds=_SECONDS)
    if not others:
        return []
    found = await context.read("products", product_no=others, limit=MOST)
    shown = await shown_prices.with_prices(context, found, "main")
    by_number = {each["product_no"]: each for each in shown}
    return [by_number[each] for each in others if each in by_number]
