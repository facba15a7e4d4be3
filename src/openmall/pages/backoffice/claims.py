"""Claims of an order: decided after a preview of the refund, which the refund itself works out.

A preview carries the claim out and undoes it, so no amount is worked out here. What was seen is
sent along with the confirmation; where carrying it out comes to something else, it is undone, and
the new preview is shown.
"""

import hashlib
import hmac
from collections.abc import Sequence
from contextlib import suppress
from typing import Any, Final

import msgspec
from msgspec import Struct
from starlette.responses import Response

from openmall.access.oauth import secrets
from openmall.access.oauth.form_fields import Fields
from openmall.api.pipeline.internal_client import Read
from openmall.contract.errors import Invalid, NotFound
from openmall.http.web.languages import marked
from openmall.http.web.pages import redirect
from openmall.pages.backoffice import deeds
from openmall.pages.backoffice.desk import Desk
from openmall.pages.backoffice.order_words import ASKED_REASONS, METHODS
from openmall.pages.backoffice.places import address, shop
from openmall.pages.backoffice.showing import show

LAST: Final = {"cancel": "canceled", "return": "returned", "exchange": "exchanged"}
"""Deed of a form -> the step with which its claim is complete."""
ACCEPT: Final = "accept"
FORMS: Final = frozenset((*LAST, ACCEPT))
"""Deeds that are previewed before they are done."""
_LINES: Final = {
    "product_price": marked("Products"),
    "shipping_fee": marked("Shipping"),
    "shipping_fee_discount_amount": marked("Shipping discount"),
    "return_shipping_fee": marked("Return shipping fee"),
    "product_discount_amount": marked("Product discount"),
    "coupon_discount_amount": marked("Coupons"),
    "member_group_discount_amount": marked("Customer group discount"),
    "product_bundle_discount_amount": marked("Set discount"),
    "app_item_discount_amount": marked("App discount on products"),
    "app_discount_amount": marked("App discount"),
    "points_spent_amount": marked("Points used"),
    "credits_spent_amount": marked("Credits used"),
}
"""Parts of a refund, which add up to `refund_amount`."""
_OUTCOME: Final = (
    *_LINES, "refund_amount", "refund_point", "refund_credit", "refund_payment_methods", "status",
)  # fmt: skip
_OF_ITEM: Final = ("product_name", "option_value", "variant_code", "quantity", "payment_amount")
_OPTIONS: Final = ("recover_inventory", "pickup_completed")
_TYPED: Final = ("claim_status", "claim_reason_type", "reason", *_OPTIONS)


class Outdated(Exception):
    """Carrying a claim out comes to something else than its preview."""


class Preview(Struct, frozen=True, kw_only=True):
    """What a claim comes to when it is carried out now."""

    claim_code: str
    refund: dict[str, Any] | None
    """As the API answers refunds; None: nothing is refunded by this step."""
    instead: list[dict[str, Any]]
    """The items that are sent in an exchange."""

    @property
    def seen(self) -> str:
        """Return what tells this preview from one with another outcome."""
        facts: list[Any] = [[each[name] for name in _OF_ITEM] for each in self.instead]
        if self.refund is not None:
            facts += [self.refund[name] for name in _OUTCOME]
            facts += [[item[name] for name in _OF_ITEM] for item in self.refund["items"]]
        return hashlib.sha256(msgspec.json.encode(facts)).hexdigest()


class Decision(Struct, frozen=True, kw_only=True):
    """A claim that is made or moved on, as the API is asked for it."""

    deed: str
    """cancel, return or exchange."""
    order_id: str
    method: str
    path: str
    sent: dict[str, Any]
    claim_code: str = ""
    """Of the claim that a buyer asked for; empty: the merchant's own."""

    @property
    def complete(self) -> bool:
        return bool(self.sent["status"] == LAST[self.deed])


class OpenClaim(Struct, frozen=True, kw_only=True):
    """A claim that waits for a decision, or for its goods."""

    deed: str
    claim: dict[str, Any]
    asked: bool
    """The buyer asked for it, and nobody has decided yet."""

    @property
    def items(self) -> list[dict[str, Any]]:
        items: list[dict[str, Any]] = self.claim["items"]
        return items


def waiting(order: dict[str, Any]) -> list[OpenClaim]:
    """Return the claims of an order that can be decided or completed now, as a whole."""
    found = []
    for deed, kind in deeds.CLAIMS.items():
        for claim in order[kind] or []:
            states = {item["order_status"] for item in claim["items"]}
            ours = all(item["claim_code"] == claim["claim_code"] for item in claim["items"])
            if claim["undone"] != "T" and states and ours and states <= deeds.OF_CLAIMS[deed]:
                asked = bool(states & deeds.ASKED)
                found.append(OpenClaim(deed=deed, claim=claim, asked=asked))
    return found


async def show_request(desk: Desk, order_id: str, claim_code: str) -> Response:
    """Show what accepting or completing a claim comes to.

    Raises NotFound for a claim the order does not have, Invalid for one that is decided.
    """
    return await _show_request(desk, order_id, claim_code)


