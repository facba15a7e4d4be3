"""The page of an order: items, buyer, recipients, shipments, claims, and the possible actions."""

from typing import Final

from msgspec.structs import asdict
from starlette.responses import Response

from openmall.access.oauth.form_deeds import Deeds
from openmall.commerce.order import memos as order_memos
from openmall.commerce.order.billing.gateways.disputes import store as dispute_store
from openmall.commerce.order.billing.gateways.disputes.store import Dispute
from openmall.commerce.order.billing.payments import rules as payment_rules
from openmall.commerce.order.claims import store as claim_store
from openmall.commerce.order.claims.exchange_variants import ExchangeVariants
from openmall.commerce.order.claims.shape import Cancellation
from openmall.commerce.order.fulfilment.shipments import rules as shipment_rules
from openmall.commerce.order.order_view import rules as order_view
from openmall.commerce.order.order_view.shape import Order
from openmall.commerce.order.orders.item_shape import Item
from openmall.contract.call import Call
from openmall.contract.embedded import embedded
from openmall.contract.errors import ApiError, Invalid, NotFound, NotModified
from openmall.contract.json_values import Encodable
from openmall.contract.moments import moment
from openmall.contract.money import money as hundredths_as_money
from openmall.contract.refusal import Phrase
from openmall.contract.refusals import NO_SUCH
from openmall.http.web.languages import marked
from openmall.http.web.pages import redirect
from openmall.pages.backoffice import addresses, form_errors
from openmall.pages.backoffice.apps import app_actions
from openmall.pages.backoffice.dispatch import carrier_choices
from openmall.pages.backoffice.dispatch.parcels import missing_letters
from openmall.pages.backoffice.form_errors import NO_ERROR, FormState
from openmall.pages.backoffice.order_labels import (
    DISPUTE_REASONS,
    METHODS,
    NUMBER,
    PAID,
    REASONS,
    REFUNDS,
    REQUEST_REASONS,
    badge_kind,
)
from openmall.pages.backoffice.orders import (
    claim_decisions,
    claims,
    exchange_choices,
    item_groups,
    item_pictures,
    open_refunds,
    order_actions,
    order_edit,
    order_events,
    shipment_rows,
)
from openmall.pages.backoffice.orders.order_summaries import summarize_order
from openmall.pages.backoffice.page_context import PageContext
from openmall.pages.backoffice.rendering import matching_subpath, money, not_found_page, render_page

_EMBEDDED: Final = (
    "items", "buyer", "receivers", "cancellation", "return", "exchange", "refunds",
)  # fmt: skip
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


async def show_one(context: PageContext) -> Response:
    """Handle `GET /admin/orders/{order_id}`."""
    code = context.visit.query.text("claim")
    try:
        if context.visit.query.text("edit"):
            return await order_edit.show(context, _order_id(context))
        if not code:
            return await _page(context, NO_ERROR)
        try:
            return await claims.show_claim_preview(context, _order_id(context), code)
        except Invalid as error:
            form_state = form_errors.rejected_form(
                context, claim_decisions.ACCEPT, context.visit.query, error
            )
            return await _page(context, form_state, status=error.status)
    except ApiError as error:
        return not_found_page(context, error)


def _order_id(context: PageContext) -> str:
    """Return the number of the order in the address. Raises NotFound."""
    order_id = matching_subpath(context, NUMBER)
    if not order_id:
        raise NotFound(NO_SUCH, resource=Phrase("order"))
    return order_id


