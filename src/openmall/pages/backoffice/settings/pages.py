"""The page of all settings, and the one form every one of them is changed with."""

import hashlib
from typing import Any, Final
from urllib.parse import urlencode

import msgspec
from msgspec import Struct
from starlette.responses import Response

from openmall.commerce.store.backoffice_menu import pages as menu_pages
from openmall.contract.errors import ApiError, NotFound, NotModified
from openmall.http.web.languages import marked
from openmall.http.web.pages import redirect
from openmall.pages.backoffice.desk import Desk, Failed
from openmall.pages.backoffice.settings import forms
from openmall.pages.backoffice.settings.every import RESOURCES, Resource
from openmall.pages.backoffice.settings.fields import MOST_ROWS, FormField, Part, parts

LONGEST: Final = 4 * 1024 * 1024
"""Bytes of a form: terms and policies are long, and Korean is three times as long on the wire."""
MOST: Final = 1_000
"""Fields of a form: a row of a table is several."""
_DONE: Final = {"changed": marked("The settings were saved.")}


class Shown(Struct, frozen=True, kw_only=True):
    """Settings as they are now, and the form made of them."""

    resource: Resource
    shop_no: int
    shops: list[tuple[int, str]]
    """Shops that have settings of their own; empty: one for all."""
    of: str
    """Which one of several."""
    several: list[tuple[str, str]]
    """Value and name of each."""
    parts: tuple[Part, ...]
    left_out: tuple[str, ...]
    """Labels of lists that are too long for a form."""
    texts: forms.Texts
    seen: str
    """Changes when somebody else changes the settings."""


async def index(desk: Desk) -> Response:
    """`GET /admin/settings`: all settings, in groups."""
    groups = {
        group: [
            (f"{menu_pages.SETTINGS.path}/{each.slug}", each.title, each.about)
            for each in RESOURCES.values()
            if each.group == group
        ]
        for group in dict.fromkeys(each.group for each in RESOURCES.values())
    }
    about = marked("How the shop sells, delivers, and speaks to its customers.")
    return desk.show("directory.html", title=marked("Store settings"), about=about, groups=groups)


async def show(desk: Desk) -> Response:
    """`GET /admin/settings/<name>`: the settings as they are."""
    shown = await _shown(desk)
    if isinstance(shown, Resource):
        return desk.show("setting_missing.html", resource=shown)
    done = _DONE.get(desk.visit.query.text("done"), "")
    return _page(desk, shown, shown.texts, done=done)


async def change(desk: Desk) -> Response:
    """`POST /admin/settings/<name>`: change what differs from what is stored."""
    form = await desk.form(longest=LONGEST, most=MOST)
    shown = await _shown(desk)
    if isinstance(shown, Resource):
        raise _no_page()
    texts = forms.typed(shown.parts, form)
    if form.text("seen") != shown.seen:
        said = marked(
            "Somebody else changed these settings meanwhile. Please check your form again."
        )
        return _page(desk, shown, texts, status=409, alert=desk.said(said))
    changes = forms.sent(shown.parts, shown.texts, texts)
    try:
        if not changes:
            raise NotModified()
        await desk.ask(shown.resource.path, {**_which(desk, shown), **changes}, method="PUT")
    except NotModified:
        said = marked("No changes to save.")
        return _page(desk, shown, texts, status=409, notice=desk.said(said))
    except ApiError as error:
        return _refused(desk, shown, texts, error)
    return redirect(_address(shown.resource, shown.shop_no, shown.of, done="changed"))


def _which(desk: Desk, shown: Shown) -> dict[str, Any]:
    """Return what names the settings: their shop, and which one of several."""
    takes = desk.within.operation("admin", "PUT", shown.resource.path).fields
    said: dict[str, Any] = {"shop_no": shown.shop_no} if "shop_no" in takes else {}
    return {**said, shown.resource.of: shown.of} if shown.resource.of else said


