"""The page of an order: items, buyer, recipients, shipments, claims, and the possible actions."""

from collections.abc import Sequence
from typing import Final

from msgspec import Struct
from msgspec.structs import asdict
from starlette.responses import Response

from openmall.access.oauth.form_deeds import Deeds
from openmall.commerce.order import memos as order_memos
from openmall.commerce.order.billing.gateways.disputes import store as dispute_store
from openmall.commerce.order.billing.gateways.disputes.store import Dispute
from openmall.commerce.order.billing.payments import rules as payment_rules
from openmall.commerce.order.billing.payments.shape import TimelineEntry
from openmall.commerce.order.claims import store as claim_store
from openmall.commerce.order.claims.exchange_variants import ExchangeVariants
from openmall.commerce.order.claims.shape import Cancellation, Claim
from openmall.commerce.order.fulfilment.shipments import rules as shipment_rules
from openmall.commerce.order.fulfilment.shipments.shape import Shipment
from openmall.commerce.order.order_view import rules as order_view
from openmall.commerce.order.order_view.shape import Order
from openmall.commerce.order.orders.item_shape import Item
from openmall.commerce.shipping import parcel_carriers
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
from openmall.pages.backoffice.dispatch import pages as dispatch_pages
from openmall.pages.backoffice.dispatch.carrier_choices import CarrierChoices
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
    item_pictures,
    open_refunds,
    order_actions,
    order_edit,
)
from openmall.pages.backoffice.orders.order_summaries import summarize_order
from openmall.pages.backoffice.page_context import PageContext
from openmall.pages.backoffice.rendering import matching_subpath, money, not_found_page, render_page

_EMBEDDED: Final = (
    "items", "buyer", "receivers", "cancellation", "return", "exchange", "refunds",
)  # fmt: skip
_DATES: Final = {
    "shipped_date": marked("Shipped"),
    "delivered_date": marked("Delivered"),
    "purchaseconfirmation_date": marked("Purchase confirmed"),
    "cancel_request_date": marked("Cancellation requested"),
    "cancel_date": marked("Cancelled"),
    "return_request_date": marked("Return requested"),
    "return_collected_date": marked("Picked up"),
    "return_confirmed_date": marked("Returned"),
    "exchange_request_date": marked("Exchange requested"),
    "exchange_date": marked("Exchanged"),
    "refund_date": marked("Refunded"),
}
_ACCEPTED: Final = {
    "cancellation": marked("Cancellation accepted"),
    "return": marked("Return accepted"),
    "exchange": marked("Exchange accepted"),
}
"""Kind of a claim -> the event that it was accepted, where it is completed later."""
_PAID: Final = marked("Paid")
_REFUNDED: Final = marked("Refunded")
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


class ShipmentRow(Struct, frozen=True, kw_only=True):
    """A shipment with its items, its carrier, and the actions it allows."""

    shipment: Shipment
    items: list[Item]
    may: set[str]
    choice: str
    """Value of its carrier among the choices."""
    carrier: str
    link: str
    """Where it is tracked; empty: there is no such address."""


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
        missing=(await dispatch_pages.missing_letters([order])).get(order_id, ""),
        wished=lambda item: _wished(exchangeable, item),
        has_actions=any(items_by_action.values()) or bool(shipments),
        changeable_parcels=order_actions.changeable_parcels(items),
        open_claims=claim_decisions.open_claims(order),
        asked_reasons=REQUEST_REASONS,
        shop_no=addresses.shop_parameters(context).get("shop_no", ""),
        shipments=[_shipment_row(context, offered, items, each) for each in shipments],
        claims=_claims(order),
        withdrawable=order_actions.withdrawable_claims(order, items),
        memos=sorted(memos, key=lambda each: each.fixed != "T"),
        disputes=[_dispute_row(each) for each in disputes],
        dispute_reasons=DISPUTE_REASONS,
        history=_history(context, order, payments, all_claims),
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


def _subject(order: Order, item: Item, name: str) -> str:
    """Return what an event of an item is about; of an exchange, what for as well."""
    subject = item.product_name
    if not name.startswith("exchange"):
        return subject
    if item.option_value:
        subject += f" ({item.option_value})"
    for claim in embedded(order.exchange):
        for new in claim.exchanged_items:
            if (new.original_item_no or [])[-1:] == [item.item_no] and new.option_value:
                return f"{subject} → {new.option_value}"
    return subject


def _shipment_row(
    context: PageContext, offered: CarrierChoices, items: list[Item], shipment: Shipment
) -> ShipmentRow:
    """Return a shipment as the page shows it."""
    shipped_items = [item for item in items if item.shipping_code == shipment.shipping_code]
    first = shipped_items[0] if shipped_items else None
    code = shipment.shipping_company_code
    carrier_id = int(first.shipping_company_id or 0) if first else 0
    carrier = parcel_carriers.of_parcel(
        offered.known,
        code=code,
        carrier_id=carrier_id,
        name=first.shipping_company_name if first else "",
    )
    return ShipmentRow(
        shipment=shipment,
        items=shipped_items,
        may=order_actions.shipment_actions(shipped_items),
        choice=offered.value_of(code, carrier_id),
        carrier=carrier_choices.shown_name(context, carrier, code),
        link=carrier.link(shipment.tracking_no),
    )


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


def _history(
    context: PageContext,
    order: Order,
    payments: Sequence[TimelineEntry],
    all_claims: Sequence[Claim],
) -> list[tuple[str, str, str]]:
    """Return the events of an order as (time, event, subject), oldest first."""
    currency = order.currency
    events = [
        (at.isoformat(), context.translate("Ordered"), "")
        for at in (order.order_date,)
        if at is not None
    ]
    events += [
        (
            each.payment_datetime.isoformat(),
            context.translate(_REFUNDED if each.paid_amount < 0 else _PAID),
            money(abs(each.paid_amount), currency),
        )
        for each in payments
        if each.payment_datetime
    ]
    events += [
        (at.isoformat(), context.translate(label), _subject(order, item, name))
        for item in embedded(order.items)
        for name, label in _DATES.items()
        if (at := getattr(item, name))
    ]
    products = {item.item_no: item.product_name for item in embedded(order.items)}
    events += [
        (
            claim.accepted_date.isoformat(),
            context.translate(_ACCEPTED[claim.kind]),
            ", ".join(products[number] for number in claim.item_nos if number in products),
        )
        for claim in all_claims
        if claim.kind in _ACCEPTED
        and claim.accepted_date
        and claim.accepted_date != claim.completed_date
    ]
    return sorted(events)


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
