"""Carriers of a shop: built-in ones that it uses, and its own with name and tracking address."""

import re
from typing import Any, Final

from msgspec.structs import replace
from starlette.responses import Response

from openmall.access.oauth.form_deeds import Deeds
from openmall.access.oauth.form_fields import Fields
from openmall.commerce.shipping import builtin_carriers, carriers
from openmall.commerce.shipping.builtin_carriers import CARRIERS, NUMBER, OWN
from openmall.commerce.shipping.carrier_shape import Carrier
from openmall.contract.errors import ApiError, Invalid, NotFound, NotModified
from openmall.contract.refusal import Phrase
from openmall.contract.refusals import DOES_NOT_EXIST, NO_SUCH
from openmall.http.web.languages import marked
from openmall.http.web.pages import redirect
from openmall.pages.backoffice import form_errors, sent_once
from openmall.pages.backoffice.addresses import address, shop_parameters
from openmall.pages.backoffice.dispatch import carrier_choices
from openmall.pages.backoffice.form_errors import NO_ERROR, FormState
from openmall.pages.backoffice.page_context import PageContext
from openmall.pages.backoffice.rendering import matching_subpath, not_found_page, render_page
from openmall.pages.backoffice.shops import carrier_fees

NEW: Final = "new"
_NUMBER: Final = re.compile(r"[1-9][0-9]{0,8}")
_FIELDS: Final = ("shipping_carrier", "track_shipment_url", "contact", "email")
_BLANK: Final = dict.fromkeys(_FIELDS, "")
_MESSAGES: Final = {
    "created": marked("The carrier was added."),
    "changed": marked("The carrier was saved."),
    "default": marked("The default carrier was changed."),
    "removed": marked("The carrier was removed."),
    "fees": marked("The shipping fees of the carrier were saved."),
}


async def show_list(context: PageContext) -> Response:
    """Handle `GET /admin/carriers`: list the shop's carriers, and the built-in ones to add."""
    return await _list_page(context, NO_ERROR)


async def show_one(context: PageContext) -> Response:
    """Handle `GET /admin/carriers/<number>`, `/new`, and `/<number>-fees`."""
    try:
        if matching_subpath(context, carrier_fees.PATH):
            return await carrier_fees.show(context)
        return await _page(context, NO_ERROR)
    except ApiError as error:
        return not_found_page(context, error)


_DEEDS_OF_LIST: Final = Deeds("add")
_DEEDS_OF_NEW: Final = Deeds("save", without="save")
_DEEDS: Final = _DEEDS_OF_NEW.also("default", "remove")


async def change_list(context: PageContext) -> Response:
    """Handle `POST /admin/carriers`: add a built-in carrier."""
    form = await context.form(deeds=_DEEDS_OF_LIST)
    try:
        await _add_builtin(context, form.text("code"))
        done = "created"
    except NotModified:
        done = "same"
    except ApiError as error:
        form_state = form_errors.rejected_form(context, form.deed, form, error)
        return await _list_page(context, form_state, status=error.status)
    return redirect(address(context, context.page.path, done=done))


async def change(context: PageContext) -> Response:
    """Handle `POST` of the form: create, change or delete a carrier, or change its fees."""
    if matching_subpath(context, carrier_fees.PATH):
        try:
            return await carrier_fees.change(context)
        except NotFound as missing:
            return not_found_page(context, missing)
    form = await context.form(deeds=_DEEDS_OF_NEW if context.subpath == NEW else _DEEDS)
    try:
        done = await _execute(context, form)
    except NotModified:
        done = "same"
    except ApiError as error:
        form_state = form_errors.rejected_form(context, form.deed, form, error)
        try:
            return await _page(context, form_state, status=error.status)
        except ApiError as missing:
            return not_found_page(context, missing)
    path = context.page.path
    kept = f"{path}/{context.subpath}" if done in ("same", "changed") else path
    return redirect(address(context, kept, done=done))


async def _execute(context: PageContext, form: Fields) -> str:
    """Call the operation of a form; return what was done."""
    typed = {name: form.text(name).strip() for name in _FIELDS}
    if context.subpath == NEW:
        parameters = {**typed, "shipping_carrier_code": OWN, **shop_parameters(context)}
        await context.call(carriers.create, parameters, key=sent_once.key(form, "carrier"))
        return "created"
    named: dict[str, Any] = {**shop_parameters(context), "carrier_id": _number(context)}
    if form.deed == "default":
        await context.call(carriers.change, {**named, "default_shipping_carrier": "T"})
        return "default"
    if form.deed == "remove":
        await context.call(carriers.remove, {**named, "delete_default_carrier": "T"})
        return "removed"
    # a name that is shown in the reader's language and left alone is not changed to it
    stored = _named(context, (await context.call(carriers.retrieve, named)).content)
    changed = {name: text for name, text in typed.items() if text != (getattr(stored, name) or "")}
    if not changed:
        raise NotModified()
    await context.call(carriers.change_details, {**changed, **named})
    return "changed"


async def _add_builtin(context: PageContext, code: str) -> None:
    known = (await context.call(carriers.list_carriers, shop_parameters(context))).content
    if code in {each.shipping_carrier_code for each in known}:
        raise NotModified()
    if code not in CARRIERS:
        raise Invalid(NO_SUCH, parameter="code", resource=Phrase("carrier"))
    new = {"shipping_carrier_code": code, "contact": "", "email": "", **shop_parameters(context)}
    await context.call(carriers.create, new)


def _number(context: PageContext) -> str:
    number = matching_subpath(context, _NUMBER)
    if not number:
        raise NotFound(DOES_NOT_EXIST, resource=Phrase("carrier"))
    return number


def _named(context: PageContext, carrier: Carrier) -> Carrier:
    """Return a carrier with the name that the reader knows it by."""
    name = builtin_carriers.in_language(carrier.shipping_carrier, context.language)
    return replace(carrier, shipping_carrier=name)


async def _list_page(context: PageContext, form_state: FormState, *, status: int = 200) -> Response:
    found = (await context.call(carriers.list_carriers, shop_parameters(context))).content
    there = {each.shipping_carrier_code for each in found}
    builtin = [each for each in carrier_choices.of_country(context) if each.code not in there]
    return render_page(
        context,
        "carriers.html",
        status=status,
        messages=_MESSAGES,
        form_state=form_state,
        shop=context.shop,
        carriers=[_named(context, each) for each in found],
        builtin=[(each.code, each.called.translate(context.language)) for each in builtin],
        address=address(context, context.page.path),
    )


async def _page(context: PageContext, form_state: FormState, *, status: int = 200) -> Response:
    carrier: Carrier | None = None
    if context.subpath != NEW:
        named = {**shop_parameters(context), "carrier_id": _number(context)}
        carrier = _named(context, (await context.call(carriers.retrieve, named)).content)
    return render_page(
        context,
        "carrier.html",
        status=status,
        messages=_MESSAGES,
        form_state=form_state,
        carrier=carrier,
        values=carrier or _BLANK,
        is_own=carrier is None or carrier.shipping_carrier_code not in CARRIERS,
        placeholder=NUMBER,
        fees=address(context, f"{context.page.path}/{context.subpath}-fees"),
        address=address(context, f"{context.page.path}/{context.subpath}"),
    )
