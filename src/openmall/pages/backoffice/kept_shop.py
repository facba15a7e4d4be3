"""Keeps the shop of a page in its links and forms, and in what follows a form.

A page is of the shop in its address (`shop_no`), of the basic one without. A link that does not
name a shop would lead back to the basic one, so the shop is written into it when a page is
rendered. Links that name a shop stay as they are, and so do those to the shop's own pages, which
are on another host.
"""

import re
from typing import Final

from starlette.responses import Response

from openmall.access.staff_site import office_url
from openmall.commerce.store.backoffice_menu import pages as menu_pages

_BASIC: Final = 1
ACROSS: Final = frozenset(
    page.at
    for page in (
        menu_pages.ACTIVITY,
        menu_pages.APPROVALS,
        menu_pages.HISTORY,
        menu_pages.SAVED_REPORTS,
        menu_pages.SAVED_VIEWS,
    )
)
"""Pages with things of every shop: a link in them without a shop is of the basic one, but for those
to such pages themselves: tabs, filters, further lines and single entries."""
_KEPT_THERE: Final = frozenset((*ACROSS, menu_pages.APPROVAL_RULES.at))
_TARGET: Final = re.compile(r'((?:href|action|formaction)=")([^"]*)')
_SEARCH: Final = re.compile(r'<form [^<>]*method="get"[^<>]*>')
_MAIN: Final = '<main id="main"'
_NAMED: Final = re.compile(r"(?:[?&]|&amp;)shop_no=")


def in_page(page: menu_pages.Page, shop_no: int, html: str) -> str:
    """Return a page whose links and forms name its shop, where it is not the basic one."""
    if shop_no == _BASIC:
        return html
    before, main, content = html.partition(_MAIN)
    if page.at in ACROSS:
        content, foot, after = content.rpartition("</main>")
        within = _kept(content, shop_no, _KEPT_THERE)
        return _kept(before, shop_no) + main + within + foot + _kept(after, shop_no)
    return _kept(before, shop_no) + main + _kept(content, shop_no)


def in_redirect(shop_no: int, response: Response) -> Response:
    """Return a redirect to a page of the back office that names the shop of this one."""
    location = response.headers.get("Location", "")
    if shop_no != _BASIC and location:
        response.headers["Location"] = _address(location, shop_no, "&")
    return response


def in_shop(address: str, shop_no: int) -> str:
    """Return an address of the back office that names a shop, unless it is the basic one."""
    return address if shop_no == _BASIC else _address(address, shop_no, "&")


def _kept(html: str, shop_no: int, only: frozenset[str] | None = None) -> str:
    """Return the part of a page with its shop; `only`: in what leads to these pages alone."""

    def target(found: re.Match[str]) -> str:
        if only is not None and _page_at(found[2]) not in only:
            return found[0]
        return found[1] + _address(found[2], shop_no, "&amp;")

    kept = _TARGET.sub(target, html)
    parts: list[str] = []
    done = 0
    for form in _SEARCH.finditer(kept):
        # browsers replace the query of the address of such a form by its fields
        fields = kept[form.end() : kept.find("</form>", form.end())]
        sent_to = _TARGET.search(form[0])
        is_kept = only is None or (sent_to is not None and _page_at(sent_to[2]) in only)
        if is_kept and 'name="shop_no"' not in fields:
            parts += [
                kept[done : form.end()],
                f'<input type="hidden" name="shop_no" value="{shop_no}">',
            ]
            done = form.end()
    return "".join(parts) + kept[done:]


def _address(address: str, shop_no: int, joint: str) -> str:
    base = office_url()
    rest = address.removeprefix(base)
    if not address.startswith(base) or rest[:1] not in ("", "/", "?", "#"):
        return address
    if _NAMED.search(address):
        return address
    path, mark, place = address.partition("#")
    return f"{path}{joint if '?' in path else '?'}shop_no={shop_no}{mark}{place}"


def _page_at(address: str) -> str:
    """Return where in the menu the page of an address is: `/history` of `/mall/history/5?app=`."""
    path = address.removeprefix(office_url()).partition("#")[0].partition("?")[0]
    return "/" + path.lstrip("/").partition("/")[0]
