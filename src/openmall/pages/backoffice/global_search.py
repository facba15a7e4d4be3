"""Search of orders, products and customers at once, by number, name, mail or phone.

Only searches that an index answers are made, each with a few results; the lists have the rest.
"""

import re
from collections.abc import Awaitable, Callable, Mapping, Sequence
from typing import Any, Final, TypeVar
from urllib.parse import quote, urlencode

from msgspec import Struct
from starlette.responses import Response

from openmall.access.staff_site import office_url
from openmall.commerce.order.order_view import rules as order_view
from openmall.commerce.privacy.customersprivacy import rules as customersprivacy_rules
from openmall.commerce.product.product_service import rules as product_rules
from openmall.commerce.store.backoffice_menu import pages as menu_pages
from openmall.contract.call import Call
from openmall.contract.embedded import embedded
from openmall.contract.errors import ApiError
from openmall.http.web.languages import marked
from openmall.http.web.pages import redirect
from openmall.pages.backoffice.addresses import address, shop_parameters
from openmall.pages.backoffice.order_labels import NUMBER
from openmall.pages.backoffice.page_context import PageContext
from openmall.pages.backoffice.rendering import money, render_page, when

P = TypeVar("P", bound=Struct)
A = TypeVar("A", bound=Struct)
_ROWS: Final = 5
_SHORTEST: Final = 2
_LONGEST: Final = 100
_PHONE: Final = re.compile(r"[0-9][0-9 -]{7,19}")
_PRODUCT_CODE: Final = re.compile(r"P[0-9A-Z]{7}")
_MEMBER_ID: Final = re.compile(r"[0-9a-z_@.-]{2,20}", re.IGNORECASE)


class Hit(Struct, frozen=True, kw_only=True):
    """A result."""

    path: str
    name: str
    detail: str


class Hits(Struct, frozen=True, kw_only=True):
    """The results of one kind."""

    title: str
    hits: Sequence[Hit]
    more: str
    """Address of the list with all of them; empty where these are all."""


async def show(context: PageContext) -> Response:
    """Handle `GET /admin/search?q=`: an order number leads to its order.

    Only what this manager may open is searched: permissions of an area also read data of others.
    """
    typed = context.visit.query.text("q").strip()[:_LONGEST]
    if NUMBER.fullmatch(typed) and context.may_open(menu_pages.ORDERS):
        found = await _found(context, order_view.listing, {"order_id": [typed]})
        if found:
            return redirect(address(context, office_url(f"/orders/{typed}")))
    kinds: list[Hits] = []
    enough = len(typed) >= _SHORTEST or typed.isdigit()
    if enough:
        kinds = [
            await search(context, typed)
            for page, search in _SEARCHES.items()
            if context.may_open(page)
        ]
    return render_page(
        context,
        "search.html",
        typed=typed,
        kinds=[each for each in kinds if each.hits],
        short=bool(typed) and not enough,
    )


async def _found(
    context: PageContext,
    listing: Callable[[Call, P], Awaitable[Sequence[A]]],
    parameters: Mapping[str, Any],
    embed: Sequence[str] = (),
) -> Sequence[A]:
    """Return what an operation lists; nothing where it refuses the text."""
    asked = {"limit": _ROWS + 1, **parameters, **shop_parameters(context)}
    try:
        return (await context.call(listing, asked, embed=embed)).content
    except ApiError:
        return []


async def _first(
    context: PageContext,
    listing: Callable[[Call, P], Awaitable[Sequence[A]]],
    searches: Sequence[tuple[str, Mapping[str, Any]]],
    key: str,
    embed: Sequence[str] = (),
) -> tuple[list[A], str]:
    """Return the results of several searches, each once, and the field that found most of them."""
    rows: dict[int | str, A] = {}
    best, most = "", 0
    for field, parameters in searches:
        found = await _found(context, listing, parameters, embed)
        if len(found) > most:
            best, most = field, len(found)
        for each in found:
            rows.setdefault(getattr(each, key), each)
    return list(rows.values()), best


async def _orders(context: PageContext, typed: str) -> Hits:
    searches: list[tuple[str, Mapping[str, Any]]] = [("buyer_name", {"buyer_name": typed})]
    if "@" in typed:
        searches = [("buyer_email", {"buyer_email": typed})]
    elif _PHONE.fullmatch(typed):
        searches = [("buyer_cellphone", {"buyer_cellphone": typed})]
    elif _MEMBER_ID.fullmatch(typed):
        searches.append(("member_id", {"member_id": typed}))
    rows, field = await _first(context, order_view.listing, searches, "order_id", ("buyer",))
    hits = [
        Hit(
            path=address(context, office_url(f"/orders/{each.order_id}")),
            name=each.order_id,
            detail=f"{embedded(each.buyer).name} · {when(each.order_date)} · "
            f"{money(each.actual_order_amount.payment_amount, each.currency)}",
        )
        for each in rows
    ]
    return _hits(context, marked("Orders"), hits, _list(office_url("/orders"), field, typed))


async def _products(context: PageContext, typed: str) -> Hits:
    searches: list[tuple[str, Mapping[str, Any]]] = [
        ("product_name", {"product_name": [typed]}),
        ("custom_product_code", {"custom_product_code": [typed]}),
    ]
    if typed.isascii() and typed.isdigit():
        searches.insert(0, ("product_no", {"product_no": [typed]}))
    if _PRODUCT_CODE.fullmatch(typed.upper()):
        searches.insert(0, ("product_code", {"product_code": [typed.upper()]}))
    rows, field = await _first(context, product_rules.listing, searches, "product_no")
    hits = [
        Hit(
            path=address(context, office_url(f"/products/{each.product_no}")),
            name=each.product_name,
            detail=f"{each.product_code} · {money(each.price, context.shop.currency)}",
        )
        for each in rows
    ]
    return _hits(context, marked("Products"), hits, _list(office_url("/products"), field, typed))


async def _customers(context: PageContext, typed: str) -> Hits:
    fields = ["name"]
    if "@" in typed:
        fields = ["mail", "id"]
    elif _PHONE.fullmatch(typed):
        fields = ["hp", "tel"]
    elif _MEMBER_ID.fullmatch(typed):
        fields.append("id")
    searches = [(field, {"search_field": field, "keyword": [typed]}) for field in fields]
    rows, field = await _first(context, customersprivacy_rules.listing, searches, "member_id")
    hits = [
        Hit(
            path=address(context, office_url(f"/customers/{quote(each.member_id)}")),
            name=each.name or each.member_id,
            detail=" · ".join(text for text in (each.member_id, each.email) if text),
        )
        for each in rows
    ]
    return _hits(context, marked("Customers"), hits, _list(office_url("/customers"), field, typed))


_SEARCHES: Final = {
    menu_pages.ORDERS: _orders,
    menu_pages.PRODUCTS: _products,
    menu_pages.CUSTOMERS: _customers,
}
"""Page of a kind of data, which a manager has to be allowed to open -> its search."""


def _list(path: str, field: str, typed: str) -> str:
    return f"{path}?{urlencode({'field': field, 'keyword': typed})}"


def _hits(context: PageContext, title: str, hits: Sequence[Hit], more: str) -> Hits:
    return Hits(
        title=context.translate(title),
        hits=hits[:_ROWS],
        more=more if len(hits) > _ROWS else "",
    )