async def _shown(desk: Desk) -> Shown | Resource:
    """Return the settings of the address; a resource that has to be created, and is not, itself.

    Raises Failed (404).
    """
    resource = RESOURCES.get(desk.below)
    if resource is None:
        raise _no_page()
    shops = desk.visit.mall.shops
    own = "shop_no" in desk.within.operation("admin", "GET", resource.path).fields
    shop_no = desk.shop.shop_no if own else 1
    try:
        told = await desk.ask(resource.path, {"shop_no": shop_no} if own else {})
    except NotFound:
        return resource
    content, several, of = told.content, [], ""
    if resource.of:
        several = [(str(each[resource.of]), each[resource.named_by]) for each in content]
        of = desk.visit.query.text(resource.of) or several[0][0]
        content = next((each for each in content if str(each[resource.of]) == of), None)
        if content is None:
            raise _no_page()
    takes = desk.within.operation("admin", "PUT", resource.path).takes
    without = ("shop_no", *((resource.of,) if resource.of else ()))
    long = _long_tables(parts(takes, without), content)
    fields = parts(takes, (*without, *(table.name for table in long)))
    return Shown(
        resource=resource,
        shop_no=shop_no,
        shops=[(shop.shop_no, shop.name) for shop in shops.values()] if own else [],
        of=of,
        several=several,
        parts=fields,
        left_out=tuple(table.label for table in long),
        texts=forms.stored(fields, content),
        seen=hashlib.sha256(msgspec.json.encode(content, order="sorted")).hexdigest()[:32],
    )


def _long_tables(fields: tuple[Part, ...], content: dict[str, Any]) -> list[FormField]:
    """Return the tables that have more rows than a form holds."""
    return [
        field
        for part in fields
        for field in part.fields
        if field.kind == "rows" and len(content.get(field.name) or []) > MOST_ROWS
    ]


def _refused(desk: Desk, shown: Shown, texts: forms.Texts, error: ApiError) -> Response:
    """Return the form with what was typed, and what is wrong beside its field."""
    fields = [field.name for part in shown.parts for field in part.fields]
    at = error.parameter or ""
    near = [name for name in fields if at == name or at.startswith(f"{name}.")]
    near = near or [name for name in fields if at and name.startswith(f"{at}.")]
    if near:
        return _page(desk, shown, texts, status=error.status, problems={near[0]: error.message})
    return _page(desk, shown, texts, status=error.status, alert=error.message)


def _page(
    desk: Desk,
    shown: Shown,
    texts: forms.Texts,
    *,
    status: int = 200,
    done: str = "",
    alert: str = "",
    notice: str = "",
    problems: dict[str, str] | None = None,
) -> Response:
    resource = shown.resource
    return desk.show(
        "setting.html",
        status=status,
        shown=shown,
        resource=resource,
        texts=texts,
        done=done,
        alert=alert,
        notice=notice,
        problems=problems or {},
        address=_address(resource, shown.shop_no, shown.of),
        shop_links=[
            (name, _address(resource, shop_no, shown.of), shop_no == shown.shop_no)
            for shop_no, name in shown.shops
        ],
        links=[
            (name, _address(resource, shown.shop_no, value), value == shown.of)
            for value, name in shown.several
        ],
        spoken=desk.said,
        choices=lambda field: [(value, desk.said(label)) for value, label in field.choices],
        bounds=_bounds,
    )


def _bounds(field: FormField) -> dict[str, Any]:
    """Return the attributes that say the bounds of a field to the browser."""
    found: dict[str, Any] = {}
    if field.longest is not None:
        found["maxlength"] = field.longest
    if field.kind == "secret":
        found["autocomplete"] = "off"
    if field.kind in ("number", "amount"):
        found["step"] = "any"
        found["inputmode"] = "numeric" if field.kind == "number" else "decimal"
        if field.lowest is not None:
            found["min"] = str(field.lowest)
        if field.highest is not None:
            found["max"] = str(field.highest)
    return found


def _address(resource: Resource, shop_no: int, of: str, **more: str) -> str:
    said: dict[str, str | int] = {"shop_no": shop_no} if shop_no != 1 else {}
    if of:
        said[resource.of] = of
    query = urlencode({**said, **more})
    address = f"{menu_pages.SETTINGS.path}/{resource.slug}"
    return f"{address}?{query}" if query else address


def _no_page() -> Failed:
    return Failed(
        marked("Settings not found"),
        marked("There is no page at this address."),
        status=404,
    )
