"""Cancellations of an order's shipping fee, without its items."""

from collections.abc import Sequence

from msgspec.structs import replace

from openmall.commerce.order.billing.refunds import restoration
from openmall.commerce.order.billing.refunds import store as refund_store
from openmall.commerce.order.billing.refunds.creation import (
    RefundTerms,
    calculate_refund,
    is_shipping_charged,
)
from openmall.commerce.order.billing.refunds.events import RefundChanged
from openmall.commerce.order.billing.refunds.execution import begin_refund, execute_refund
from openmall.commerce.order.billing.refunds.recalculation import recalculate_order
from openmall.commerce.order.billing.refunds.shape import Refund, StoredRefund
from openmall.commerce.order.claims import store as claim_store
from openmall.commerce.order.claims.refusals import NO_SHIPPING_FEE_LEFT
from openmall.commerce.order.claims.rules import claim_fields
from openmall.commerce.order.claims.shape import CancelledFee, Claim, FeeCancellation
from openmall.commerce.order.claims.takes import ShippingFeeDraft
from openmall.commerce.order.order_saving import save_order
from openmall.commerce.order.orders import arithmetic
from openmall.commerce.order.orders import store as order_store
from openmall.commerce.order.orders.shape import Order
from openmall.commerce.order.orders.store import OrderAggregate
from openmall.commerce.order.orders.takes import OrderPath
from openmall.commerce.store.orders_setting import OrdersSetting
from openmall.commerce.supply.tables import OWN_SUPPLY
from openmall.contract.call import Call
from openmall.contract.crud.settings import current
from openmall.contract.errors import Invalid
from openmall.contract.moments import moment
from openmall.contract.money import ZERO


async def listing(call: Call, params: OrderPath) -> Sequence[FeeCancellation]:
    """Retrieve the cancellations of an order's shipping fee."""
    order, _, _ = await order_store.get(call, params.order_id)
    refund_of = {
        stored.refund.refund_code: stored.refund
        for stored in await refund_store.of_orders(call, [params.order_id])
    }
    return [
        _shown(order, claim, refund_of[claim.claim_code])
        for claim in await claim_store.of_orders(call, [params.order_id])
        if claim.kind == "shippingfee"
    ]


async def cancel(call: Call, draft: ShippingFeeDraft) -> CancelledFee:
    """Cancel what is left of an order's shipping fee.

    Of a paid order it is refunded like items: at once, by the gateway that took the payment
    (`payment_gateway_cancel` T), or when the refund is executed. An order that awaits payment
    costs less. Raises Invalid (422) when nothing of it is left.
    """
    aggregate = await order_store.lock(call, draft.order_id)
    before = aggregate.order
    now = moment(call.clock.now())
    claim = Claim(
        claim_code=await claim_store.new_code(call, "C"),
        shop_no=call.shop_no,
        order_id=draft.order_id,
        kind="shippingfee",
        step="canceling",
        accepted_date=now,
        **claim_fields(draft),
    )
    stored = await _create_fee_refund(
        call,
        aggregate,
        RefundTerms(
            code=claim.claim_code,
            methods=claim.refund_method_code,
            reason=claim.claim_reason,
            bank_name=claim.refund_bank_name,
            bank_account_no=claim.refund_bank_account_no,
            bank_account_holder=claim.refund_bank_account_holder,
            recover_coupon=claim.recover_coupon,
        ),
    )
    setting = await current(call, OrdersSetting)
    event = None
    if stored.refund.status != "T" and setting.refund_processing_setting == "S":
        stored, waits = await begin_refund(
            call, aggregate, stored, gateway_cancel=draft.payment_gateway_cancel
        )
        if not waits:
            await execute_refund(call, aggregate, stored)
            event = RefundChanged.executed(aggregate)
    await claim_store.add(call, claim)
    await recalculate_order(call, aggregate)
    await save_order(call, before, aggregate, [], event)
    return CancelledFee(shop_no=call.shop_no, order_id=draft.order_id, claim_code=claim.claim_code)


async def _create_fee_refund(
    call: Call, aggregate: OrderAggregate, terms: RefundTerms
) -> StoredRefund:
    """Calculate and store the refund of an order's shipping fee.

    Of an unpaid order only points and credits are refunded, at once. Raises Invalid (422) when
    nothing of the fee is left.
    """
    order = aggregate.order
    known = await refund_store.of_orders(call, [order.order_id])
    sending = arithmetic.shipping_charge(order.initial_order_amount, aggregate.lines)
    paid = order.paid != "F"
    charged = is_shipping_charged(known) and (paid or arithmetic.still_bought(aggregate.lines))
    if sending.fee <= sending.discount or not charged:
        raise Invalid(NO_SHIPPING_FEE_LEFT, parameter="order_id")
    stored = calculate_refund(call, aggregate, [], terms, fee_back=True)
    if not paid:
        refund = replace(
            stored.refund,
            status="T",
            refund_date=stored.refund.accepted_refund_date,
            shipping_fee=sending.points + sending.credits,
            shipping_fee_discount_amount=ZERO,
        )
        stored = replace(stored, refund=refund)
        await restoration.restore_redemptions(call, aggregate, [], stored)
    await refund_store.add(call, stored)
    return stored


def _shown(order: Order, claim: Claim, refund: Refund) -> FeeCancellation:
    first, fees = order.initial_order_amount, order.shipping_fee_detail
    regional = sum(
        (each.regional_surcharge_amount for each in order.regional_surcharge_detail), ZERO
    )
    supplier = sum((each.shipping_fee for each in fees if each.supplier_code != OWN_SUPPLY), ZERO)
    return FeeCancellation(
        shop_no=order.shop_no,
        order_id=order.order_id,
        claim_code=claim.claim_code,
        claim_reason_type=claim.claim_reason_type,
        claim_reason=claim.claim_reason,
        status="canceled" if refund.status == "T" else "canceling",
        default_shipping_fee=refund.refund_shipping_fee - regional - supplier,
        supplier_shipping_fee=supplier,
        individual_shipping_fee=ZERO,
        regional_surcharge_amount=regional,
        refund_method=", ".join(refund.refund_methods),
        shipping_discount_amount=first.shipping_fee_discount_amount,
        coupon_discount_amount=first.coupon_shipping_fee_amount,
        refund_amount=refund.refund_amount,
        point_used=ZERO - refund.points_spent_amount,
        credit_used=ZERO - refund.credits_spent_amount,
        include_tax=refund.include_tax,
        tax=refund.tax,
    )
