"""A charge of an app: the merchant confirms and pays it, cancels it, ends it or takes it back."""

from typing import Final

from starlette.responses import Response

from openmall.access.oauth import apps as registered_apps
from openmall.access.oauth import secrets
from openmall.access.oauth.form_deeds import Deeds
from openmall.access.oauth.form_fields import Fields
from openmall.commerce.application.appstore import payments as charge_payments
from openmall.commerce.application.appstore import store as appstore_store
from openmall.commerce.application.appstore.events import REFUND_REASONS, RefundReason
from openmall.commerce.application.appstore.store import Charge, Payment
from openmall.commerce.order.billing.gateways.gateway import GatewayRefused, GatewayUnavailable
from openmall.commerce.store.backoffice_menu import pages as menu_pages
from openmall.contract.money import money
from openmall.http.web.languages import marked
from openmall.http.web.pages import redirect
from openmall.pages.backoffice import rendering
from openmall.pages.backoffice.page_context import PageContext, PageError, time

MOST_SHOWN: Final = 24
"""Payments of a charge on its page."""
OUTCOMES: Final = {
    "approved": marked("The card is accepted"),
    "declined": marked("The card is declined"),
    "declined_later": marked("The card is accepted now and declined later"),
}
"""Outcome at the test gateway -> label."""
_STATES: Final = {
    "waiting": marked("Waiting for your confirmation"),
    "paid": marked("Paid"),
    "cancelled": marked("Cancelled"),
    "ended": marked("Ended"),
}
_REASONS: Final[dict[RefundReason, str]] = {
    "A": marked("Not needed any more"),
    "B": marked("Does not do what was promised"),
    "C": marked("Too expensive"),
    "D": marked("Paid by mistake"),
    "E": marked("Another app is used"),
    "Z": marked("Another reason"),
}
"""Reason for which a payment is asked back -> label."""
MOST_DETAIL: Final = 500
_EXPIRED: Final = marked("Not confirmed in time")
_MESSAGES: Final = {
    "pay": marked("The charge was paid."),
    "cancel": marked("The charge was cancelled. Nothing was paid."),
    "end": marked("The charge ended. Nothing more will be paid."),
    "refund": marked("The payment was given back, and the charge ended."),
}
_DECLINED: Final = marked("The payment was declined. Nothing was paid.")
_UNKNOWN: Final = marked("The payment service did not answer. Please try again.")
_CHANGED: Final = marked("The charge has changed in the meantime. Nothing was done.")


async def open_confirmation(context: PageContext, secret: str) -> Response:
    """Redirect from the address that an app was given to the page of its charge."""
    async with context.database.reading(context.mall_id) as db:
        charge = await appstore_store.find_by_confirmation(db, secrets.digest(secret))
    if charge is None:
        raise _not_found()
    return redirect(f"{menu_pages.APPS.path}/{charge.charge_id}")


async def show(context: PageContext) -> Response:
    """Handle `GET /admin/apps/{charge_id}`: show a charge, and what can be done with it."""
    charge = await _find(context)
    message = _MESSAGES.get(context.visit.query.text("done"), "")
    return await _page(context, charge, done=context.translate(message))


_DEEDS: Final = Deeds("pay", "cancel", "end", "refund")


async def change(context: PageContext) -> Response:
    """Handle `POST /admin/apps/{charge_id}`: pay, cancel, end, or give a payment back."""
    form = await context.form(deeds=_DEEDS)
    charge = await _find(context)
    deed = form.deed
    try:
        done = await _do(context, charge, deed, form)
    except GatewayRefused:
        return await _page(context, charge, status=422, problem=context.translate(_DECLINED))
    except GatewayUnavailable:
        return await _page(context, charge, status=503, problem=context.translate(_UNKNOWN))
    if not done:
        charge = await _find(context)
        return await _page(context, charge, status=409, problem=context.translate(_CHANGED))
    return redirect(f"{menu_pages.APPS.path}/{charge.charge_id}?done={deed}")


async def _do(context: PageContext, charge: Charge, deed: str, form: Fields) -> bool:
    """Do what the form says; return whether the charge was as the page has shown it."""
    merchant = charge_payments.Merchant(
        database=context.database,
        clock=context.clock,
        mall=context.visit.mall,
        person=context.user,
    )
    if deed == "pay":
        outcome = form.text("outcome")
        if outcome not in OUTCOMES:
            raise _unknown_deed()
        return await charge_payments.confirm(merchant, charge, outcome)
    if deed == "cancel":
        return await charge_payments.cancel(merchant, charge)
    if deed == "end":
        return await charge_payments.end(merchant, charge)
    if deed == "refund":
        for payment in await _payments(context, charge):
            if str(payment.cycle) == form.text("cycle"):
                typed = form.text("reason")
                if typed and typed not in REFUND_REASONS:
                    raise _unknown_deed()
                return await charge_payments.give_back(
                    merchant,
                    charge,
                    payment,
                    reason=next((each for each in REFUND_REASONS if each == typed), "Z"),
                    detail=form.text("detail")[:MOST_DETAIL],
                )
    raise _unknown_deed()


async def _find(context: PageContext) -> Charge:
    async with context.database.reading(context.mall_id) as db:
        charge = await appstore_store.find_charge(db, context.subpath)
    if charge is None:
        raise _not_found()
    return charge


async def _payments(context: PageContext, charge: Charge) -> list[Payment]:
    async with context.database.reading(context.mall_id) as db:
        return await appstore_store.payments_of(db, charge.charge_id, limit=MOST_SHOWN)


async def _page(
    context: PageContext, charge: Charge, *, status: int = 200, done: str = "", problem: str = ""
) -> Response:
    async with context.database.reading(context.mall_id) as db:
        app = await registered_apps.find(db, charge.client_id)
        payments = await appstore_store.payments_of(db, charge.charge_id, limit=MOST_SHOWN)
        agreement = await appstore_store.find_agreement(db, charge.charge_id)
        installed = await registered_apps.installed(db, charge.client_id)
    is_open = installed and charge_payments.is_open(charge, context.clock.now())
    state = _STATES[charge.state]
    if charge.state == "waiting" and not is_open:
        state = _EXPIRED
    return context.show(
        "charge.html",
        status=status,
        charge=charge,
        app_name=app.name if app is not None else charge.client_id,
        amount=_amount(charge.amount, charge.currency),
        is_open=is_open,
        state=context.translate(state),
        next_payment=None if agreement is None else time(agreement.next_at),
        payments=[
            (payment, time(payment.paid_at), _amount(payment.amount, payment.currency))
            for payment in payments
        ],
        outcomes=[
            (code, context.translate(label))
            for code, label in OUTCOMES.items()
            if charge.automatic == "T" or code != "declined_later"
        ],
        reasons=[(code, context.translate(label)) for code, label in _REASONS.items()],
        done=done,
        problem=problem,
    )


def _amount(amount: int, currency: str) -> str:
    return rendering.money(money(amount), currency)


def _not_found() -> PageError:
    return PageError(
        marked("Charge not found"),
        marked("There is no charge at this address."),
        status=404,
    )


def _unknown_deed() -> PageError:
    return PageError(
        marked("Something went wrong"),
        marked("The page has changed. Please open it again."),
        status=422,
    )
