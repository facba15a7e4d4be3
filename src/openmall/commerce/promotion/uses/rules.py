"""Coupons in a checkout: list the usable ones, quote, use and restore them.

    for each in await usable(call, member_id, basket): ...        what may be used
    found = await quote(call, member_id, basket, chosen)          their total discount
    await use_all(call, found, order_id, member_id=member_id)     in the order's transaction
    await restore_coupons(call, order_id)                         when a claim decides so

The shop's coupon settings decide which coupons can be combined. Specification: "Coupons setting".
"""

from collections.abc import Sequence
from datetime import datetime
from decimal import Decimal
from typing import Final, Literal

from openmall.commerce.promotion.coupons.shape import Coupon
from openmall.commerce.promotion.issues import store as issue_store
from openmall.commerce.promotion.issues.sorting import in_order
from openmall.commerce.promotion.issues.store import Held
from openmall.commerce.promotion.uses import limits
from openmall.commerce.promotion.uses import store as use_store
from openmall.commerce.promotion.uses.arithmetic import best_line, discount, is_for, reached
from openmall.commerce.promotion.uses.refusals import (
    COUPON_NO_LONGER_VALID,
    COUPON_NOT_OF_CUSTOMER,
    COUPON_NOT_VALID_NOW,
    COUPON_NOT_YET_VALID,
    COUPON_OF_OTHER_PAYMENT,
    COUPON_OF_OTHER_PRODUCTS,
    COUPON_OF_OTHER_SITE,
    COUPON_TAKES_NOTHING_OFF,
    COUPON_USED,
    COUPONS_OF_DAY_USED_UP,
    KIND_OF_COUPON_NOT_TAKEN,
    NO_COUPON_TO_USE,
    NO_COUPONS_TAKEN,
    NO_LINE_OF_ORDER,
    ORDER_TOO_SMALL_FOR_COUPON,
)
from openmall.commerce.promotion.uses.shape import (
    Basket,
    ChosenCoupon,
    Discount,
    Quote,
    Quoted,
    Usable,
)
from openmall.commerce.store.coupons_setting import CouponsSetting, RecoverCoupon
from openmall.contract.call import Call
from openmall.contract.crud.settings import current
from openmall.contract.errors import Invalid
from openmall.contract.moments import moment, seconds
from openmall.contract.money import ZERO, smallest_unit
from openmall.contract.refusal import Refusal

Claim = Literal["cancel_before_pay", "cancel_after_pay", "return", "exchange"]
_ISSUE_TYPES: Final = {"A": "PO", "O": "O", "P": "P"}
"""Setting -> the scopes of coupons it allows."""
_SHIPPING: Final = frozenset("EIHJ")


async def usable(call: Call, member_id: str, basket: Basket) -> list[Usable]:
    """Return the coupons a customer may use for a basket, each quoted alone.

    In the order that the shop sets, without those worth nothing for this basket.
    """
    setting = await current(call, CouponsSetting)
    unit = _unit(call)
    found = []
    for each in in_order(await issue_store.held(call, member_id), setting.sorting_type):
        if why_not(each, basket, setting, moment(call.clock.now())) is not None:
            continue
        taken = _alone(each.coupon, basket, unit)
        if taken is not None and taken.worth > 0:
            found.append(Usable(issue_no=str(each.issue_no), coupon=each.coupon, discount=taken))
    return found


def best_goods_discount(
    held: Sequence[Held],
    basket: Basket,
    setting: CouponsSetting,
    *,
    now: datetime,
    unit: Decimal,
) -> Decimal:
    """Return the greatest discount on goods that one of these coupons gives a basket."""
    best = ZERO
    for each in held:
        if why_not(each, basket, setting, now) is None and limits.may_be_used_alone(
            each.coupon, setting
        ):
            taken = _alone(each.coupon, basket, unit)
            best = best if taken is None else max(best, taken.goods)
    return best


def _unit(call: Call) -> Decimal:
    return smallest_unit(call.mall.shops[call.shop_no].currency)


def _alone(coupon: Coupon, basket: Basket, unit: Decimal) -> Discount | None:
    left = [line.paid for line in basket.lines]
    if coupon.available_scope == "P":
        return best_line(coupon, basket, left=left, unit=unit)
    fee = basket.shipping_fee + basket.regional_fee
    return discount(coupon, basket, left=left, shipping_left=fee, unit=unit)


def why_not(held: Held, basket: Basket, setting: CouponsSetting, now: datetime) -> Refusal | None:
    """Return why a coupon may not be used for a basket on its own, or None."""
    coupon = held.coupon
    if setting.use_coupon != "T":
        return NO_COUPONS_TAKEN
    if coupon.available_scope not in _ISSUE_TYPES[setting.available_issue_type]:
        return KIND_OF_COUPON_NOT_TAKEN
    if not held.begins_at <= now <= held.ends_at:
        return COUPON_NOT_VALID_NOW
    if basket.site not in coupon.available_site.split(","):
        return COUPON_OF_OTHER_SITE
    if not _is_for_payment(coupon, basket):
        return COUPON_OF_OTHER_PAYMENT
    return _why_not_of(coupon, basket)


