"""Claims of an order: decisions on them, after a preview of the refund.

A preview executes the claim and rolls it back, so no amount is calculated here. The confirmation
sends a digest of the preview; if the execution has another outcome, it is rolled back, and the new
preview is shown.
"""

import hashlib
import hmac
from collections.abc import Sequence
from contextlib import suppress
from decimal import Decimal
from typing import Any, Final

import msgspec
from msgspec import Struct
from starlette.responses import Response

from openmall.access.oauth import secrets
from openmall.access.oauth.form_fields import Fields
from openmall.api import office_pages
from openmall.api.pipeline.operation_call import Read
from openmall.contract.errors import Invalid, NotFound
from openmall.contract.money import rounded
from openmall.contract.refusal import Phrase
from openmall.contract.refusals import NO_SUCH
from openmall.http.web.languages import marked
from openmall.http.web.pages import redirect
from openmall.pages.backoffice.addresses import address, shop_parameters
from openmall.pages.backoffice.order_labels import METHODS, REQUEST_REASONS
from openmall.pages.backoffice.orders import order_actions
from openmall.pages.backoffice.orders.claim_decisions import (
    ACCEPT,
    OPTIONS,
    Decision,
    buyer_decision,
    chosen_replacements,
    completion,
    merchant_decision,
    open_claims,
)
from openmall.pages.backoffice.orders.exchange_choices import choices_of
from openmall.pages.backoffice.page_context import PageContext
from openmall.pages.backoffice.refusals import CLAIM_DECIDED_MEANWHILE
from openmall.pages.backoffice.rendering import render_page

