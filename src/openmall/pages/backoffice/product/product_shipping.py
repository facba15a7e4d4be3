"""The shipping fee of one product: that of the shop, or one of its own with the fields of its type.

The type is chosen first and decides which other fields there are, with or without scripts.
"""

from decimal import Decimal
from typing import Final

from starlette.responses import Response

from openmall.access.oauth.form_fields import Fields
from openmall.commerce.product.product_service import rules as product_rules
from openmall.commerce.product.products.shape import Product
from openmall.commerce.shipping import setting_rules as shipping_rules
from openmall.contract.errors import ApiError, Invalid, NotModified
from openmall.contract.json_values import Encodable
from openmall.contract.params import LARGEST_INTEGER
from openmall.contract.refusals import MISSING, NO_AMOUNT
from openmall.http.web import typed_numbers
from openmall.http.web.languages import marked
from openmall.http.web.pages import redirect
from openmall.pages.backoffice import form_errors, shipping_rates
from openmall.pages.backoffice.addresses import address, shop_parameters
from openmall.pages.backoffice.form_errors import NO_ERROR, FormState
from openmall.pages.backoffice.page_context import PageContext
from openmall.pages.backoffice.product.products import currency
from openmall.pages.backoffice.refusals import RATE_OUT_OF_RANGE
from openmall.pages.backoffice.rendering import NOTHING_CHANGED, plain, render_page

PREFIX: Final = "shipping-"
DEEDS: Final = (f"{PREFIX}fields", f"{PREFIX}save")
"""What the buttons of this page's form ask for."""
SAVED: Final = "shipping"
PAID: Final = {
    "P": marked("Paid with the order"),
    "C": marked("Paid on delivery"),
    "B": marked("The buyer chooses"),
}
_COLUMNS: Final = ("shipping_rates_min", "shipping_rates_max", "shipping_fee")
_MOST: Final = str(LARGEST_INTEGER)
"""The upper bound of the one tier of types that have no tiers."""


async def show(context: PageContext, product: Product) -> Response:
    """Show the form as the product has it."""
    return await _page(context, product, _stored(product))


async def change(context: PageContext, form: Fields, product: Product) -> Response:
    """Handle a button of the form: show the fields of the chosen type, or save them."""
    values = _typed(form)
    if form.deed != f"{PREFIX}save":
        return await _page(context, product, values)
    product_no = product.product_no
    try:
        parameters = {**_parameters(values), **shop_parameters(context)}
        await context.call(product_rules.change, {**parameters, "product_no": product_no})
    except NotModified:
        return await _page(context, product, values, notice=NOTHING_CHANGED)
    except ApiError as error:
        form_state = form_errors.rejected_form(context, "shipping", form, error)
        return await _page(context, product, values, form_state, status=error.status)
    return redirect(address(context, f"{context.page.path}/{product_no}", done=SAVED))


def _stored(product: Product) -> dict[str, str]:
    rates = product.shipping_rates or []
    values = {
        name: getattr(product, name)
        for name in ("shipping_fee_by_product", "shipping_fee_type", "prepaid_shipping_fee")
    }
    if rates:
        values |= {"fee": plain(rates[0].shipping_fee)}
        values |= {"free_from": plain(rates[0].shipping_rates_min)}
    if product.shipping_fee_type in shipping_rates.WITH_TIERS:
        values |= {
            f"{column}-{row}": plain(getattr(each, column))
            for row, each in enumerate(rates)
            for column in _COLUMNS
        }
    return values


def _typed(form: Fields) -> dict[str, str]:
    return {
        name: typed_numbers.plain(form.text(name))
        for name in form.names()
        if name not in ("form_token", "deed", "once")
    }


def _parameters(values: dict[str, str]) -> dict[str, Encodable]:
    """Return the parameters of the product. Raises Invalid (422), which names the field."""
    choices = shipping_rates.SWITCH
    if shipping_rates.offered(values, "shipping_fee_by_product", choices, without="F") == "F":
        return {"shipping_fee_by_product": "F"}
    kind = shipping_rates.kind(values)
    rates: list[dict[str, str]] = []
    if kind in shipping_rates.WITH_FEE:
        lowest = _amount(values, "free_from") if kind == "M" else "0"
        row = (lowest, _MOST, _amount(values, "fee"))
        rates = [dict(zip(_COLUMNS, row, strict=True))]
    elif kind in shipping_rates.WITH_TIERS:
        for row_no in shipping_rates.rows(values, _COLUMNS):
            names = [f"{column}-{row_no}" for column in _COLUMNS]
            if any(values.get(name) for name in names):
                amounts = [_amount(values, name) for name in names]
                rates.append(dict(zip(_COLUMNS, amounts, strict=True)))
        if not rates:
            raise Invalid(MISSING, parameter=f"{_COLUMNS[0]}-0")
    return {
        "shipping_fee_by_product": "T",
        "shipping_fee_type": kind,
        "prepaid_shipping_fee": values.get("prepaid_shipping_fee", "P"),
        "shipping_rates": rates,
    }


def _amount(values: dict[str, str], name: str) -> str:
    text = values.get(name, "")
    if not text:
        raise Invalid(MISSING, parameter=name)
    if not text.replace(".", "", 1).isdecimal() or not text.isascii():
        raise Invalid(NO_AMOUNT, parameter=name)
    if Decimal(text) > Decimal(_MOST):
        raise Invalid(RATE_OUT_OF_RANGE, parameter=name, least=0, most=LARGEST_INTEGER)
    return text


async def _page(
    context: PageContext,
    product: Product,
    values: dict[str, str],
    form_state: FormState = NO_ERROR,
    *,
    notice: str = "",
    status: int = 200,
) -> Response:
    shop = (await context.call(shipping_rules.retrieve, shop_parameters(context))).content
    kind = shipping_rates.kind(values)
    return render_page(
        context,
        "product_shipping.html",
        status=status,
        form_state=form_state,
        notice=context.translate(notice) if notice else "",
        product=product,
        values=values,
        own=values.get("shipping_fee_by_product") == "T",
        ignored=shop.individual_shipping_fee != "T",
        kind=kind,
        has_fee=kind in shipping_rates.WITH_FEE,
        has_tiers=kind in shipping_rates.WITH_TIERS,
        rows=shipping_rates.rows(values, _COLUMNS),
        columns=_COLUMNS,
        types=[(code, context.translate(name)) for code, name in shipping_rates.TYPES.items()],
        paid=[(code, context.translate(name)) for code, name in PAID.items()],
        currency=currency(context, str(product.shop_no)),
        address=address(context, f"{context.page.path}/{product.product_no}"),
    )
