"""Automatic issues of coupons: on joining, for an order, for a review.

The code of the occasion calls the function named after it, in its own transaction. A coupon that
cannot be issued any more is skipped, so that no sign-up or order fails because of it.
"""

from collections import Counter
from collections.abc import Awaitable, Callable, Sequence
from decimal import Decimal
from typing import Literal

from msgspec import Struct

from openmall.commerce.promotion.coupons import store as coupon_store
from openmall.commerce.promotion.coupons.product_selection import covers
from openmall.commerce.promotion.coupons.shape import Coupon, Site, Terms
from openmall.commerce.promotion.issues import rules as issue_rules
from openmall.commerce.promotion.issues import store as issue_store
from openmall.contract.call import Call
from openmall.contract.errors import Invalid
from openmall.contract.moments import moment
from openmall.contract.money import ZERO

OrderOccasion = Literal["O", "F", "Q", "D"]
"""O ordered, F ordered for the first time, Q so many units ordered, D delivered."""


class Bought(Struct, frozen=True, kw_only=True):
    """A line of an order."""

    product_no: int
    category_nos: frozenset[int] = frozenset()
    quantity: int
    amount: Decimal
    """Before discounts, of the whole quantity; 0 for units that come without price."""
    paid: Decimal
    """In money: after discounts, points and credits."""


class Purchase(Struct, frozen=True, kw_only=True):
    """The data of an order that automatic issues depend on."""

    lines: list[Bought]
    site: Site = "W"


async def issued_on_joining(call: Call, member_id: str, *, recommended_by: str = "") -> int:
    """Issue coupons to a new customer and to who recommended them; return how many."""
    number = 0
    for coupon, _ in await coupon_store.automatic(call, "J"):
        if coupon.issue_member_join != "F":
            number += await _give(call, coupon, member_id)
        if recommended_by and coupon.issue_member_join_recommend == "T":
            number += await _give(call, coupon, recommended_by)
    return number


async def issued_by_campaign(call: Call, coupon_no: str, member_id: str) -> int:
    """Issue the coupon of a campaign to a customer; return how many."""
    found = await coupon_store.of_numbers(call, [coupon_no])
    return await _give(call, found[coupon_no], member_id) if coupon_no in found else 0


async def offered_on_order(call: Call, *occasions: OrderOccasion) -> list[tuple[Coupon, Terms]]:
    """Return the coupons that the shop issues to members on these occasions."""
    return await coupon_store.automatic(call, *occasions)


