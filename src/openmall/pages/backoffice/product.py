"""One product: its words and prices, its categories, pictures and tags, its stock; and its end."""

import base64
import re
from collections.abc import Awaitable, Callable
from typing import Any, Final

from starlette.responses import Response

from openmall.access.oauth.form_fields import Fields
from openmall.contract.errors import ApiError, Invalid, NotFound, NotModified
from openmall.http.web.languages import marked
from openmall.http.web.pages import redirect
from openmall.pages.backoffice import categories, furthershops, products, refusals, uploads
from openmall.pages.backoffice.desk import Desk
from openmall.pages.backoffice.places import address
from openmall.pages.backoffice.places import shop as shop_of
from openmall.pages.backoffice.refusals import NOTHING_REFUSED, Sheet
from openmall.pages.backoffice.showing import gone, number, show

VARIANTS: Final = 50
"""Variants that are shown at once."""
LONGEST_DESCRIPTION: Final = 100_000
"""Characters of a description that is edited here; a longer one is an app's work."""

_NUMBER: Final = re.compile(r"[1-9][0-9]{0,9}")
_FORM: Final = 1024 * 1024
_FIELDS: Final = 1_000
_TEXTS: Final = ("product_name", "custom_product_code", "summary_description", "display", "selling")
_DEEDS: Final = {
    "made": marked("The product was created."),
    "uncounted": marked("The product was created. Its stock was not saved: it is not a number."),
    "details": marked("The product was saved."),
    "description": marked("The description was saved."),
    "stock": marked("The stock was saved."),
    "categories": marked("The categories were changed."),
    "picture": marked("The picture was changed."),
}

Deed = Callable[[Desk, Fields, str, dict[str, str]], Awaitable[None]]
"""Sends a form on to the API: of which product, in which shop."""


async def show_one(desk: Desk) -> Response:
    """`GET /admin/products/{product_no}`; with `delete`, the question whether it is to go."""
    if desk.below == products.NEW:
        return await products.show_draft(desk)
    try:
        if desk.visit.query.text("delete"):
            product = await _product(desk, shop_of(desk))
            return show(desk, "product_delete.html", product=product, address=_address(desk))
        return await _page(desk, NOTHING_REFUSED)
    except ApiError as error:
        return gone(desk, error)


async def _product(desk: Desk, shop: dict[str, str]) -> dict[str, Any]:
    at = number(desk, _NUMBER)
    if not at:
        raise NotFound("There is no such product.")
    told = await desk.ask(f"products/{at}", shop)
    product: dict[str, Any] = told.content
    return product


async def _page(desk: Desk, refused: Sheet, *, status: int = 200) -> Response:
    shop = shop_of(desk)
    product = await _product(desk, shop)
    told = await desk.ask(f"products/{product['product_no']}/variants", shop)
    start = desk.visit.query.text("variants_from")
    first = int(start) if start.isdigit() and len(start) < 6 else 0
    known = await categories.choices(desk)
    names = dict(known)
    shop_no = product["shop_no"]
    basic = product
    if shop_no != furthershops.BASIC:
        basic = await furthershops.in_basic(desk, product["product_no"])
    unpriced = furthershops.foreign(desk, shop_no) and furthershops.unpriced(product, basic)
    if unpriced:
        product |= dict.fromkeys(furthershops.AMOUNTS, "")
    shown = {**product, **furthershops.pictures_missing(product, basic)}
    inside = [each["category_no"] for each in product["category"]]
    return show(
        desk,
        "product.html",
        status=status,
        deeds=_DEEDS,
        sheet=refused,
        product=product,
        shop_no=shop_no,
        unpriced=unpriced,
        foreign=furthershops.foreign(desk, shop_no),
        basic=basic,
        basic_shop=desk.visit.mall.shops[furthershops.BASIC],
        currency=products.currency(desk, str(product["shop_no"])),
        variants=told.content[first : first + VARIANTS],
        turn={
            "newer": _address(desk, variants_from=max(0, first - VARIANTS)) if first else "",
            "older": _address(desk, variants_from=first + VARIANTS)
            if len(told.content) > first + VARIANTS
            else "",
        },
        inside=[(each, names.get(each, str(each))) for each in inside],
        categories=[each for each in known if each[0] not in inside],
        too_long=len(product["description"]) > LONGEST_DESCRIPTION,
        pictures=[shown["detail_image"], *_others(shown)],
        address=_address(desk),
        question=_address(desk, delete=1),
        stock_address=_address(desk, variants_from=first) if first else _address(desk),
        most=uploads.MOST_MEGABYTES,
    )


def _others(product: dict[str, Any]) -> list[str]:
    return [each["big"] for each in product["additional_image"] if each.get("big")]


def _address(desk: Desk, **more: str | int) -> str:
    return address(desk, f"{desk.page.path}/{desk.below}", **more)


