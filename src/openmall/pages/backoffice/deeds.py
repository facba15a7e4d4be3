"""What may be done with an order now, and how each of it is told to the API.

What an item may become says the one table of states; a page offers only that. Whoever is slower
than somebody else is refused by the API, and told so.
"""

from collections.abc import Awaitable, Callable, Iterable
from typing import Any, Final

from msgspec import Struct

from openmall.access.oauth.form_fields import Fields
from openmall.commerce.order import states
from openmall.commerce.order.states import TRANSITIONS
from openmall.contract.errors import Invalid, NotFound, NotModified
from openmall.http.web.languages import marked
from openmall.pages.backoffice.desk import Desk
from openmall.pages.backoffice.places import shop

Item = dict[str, Any]
MOST_ITEMS: Final = 100
"""Items of one form."""

_STARTS: Final = {way.transition: frozenset(way.starts) for way in TRANSITIONS}
ASKED: Final = frozenset(("C00", "R00", "E00"))
"""States of an item for which its buyer asked for a claim that nobody has decided."""
_FROM: Final = {
    "prepare": _STARTS["prepare"],
    "hold": _STARTS["hold"],
    "unhold": _STARTS["unhold"],
    # what was delivered is sent again by its shipment, not by a new one
    "ship": _STARTS["ship"] - {"N40"},
    "confirm": _STARTS["confirm"],
    "unconfirm": _STARTS["unconfirm"],
    "cancel": _STARTS["cancel"] | _STARTS["cancel unpaid, by shop"],
    "return": _STARTS["returned"],
    "exchange": _STARTS["exchanged"],
    "refuse": ASKED,
}
"""Deed of a form -> states of the items it is offered for."""
_ASKED: Final = {"C": "cancellationrequests", "R": "returnrequests", "E": "exchangerequests"}
CLAIMS: Final = {"cancel": "cancellation", "return": "return", "exchange": "exchange"}
"""Deed of a form -> what the API calls the claim."""
OF_CLAIMS: Final = {deed: _FROM[deed] & states.OPEN_CLAIM for deed in CLAIMS}
"""Deed of a form -> states of the items of an open claim that it completes."""

DONE: Final = {
    "pay": marked("The order is paid."),
    "unpay": marked("The order is no longer marked as paid."),
    "prepare": marked("The items are being prepared."),
    "hold": marked("The items are on hold."),
    "unhold": marked("The items are no longer on hold."),
    "ship": marked("The items were shipped."),
    "track": marked("The tracking number was saved."),
    "deliver": marked("The shipment is delivered."),
    "unship": marked("The shipment was cancelled."),
    "confirm": marked("The purchase is confirmed."),
    "unconfirm": marked("The purchase is no longer confirmed."),
    "cancel": marked("The cancellation was saved."),
    "return": marked("The return was saved."),
    "exchange": marked("The exchange was saved."),
    "accept": marked("The request was accepted."),
    "completed": marked("The request is complete."),
    "refuse": marked("The request was refused."),
    "withdraw": marked("The request was withdrawn."),
    "refund": marked("The refund is complete."),
    "memo": marked("The note was saved."),
    "forget": marked("The note was deleted."),
}


class Claim(Struct, frozen=True, kw_only=True):
    """A claim that may still be withdrawn."""

    kind: str
    claim_code: str


def possible(items: list[Item]) -> dict[str, list[Item]]:
    """Return every deed -> the items it may be done with now."""
    found = {
        deed: [item for item in items if item["order_status"] in starts]
        for deed, starts in _FROM.items()
    }
    found["pay"] = [item for item in items if item["order_status"] == "N00"]
    bought = [item for item in items if item["order_status"] not in states.OVER]
    paid = [item for item in bought if item["order_status"] in _STARTS["unpay"]]
    # the money of an order is taken back as a whole
    found["unpay"] = paid if len(paid) == len(items) else []
    return found


def of_shipment(items: Iterable[Item]) -> set[str]:
    """Return what may be done now with a shipment of items."""
    here = {item["order_status"] for item in items}
    found = {
        deed
        for deed in ("deliver", "unship")
        if here & _STARTS[deed] and (deed == "deliver" or here <= _STARTS[deed])
    }
    return found | {"track"} if here & {"N21", "N30", "N40"} else found


def withdrawable(order: dict[str, Any], items: list[Item]) -> list[Claim]:
    """Return the claims of an order that may come to nothing yet."""
    open_now = {item["claim_code"] for item in items if item["order_status"] in states.WITHDRAWABLE}
    return [
        Claim(kind=kind, claim_code=each["claim_code"])
        for kind in CLAIMS.values()
        for each in order[kind] or []
        if each["claim_code"] in open_now and each["undone"] != "T"
    ]


def chosen(form: Fields) -> dict[str, str]:
    """Return the items that are ticked in a form -> how many units of each, as typed."""
    found = {}
    for row in range(MOST_ITEMS):
        code = form.text(f"item-{row}")
        if code:
            found[code] = form.text(f"quantity-{row}").strip()
    if not found:
        raise Invalid("At least one item is named.", parameter="order_item_code")
    return found


