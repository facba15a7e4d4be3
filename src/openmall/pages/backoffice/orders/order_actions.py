"""The actions an order allows now, and their API calls.

The table of state transitions decides which actions a page offers. When another manager was
faster, the API rejects the action, and the page shows the error.
"""

from collections.abc import Awaitable, Callable, Iterable, Mapping, Sequence
from typing import Final, TypeVar

from msgspec import Struct

from openmall.access.oauth.form_fields import Fields
from openmall.commerce.order import memos as order_memos
from openmall.commerce.order import order_service, states
from openmall.commerce.order.billing.payments import rules as payment_rules
from openmall.commerce.order.billing.refunds import rules as refund_rules
from openmall.commerce.order.claims import admin as claim_admin
from openmall.commerce.order.claims.shape import Cancellation
from openmall.commerce.order.fulfilment.shipments import office as shipment_office
from openmall.commerce.order.fulfilment.shipments import rules as shipment_rules
from openmall.commerce.order.order_view import rules as order_view
from openmall.commerce.order.order_view.shape import Order
from openmall.commerce.order.orders.item_shape import Item
from openmall.commerce.order.receivers import rules as receiver_rules
from openmall.commerce.order.states import TRANSITIONS
from openmall.contract.call import Call
from openmall.contract.embedded import embedded
from openmall.contract.errors import Invalid, NotFound, NotModified, PreconditionFailed
from openmall.contract.json_values import Encodable
from openmall.contract.refusal import Phrase
from openmall.contract.refusals import MISSING, NO_ITEM_NAMED, NO_SUCH
from openmall.http.web.languages import marked
from openmall.pages.backoffice import sent_once, shown_values, typed_phones
from openmall.pages.backoffice.addresses import shop_parameters
from openmall.pages.backoffice.dispatch import carrier_choices
from openmall.pages.backoffice.page_context import PageContext

P = TypeVar("P", bound=Struct)
A = TypeVar("A")
MAX_ITEMS: Final = 100
"""Maximum number of items of one form."""

_STARTS: Final = {way.transition: frozenset(way.starts) for way in TRANSITIONS}
REQUESTED_STATES: Final = frozenset(("C00", "R00", "E00"))
"""States of an item with an undecided claim request of its buyer."""
_OFFERED_IN: Final = {
    "prepare": _STARTS["prepare"],
    "hold": _STARTS["hold"],
    "unhold": _STARTS["unhold"],
    # a delivered item is shipped again through its shipment, not a new one
    "ship": _STARTS["ship"] - {"N40"},
    "confirm": _STARTS["confirm"],
    "unconfirm": _STARTS["unconfirm"],
    "cancel": _STARTS["cancel"] | _STARTS["cancel unpaid, by shop"],
    "return": _STARTS["returned"],
    "exchange": _STARTS["exchanged"],
    "refuse": REQUESTED_STATES,
}
"""Action of a form -> states of the items it is offered for."""
_REFUSALS: Final = {
    "C": claim_admin.refuse_cancellation,
    "R": claim_admin.refuse_return,
    "E": claim_admin.refuse_exchange,
}
"""Letter of an item's state -> the operation that refuses requests of its buyer."""
CLAIMS: Final = {"cancel": "cancellation", "return": "return", "exchange": "exchange"}
"""Action of a form -> the claim's name in the API."""
CHANGES: Final = {
    "cancellation": claim_admin.change_cancellation,
    "return": claim_admin.change_return,
    "exchange": claim_admin.change_exchange,
}
"""A claim's name in the API -> the operation that changes it."""
COMPLETABLE_STATES: Final = {action: _OFFERED_IN[action] & states.OPEN_CLAIM for action in CLAIMS}
"""Action of a form -> states of the items of an open claim that it completes."""

MESSAGES: Final = {
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
    "edit": marked("The order was changed."),
    "receiver": marked("The recipient was changed."),
    "memo": marked("The note was saved."),
    "forget": marked("The note was deleted."),
}


RECEIVER_FIELDS: Final = (
    "name", "phone", "cellphone", "zipcode", "address1", "address2", "address_city",
    "address_state", "shipping_message",
)  # fmt: skip
"""Fields of a parcel's recipient that a form changes, before the parcel is sent."""


class Claim(Struct, frozen=True, kw_only=True):
    """A claim that may still be withdrawn."""

    kind: str
    claim_code: str


