"""Records that a search finds: orders, products and customers by number, name, mail or phone.

The shop of the page is searched; where it has nothing, the other shops of the mall are. Only
searches that an index answers are made, each with a few results; the lists have the rest.
"""

import re
from collections.abc import Awaitable, Callable, Mapping, Sequence
from typing import Final, TypeVar
from urllib.parse import quote, urlencode

from msgspec import Struct

from openmall.access.staff_site import office_url
from openmall.commerce.order.order_view import rules as order_view
from openmall.commerce.order.order_view.shape import Order
from openmall.commerce.privacy.customersprivacy import rules as customersprivacy_rules
from openmall.commerce.product.product_service import rules as product_rules
from openmall.commerce.product.products.shape import ListedProduct
from openmall.commerce.store.backoffice_menu import pages as menu_pages
from openmall.contract.call import Call, Shop
from openmall.contract.embedded import embedded
from openmall.contract.errors import ApiError
from openmall.contract.json_values import Encodable
from openmall.http.web.languages import marked
from openmall.pages.backoffice.order_labels import NUMBER
from openmall.pages.backoffice.page_context import PageContext
from openmall.pages.backoffice.rendering import money, when

P = TypeVar("P", bound=Struct)
A = TypeVar("A", bound=Struct)
_ROWS: Final = 5
_SHORTEST: Final = 2
_PHONE: Final = re.compile(r"[0-9][0-9 -]{7,19}")
_PRODUCT_CODE: Final = re.compile(r"P[0-9A-Z]{7}")
_MEMBER_ID: Final = re.compile(r"[0-9a-z_@.-]{2,20}", re.IGNORECASE)
_ID: Final = re.compile(
    rf"(product|order):([1-9][0-9]{{0,8}}|{NUMBER.pattern}):([1-9][0-9]{{0,8}})"
)
"""Kind, number and shop of a record; customers have none, so that no browser keeps their IDs."""


class Hit(Struct, frozen=True, kw_only=True):
    """A result."""

    id: str
    """`product:66:1`: its kind, number and shop; empty for what browsers do not keep."""
    icon: str
    path: str
    name: str
    detail: str


class InShop(Struct, frozen=True, kw_only=True):
    """A shop in which is searched."""

    context: PageContext
    shop: Shop

    def address(self, path: str, **query: str) -> str:
        """Return an address in this shop."""
        is_basic = self.shop.shop_no == self.context.shop.shop_no == 1
        parameters = {**query, **({} if is_basic else {"shop_no": str(self.shop.shop_no)})}
        return f"{path}?{urlencode(parameters)}" if parameters else path


class Hits(Struct, frozen=True, kw_only=True):
    """The results of one kind."""

    title: str
    hits: Sequence[Hit]
    more: str
    """Address of the list with all of them; empty where these are all."""


class Found(Struct, frozen=True, kw_only=True):
    """The results in one shop, kind by kind."""

    shop: Shop
    kinds: Sequence[Hits]


def is_too_short(typed: str) -> bool:
    """Return whether a text is too short to be searched; a number is not."""
    return len(typed) < _SHORTEST and not typed.isdigit()


async def find_order(context: PageContext, typed: str) -> Hit | None:
    """Return the order with this number, in whichever shop it is."""
    if not NUMBER.fullmatch(typed) or not context.may_open(menu_pages.ORDERS):
        return None
    for place in _places(context):
        for order in await _found(place, order_view.listing, {"order_id": [typed]}, ("buyer",)):
            return _order_hit(place, order)
    return None


async def find(context: PageContext, typed: str) -> list[Found]:
    """Return what a text finds in the shop of the page; where that is nothing, in the others.

    Only what this manager may open is searched: permissions of an area also read data of others.
    """
    if is_too_short(typed):
        return []
    own, *others = _places(context)
    found = await _in_shop(own, typed)
    if found.kinds:
        return [found]
    return [found for each in others if (found := await _in_shop(each, typed)).kinds]


async def named(context: PageContext, ids: Sequence[str]) -> dict[str, Hit]:
    """Return the records with some ids that this manager may open and that are still there."""
    numbers: dict[tuple[str, int], list[str]] = {}
    for each in ids:
        if matched := _ID.fullmatch(each):
            numbers.setdefault((matched[1], int(matched[3])), []).append(matched[2])
    hits: list[Hit] = []
    for (kind, shop_no), wanted in numbers.items():
        shop = context.visit.mall.shops.get(shop_no)
        if shop is None:
            continue
        place = InShop(context=context, shop=shop)
        asked: dict[str, Encodable]
        if kind == "product" and context.may_open(menu_pages.PRODUCTS):
            asked = {"product_no": wanted, "limit": len(wanted)}
            hits += [
                _product_hit(place, each)
                for each in await _found(place, product_rules.listing, asked)
            ]
        if kind == "order" and context.may_open(menu_pages.ORDERS):
            asked = {"order_id": wanted, "limit": len(wanted)}
            orders = await _found(place, order_view.listing, asked, ("buyer",))
            hits += [_order_hit(place, each) for each in orders]
    return {hit.id: hit for hit in hits}


def _places(context: PageContext) -> list[InShop]:
    """Return the shops of the mall, that of the page first."""
    shops = context.visit.mall.shops.values()
    ordered = [context.shop, *(each for each in shops if each.shop_no != context.shop.shop_no)]
    return [InShop(context=context, shop=each) for each in ordered]


