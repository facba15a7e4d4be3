"""When customers are moved between groups by what they bought, and who would be moved now."""

from typing import Final

from starlette.responses import Response

from openmall.access.oauth.form_deeds import Deeds
from openmall.access.oauth.form_fields import Fields
from openmall.commerce.customer import customergroups_setting
from openmall.commerce.customer.automatic_groups import office as automatic_group_office
from openmall.commerce.customer.automatic_groups.office import MovePreview
from openmall.commerce.customer.customergroups import rules as customergroup_rules
from openmall.contract.errors import ApiError, NotModified
from openmall.contract.json_values import Encodable
from openmall.http.web.languages import marked
from openmall.http.web.pages import redirect
from openmall.pages.backoffice import form_errors, given_names
from openmall.pages.backoffice.addresses import address, shop_parameters
from openmall.pages.backoffice.form_errors import NO_ERROR, FormState
from openmall.pages.backoffice.page_context import PageContext
from openmall.pages.backoffice.rendering import render_page

SUBPATH: Final = "automatic"
PREVIEW: Final = "preview"
CHOICES: Final[dict[str, dict[str, str]]] = {
    "customer_tier_criteria": {
        "purchase_amount": marked("Amount of purchases"),
        "purchase_count": marked("Number of purchases"),
        "purchase_amount_and_count": marked("Amount and number"),
        "purchase_amount_or_count": marked("Amount or number"),
    },
    "standard_purchase_amount": {
        "total_order_amount": marked("Prices of the items, before discounts"),
        "total_paid_amount": marked("What was paid in money"),
        "credit_price": marked("What was paid in money and credits"),
    },
    "standard_purchase_count": {
        "order_count": marked("Orders"),
        "product_count": marked("Units of products"),
    },
    "auto_update_criteria": {
        "delivery_complete": marked("Delivered items"),
        "payment_complete": marked("Paid items"),
    },
    "deduct_cancellation_refund": {
        "T": marked("Cancelled and returned items do not count"),
        "F": marked("Cancelled and returned items count"),
    },
    "total_period": {
        "now": marked("Since the customer joined"),
        "1m": marked("The last month"),
        "3m": marked("The last 3 months"),
        "6m": marked("The last 6 months"),
        "12m": marked("The last 12 months"),
        "24m": marked("The last 24 months"),
        "36m": marked("The last 36 months"),
    },
    "interval_auto_update": {
        "1d": marked("Every day"),
        "3d": marked("Every 3 days"),
        "1w": marked("Every week"),
        "1m": marked("Every month"),
        "3m": marked("Every 3 months"),
        "6m": marked("Every 6 months"),
        "12m": marked("Every 12 months"),
    },
    "interval_week": {
        "0": marked("Sunday"),
        "1": marked("Monday"),
        "2": marked("Tuesday"),
        "3": marked("Wednesday"),
        "4": marked("Thursday"),
        "5": marked("Friday"),
        "6": marked("Saturday"),
    },
    "interval_month": {"1": marked("The 1st"), "5": marked("The 5th")},
}
"""Field of the settings -> its codes and their names."""
LABELS: Final = {
    "customer_tier_criteria": marked("Customers qualify by"),
    "standard_purchase_amount": marked("Amounts are"),
    "standard_purchase_count": marked("Purchases are counted as"),
    "auto_update_criteria": marked("What counts"),
    "deduct_cancellation_refund": marked("Cancellations"),
    "total_period": marked("Period of the purchases"),
    "interval_auto_update": marked("Customers are moved"),
    "interval_week": marked("Weekday, where it is every week"),
    "interval_month": marked("Day, where it is every month or more rarely"),
}
_MESSAGES: Final = {"saved": marked("The settings were saved.")}


async def show(context: PageContext) -> Response:
    """Handle `GET /admin/customer-groups/automatic`."""
    return await _page(context, NO_ERROR)


async def _page(
    context: PageContext,
    form_state: FormState,
    *,
    preview: MovePreview | None = None,
    status: int = 200,
) -> Response:
    shop = shop_parameters(context)
    setting = (await context.call(customergroups_setting.retrieve, shop)).content
    groups = (await context.call(customergroup_rules.listing, shop)).content
    return render_page(
        context,
        "group_moves.html",
        status=status,
        messages=_MESSAGES,
        form_state=form_state,
        setting=setting,
        choices=[
            (
                name,
                context.translate(LABELS[name]),
                [(code, context.translate(label)) for code, label in codes.items()],
                str(
                    getattr(setting, name)
                    if getattr(setting, name) is not None
                    else next(iter(codes))
                ),
            )
            for name, codes in CHOICES.items()
        ],
        groups={each.group_no: given_names.shown(context, each.group_name) for each in groups},
        preview=preview,
        currency=context.shop.currency,
        address=_address(context),
    )


def _address(context: PageContext, **more: str) -> str:
    return address(context, f"{context.page.path}/{SUBPATH}", **more)


DEEDS: Final = Deeds(PREVIEW, "save", without=PREVIEW)


async def change(context: PageContext, form: Fields) -> Response:
    """Handle `POST /admin/customer-groups/automatic`: save the settings, or try them."""
    shop = shop_parameters(context)
    parameters: dict[str, Encodable] = {
        name: form.text(name) for name in CHOICES if form.text(name)
    }
    try:
        if form.deed == PREVIEW:
            found = await context.call(automatic_group_office.preview, {**parameters, **shop})
            typed = FormState(action="save", form=form)
            return await _page(context, typed, preview=found.content)
        parameters["use_auto_update"] = form.text("use_auto_update") or "F"
        await context.call(automatic_group_office.change_setting, {**parameters, **shop})
    except NotModified:
        return redirect(_address(context, done="same"))
    except ApiError as error:
        state = form_errors.rejected_form(context, "save", form, error)
        return await _page(context, state, status=error.status)
    return redirect(_address(context, done="saved"))