async def change(desk: Desk) -> Response:
    """`POST /admin/products/{product_no}`: one of the page's forms."""
    if desk.below == products.NEW:
        return await products.make(desk)
    picture = b""
    if uploads.is_upload(desk):
        form, picture = await uploads.received(desk, longest=_FORM, most=_FIELDS)
    else:
        form = await desk.form(longest=_FORM, most=_FIELDS)
    deed = form.text("deed")
    at = number(desk, _NUMBER)
    try:
        if not at:
            raise NotFound("There is no such product.")
        if deed == "delete":
            await desk.ask(f"products/{at}", method="DELETE")
            return redirect(f"{desk.page.path}?done=deleted")
        if deed == "picture":
            await _picture(desk, picture, at, shop_of(desk))
        elif deed in _CHANGES:
            await _CHANGES[deed](desk, form, at, shop_of(desk))
    except NotModified:
        return redirect(_address(desk, done="same"))
    except ApiError as error:
        refused = refusals.sheet(desk, deed, form, error, {"detail_image": "picture"})
        try:
            return await _page(desk, refused, status=error.status)
        except ApiError as missing:
            return gone(desk, missing)
    return redirect(_address(desk, done=deed))


async def _details(desk: Desk, form: Fields, at: str, shop: dict[str, str]) -> None:
    sent: dict[str, Any] = {name: form.text(name) for name in _TEXTS}
    sent |= {name: products.typed_amount(form, name) for name in products.AMOUNTS}
    sent["product_tag"] = _tags(form.text("product_tag"))
    shop_no = desk.shop.shop_no
    if shop_no != furthershops.BASIC:
        sent |= await _in_further_shop(desk, at, shop_no, sent)
    await desk.ask(f"products/{at}", {**sent, **shop}, method="PUT")


async def _in_further_shop(
    desk: Desk, at: str, shop_no: int, typed: dict[str, Any]
) -> dict[str, Any]:
    """Return what the form of a further shop sends besides what was typed: pictures, no price.

    Raises Invalid (422) for a product that is to be shown without a price of the shop's currency.
    """
    product = await _product(desk, {"shop_no": str(shop_no)})
    basic = await furthershops.in_basic(desk, at)
    sent = furthershops.pictures_missing(product, basic)
    if not furthershops.foreign(desk, shop_no) or furthershops.opened(product):
        return sent
    if furthershops.opened(typed):
        if not typed["price"]:
            raise Invalid(furthershops.NO_PRICE, parameter="price")
        await furthershops.require_no_surcharges(desk, at)
    return sent | {name: typed[name] or "0" for name in furthershops.AMOUNTS}


def _tags(text: str) -> list[str]:
    return [tag for each in text.split(",") if (tag := each.strip())]


async def _description(desk: Desk, form: Fields, at: str, shop: dict[str, str]) -> None:
    sent = {"description": form.text("description")}
    await desk.ask(f"products/{at}", {**sent, **shop}, method="PUT")


async def _categories(desk: Desk, form: Fields, at: str, shop: dict[str, str]) -> None:
    added, gone_from = form.text("add"), form.text("remove")
    sent: dict[str, Any] = {}
    if gone_from:
        sent["delete_category_no"] = gone_from
    elif added:
        sent["add_category_no"] = [{"category_no": added}]
    if not sent:
        raise NotModified()
    await desk.ask(f"products/{at}", {**sent, **shop}, method="PUT")


async def _picture(desk: Desk, picture: bytes, at: str, shop: dict[str, str]) -> None:
    if not picture:
        raise Invalid("A required parameter is missing.", parameter="detail_image")
    sent = {"detail_image": base64.b64encode(picture).decode(), "image_upload_type": "A"}
    before = await _product(desk, shop)
    await desk.ask(f"products/{at}/images", {**sent, **shop}, method="POST")
    if before["shop_no"] == furthershops.BASIC:
        await furthershops.show_pictures(desk, at, before["detail_image"])


async def _stock(desk: Desk, form: Fields, at: str, shop: dict[str, str]) -> None:
    """Send the rows that were changed, so that what was sold meanwhile elsewhere stays sold.

    Stops at the first refusal, which names the field of its row.
    """
    changed = False
    for row in range(VARIANTS):
        code = form.text(f"code-{row}")
        if not code:
            continue
        sent = {
            name: value
            for name, value in _typed(form, row).items()
            if value != form.text(f"was-{name}-{row}")
        }
        if not sent:
            continue
        try:
            path = f"products/{at}/variants/{code}"
            if sent.get("additional_amount", "").strip("-0."):
                await furthershops.require_closed_abroad(desk, at)
            await desk.ask(path, {**sent, **shop}, method="PUT")
        except NotModified:
            continue
        except ApiError as error:
            error.parameter = f"{error.parameter}-{row}"
            raise
        changed = True
    if not changed:
        raise NotModified()


def _typed(form: Fields, row: int) -> dict[str, str]:
    return {
        "quantity": form.text(f"quantity-{row}").strip(),
        "additional_amount": products.typed_amount(form, f"additional_amount-{row}"),
        "use_inventory": form.text(f"use_inventory-{row}") or "F",
        "selling": form.text(f"selling-{row}") or "F",
    }


_CHANGES: Final[dict[str, Deed]] = {
    "details": _details,
    "description": _description,
    "stock": _stock,
    "categories": _categories,
}
