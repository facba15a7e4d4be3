"""What a buyer may do with an order of their own, as far as the shop's order settings say so.

Specification: "Orders setting". That an order is the shopper's own is looked at first of all: what
is somebody else's is not there (404).
"""

from collections.abc import Awaitable, Callable, Sequence
from typing import Final

from msgspec import UNSET

from openmall.areas.order.checkout import rules as checkout
from openmall.areas.order.checkout import viewing
from openmall.areas.order.checkout.shape import Button
from openmall.areas.order.claims import asking, choosing, store, telling, withdrawing
from openmall.areas.order.claims.asking import Asking
from openmall.areas.order.claims.kinds import CANCELLATION, EXCHANGE, KINDS, RETURN, Kind
from openmall.areas.order.claims.moving_on import keep_claimed
from openmall.areas.order.claims.shape import Asked, Claim
from openmall.areas.order.orders import moving
from openmall.areas.order.orders import store as orders
from openmall.areas.order.orders import telling as telling_of_orders
from openmall.areas.order.orders.item_shape import Item
from openmall.areas.order.orders.rules import keep
from openmall.areas.order.orders.store import Line, Whole
from openmall.areas.order.orders.takes import OrderPath
from openmall.areas.order.receivers import rules as receivers
from openmall.areas.order.receivers.shape import Changed, OneOfReceivers
from openmall.areas.order.selfservice.shape import ClaimableItem, Confirmed, OwnClaim
from openmall.areas.order.selfservice.takes import Confirmation, OwnClaimPath, OwnReceiverChange
from openmall.areas.order.states import OVER
from openmall.areas.store.orders_setting import OrdersSetting
from openmall.contract.call import Call
from openmall.contract.change import sent
from openmall.contract.errors import Invalid, NotFound
from openmall.standard.settings import current

_BUTTONS: Final[dict[str, Button]] = {
    CANCELLATION.name: "cancel",
    RETURN.name: "return",
    EXCHANGE.name: "exchange",
}
_BEFORE_SENDING: Final = ("N00", "N10", "N20", "N22")
"""States in the order in which the setting of addresses counts them."""


async def claimable(call: Call, params: OrderPath) -> Sequence[ClaimableItem]:
    """Retrieve a list of the items of one's own order for which something may be asked now."""
    await checkout.require_own(call, params.order_id)
    setting = await current(call, OrdersSetting)
    lines = (await orders.lines_of(call, [params.order_id]))[params.order_id]
    return [
        ClaimableItem(
            shop_no=call.shop_no,
            order_id=params.order_id,
            buttons=buttons,
            **{name: getattr(line.item, name) for name in _SHOWN},
        )
        for line in lines
        if (buttons := _buttons(call, line.item, setting))
    ]


_SHOWN: Final = (
    "order_item_code", "product_no", "variant_code", "product_name", "option_value", "quantity",
    "order_status", "status_text",
)  # fmt: skip


def _buttons(call: Call, item: Item, setting: OrdersSetting) -> list[Button]:
    """Return what may be asked for of an item; what was not paid yet can always be given up."""
    found = viewing.buttons(item, setting, call.clock.now())
    unpaid = item.order_status == "N00" and setting.claim_request == "T"
    return ["cancel", *found] if unpaid and "cancel" not in found else found


def ask(kind: Kind) -> Callable[[Call, Asking], Awaitable[Asked]]:
    """Return what lets a buyer ask for a claim of a kind."""
    request = asking.asking(kind)

    async def asked(call: Call, params: Asking) -> Asked:
        whole = await _own(call, params.order_id)
        setting = await current(call, OrdersSetting)
        codes = None
        if params.items is not UNSET:
            codes = [each.order_item_code for each in params.items]
        for line in moving.chosen(whole, codes):
            if _BUTTONS[kind.name] not in _buttons(call, line.item, setting):
                raise Invalid(
                    f"The shop takes no {kind.name} of an item in state {line.item.order_status} "
                    "any more, or not yet.",
                    parameter="order_item_code",
                )
        return await request(call, params)

    asked.__doc__ = f"Ask for the {kind.name} of items of one's own order."
    return asked


