"""Payment of an order at the test gateway, where the buyer selects the outcome."""

from contextlib import suppress
from typing import Final

from starlette.responses import Response

from openmall.access.oauth.form_deeds import Deeds
from openmall.access.oauth.form_fields import Fields
from openmall.commerce.design.themes import default_pages
from openmall.commerce.order.billing.gateways import testing
from openmall.commerce.order.placement.checkout import front as checkout_front
from openmall.commerce.order.placement.checkout import payment_settlement
from openmall.commerce.order.placement.checkout import rules as checkout_rules
from openmall.commerce.order.placement.checkout.shape import OwnOrder, OwnPayment
from openmall.contract.errors import ApiError, NotModified
from openmall.http.web.languages import marked
from openmall.pages.sampleshop.checkout import order_states
from openmall.pages.sampleshop.page_context import PageContext

_TEST: Final = "test"
_STARTED: Final = "started"
_OPEN: Final = (_STARTED, "superseded")
_OUTCOMES: Final = ("approved", "declined")
_FAILURE_MESSAGES: Final = {
    "The test card was declined.": marked("The test card was declined."),
    "The order could not be supplied any more; the payment was given back.": marked(
        "The product sold out meanwhile. Your payment was refunded."
    ),
    "The order did not await payment any more; the payment was given back.": marked(
        "The order could no longer be paid. Your payment was refunded."
    ),
    "Another payment of the order was begun.": marked("Another payment was started."),
    "What is to be paid changed after the payment was begun.": marked(
        "The order changed. Please pay the new amount."
    ),
    "Another payment or amount took its place; the payment was given back.": marked(
        "The order changed or another payment was started. Your payment was refunded."
    ),
    "The order came to another amount meanwhile; the payment was given back.": marked(
        "The order amount changed. Your payment was refunded."
    ),
    "The gateway took another amount; the payment was given back.": marked(
        "The payment failed. Your money was refunded."
    ),
    "The order awaits payment again; the payment was given back.": marked(
        "The shop refunded your payment. You can pay again."
    ),
}
"""Failure reason of a payment in the API -> message for the buyer."""


async def show(context: PageContext, order: str) -> Response:
    """Show the payment; redirect to the order if it awaits none."""
    return await _show(context, order, None)


async def _show(context: PageContext, order: str, problem: ApiError | None) -> Response:
    content = await context.content(checkout_rules.retrieve, {"order_id": order})
    if not await order_states.method_to_pay(context, content):
        return context.redirect(f"/orders/{order}")
    payment = _latest_payment(content)
    reason = "" if payment is None else payment.reason
    reason = context.translate(_FAILURE_MESSAGES.get(reason, reason)) if reason else ""
    return await context.show(
        default_pages.PAYMENT,
        title=context.translate("Payment"),
        counted=False,
        problem=problem,
        order=content,
        payment=payment,
        due=str(content.actual_order_amount.total_amount_due),
        reason=reason,
    )


DEEDS: Final = Deeds("check", "again", without="check")
"""The buttons of the test gateway have a name of their own, `outcome`."""


async def submit(context: PageContext, form: Fields, order: str) -> Response:
    """Pay, or start another attempt; repeated submissions are executed once."""
    content = await context.content(checkout_rules.retrieve, {"order_id": order})
    method = await order_states.method_to_pay(context, content)
    if not method:
        return context.redirect(f"/orders/{order}")
    payment = _latest_payment(content)
    if form.deed == "again":
        try:
            draft = {"payment_method": method}
            await context.call(
                checkout_front.pay_again,
                {**draft, "order_id": order},
                key=f"again-{form.text('once')}",
            )
        except ApiError as error:
            if error.status == 422:
                return await _show(context, order, error)
            raise
        return context.redirect(f"/orders/{order}/payment")
    if payment is None or payment.state not in _OPEN:
        # settled before; what is due now is paid by another payment, which "again" begins
        return context.redirect(f"/orders/{order}/payment")
    if payment.state == _STARTED and payment.gateway == _TEST:
        await _pay_at_test_gateway(context, payment.payment_id, form.text("outcome"))
    # confirmed here as well, because a gateway's callback may be late or lost
    confirmation = await context.call(payment_settlement.confirm, {"order_id": order})
    if confirmation.content.state == "approved":
        return context.redirect(f"/orders/{order}", done="paid")
    return context.redirect(f"/orders/{order}/payment")


async def _pay_at_test_gateway(context: PageContext, payment_id: str, outcome: str) -> None:
    """Pay at the test gateway; the caller confirms the payment, so no callback is needed."""
    values = {"outcome": outcome or _OUTCOMES[0]}
    # already paid: the form was submitted twice
    with suppress(NotModified):
        await context.call(testing.pay, {**values, "payment_id": payment_id})


def _latest_payment(order: OwnOrder) -> OwnPayment | None:
    return order.payments[-1] if order.payments else None
