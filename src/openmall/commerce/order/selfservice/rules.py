"""Self-service of buyers on their own orders, as the shop's order settings allow.

Specification: "Orders setting". Ownership is checked first: another shopper's order is not found
(404).
"""

from collections.abc import Awaitable, Callable, Sequence
from typing import Final

from msgspec import UNSET

from openmall.commerce.order import status_names
from openmall.commerce.order.claims import announcements, refusals, requests, selection
from openmall.commerce.order.claims import store as claim_store
from openmall.commerce.order.claims.kinds import CANCELLATION, EXCHANGE, KINDS, RETURN, Kind
from openmall.commerce.order.claims.progress import save_claimed, withdraw_claim
from openmall.commerce.order.claims.requests import RequestDraft
from openmall.commerce.order.claims.shape import Claim, RequestedClaim
from openmall.commerce.order.order_saving import save_order
from openmall.commerce.order.orders import announcements as order_announcements
from openmall.commerce.order.orders import store as order_store
from openmall.commerce.order.orders import transitions
from openmall.commerce.order.orders.item_shape import Item
from openmall.commerce.order.orders.shape import Order
from openmall.commerce.order.orders.store import OrderAggregate, OrderLine
from openmall.commerce.order.orders.takes import OrderPath
from openmall.commerce.order.placement.checkout import own_orders
from openmall.commerce.order.placement.checkout import rules as checkout_rules
from openmall.commerce.order.placement.checkout.shape import Button
from openmall.commerce.order.receivers import rules as receiver_rules
from openmall.commerce.order.receivers.shape import Changed, ReceiverBulkChange
from openmall.commerce.order.selfservice.accepted_reviews import ACCEPTED
from openmall.commerce.order.selfservice.refusals import (
    ADDRESS_FIXED,
    CLAIM_DECIDED,
    CLAIM_NOT_TAKEN_NOW,
    NOTHING_DELIVERED,
    SHOP_CONFIRMS_PURCHASES,
)
from openmall.commerce.order.selfservice.shape import (
    ClaimableItem,
    Confirmed,
    OwnClaim,
    ReviewableItem,
)
from openmall.commerce.order.selfservice.takes import Confirmation, OwnClaimPath, OwnReceiverChange
from openmall.commerce.order.states import OVER
from openmall.commerce.store.benefits_setting import BenefitsSetting
from openmall.commerce.store.boards_setting import BoardsSetting, ReviewButton
from openmall.commerce.store.orders_setting import OrdersSetting
from openmall.contract.call import Call
from openmall.contract.change import sent_fields
from openmall.contract.crud.settings import current
from openmall.contract.errors import Invalid, NotFound
from openmall.contract.refusal import Phrase
from openmall.contract.refusals import DOES_NOT_EXIST

_BUTTONS: Final[dict[str, Button]] = {
    CANCELLATION.name: "cancel",
    RETURN.name: "return",
    EXCHANGE.name: "exchange",
}
_BEFORE_SENDING: Final = ("N00", "N10", "N20", "N22")
"""States in the order in which the address setting counts them."""


async def claimable(call: Call, params: OrderPath) -> Sequence[ClaimableItem]:
    """Retrieve a list of the items of one's own order for which something may be asked now."""
    await checkout_rules.require_own(call, params.order_id)
    setting = await current(call, OrdersSetting)
    found = (await order_store.items_of(call, [params.order_id]))[params.order_id]
    names = await status_names.read(call, [params.order_id])
    on_delivery = params.order_id in await order_store.paid_on_delivery(call, [params.order_id])
    return [
        ClaimableItem(
            shop_no=call.shop_no,
            order_id=params.order_id,
            buttons=buttons,
            **{name: getattr(item, name) for name in _SHOWN},
        )
        for item in names.named(found, on_delivery=on_delivery)
        if (buttons := _buttons(call, item, setting))
    ]


