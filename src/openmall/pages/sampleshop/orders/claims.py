"""Claim requests for an ordered item: cancellation, return, exchange."""

from collections.abc import Mapping
from typing import Any, Final

from starlette.responses import Response

from openmall.access.oauth import secrets
from openmall.access.oauth.form_fields import Fields
from openmall.commerce.design.themes import default_pages
from openmall.commerce.order.claims.exchange_variants import ExchangeVariant
from openmall.commerce.order.selfservice import exchange_choice, rules
from openmall.commerce.order.selfservice import front as selfservice_front
from openmall.commerce.order.selfservice.shape import ClaimableItem
from openmall.contract.errors import ApiError, Invalid, NotFound
from openmall.contract.json_values import Encodable
from openmall.contract.operation import Handler
from openmall.contract.refusal import Phrase
from openmall.contract.refusals import NO_SUCH
from openmall.http.web.languages import marked
from openmall.pages.sampleshop.orders import orders
from openmall.pages.sampleshop.orders.orders import ACTION_LABELS
from openmall.pages.sampleshop.page_context import PageContext
from openmall.pages.sampleshop.refusals import EXCHANGE_OUT_OF_STOCK

_REQUESTS: Final[Mapping[str, Handler]] = {
    "cancel": selfservice_front.ask_cancellation,
    "return": selfservice_front.ask_return,
    "exchange": selfservice_front.ask_exchange,
}
_CHANGED_MIND: Final = marked("I changed my mind")
_OTHER: Final = marked("Another reason")
_SHIPPED_REASONS: Final = {
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
    "return": _SHIPPED_REASONS,
    "exchange": _SHIPPED_REASONS,
}
"""Kind of claim -> reason code of the API -> label."""


async def show(context: PageContext, order: str) -> Response:
    """Show the request form for the kind of claim and the item in the address."""
    query = context.visit.query
    return await _show(context, order, query.text("kind"), query.text("item"))


async def submit(context: PageContext, form: Fields, order: str) -> Response:
    """Submit the request; a form that is sent twice asks once."""
    kind, item = form.text("kind"), form.text("item")
    values = {name: form.text(name) for name in ("quantity", "reason_type", "reason")}
    if kind not in _REQUESTS:
        raise NotFound(NO_SUCH, resource=Phrase("page"))
    parameters: dict[str, Encodable] = {
        "reason_type": values["reason_type"],
        "reason": values["reason"],
        "items": [{"order_item_code": item, "quantity": values["quantity"]}],
    }
    if kind == "return":
        parameters["request_pickup"] = form.text("request_pickup") or "F"
    if kind == "exchange" and form.text("variant"):
        values["variant"] = form.text("variant")
        parameters["exchange_items"] = [
            {
                "product_no": each.product_no,
                "variant_code": each.variant_code,
                "quantity": values["quantity"],
            }
            for each in (await _exchange_choice(context, order, item))
            if each.variant_code == values["variant"]
        ]
    # the form of a theme of the merchant's own may have none
    once = form.text("once")
    key = f"claim-{once}" if once else ""
    try:
        if "variant" in values and not parameters["exchange_items"]:
            raise Invalid(EXCHANGE_OUT_OF_STOCK, parameter="variant")
        await context.call(_REQUESTS[kind], {**parameters, "order_id": order}, key=key)
    except ApiError as error:
        if error.status in (403, 409, 422):
            return await _show(context, order, kind, item, problem=error, values=values)
        raise
    return context.redirect(f"/orders/{order}", done="asked")


async def _exchange_choice(context: PageContext, order: str, item: str) -> list[ExchangeVariant]:
    """Return the variants for which an item can be exchanged."""
    found = await context.content(exchange_choice.list_own, {"order_id": order})
    return next((each.variants for each in found if each.order_item_code == item), [])


def _variants(
    context: PageContext, item: ClaimableItem, choice: list[ExchangeVariant]
) -> list[Any]:
    """Return what a buyer chooses from; empty for a product without options."""
    same = context.translate(marked("%(option)s (the same again)"))
    found = [
        {
            "code": each.variant_code,
            "name": same.replace("%(option)s", each.option_value)
            if each.variant_code == item.variant_code
            else each.option_value,
        }
        for each in choice
        if each.option_value
    ]
    # the choice is the buyer's: nothing is chosen beforehand where the same is not there
    if found and item.variant_code not in [each["code"] for each in found]:
        found.insert(0, {"code": "", "name": context.translate(marked("Choose an option"))})
    return found


async def _show(
    context: PageContext,
    order: str,
    kind: str,
    item: str,
    *,
    problem: ApiError | None = None,
    values: dict[str, str] | None = None,
) -> Response:
    claimable = await context.content(rules.claimable, {"order_id": order})
    items = [each for each in claimable if each.order_item_code == item and kind in each.buttons]
    if not items:
        if problem is not None:
            return await orders.show(context, order, problem=problem)
        if kind not in _REQUESTS:
            raise NotFound(NO_SUCH, resource=Phrase("page"))
        # as after going back to the form of a request that was made
        return context.redirect(f"/orders/{order}")
    choice = await _exchange_choice(context, order, item) if kind == "exchange" else None
    return await context.show(
        default_pages.CLAIM,
        title=context.translate(ACTION_LABELS[kind]),
        counted=False,
        problem=problem,
        order_id=order,
        kind=kind,
        kind_label=context.translate(ACTION_LABELS[kind]),
        item=items[0],
        variants=[] if choice is None else _variants(context, items[0], choice),
        reasons=[
            {"code": code, "name": context.translate(label)}
            for code, label in REASONS[kind].items()
        ],
        values=values
        or {
            "quantity": str(items[0].quantity),
            "reason_type": "A",
            "reason": "",
            "variant": items[0].variant_code,
        },
        idempotency_token=secrets.generate(),
    )