async def _page(context: PageContext, form_state: FormState, *, status: int = 200) -> Response:
    order_id = _order_id(context)
    shop = addresses.shop_parameters(context)
    order: Order = (
        await context.call(order_view.retrieve, {**shop, "order_id": order_id}, embed=_EMBEDDED)
    ).content
    items = embedded(order.items)
    shipments = (await context.call(shipment_rules.listing, {**shop, "order_id": order_id})).content
    offered = await carrier_choices.offered(context)
    memos = (await context.call(order_memos.list_memos, {**shop, "order_id": order_id})).content
    payments = (await context.call(payment_rules.timeline, {**shop, "order_id": order_id})).content
    async with context.database.reading(context.mall_id) as db:
        disputes = await dispute_store.of_order(db, order.order_id)
        call = Call(context.clock, db, context.visit.mall, order.shop_no, seal=context.client.seal)
        all_claims = await claim_store.of_orders(call, [order.order_id])
    items_by_action = order_actions.items_by_action(items)
    parcels = [shipment_rows.shipment_row(context, offered, items, each) for each in shipments]
    exchangeable: dict[str, ExchangeVariants] = {}
    if items_by_action["exchange"] or order.exchange:
        exchangeable = await exchange_choices.variants_of(context, order_id)
    return render_page(
        context,
        "order.html",
        status=status,
        messages=order_actions.MESSAGES,
        form_state=form_state,
        order=order,
        buttons=await app_actions.buttons(context, "order", order.order_id),
        items=items,
        item_pictures=await item_pictures.of_items(context, items, shop),
        currency=order.currency,
        bill=summarize_order(context, order),
        items_by_action=items_by_action,
        exchange_options=lambda item: exchange_choices.options_of(
            exchangeable.get(item.order_item_code)
        ),
        missing=(await missing_letters([order])).get(order_id, ""),
        wished=lambda item: _wished(exchangeable, item),
        changeable_parcels=order_actions.changeable_parcels(items),
        open_claims=claim_decisions.open_claims(order),
        asked_reasons=REQUEST_REASONS,
        shop_no=addresses.shop_parameters(context).get("shop_no", ""),
        groups=item_groups.group_items(items, parcels, items_by_action),
        claims=_claims(order),
        withdrawable=order_actions.withdrawable_claims(order, items),
        memos=sorted(memos, key=lambda each: each.fixed != "T"),
        disputes=[_dispute_row(each) for each in disputes],
        dispute_reasons=DISPUTE_REASONS,
        events=order_events.events_of(context, order, payments, all_claims),
        carriers=offered.pairs,
        reasons=[(code, context.translate(name)) for code, name in REASONS.items()],
        steps={
            action: [(code, context.translate(name)) for code, name in steps]
            for action, steps in CLAIM_STEPS.items()
        },
        badge_kind=badge_kind,
        paid=PAID,
        method_labels=METHODS,
        refunds=REFUNDS,
        refund_states=await open_refunds.states_of(context, order),
        address=addresses.address(context, f"{context.page.path}/{order_id}"),
        edit_address=addresses.address(context, f"{context.page.path}/{order_id}", edit="1"),
    )


def _wished(exchangeable: dict[str, ExchangeVariants], item: Item) -> str:
    """Return the options that the buyer of an item asks for instead; empty without a wish."""
    known = exchangeable.get(item.order_item_code)
    return known.wished.option_value if known and known.wished else ""


def _dispute_row(dispute: Dispute) -> dict[str, Encodable]:
    """Return what the page shows of a dispute."""
    by = dispute.respond_by
    return {
        **asdict(dispute),
        "money": money(str(hundredths_as_money(dispute.amount)), dispute.currency),
        "disputed": moment(dispute.created_date).isoformat(),
        "answer_by": "" if by is None else moment(by).isoformat(),
    }


def _claims(order: Order) -> list[tuple[str, Cancellation]]:
    """Return kind and content of the order's claims."""
    return [
        (name, each)
        for name in order_actions.CLAIMS.values()
        for each in order_actions.claims_of(order, name)
    ]


_DEEDS: Final = Deeds(*order_edit.DEEDS, *claim_decisions.PREVIEWED_ACTIONS, *order_actions.ACTIONS)


async def change(context: PageContext) -> Response:
    """Handle `POST /admin/orders/{order_id}`: execute one action."""
    form = await context.form(deeds=_DEEDS, most=500)
    action = form.deed
    path = f"{context.page.path}/{context.subpath}"
    try:
        order_id = _order_id(context)
        if action.startswith(order_edit.PREFIX):
            return await order_edit.change(context, form, order_id)
        if action in claim_decisions.PREVIEWED_ACTIONS:
            return await claims.decide(context, form, order_id)
        await order_actions.ACTIONS[action](context, form, order_id)
    except NotModified:
        return redirect(addresses.address(context, path, done="same"))
    except ApiError as error:
        try:
            return await _page(
                context,
                form_errors.rejected_form(context, action, form, error),
                status=error.status,
            )
        except ApiError as missing:
            return not_found_page(context, missing)
    return redirect(addresses.address(context, path, done=action))
