"""A member's subscriptions: subscribed to, changed, skipped, paused, ended."""

from collections.abc import Mapping, Sequence
from typing import Any, Final

from starlette.responses import Response

from openmall.access.oauth import secrets
from openmall.access.oauth.form_deeds import Deeds
from openmall.access.oauth.form_fields import Fields
from openmall.commerce.design.themes import default_pages
from openmall.commerce.order.billing.stored_methods import rules as stored_method_rules
from openmall.commerce.order.billing.stored_methods.shape import OwnMethod
from openmall.commerce.order.placement.subscriptions import front as subscription_front
from openmall.commerce.order.placement.subscriptions import own_subscriptions
from openmall.contract.errors import ApiError, NotFound, NotModified
from openmall.contract.json_values import Encodable
from openmall.http.web.delivery_cycles import CYCLES
from openmall.http.web.languages import marked
from openmall.pages.sampleshop.accounts import cards
from openmall.pages.sampleshop.checkout.checkout import RECEIVER, initial_fields
from openmall.pages.sampleshop.page_context import PageContext
from openmall.pages.sampleshop.paging import Paging
from openmall.pages.sampleshop.products import bundle_parts
from openmall.pages.sampleshop.refusals import NO_SUBSCRIPTION_PRODUCT
from openmall.pages.sampleshop.themes.plain_data import data_of

_PAGE_SIZE: Final = 10
_SHOWN_STATUSES: Final = (403, 409, 422)
_MOST_ORDERS: Final = 3
"""Newest orders shown with a subscription."""
STATES: Final = {"U": marked("Active"), "P": marked("Paused"), "C": marked("Ended")}
_STATE_OF: Final = {"pause": "P", "resume": "U", "end": "C"}
"""Action -> the state that it brings a subscription into."""
_DONE: Final = {
    "skip": "skipped",
    "pause": "paused",
    "resume": "resumed",
    "end": "ended",
}
_ITEM: Final = ("quantity", "expected_delivery_date", "subscription_shipments_cycle")
_ADDRESS: Final = (
    "receiver_name", "receiver_cellphone", "receiver_zipcode", "receiver_address1",
    "receiver_address2",
)  # fmt: skip


async def show(
    context: PageContext, *, problem: ApiError | None = None, form: Fields | None = None
) -> Response:
    """Show the member's subscriptions, the newest first; `form`: the one that was refused."""
    paging = Paging(context, _PAGE_SIZE)
    found = await context.content(own_subscriptions.listing, {**paging.parameters})
    methods = await context.content(stored_method_rules.listing)
    numbers = {item.product_no for each in found for item in each.items}
    offered = {number: await _offered(context, number) for number in sorted(numbers)}
    return await context.show(
        default_pages.SUBSCRIPTIONS,
        title=context.translate("Subscriptions"),
        counted=False,
        problem=problem,
        subscriptions=[_shown(context, data_of(each), offered, form) for each in found],
        cards=_cards(methods),
        newer=paging.newer(),
        older=paging.older(len(found)),
    )


async def _offered(context: PageContext, product_no: int) -> Sequence[str]:
    """Return the cycles in which a product is offered; of one that is not offered any more none."""
    try:
        named = {"product_no": product_no}
        offer = await context.content(subscription_front.offer_on_display, named)
    except ApiError:
        return ()
    return offer.cycles


def _shown(
    context: PageContext,
    subscription: dict[str, Any],
    offered: Mapping[int, Sequence[str]],
    form: Fields | None,
) -> dict[str, Any]:
    """Return a subscription with texts, and with what was typed into its refused form."""
    typed: dict[str, Any] = {}
    if form is not None and form.text("subscription") == subscription["subscription_id"]:
        names = {"item": _ITEM, "address": _ADDRESS, "card": ("method_id",)}.get(form.deed, ())
        typed = {name: form.text(name) for name in names}
    of_item = form.text("item") if form is not None and typed and form.deed == "item" else ""
    items = []
    for each in subscription["items"]:
        cycle, state = each["subscription_shipments_cycle"], each["subscription_state"]
        texts = {
            "cycle_text": context.translate(CYCLES[cycle]),
            "state_text": context.translate(STATES[state]),
        }
        codes = [code for code in CYCLES if code == cycle or code in offered[each["product_no"]]]
        mine = of_item == str(each["subscription_item_id"])
        items.append(
            {
                **each,
                **texts,
                "cycles": _choices(context, codes),
                "typed": {**{name: each[name] for name in _ITEM}, **(typed if mine else {})},
                "is_open": mine,
            }
        )
    state = subscription["subscription_state"]
    return {
        **subscription,
        **({} if of_item else typed),
        "address_open": bool(typed) and form is not None and form.deed == "address",
        "items": items,
        "orders": [
            {**each, "next_charge_day": (each["next_charge_date"] or "")[:10]}
            for each in subscription["orders"][:_MOST_ORDERS]
        ],
        "state_text": context.translate(STATES[state]),
    }


def _choices(context: PageContext, cycles: Sequence[str]) -> list[dict[str, str]]:
    return [{"code": each, "name": context.translate(CYCLES[each])} for each in cycles]


