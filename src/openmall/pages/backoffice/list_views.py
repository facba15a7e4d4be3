"""Saved views: a manager's names for sets of filters of the lists, offered above each list.

Words that search for people are not saved: a name or a phone number would stay in the view after
the customer's data are erased.
"""

import re
from collections.abc import Collection, Mapping
from typing import Final
from urllib.parse import parse_qsl, urlencode

from msgspec import Struct
from starlette.responses import Response

from openmall.access.malls import saved_views
from openmall.access.oauth.form_deeds import Deeds
from openmall.access.oauth.form_fields import Fields
from openmall.commerce.store.backoffice_menu import pages as menu_pages
from openmall.commerce.store.backoffice_menu.pages import Page
from openmall.contract.errors import Invalid
from openmall.http.web.languages import marked
from openmall.http.web.pages import redirect
from openmall.pages.backoffice.list_queries import ListQuery
from openmall.pages.backoffice.page_context import PageContext, PageError

_LONGEST_QUERY: Final = 2000
_NUMBER: Final = re.compile(r"[1-9][0-9]{0,8}")
_VALUE: Final = 200
"""Maximum number of characters of a saved filter."""
MESSAGES: Final = {
    "view-saved": marked("The view was saved."),
    "view-removed": marked("The view was deleted."),
}
NO_FILTERS: Final = marked("Choose filters first; words that search for people are not saved.")


class SavedList(Struct, frozen=True):
    """A list whose views can be saved."""

    page: Page
    filters: tuple[str, ...]
    searched: frozenset[str] = frozenset()
    """Values of `field` whose search words are saved: they are not about people."""


_PRODUCT_FILTERS: Final = (
    "shop_no", "display", "selling", "stock", "category", "dates", "from", "to", "sort",
)  # fmt: skip
LISTS: Final = {
    "orders": SavedList(
        menu_pages.ORDERS,
        ("shop_no", "tab", "payment_status", "payment_method", "date_type", "from", "to"),
        frozenset(("product_no", "product_code")),
    ),
    "products": SavedList(
        menu_pages.PRODUCTS,
        _PRODUCT_FILTERS,
        frozenset(
            ("", "product_name", "product_code", "custom_product_code", "product_no", "product_tag")
        ),
    ),
    "customers": SavedList(
        menu_pages.CUSTOMERS, ("shop_no", "group_no", "member_type", "from", "to")
    ),
}
"""Name of a list -> what is saved of its address."""
_MODIFIERS: Final = frozenset(("shop_no", "date_type", "dates"))
"""Filters that choose nothing by themselves."""


class ViewLink(Struct, frozen=True):
    """A saved view as a link above its list."""

    view_no: int
    name: str
    address: str
    is_open: bool


class Views(Struct, frozen=True):
    """The views of a list, and the filters that could be saved now."""

    links: list[ViewLink]
    list: str
    query: str
    """The filters of the list as it is shown; empty: there are none to save."""


async def views_of(context: PageContext, list_name: str, query: ListQuery) -> Views:
    """Return a manager's views of a list that is shown with `query`."""
    async with context.database.reading(context.mall_id) as db:
        found = await saved_views.of_manager(db, context.user.user_id)
    shown = _kept(LISTS[list_name], query.fields)
    return Views(
        [
            ViewLink(each.view_no, each.name, _address(list_name, each.query), each.query == shown)
            for each in found
            if each.list == list_name
        ],
        list_name,
        shown,
    )


async def show(context: PageContext) -> Response:
    """Handle `GET /admin/saved-views`: list the manager's own views."""
    return await _page(context)


async def _page(context: PageContext, alert: str = "") -> Response:
    async with context.database.reading(context.mall_id) as db:
        found = await saved_views.of_manager(db, context.user.user_id)
    done = MESSAGES.get(context.visit.query.text("done"), "")
    return context.show(
        "saved_views.html",
        status=422 if alert else 200,
        lists=[
            (
                LISTS[name].page.name.translate(context.language),
                [
                    ViewLink(each.view_no, each.name, _address(name, each.query), is_open=False)
                    for each in found
                    if each.list == name
                ],
            )
            for name in LISTS
            if context.may_open(LISTS[name].page)
        ],
        done=context.translate(done) if done else "",
        alert=alert,
    )


_DEEDS: Final = Deeds("save", "remove", without="save")


async def change(context: PageContext) -> Response:
    """Handle `POST /admin/saved-views`: save a view of a list, or delete one."""
    form = await context.form(deeds=_DEEDS)
    if form.deed == "remove":
        number = form.text("view_no")
        if not _NUMBER.fullmatch(number):
            raise _missing()
        async with context.database.writing(context.mall_id) as db:
            if not await saved_views.remove(db, context.user.user_id, int(number)):
                raise _missing()
        return redirect(f"{context.page.path}?done=view-removed")
    return await _save(context, form)


async def _save(context: PageContext, form: Fields) -> Response:
    list_name = form.text("list")
    if list_name not in LISTS or not context.may_open(LISTS[list_name].page):
        raise _missing()
    sent = dict(parse_qsl(form.text("query")[:_LONGEST_QUERY]))
    query = _kept(LISTS[list_name], sent)
    if not query:
        return await _page(context, context.translate(NO_FILTERS))
    try:
        async with context.database.writing(context.mall_id) as db:
            await saved_views.add(
                db,
                context.clock,
                context.user.user_id,
                list_name=list_name,
                name=form.text("name").strip(),
                query=query,
            )
    except Invalid as error:
        return await _page(context, error.say(context.translate))
    return redirect(_address(list_name, query, done="view-saved"))


def _kept(saved_list: SavedList, fields: Mapping[str, str]) -> str:
    """Return the filters that are saved, URL-encoded; empty where they choose nothing."""
    names: Collection[str] = saved_list.filters
    if fields.get("keyword") and fields.get("field", "") in saved_list.searched:
        names = (*names, "field", "keyword")
    kept = {name: fields[name][:_VALUE] for name in names if fields.get(name)}
    return urlencode(kept) if kept.keys() - _MODIFIERS else ""


def _address(list_name: str, query: str, **more: str) -> str:
    path = LISTS[list_name].page.path
    return f"{path}?{query}&{urlencode(more)}" if more else f"{path}?{query}"


def _missing() -> PageError:
    return PageError(marked("Page not found"), marked("There is no such saved view."), status=404)