async def decide(desk: Desk, form: Fields, order_id: str) -> Response:
    """Carry a claim out as it was previewed; show a preview where there was none, or another.

    Raises the ApiError of the API, which has changed nothing.
    """
    deed = form.text("deed")
    decision = _accepted(form, order_id) if deed == ACCEPT else _typed(form, order_id)
    seen = form.text("seen")
    if deed != ACCEPT and not seen:
        return await _show_typed(desk, form, decision)
    try:
        await _carry_out(desk, decision, seen, form.text("once"))
    except Outdated:
        changed = desk.said(marked("The result has changed meanwhile. Please check it again."))
        if deed == ACCEPT:
            return await _show_request(desk, order_id, decision.claim_code, changed, form)
        return await _show_typed(desk, form, decision, changed)
    except Invalid as refused:
        if refused.parameter == "Idempotency-Key":
            # the same page was sent with other words: what it did before is done
            raise Invalid(_DECIDED, parameter="claim_code") from None
        raise
    done = "completed" if deed == ACCEPT and form.text("asked") != "T" else deed
    return redirect(address(desk, f"{desk.page.path}/{order_id}", done=done))


_DECIDED: Final = "The claim is no longer open."


async def _carry_out(desk: Desk, decision: Decision, seen: str, once: str) -> None:
    async def inspect(answer: Any, read: Read) -> None:
        preview = await _preview(decision, answer, read)
        if decision.claim_code and preview.claim_code != decision.claim_code:
            raise Outdated
        # a step that refunds nothing yet was offered beside the preview of the complete claim
        previewed = not decision.claim_code or decision.complete
        if previewed and not hmac.compare_digest(seen.encode(), preview.seen.encode()):
            raise Outdated

    await desk.ask(
        decision.path,
        {**decision.sent, **shop(desk)},
        method=decision.method,
        key=f"claim-{once}" if once.isalnum() else "",
        inspect=inspect,
    )


async def _rehearsed(desk: Desk, decision: Decision) -> Preview:
    found: list[Preview] = []

    async def inspect(answer: Any, read: Read) -> None:
        found.append(await _preview(decision, answer, read))

    await desk.dry_run(decision.method, decision.path, {**decision.sent, **shop(desk)}, inspect)
    return found[0]


async def _preview(decision: Decision, answer: dict[str, Any], read: Read) -> Preview:
    """Return what a claim has come to, read in its own transaction."""
    code = answer["claim_code"]
    refund, instead = None, []
    if decision.deed == "exchange":
        order = await read(f"orders/{decision.order_id}", None, ("exchange",))
        for claim in order["exchange"]:
            if claim["claim_code"] == code:
                instead = claim["exchanged_items"]
    else:
        # of what was never paid, and of a claim whose goods are awaited, there is none
        with suppress(NotFound):
            refund = await read(f"refunds/{code}", None, ("items",))
    return Preview(claim_code=code, refund=refund, instead=instead)


async def _show_request(
    desk: Desk, order_id: str, claim_code: str, message: str = "", form: Fields | None = None
) -> Response:
    order = await _order(desk, order_id)
    claim = next((each for each in waiting(order) if each.claim["claim_code"] == claim_code), None)
    if claim is None:
        kinds = (each for kind in deeds.CLAIMS.values() for each in order[kind] or [])
        if any(each["claim_code"] == claim_code for each in kinds):
            raise Invalid(_DECIDED, parameter="claim_code")
        raise NotFound("There is no such claim.")
    preview = await _rehearsed(desk, _completing(claim, order_id))
    hidden = {
        "deed": ACCEPT,
        "kind": claim.deed,
        "claim_code": claim_code,
        "asked": "T" if claim.asked else "F",
        **_rows(claim.items, preview.instead),
    }
    return _show(
        desk,
        order,
        preview,
        hidden,
        deed=claim.deed,
        claim=claim,
        items=claim.items,
        reason=_reason(desk, claim.claim["claim_reason_type"]),
        words=claim.claim["claim_reason"],
        ticked={
            "recover_inventory": claim.deed == "cancel"
            if form is None
            else form.text("recover_inventory") == "T",
            "pickup_completed": form is not None and form.text("pickup_completed") == "T",
        },
        message=message,
    )


async def _show_typed(desk: Desk, form: Fields, decision: Decision, message: str = "") -> Response:
    order = await _order(desk, decision.order_id)
    preview = await _rehearsed(desk, decision)
    chosen = deeds.chosen(form)
    hidden = {"deed": decision.deed, **{name: form.text(name) for name in _TYPED}}
    for row, (code, quantity) in enumerate(chosen.items()):
        hidden |= {f"item-{row}": code, f"quantity-{row}": quantity}
    items = [
        {**item, "quantity": chosen[item["order_item_code"]] or "1"}
        for item in order["items"]
        if item["order_item_code"] in chosen
    ]
    return _show(
        desk,
        order,
        preview,
        hidden,
        deed=decision.deed,
        claim=None,
        items=items,
        reason=_reason(desk, form.text("claim_reason_type")),
        words=form.text("reason"),
        ticked={},
        message=message,
        complete=decision.complete,
    )


