"""The orders: found, and looked through by what is to be done with them."""

import datetime
import re
from typing import Any, Final

from msgspec import Struct
from msgspec.structs import replace
from starlette.responses import Response

from openmall.contract.errors import ApiError
from openmall.contract.moments import moment
from openmall.http.web.languages import marked
from openmall.http.web.pages import redirect
from openmall.pages.backoffice import lists, refusals, several
from openmall.pages.backoffice.bills import EMBEDDED, bill
from openmall.pages.backoffice.desk import Desk
from openmall.pages.backoffice.lists import ROWS, Look
from openmall.pages.backoffice.order_words import METHODS, PAID, STATES, kind
from openmall.pages.backoffice.refusals import NOTHING_REFUSED
from openmall.pages.backoffice.several import Outcome
from openmall.pages.backoffice.showing import show

NAMES: Final = (
    "shop_no", "tab", "field", "keyword", "payment_status", "payment_method", "date_type", "from",
    "to",
)  # fmt: skip
SEARCHED: Final = {
    "order_id": marked("Order number"),
    "buyer_name": marked("Buyer"),
    "member_id": marked("Member ID"),
    "buyer_cellphone": marked("Mobile phone of the buyer"),
    "buyer_email": marked("Email of the buyer"),
    "receiver_name": marked("Recipient"),
    "product_no": marked("Product number"),
    "product_code": marked("Product code"),
}
_LISTED: Final = frozenset(("order_id", "product_no"))
"""What the API takes as a list."""
DATES: Final = {
    "order_date": marked("Order"),
    "pay_date": marked("Payment"),
    "shipbegin_date": marked("Shipped on"),
    "shipend_date": marked("Delivered on"),
    "cancel_date": marked("Cancellation"),
}
PAYMENTS: Final = {
    "F": marked("Not paid"),
    "M": marked("Awaiting more money"),
    "P": marked("Paid"),
}
_METHODS: Final = (
    "cash", "card", "tcash", "icash", "cell", "deferpay", "cvs", "mileage", "deposit", "etc",
)  # fmt: skip
_FIELDS: Final = {**dict.fromkeys(SEARCHED, "keyword"), "start_date": "from", "end_date": "to"}


NUMBER: Final = re.compile(r"[0-9]{8}-[0-9]{7,10}")
_STEPS: Final = {
    "pay": ("payments", {"status": "paid"}),
    "prepare": ("orders/{}", {"process_status": "prepare"}),
}
"""Deed of the list -> the operation it is, and what is sent along."""
_DEEDS: Final = {
    "pay": marked("The selected orders are marked as paid."),
    "prepare": marked("The selected orders are being prepared."),
    "none": marked("No orders selected."),
}
_REACH: Final = datetime.timedelta(days=89)


class Tab(Struct, frozen=True, kw_only=True):
    """Orders by what is to be done with them."""

    name: str
    states: tuple[str, ...]
    """Of their items; empty: any."""
    counted: bool = True
    """They are few, as they wait for somebody to do something."""


TABS: Final = {
    "": Tab(name=marked("All"), states=(), counted=False),
    "unpaid": Tab(name=marked("Awaiting payment"), states=("N00",)),
    "paid": Tab(name=marked("To prepare"), states=("N10",)),
    "prepared": Tab(name=marked("To ship"), states=("N20", "N21")),
    "held": Tab(name=marked("On hold"), states=("N22",)),
    "sent": Tab(name=marked("In transit"), states=("N30",)),
    "delivered": Tab(name=marked("Delivered"), states=("N40", "N50"), counted=False),
    "cancelling": Tab(name=marked("Cancellations"), states=("C00", "C10", "C34", "C36")),
    "returning": Tab(
        name=marked("Returns"), states=("R00", "R10", "R12", "R13", "R20", "R30", "R31")
    ),
    "exchanging": Tab(
        name=marked("Exchanges"), states=("E00", "E10", "E12", "E13", "E20", "E30", "E31")
    ),
    "refunding": Tab(
        name=marked("To refund"),
        states=("C41", "C42", "C43", "R34", "R36", "R41", "R42", "R43", "E34", "E36"),
    ),
}


async def show_list(desk: Desk) -> Response:
    """`GET /admin/orders`: the orders that were asked for, the newest first."""
    return await _list(desk)


