"""The operations on coupons: create, find, stop and delete them."""

from collections.abc import Sequence
from datetime import datetime
from decimal import Decimal
from typing import Final, Literal, TypedDict, TypeVar

from msgspec import UNSET, Struct, UnsetType
from msgspec.structs import replace

from openmall.commerce.customer.customergroups import rules as customergroup_rules
from openmall.commerce.promotion.coupons import coupon_labels, schedule_store, search, set_times
from openmall.commerce.promotion.coupons import store as coupon_store
from openmall.commerce.promotion.coupons.events import CouponAdded, CouponDeleted, IssuingChanged
from openmall.commerce.promotion.coupons.refusals import (
    COUPON_AMOUNT_MISSING,
    COUPON_DAYS_MISSING,
    COUPON_END_MISSING,
    COUPON_RATE_MISSING,
    COUPON_RATE_OUT_OF_BOUNDS,
    COUPON_SITES_MISSING,
    COUPON_START_MISSING,
    COUPON_WORTH_NOTHING,
    GREATEST_AMOUNT_MISSING,
    ISSUE_CONDITION_MISSING,
    ISSUE_COUNT_MISSING,
    ISSUE_START_MISSING,
    LEAST_AMOUNT_MISSING,
    LEAST_QUANTITY_MISSING,
    PAUSE_AND_RESTART,
    ROUND_UNIT_NOT_POSITIVE,
    SHIPPING_COUPON_OF_PRODUCT,
)
from openmall.commerce.promotion.coupons.shape import (
    Coupon,
    CouponManaged,
    CreatedCoupon,
    DiscountAmount,
    DiscountRate,
    Terms,
)
from openmall.commerce.promotion.coupons.takes import (
    CouponDraft,
    CouponFilters,
    CouponQuery,
    Management,
)
from openmall.contract.call import Call
from openmall.contract.change import differences, differences_from_nothing
from openmall.contract.errors import Invalid, NotModified
from openmall.contract.moments import moment
from openmall.contract.money import rounded
from openmall.contract.refusal import Phrase
from openmall.contract.refusals import END_BEFORE_START, NO_SUCH

T = TypeVar("T")

P = TypeVar("P", bound=Struct)
BY_AMOUNT: Final = frozenset("ACHF")
"""Benefits that are an amount."""
BY_RATE: Final = frozenset("BDI")
"""Benefits that are a rate."""
ON_SHIPPING: Final = frozenset("EIHJ")
"""Benefits of an order's shipping fee."""
_AS_SENT: Final = tuple(
    name
    for name in Coupon.__struct_fields__
    if name in CouponDraft.__struct_fields__
    and name
    not in (
        "shop_no",
        "available_site",
        "available_product_list",
        "available_category_list",
        "issue_sub_type",
        "issue_max_count",
        "issue_member_group_no",
        "issue_member_group_name",
    )
)
_DATES: Final = frozenset(
    (
        "available_begin_datetime",
        "available_end_datetime",
        "issue_reserved_date",
        "issue_order_start_date",
        "issue_order_end_date",
    )
)
_AMOUNTS: Final = frozenset(
    ("available_min_price", "issue_order_amount_min", "issue_order_amount_max")
)


async def listing(call: Call, query: CouponQuery) -> Sequence[Coupon]:
    """Retrieve a list of coupons."""
    return await described(call, await search.page(call, query))


async def described(call: Call, coupons: Sequence[Coupon]) -> list[Coupon]:
    """Return coupons with descriptions in the shop's language, and the names of their groups."""
    named = {group.group_no: group.group_name for group in await customergroup_rules.of_shop(call)}
    language = call.mall.shops[call.shop_no].language
    return [
        replace(
            coupon,
            benefit_text=coupon_labels.benefit_text(coupon, language),
            available_date=coupon_labels.period(coupon, language),
            issue_member_group_name=named.get(coupon.issue_member_group_no or 0),
        )
        for coupon in coupons
    ]


async def count(call: Call, filters: CouponFilters) -> int:
    """Retrieve a count of coupons."""
    return await search.number(call, filters)


async def create(call: Call, draft: CouponDraft) -> CreatedCoupon:
    """Create a coupon.

    Raises Invalid (422) for a missing field that its kind, period or conditions require.
    """
    coupon, terms = await build(call, draft)
    await coupon_store.add(call, coupon, terms)
    if set_times.is_at_set_times(coupon):
        first = set_times.first_time(coupon, terms, int(call.clock.now()))
        await schedule_store.add(call, coupon.coupon_no, due_at=first)
    call.publish(CouponAdded.of(coupon))
    call.journal(f"coupon {coupon.coupon_no}", differences_from_nothing(coupon))
    return created(coupon)


