"""Discount codes in a checkout: quote one, use it, give it back.

    found = await quote(call, code, member_id, basket, ...)       what it takes off
    await use(call, found, order_id, member_id=member_id)         in the order's transaction
    await give_back(call, order_id)                               when the order is cancelled

An order has one discount code, beside coupons and the discount of the buyer's group.
"""

from collections.abc import Sequence
from decimal import Decimal
from typing import Final

from openmall.commerce.promotion.code_uses import arithmetic
from openmall.commerce.promotion.code_uses import store as code_use_store
from openmall.commerce.promotion.code_uses.refusals import (
    CODE_TAKES_NOTHING_OFF,
    DISCOUNT_CODE_CHANGED,
    DISCOUNT_CODE_EXPIRED,
    DISCOUNT_CODE_FOR_MEMBERS,
    DISCOUNT_CODE_LIMITED_BY_BUYER,
    DISCOUNT_CODE_NOT_YET_VALID,
    DISCOUNT_CODE_USED_BY_BUYER,
    DISCOUNT_CODE_USED_UP,
    UNKNOWN_DISCOUNT_CODE,
)
from openmall.commerce.promotion.code_uses.shape import CodeTerms, QuotedCode
from openmall.commerce.promotion.discount_codes import store as discount_code_store
from openmall.commerce.promotion.discount_codes.shape import DiscountCode
from openmall.commerce.promotion.uses.shape import Basket
from openmall.contract.call import Call
from openmall.contract.errors import Invalid
from openmall.contract.moments import moment

_NAME: Final = "discount_code"


async def quote(
    call: Call,
    code: str,
    member_id: str,
    basket: Basket,
    *,
    of_lines: Sequence[Decimal],
    of_order: Decimal,
    unit: Decimal,
) -> QuotedCode:
    """Quote a code that a buyer typed; the rest is as of `arithmetic.discount`.

    `member_id`: empty for a guest. Raises Invalid (422, `discount_code`) for one that may not be
    used.
    """
    found = await discount_code_store.find(call, code)
    if found is None:
        raise Invalid(UNKNOWN_DISCOUNT_CODE, parameter=_NAME)
    await _require_usable(call, found, member_id)
    terms = CodeTerms.of(found)
    reason = arithmetic.why_not(terms, basket)
    if reason is not None:
        raise Invalid(reason, parameter=_NAME)
    quoted = _quoted(terms, basket, of_lines=of_lines, of_order=of_order, unit=unit)
    if not quoted.off:
        raise Invalid(CODE_TAKES_NOTHING_OFF, parameter=_NAME)
    return quoted


async def _require_usable(call: Call, code: DiscountCode, member_id: str) -> None:
    now = moment(call.clock.now())
    start, end = code.available_start_date, code.available_end_date
    if start is not None and now < start:
        raise Invalid(DISCOUNT_CODE_NOT_YET_VALID, parameter=_NAME)
    if end is not None and now > end:
        raise Invalid(DISCOUNT_CODE_EXPIRED, parameter=_NAME)
    if code.available_issue_count and code.issued_count >= code.available_issue_count:
        raise Invalid(DISCOUNT_CODE_USED_UP, parameter=_NAME)
    if code.available_user == "M" and not member_id:
        raise Invalid(DISCOUNT_CODE_FOR_MEMBERS, parameter=_NAME)
    if not code.max_usage_per_user:
        return
    if not member_id:
        # uses of a guest cannot be told from those of another one
        raise Invalid(DISCOUNT_CODE_LIMITED_BY_BUYER, parameter=_NAME)
    times = await code_use_store.times_used(call, code.discount_code_no, member_id)
    if times >= code.max_usage_per_user:
        raise Invalid(DISCOUNT_CODE_USED_BY_BUYER, parameter=_NAME)


def requote(
    terms: CodeTerms,
    basket: Basket,
    *,
    of_lines: Sequence[Decimal],
    of_order: Decimal,
    unit: Decimal,
) -> QuotedCode | None:
    """Quote the code of an order again, for the rest of the order, on the terms of its placement.

    Returns None where the rest does not qualify for it.
    """
    if arithmetic.why_not(terms, basket) is not None:
        return None
    quoted = _quoted(terms, basket, of_lines=of_lines, of_order=of_order, unit=unit)
    return quoted if quoted.off else None


def _quoted(
    terms: CodeTerms,
    basket: Basket,
    *,
    of_lines: Sequence[Decimal],
    of_order: Decimal,
    unit: Decimal,
) -> QuotedCode:
    off = arithmetic.discount(terms, basket, of_lines=of_lines, of_order=of_order, unit=unit)
    return QuotedCode(terms=terms, off=off)


async def use(call: Call, quoted: QuotedCode, order_id: str, *, member_id: str) -> None:
    """Use a quoted code for an order, no more often than it allows under concurrency.

    Raises Invalid (422, `discount_code`) for one that was used up or changed meanwhile.
    """
    number = quoted.terms.discount_code_no
    if not await code_use_store.count_use(call, number):
        raise Invalid(DISCOUNT_CODE_USED_UP, parameter=_NAME)
    # the code is locked now: what was changed or used meanwhile is committed
    code = await discount_code_store.get(call, number)
    if CodeTerms.of(code) != quoted.terms:
        raise Invalid(DISCOUNT_CODE_CHANGED, parameter=_NAME)
    if code.max_usage_per_user:
        times = await code_use_store.times_used(call, number, member_id)
        if times >= code.max_usage_per_user:
            raise Invalid(DISCOUNT_CODE_USED_BY_BUYER, parameter=_NAME)
    await code_use_store.add_use(call, number, order_id, member_id=member_id, discount=quoted.off)
    call.journal(f"discount code {number}", {"used for": (None, order_id)})


async def keep(call: Call, quoted: QuotedCode | None, order_id: str) -> None:
    """Write the discount of an order's code after a requote; None: the code is given back."""
    if quoted is None:
        await give_back(call, order_id)
    else:
        await code_use_store.reprice(call, order_id, quoted.off)


async def give_back(call: Call, order_id: str) -> None:
    """Give back the use of an order's code. Idempotent."""
    number = await code_use_store.give_back(call, order_id)
    if number is not None:
        call.journal(f"discount code {number}", {"used for": (order_id, None)})
