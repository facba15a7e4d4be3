"""The fields that a shop asks customers for (`customers/properties`), in forms of its pages.

The theme shows them by the snippet `customer_fields.html`. A theme whose pages name their fields
themselves works as well: what a form does not send is left alone.
"""

from typing import Final, Literal

from msgspec import Struct

from openmall.access.oauth.form_fields import Fields
from openmall.commerce.customer.customers import personal_dates
from openmall.commerce.customer.customers import properties as customers_properties
from openmall.commerce.customer.customers.properties import CustomersProperties, Key, Occasion
from openmall.contract.json_values import Encodable
from openmall.http.web.languages import marked
from openmall.pages.sampleshop.page_context import PageContext
from openmall.translations import countries


class FieldKind(Struct, frozen=True, kw_only=True):
    """How a field is entered."""

    label: str
    kind: Literal["text", "email", "tel", "date", "gender", "country"] = "text"
    maxlength: int | None = None
    """Characters; None: of a field that is no text."""
    autocomplete: str = ""
    """Token of HTML by which browsers fill it in; empty: none suits."""


KINDS: Final[dict[Key, FieldKind]] = {
    "name": FieldKind(label=marked("Name"), maxlength=50, autocomplete="name"),
    "name_english": FieldKind(label=marked("Name in English"), maxlength=50),
    "name_phonetic": FieldKind(label=marked("Name as it is pronounced"), maxlength=50),
    "nick_name": FieldKind(label=marked("Nickname"), maxlength=50, autocomplete="nickname"),
    "email": FieldKind(label=marked("E-mail"), kind="email", maxlength=255, autocomplete="email"),
    "phone": FieldKind(label=marked("Phone"), kind="tel", maxlength=20, autocomplete="home tel"),
    "cellphone": FieldKind(
        label=marked("Mobile phone"), kind="tel", maxlength=20, autocomplete="tel"
    ),
    "birthday": FieldKind(label=marked("Birthday"), kind="date", autocomplete="bday"),
    "wedding_anniversary": FieldKind(label=marked("Wedding anniversary"), kind="date"),
    "gender": FieldKind(label=marked("Gender"), kind="gender", autocomplete="sex"),
    "zipcode": FieldKind(label=marked("Postal code"), maxlength=14, autocomplete="postal-code"),
    "country_code": FieldKind(label=marked("Country"), kind="country", autocomplete="country"),
    "state": FieldKind(
        label=marked("State or province"), maxlength=255, autocomplete="address-level1"
    ),
    "city": FieldKind(label=marked("City"), maxlength=255, autocomplete="address-level2"),
    "address1": FieldKind(label=marked("Address"), maxlength=255, autocomplete="address-line1"),
    "address2": FieldKind(
        label=marked("Address line 2"), maxlength=255, autocomplete="address-line2"
    ),
    "residence": FieldKind(label=marked("Region where you live"), maxlength=50),
    "nationality": FieldKind(label=marked("Nationality"), maxlength=50),
    "interest": FieldKind(label=marked("Interests"), maxlength=50),
    "job": FieldKind(label=marked("Occupation"), maxlength=50, autocomplete="organization-title"),
    "job_class": FieldKind(label=marked("Line of work"), maxlength=50),
    "recommend_id": FieldKind(label=marked("Member ID of who recommended us"), maxlength=20),
}
"""Every field that a shop may ask for."""
OF_JOINING: Final[tuple[str, ...]] = tuple(KINDS)
OF_EDITING: Final = tuple(name for name in KINDS if name != "recommend_id")
"""Who recommended the shop is said once, on joining."""
_NULLABLE: Final = (*personal_dates.NAMES, "gender")
_CHOICE: Final = marked("Please choose")
_GENDERS: Final = {"M": marked("Male"), "F": marked("Female")}
_VERIFIED: Final = marked("The shop has verified your age. Contact the shop to change this date.")


async def shown(
    context: PageContext, occasion: Occasion, *, is_verified: bool = False
) -> list[dict[str, Encodable]]:
    """Return the fields that the shop asks for on an occasion, in its order, for a theme.

    `is_verified`: the shop has verified who the customer is; then it alone changes the birthday.
    """
    asked = customers_properties.used((await context.settings()).of(CustomersProperties), occasion)
    names = OF_JOINING if occasion == "join" else OF_EDITING
    return [
        _field(context, each.key, each.required == "T", is_fixed=is_verified)
        for each in asked
        if each.key in names
    ]


def _field(
    context: PageContext, name: Key, is_required: bool, *, is_fixed: bool
) -> dict[str, Encodable]:
    of, is_fixed = KINDS[name], is_fixed and name == "birthday"
    field: dict[str, Encodable] = {
        "name": name,
        "label": of.label,
        "type": of.kind,
        "needed": is_required and not is_fixed,
        "fixed": is_fixed,
        "hint": context.translate(_VERIFIED) if is_fixed else "",
        "maxlength": of.maxlength,
        "autocomplete": of.autocomplete or None,
        "choices": [],
        "min": None,
        "max": None,
    }
    if of.kind == "date":
        field["min"] = personal_dates.EARLIEST.isoformat()
        field["max"] = personal_dates.latest(context.now).isoformat()
    elif of.kind == "gender":
        genders = [_choice(code, context.translate(text)) for code, text in _GENDERS.items()]
        field["choices"] = [_choice("", context.translate(_CHOICE)), *genders]
    elif of.kind == "country":
        names = countries.names(context.language)
        home = context.mall.country
        inland = [_choice(home, names.get(home, home))] if home else []
        abroad = sorted((name, code) for code, name in names.items() if code != home)
        field["choices"] = [
            _choice("", context.translate(_CHOICE)),
            *inland,
            *(_choice(code, name) for name, code in abroad),
        ]
    return field


def _choice(code: str, name: str) -> dict[str, Encodable]:
    return {"code": code, "name": name}


def sent(form: Fields) -> dict[str, str]:
    """Return the fields of a form of the account that it sent, as they were typed."""
    names = form.names()
    return {name: form.text(name) for name in OF_EDITING if name in names}


def changes(typed: dict[str, str]) -> dict[str, Encodable]:
    """Return the parameters of typed fields: an empty date or choice is none."""
    return {name: text or (None if name in _NULLABLE else "") for name, text in typed.items()}