async def build(call: Call, draft: CouponDraft) -> tuple[Coupon, Terms]:
    """Return a new coupon that is not stored yet, and its terms of issuing.

    Raises Invalid (422) as `create` does.
    """
    _check(draft)
    values = {name: getattr(draft, name) for name in _AS_SENT}
    for name in _DATES:
        values[name] = None if values[name] is None else moment(values[name])
    for name in _AMOUNTS:
        values[name] = None if values[name] is None else rounded(values[name])
    if draft.available_period_type != "F":
        values |= {"available_begin_datetime": None, "available_end_datetime": None}
    if draft.available_period_type != "R":
        values["available_day_from_issued"] = None
    if draft.issue_order_date == "F":
        values |= {"issue_order_start_date": None, "issue_order_end_date": None}
    coupon = Coupon(
        **values,
        **_coupon_value(draft),
        shop_no=call.shop_no,
        coupon_no=await coupon_store.new_number(call),
        created_date=moment(call.clock.now()),
        issue_sub_type="M" if draft.issue_sub_type is UNSET else draft.issue_sub_type,
        issue_max_count=None if draft.issue_limit == "F" else draft.issue_max_count,
        issue_member_group_no=await _group(call, draft),
        available_site=",".join(dict.fromkeys(draft.available_site)),
        available_product_list=_listed(draft.available_product, draft.available_product_list),
        available_category_list=_listed(draft.available_category, draft.available_category_list),
    )
    terms = {
        name: getattr(draft, name)
        for name in Terms.__struct_fields__
        if name in CouponDraft.__struct_fields__
    }
    terms["same_user_reissue"] = set_times.reissued(draft)
    return coupon, Terms(**terms)


def _check(draft: CouponDraft) -> None:
    kind = draft.benefit_type
    # Types of benefit need their value; a value of the other type is checked as well, since it is
    # stored and shown.
    if kind in BY_AMOUNT and (draft.discount_amount is None):
        raise Invalid(COUPON_AMOUNT_MISSING, parameter="discount_amount")
    if draft.discount_amount is not None and draft.discount_amount.benefit_price <= 0:
        raise Invalid(COUPON_WORTH_NOTHING, parameter="discount_amount.benefit_price")
    if kind in BY_RATE and draft.discount_rate is None:
        raise Invalid(COUPON_RATE_MISSING, parameter="discount_rate")
    if draft.discount_rate is not None:
        _check_rate(draft.discount_rate)
    # A shipping fee is of the order: no product can limit it.
    if kind in ON_SHIPPING and draft.available_scope == "P":
        raise Invalid(SHIPPING_COUPON_OF_PRODUCT, parameter="available_scope")
    # Period of use: R days from the issue, F fixed dates, M the month of the issue.
    if draft.available_period_type == "R" and draft.available_day_from_issued is None:
        raise Invalid(COUPON_DAYS_MISSING, parameter="available_day_from_issued")
    if draft.available_period_type == "F":
        _check_period(draft)
    if not draft.available_site:
        raise Invalid(COUPON_SITES_MISSING, parameter="available_site")
    if draft.available_price_type != "U" and draft.available_min_price is None:
        raise Invalid(LEAST_AMOUNT_MISSING, parameter="available_min_price")
    # Automatic issue needs its occasion; "M" is the occasion of manual issue.
    if draft.issue_type == "A" and draft.issue_sub_type in (UNSET, "M"):
        raise Invalid(ISSUE_CONDITION_MISSING, parameter="issue_sub_type")
    if draft.issue_reserved == "T" and draft.issue_reserved_date is None:
        raise Invalid(ISSUE_START_MISSING, parameter="issue_reserved_date")
    if draft.issue_limit == "T" and draft.issue_max_count is None:
        raise Invalid(ISSUE_COUNT_MISSING, parameter="issue_max_count")
    # Limits of the order amount: L from, S from and to.
    if draft.issue_order_amount_limit in ("L", "S") and draft.issue_order_amount_min is None:
        raise Invalid(LEAST_AMOUNT_MISSING, parameter="issue_order_amount_min")
    if draft.issue_order_amount_limit == "S" and draft.issue_order_amount_max is None:
        raise Invalid(GREATEST_AMOUNT_MISSING, parameter="issue_order_amount_max")
    if draft.issue_sub_type == "Q" and draft.issue_quantity_min is None:
        raise Invalid(LEAST_QUANTITY_MISSING, parameter="issue_quantity_min")
    set_times.check(draft)


def _check_rate(rate: DiscountRate) -> None:
    if not 0 < rate.benefit_percentage <= 100:
        raise Invalid(COUPON_RATE_OUT_OF_BOUNDS, parameter="discount_rate.benefit_percentage")
    if rate.benefit_percentage_round_unit <= 0:
        raise Invalid(
            ROUND_UNIT_NOT_POSITIVE, parameter="discount_rate.benefit_percentage_round_unit"
        )


def _check_period(draft: CouponDraft) -> None:
    begin, end = draft.available_begin_datetime, draft.available_end_datetime
    if begin is None:
        raise Invalid(COUPON_START_MISSING, parameter="available_begin_datetime")
    if end is None:
        raise Invalid(COUPON_END_MISSING, parameter="available_end_datetime")
    if end < begin:
        raise Invalid(END_BEFORE_START, parameter="available_end_datetime")


