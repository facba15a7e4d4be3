"""Campaigns for customers' data: what they give, and who completed them."""

import re
from collections.abc import Sequence
from typing import Final
from urllib.parse import urlencode

from starlette.responses import Response

from openmall.commerce.promotion.customerevents import rules as event_rules
from openmall.commerce.promotion.customerevents import store as event_store
from openmall.commerce.promotion.customerevents.shape import CustomerEvent
from openmall.commerce.store.backoffice_menu import pages as menu_pages
from openmall.contract.errors import ApiError
from openmall.contract.json_values import Encodable
from openmall.contract.params import LARGEST_INTEGER
from openmall.http.web.languages import marked
from openmall.pages.backoffice import form_errors, list_queries
from openmall.pages.backoffice.form_errors import NO_ERROR
from openmall.pages.backoffice.page_context import PageContext, PageError, time
from openmall.pages.backoffice.rendering import render_page

PAGE_SIZE: Final = 50
STATES: Final = {
    "W": marked("Not begun"),
    "P": marked("Running"),
    "E": marked("Over"),
    "S": marked("Stopped"),
}
ITEMS: Final = {
    "zipcode": marked("Postal code"),
    "address": marked("Address"),
    "cellphone": marked("Mobile phone"),
    "password": marked("Password"),
    "email": marked("E-mail"),
}
_NUMBER: Final = re.compile(r"[1-9][0-9]{0,9}")
_LAST: Final = re.compile(r"([0-9]{1,12})-([^\s]{1,50})")
"""The last customer of a page: when they completed the campaign, and their id."""


async def show_list(context: PageContext) -> Response:
    """Handle `GET /admin/campaigns`: list the campaigns of a shop, newest first."""
    query = list_queries.read_list_query(context, ("shop_no",))
    form_state = NO_ERROR
    found: Sequence[CustomerEvent] = ()
    try:
        parameters = {**query.parameters(("shop_no",)), **query.paging}
        found = (await context.call(event_rules.list_events, parameters)).content
    except ApiError as error:
        form_state = form_errors.rejected_form(context, "search", context.visit.query, error)
    return render_page(
        context,
        "campaigns.html",
        status=422 if form_state.action else 200,
        query=query,
        form_state=form_state,
        campaigns=found[: list_queries.ROWS],
        page_links=query.page_links(found),
        states=STATES,
    )


async def show_one(context: PageContext) -> Response:
    """Handle `GET /admin/campaigns/<number>`: list who completed a campaign, the latest first."""
    last = _LAST.fullmatch(context.visit.query.text("after"))
    no = int(context.subpath) if _NUMBER.fullmatch(context.subpath) else 0
    event, found = None, []
    if 0 < no <= LARGEST_INTEGER:
        async with context.database.reading(context.mall_id) as db:
            event = await event_store.find(db, context.shop.shop_no, no)
            if event is not None:
                found = await event_store.completed(
                    db,
                    no,
                    limit=PAGE_SIZE + 1,
                    after=(int(last[1]), last[2]) if last else None,
                )
    if event is None:
        raise PageError(
            marked("Page not found"),
            marked("There is no such campaign, or not any more."),
            status=404,
        )
    shown = found[:PAGE_SIZE]
    query: dict[str, Encodable] = {"shop_no": context.shop.shop_no}
    if len(found) > PAGE_SIZE:
        query["after"] = f"{shown[-1].completed_at}-{shown[-1].member_id}"
    gives = event.auto_reward == "T" and "T" in (event.use_point, event.use_coupon)
    return context.show(
        "campaign.html",
        event=event,
        gives=gives,
        lines=[(each, time(each.completed_at)) for each in shown],
        items=ITEMS,
        older=f"{menu_pages.CAMPAIGNS.path}/{no}?{urlencode(query)}" if "after" in query else "",
    )
