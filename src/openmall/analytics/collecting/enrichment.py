"""Validates the event of a browser and adds data of its request."""

from openmall.analytics.collecting import referrers
from openmall.analytics.collecting.refusals import NO_PAGE_ADDRESS
from openmall.analytics.collecting.shape import BrowserEvent, CollectedEvent
from openmall.analytics.collecting.user_agents import Program
from openmall.contract.errors import Invalid

LONGEST_URL = 2_048


def path_of(event: BrowserEvent) -> referrers.Address:
    """Return the opened address. Raises Invalid (422) for anything else."""
    found = referrers.address(event.url)
    if found is None or found.scheme not in ("http", "https"):
        raise Invalid(NO_PAGE_ADDRESS, parameter="events.url")
    return found


def enrich(
    event: BrowserEvent,
    opened: referrers.Address,
    program: Program,
    *,
    at: int,
    shop_no: int,
    browser: int,
    ip: int,
    host: str,
) -> CollectedEvent:
    """Return an event as it is stored.

    `at`: when it happened, UTC milliseconds. `host`: of the mall; this host and that of the page
    are no referrers.
    """
    referrer = referrers.referrer(event.referrer, (host, opened.host))
    campaign = referrers.campaign(opened)
    return CollectedEvent(
        at=at,
        shop_no=shop_no,
        kind=event.kind,
        browser=browser,
        ip=ip,
        device=program.device,
        bot=program.bot,
        url=referrers.clean(opened.path, LONGEST_URL),
        referrer=referrer.address,
        product_no=event.product_no,
        engine=referrer.engine,
        keyword=referrer.keyword,
        ad=campaign.ad,
        medium=campaign.medium,
        campaign=campaign.campaign,
        term=campaign.term,
        content=campaign.content,
        about=referrers.clean(event.words),
        social=referrer.social,
    )
