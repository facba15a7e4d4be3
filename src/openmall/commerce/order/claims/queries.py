"""Claims as they are answered: one, or those of several orders."""

from collections.abc import Callable, Sequence, Set
from typing import Any, Final, Literal

from msgspec import Struct
from msgspec.structs import asdict

from openmall.commerce.order import status_names
from openmall.commerce.order.billing.refunds import store as refund_store
from openmall.commerce.order.billing.refunds.shape import Refund, StoredRefund
from openmall.commerce.order.claims import refusals, return_fees
from openmall.commerce.order.claims import store as claim_store
from openmall.commerce.order.claims.shape import (
    Cancellation,
    Claim,
    Exchange,
    ExchangeReceiver,
    KindName,
    PickupDetail,
    RefundAmount,
    Return,
    ReturnAddress,
)
from openmall.commerce.order.claims.takes import ClaimPath
from openmall.commerce.order.orders import store as order_store
from openmall.commerce.order.orders.item_shape import Item
from openmall.commerce.order.orders.shape import Order, Receiver
from openmall.commerce.order.status_names import StatusNames
from openmall.contract.call import Call
from openmall.contract.errors import NotFound
from openmall.contract.money import ZERO
from openmall.contract.refusals import DOES_NOT_EXIST


class _Related(Struct, frozen=True, kw_only=True):
    """Items, receivers and refunds of claims, read once for all of them.

    `orders`: those in which sending items back was charged.
    """

    items: dict[str, dict[int, Item]]
    receivers: dict[str, Receiver]
    refunds: dict[str, StoredRefund]
    orders: dict[str, Order]


ShownClaim = Cancellation | Return | Exchange


async def cancellation(call: Call, params: ClaimPath) -> Cancellation:
    """Retrieve a cancellation."""
    claim, related = await _one(call, params.claim_code, "cancellation")
    return Cancellation(**_plain(claim, related))


async def returned(call: Call, params: ClaimPath) -> Return:
    """Retrieve a return."""
    claim, related = await _one(call, params.claim_code, "return")
    return _return(claim, related)


async def exchange(call: Call, params: ClaimPath) -> Exchange:
    """Retrieve an exchange."""
    claim, related = await _one(call, params.claim_code, "exchange")
    return _exchange(claim, related)


async def of_orders(
    call: Call,
    order_ids: Sequence[str],
    kinds: Sequence[KindName],
    names: StatusNames,
    on_delivery: Set[str],
) -> dict[str, dict[KindName, list[ShownClaim]]]:
    """Return claims of some kinds: order -> kind -> claims in the order of their codes.

    `on_delivery`: those of the orders that are paid in cash on delivery.
    """
    found: dict[str, dict[KindName, list[ShownClaim]]] = {
        order_id: {kind: [] for kind in kinds} for order_id in order_ids
    }
    claims = [each for each in await claim_store.of_orders(call, order_ids) if each.kind in kinds]
    related = await _related(call, claims, names, on_delivery)
    for claim in claims:
        found[claim.order_id][claim.kind].append(_SHOWN[claim.kind](claim, related))
    return found


async def _one(call: Call, claim_code: str, kind: KindName) -> tuple[Claim, _Related]:
    claim = await claim_store.find(call, claim_code)
    if claim is None or claim.kind != kind:
        raise NotFound(DOES_NOT_EXIST, parameter="claim_code", resource=refusals.KINDS[kind])
    names = await status_names.read(call, [claim.order_id])
    on_delivery = await order_store.paid_on_delivery(call, [claim.order_id])
    return claim, await _related(call, [claim], names, on_delivery)


async def _related(
    call: Call, claims: Sequence[Claim], names: StatusNames, on_delivery: Set[str]
) -> _Related:
    order_ids = list(dict.fromkeys(claim.order_id for claim in claims))
    if not order_ids:
        return _Related(items={}, receivers={}, refunds={}, orders={})
    items = await order_store.items_of(call, order_ids)
    parcels = await order_store.parcels_of(call, order_ids)
    stored = await refund_store.of_orders(call, order_ids)
    charged = [
        each.refund.order_id
        for each in stored
        if each.refund.return_shipping_fee or each.refund.return_regional_surcharge
    ]
    return _Related(
        items={
            order_id: {
                item.item_no: item
                for item in names.named(found, on_delivery=order_id in on_delivery)
            }
            for order_id, found in items.items()
        },
        receivers={
            order_id: found[0].receiver if found else Receiver()
            for order_id, found in parcels.items()
        },
        refunds={each.refund.refund_code: each for each in stored},
        orders=await order_store.of_numbers(call, charged) if charged else {},
    )


def _items(claim: Claim, related: _Related, numbers: Sequence[int]) -> list[Item]:
    items = related.items[claim.order_id]
    return [items[number] for number in numbers]