async def reviewable(call: Call, params: OrderPath) -> Sequence[ReviewableItem]:
    """Retrieve a list of the items of one's own order that the order offers to review now.

    The board settings of the shop say when: once it is paid, was sent, or has arrived. A
    gift is reviewed where the benefits setting allows it. What the board of reviews would refuse
    from this buyer is left out, such as a review by a guest.
    """
    await checkout_rules.require_own(call, params.order_id)
    mode = (await current(call, BoardsSetting)).review_button_mode
    found = (await order_store.items_of(call, [params.order_id]))[params.order_id]
    if any(item.gift == "T" for item in found):
        setting = await current(call, BenefitsSetting)
        found = [item for item in found if item.gift == "F" or setting.allow_gift_review == "T"]
    offered = [
        item for item in found if item.order_status not in OVER and _may_be_reviewed(item, mode)
    ]
    numbers = dict.fromkeys(item.product_no for item in offered)
    accepted = await ACCEPTED(call, params.order_id, list(numbers))
    return [
        ReviewableItem(
            shop_no=call.shop_no,
            order_id=params.order_id,
            order_item_code=item.order_item_code,
            product_no=item.product_no,
        )
        for item in offered
        if item.product_no in accepted
    ]


def _may_be_reviewed(item: Item, mode: ReviewButton) -> bool:
    if item.order_status == "N00":
        # nothing was bought yet: a review would be one of what may never be paid or sent
        return False
    if mode == "all":
        return True
    return (item.shipped_date if mode == "shipbegin_date" else item.delivered_date) is not None


_SHOWN: Final = (
    "order_item_code", "product_no", "variant_code", "product_name", "option_value", "quantity",
    "order_status", "status_text",
)  # fmt: skip


def _buttons(call: Call, item: Item, setting: OrdersSetting) -> list[Button]:
    """Return the claims an item allows now; an unpaid item can always be cancelled."""
    found = own_orders.buttons(item, setting, call.clock.now())
    unpaid = item.order_status == "N00" and setting.claim_request == "T"
    return ["cancel", *found] if unpaid and "cancel" not in found else found


def ask(kind: Kind) -> Callable[[Call, RequestDraft], Awaitable[RequestedClaim]]:
    """Return the handler of a buyer's request for a claim of a kind."""
    request = requests.request_handler(kind)

    async def asked(call: Call, params: RequestDraft) -> RequestedClaim:
        aggregate = await _own(call, params.order_id)
        setting = await current(call, OrdersSetting)
        codes = None
        if params.items is not UNSET:
            codes = [each.order_item_code for each in params.items]
        for line in transitions.select_lines(aggregate, codes):
            if _BUTTONS[kind.name] not in _buttons(call, line.item, setting):
                raise Invalid(
                    CLAIM_NOT_TAKEN_NOW,
                    parameter="order_item_code",
                    kind=refusals.KINDS[kind.name],
                    status=line.item.order_status,
                )
        return await request(call, params)

    asked.__doc__ = f"Ask for the {kind.name} of items of one's own order."
    return asked


async def claims(call: Call, params: OrderPath) -> Sequence[OwnClaim]:
    """Retrieve a list of the claims about one's own order."""
    await checkout_rules.require_own(call, params.order_id)
    lines = (await order_store.lines_of(call, [params.order_id]))[params.order_id]
    codes = {line.item.item_no: line.item.order_item_code for line in lines}
    found = await claim_store.of_orders(call, [params.order_id])
    return [_claim(claim, codes) for claim in found]


def _claim(claim: Claim, codes: dict[int, str]) -> OwnClaim:
    shown = claim.expose_order_detail == "T"
    return OwnClaim(
        shop_no=claim.shop_no,
        order_id=claim.order_id,
        claim_code=claim.claim_code,
        kind=claim.kind,
        status=claim.step,
        order_item_code=[codes[number] for number in claim.item_nos],
        claim_reason_type=claim.claim_reason_type,
        claim_reason=claim.claim_reason,
        requested_date=claim.requested_date,
        accepted_date=claim.accepted_date,
        completed_date=claim.completed_date,
        undone="T" if claim.undone == "T" else "F",
        undone_reason=(claim.exposed_undone_reason or "") if shown else "",
    )


