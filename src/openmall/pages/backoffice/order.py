"""One order: what was bought, by whom, for whom, where it is, and what may be done with it now."""

from typing import Any, Final

from starlette.responses import Response

from openmall.contract.errors import ApiError, Invalid, NotFound, NotModified
from openmall.http.web.languages import marked
from openmall.http.web.pages import redirect
from openmall.pages.backoffice import claims, deeds, places, refusals
from openmall.pages.backoffice.bills import bill
from openmall.pages.backoffice.desk import Desk
from openmall.pages.backoffice.order_words import (
    ASKED_REASONS,
    METHODS,
    PAID,
    REASONS,
    REFUNDS,
    STATES,
    kind,
)
from openmall.pages.backoffice.orders import NUMBER
from openmall.pages.backoffice.refusals import NOTHING_REFUSED, Sheet
from openmall.pages.backoffice.showing import gone, money, number, show

_EMBEDDED: Final = (
    "items", "buyer", "receivers", "cancellation", "return", "exchange", "refunds",
)  # fmt: skip
_DATES: Final = {
    "shipped_date": marked("Shipped"),
    "delivered_date": marked("Delivered"),
    "purchaseconfirmation_date": marked("Purchase confirmed"),
    "cancel_request_date": marked("Cancellation requested"),
    "cancel_date": marked("Cancelled"),
    "return_request_date": marked("Return requested"),
    "return_collected_date": marked("Picked up"),
    "return_confirmed_date": marked("Returned"),
    "exchange_request_date": marked("Exchange requested"),
    "exchange_date": marked("Exchanged"),
    "refund_date": marked("Refunded"),
}
_PAID: Final = marked("Paid")
_REFUNDED: Final = marked("Refunded")
CLAIM_STEPS: Final = {
    "cancel": (
        ("canceled", marked("Cancel now")),
        ("canceling", marked("Cancel, refund follows")),
        ("accepted", marked("Accept, decide later")),
    ),
    "return": (
        ("accepted", marked("Accept, awaiting items")),
        ("processing", marked("Under way")),
        ("returned", marked("Returned, refund now")),
    ),
    "exchange": (
        ("accepted", marked("Accept, awaiting items")),
        ("exchanged", marked("Exchanged, ship the replacement")),
    ),
}


async def show_one(desk: Desk) -> Response:
    """`GET /admin/orders/{order_id}`."""
    code = desk.visit.query.text("claim")
    try:
        if not code:
            return await _page(desk, NOTHING_REFUSED)
        try:
            return await claims.show_request(desk, _number(desk), code)
        except Invalid as error:
            refused = refusals.sheet(desk, claims.ACCEPT, desk.visit.query, error)
            return await _page(desk, refused, status=error.status)
    except ApiError as error:
        return gone(desk, error)


def _number(desk: Desk) -> str:
    """Return the number of the order in the address. Raises NotFound."""
    order_id = number(desk, NUMBER)
    if not order_id:
        raise NotFound("There is no such order.")
    return order_id


async def _page(desk: Desk, refused: Sheet, *, status: int = 200) -> Response:
    order_id = _number(desk)
    shop = places.shop(desk)
    here = f"orders/{order_id}"
    order: dict[str, Any] = (await desk.ask(here, shop, embed=_EMBEDDED)).content
    items = order["items"]
    shipments = (await desk.ask(f"{here}/shipments", shop)).content
    carriers = (await desk.ask("carriers", shop)).content
    memos = (await desk.ask(f"{here}/memos", shop)).content
    payments = (await desk.ask(f"{here}/paymenttimeline", shop)).content
    can = deeds.possible(items)
    return show(
        desk,
        "order.html",
        status=status,
        deeds=deeds.DONE,
        sheet=refused,
        order=order,
        items=items,
        currency=order["currency"],
        bill=bill(desk, order),
        can=can,
        busy=any(can.values()) or bool(shipments),
        waiting=claims.waiting(order),
        asked_reasons=ASKED_REASONS,
        shop_no=places.shop(desk).get("shop_no", ""),
        shipments=[_shipment(items, each) for each in shipments],
        claims=_claims(order),
        withdrawable=deeds.withdrawable(order, items),
        memos=sorted(memos, key=lambda each: each["fixed"] != "T"),
        history=_history(desk, order, payments),
        carriers=[(each["shipping_carrier_code"], each["shipping_carrier"]) for each in carriers],
        tracks={each["shipping_carrier_code"]: each["track_shipment_url"] for each in carriers},
        reasons=[(code, desk.said(name)) for code, name in REASONS.items()],
        steps={
            deed: [(code, desk.said(name)) for code, name in steps]
            for deed, steps in CLAIM_STEPS.items()
        },
        states=STATES,
        kind=kind,
        paid=PAID,
        ways=METHODS,
        refunds=REFUNDS,
        address=places.address(desk, f"{desk.page.path}/{order_id}"),
    )


def _shipment(
    items: list[dict[str, Any]], shipment: dict[str, Any]
) -> tuple[dict[str, Any], list[dict[str, Any]], set[str]]:
    """Return a shipment, what is in it, and what may be done with it."""
    inside = [item for item in items if item["shipping_code"] == shipment["shipping_code"]]
    return shipment, inside, deeds.of_shipment(inside)


def _claims(order: dict[str, Any]) -> list[tuple[str, dict[str, Any]]]:
    """Return the order's claims with what each is of."""
    return [(name, each) for name in deeds.CLAIMS.values() for each in order[name] or []]


def _history(
    desk: Desk, order: dict[str, Any], payments: list[dict[str, Any]]
) -> list[tuple[str, str, str]]:
    """Return when what happened to what, the oldest first."""
    currency = order["currency"]
    found = [(order["order_date"], desk.said("Ordered"), "")]
    found += [
        (
            each["payment_datetime"],
            desk.said(_REFUNDED if float(each["paid_amount"]) < 0 else _PAID),
            money(each["paid_amount"].removeprefix("-"), currency),
        )
        for each in payments
        if each["payment_datetime"]
    ]
    found += [
        (item[name], desk.said(words), item["product_name"])
        for item in order["items"]
        for name, words in _DATES.items()
        if item[name]
    ]
    return sorted(found)


async def change(desk: Desk) -> Response:
    """`POST /admin/orders/{order_id}`: one deed."""
    form = await desk.form(most=500)
    deed = form.text("deed")
    path = f"{desk.page.path}/{desk.below}"
    try:
        order_id = _number(desk)
        if deed in claims.FORMS:
            return await claims.decide(desk, form, order_id)
        if deed in deeds.DEEDS:
            await deeds.DEEDS[deed](desk, form, order_id)
    except NotModified:
        return redirect(places.address(desk, path, done="same"))
    except ApiError as error:
        try:
            return await _page(desk, refusals.sheet(desk, deed, form, error), status=error.status)
        except ApiError as missing:
            return gone(desk, missing)
    return redirect(places.address(desk, path, done=deed))
