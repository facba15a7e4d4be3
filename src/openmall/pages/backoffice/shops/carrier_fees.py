"""The fees of one carrier: those of the shop, or fees of its own with the fields of their type.

The type is chosen first and decides which other fields there are, with or without scripts. Fees
abroad are set by the API; the form leaves them as they are.
"""

import re
from collections.abc import Mapping
from typing import Any, Final

from msgspec.structs import replace
from starlette.responses import Response

from openmall.access.oauth.form_deeds import Deeds
from openmall.access.oauth.form_fields import Fields
from openmall.commerce.shipping import builtin_carriers, carriers
from openmall.commerce.shipping.carrier_shape import Carrier
from openmall.commerce.shipping.carrier_terms import CarrierFees
from openmall.contract.errors import ApiError, Invalid, NotModified
from openmall.contract.json_values import Encodable
from openmall.contract.refusals import MISSING
from openmall.http.web import typed_numbers
from openmall.http.web.languages import marked
from openmall.http.web.pages import redirect
from openmall.pages.backoffice import form_errors, shipping_rates
from openmall.pages.backoffice.addresses import address, shop_parameters
from openmall.pages.backoffice.form_errors import NO_ERROR, FormState
from openmall.pages.backoffice.page_context import PageContext
from openmall.pages.backoffice.rendering import plain, render_page

PATH: Final = re.compile(r"[1-9][0-9]{0,8}-fees")
_AREAS: Final = {
    "A": marked("Within the country"),
    "C": marked("Abroad"),
    "B": marked("Within the country and abroad"),
}
_DEEDS: Final = Deeds("fields", "save")
_MOST_FIELDS: Final = 2_000
"""Of a form with three fields for each tier."""
_BY_AMOUNT: Final = "MD"
_COLUMNS: Final = ("min_value", "max_value", "shipping_fee")
_DETAIL: Final = "shipping_fee_setting_detail"
_HOME: Final = "shipping_fee_setting_domestic"


async def show(context: PageContext) -> Response:
    """Handle `GET /admin/carriers/<number>-fees`: show the form as the carrier has it."""
    carrier = await _carrier(context)
    return _page(context, carrier, _stored(carrier))


async def change(context: PageContext) -> Response:
    """Handle its `POST`: show the fields of the chosen type, or save them."""
    form = await context.form(deeds=_DEEDS, most=_MOST_FIELDS)
    carrier = await _carrier(context)
    values = {**_stored(carrier), **_typed(form)}
    if form.deed != "save":
        return _page(context, carrier, values)
    try:
        parameters = {**_parameters(values), **shop_parameters(context)}
        await context.call(
            carriers.change_details, {**parameters, "carrier_id": carrier.carrier_id}
        )
        done = "fees"
    except NotModified:
        done = "same"
    except ApiError as error:
        # the page names fields by their last part, whatever they lie in
        parameter = error.parameter or ""
        fields = {parameter: parameter.rpartition(".")[2]}
        form_state = form_errors.rejected_form(context, "fees", form, error, fields)
        return _page(context, carrier, values, form_state, status=error.status)
    return redirect(address(context, f"{context.page.path}/{carrier.carrier_id}", done=done))


async def _carrier(context: PageContext) -> Carrier:
    number = context.subpath.partition("-")[0]
    named = {**shop_parameters(context), "carrier_id": number}
    carrier = (await context.call(carriers.retrieve, named)).content
    name = builtin_carriers.in_language(carrier.shipping_carrier, context.language)
    return replace(carrier, shipping_carrier=name)


def _stored(carrier: Carrier) -> dict[str, str]:
    detail = carrier.shipping_fee_setting_detail
    assert isinstance(detail, CarrierFees), "`GET carriers` answers fees"
    home = detail.shipping_fee_setting_domestic
    values = {
        "shipping_fee_setting": str(carrier.shipping_fee_setting),
        "shipping_type": detail.shipping_type,
        "available_shipping_zone": detail.available_shipping_zone,
        "min_shipping_period": str(detail.min_shipping_period),
        "max_shipping_period": str(detail.max_shipping_period),
        "shipping_information": detail.shipping_information,
        "shipping_fee_type": home.shipping_fee_type,
        "shipping_fee": plain(home.shipping_fee),
        "min_price": plain(home.min_price),
        "shipping_fee_criteria": "A" if home.shipping_fee_criteria == "A" else "D",
    }
    rows = home.domestic_shipping_fee_list
    return values | {
        f"{column}-{row}": plain(getattr(each, column))
        for row, each in enumerate(rows)
        for column in _COLUMNS
    }


def _typed(form: Fields) -> dict[str, str]:
    texts = ("available_shipping_zone", "shipping_information")
    return {
        name: form.text(name) if name in texts else typed_numbers.plain(form.text(name))
        for name in form.names()
        if name not in ("form_token", "deed", "once")
    }


def _parameters(values: Mapping[str, str]) -> dict[str, Encodable]:
    """Return the parameters of the carrier. Raises Invalid (422), which names the field."""
    if not _has_own(values):
        return {"shipping_fee_setting": "F"}
    kind = shipping_rates.kind(values)
    # amounts count for fees abroad as well, which the form leaves as they are
    criteria = values.get("shipping_fee_criteria", "D")
    home: dict[str, Any] = {"shipping_fee_type": kind, "shipping_fee_criteria": criteria}
    if kind in shipping_rates.WITH_FEE:
        home["shipping_fee"] = _required(values, "shipping_fee")
    if kind == "M":
        home["min_price"] = _required(values, "min_price")
    if kind in shipping_rates.WITH_TIERS:
        home["domestic_shipping_fee_list"] = [
            {column: _required(values, f"{column}-{row}") for column in _COLUMNS}
            for row in shipping_rates.rows(values, _COLUMNS)
            if any(values.get(f"{column}-{row}") for column in _COLUMNS)
        ]
    detail: dict[str, Any] = {
        name: values[name]
        for name in (
            "shipping_type", "available_shipping_zone", "min_shipping_period",
            "max_shipping_period", "shipping_information",
        )
        if name in values
    }  # fmt: skip
    return {"shipping_fee_setting": "T", _DETAIL: {**detail, _HOME: home}}


def _has_own(values: Mapping[str, str]) -> bool:
    choices = shipping_rates.SWITCH
    return shipping_rates.offered(values, "shipping_fee_setting", choices, without="F") == "T"


def _required(values: Mapping[str, str], name: str) -> str:
    text = values.get(name, "")
    if not text:
        raise Invalid(MISSING, parameter=name)
    return text


def _page(
    context: PageContext,
    carrier: Carrier,
    values: Mapping[str, str],
    form_state: FormState = NO_ERROR,
    *,
    status: int = 200,
) -> Response:
    kind = shipping_rates.kind(values)
    return render_page(
        context,
        "carrier_fees.html",
        status=status,
        form_state=form_state,
        carrier=carrier,
        values=values,
        own=_has_own(values),
        kind=kind,
        has_fee=kind in shipping_rates.WITH_FEE,
        has_tiers=kind in shipping_rates.WITH_TIERS,
        by_amount=kind in _BY_AMOUNT,
        rows=shipping_rates.rows(values, _COLUMNS),
        columns=_COLUMNS,
        types=[(code, context.translate(name)) for code, name in shipping_rates.TYPES.items()],
        areas=[(code, context.translate(name)) for code, name in _AREAS.items()],
        currency=context.visit.mall.shops[carrier.shop_no].currency,
        address=address(context, f"{context.page.path}/{carrier.carrier_id}-fees"),
        back=address(context, f"{context.page.path}/{carrier.carrier_id}"),
    )
