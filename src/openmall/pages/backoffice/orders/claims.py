"""Claims of an order: decisions on them, after a preview of the refund.

A preview executes the claim and rolls it back, so no amount is calculated here. The confirmation
sends a digest of the preview; if the execution has another outcome, it is rolled back, and the new
preview is shown.
"""

import hmac
from collections.abc import Sequence
from decimal import Decimal
from typing import Any, Final

from msgspec import Struct
from starlette.responses import Response

from openmall.access.oauth.form_fields import Fields
from openmall.api.pipeline.operation_call import Read
from openmall.commerce.order.order_view import rules as order_view
from openmall.commerce.order.order_view.shape import Order
from openmall.commerce.order.orders.item_shape import Item
from openmall.contract.embedded import embedded
from openmall.contract.errors import Invalid, NotFound
from openmall.contract.money import ZERO
from openmall.contract.refusal import Phrase
from openmall.contract.refusals import NO_SUCH
from openmall.http.web.languages import marked
from openmall.http.web.pages import redirect
from openmall.pages.backoffice.addresses import address, shop_parameters
from openmall.pages.backoffice.order_labels import METHODS, REQUEST_REASONS
from openmall.pages.backoffice.orders import claim_previews, open_refunds, order_actions
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
from openmall.pages.backoffice.orders.claim_previews import Preview, RemainingItem
from openmall.pages.backoffice.orders.exchange_choices import Choice, choices_of
from openmall.pages.backoffice.page_context import PageContext
from openmall.pages.backoffice.refusals import CLAIM_DECIDED_MEANWHILE
from openmall.pages.backoffice.rendering import render_page

_FORM_FIELDS: Final = ("claim_status", "claim_reason_type", "reason", *OPTIONS)


class PreviewOutdated(Exception):
    """The execution of a claim differs from its preview."""


class ClaimedItem(Struct, frozen=True, kw_only=True):
    """An item of the merchant's claim, with the typed quantity."""

    product_name: str
    option_value: str
    quantity: str


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
            digest = (await claim_previews.dry_run(context, decision)).digest
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
        preview = await claim_previews.read_preview(decision, answer, read)
        if decision.claim_code and preview.claim_code != decision.claim_code:
            raise PreviewOutdated
        # a step that refunds nothing yet is offered beside the preview of the complete claim
        is_previewed = not decision.claim_code or decision.complete
        if is_previewed and not hmac.compare_digest(digest.encode(), preview.digest.encode()):
            raise PreviewOutdated

    await context.call(
        decision.operation,
        claim_previews.parameters(context, decision),
        key=f"claim-{idempotency_token}" if idempotency_token.isalnum() else "",
        inspect=inspect,
    )


async def _show_claim_preview(
    context: PageContext,
    order_id: str,
    claim_code: str,
    message: str = "",
    form: Fields | None = None,
) -> Response:
    order = await _fetch_order(context, order_id)
    claim = next((each for each in open_claims(order) if each.claim.claim_code == claim_code), None)
    if claim is None:
        kinds = order_actions.CLAIMS.values()
        known = (each for kind in kinds for each in order_actions.claims_of(order, kind))
        if any(each.claim_code == claim_code for each in known):
            raise Invalid(CLAIM_DECIDED_MEANWHILE, parameter="claim_code")
        raise NotFound(NO_SUCH, resource=Phrase("claim"))
    preview = await claim_previews.dry_run(context, completion(claim, order_id))
    hidden = {
        "deed": ACCEPT,
        "kind": claim.action,
        "claim_code": claim_code,
        "asked": "T" if claim.requested else "F",
        **_item_fields(claim.items, preview.replacements),
    }
    choices: list[Choice] = []
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
        reason=_reason_label(context, claim.claim.claim_reason_type),
        details=claim.claim.claim_reason,
        choices=choices,
        checked={
            "recover_inventory": claim.action == "cancel"
            if form is None
            else form.text("recover_inventory") == "T",
            "pickup_completed": form is not None and form.text("pickup_completed") == "T",
        },
        message=message,
        along=_along(preview, claim.items),
        rest=await claim_previews.remaining(context, order_id, preview),
        by_shop=await _by_shop(context, preview),
    )


