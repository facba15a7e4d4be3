"""Decisions on the claims of an order, as calls of the admin API."""

from collections.abc import Mapping
from typing import Final

from msgspec import Struct

from openmall.access.oauth.form_fields import Fields
from openmall.commerce.order.claims import rules as claim_rules
from openmall.commerce.order.claims.shape import Cancellation
from openmall.commerce.order.order_view.shape import Order
from openmall.commerce.order.orders.item_shape import Item
from openmall.contract.errors import Invalid, NotFound
from openmall.contract.json_values import Encodable
from openmall.contract.operation import Handler
from openmall.contract.refusal import Phrase
from openmall.contract.refusals import MISSING, NO_SUCH
from openmall.pages.backoffice.orders import order_actions

FINAL_STATUS: Final = {"cancel": "canceled", "return": "returned", "exchange": "exchanged"}
"""Action of a form -> status of a completed claim."""
ACCEPT: Final = "accept"
PREVIEWED_ACTIONS: Final = frozenset((*FINAL_STATUS, ACCEPT))
"""Actions that are previewed before they are executed."""
OPTIONS: Final = ("recover_inventory", "pickup_completed")
"""Flags of a claim, `T` or `F`."""


_CREATIONS: Final[Mapping[str, Handler]] = {
    "cancel": claim_rules.cancel,
    "return": claim_rules.take_return,
    "exchange": claim_rules.exchange,
}
"""Action of a form -> the operation that creates its claim."""


class Decision(Struct, frozen=True, kw_only=True):
    """The call that creates a claim or changes its status."""

    action: str
    """cancel, return or exchange."""
    order_id: str
    operation: Handler
    parameters: dict[str, Encodable]
    claim_code: str = ""
    """The claim that a buyer requested; empty for a claim of the merchant."""

    @property
    def complete(self) -> bool:
        return bool(self.parameters["status"] == FINAL_STATUS[self.action])


class OpenClaim(Struct, frozen=True, kw_only=True):
    """A claim that awaits a decision, or the returned goods."""

    action: str
    claim: Cancellation
    requested: bool
    """True while a buyer's request is undecided."""

    @property
    def items(self) -> list[Item]:
        return self.claim.items


def open_claims(order: Order) -> list[OpenClaim]:
    """Return the claims of an order whose items can all be decided or completed now."""
    claims = []
    for action, kind in order_actions.CLAIMS.items():
        for claim in order_actions.claims_of(order, kind):
            states = {item.order_status for item in claim.items}
            same_claim = all(item.claim_code == claim.claim_code for item in claim.items)
            if (
                claim.undone != "T"
                and states
                and same_claim
                and states <= order_actions.COMPLETABLE_STATES[action]
            ):
                requested = bool(states & order_actions.REQUESTED_STATES)
                claims.append(OpenClaim(action=action, claim=claim, requested=requested))
    return claims


def completion(claim: OpenClaim, order_id: str) -> Decision:
    """Return the decision that completes a claim as requested; its reason is unchanged."""
    items = [
        {"order_item_code": each.order_item_code, "quantity": str(each.quantity)}
        for each in claim.items
    ]
    return _claim_step(
        claim.action, order_id, claim.claim.claim_code, FINAL_STATUS[claim.action], items, {}
    )


def buyer_decision(form: Fields, order_id: str) -> Decision:
    """Return the decision of a confirmed preview of a buyer's claim."""
    action = form.text("kind")
    if action not in FINAL_STATUS:
        raise NotFound(NO_SUCH, resource=Phrase("claim"))
    items: list[dict[str, str]] = []
    for row, (code, quantity) in enumerate(order_actions.selected_items(form).items()):
        items.append({"order_item_code": code, "quantity": quantity})
        if form.text(f"variant-{row}"):
            items[-1]["exchange_variant_code"] = form.text(f"variant-{row}")
    options = {name: form.text(name) or "F" for name in OPTIONS}
    status = form.text("claim_status")
    return _claim_step(
        action, order_id, order_actions.hidden_code(form, "claim_code"), status, items, options
    )


def chosen_replacements(form: Fields, order_id: str) -> Decision | None:
    """Return the decision that accepts a requested exchange with the variants a manager chose.

    None where none was chosen, or those that the preview showed.
    """
    if form.text("kind") != "exchange" or form.text("asked") != "T":
        return None
    items: list[dict[str, str]] = []
    changed = False
    for row, (code, quantity) in enumerate(order_actions.selected_items(form).items()):
        variant = form.text(f"variant-{row}")
        if not variant:
            return None
        changed |= variant != form.text(f"was-variant-{row}")
        items.append(
            {"order_item_code": code, "quantity": quantity, "exchange_variant_code": variant}
        )
    if not changed:
        return None
    options = {name: form.text(name) or "F" for name in OPTIONS}
    claim_code = order_actions.hidden_code(form, "claim_code")
    return _claim_step("exchange", order_id, claim_code, "accepted", items, options)


def _claim_step(
    action: str,
    order_id: str,
    claim_code: str,
    status: str,
    items: list[dict[str, str]],
    options: dict[str, str],
) -> Decision:
    operation = _CREATIONS[action]
    parameters: dict[str, Encodable] = {"status": status, **options}
    if action != "exchange":
        parameters["payment_gateway_cancel"] = "T"
    if action == "cancel":
        parameters.pop("pickup_completed", None)
    if action == "exchange" and status == FINAL_STATUS[action]:
        # the claim contains the requested replacement
        operation = order_actions.CHANGES["exchange"]
        parameters["claim_code"] = claim_code
    elif action == "exchange":
        parameters.pop("pickup_completed", None)
        parameters |= {"items": items, "same_product": "F"}
    else:
        parameters["items"] = items
    return Decision(
        action=action,
        order_id=order_id,
        operation=operation,
        parameters=parameters,
        claim_code=claim_code,
    )


def merchant_decision(form: Fields, order_id: str) -> Decision:
    """Return the decision of the merchant's own form."""
    action = form.deed
    items = [
        {"order_item_code": code, "quantity": quantity or "1"}
        for code, quantity in order_actions.selected_items(form).items()
    ]
    parameters: dict[str, Encodable] = {
        "status": form.text("claim_status"),
        "items": items,
        "recover_inventory": form.text("recover_inventory") or "F",
    }
    if action == "exchange":
        parameters["same_product"] = "T"
        for item in items:
            variant = form.text(f"variant-{item['order_item_code']}")
            if variant:
                parameters["same_product"] = "F"
                item["exchange_variant_code"] = variant
    else:
        if not form.text("claim_reason_type"):
            raise Invalid(MISSING, parameter="claim_reason_type")
        parameters |= {
            "claim_reason_type": form.text("claim_reason_type"),
            "reason": form.text("reason"),
            "payment_gateway_cancel": "T",
        }
    if action == "return":
        parameters["pickup_completed"] = form.text("pickup_completed") or "F"
    return Decision(
        action=action, order_id=order_id, operation=_CREATIONS[action], parameters=parameters
    )