def items_by_action(items: list[Item]) -> dict[str, list[Item]]:
    """Return every action -> the items that allow it now."""
    by_action = {
        action: [item for item in items if item.order_status in starts]
        for action, starts in _OFFERED_IN.items()
    }
    by_action["pay"] = [item for item in items if item.order_status == "N00"]
    remaining = [item for item in items if item.order_status not in states.OVER]
    paid = [item for item in remaining if item.order_status in _STARTS["unpay"]]
    # a payment can only be undone for the complete order
    by_action["unpay"] = paid if len(paid) == len(items) else []
    return by_action


def changeable_parcels(items: Iterable[Item]) -> set[str]:
    """Return the parcels whose recipient can change: not sent, and something is left to send."""
    items = list(items)
    sent = {item.shipping_code for item in items if item.shipped_date}
    return {item.shipping_code for item in items if item.order_status not in states.OVER} - sent


def shipment_actions(items: Iterable[Item]) -> set[str]:
    """Return the actions that a shipment of items allows now."""
    item_states = {item.order_status for item in items}
    actions = {
        action
        for action in ("deliver", "unship")
        if item_states & _STARTS[action] and (action == "deliver" or item_states <= _STARTS[action])
    }
    return actions | {"track"} if item_states & {"N21", "N30", "N40"} else actions


def claims_of(order: Order, kind: str) -> Sequence[Cancellation]:
    """Return the claims of a kind of an order: cancellation, return or exchange."""
    if kind == "cancellation":
        return embedded(order.cancellation)
    return embedded(order.return_) if kind == "return" else embedded(order.exchange)


def withdrawable_claims(order: Order, items: list[Item]) -> list[Claim]:
    """Return the claims of an order that can still be withdrawn."""
    open_now = {item.claim_code for item in items if item.order_status in states.WITHDRAWABLE}
    return [
        Claim(kind=kind, claim_code=each.claim_code)
        for kind in CLAIMS.values()
        for each in claims_of(order, kind)
        if each.claim_code in open_now and each.undone != "T"
    ]


def selected_items(form: Fields) -> dict[str, str]:
    """Return the selected items of a form -> their quantities, as typed."""
    selected = {}
    for row in range(MAX_ITEMS):
        code = form.text(f"item-{row}")
        if code:
            selected[code] = form.text(f"quantity-{row}").strip()
    if not selected:
        raise Invalid(NO_ITEM_NAMED, parameter="order_item_code")
    return selected


async def _call(
    context: PageContext,
    operation: Callable[[Call, P], Awaitable[A]],
    parameters: Mapping[str, Encodable],
    *,
    key: str = "",
) -> A:
    sent = {**parameters, **shop_parameters(context)}
    return (await context.call(operation, sent, key=key)).content


async def _pay(context: PageContext, form: Fields, order_id: str) -> None:
    await _call(context, payment_rules.change, {"order_id": order_id, "status": "paid"})


async def _unpay(context: PageContext, form: Fields, order_id: str) -> None:
    await _call(context, payment_rules.change, {"order_id": order_id, "status": "unpaid"})


async def _process(context: PageContext, form: Fields, order_id: str) -> None:
    parameters = {
        "process_status": form.deed,
        "order_item_code": list(selected_items(form)),
    }
    await _call(context, order_service.process, {**parameters, "order_id": order_id})


async def _confirm(context: PageContext, form: Fields, order_id: str) -> None:
    parameters = {
        "purchase_confirmation": "T" if form.deed == "confirm" else "F",
        "order_item_code": list(selected_items(form)),
    }
    await _call(context, order_service.process, {**parameters, "order_id": order_id})


async def _ship(context: PageContext, form: Fields, order_id: str) -> None:
    offered = await carrier_choices.offered(context)
    parameters = {
        "tracking_no": form.text("tracking_no").strip(),
        **offered.parameters(form.text("shipping_company_code")),
        "order_item_code": list(selected_items(form)),
        "status": "shipping",
    }
    await _call(context, shipment_rules.create, {**parameters, "order_id": order_id})


async def _shipment(context: PageContext, form: Fields, order_id: str) -> None:
    named = {"order_id": order_id, "shipping_code": hidden_code(form, "shipping_code")}
    action = form.deed
    if action == "unship":
        await _call(context, shipment_rules.delete, named)
    elif action == "deliver":
        await _call(context, shipment_rules.change, {"status": "shipped", **named})
    else:
        parameters: dict[str, Encodable] = {"tracking_no": form.text("shipped_tracking_no").strip()}
        shown, chosen = form.text("was_company_code"), form.text("shipped_company_code")
        if not shown or chosen != shown:
            offered = await carrier_choices.offered(context)
            parameters |= offered.parameters(chosen)
        await _call(context, shipment_office.change, {**parameters, **named})


