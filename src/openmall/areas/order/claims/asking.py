"""Buyers ask for claims: what they say is kept with the claim, and the shop decides."""

from collections.abc import Awaitable, Callable, Sequence
from typing import Any, Final

from msgspec import UNSET
from msgspec.structs import asdict, replace

from openmall.areas.order.claims import choosing, moving_on, store, telling
from openmall.areas.order.claims.kinds import CANCELLATION, Kind
from openmall.areas.order.claims.shape import Asked, Claim, Claimed, Pickup, Wish
from openmall.areas.order.claims.takes import (
    CancellationAsking,
    ExchangeAsking,
    ReturnAsking,
)
from openmall.areas.order.orders import moving
from openmall.areas.order.orders import store as orders
from openmall.areas.order.orders.store import Line, Whole
from openmall.areas.order.refunds import rules as refunding
from openmall.areas.store.orders_setting import OrdersSetting
from openmall.contract.call import Call
from openmall.contract.errors import Invalid
from openmall.contract.moments import moment
from openmall.database import numbers
from openmall.standard.settings import current

_ACCOUNT: Final = (
    "refund_bank_code", "refund_bank_name", "refund_bank_account_no",
    "refund_bank_account_holder",
)  # fmt: skip
_PAID_INTO_ACCOUNTS: Final = frozenset(("cash", "icash", "cvs"))
"""Ways of paying that can only be paid back into an account."""
Asking = CancellationAsking | ReturnAsking | ExchangeAsking


def asking(kind: Kind) -> Callable[[Call, Any], Awaitable[Asked]]:
    """Return what lets buyers ask for claims of a kind."""

    async def ask(call: Call, params: Asking) -> Asked:
        return await _ask(call, kind, params)

    ask.__doc__ = f"Ask for the {kind.name} of items of an order."
    return ask


async def _ask(call: Call, kind: Kind, params: Asking) -> Asked:
    """Let a buyer ask, where the shop's settings let them."""
    setting = await current(call, OrdersSetting)
    if setting.claim_request != "T":
        raise Invalid("The shop takes no requests of buyers.", parameter="order_id")
    whole = await orders.whole(call, params.order_id)
    _check_account(setting, whole.order.payment_method, params)
    lines = await choosing.claimed(call, whole, params.items)
    claim = await put_down(call, kind, whole, await _claim(call, kind, params, lines), lines)
    return Asked(
        shop_no=call.shop_no,
        order_id=params.order_id,
        exchange_request_no=claim.exchange_request_no,
        items=claimed(lines),
    )


async def put_down(
    call: Call, kind: Kind, whole: Whole, claim: Claim, lines: Sequence[Line]
) -> Claim:
    """Put down what a buyer asks for; return the claim as far as it is now.

    What awaits payment is given up at once. Where the shop's settings say so, what is asked for is
    accepted by itself. Raises Invalid (422) for an item that was asked for already.
    """
    setting = await current(call, OrdersSetting)
    before = whole.order
    unpaid = kind is CANCELLATION and all(line.item.order_status == "N00" for line in lines)
    begin(claim, lines)
    if unpaid:
        claim, _ = await moving_on.to_step(
            call, kind, whole, claim, lines, kind.last, who="customer"
        )
    else:
        if len(moving.move(call, lines, kind.ask, who="customer")) < len(lines):
            raise Invalid(f"An item is in state {kind.asked} already.", parameter="order_item_code")
        for line in lines:
            line.item = replace(line.item, **{kind.asked_date: claim.requested_date})
        if setting.claim_request_auto_accept == "T":
            claim, _ = await moving_on.to_step(
                call, kind, whole, claim, lines, "accepted", who="time"
            )
        else:
            await refunding.brought_up(call, whole)
    await store.add(call, claim)
    await moving_on.keep_claimed(call, before, whole, lines)
    telling.claimed(call, kind, whole, claim, deed="" if unpaid else "request")
    return claim


def begin(claim: Claim, lines: Sequence[Line]) -> None:
    """Write into items that a claim is about them, and what they were before."""
    for line in lines:
        item = line.item
        again = item.claim_code != "" and item.order_status_before_cs is not None
        line.item = replace(
            item,
            order_status_before_cs=item.order_status_before_cs if again else item.order_status,
            claim_code=claim.claim_code,
            claim_quantity=item.quantity,
            claim_reason_type=claim.claim_reason_type,
            claim_reason=claim.claim_reason,
            refund_bank_name=claim.refund_bank_name,
            refund_bank_account_no=claim.refund_bank_account_no,
            refund_bank_account_holder=claim.refund_bank_account_holder,
            request_undone=None,
        )


def claimed(lines: Sequence[Line]) -> list[Claimed]:
    """Return items as they are answered to whoever claimed them."""
    return [
        Claimed(order_item_code=line.item.order_item_code, quantity=line.item.quantity)
        for line in lines
    ]


def _check_account(setting: OrdersSetting, methods: Sequence[str], params: Asking) -> None:
    if setting.refund_bank_account_required != "T" or _PAID_INTO_ACCOUNTS.isdisjoint(methods):
        return
    if params.refund_bank_account_no is UNSET or not params.refund_bank_account_no:
        raise Invalid(
            "The shop needs an account to pay back to.", parameter="refund_bank_account_no"
        )


async def _claim(call: Call, kind: Kind, params: Asking, lines: Sequence[Line]) -> Claim:
    more: dict[str, Any] = {
        name: value for name in _ACCOUNT if (value := getattr(params, name)) is not UNSET
    }
    if not isinstance(params, CancellationAsking):
        more |= await _sent_back(call, params)
    if isinstance(params, ExchangeAsking):
        more["exchange_request_no"] = await numbers.take(call.db, "exchange request")
        items = [] if params.exchange_items is UNSET else params.exchange_items
        more["wishes"] = [
            Wish(variant_code=each.variant_code, quantity=each.quantity) for each in items
        ]
    return Claim(
        claim_code=await store.new_code(call, kind.letter),
        shop_no=call.shop_no,
        order_id=params.order_id,
        kind=kind.name,
        step="requested",
        item_nos=[line.item.item_no for line in lines],
        requested_date=moment(call.clock.now()),
        claim_reason_type=params.reason_type,
        claim_reason=params.reason,
        **more,
    )


async def _sent_back(call: Call, params: ReturnAsking | ExchangeAsking) -> dict[str, Any]:
    """Return how items come back to the shop. A collection that is asked for has a number."""
    found: dict[str, Any] = {}
    if params.tracking_no is not UNSET:
        found["return_invoice_no"] = params.tracking_no
    if params.shipping_company_name is not UNSET:
        found["return_shipping_company_name"] = params.shipping_company_name
    if params.request_pickup is not UNSET:
        found["request_pickup"] = params.request_pickup
    if params.request_pickup == "T":
        if params.pickup is UNSET:
            raise Invalid("A pickup needs its address.", parameter="pickup")
        found["request_no"] = await numbers.take(call.db, "collect request")
    if params.pickup is not UNSET:
        said = {name: None if v is UNSET else v for name, v in asdict(params.pickup).items()}
        found["pickup"] = Pickup(**said)
    return found