async def _ask(
    desk: Desk, path: str, sent: dict[str, Any] | None = None, *, method: str = "GET"
) -> Any:
    told = await desk.ask(path, {**(sent or {}), **shop(desk)}, method=method)
    return told.content


async def _pay(desk: Desk, form: Fields, order_id: str) -> None:
    await _ask(desk, "payments", {"order_id": order_id, "status": "paid"}, method="PUT")


async def _unpay(desk: Desk, form: Fields, order_id: str) -> None:
    await _ask(desk, "payments", {"order_id": order_id, "status": "unpaid"}, method="PUT")


async def _process(desk: Desk, form: Fields, order_id: str) -> None:
    sent = {"process_status": form.text("deed"), "order_item_code": list(chosen(form))}
    await _ask(desk, f"orders/{order_id}", sent, method="PUT")


async def _confirm(desk: Desk, form: Fields, order_id: str) -> None:
    sent = {
        "purchase_confirmation": "T" if form.text("deed") == "confirm" else "F",
        "order_item_code": list(chosen(form)),
    }
    await _ask(desk, f"orders/{order_id}", sent, method="PUT")


async def _ship(desk: Desk, form: Fields, order_id: str) -> None:
    sent = {
        "tracking_no": form.text("tracking_no").strip(),
        "shipping_company_code": form.text("shipping_company_code"),
        "order_item_code": list(chosen(form)),
        "status": "shipping",
    }
    await _ask(desk, f"orders/{order_id}/shipments", sent, method="POST")


async def _shipment(desk: Desk, form: Fields, order_id: str) -> None:
    path = f"orders/{order_id}/shipments/{code_of(form, 'shipping_code')}"
    deed = form.text("deed")
    if deed == "unship":
        await _ask(desk, path, method="DELETE")
    elif deed == "deliver":
        await _ask(desk, path, {"status": "shipped"}, method="PUT")
    else:
        sent = {
            "tracking_no": form.text("shipped_tracking_no").strip(),
            "shipping_company_code": form.text("shipped_company_code"),
        }
        await _ask(desk, path, sent, method="PUT")


async def _refuse(desk: Desk, form: Fields, order_id: str) -> None:
    """Refuse what a buyer asked for, of each kind of claim by itself."""
    told = await _ask(desk, f"orders/{order_id}/items")
    states_of = {item["order_item_code"]: item["order_status"] for item in told}
    by_kind: dict[str, list[str]] = {}
    for code in chosen(form):
        by_kind.setdefault(states_of.get(code, "C00")[0], []).append(code)
    for letter, codes in by_kind.items():
        if letter not in _ASKED:
            raise NotModified()
        sent: dict[str, Any] = {"order_id": order_id, "order_item_code": codes, "undone": "T"}
        if form.text("refuse_reason"):
            sent["reason"] = form.text("refuse_reason")
        await _ask(desk, _ASKED[letter], sent, method="PUT")


async def _withdraw(desk: Desk, form: Fields, order_id: str) -> None:
    kind = form.text("kind")
    if kind not in CLAIMS.values():
        raise NotFound("There is no such claim.")
    sent = {"undone": "T", "recover_inventory": "F", "add_memo_too": "F"}
    path = f"orders/{order_id}/{kind}/{code_of(form, 'claim_code')}"
    await _ask(desk, path, sent, method="PUT")


async def _refund(desk: Desk, form: Fields, order_id: str) -> None:
    path = f"orders/{order_id}/refunds/{code_of(form, 'refund_code')}"
    await _ask(desk, path, {"status": "complete", "send_sms": "F", "send_mail": "F"}, method="PUT")


async def _memo(desk: Desk, form: Fields, order_id: str) -> None:
    content = form.text("content").strip()
    if not content:
        raise Invalid("A required parameter is missing.", parameter="content")
    sent = {"content": content, "fixed": form.text("fixed") or "F"}
    await _ask(desk, f"orders/{order_id}/memos", sent, method="POST")


async def _forget(desk: Desk, form: Fields, order_id: str) -> None:
    await _ask(desk, f"orders/{order_id}/memos/{code_of(form, 'memo_no')}", method="DELETE")


def code_of(form: Fields, name: str) -> str:
    """Return what one of the page's own hidden fields says. Raises NotFound for anything else."""
    code = form.text(name)
    if not code or not code.replace("-", "").isalnum():
        raise NotFound("There is no such thing.", parameter=name)
    return code


DEEDS: Final[dict[str, Callable[[Desk, Fields, str], Awaitable[None]]]] = {
    "pay": _pay,
    "unpay": _unpay,
    "prepare": _process,
    "hold": _process,
    "unhold": _process,
    "ship": _ship,
    "track": _shipment,
    "deliver": _shipment,
    "unship": _shipment,
    "confirm": _confirm,
    "unconfirm": _confirm,
    "refuse": _refuse,
    "withdraw": _withdraw,
    "refund": _refund,
    "memo": _memo,
    "forget": _forget,
}
"""What the forms of an order's page do."""
