"""What somebody ordered: the list, one order, and what may be done about it."""

import re
from collections.abc import Callable
from decimal import Decimal
from typing import Any, Final

from starlette.responses import Response

from openmall.access.oauth.form_fields import Fields
from openmall.contract.errors import ApiError, Invalid
from openmall.http.web import bills
from openmall.http.web.bills import Bill
from openmall.http.web.languages import marked
from openmall.pages.sampleshop import cart, states
from openmall.pages.sampleshop.checkout import METHODS
from openmall.pages.sampleshop.paging import Paging
from openmall.pages.sampleshop.visitor import Visitor

_SIZE: Final = 10
_CLAIM: Final = re.compile(r"[A-Za-z0-9-]{1,40}")
BUTTONS: Final = {
    "cancel": marked("Cancel"),
    "return": marked("Return"),
    "exchange": marked("Exchange"),
}
"""What may be asked for of an item -> what it is called."""
KINDS: Final = {
    "cancellation": marked("Cancellation"),
    "return": marked("Return"),
    "exchange": marked("Exchange"),
}
"""Kind of a claim -> what it is called."""
STEPS: Final = {
    "requested": marked("requested"),
    "accepted": marked("accepted"),
    "canceling": marked("in progress"),
    "canceled": marked("cancelled"),
    "processing": marked("in progress"),
    "picked up": marked("picked up"),
    "returned": marked("returned"),
    "exchanged": marked("exchanged"),
    "undone": marked("withdrawn"),
}
"""How far a claim is -> how that is said."""
_DELIVERED: Final = "N40"


async def listing(here: Visitor) -> Response:
    """Show what somebody ordered, the newest first; a stranger has ordered nothing."""
    paging = Paging(here, _SIZE)
    found = [] if here.shopper is None else await here.content("orders", **paging.sent)
    numbers = [order["items"][0]["product_no"] for order in found if order["items"]]
    return await here.show(
        "orders.html",
        orders=[(each, _bill(here, each)) for each in found],
        pictures=await cart.pictures(here, numbers),
        newer=paging.newer(),
        older=paging.older(len(found)),
        state=_states(here),
    )


async def show(here: Visitor, order: str, *, problem: ApiError | None = None) -> Response:
    """Show an order of the shopper's own."""
    found = await here.content(f"orders/{order}")
    claimable = await here.content(f"orders/{order}/claimableitems")
    claims = await here.content(f"orders/{order}/claims")
    payment: Any = found["payments"][-1] if found["payments"] else None
    awaits = found["paid"] == "F" and any(each["order_status"] == "N00" for each in found["items"])
    return await here.show(
        "order.html",
        status=200 if problem is None else problem.status,
        problem=problem,
        order=found,
        pictures=await cart.pictures(here, [each["product_no"] for each in found["items"]]),
        buttons={
            each["order_item_code"]: [(name, here.said(BUTTONS[name])) for name in each["buttons"]]
            for each in claimable
        },
        claims=[_said(here, each) for each in claims],
        methods=[here.said(METHODS.get(each, each)) for each in found["payment_method"]],
        bill=_bill(here, found),
        state=_states(here),
        to_pay=awaits and payment is not None,
        to_transfer=awaits and payment is None,
        to_confirm=any(each["order_status"] == _DELIVERED for each in found["items"]),
    )


async def take(here: Visitor, form: Fields, order: str) -> Response:
    """Confirm a purchase, or withdraw what was asked for."""
    try:
        if form.text("act") == "confirm":
            await here.ask(f"orders/{order}/confirmations", method="POST")
            return here.go(f"/orders/{order}", done="confirmed")
        code = form.text("claim")
        if not _CLAIM.fullmatch(code):
            raise Invalid("There is no such claim.", parameter="claim_code")
        await here.ask(f"orders/{order}/claims/{code}", method="DELETE")
        return here.go(f"/orders/{order}", done="withdrawn")
    except ApiError as error:
        if error.status in (403, 409, 422):
            return await show(here, order, problem=error)
        raise


def _bill(here: Visitor, order: dict[str, Any]) -> Bill:
    benefits = Decimal(order["benefit_discount_amount"])
    return bills.of_order(order, here.language, benefits=benefits)


def _states(here: Visitor) -> Callable[[str], str]:
    return lambda status: here.said(states.said_of(status))


def _said(here: Visitor, claim: dict[str, Any]) -> dict[str, Any]:
    step = "undone" if claim["undone"] == "T" else claim["status"]
    return {
        **claim,
        "kind_said": here.said(KINDS.get(claim["kind"], claim["kind"])),
        "step_said": here.said(STEPS.get(step, step)),
        "open": claim["undone"] != "T" and claim["status"] == "requested",
    }
