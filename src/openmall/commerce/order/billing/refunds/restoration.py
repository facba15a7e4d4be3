"""Restoration of what a buyer spent besides money: coupons, a discount code, points, credits.

A refund decides it once: `refund_point` and `refund_credit` are the points and credits that return
to the buyer, `recover_coupon` says whether coupons do where the shop decides each time. It happens
once for every refund, in its transaction; for an unpaid order when its items are cancelled.

No more is restored than the ledgers know to be spent: an imported order was paid with points of
another platform.
"""

from collections.abc import Sequence
from decimal import Decimal
from typing import Final

from openmall.commerce.customer.customers import store as customer_store
from openmall.commerce.mileage.credits import ledger as credit_ledger
from openmall.commerce.mileage.points import ledger as point_ledger
from openmall.commerce.order import order_rewards
from openmall.commerce.order.billing.refunds.refusals import BUYER_HAS_NO_ACCOUNT
from openmall.commerce.order.billing.refunds.shape import StoredRefund
from openmall.commerce.order.orders import arithmetic
from openmall.commerce.order.orders.store import OrderAggregate, OrderLine
from openmall.commerce.promotion.code_uses import rules as code_use_rules
from openmall.commerce.promotion.uses import rules as use_rules
from openmall.commerce.promotion.uses.rules import Claim
from openmall.commerce.store.coupons_setting import CouponsSetting, Viewpoint
from openmall.contract.call import Call
from openmall.contract.crud.settings import current
from openmall.contract.errors import Invalid
from openmall.contract.money import ZERO

_CLAIMS: Final[dict[str, Claim]] = {"C": "cancel_after_pay", "R": "return", "E": "exchange"}
_COMPLETE: Final[Viewpoint] = "A"


async def restore_redemptions(
    call: Call, aggregate: OrderAggregate, lines: Sequence[OrderLine], stored: StoredRefund
) -> Decimal:
    """Restore coupons, points and credits of items, and revoke what the items brought.

    Returns the worth of what they brought and the buyer has spent already. Raises Invalid (422)
    where money is refunded as points or deposit to a buyer without account.
    """
    await restore_coupons(
        call,
        aggregate,
        lines,
        asked=stored.recover_coupon == "T",
        coupon_nos=stored.recover_coupon_no,
    )
    await _return_points(call, aggregate, stored)
    await _return_credits(call, aggregate, stored)
    if aggregate.order.paid == "F":
        return ZERO
    return await order_rewards.revoke_rewards_of(call, aggregate, lines)


async def restore_coupons(
    call: Call,
    aggregate: OrderAggregate,
    lines: Sequence[OrderLine],
    *,
    asked: bool,
    coupon_nos: str,
    when: Viewpoint = _COMPLETE,
) -> None:
    """Restore the coupons of an order, or those named, where the coupons setting says so.

    `asked`: the claim requests it. `when`: progress of the claim; a shop that restores coupons when
    a claim is accepted does not do so again when it is complete.
    """
    discounted = aggregate.order.initial_order_amount.coupon_discount_price
    if not aggregate.order.member_id and not discounted:
        return
    setting = (await current(call, CouponsSetting)).recover_coupon_setting
    if when != setting.restore_viewpoint and aggregate.order.paid != "F":
        return
    claim = _CLAIMS[lines[0].item.order_status[0]] if lines else "cancel_after_pay"
    if aggregate.order.paid == "F":
        claim = "cancel_before_pay"
    here = {line.item.order_item_code for line in lines}
    others = [
        line
        for line in arithmetic.still_bought(aggregate.lines)
        if line.item.order_item_code not in here
    ]
    if not use_rules.restores_coupons(setting, claim, whole=not others, decided=asked):
        return
    if aggregate.order.member_id:
        named = [each for each in coupon_nos.split(",") if each]
        await use_rules.restore_coupons(call, aggregate.order.order_id, coupon_nos=named or None)
    if discounted and not others:
        await code_use_rules.give_back(call, aggregate.order.order_id)


async def _return_points(call: Call, aggregate: OrderAggregate, stored: StoredRefund) -> None:
    order, refunded = aggregate.order, stored.refund.refund_point - stored.used_points
    if stored.used_points and order.member_id:
        await point_ledger.return_points(call, order.member_id, stored.used_points, order.order_id)
    if refunded:
        await _require_account(call, order.member_id)
        await point_ledger.refund(call, order.member_id, refunded, order.order_id)


async def _return_credits(call: Call, aggregate: OrderAggregate, stored: StoredRefund) -> None:
    order, refunded = aggregate.order, stored.refund.refund_credit - stored.used_credits
    if stored.used_credits and order.member_id:
        await credit_ledger.return_credits(
            call, order.member_id, stored.used_credits, order.order_id
        )
    if refunded:
        await _require_account(call, order.member_id)
        await credit_ledger.add(call, order.member_id, refunded, case="B", order_id=order.order_id)


async def _require_account(call: Call, member_id: str) -> None:
    if not await customer_store.is_there(call, member_id):
        raise Invalid(BUYER_HAS_NO_ACCOUNT, parameter="refund_method_code")