async def withdraw(call: Call, params: OwnClaimPath) -> OwnClaim:
    """Withdraw a claim that the shop has not accepted yet; items are what they were before.

    Raises NotFound (404), also for one that came to nothing, Invalid (422) for one the shop has
    dealt with.
    """
    aggregate = await _own(call, params.order_id)
    before = aggregate.order
    claim = await claim_store.find(call, params.claim_code)
    if claim is None or claim.order_id != params.order_id or claim.undone == "T":
        raise NotFound(DOES_NOT_EXIST, parameter="claim_code", resource=Phrase("claim"))
    if claim.step != "requested":
        raise Invalid(CLAIM_DECIDED, parameter="claim_code")
    kind = KINDS[claim.kind]
    lines = selection.lines_of_claim(aggregate, claim.item_nos)
    after = await withdraw_claim(call, kind, aggregate, claim, lines)
    await claim_store.change(call, after)
    await save_claimed(call, before, aggregate, lines)
    announcements.announce_claim(call, kind, aggregate, after, step="withdraw")
    codes = {line.item.item_no: line.item.order_item_code for line in aggregate.lines}
    return _claim(after, codes)


async def confirm(call: Call, params: Confirmation) -> Confirmed:
    """Confirm a purchase, where the shop has a button for it."""
    aggregate = await _own(call, params.order_id)
    before = aggregate.order
    if not await may_confirm(call, aggregate.order):
        raise Invalid(SHOP_CONFIRMS_PURCHASES, parameter="order_id")
    if params.order_item_code is UNSET:
        lines = [line for line in aggregate.lines if has_arrived(line.item)]
        if not lines:
            raise Invalid(NOTHING_DELIVERED, parameter="order_id")
    else:
        lines = transitions.select_lines(aggregate, params.order_item_code)
    changed = transitions.move(call, lines, "confirm", who="customer")
    aggregate.order = transitions.with_summary(aggregate, int(call.clock.now()))
    await save_order(call, before, aggregate, changed, None)
    order_announcements.announce_shipping(call, aggregate, "confirm_order")
    return Confirmed(
        shop_no=call.shop_no,
        order_id=params.order_id,
        order_item_code=[line.item.order_item_code for line in lines],
    )


def has_arrived(item: Item) -> bool:
    """Return whether an item is one that a confirmation without items is about."""
    return item.order_status == "N40"


async def may_confirm(call: Call, order: Order) -> bool:
    """Return whether the shop lets the buyer of an order confirm the purchase."""
    setting = await current(call, OrdersSetting)
    since, ordered = setting.purchase_confirmation_button_set_date, order.order_date
    early = since is not None and ordered is not None and ordered.date() < since
    return setting.use_purchase_confirmation_button == "T" and not early


async def readdress(call: Call, params: OwnReceiverChange) -> Changed:
    """Update where a parcel of one's own order goes, while the shop lets buyers do that."""
    aggregate = await _own(call, params.order_id)
    setting = await current(call, OrdersSetting)
    until = setting.receiver_address_modify_button_exposure
    states = () if until is None else _BEFORE_SENDING[: _BEFORE_SENDING.index(until) + 1]
    for line in _in_parcel(aggregate, params):
        if line.item.order_status not in states:
            raise Invalid(ADDRESS_FIXED, parameter="order_id")
    return await receiver_rules.change(call, ReceiverBulkChange(**sent_fields(params)))


def _in_parcel(aggregate: OrderAggregate, params: OwnReceiverChange) -> list[OrderLine]:
    return [
        line
        for line in aggregate.lines
        if line.item.order_status not in OVER
        and params.shipping_code in (UNSET, line.item.shipping_code)
    ]


async def _own(call: Call, order_id: str) -> OrderAggregate:
    """Lock and return one's own order. Raises NotFound (404)."""
    await checkout_rules.require_own(call, order_id)
    return await order_store.lock(call, order_id)
