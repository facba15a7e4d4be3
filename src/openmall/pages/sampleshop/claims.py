"""Asking for something of an item that was ordered: to cancel, return or exchange it."""

from typing import Any, Final

from starlette.responses import Response

from openmall.access.oauth.form_fields import Fields
from openmall.contract.errors import ApiError, NotFound
from openmall.http.web.languages import marked
from openmall.pages.sampleshop.orders import BUTTONS
from openmall.pages.sampleshop.visitor import Visitor

_PATHS: Final = {
    "cancel": "cancellationrequests",
    "return": "returnrequests",
    "exchange": "exchangerequests",
}
_CHANGED_MIND: Final = marked("I changed my mind")
_OTHER: Final = marked("Another reason")
_SENT: Final = {
    "A": _CHANGED_MIND,
    "E": marked("I am not satisfied with the product"),
    "K": marked("It is defective"),
    "J": marked("It is not what I ordered"),
    "I": _OTHER,
}
REASONS: Final = {
    "cancel": {
        "A": _CHANGED_MIND,
        "B": marked("It takes too long"),
        "G": marked("I am not satisfied with the service"),
        "I": _OTHER,
    },
    "return": _SENT,
    "exchange": _SENT,
}
"""What is asked for -> code of a reason of the API, and how a buyer would say it."""


async def show(here: Visitor, order: str) -> Response:
    """Show the form with which somebody asks for something, named in the address."""
    query = here.visit.query
    return await _show(here, order, query.text("kind"), query.text("item"))


async def take(here: Visitor, form: Fields, order: str) -> Response:
    """Ask for it."""
    kind, item = form.text("kind"), form.text("item")
    said = {name: form.text(name) for name in ("quantity", "reason_type", "reason")}
    if kind not in _PATHS:
        raise NotFound("There is no such page.")
    asked: dict[str, Any] = {
        "reason_type": said["reason_type"],
        "reason": said["reason"],
        "items": [{"order_item_code": item, "quantity": said["quantity"]}],
    }
    if kind == "return":
        asked["request_pickup"] = form.text("request_pickup") or "F"
    try:
        await here.ask(f"orders/{order}/{_PATHS[kind]}", asked, method="POST")
    except ApiError as error:
        if error.status in (403, 409, 422):
            return await _show(here, order, kind, item, problem=error, said=said)
        raise
    return here.go(f"/orders/{order}", done="asked")


async def _show(
    here: Visitor,
    order: str,
    kind: str,
    item: str,
    *,
    problem: ApiError | None = None,
    said: dict[str, str] | None = None,
) -> Response:
    claimable = await here.content(f"orders/{order}/claimableitems")
    found = [
        each for each in claimable if each["order_item_code"] == item and kind in each["buttons"]
    ]
    if not found:
        raise NotFound("There is no such page.")
    return await here.show(
        "claim.html",
        status=200 if problem is None else problem.status,
        problem=problem,
        order_id=order,
        kind=kind,
        kind_said=here.said(BUTTONS[kind]),
        item=found[0],
        reasons=[(code, here.said(words)) for code, words in REASONS[kind].items()],
        said=said or {"quantity": str(found[0]["quantity"]), "reason_type": "A", "reason": ""},
    )
