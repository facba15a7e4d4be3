"""The fields that a shop asks customers for when they join, and when they edit their account."""

import hashlib
from collections.abc import Mapping
from typing import Final

import msgspec
from starlette.responses import Response

from openmall.access.oauth.form_deeds import Deeds
from openmall.access.oauth.form_fields import Fields
from openmall.commerce.customer.customers import properties as customers_properties
from openmall.commerce.customer.customers.properties import Key, Occasion, Property
from openmall.commerce.store.backoffice_menu import pages as menu_pages
from openmall.contract.errors import ApiError, NotModified
from openmall.contract.json_values import Encodable
from openmall.http.web.languages import marked
from openmall.http.web.pages import redirect
from openmall.pages.backoffice import form_errors
from openmall.pages.backoffice.addresses import address
from openmall.pages.backoffice.page_context import PageContext
from openmall.pages.backoffice.rendering import render_page

SLUG: Final = "customer-fields"
"""The page's own part of its address, below that of the settings."""
TITLE: Final = marked("Fields of customers")
ABOUT: Final = marked("What people are asked for when they join, and on their account page")
LABELS: Final[dict[Key, str]] = {
    "name": marked("Name"),
    "name_english": marked("Name in English"),
    "name_phonetic": marked("Name as it is pronounced"),
    "nick_name": marked("Nickname"),
    "email": marked("E-mail"),
    "phone": marked("Phone"),
    "cellphone": marked("Mobile phone"),
    "birthday": marked("Birthday"),
    "wedding_anniversary": marked("Wedding anniversary"),
    "gender": marked("Gender"),
    "zipcode": marked("Postal code"),
    "country_code": marked("Country"),
    "state": marked("State or province"),
    "city": marked("City"),
    "address1": marked("Address"),
    "address2": marked("Address line 2"),
    "residence": marked("Region of residence"),
    "nationality": marked("Nationality"),
    "interest": marked("Interests"),
    "job": marked("Occupation"),
    "job_class": marked("Line of work"),
    "recommend_id": marked("Member ID of the referrer"),
}
"""Every field that a shop may ask for."""
ONLY_ON_JOINING: Final = ("recommend_id",)
"""Fields that no page and no operation of customers changes later."""
_TITLES: Final[dict[Occasion, str]] = {
    "join": marked("When people join"),
    "edit": marked("On the account page"),
}
STORED_AS: Final = customers_properties.CustomersProperties.__name__
"""Struct of the stored fields, which the history shows."""
_MARKS: Final = {"use": marked("Ask"), "required": marked("Required")}
_MESSAGES: Final = {"changed": marked("The settings were saved.")}
_CHANGED_MEANWHILE: Final = marked(
    "These settings were saved in another tab or by another user after you opened them."
    " Below are your values: save them again to replace the saved ones."
)
_DEEDS: Final = Deeds("join", "edit")


async def show(context: PageContext) -> Response:
    """Handle `GET /admin/settings/customer-fields`."""
    return await _page(context)


async def change(context: PageContext) -> Response:
    """Handle `POST /admin/settings/customer-fields`: save the fields of one occasion."""
    form = await context.form(deeds=_DEEDS)
    occasion: Occasion = "join" if form.deed == "join" else "edit"
    stored = await _stored(context, occasion)
    if form.text("seen") != _revision(stored):
        message = context.translate(_CHANGED_MEANWHILE)
        return await _page(context, status=409, alert=message, form=form)
    changed = [
        {"key": each.key, "use": use, "required": required}
        for each in _offered(stored, occasion)
        for use, required in [(_flag(form, "use", each.key), _flag(form, "required", each.key))]
        if (use, required) != (each.use, each.required)
    ]
    here = f"{context.page.path}/{SLUG}"
    try:
        if not changed:
            raise NotModified()
        parameters: dict[str, Encodable] = {"type": occasion, "properties": list(changed)}
        parameters["shop_no"] = context.shop.shop_no
        await context.call(customers_properties.change, parameters)
    except NotModified:
        return redirect(address(context, here, done="same"))
    except ApiError as error:
        message = form_errors.error_message(context, error)
        return await _page(context, status=error.status, alert=message, form=form)
    return redirect(address(context, here, done="changed"))


def by_field(content: Mapping[str, Encodable]) -> dict[str, Encodable]:
    """Return stored fields by occasion and key, for the history: `join` -> `birthday` -> `use`."""
    found = dict(content)
    for occasion in _TITLES:
        listed = found.get(occasion)
        if isinstance(listed, list | tuple):
            rows = [each for each in listed if isinstance(each, dict)]
            found[occasion] = {str(each.pop("key", "")): each for each in map(dict, rows)}
    return found


def labels(context: PageContext) -> dict[str, str]:
    """Return the label of each of `by_field` by its path: `join.birthday.use`."""
    return {
        f"{occasion}.{key}.{mark}": ": ".join(map(context.translate, (title, label, what)))
        for occasion, title in _TITLES.items()
        for key, label in LABELS.items()
        for mark, what in _MARKS.items()
    }


async def _page(
    context: PageContext, *, status: int = 200, alert: str = "", form: Fields | None = None
) -> Response:
    """Render the page. `form`: a refused form, which is shown as it was sent."""
    panels = []
    for occasion, title in _TITLES.items():
        stored = await _stored(context, occasion)
        is_refused = form is not None and form.deed == occasion
        rows = [
            (
                each.key,
                LABELS[each.key],
                _is_on(form if is_refused else None, "use", each.key, each.use),
                _is_on(form if is_refused else None, "required", each.key, each.required),
            )
            for each in _offered(stored, occasion)
        ]
        panels.append((occasion, title, _revision(stored), rows))
    return render_page(
        context,
        "customer_fields.html",
        status=status,
        messages=_MESSAGES,
        title=TITLE,
        about=ABOUT,
        alert=alert,
        panels=panels,
        page_path=f"{context.page.path}/{SLUG}",
        shop=context.shop,
        index_address=menu_pages.SETTINGS.path,
        address=address(context, f"{context.page.path}/{SLUG}"),
    )


async def _stored(context: PageContext, occasion: Occasion) -> tuple[Property, ...]:
    parameters: dict[str, Encodable] = {"type": occasion, "shop_no": context.shop.shop_no}
    response = await context.call(customers_properties.retrieve, parameters)
    [found] = response.content
    return found.properties


def _offered(stored: tuple[Property, ...], occasion: Occasion) -> list[Property]:
    return [each for each in stored if occasion == "join" or each.key not in ONLY_ON_JOINING]


def _revision(stored: tuple[Property, ...]) -> str:
    """Return a hash of the stored fields, to detect concurrent changes."""
    return hashlib.sha256(msgspec.json.encode(stored)).hexdigest()[:32]


def _flag(form: Fields, what: str, key: str) -> str:
    return "T" if form.is_ticked(f"{what}.{key}") else "F"


def _is_on(form: Fields | None, what: str, key: str, stored: str) -> bool:
    return (stored if form is None else _flag(form, what, key)) == "T"