def _is_for_payment(coupon: Coupon, basket: Basket) -> bool:
    return basket.payment is None or coupon.available_payment_method in ("all", basket.payment)


def _why_not_of(coupon: Coupon, basket: Basket) -> Refusal | None:
    """Return why the items of a basket do not qualify for a coupon, or None."""
    if not any(is_for(coupon, line) for line in basket.lines):
        return COUPON_OF_OTHER_PRODUCTS
    if not reached(coupon, basket):
        return ORDER_TOO_SMALL_FOR_COUPON
    return None


async def quote(
    call: Call, member_id: str, basket: Basket, chosen: Sequence[ChosenCoupon]
) -> Quote:
    """Quote coupons together, each on the remainder after those before it.

    Product coupons first, then order coupons, then shipping coupons, each in the order of `chosen`.
    Raises Invalid (422, `issue_no`) for one that may not be used, or not with the others.
    """
    setting = await current(call, CouponsSetting)
    held = {str(each.issue_no): each for each in await issue_store.held(call, member_id)}
    picked = []
    for each in chosen:
        found = held.pop(each.issue_no, None)
        if found is None:
            raise Invalid(NO_COUPON_TO_USE, parameter="issue_no")
        reason = why_not(found, basket, setting, moment(call.clock.now()))
        if reason is not None:
            raise Invalid(reason, parameter="issue_no")
        picked.append((each, found.coupon))
    limits.together([coupon for _, coupon in picked], setting)
    today = moment(call.clock.now()).replace(hour=0, minute=0, second=0)
    if chosen:
        used = await use_store.used_since(call, member_id, seconds(today))
        additional = limits.additional_coupons(setting)
        counted = sum(coupon.coupon_no not in additional for _, coupon in picked)
        used_up = sum(coupon_no not in additional for coupon_no in used)
        if counted and used_up + counted > setting.max_coupon_count.product_and_order_per_day:
            raise Invalid(COUPONS_OF_DAY_USED_UP, parameter="issue_no")
    added_up = _added_up(picked, basket, unit=_unit(call))
    limits.check_lines(added_up, setting)
    return added_up


def quote_held(call: Call, basket: Basket, setting: CouponsSetting, held: Held) -> Quote:
    """Quote one coupon alone. Raises Invalid (422, `issue_no`) for one that may not be used."""
    reason = why_not(held, basket, setting, moment(call.clock.now()))
    if reason is not None:
        raise Invalid(reason, parameter="issue_no")
    chosen = ChosenCoupon(issue_no=str(held.issue_no))
    return _added_up([(chosen, held.coupon)], basket, unit=_unit(call))


async def requote(
    call: Call, order_id: str, basket: Basket, chosen: Sequence[ChosenCoupon]
) -> Quote:
    """Quote the coupons used for an order again, for the rest of the order.

    Coupons that are not used for it any more, that are not for its payment method, whose least
    amount is not reached, or that would give no discount are left out. Their validity is that of
    when the order was placed.
    """
    used = [number for number, _ in await use_store.of_order(call, order_id)]
    held = {str(each.issue_no): each.coupon for each in await issue_store.of_numbers(call, used)}
    picked = [
        (each, coupon)
        for each in chosen
        if (coupon := held.get(each.issue_no)) is not None
        and _is_for_payment(coupon, basket)
        and _why_not_of(coupon, basket) is None
    ]
    return _added_up(picked, basket, unit=_unit(call), leave_out=True)


async def keep_only(call: Call, quote: Quote, order_id: str) -> None:
    """Restore the coupons of an order that are not in its new quote; reprice the others."""
    stay = {int(each.issue_no): each.discount.off for each in quote.used}
    gone = []
    for number, coupon_no in await use_store.of_order(call, order_id):
        if number in stay:
            await use_store.reprice(call, order_id, number, stay[number])
        else:
            gone.append((number, coupon_no))
    await _free(call, order_id, gone)


def _turn(coupon: Coupon) -> int:
    if coupon.benefit_type in _SHIPPING:
        return 2
    return 0 if coupon.available_scope == "P" else 1


def _added_up(
    picked: Sequence[tuple[ChosenCoupon, Coupon]],
    basket: Basket,
    *,
    unit: Decimal,
    leave_out: bool = False,
) -> Quote:
    """Add up coupons; `leave_out`: skip those worth nothing instead of refusing them."""
    left = [line.paid for line in basket.lines]
    fee_left = basket.shipping_fee + basket.regional_fee
    of_lines = [ZERO for _ in left]
    of_order = ZERO
    used = []
    for choice, coupon in sorted(picked, key=lambda each: _turn(each[1])):
        taken = _taken(choice, coupon, basket, left=left, fee_left=fee_left, unit=unit)
        if taken is None or taken.worth <= 0:
            if leave_out:
                continue
            raise Invalid(COUPON_TAKES_NOTHING_OFF, parameter="issue_no")
        if taken.line is not None:
            of_lines[taken.line] += taken.goods
            left[taken.line] -= taken.goods
        else:
            of_order += taken.goods
            left = _without(left, basket, coupon, taken.goods)
        fee_left -= taken.shipping
        used.append(Quoted(issue_no=choice.issue_no, coupon=coupon, discount=taken))
    return Quote(
        used=used,
        of_lines=of_lines,
        of_order=of_order,
        of_shipping=sum((each.discount.shipping for each in used), ZERO),
        points=sum((each.discount.points for each in used), ZERO),
        credits=sum((each.discount.credits for each in used), ZERO),
    )