def _cards(methods: Sequence[OwnMethod]) -> list[dict[str, str]]:
    """Return the stored payment methods to choose from: those that the shop can charge."""
    return [
        {"code": each.method_id, "name": f"{each.label} · {str(each.agreed_date)[:10]}"}
        for each in methods
        if each.chargeable == "T"
    ]


DEEDS: Final = Deeds(*_STATE_OF, "skip", "item", "card", "address")


async def change(context: PageContext, form: Fields) -> Response:
    """Skip, pause, resume or end a subscription, or change what, when, where or how it is paid."""
    action = form.deed
    try:
        if action == "skip":
            await context.call(
                own_subscriptions.skip, {"subscription_id": form.text("subscription")}
            )
        elif action == "item":
            values = {name: form.text(name) for name in _ITEM}
            await context.call(
                own_subscriptions.change_item,
                {
                    **values,
                    "subscription_id": form.text("subscription"),
                    "subscription_item_id": form.text("item"),
                },
            )
        elif action in _STATE_OF:
            await context.call(
                own_subscriptions.change,
                {
                    "subscription_state": _STATE_OF[action],
                    "subscription_id": form.text("subscription"),
                },
            )
        elif action == "card":
            await context.call(
                own_subscriptions.change,
                {"method_id": form.text("method_id"), "subscription_id": form.text("subscription")},
            )
        else:
            values = {name: form.text(name) for name in _ADDRESS}
            await context.call(
                own_subscriptions.change, {**values, "subscription_id": form.text("subscription")}
            )
    except NotModified:
        return context.redirect("/subscriptions", done="same")
    except ApiError as error:
        if error.status in _SHOWN_STATUSES:
            return await show(context, problem=error, form=form)
        raise
    return context.redirect("/subscriptions", done=_DONE.get(action, "subscription-changed"))


async def subscribe_page(context: PageContext, number: str) -> Response:
    """Show the form that subscribes to a product."""
    return await _subscribe_page(context, number, await initial_fields(context))


async def _subscribe_page(
    context: PageContext,
    number: str,
    values: dict[str, str],
    *,
    parts: Sequence[str] = (),
    problem: ApiError | None = None,
) -> Response:
    """Show the form; `parts`: the variants that were chosen of a bundle's."""
    product = (await context.call(f"products/{number}", embed=("variants",))).content
    offer = await context.content(subscription_front.offer_on_display, {"product_no": number})
    if offer.offered != "T":
        raise NotFound(NO_SUBSCRIPTION_PRODUCT)
    methods = await context.content(stored_method_rules.listing)
    variants = [
        {
            "code": each["variant_code"],
            "name": " / ".join(one["value"] for one in each["options"]) or product["product_name"],
        }
        for each in product["variants"]
        if each["display"] == "T"
    ]
    start = {
        "quantity": "1",
        "expected_delivery_date": offer.first_delivery_date,
        "subscription_shipments_cycle": offer.cycles[0],
        "max_delivery_limit": "0",
        "variant_code": "",
        "method_id": "",
    }
    discounts = [
        {**data_of(each), "discount_percent": f"{float(each.discount_amount):g}"}
        for each in offer.discount_values
    ]
    any_number = {"code": "0", "name": context.translate("Until I end it")}
    numbers = [{"code": str(each), "name": str(each)} for each in offer.deliveries]
    return await context.show(
        default_pages.SUBSCRIBE,
        title=context.translate("Subscribe"),
        counted=False,
        problem=problem,
        product=product,
        offer={**data_of(offer), "discount_values": discounts},
        variants=variants,
        parts=bundle_parts.of_product(product, parts),
        cycles=_choices(context, offer.cycles),
        deliveries=numbers or [any_number],
        cards=_cards(methods),
        can_add=await cards.can_add(context),
        values={**start, **values},
        idempotency_token=secrets.generate(),
    )


async def subscribe(context: PageContext, form: Fields, number: str) -> Response:
    """Subscribe to a product; a form that is sent twice subscribes once."""
    names = (
        "quantity", "expected_delivery_date", "subscription_shipments_cycle",
        "max_delivery_limit", "variant_code", "method_id", "agree_recurring_charges", "once",
    )  # fmt: skip
    values = {name: form.text(name) for name in names}
    values |= {f"receiver_{name}": form.text(f"receiver_{name}") for name in RECEIVER}
    receiver = {name: values[f"receiver_{name}"] for name in RECEIVER}
    parts = bundle_parts.chosen_in(form)
    variant: dict[str, Encodable] = {
        "variants_code": values["variant_code"],
        "quantity": values["quantity"],
        "bundle_product_components": bundle_parts.as_sent(parts),
    }
    draft: dict[str, Encodable] = {
        "variants": [variant],
        "receiver": {name: value for name, value in receiver.items() if value},
        **{name: values[name] for name in names[1:4]},
        **{name: values[name] for name in names[5:7] if values[name]},
    }
    # a theme of the merchant's own may have no key: each of its forms subscribes
    key = f"subscribe-{values['once']}" if values["once"] else ""
    try:
        await context.call(own_subscriptions.subscribe, draft, key=key)
    except ApiError as error:
        if error.status in _SHOWN_STATUSES:
            return await _subscribe_page(context, number, values, parts=parts, problem=error)
        raise
    return context.redirect("/subscriptions", done="subscribed")
