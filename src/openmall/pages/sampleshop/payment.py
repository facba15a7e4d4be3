"""Paying an order at the test gateway, where whoever pays says how that shall end."""

from typing import Any, Final

from starlette.responses import Response

from openmall.access.oauth.form_fields import Fields
from openmall.contract.errors import ApiError, NotModified
from openmall.http.web.languages import marked
from openmall.pages.sampleshop.visitor import Visitor

_TEST: Final = "test"
_OPEN: Final = "started"
_OUTCOMES: Final = ("approved", "declined")
_REASONS: Final = {
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
    "The order awaits payment again; the payment was given back.": marked(
        "The shop refunded your payment. You can pay again."
    ),
}
"""Why a payment came to nothing, as the API says it -> as a buyer is told."""


async def show(here: Visitor, order: str) -> Response:
    """Show what is to be paid; an order that awaits nothing is shown itself."""
    found = await here.content(f"orders/{order}")
    tried = _newest(found)
    if found["paid"] == "T" or tried is None:
        return here.go(f"/orders/{order}")
    reason = here.said(_REASONS.get(tried["reason"], tried["reason"]))
    return await here.show("payment.html", order=found, payment=tried, reason=reason)


async def take(here: Visitor, form: Fields, order: str) -> Response:
    """Pay, or begin another try; whatever was sent twice is done once."""
    found = await here.content(f"orders/{order}")
    tried = _newest(found)
    if tried is None or found["paid"] == "T":
        return here.go(f"/orders/{order}")
    if form.text("act") == "again":
        try:
            again = {"payment_method": tried["payment_method"]}
            await here.ask(
                f"orders/{order}/payments", again, method="POST", key=f"again-{form.text('once')}"
            )
        except ApiError as error:
            if error.status == 422:
                return here.go(f"/orders/{order}")
            raise
        return here.go(f"/orders/{order}/payment")
    if tried["state"] == _OPEN and tried["gateway"] == _TEST:
        await _pay(here, tried["payment_id"], form.text("outcome"))
    # asked as well when the shopper comes back, for a gateway's word may be late or lost
    taken = await here.ask(f"orders/{order}/payments/confirm", method="POST")
    if taken.content["state"] == "approved":
        return here.go(f"/orders/{order}", done="paid")
    return here.go(f"/orders/{order}/payment")


async def _pay(here: Visitor, payment_id: str, outcome: str) -> None:
    """Pay at the test gateway, and carry what it tells to the shop."""
    said = {"outcome": outcome if outcome in _OUTCOMES else _OUTCOMES[0]}
    path = f"testgateway/payments/{payment_id}"
    try:
        paid = (await here.ask(path, said, method="POST")).content
    except NotModified:
        return  # paid a moment ago: the form was sent twice
    for callback in paid["callbacks"]:
        await here.ask(f"payments/callbacks/{_TEST}", callback, method="POST")


def _newest(order: dict[str, Any]) -> Any:
    return order["payments"][-1] if order["payments"] else None