async def _list(desk: Desk, outcomes: list[Outcome] | None = None) -> Response:
    look = _within_reach(desk, lists.look(desk, NAMES))
    refused, found = NOTHING_REFUSED, []
    try:
        found = (
            await desk.ask("orders", {**_sent(look), **look.window}, embed=(*EMBEDDED, "buyer"))
        ).content
    except ApiError as error:
        refused = refusals.sheet(desk, "search", desk.visit.query, error, _FIELDS)
    rows = [
        (each, _state_codes(each), _summary(each), bill(desk, each).total) for each in found[:ROWS]
    ]
    return show(
        desk,
        "orders.html",
        status=422 if refused.deed or outcomes else 200,
        deeds=_DEEDS,
        look=look,
        outcomes=outcomes or [],
        tabs=await _tabs(desk, look),
        searched=_named(desk, SEARCHED),
        dates=_named(desk, DATES),
        payments=_named(desk, PAYMENTS),
        methods=[(code, desk.said(METHODS[code])) for code in _METHODS],
        sheet=refused,
        orders=rows,
        turn=look.turn(found),
        states=STATES,
        kind=kind,
        paid=PAID,
        ways=METHODS,
    )


async def move(desk: Desk) -> Response:
    """`POST /admin/orders`: take the chosen orders a step further, one by one."""
    form = await desk.form()
    deed, numbers = form.text("deed"), several.chosen(form)
    look = lists.look(desk, NAMES)
    if deed not in _STEPS or not numbers:
        return redirect(look.address(done="none"))
    path, sent = _STEPS[deed]
    shop = look.sent(("shop_no",))
    outcomes = await several.done(
        desk,
        [number for number in numbers if NUMBER.fullmatch(number)],
        lambda number: desk.ask(
            path.format(number), {"order_id": number, **sent, **shop}, method="PUT"
        ),
    )
    if outcomes:
        return await _list(desk, outcomes)
    return redirect(look.address(done=deed))


def _within_reach(desk: Desk, look: Look) -> Look:
    """Return what is to be seen, within the last months where that would take long otherwise.

    Who was to receive it and how it was paid is read order by order. The period stands in its
    fields, to be changed.
    """
    given = look.given
    far = given["keyword"] and given["field"] == "receiver_name"
    if given["from"] or given["to"] or not (far or look.asks("payment_status", "payment_method")):
        return look
    today = moment(desk.clock.now()).date()
    period = {"from": (today - _REACH).isoformat(), "to": today.isoformat()}
    return replace(look, given={**given, **period})


def _named(desk: Desk, names: dict[str, str]) -> list[tuple[str, str]]:
    return [(code, desk.said(name)) for code, name in names.items()]


def _sent(look: Look) -> dict[str, Any]:
    given = look.given
    sent = look.sent(("shop_no", "payment_status"))
    if given["keyword"]:
        field = given["field"] if given["field"] in SEARCHED else "order_id"
        sent[field] = [given["keyword"]] if field in _LISTED else given["keyword"]
    if given["payment_method"]:
        sent["payment_method"] = [given["payment_method"]]
    if given["from"] or given["to"]:
        sent |= {"date_type": given["date_type"] or "order_date"}
        sent |= {
            name: given[field]
            for name, field in (("start_date", "from"), ("end_date", "to"))
            if given[field]
        }
    tab = TABS.get(given["tab"], TABS[""])
    if tab.states:
        sent["order_status"] = list(tab.states)
    return sent


async def _tabs(desk: Desk, look: Look) -> list[tuple[bool, str, str, int | None]]:
    """Return of each tab whether it is open, name, address and count; none of the endless."""
    here = look.given["tab"] if look.given["tab"] in TABS else ""
    shop = look.sent(("shop_no",))
    found: list[tuple[bool, str, str, int | None]] = []
    for code, tab in TABS.items():
        count = None
        if tab.counted:
            try:
                sent = {**shop, "order_status": list(tab.states)}
                count = (await desk.ask("orders/count", sent)).content
            except ApiError:
                # a shop there is not, which the search says
                count = None
        found.append((code == here, desk.said(tab.name), look.address(tab=code, page=""), count))
    return found


def _state_codes(order: dict[str, Any]) -> list[str]:
    return list(dict.fromkeys(item["order_status"] for item in order["items"]))


def _summary(order: dict[str, Any]) -> tuple[str, int]:
    """Return the name of the first item, and how many others there are."""
    items = order["items"]
    return (items[0]["product_name"], len(items) - 1) if items else ("", 0)