class _CouponValue(TypedDict, total=False):
    """What a coupon is worth."""

    benefit_price: Decimal | None
    benefit_percentage: Decimal | None
    benefit_percentage_round_unit: Decimal | None
    benefit_percentage_max_price: Decimal | None


def _coupon_value(draft: CouponDraft) -> _CouponValue:
    amount, rate = draft.discount_amount, draft.discount_rate
    if draft.benefit_type in BY_AMOUNT and amount is not None:
        return {"benefit_price": rounded(amount.benefit_price)}
    if draft.benefit_type in BY_RATE and rate is not None:
        return {
            "benefit_percentage": rate.benefit_percentage,
            "benefit_percentage_round_unit": rate.benefit_percentage_round_unit,
            "benefit_percentage_max_price": rounded(rate.benefit_percentage_max_price),
        }
    return {}


def _listed(choice: str, listed: list[int]) -> list[int] | None:
    return None if choice == "U" else listed


async def _group(call: Call, draft: CouponDraft) -> int | None:
    """Return the only group that may get it, named by its number or its name."""
    number, name = draft.issue_member_group_no, draft.issue_member_group_name
    if number is None and name is UNSET:
        return None
    for group in await customergroup_rules.of_shop(call):
        if group.group_no == number or (number is None and group.group_name == name):
            return group.group_no
    at_fault = "issue_member_group_name" if number is None else "issue_member_group_no"
    raise Invalid(NO_SUCH, parameter=at_fault, resource=Phrase("group"))


def created(coupon: Coupon) -> CreatedCoupon:
    """Return a coupon as it is answered to its creation."""
    alike = {
        name: getattr(coupon, name)
        for name in CreatedCoupon.__struct_fields__
        if name in Coupon.__struct_fields__
    }
    alike |= {
        "available_site": coupon.available_site.split(","),
        "available_product_list": coupon.available_product_list or [],
        "available_category_list": coupon.available_category_list or [],
    }
    amount = rate = None
    if coupon.benefit_type in BY_AMOUNT:
        amount = _part(coupon, DiscountAmount)
    elif coupon.benefit_type in BY_RATE:
        rate = _part(coupon, DiscountRate)
    return CreatedCoupon(**alike, discount_amount=amount, discount_rate=rate)


def _part(coupon: Coupon, kind: type[P]) -> P:
    return kind(**{name: getattr(coupon, name) for name in kind.__struct_fields__})


async def manage(call: Call, params: Management) -> CouponManaged:
    """Update whether a coupon is issued, or delete it.

    A deleted one is neither issued nor used any more. Raises NotFound (404), NotModified (409).
    """
    before, _ = await coupon_store.get(call, params.coupon_no, to_change=True)
    wish = _requested(params)
    now = moment(call.clock.now())
    after = before
    if wish is not None:
        after = _stopped(before, wish, now)
    if params.deleted is not UNSET:
        after = replace(after, deleted="T")
    if after == before:
        raise NotModified()
    await coupon_store.keep(call, after)
    if after.deleted == "T":
        event = CouponDeleted(
            event_shop_no=str(call.shop_no),
            coupon_type=after.coupon_type,
            coupon_no=int(after.coupon_no),
        )
        call.publish(event)
    elif wish is not None:
        call.publish(IssuingChanged.of_coupon(after, wish))
    call.journal(f"coupon {after.coupon_no}", differences(before, after))
    return CouponManaged(
        shop_no=call.shop_no,
        coupon_no=int(after.coupon_no),
        status=None if params.status is UNSET else params.status,
        deleted=None if params.deleted is UNSET else "T",
        immediate_issue_pause=_or_none(params.immediate_issue_pause),
        immediate_issue_restart=_or_none(params.immediate_issue_restart),
    )


def _requested(params: Management) -> Literal["pause", "restart"] | None:
    """Return the requested change of issuing, sent in either of two fields or in both."""
    wishes: set[Literal["pause", "restart"]] = set()
    if params.status is not UNSET:
        wishes.add(params.status)
    if params.immediate_issue_pause is not UNSET:
        wishes.add("pause")
    if params.immediate_issue_restart is not UNSET:
        wishes.add("restart")
    if len(wishes) > 1:
        raise Invalid(PAUSE_AND_RESTART, parameter="status")
    return wishes.pop() if wishes else None


def _stopped(before: Coupon, wish: Literal["pause", "restart"], now: datetime) -> Coupon:
    if wish == "pause":
        if before.is_stopped_issued_coupon == "T":
            return before
        return replace(
            before,
            is_stopped_issued_coupon="T",
            pause_begin_datetime=now,
            pause_end_datetime=None,
        )
    if before.is_stopped_issued_coupon == "F":
        return before
    return replace(before, is_stopped_issued_coupon="F", pause_end_datetime=now)


def _or_none(value: T | UnsetType) -> T | None:
    return None if value is UNSET else value
