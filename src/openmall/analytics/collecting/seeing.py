"""What a browser tells, made sure of, together with what only its request tells."""

from openmall.analytics.collecting import referrers
from openmall.analytics.collecting.programs import Program
from openmall.analytics.collecting.shape import Seen, Told
from openmall.contract.errors import Invalid

LONGEST_URL = 2_048


def path_of(told: Told) -> referrers.Address:
    """Return the opened address. Raises Invalid (422) for what is none."""
    found = referrers.address(told.url)
    if found is None or found.scheme not in ("http", "https"):
        raise Invalid("Expected an address of the web, or a path.", parameter="events.url")
    return found


def seen(
    told: Told,
    opened: referrers.Address,
    program: Program,
    *,
    at: int,
    shop_no: int,
    browser: int,
    ip: int,
    host: str,
) -> Seen:
    """Return an event as it is written down.

    `at`: when it happened, UTC milliseconds. `host`: the mall's own; what leads from there, or from
    the page's own host, is no referrer.
    """
    came = referrers.referrer(told.referrer, (host, opened.host))
    campaign = referrers.campaign(opened)
    return Seen(
        at=at,
        shop_no=shop_no,
        kind=told.kind,
        browser=browser,
        ip=ip,
        device=program.device,
        bot=program.bot,
        url=referrers.clean(opened.path, LONGEST_URL),
        referrer=came.address,
        product_no=told.product_no,
        engine=came.engine,
        keyword=came.keyword,
        ad=campaign.ad,
        medium=campaign.medium,
        campaign=campaign.campaign,
        term=campaign.term,
        content=campaign.content,
        about=referrers.clean(told.words),
        social=came.social,
    )
