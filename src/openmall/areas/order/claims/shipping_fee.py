"""The fee of sending an order is cancelled and given back, though its items are not."""

from collections.abc import Sequence

from msgspec.structs import replace

from openmall.areas.order.claims import giving_back, store
from openmall.areas.order.claims.rules import told_of
from openmall.areas.order.claims.shape import Claim, FeeCancellation, FeeCancelled
from openmall.areas.order.claims.takes import ShippingFeeDraft
from openmall.areas.order.orders import store as orders
from openmall.areas.order.orders.rules import keep
from openmall.areas.order.orders.shape import Order
from openmall.areas.order.orders.store import Whole
from openmall.areas.order.orders.takes import OrderPath
from openmall.areas.order.refunds import money
from openmall.areas.order.refunds import rules as refunding
from openmall.areas.order.refunds import store as refunds
from openmall.areas.order.refunds.events import RefundChanged
from openmall.areas.order.refunds.rules import Terms
from openmall.areas.order.refunds.shape import Kept, Refund
from openmall.areas.store.orders_setting import OrdersSetting
from openmall.areas.supply.tables import OWN_SUPPLY
from openmall.contract.call import Call
from openmall.contract.errors import Invalid
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
    kept = await _agree(
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


async def _agree(call: Call, whole: Whole, terms: Terms) -> Kept:
    """Work out what is given back of what sending an order cost, and keep it.

    Of an order that is not paid that is only what was spent on it of points and credits, which is
    given back at once. Raises Invalid (422) when nothing of the fee is left.
    """
    order = whole.order
    known = await refunds.of_orders(call, [order.order_id])
    sending = money.shipping(order.initial_order_amount, whole.lines)
    paid = order.paid != "F"
    charged = refunding.sending_is_paid(known) and (paid or money.still_bought(whole.lines))
    if sending.fee <= sending.discount or not charged:
        raise Invalid(
            "The order is in no state in which a shipping fee is left.", parameter="order_id"
        )
    kept = refunding.worked_out(call, whole, [], terms, fee_back=True)
    if not paid:
        refund = replace(
            kept.refund,
            status="T",
            refund_date=kept.refund.accepted_refund_date,
            shipping_fee=sending.points + sending.credits,
            shipping_fee_discount_amount=ZERO,
        )
        kept = replace(kept, refund=refund)
        await giving_back.give_back(call, whole, [], kept)
    await refunds.add(call, kept)
    return kept


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
