"""What a buyer spent beside money comes back: coupons, points, credits; what they earned goes.

What a refund gives back is decided once: `kept.refund.refund_point` and `refund_credit` are the
points and credits that come to the buyer, `kept.recover_coupon` says whether coupons do where the
shop decides each time. It is done once for every refund, in its transaction; for an order that was
never paid when its items are called off.

What an order says was spent on it is given back as far as the ledgers know of it: an order that
was brought in from elsewhere was paid with points of elsewhere.
"""

from collections.abc import Sequence
from typing import Final

from openmall.areas.customer.customers import store as customers
from openmall.areas.mileage.credits import ledger as deposit
from openmall.areas.mileage.points import ledger as points
from openmall.areas.order import earning
from openmall.areas.order.orders.store import Line, Whole
from openmall.areas.order.refunds import money
from openmall.areas.order.refunds.shape import Kept
from openmall.areas.promotion.uses import rules as coupons
from openmall.areas.promotion.uses.rules import Claim
from openmall.areas.store.coupons_setting import CouponsSetting, Viewpoint
from openmall.contract.call import Call
from openmall.contract.errors import Invalid
from openmall.standard.settings import current

_CLAIMS: Final[dict[str, Claim]] = {"C": "cancel_after_pay", "R": "return", "E": "exchange"}
_COMPLETE: Final[Viewpoint] = "A"


async def give_back(call: Call, whole: Whole, lines: Sequence[Line], kept: Kept) -> None:
    """Give back what was spent on items of an order beside money, and take what they brought.

    Raises Invalid (422) where money is to come back as points or deposit to who has no account.
    """
    await coupons_back(
        call, whole, lines, asked=kept.recover_coupon == "T", coupon_nos=kept.recover_coupon_no
    )
    await _points_back(call, whole, kept)
    await _deposit_back(call, whole, kept)
    if whole.order.paid != "F":
        await earning.take_back_of(call, whole, lines)


async def coupons_back(
    call: Call,
    whole: Whole,
    lines: Sequence[Line],
    *,
    asked: bool,
    coupon_nos: str,
    when: Viewpoint = _COMPLETE,
) -> None:
    """Give back the coupons of an order, or those named, where the coupons setting says so.

    `asked`: whoever deals with the claim wants it. `when`: how far the claim is; a shop that
    gives them back when a claim is accepted does not do so again when it is complete.
    """
    if not whole.order.member_id:
        return
    says = (await current(call, CouponsSetting)).recover_coupon_setting
    if when != says.restore_viewpoint and whole.order.paid != "F":
        return
    claim = _CLAIMS[lines[0].item.order_status[0]] if lines else "cancel_after_pay"
    if whole.order.paid == "F":
        claim = "cancel_before_pay"
    here = {line.item.order_item_code for line in lines}
    others = [
        line for line in money.still_bought(whole.lines) if line.item.order_item_code not in here
    ]
    if coupons.comes_back(says, claim, whole=not others, asked=asked):
        named = [each for each in coupon_nos.split(",") if each]
        await coupons.give_back(call, whole.order.order_id, coupon_nos=named or None)


async def _points_back(call: Call, whole: Whole, kept: Kept) -> None:
    order, refunded = whole.order, kept.refund.refund_point - kept.used_points
    if kept.used_points and order.member_id:
        await points.give_back(call, order.member_id, kept.used_points, order.order_id)
    if refunded:
        await _require_account(call, order.member_id)
        await points.refund(call, order.member_id, refunded, order.order_id)


async def _deposit_back(call: Call, whole: Whole, kept: Kept) -> None:
    order, refunded = whole.order, kept.refund.refund_credit - kept.used_credits
    if kept.used_credits and order.member_id:
        await deposit.give_back(call, order.member_id, kept.used_credits, order.order_id)
    if refunded:
        await _require_account(call, order.member_id)
        await deposit.add(call, order.member_id, refunded, case="B", order_id=order.order_id)


async def _require_account(call: Call, member_id: str) -> None:
    if not await customers.is_there(call, member_id):
        message = "Who ordered has no points and no deposit."
        raise Invalid(message, parameter="refund_method_code")