async def _refuse(context: PageContext, form: Fields, order_id: str) -> None:
    """Refuse a buyer's requests, with one call for each kind of claim."""
    items = await _call(context, order_view.items, {"order_id": order_id})
    states_of = {item.order_item_code: item.order_status for item in items}
    by_kind: dict[str, list[str]] = {}
    for code in selected_items(form):
        by_kind.setdefault(states_of.get(code, "C00")[0], []).append(code)
    for letter, codes in by_kind.items():
        if letter not in _REFUSALS:
            raise NotModified()
        parameters: dict[str, Encodable] = {
            "order_id": order_id,
            "order_item_code": codes,
            "undone": "T",
        }
        if form.text("refuse_reason"):
            parameters["reason"] = form.text("refuse_reason")
        sent = {**parameters, **shop_parameters(context)}
        # of several refusals one may fail: those that were made are not made again
        await sent_once.call(context, form, _REFUSALS[letter], sent, action=letter)


async def _withdraw(context: PageContext, form: Fields, order_id: str) -> None:
    kind = form.text("kind")
    if kind not in CLAIMS.values():
        raise NotFound(NO_SUCH, resource=Phrase("claim"))
    parameters = {"undone": "T", "recover_inventory": "F", "add_memo_too": "F"}
    named = {"order_id": order_id, "claim_code": hidden_code(form, "claim_code")}
    await _call(context, CHANGES[kind], {**parameters, **named})


async def _refund(context: PageContext, form: Fields, order_id: str) -> None:
    parameters = {
        "order_id": order_id,
        "refund_code": hidden_code(form, "refund_code"),
        "status": "complete",
        "payment_gateway_cancel": "T" if form.is_ticked("by_gateway") else "F",
        "send_sms": "F",
        "send_mail": "F",
    }
    await _call(context, refund_rules.change, parameters)


async def _receiver(context: PageContext, form: Fields, order_id: str) -> None:
    code = hidden_code(form, "shipping_code")
    # the form has no city and state for an address without a country
    sent = form.names()
    typed = {
        f"to-{name}": form.text(f"to-{name}").strip()
        for name in RECEIVER_FIELDS
        if name == "name" or f"to-{name}" in sent
    }
    touched = {
        name.removeprefix("to-"): text for name, text in shown_values.changed(form, typed).items()
    }
    if not typed["to-name"]:
        raise Invalid(MISSING, parameter="name")
    shop = shop_parameters(context)
    order = (
        await context.call(
            order_view.retrieve, {**shop, "order_id": order_id}, embed=("receivers",)
        )
    ).content
    receivers = embedded(order.receivers)
    stored = next((each for each in receivers if each.shipping_code == code), None)
    now = {f"to-{name}": getattr(stored, name, None) for name in touched} if stored else {}
    try:
        shown_values.require_current(form, now)
    except PreconditionFailed as error:
        error.parameter = (error.parameter or "").removeprefix("to-")
        raise
    # the operation refuses some empty values that orders have, such as a postal code nobody typed
    changed = {
        name: text for name, text in touched.items() if text != (getattr(stored, name, "") or "")
    }
    if not changed:
        raise NotModified()
    typed_phones.require(changed, "phone", "cellphone")
    named = {"order_id": order_id, "shipping_code": code}
    await _call(context, receiver_rules.change, {**changed, **named})


async def _memo(context: PageContext, form: Fields, order_id: str) -> None:
    content = form.text("content").strip()
    if not content:
        raise Invalid(MISSING, parameter="content")
    parameters = {"content": content, "fixed": form.text("fixed") or "F"}
    key = sent_once.key(form, "memo")
    await _call(context, order_memos.create, {**parameters, "order_id": order_id}, key=key)


async def _delete_memo(context: PageContext, form: Fields, order_id: str) -> None:
    named = {"order_id": order_id, "memo_no": hidden_code(form, "memo_no")}
    await _call(context, order_memos.remove, named)


def hidden_code(form: Fields, name: str) -> str:
    """Return the code in a hidden field of the page. Raises NotFound for a malformed one."""
    code = form.text(name)
    if not code or not code.replace("-", "").isalnum():
        raise NotFound(NO_SUCH, parameter=name, resource=Phrase("thing"))
    return code


ACTIONS: Final[dict[str, Callable[[PageContext, Fields, str], Awaitable[None]]]] = {
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
    "receiver": _receiver,
    "memo": _memo,
    "forget": _delete_memo,
}
"""Action of a form on the order page -> its handler."""