async def _show_merchant_preview(
    context: PageContext, form: Fields, decision: Decision, message: str = ""
) -> Response:
    order = await _fetch_order(context, decision.order_id)
    preview = await claim_previews.dry_run(context, decision)
    selected = order_actions.selected_items(form)
    hidden = {"deed": decision.action, **{name: form.text(name) for name in _FORM_FIELDS}}
    for row, (code, quantity) in enumerate(selected.items()):
        hidden |= {f"item-{row}": code, f"quantity-{row}": quantity}
        if variant := form.text(f"variant-{code}"):
            hidden[f"variant-{code}"] = variant
    items = [
        ClaimedItem(
            product_name=item.product_name,
            option_value=item.option_value,
            quantity=selected[item.order_item_code] or "1",
        )
        for item in embedded(order.items)
        if item.order_item_code in selected
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
        along=_along(
            preview, [each for each in embedded(order.items) if each.order_item_code in selected]
        ),
        rest=await claim_previews.remaining(context, decision.order_id, preview),
        by_shop=await _by_shop(context, preview),
        complete=decision.complete,
    )


async def _by_shop(context: PageContext, preview: Preview) -> Decimal:
    """Return the part of a gateway refund that the shop returns itself."""
    if preview.refund is None or not preview.by_gateway:
        return ZERO
    return await open_refunds.returned_by_shop(context, preview.refund)


def _along(preview: Preview, chosen: Sequence[Item]) -> list[Item]:
    """Return what goes along with chosen items; one of them that is split is no other item."""
    known = {
        (each.variant_code, each.gift) for each in chosen if claim_previews.is_without_price(each)
    }
    return [each for each in preview.unearned if (each.variant_code, each.gift) not in known]


def _render(
    context: PageContext,
    order: Order,
    preview: Preview,
    hidden: dict[str, str],
    *,
    message: str,
    rest: list[RemainingItem],
    **values: Any,
) -> Response:
    order_path = f"{context.page.path}/{order.order_id}"
    refund = preview.refund
    lines = [] if refund is None else [
        (context.translate(name), getattr(refund, code))
        for code, name in claim_previews.REFUND_LINES.items()
        if getattr(refund, code) or code == "product_price"
    ]  # fmt: skip
    return render_page(
        context,
        "claim.html",
        status=409 if message else 200,
        order=order,
        currency=order.currency,
        refund=refund,
        replacements=preview.replacements,
        by_gateway=preview.by_gateway,
        rest=rest,
        any_cheaper=any(each.cheaper for each in rest),
        lines=lines,
        by=", ".join(
            context.translate(METHODS.get(method, method))
            for method in refund.refund_payment_methods
        )
        if refund
        else "",
        hidden={**hidden, "seen": preview.digest},
        message=message,
        address=address(context, order_path),
        **{"complete": True, "choices": [], "along": [], **values},
    )


async def _fetch_order(context: PageContext, order_id: str) -> Order:
    embed = ("items", *order_actions.CLAIMS.values())
    return (
        await context.call(
            order_view.retrieve, {**shop_parameters(context), "order_id": order_id}, embed=embed
        )
    ).content


def _reason_label(context: PageContext, code: str | None) -> str:
    return context.translate(REQUEST_REASONS[code]) if code in REQUEST_REASONS else ""


def _item_fields(items: Sequence[Item], replacements: Sequence[Item]) -> dict[str, str]:
    """Return a claim's items as hidden fields, each with its replacement variant."""
    variant_codes = {
        each.original_item_no[-1]: each.variant_code
        for each in replacements
        if each.original_item_no
    }
    fields = {}
    for row, item in enumerate(items):
        fields[f"item-{row}"] = item.order_item_code
        fields[f"quantity-{row}"] = str(item.quantity)
        if replacements:
            fields[f"variant-{row}"] = variant_codes[item.item_no]
    return fields