_REFUND_LINES: Final = {
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
"""Fields of a refund that add up to `refund_amount` -> their labels."""
_OUTCOME: Final = (
    *_REFUND_LINES, "refund_amount", "refund_point", "refund_credit", "refund_payment_methods",
    "status",
)  # fmt: skip
_ITEM_FIELDS: Final = ("product_name", "option_value", "variant_code", "quantity", "payment_amount")
_FORM_FIELDS: Final = ("claim_status", "claim_reason_type", "reason", *OPTIONS)


class PreviewOutdated(Exception):
    """The execution of a claim differs from its preview."""


class Preview(Struct, frozen=True, kw_only=True):
    """The outcome of a claim if it is executed now."""

    claim_code: str
    refund: dict[str, Any] | None
    """The refund as the API returns it; None: this step refunds nothing."""
    by_gateway: bool = False
    """The payment gateway makes the refund as soon as the claim is executed."""
    replacements: list[dict[str, Any]]
    """The replacement items of an exchange."""
    rest: list[dict[str, Any]] = []
    """What the items that stay cost afterwards."""

    @property
    def digest(self) -> str:
        """Return a hash of the outcome, to compare previews."""
        facts: list[Any] = [[each[name] for name in _ITEM_FIELDS] for each in self.replacements]
        if self.refund is not None:
            facts += [[each["order_item_code"], each["cost"]] for each in self.rest]
            facts += [self.by_gateway, *(self.refund[name] for name in _OUTCOME)]
            facts += [[item[name] for name in _ITEM_FIELDS] for item in self.refund["items"]]
        return hashlib.sha256(msgspec.json.encode(facts)).hexdigest()


async def show_claim_preview(context: PageContext, order_id: str, claim_code: str) -> Response:
    """Show the outcome of accepting or completing a claim.

    Raises NotFound for an unknown claim of the order, Invalid for a decided one.
    """
    return await _show_claim_preview(context, order_id, claim_code)


async def decide(context: PageContext, form: Fields, order_id: str) -> Response:
    """Execute a claim as previewed; show the preview if there was none or it is outdated.

    Raises the ApiError of the API; nothing is changed then.
    """
    action = form.deed
    decision = (
        buyer_decision(form, order_id) if action == ACCEPT else merchant_decision(form, order_id)
    )
    digest = form.text("seen")
    if action != ACCEPT and not digest:
        return await _show_merchant_preview(context, form, decision)
    chosen = chosen_replacements(form, order_id) if action == ACCEPT else None
    try:
        if chosen is not None and decision.complete:
            # what the claim is completed with is said when it is accepted
            once = form.text("once")
            await _execute(context, chosen, "", f"{once}variant" if once else "")
            digest = (await _dry_run(context, decision)).digest
        await _execute(context, decision, digest, form.text("once"))
    except PreviewOutdated:
        changed = context.translate(
            marked("The result has changed meanwhile. Please check it again.")
        )
        if action == ACCEPT:
            return await _show_claim_preview(context, order_id, decision.claim_code, changed, form)
        return await _show_merchant_preview(context, form, decision, changed)
    except Invalid as error:
        if error.parameter == "Idempotency-Key":
            # the page was submitted before with other values, and that was executed
            raise Invalid(CLAIM_DECIDED_MEANWHILE, parameter="claim_code") from None
        raise
    done = "completed" if action == ACCEPT and form.text("asked") != "T" else action
    return redirect(address(context, f"{context.page.path}/{order_id}", done=done))


async def _execute(
    context: PageContext, decision: Decision, digest: str, idempotency_token: str
) -> None:
    async def inspect(answer: Any, read: Read) -> None:
        preview = await _read_preview(decision, answer, read)
        if decision.claim_code and preview.claim_code != decision.claim_code:
            raise PreviewOutdated
        # a step that refunds nothing yet is offered beside the preview of the complete claim
        is_previewed = not decision.claim_code or decision.complete
        if is_previewed and not hmac.compare_digest(digest.encode(), preview.digest.encode()):
            raise PreviewOutdated

    await context.call(
        decision.path,
        {**decision.parameters, **shop_parameters(context)},
        method=decision.method,
        key=f"claim-{idempotency_token}" if idempotency_token.isalnum() else "",
        inspect=inspect,
    )


async def _dry_run(context: PageContext, decision: Decision) -> Preview:
    previews: list[Preview] = []

    async def inspect(answer: Any, read: Read) -> None:
        previews.append(await _read_preview(decision, answer, read))

    await context.dry_run(
        decision.method, decision.path, {**decision.parameters, **shop_parameters(context)}, inspect
    )
    return previews[0]


async def _read_preview(decision: Decision, answer: dict[str, Any], read: Read) -> Preview:
    """Return the outcome of a claim, read in its own transaction."""
    code = answer["claim_code"]
    refund, replacements, by_gateway, rest = None, [], False, []
    if decision.action == "exchange":
        order = await read(f"orders/{decision.order_id}", None, ("exchange",))
        for claim in order["exchange"]:
            if claim["claim_code"] == code:
                replacements = claim["exchanged_items"]
    else:
        # unpaid items, and claims that await returned goods, have no refund
        with suppress(NotFound):
            refund = await read(f"refunds/{code}", None, ("items",))
            by_gateway = refund["status"] == "F" and await _is_requested(refund, read)
            costs = await read(f"orders/{decision.order_id}/itemcosts", api=office_pages.NAME)
            rest = [each for each in costs if each["bought"] == "T"]
    return Preview(
        claim_code=code, refund=refund, replacements=replacements, by_gateway=by_gateway, rest=rest
    )


async def _is_requested(refund: dict[str, Any], read: Read) -> bool:
    """Return whether a refund that is awaited is requested from the gateway of its payment."""
    day = refund["accepted_refund_date"][:10]
    listed = await read(
        "refunds",
        {
            "order_id": [refund["order_id"]],
            "date_type": "accepted_refund_date",
            "start_date": day,
            "end_date": day,
            "limit": 500,
        },
    )
    return any(
        each["refund_code"] == refund["refund_code"] and each["payment_gateway_cancel_statuses"]
        for each in listed
    )


async def _show_claim_preview(
    context: PageContext,
    order_id: str,
    claim_code: str,
    message: str = "",
    form: Fields | None = None,
) -> Response:
    order = await _fetch_order(context, order_id)
    claim = next(
        (each for each in open_claims(order) if each.claim["claim_code"] == claim_code), None
    )
    if claim is None:
        kinds = (each for kind in order_actions.CLAIMS.values() for each in order[kind] or [])
        if any(each["claim_code"] == claim_code for each in kinds):
            raise Invalid(CLAIM_DECIDED_MEANWHILE, parameter="claim_code")
        raise NotFound(NO_SUCH, resource=Phrase("claim"))
    preview = await _dry_run(context, completion(claim, order_id))
    hidden = {
        "deed": ACCEPT,
        "kind": claim.action,
        "claim_code": claim_code,
        "asked": "T" if claim.requested else "F",
        **_item_fields(claim.items, preview.replacements),
    }
    choices = []
    if claim.action == "exchange" and claim.requested:
        choices = await choices_of(context, order_id, claim.items, hidden, form)
    return _render(
        context,
        order,
        preview,
        hidden,
        action=claim.action,
        claim=claim,
        items=claim.items,
        reason=_reason_label(context, claim.claim["claim_reason_type"]),
        details=claim.claim["claim_reason"],
        choices=choices,
        checked={
            "recover_inventory": claim.action == "cancel"
            if form is None
            else form.text("recover_inventory") == "T",
            "pickup_completed": form is not None and form.text("pickup_completed") == "T",
        },
        message=message,
        rest=await _rest(context, order_id, preview),
    )


async def _show_merchant_preview(
    context: PageContext, form: Fields, decision: Decision, message: str = ""
) -> Response:
    order = await _fetch_order(context, decision.order_id)
    preview = await _dry_run(context, decision)
    selected = order_actions.selected_items(form)
    hidden = {"deed": decision.action, **{name: form.text(name) for name in _FORM_FIELDS}}
    for row, (code, quantity) in enumerate(selected.items()):
        hidden |= {f"item-{row}": code, f"quantity-{row}": quantity}
        if variant := form.text(f"variant-{code}"):
            hidden[f"variant-{code}"] = variant
    items = [
        {**item, "quantity": selected[item["order_item_code"]] or "1"}
        for item in order["items"]
        if item["order_item_code"] in selected
    ]
    return _render(
        context,
        order,
        preview,
        hidden,
        action=decision.action,
        claim=None,
        items=items,
        reason=_reason_label(context, form.text("claim_reason_type")),
        details=form.text("reason"),
        checked={},
        message=message,
        rest=await _rest(context, decision.order_id, preview),
        complete=decision.complete,
    )


async def _rest(context: PageContext, order_id: str, preview: Preview) -> list[dict[str, Any]]:
    """Return what one unit of each item that stays costs now, and after the claim.

    An item of which some units are claimed may be another one afterwards; its units cost what those
    of the whole item did.
    """
    if not preview.rest:
        return []
    path = f"orders/{order_id}/itemcosts"
    before = (await context.call(path, shop_parameters(context), api=office_pages.NAME)).content
    by_code = {each["order_item_code"]: each for each in before}
    found = []
    for each in preview.rest:
        was = by_code.get(each["order_item_code"], each)
        after, now = _of_unit(each), _of_unit(was)
        found.append({**each, "unit": after, "unit_before": now, "cheaper": after < now})
    return found


def _of_unit(cost: dict[str, Any]) -> Decimal:
    return rounded(Decimal(cost["cost"]) / cost["quantity"])


def _render(
    context: PageContext,
    order: dict[str, Any],
    preview: Preview,
    hidden: dict[str, str],
    *,
    message: str,
    rest: list[dict[str, Any]],
    **values: Any,
) -> Response:
    order_path = f"{context.page.path}/{order['order_id']}"
    refund = preview.refund
    lines = [] if refund is None else [
        (context.translate(name), refund[code])
        for code, name in _REFUND_LINES.items()
        if float(refund[code]) or code == "product_price"
    ]  # fmt: skip
    return render_page(
        context,
        "claim.html",
        status=409 if message else 200,
        order=order,
        currency=order["currency"],
        refund=refund,
        replacements=preview.replacements,
        by_gateway=preview.by_gateway,
        rest=rest,
        any_cheaper=any(each["cheaper"] for each in rest),
        lines=lines,
        by=", ".join(
            context.translate(METHODS.get(method, method))
            for method in refund["refund_payment_methods"]
        )
        if refund
        else "",
        hidden={**hidden, "seen": preview.digest, "once": secrets.generate()},
        message=message,
        address=address(context, order_path),
        **{"complete": True, "choices": [], **values},
    )


async def _fetch_order(context: PageContext, order_id: str) -> dict[str, Any]:
    embed = ("items", *order_actions.CLAIMS.values())
    order: dict[str, Any] = (
        await context.call(f"orders/{order_id}", shop_parameters(context), embed=embed)
    ).content
    return order


def _reason_label(context: PageContext, code: str | None) -> str:
    return context.translate(REQUEST_REASONS[code]) if code in REQUEST_REASONS else ""


def _item_fields(
    items: Sequence[dict[str, Any]], replacements: Sequence[dict[str, Any]]
) -> dict[str, str]:
    """Return a claim's items as hidden fields, each with its replacement variant."""
    variant_codes = {each["original_item_no"][-1]: each["variant_code"] for each in replacements}
    fields = {}
    for row, item in enumerate(items):
        fields[f"item-{row}"] = item["order_item_code"]
        fields[f"quantity-{row}"] = str(item["quantity"])
        if replacements:
            fields[f"variant-{row}"] = variant_codes[item["item_no"]]
    return fields