def _taken(
    choice: ChosenCoupon,
    coupon: Coupon,
    basket: Basket,
    *,
    left: list[Decimal],
    fee_left: Decimal,
    unit: Decimal,
) -> Discount | None:
    if coupon.available_scope == "O":
        found: Discount | None = discount(
            coupon, basket, left=left, shipping_left=fee_left, unit=unit
        )
    elif choice.line is None:
        found = best_line(coupon, basket, left=left, unit=unit)
    elif choice.line in range(len(basket.lines)):
        found = discount(coupon, basket, line=choice.line, left=left, shipping_left=ZERO, unit=unit)
    else:
        raise Invalid(NO_LINE_OF_ORDER, parameter="line")
    return found


def _without(left: list[Decimal], basket: Basket, coupon: Coupon, goods: Decimal) -> list[Decimal]:
    """Return the remainders of lines after subtracting `goods` from covered lines, in order."""
    found = []
    for at, line in enumerate(basket.lines):
        part = min(goods, left[at]) if is_for(coupon, line) else ZERO
        goods -= part
        found.append(left[at] - part)
    return found


async def use(
    call: Call, issue_no: str, order_id: str, *, member_id: str, discount: Decimal
) -> None:
    """Use a customer's coupon for an order, exactly once under concurrency.

    `discount`: its discount, for the ledger. Raises Invalid (422) for a coupon that is not theirs,
    was used or revoked, or is not valid now.
    """
    coupon_no = await use_store.use(
        call, int(issue_no), member_id=member_id, order_id=order_id, discount=discount
    )
    if coupon_no is None:
        raise await _refusal(call, int(issue_no), member_id)
    call.journal(f"coupon {coupon_no}", {f"issue {issue_no}": (None, order_id)})


async def use_all(call: Call, quote: Quote, order_id: str, *, member_id: str) -> None:
    """Use the quoted coupons for an order. Raises Invalid (422) for one used meanwhile.

    In the order of their numbers, so that two orders with the same coupons do not deadlock.
    """
    for each in sorted(quote.used, key=lambda used: used.issue_no):
        await use(call, each.issue_no, order_id, member_id=member_id, discount=each.discount.off)


async def _refusal(call: Call, issue_no: int, member_id: str) -> Invalid:
    row = await use_store.find(call, issue_no, member_id)
    refusal = COUPON_NOT_OF_CUSTOMER
    if row is not None:
        used_at, revoked_at, begins_at, _ = row
        if used_at is not None:
            refusal = COUPON_USED
        elif revoked_at is None:
            soon = call.clock.now() < begins_at
            refusal = COUPON_NOT_YET_VALID if soon else COUPON_NO_LONGER_VALID
    return Invalid(refusal, parameter="issue_no")


async def restore_coupons(
    call: Call, order_id: str, *, coupon_nos: Sequence[str] | None = None
) -> list[str]:
    """Restore the coupons used for an order, or those of `coupon_nos`; return their issue numbers.

    The caller decides whether they are restored (`restores_coupons`). Their validity does not
    change: one that has expired meanwhile is restored expired. Idempotent.
    """
    found = [
        (number, coupon_no)
        for number, coupon_no in await use_store.of_order(call, order_id)
        if coupon_nos is None or coupon_no in coupon_nos
    ]
    await _free(call, order_id, found)
    return [str(number) for number, _ in found]


async def _free(call: Call, order_id: str, found: Sequence[tuple[int, str]]) -> None:
    if found:
        await use_store.restore(call, order_id, [number for number, _ in found])
    for number, coupon_no in found:
        call.journal(f"coupon {coupon_no}", {f"issue {number}": (order_id, None)})


def restores_coupons(
    setting: RecoverCoupon, claim: Claim, *, whole: bool, decided: bool = False
) -> bool:
    """Return whether coupons are restored when an order, or a part of it, is claimed.

    `whole`: nothing of the order remains. `decided`: the decision sent with the claim, where the
    shop decides each time.
    """
    choice = {
        "cancel_before_pay": setting.cancel_before_pay,
        "cancel_after_pay": setting.cancel_after_pay,
        "return": setting.return_,
        "exchange": setting.exchange,
    }[claim]
    if not whole:
        return setting.part == "M" and choice != "F" and decided
    return choice == "T" or (choice == "M" and decided)
