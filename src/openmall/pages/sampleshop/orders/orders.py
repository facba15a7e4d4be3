"""The shopper's orders: list, details, and actions."""

import re
from collections.abc import Sequence
from typing import Final

from starlette.responses import Response

from openmall.access.oauth.form_deeds import Deeds
from openmall.access.oauth.form_fields import Fields
from openmall.commerce.community.boards.builtin import REVIEWS
from openmall.commerce.design.themes import default_pages
from openmall.commerce.order import status_names
from openmall.commerce.order.placement.checkout import later_gifts
from openmall.commerce.order.placement.checkout import rules as checkout_rules
from openmall.commerce.order.placement.checkout.shape import OwnItem, OwnOrder, OwnRefund
from openmall.commerce.order.selfservice import own_confirmation, own_parcels, rules
from openmall.commerce.order.selfservice.own_confirmation import ConfirmableItem
from openmall.commerce.order.selfservice.own_parcels import OwnParcel
from openmall.commerce.order.selfservice.shape import OwnClaim
from openmall.commerce.shipping import builtin_carriers
from openmall.contract.errors import ApiError, Invalid
from openmall.contract.json_values import Encodable
from openmall.contract.refusal import Phrase
from openmall.contract.refusals import NO_SUCH
from openmall.http.web import bills
from openmall.http.web.bills import Bill
from openmall.http.web.languages import marked
from openmall.pages.sampleshop.checkout import cart, countries, gifts, order_bills, order_states
from openmall.pages.sampleshop.checkout.checkout import PAID_BY
from openmall.pages.sampleshop.page_context import PageContext
from openmall.pages.sampleshop.paging import Paging
from openmall.pages.sampleshop.themes.plain_data import data_of

_PAGE_SIZE: Final = 10
_CLAIM_CODE: Final = re.compile(r"[A-Za-z0-9-]{1,40}")
ACTION_LABELS: Final = {
    "cancel": marked("Cancel"),
    "return": marked("Return"),
    "exchange": marked("Exchange"),
}
"""Claim action of an item -> label."""
CLAIM_LABELS: Final = {
    "cancellation": marked("Cancellation"),
    "return": marked("Return"),
    "exchange": marked("Exchange"),
}
"""Kind of a claim -> label."""
STATUS_LABELS: Final = {
    "requested": marked("requested"),
    "accepted": marked("accepted"),
    "canceling": marked("in progress"),
    "canceled": marked("cancelled"),
    "processing": marked("in progress"),
    "picked up": marked("picked up"),
    "returned": marked("returned"),
    "exchanged": marked("exchanged"),
    "undone": marked("withdrawn"),
}
"""Status of a claim -> label."""


async def show_list(context: PageContext) -> Response:
    """List the shopper's orders, newest first; without a session there are none."""
    paging = Paging(context, _PAGE_SIZE)
    orders = (
        []
        if context.shopper is None
        else await context.content(checkout_rules.listing, {**paging.parameters})
    )
    numbers = [order.items[0].product_no for order in orders if order.items]
    pictures = await cart.thumbnails(context, numbers)
    own = await _own_pictures(context, [each.items[0] for each in orders if each.items])
    return await context.show(
        default_pages.ORDERS,
        title=context.translate("Orders"),
        counted=False,
        orders=[
            {
                **data_of(each),
                "items": [
                    {**data_of(item), "status_text": _state_name(context, item)}
                    for item in each.items
                ],
                "total": str(_bill_of(context, each).total.amount),
                "picture": _picture(each.items[0], pictures, own) if each.items else "",
            }
            for each in orders
        ],
        newer=paging.newer(),
        older=paging.older(len(orders)),
    )


def _state_name(context: PageContext, item: OwnItem) -> str:
    """Return the name of an item's state in the reader's language."""
    return status_names.in_language(
        item.status_text, item.order_status, context.shop.language, context.language
    )


