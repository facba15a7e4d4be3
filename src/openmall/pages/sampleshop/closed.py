"""The page of a shop that is closed to shoppers for a while."""

from datetime import date, datetime, time, timedelta
from typing import Final

from starlette.responses import Response

from openmall.commerce.design.themes import default_pages
from openmall.commerce.store.closing_setting import ClosingSetting, closed_at
from openmall.contract.moments import PLATFORM_ZONE
from openmall.http.web.languages import marked
from openmall.pages.sampleshop.metadata import About
from openmall.pages.sampleshop.page_context import PageContext

_HOUR: Final = 3_600
_TITLE: Final = marked("We are closed for a while")


async def is_closed(context: PageContext) -> bool:
    """Return whether shoppers see no pages of the shop now; previews of designs are seen."""
    if context.preview:
        return False
    setting = (await context.settings()).of(ClosingSetting)
    return closed_at(setting, context.now) == "shop"


async def show(context: PageContext) -> Response:
    """Show the notice with 503, and when to come back: search engines keep the shop's pages."""
    setting = (await context.settings()).of(ClosingSetting)
    page = await context.page(
        default_pages.CLOSED,
        await context.design(),
        title=context.translate(_TITLE),
        status=503,
        content={"sections": (), "cart_count": 0},
        described=About(),
    )
    page.headers["Retry-After"] = str(_seconds_left(setting, context.now))
    return page


def _seconds_left(setting: ClosingSetting, now: float) -> int:
    """Return the seconds until the day after the last one; an hour where it is unknown."""
    try:
        last = date.fromisoformat(setting.last_day)
    except ValueError:
        return _HOUR
    opens = datetime.combine(last + timedelta(days=1), time(), PLATFORM_ZONE)
    return max(1, int(opens.timestamp() - now))