async def claims(call: Call, params: OrderPath) -> Sequence[OwnClaim]:
    """Retrieve a list of the claims about one's own order."""
    await checkout.require_own(call, params.order_id)
    lines = (await orders.lines_of(call, [params.order_id]))[params.order_id]
    codes = {line.item.item_no: line.item.order_item_code for line in lines}
    found = await store.of_orders(call, [params.order_id])
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
    whole = await _own(call, params.order_id)
    before = whole.order
    claim = await store.find(call, params.claim_code)
    if claim is None or claim.order_id != params.order_id or claim.undone == "T":
        raise NotFound("The claim does not exist.", parameter="claim_code")
    if claim.step != "requested":
        raise Invalid("The shop has dealt with it already.", parameter="claim_code")
    kind = KINDS[claim.kind]
    lines = choosing.of_claim(whole, claim.item_nos)
    after = await withdrawing.withdraw(call, kind, whole, claim, lines)
    await store.change(call, after)
    await keep_claimed(call, before, whole, lines)
    telling.claimed(call, kind, whole, after, deed="withdraw")
    codes = {line.item.item_no: line.item.order_item_code for line in whole.lines}
    return _claim(after, codes)


async def confirm(call: Call, params: Confirmation) -> Confirmed:
    """Confirm that what was bought is kept, where the shop has a button for it."""
    whole = await _own(call, params.order_id)
    before = whole.order
    await _require_confirmation(call, whole)
    if params.order_item_code is UNSET:
        lines = [line for line in whole.lines if line.item.order_status == "N40"]
        if not lines:
            raise Invalid("Nothing of the order was delivered.", parameter="order_id")
    else:
        lines = moving.chosen(whole, params.order_item_code)
    changed = moving.move(call, lines, "confirm", who="customer")
    whole.order = moving.summed_up(whole, int(call.clock.now()))
    await keep(call, before, whole, changed, None)
    telling_of_orders.shipped(call, whole, "confirm_order")
    return Confirmed(
        shop_no=call.shop_no,
        order_id=params.order_id,
        order_item_code=[line.item.order_item_code for line in lines],
    )


async def _require_confirmation(call: Call, whole: Whole) -> None:
    setting = await current(call, OrdersSetting)
    since, ordered = setting.purchase_confirmation_button_set_date, whole.order.order_date
    early = since is not None and ordered is not None and ordered.date() < since
    if setting.use_purchase_confirmation_button != "T" or early:
        raise Invalid("The shop confirms purchases itself.", parameter="order_id")


async def readdress(call: Call, params: OwnReceiverChange) -> Changed:
    """Update where a parcel of one's own order goes, while the shop lets buyers do that."""
    whole = await _own(call, params.order_id)
    setting = await current(call, OrdersSetting)
    until = setting.receiver_address_modify_button_exposure
    states = () if until is None else _BEFORE_SENDING[: _BEFORE_SENDING.index(until) + 1]
    for line in _in_parcel(whole, params):
        if line.item.order_status not in states:
            raise Invalid("The address cannot be changed any more.", parameter="order_id")
    return await receivers.change(call, OneOfReceivers(**sent(params)))


def _in_parcel(whole: Whole, params: OwnReceiverChange) -> list[Line]:
    return [
        line
        for line in whole.lines
        if line.item.order_status not in OVER
        and params.shipping_code in (UNSET, line.item.shipping_code)
    ]


async def _own(call: Call, order_id: str) -> Whole:
    """Return one's own order, which nobody else changes meanwhile. Raises NotFound (404)."""
    await checkout.require_own(call, order_id)
    return await orders.whole(call, order_id)
