"""Shipping origins: the places parcels are sent from. Labels name the default one as the sender."""

import re
from typing import Final

from starlette.responses import Response

from openmall.access.oauth.form_deeds import Deeds
from openmall.access.oauth.form_fields import Fields
from openmall.commerce.shipping import origins
from openmall.commerce.shipping.origins import ShippingOrigin
from openmall.contract.errors import ApiError, NotFound, NotModified
from openmall.contract.refusal import Phrase
from openmall.contract.refusals import DOES_NOT_EXIST
from openmall.http.web.languages import marked
from openmall.http.web.pages import redirect
from openmall.pages.backoffice import form_errors, sent_once
from openmall.pages.backoffice.form_errors import NO_ERROR, FormState
from openmall.pages.backoffice.page_context import PageContext
from openmall.pages.backoffice.rendering import matching_subpath, not_found_page, render_page

NEW: Final = "new"
_CODE: Final = re.compile(r"[A-Z0-9]{8}")
_MOST: Final = 100
_NEEDED: Final = ("origin_name", "country_code", "address1", "address2")
_OPTIONAL: Final = ("zipcode", "contact", "secondary_contact")
_BLANK: Final = dict.fromkeys((*_NEEDED, *_OPTIONAL, "default"), "")
_MESSAGES: Final = {
    "created": marked("The shipping origin was created."),
    "changed": marked("The shipping origin was saved."),
    "removed": marked("The shipping origin was deleted."),
}


async def show_list(context: PageContext) -> Response:
    """Handle `GET /admin/shipping-origins`: list the origins, in the order of creation."""
    found = (await context.call(origins.list_origins, {"limit": _MOST})).content
    return render_page(context, "shipping_origins.html", messages=_MESSAGES, origins=found)


async def show_one(context: PageContext) -> Response:
    """Handle `GET /admin/shipping-origins/<code>`, and `/new`."""
    try:
        return await _page(context, NO_ERROR)
    except ApiError as error:
        return not_found_page(context, error)


_DEEDS_OF_NEW: Final = Deeds("save", without="save")
_DEEDS: Final = _DEEDS_OF_NEW.also("remove")


async def change(context: PageContext) -> Response:
    """Handle `POST` of the form: create, change or delete an origin."""
    form = await context.form(deeds=_DEEDS_OF_NEW if context.subpath == NEW else _DEEDS)
    action = form.deed
    try:
        done = await _execute(context, form, action)
    except NotModified:
        done = "same"
    except ApiError as error:
        form_state = form_errors.rejected_form(context, action, form, error)
        try:
            return await _page(context, form_state, status=error.status)
        except ApiError as missing:
            return not_found_page(context, missing)
    path = context.page.path
    kept = f"{path}/{context.subpath}" if done in ("same", "changed") else path
    return redirect(f"{kept}?done={done}")


async def _execute(context: PageContext, form: Fields, action: str) -> str:
    """Call the operation of a form; return what was done."""
    if context.subpath == NEW:
        sent = {name: form.text(name).strip() for name in (*_NEEDED, *_OPTIONAL)}
        # the operation refuses empty texts of what may be left out
        parameters = {name: text for name, text in sent.items() if text or name in _NEEDED}
        parameters["default"] = form.text("default") or "F"
        key = sent_once.key(form, "origin")
        await context.call(origins.create, parameters, key=key)
        return "created"
    named = {"origin_code": _code(context)}
    if action == "remove":
        await context.call(origins.remove, named)
        return "removed"
    stored = (await context.call(origins.retrieve, named)).content
    typed: dict[str, str] = {name: form.text(name).strip() for name in (*_NEEDED, *_OPTIONAL)}
    typed["default"] = form.text("default") or "F"
    changed = {name: text for name, text in typed.items() if text != getattr(stored, name)}
    if not changed:
        raise NotModified()
    await context.call(origins.change, {**changed, **named})
    return "changed"


def _code(context: PageContext) -> str:
    code = matching_subpath(context, _CODE)
    if not code:
        raise NotFound(DOES_NOT_EXIST, resource=Phrase("shipping origin"))
    return code


async def _page(context: PageContext, form_state: FormState, *, status: int = 200) -> Response:
    origin: ShippingOrigin | None = None
    if context.subpath != NEW:
        named = {"origin_code": _code(context)}
        origin = (await context.call(origins.retrieve, named)).content
    return render_page(
        context,
        "shipping_origin.html",
        status=status,
        messages=_MESSAGES,
        form_state=form_state,
        origin=origin,
        values=origin or {**_BLANK, "country_code": context.visit.mall.country},
        address=f"{context.page.path}/{context.subpath}",
    )