async def show(context: PageContext, order: str, *, problem: ApiError | None = None) -> Response:
    """Show one of the shopper's orders."""
    content = await context.content(checkout_rules.retrieve, {"order_id": order})
    claimable = await context.content(rules.claimable, {"order_id": order})
    claims = await context.content(rules.claims, {"order_id": order})
    reviewable = await context.content(rules.reviewable, {"order_id": order})
    to_confirm = await context.content(own_confirmation.list_own, {"order_id": order})
    parcels = await context.content(own_parcels.list_own, {"order_id": order})
    offers = await context.content(later_gifts.list_offers, {"order_id": order})
    awaits_payment = order_states.awaits_payment(content)
    to_pay = bool(await order_states.method_to_pay(context, content))
    # added items may be paid either way; an order of a gateway only there
    to_transfer = bool(content.transfer_accounts) or (awaits_payment and not to_pay)
    pictures = await cart.thumbnails(context, [each.product_no for each in content.items])
    own = await _own_pictures(context, content.items)
    buttons = {
        each.order_item_code: [
            {"code": name, "name": context.translate(ACTION_LABELS[name])} for name in each.buttons
        ]
        for each in claimable
    }
    to_review = {each.order_item_code for each in reviewable}
    return await context.show(
        default_pages.ORDER,
        title=context.translate("Order %(number)s").replace("%(number)s", order),
        counted=False,
        problem=problem,
        order={
            **data_of(content),
            "items": [
                {
                    **data_of(each),
                    "status_text": _state_name(context, each),
                    "picture": _picture(each, pictures, own),
                    "buttons": buttons.get(each.order_item_code, []),
                    "reviewable": each.order_item_code in to_review,
                }
                for each in content.items
            ],
            "receivers": [
                {**data_of(each), "country_name": countries.named(context, each)}
                for each in content.receivers
            ],
        },
        parcels=[_parcel_row(context, each, content.items) for each in parcels],
        review_page=f"/boards/{REVIEWS}/write?product_no=",
        claims=[_claim_row(context, each) for each in claims],
        methods=[context.translate(PAID_BY.get(each, each)) for each in content.payment_method],
        bill=order_bills.plain(_bill_of(context, content)),
        refunds=[_refund_row(context, each) for each in content.refunds if each.refund_amount > 0],
        to_pay=to_pay,
        to_transfer=to_transfer and not (to_pay and content.paid == "F"),
        gift_offers=gifts.inputs(offers, {}),
        to_confirm=bool(to_confirm),
        confirmable=[each.order_item_code for each in to_confirm],
        arrived=_arrived(to_confirm, content.items),
    )


DEEDS: Final = Deeds("gifts", "confirm", "withdraw")


async def change(context: PageContext, form: Fields, order: str) -> Response:
    """Confirm a purchase, choose gifts, or withdraw a claim request."""
    try:
        if form.deed == "gifts":
            chosen = gifts.chosen(gifts.sent_values(form))
            if not chosen:
                return context.redirect(f"/orders/{order}")
            await context.call(later_gifts.choose, {"gifts": chosen, "order_id": order})
            return context.redirect(f"/orders/{order}", done="gift")
        if form.deed == "confirm":
            # the items that the page named: what arrived since is not confirmed unread
            codes = form.texts("item")
            named: dict[str, Encodable] = {"order_item_code": codes} if codes else {}
            await context.call(rules.confirm, {**named, "order_id": order})
            return context.redirect(f"/orders/{order}", done="confirmed")
        code = form.text("claim")
        if not _CLAIM_CODE.fullmatch(code):
            raise Invalid(NO_SUCH, parameter="claim_code", resource=Phrase("claim"))
        await context.call(rules.withdraw, {"order_id": order, "claim_code": code})
        return context.redirect(f"/orders/{order}", done="withdrawn")
    except ApiError as error:
        # 404 of a claim that was withdrawn before; show raises it again for an unknown order
        if error.status in (403, 404, 409, 422):
            return await show(context, order, problem=error)
        raise


async def _own_pictures(context: PageContext, items: Sequence[OwnItem]) -> dict[str, str]:
    """Return the pictures of the variants of items that have one of their own."""
    numbers = [each.product_no for each in items if each.option_value]
    return await cart.variant_pictures(context, numbers)


def _picture(item: OwnItem, pictures: dict[int, str], own: dict[str, str]) -> str:
    return own.get(item.variant_code) or pictures.get(item.product_no, "")


def _bill_of(context: PageContext, order: OwnOrder) -> Bill:
    return bills.of_order(
        order.actual_order_amount,
        order.refunds,
        context.language,
        payment=order.payment_amount,
        paid=order.paid,
        benefits=order.benefit_discount_amount,
    )


def _arrived(found: Sequence[ConfirmableItem], items: Sequence[OwnItem]) -> str:
    """Return the names of items whose receipt may be confirmed; empty where they are all."""
    if len(found) == len(items):
        return ""
    return ", ".join(
        f"{each.product_name} ({each.option_value})" if each.option_value else each.product_name
        for each in found
    )


def _parcel_row(
    context: PageContext, parcel: OwnParcel, items: Sequence[OwnItem]
) -> dict[str, Encodable]:
    """Return a parcel with the names of its items; all of them need no names."""
    inside = [each for each in items if each.order_item_code in parcel.order_item_code]
    names = dict.fromkeys(each.product_name for each in inside)
    return {
        **data_of(parcel),
        "carrier": builtin_carriers.in_language(parcel.carrier, context.language),
        "items": [] if len(inside) == len(items) else list(names),
    }


def _refund_row(context: PageContext, refund: OwnRefund) -> dict[str, Encodable]:
    done = refund.status == "T"
    return {
        "label": context.translate(marked("Refunded") if done else marked("To be refunded")),
        "amount": str(refund.refund_amount),
        "at": data_of(refund)["refund_date"] if done else "",
    }


def _claim_row(context: PageContext, claim: OwnClaim) -> dict[str, Encodable]:
    step = "undone" if claim.undone == "T" else claim.status
    return {
        **data_of(claim),
        "kind_label": context.translate(CLAIM_LABELS.get(claim.kind, claim.kind)),
        "status_label": context.translate(STATUS_LABELS.get(step, step)),
        "open": claim.undone != "T" and claim.status == "requested",
    }