def _show(
    desk: Desk,
    order: dict[str, Any],
    preview: Preview,
    hidden: dict[str, str],
    *,
    message: str,
    **values: Any,
) -> Response:
    here = f"{desk.page.path}/{order['order_id']}"
    refund = preview.refund
    lines = [] if refund is None else [
        (desk.said(name), refund[code])
        for code, name in _LINES.items()
        if float(refund[code]) or code == "product_price"
    ]  # fmt: skip
    return show(
        desk,
        "claim.html",
        status=409 if message else 200,
        order=order,
        currency=order["currency"],
        refund=refund,
        instead=preview.instead,
        lines=lines,
        by=", ".join(desk.said(METHODS.get(way, way)) for way in refund["refund_payment_methods"])
        if refund
        else "",
        hidden={**hidden, "seen": preview.seen, "once": secrets.generate()},
        message=message,
        address=address(desk, here),
        **{"complete": True, **values},
    )


async def _order(desk: Desk, order_id: str) -> dict[str, Any]:
    embed = ("items", *deeds.CLAIMS.values())
    order: dict[str, Any] = (await desk.ask(f"orders/{order_id}", shop(desk), embed=embed)).content
    return order


def _reason(desk: Desk, code: str | None) -> str:
    return desk.said(ASKED_REASONS[code]) if code in ASKED_REASONS else ""


def _rows(items: Sequence[dict[str, Any]], instead: Sequence[dict[str, Any]]) -> dict[str, str]:
    """Return a claim's items as hidden fields, each with what is sent instead of it."""
    sent = {each["original_item_no"][-1]: each["variant_code"] for each in instead}
    found = {}
    for row, item in enumerate(items):
        found[f"item-{row}"] = item["order_item_code"]
        found[f"quantity-{row}"] = str(item["quantity"])
        if instead:
            found[f"variant-{row}"] = sent[item["item_no"]]
    return found


def _completing(claim: OpenClaim, order_id: str) -> Decision:
    """Return what completes a claim just as it was asked for; its reason stays what it is."""
    items = [
        {"order_item_code": each["order_item_code"], "quantity": each["quantity"]}
        for each in claim.items
    ]
    return _moving_on(claim.deed, order_id, claim.claim["claim_code"], LAST[claim.deed], items, {})


def _accepted(form: Fields, order_id: str) -> Decision:
    """Return what a confirmed preview of a buyer's claim asks for."""
    deed = form.text("kind")
    if deed not in LAST:
        raise NotFound("There is no such claim.")
    items: list[dict[str, Any]] = []
    for row, (code, quantity) in enumerate(deeds.chosen(form).items()):
        items.append({"order_item_code": code, "quantity": quantity})
        if form.text(f"variant-{row}"):
            items[-1]["exchange_variant_code"] = form.text(f"variant-{row}")
    options = {name: form.text(name) or "F" for name in _OPTIONS}
    status = form.text("claim_status")
    return _moving_on(deed, order_id, deeds.code_of(form, "claim_code"), status, items, options)


def _moving_on(
    deed: str,
    order_id: str,
    claim_code: str,
    status: str,
    items: list[dict[str, Any]],
    options: dict[str, str],
) -> Decision:
    path = f"orders/{order_id}/{deeds.CLAIMS[deed]}"
    sent: dict[str, Any] = {"status": status, **options}
    method = "POST"
    if deed == "cancel":
        sent.pop("pickup_completed", None)
    if deed == "exchange" and status == LAST[deed]:
        # what the buyer wishes for instead is known to the claim
        method, path = "PUT", f"{path}/{claim_code}"
    elif deed == "exchange":
        sent.pop("pickup_completed", None)
        sent |= {"items": items, "same_product": "F"}
    else:
        sent["items"] = items
    return Decision(
        deed=deed, order_id=order_id, method=method, path=path, sent=sent, claim_code=claim_code
    )


def _typed(form: Fields, order_id: str) -> Decision:
    """Return what the merchant's own form asks for."""
    deed = form.text("deed")
    sent: dict[str, Any] = {
        "status": form.text("claim_status"),
        "items": [
            {"order_item_code": code, "quantity": quantity or "1"}
            for code, quantity in deeds.chosen(form).items()
        ],
        "recover_inventory": form.text("recover_inventory") or "F",
    }
    if deed == "exchange":
        sent["same_product"] = "T"
    else:
        if not form.text("claim_reason_type"):
            raise Invalid("A required parameter is missing.", parameter="claim_reason_type")
        sent |= {"claim_reason_type": form.text("claim_reason_type"), "reason": form.text("reason")}
    if deed == "return":
        sent["pickup_completed"] = form.text("pickup_completed") or "F"
    path = f"orders/{order_id}/{deeds.CLAIMS[deed]}"
    return Decision(deed=deed, order_id=order_id, method="POST", path=path, sent=sent)