async def issued_on_order(
    call: Call,
    member_id: str,
    order_id: str,
    purchase: Callable[[], Awaitable[Purchase]],
    offered: Sequence[tuple[Coupon, Terms]],
) -> int:
    """Issue a customer's coupons for an order; return how many.

    `purchase`: reads the order; called only when there are coupons. `offered`: those of
    `offered_on_order`. What the order brought before, and was not revoked, is not issued again.
    """
    if not offered:
        return 0
    bought, number = await purchase(), 0
    had = Counter(each.coupon_no for each in await issue_store.granted(call, member_id, order_id))
    for coupon, terms in offered:
        times = earned(coupon, terms, bought, now=int(call.clock.now()))
        for _ in range(times - had[coupon.coupon_no] // _each(coupon)):
            number += await _give(call, coupon, member_id, granted_by=order_id)
    return number


async def revoke_unearned(
    call: Call,
    member_id: str,
    order_id: str,
    purchase: Callable[[], Awaitable[Purchase]],
    *,
    paid_at: int,
) -> Decimal:
    """Revoke the coupons that an order brought and its remainder does not earn.

    `purchase`: reads the remainder. `paid_at`: UTC seconds. Returns what coupons that were used
    already took off other orders.
    """
    grants = await issue_store.granted(call, member_id, order_id)
    if not grants:
        return ZERO
    left, unused, used = await purchase(), list[int](), list[int]()
    for coupon_no in dict.fromkeys(each.coupon_no for each in grants):
        coupon, terms = await coupon_store.get(call, coupon_no, deleted=True)
        kept = earned(coupon, terms, left, now=paid_at) * _each(coupon) if left.lines else 0
        of_coupon = sorted(
            (each for each in grants if each.coupon_no == coupon_no), key=lambda each: each.used
        )
        for each in of_coupon[: max(0, len(of_coupon) - kept)]:
            (used if each.used else unused).append(each.issue_no)
            call.journal(f"coupon {coupon_no}", {f"issue {each.issue_no}": (order_id, None)})
    if unused:
        await issue_store.revoke(call, unused)
    return await issue_store.worth(call, used) if used else ZERO


def _each(coupon: Coupon) -> int:
    """Return how many of a coupon are issued at once."""
    return coupon.issue_count_per_once or 1


async def issued_on_review(
    call: Call, member_id: str, reviews: Callable[[], Awaitable[int]], *, has_image: bool
) -> int:
    """Issue a customer's coupons for a review; return how many.

    `reviews`: counts those that they have written; called only when the shop issues coupons for
    reviews. A coupon is issued once for every so many of them, so that a review which is removed
    and written again brings nothing.
    """
    found = await coupon_store.automatic(call, "P")
    if not found:
        return 0
    written, number = await reviews(), 0
    for coupon, _ in found:
        had = await issue_store.times_had(call, coupon.coupon_no, member_id) // _each(coupon)
        if not has_image and coupon.issue_review_has_image == "T":
            continue
        if written // (coupon.issue_review_count or 1) > had:
            number += await _give(call, coupon, member_id)
    return number


async def _give(
    call: Call, coupon: Coupon, member_id: str, *, granted_by: str | None = None
) -> int:
    coupon, terms = await coupon_store.get(call, coupon.coupon_no, to_change=True)
    try:
        number = await issue_rules.issue(
            call,
            coupon,
            terms,
            each=_each(coupon),
            again=terms.same_user_reissue,
            recipient=issue_rules.of_group(coupon, member_id),
            granted_by=granted_by,
        )
    except Invalid:
        return 0  # stopped, over, or none left
    if number:
        issued = int(coupon.issued_count)
        call.journal(f"coupon {coupon.coupon_no}", {"issued": (issued, issued + number)})
    return number


def earned(coupon: Coupon, terms: Terms, purchase: Purchase, *, now: int) -> int:
    """Return how often a coupon is issued for an order: once, or once for each product of it.

    `now`: UTC seconds.
    """
    start, end = coupon.issue_order_start_date, coupon.issue_order_end_date
    at = moment(now)
    if (start is not None and at < start) or (end is not None and at > end):
        return 0
    if coupon.issue_order_path not in (None, purchase.site):
        return 0
    lines = [line for line in purchase.lines if _is_for(coupon, terms, line)]
    if coupon.issue_sub_type == "Q":
        least = coupon.issue_quantity_min or 1
        if coupon.issue_quntity_type == "P":
            return sum(line.quantity >= least for line in lines)
        return int(sum(line.quantity for line in lines) >= least)
    if coupon.issue_order_type == "P":
        return sum(_within(coupon, [line]) for line in lines)
    return int(bool(lines) and _within(coupon, lines))


def _is_for(coupon: Coupon, terms: Terms, line: Bought) -> bool:
    return covers(
        coupon.issue_order_available_product,
        terms.issue_order_available_product_list,
        coupon.issue_order_available_category,
        terms.issue_order_available_category_list,
        product_no=line.product_no,
        category_nos=line.category_nos,
    )


def _within(coupon: Coupon, lines: list[Bought]) -> bool:
    if coupon.issue_order_amount_limit not in ("L", "S"):
        return True
    paid = coupon.issue_order_amount_type == "S"
    amount = sum((line.paid if paid else line.amount for line in lines), ZERO)
    least, most = coupon.issue_order_amount_min, coupon.issue_order_amount_max
    if least is not None and amount < least:
        return False
    return coupon.issue_order_amount_limit == "L" or most is None or amount <= most
