"""The fee of sending an order is cancelled and given back, though its items are not."""

from collections.abc import Sequence

from openmall.areas.order.claims import store
from openmall.areas.order.claims.rules import told_of
from openmall.areas.order.claims.shape import Claim, FeeCancellation, FeeCancelled
from openmall.areas.order.claims.takes import ShippingFeeDraft
from openmall.areas.order.orders import store as orders
from openmall.areas.order.orders.rules import keep
from openmall.areas.order.orders.shape import Order
from openmall.areas.order.orders.takes import OrderPath
from openmall.areas.order.refunds import rules as refunding
from openmall.areas.order.refunds import store as refunds
from openmall.areas.order.refunds.events import RefundChanged
from openmall.areas.order.refunds.rules import Terms
from openmall.areas.order.refunds.shape import Refund
from openmall.areas.store.orders_setting import OrdersSetting
from openmall.areas.supply.tables import OWN_SUPPLY
from openmall.contract.call import Call
from openmall.contract.moments import moment
from openmall.contract.money import ZERO
from openmall.standard.settings import current


async def listing(call: Call, params: OrderPath) -> Sequence[FeeCancellation]:
    """Retrieve the cancellations of an order's shipping fee."""
    order, _, _ = await orders.get(call, params.order_id)
    refund_of = {
        kept.refund.refund_code: kept.refund
        for kept in await refunds.of_orders(call, [params.order_id])
    }
    return [
        _shown(order, claim, refund_of[claim.claim_code])
        for claim in await store.of_orders(call, [params.order_id])
        if claim.kind == "shippingfee"
    ]


async def cancel(call: Call, draft: ShippingFeeDraft) -> FeeCancelled:
    """Cancel what is left of an order's shipping fee.

    Of a paid order it is given back like what is paid for items: at once, or when somebody says
    so. An order that awaits payment costs less. Raises Invalid (422) when nothing of it is left.
    """
    whole = await orders.whole(call, draft.order_id)
    before = whole.order
    now = moment(call.clock.now())
    claim = Claim(
        claim_code=await store.new_code(call, "C"),
        shop_no=call.shop_no,
        order_id=draft.order_id,
        kind="shippingfee",
        step="canceling",
        accepted_date=now,
        **told_of(draft),
    )
    kept = await refunding.agree_on_sending(
        call,
        whole,
        Terms(
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
    if kept.refund.status != "T" and setting.refund_processing_setting == "S":
        await refunding.give(call, whole, kept)
        event = RefundChanged.made(whole)
    await store.add(call, claim)
    await refunding.brought_up(call, whole)
    await keep(call, before, whole, [], event)
    return FeeCancelled(shop_no=call.shop_no, order_id=draft.order_id, claim_code=claim.claim_code)


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