async def _in_shop(place: InShop, typed: str) -> Found:
    kinds = [
        await search(place, typed)
        for page, search in _SEARCHES.items()
        if place.context.may_open(page)
    ]
    return Found(shop=place.shop, kinds=[each for each in kinds if each.hits])


async def _found(
    place: InShop,
    listing: Callable[[Call, P], Awaitable[Sequence[A]]],
    parameters: Mapping[str, Encodable],
    embed: Sequence[str] = (),
) -> Sequence[A]:
    """Return what an operation lists; nothing where it refuses the text."""
    asked = {"limit": _ROWS + 1, **parameters, "shop_no": place.shop.shop_no}
    try:
        return (await place.context.call(listing, asked, embed=embed)).content
    except ApiError:
        return []


async def _first(
    place: InShop,
    listing: Callable[[Call, P], Awaitable[Sequence[A]]],
    searches: Sequence[tuple[str, Mapping[str, Encodable]]],
    key: str,
    embed: Sequence[str] = (),
) -> tuple[list[A], str]:
    """Return the results of several searches, each once, and the field that found most of them."""
    rows: dict[int | str, A] = {}
    best, most = "", 0
    for field, parameters in searches:
        found = await _found(place, listing, parameters, embed)
        if len(found) > most:
            best, most = field, len(found)
        for each in found:
            rows.setdefault(getattr(each, key), each)
    return list(rows.values()), best


async def _orders(place: InShop, typed: str) -> Hits:
    searches: list[tuple[str, Mapping[str, Encodable]]] = [("buyer_name", {"buyer_name": typed})]
    if "@" in typed:
        searches = [("buyer_email", {"buyer_email": typed})]
    elif _PHONE.fullmatch(typed):
        searches = [("buyer_cellphone", {"buyer_cellphone": typed})]
    elif _MEMBER_ID.fullmatch(typed):
        searches.append(("member_id", {"member_id": typed}))
    rows, field = await _first(place, order_view.listing, searches, "order_id", ("buyer",))
    hits = [_order_hit(place, each) for each in rows]
    return _hits(place, marked("Orders"), hits, _list(place, office_url("/orders"), field, typed))


def _order_hit(place: InShop, order: Order) -> Hit:
    return Hit(
        id=f"order:{order.order_id}:{place.shop.shop_no}",
        icon="shopping-bag",
        path=place.address(office_url(f"/orders/{order.order_id}")),
        name=order.order_id,
        detail=f"{embedded(order.buyer).name} · {when(order.order_date)} · "
        f"{money(order.actual_order_amount.payment_amount, order.currency)}",
    )


async def _products(place: InShop, typed: str) -> Hits:
    searches: list[tuple[str, Mapping[str, Encodable]]] = [
        ("product_name", {"product_name": [typed]}),
        ("custom_product_code", {"custom_product_code": [typed]}),
    ]
    if typed.isascii() and typed.isdigit():
        searches.insert(0, ("product_no", {"product_no": [typed]}))
    if _PRODUCT_CODE.fullmatch(typed.upper()):
        searches.insert(0, ("product_code", {"product_code": [typed.upper()]}))
    rows, field = await _first(place, product_rules.listing, searches, "product_no")
    hits = [_product_hit(place, each) for each in rows]
    return _hits(
        place, marked("Products"), hits, _list(place, office_url("/products"), field, typed)
    )


def _product_hit(place: InShop, product: ListedProduct) -> Hit:
    return Hit(
        id=f"product:{product.product_no}:{place.shop.shop_no}",
        icon="tag",
        path=place.address(office_url(f"/products/{product.product_no}")),
        name=product.product_name,
        detail=f"{product.product_code} · {money(product.price, place.shop.currency)}",
    )


async def _customers(place: InShop, typed: str) -> Hits:
    fields = ["name"]
    if "@" in typed:
        fields = ["mail", "id"]
    elif _PHONE.fullmatch(typed):
        fields = ["hp", "tel"]
    elif _MEMBER_ID.fullmatch(typed):
        fields.append("id")
    searches = [(field, {"search_field": field, "keyword": [typed]}) for field in fields]
    rows, field = await _first(place, customersprivacy_rules.listing, searches, "member_id")
    hits = [
        Hit(
            id="",
            icon="users",
            path=place.address(office_url(f"/customers/{quote(each.member_id)}")),
            name=each.name or each.member_id,
            detail=" · ".join(text for text in (each.member_id, each.email) if text),
        )
        for each in rows
    ]
    return _hits(
        place, marked("Customers"), hits, _list(place, office_url("/customers"), field, typed)
    )


_SEARCHES: Final = {
    menu_pages.ORDERS: _orders,
    menu_pages.PRODUCTS: _products,
    menu_pages.CUSTOMERS: _customers,
}
"""Page of a kind of data, which a manager has to be allowed to open -> its search."""


def _list(place: InShop, path: str, field: str, typed: str) -> str:
    return place.address(path, field=field, keyword=typed)


def _hits(place: InShop, title: str, hits: Sequence[Hit], more: str) -> Hits:
    return Hits(
        title=place.context.translate(title),
        hits=hits[:_ROWS],
        more=more if len(hits) > _ROWS else "",
    )
