"""The icons of products on pages of the shop."""

from collections.abc import Callable
from datetime import datetime
from typing import Any

from openmall.commerce.design.icons import catalogue as icon_catalogue
from openmall.pages.sampleshop.page_context import PageContext
from openmall.pages.sampleshop.themes import theme_values
from openmall.pages.sampleshop.themes.theme_directory import ShopDesign


def shown(
    context: PageContext, design: ShopDesign
) -> Callable[[dict[str, Any]], list[dict[str, Any]]]:
    """Return a function that returns the icons that are shown with a product, its own first."""
    pictures = theme_values.shown_icons(design.icons, context.screen)
    now = context.now

    def icons(product: dict[str, Any]) -> list[dict[str, Any]]:
        codes = list(product["icon"]) if _within(product["icon_show_period"], now) else []
        # pages have a badge that says it: only a picture of the shop's own is beside it
        own = pictures.get(icon_catalogue.SOLD_OUT, {}).get("own")
        if product["list_icon"]["soldout_icon"] and own:
            codes.append(icon_catalogue.SOLD_OUT)
        return [pictures[each] for each in codes if each in pictures]

    return icons


def _within(period: dict[str, Any] | None, now: float) -> bool:
    """Return whether the icons of a product are shown now; without a period they always are."""
    if period is None:
        return True
    begin, end = (
        datetime.fromisoformat(period[each]).timestamp() for each in ("start_date", "end_date")
    )
    return begin <= now <= end
