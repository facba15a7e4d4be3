"""What a buyer spent beside money comes back: coupons, points, credits; what they earned goes.

What a refund gives back is decided once: `kept.refund.refund_point` and `refund_credit` are the
points and credits that come to the buyer, `kept.recover_coupon` says whether coupons do where the
shop decides each time. It is done once for every refund, in its transaction; for an order that was
never paid when its items are called off.
"""

from collections.abc import Sequence

from openmall.areas.mileage.credits import ledger as credits_
from openmall.areas.mileage.points import ledger as points
from openmall.areas.order import earning
from openmall.areas.order.orders.store import Line, Whole
from openmall.areas.order.refunds import money
from openmall.areas.order.refunds.shape import Kept
from openmall.areas.order.states import CANCELLED, EXCHANGED
from openmall.areas.promotion.uses import rules as coupons
from openmall.areas.promotion.uses.rules import Claim
from openmall.areas.store.coupons_setting import CouponsSetting
from openmall.contract.call import Call
from openmall.contract.errors import Invalid
from openmall.standard.settings import current


async def give_back(call: Call, whole: Whole, lines: Sequence[Line], kept: Kept) -> None:
    """Give back what was spent on items of an order beside money.

    Raises Invalid (422) where money is to come back as points or deposit of who has none.
    """
    await give_coupons_back(call, whole, lines, kept)
    await _give_points_back(call, whole, kept)
    await _give_credits_back(call, whole, kept)
    await earning.take_back(call, whole, lines)


async def give_coupons_back(call: Call, whole: Whole, lines: Sequence[Line], kept: Kept) -> None:
    """Give back the coupons of an order, where the shop's coupons setting says so."""
    setting = await current(call, CouponsSetting)
    says = setting.recover_coupon_setting
    claim, gone = _claim(whole, lines), not money.still_bought(whole.lines)
    if coupons.comes_back(says, claim, whole=gone, asked=kept.recover_coupon == "T"):
        named = [each for each in kept.recover_coupon_no.split(",") if each]
        await coupons.give_back(call, whole.order.order_id, coupon_nos=named or None)


def _claim(whole: Whole, lines: Sequence[Line]) -> Claim:
    states = {line.item.order_status for line in lines}
    if states <= CANCELLED:
        return "cancel_before_pay" if whole.order.paid == "F" else "cancel_after_pay"
    return "exchange" if states <= EXCHANGED else "return"


async def _give_points_back(call: Call, whole: Whole, kept: Kept) -> None:
    order, spent = whole.order, kept.used_points
    if spent:
        await points.give_back(call, order.member_id, spent, order.order_id)
    if more := kept.refund.refund_point - spent:
        _require_member(kept)
        await points.refund(call, order.member_id, more, order.order_id)


async def _give_credits_back(call: Call, whole: Whole, kept: Kept) -> None:
    order, spent = whole.order, kept.used_credits
    if spent:
        await credits_.give_back(call, order.member_id, spent, order.order_id)
    if more := kept.refund.refund_credit - spent:
        _require_member(kept)
        await credits_.add(call, order.member_id, more, case="B", order_id=order.order_id)


def _require_member(kept: Kept) -> None:
    if not kept.member_id:
        raise Invalid("A guest has no points and no deposit.", parameter="refund_method_code")