def _refund(claim: Claim, related: _Related) -> Refund:
    stored = related.refunds.get(claim.claim_code)
    return Refund() if stored is None else stored.refund


def _plain(claim: Claim, related: _Related) -> dict[str, Any]:
    refund = _refund(claim, related)
    items = _items(claim, related, claim.item_nos)
    names = (
        "shop_no", "order_id", "claim_code", "claim_reason_type", "claim_reason",
        "undone_reason_type", "undone_reason", "expose_order_detail", "exposed_undone_reason",
    )  # fmt: skip
    methods = refund.refund_payment_methods
    return {
        **{name: getattr(claim, name) for name in names},
        "refund_methods": refund.refund_methods,
        "refund_reason": refund.refund_reason,
        "order_price_amount": sum(
            ((item.product_price + item.option_price) * item.quantity for item in items), ZERO
        ),
        "refund_amounts": [RefundAmount(payment_method=methods[0], amount=refund.refund_amount)]
        if methods
        else [],
        "shipping_fee": refund.shipping_fee,
        "return_ship_type": "Charge" if refund.return_shipping_fee else "Free",
        "add_discount_amount": refund.product_discount_amount,
        "member_grade_discount_amount": refund.member_group_discount_amount,
        "shipping_discount_amount": refund.shipping_fee_discount_amount,
        "coupon_discount_amount": refund.coupon_discount_amount,
        "point_used": refund.points_spent_amount,
        "credit_used": refund.credits_spent_amount,
        "undone": "T" if claim.undone == "T" else "F",
        "items": items,
        "include_tax": refund.include_tax,
        "tax": refund.tax,
    }


def _sent_back(claim: Claim, related: _Related) -> dict[str, Any]:
    names = (
        "return_invoice_no", "return_shipping_company_name", "carrier_id",
        "return_invoice_success", "return_invoice_fail_reason",
    )  # fmt: skip
    pickup, receiver = claim.pickup, related.receivers[claim.order_id]
    address = " ".join(each for each in (pickup.address1, pickup.address2) if each)
    same = (pickup.zipcode, pickup.address1) == (receiver.zipcode, receiver.address1)
    return {
        **{name: getattr(claim, name) for name in names},
        "claim_due_date": None if claim.requested_date is None else claim.requested_date.date(),
        "pickup": PickupDetail(
            use_pickup="T" if claim.request_pickup == "T" else "F",
            same_address=None if pickup.address1 is None else "T" if same else "F",
            name=pickup.name,
            phone=pickup.phone,
            cellphone=pickup.cellphone,
            zipcode=pickup.zipcode,
            address=address or None,
        ),
    }


def _return(claim: Claim, related: _Related) -> Return:
    refund = _refund(claim, related)
    items = _items(claim, related, claim.item_nos)
    order = related.orders.get(claim.order_id, Order())
    fee, surcharge = refund.return_shipping_fee, refund.return_regional_surcharge
    return Return(
        **_plain(claim, related),
        **_sent_back(claim, related),
        return_address=ReturnAddress(items=[item.order_item_code for item in items]),
        pickup_request_state=_pickup_state(claim),
        refund_shipping_fee=refund.refund_shipping_fee,
        return_shipping_fee=fee,
        return_shipping_fee_detail=return_fees.by_group(order, items, fee),
        return_regional_surcharge=surcharge,
        return_regional_surcharge_detail=return_fees.by_group(order, items, surcharge),
    )


_INVOICE_STATES: Final[dict[str, Literal["S", "F", "N"]]] = {"T": "S", "F": "F", "N": "N"}


def _pickup_state(claim: Claim) -> Literal["T", "S", "F", "N", "W"]:
    if claim.pickup_completed == "T":
        return "T"
    if claim.return_invoice_success is not None:
        return _INVOICE_STATES[claim.return_invoice_success]
    return "W" if claim.request_pickup == "T" else "N"


def _exchange(claim: Claim, related: _Related) -> Exchange:
    receiver = related.receivers[claim.order_id]
    names = ("name", "phone", "cellphone", "zipcode", "shipping_message")
    shown = ExchangeReceiver(
        **{name: asdict(receiver)[name] for name in names},
        address=f"{receiver.address1} {receiver.address2}".strip(),
    )
    return Exchange(
        **_plain(claim, related),
        **_sent_back(claim, related),
        receiver=shown,
        reshipping_detail=shown,
        exchanged_items=_items(claim, related, claim.new_item_nos),
    )


_SHOWN: Final[dict[KindName, Callable[[Claim, _Related], ShownClaim]]] = {
    "cancellation": lambda claim, related: Cancellation(**_plain(claim, related)),
    "return": _return,
    "exchange": _exchange,
}
