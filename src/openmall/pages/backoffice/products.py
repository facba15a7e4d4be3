"""The products: found, looked through, shown or sold several at once, and made."""

from typing import Any, Final

from starlette.responses import Response

from openmall.access.oauth.form_fields import Fields
from openmall.commerce.store.backoffice_menu import pages as menu_pages
from openmall.contract.errors import ApiError, NotModified
from openmall.http.web.languages import marked
from openmall.http.web.pages import redirect
from openmall.pages.backoffice import categories, furthershops, lists, refusals, several
from openmall.pages.backoffice.desk import Desk
from openmall.pages.backoffice.lists import ROWS, Look
from openmall.pages.backoffice.refusals import NOTHING_REFUSED, Sheet
from openmall.pages.backoffice.several import Outcome
from openmall.pages.backoffice.showing import show

NEW: Final = "new"
"""Stands in the address in place of a number."""
NAMES: Final = (
    "shop_no", "field", "keyword", "display", "selling", "stock", "category", "dates", "from",
    "to", "sort",
)  # fmt: skip
"""Fields of the search."""
SEARCHED: Final = {
    "product_name": marked("Name"),
    "product_code": marked("Product code"),
    "custom_product_code": marked("SKU"),
    "product_no": marked("Number"),
    "product_tag": marked("Tag"),
}
_SORTED: Final = {
    "": {},
    "updated": {"sort": "updated_date"},
    "name": {"sort": "product_name", "order": "asc"},
}
_FIELDS: Final = {
    **dict.fromkeys(SEARCHED, "keyword"),
    **{f"{dates}_start_date": "from" for dates in ("created", "updated")},
    **{f"{dates}_end_date": "to" for dates in ("created", "updated")},
}
_SWITCHES: Final = {
    "display-T": {"display": "T"},
    "display-F": {"display": "F"},
    "selling-T": {"selling": "T"},
    "selling-F": {"selling": "F"},
}
_DEEDS: Final = {
    "display-T": marked("The selected products are displayed."),
    "display-F": marked("The selected products are hidden."),
    "selling-T": marked("The selected products are on sale."),
    "selling-F": marked("The selected products are no longer on sale."),
    "none": marked("No products selected."),
    "deleted": marked("The product was deleted."),
}
_TEXTS: Final = (
    "product_name", "display", "selling", "custom_product_code", "summary_description",
)  # fmt: skip
AMOUNTS: Final = ("price", "retail_price", "supply_price")


async def show_list(desk: Desk) -> Response:
    """`GET /admin/products`: the products that were asked for."""
    return await _list(desk)


async def _list(desk: Desk, outcomes: list[Outcome] | None = None) -> Response:
    look = lists.look(desk, NAMES)
    refused, found = NOTHING_REFUSED, []
    try:
        found = (await desk.ask("products", _sent(look), embed=["variants"])).content
    except ApiError as error:
        refused = refusals.sheet(desk, "search", desk.visit.query, error, _FIELDS)
    status = 422 if refused.deed or outcomes else 200
    return show(
        desk,
        "products.html",
        status=status,
        deeds=_DEEDS,
        look=look,
        searched=[(code, desk.said(name)) for code, name in SEARCHED.items()],
        sheet=refused,
        outcomes=outcomes or [],
        products=[(each, *_stock(each["variants"])) for each in found[:ROWS]],
        turn=look.turn(found),
        unpriced=await furthershops.unpriced_of(desk, look.given["shop_no"], found[:ROWS]),
        categories=await categories.choices(desk, look.given["shop_no"]),
        currency=currency(desk, look.given["shop_no"]),
    )


def _sent(look: Look) -> dict[str, Any]:
    given = look.given
    sent = {**look.sent(("shop_no", "display", "selling")), **look.window}
    if given["keyword"]:
        field = given["field"] if given["field"] in SEARCHED else "product_name"
        sent[field] = [given["keyword"]]
    if given["stock"] == "sold-out":
        sent["sold_out_variant"] = "T"
    if given["category"] == "none":
        sent["category_unapplied"] = "T"
    elif given["category"]:
        sent |= {"category": given["category"], "include_sub_category": "T"}
    dates = "updated" if given["dates"] == "updated" else "created"
    for end, name in (("start", "from"), ("end", "to")):
        if given[name]:
            sent[f"{dates}_{end}_date"] = given[name]
    return {**sent, **_SORTED.get(given["sort"], {})}


def _stock(variants: list[dict[str, Any]]) -> tuple[int | None, bool]:
    """Return how many are on the shelf, None where nobody counts; and whether a variant is gone."""
    counted = [each for each in variants if each["use_inventory"] == "T"]
    gone = any(
        each["display_soldout"] == "T" and each["quantity"] <= each["safety_inventory"]
        for each in counted
    )
    return (sum(each["quantity"] for each in counted) if counted else None), gone


def currency(desk: Desk, shop_no: str) -> str:
    """Return what a shop's prices are in; where there is no such shop, those of the first."""
    shops = desk.visit.mall.shops
    chosen = int(shop_no) if shop_no.isdigit() and len(shop_no) < 10 else 1
    return (shops.get(chosen) or shops[min(shops)]).currency


async def switch(desk: Desk) -> Response:
    """`POST /admin/products`: display or sell the chosen products, or no longer, one by one."""
    form = await desk.form()
    deed = form.text("deed")
    chosen = [number for number in several.chosen(form) if number.isdigit()]
    look = lists.look(desk, NAMES)
    if deed not in _SWITCHES or not chosen:
        return redirect(look.address(done="none"))
    sent = {**look.sent(("shop_no",)), **_SWITCHES[deed]}
    opening = deed in ("display-T", "selling-T") and desk.shop.shop_no != furthershops.BASIC

    async def change(number: str) -> None:
        more = await furthershops.open_product(desk, number, desk.shop.shop_no) if opening else {}
        await desk.ask(f"products/{number}", {**sent, **more}, method="PUT")

    outcomes = await several.done(desk, chosen, change)
    if outcomes:
        return await _list(desk, outcomes)
    return redirect(look.address(done=deed))


async def show_draft(desk: Desk) -> Response:
    """`GET /admin/products/new`: the form of a new product."""
    return await _draft(desk, NOTHING_REFUSED)


async def _draft(desk: Desk, refused: Sheet) -> Response:
    return show(
        desk,
        "product_new.html",
        status=422 if refused.deed else 200,
        sheet=refused,
        categories=await categories.choices(desk),
        currency=currency(desk, ""),
    )


async def make(desk: Desk) -> Response:
    """`POST /admin/products/new`: make a product, with its stock where it is counted."""
    form = await desk.form()
    sent: dict[str, Any] = {name: form.text(name) for name in _TEXTS if form.text(name).strip()}
    sent |= {name: amount for name in AMOUNTS if (amount := typed_amount(form, name))}
    if form.text("category"):
        sent["add_category_no"] = [{"category_no": form.text("category")}]
    try:
        made = await desk.ask("products", sent, method="POST")
    except ApiError as error:
        return await _draft(
            desk, refusals.sheet(desk, "make", form, error, {"add_category_no": "category"})
        )
    number = made.content["product_no"]
    await furthershops.take_prices_away(desk, number)
    done = "made"
    if form.text("quantity").strip():
        done = await _counted(desk, form, number)
    return redirect(f"{menu_pages.PRODUCTS.path}/{number}?done={done}")


def typed_amount(form: Fields, name: str) -> str:
    """Return an amount as the API reads it: people write commas into it."""
    return form.text(name).replace(",", "").strip()


async def _counted(desk: Desk, form: Fields, number: int) -> str:
    """Put a new product on the shelf; it is there also when its stock could not be read."""
    stock = {"use_inventory": "T", "quantity": form.text("quantity").strip()}
    for each in (await desk.ask(f"products/{number}/variants")).content:
        path = f"products/{number}/variants/{each['variant_code']}"
        try:
            await desk.ask(path, stock, method="PUT")
        except NotModified:
            pass
        except ApiError:
            return "uncounted"
    return "made"
