"""The operations on issued coupons: issue, download, list and revoke them."""

import calendar
from collections.abc import Sequence
from datetime import datetime, timedelta
from typing import Final

from msgspec import UNSET
from msgspec.structs import replace

from openmall.commerce.customer.customers import store as customer_store
from openmall.commerce.promotion.coupons import store as coupon_store
from openmall.commerce.promotion.coupons.shape import Coupon, Terms
from openmall.commerce.promotion.issues import search as issue_search
from openmall.commerce.promotion.issues import store as issue_store
from openmall.commerce.promotion.issues.refusals import (
    COUPON_EXPIRED,
    COUPON_ISSUE_NOT_STARTED,
    COUPON_ISSUE_PAUSED,
    COUPON_ISSUED_AUTOMATICALLY,
    COUPON_ISSUED_BY_CODES,
    COUPON_NOT_FOR_CUSTOMER,
    COUPON_NOT_FOR_DOWNLOAD,
    MEMBER_HAS_COUPON,
    RECIPIENT_GROUP_MISSING,
    RECIPIENT_MISSING,
    TOO_FEW_COUPONS_LEFT,
)
from openmall.commerce.promotion.issues.shape import (
    CustomerCoupon,
    HeldQuery,
    HolderPath,
    IssueCount,
    Issued,
    IssueDraft,
    IssueQuery,
    Revocation,
    RevokedIssues,
)
from openmall.commerce.promotion.issues.store import Held, Recipients
from openmall.contract.call import Call
from openmall.contract.errors import ApiError, Invalid, NotFound
from openmall.contract.moments import moment, seconds
from openmall.contract.refusal import Phrase
from openmall.contract.refusals import DOES_NOT_EXIST, NO_SUCH
from openmall.database.values import BoundValue

_NOTED: Final = (
    "send_sms_for_issue",
    "issued_place_type",
    "issued_by_action_type",
    "issued_by_event_type",
    "request_admin_id",
)


async def listing(call: Call, query: IssueQuery) -> Sequence[Issued]:
    """Retrieve a list of a coupon's issues."""
    await coupon_store.get(call, query.coupon_no, deleted=True)
    return await issue_search.page(call, query)


async def create(call: Call, draft: IssueDraft) -> IssueCount:
    """Issue a coupon to one member, a group or all.

    Raises NotFound (404), and Invalid (422) for a coupon the shop does not issue, or not at the
    moment, for too few left, and for a member who has it already. In an issue to many, members who
    have it are skipped.
    """
    coupon, terms = await coupon_store.get(call, draft.coupon_no, to_change=True)
    if coupon.issue_type in ("A", "R"):
        raise Invalid(COUPON_ISSUED_AUTOMATICALLY, parameter="coupon_no")
    if coupon.coupon_type == "S":
        raise Invalid(COUPON_ISSUED_BY_CODES, parameter="coupon_no")
    scope = draft.issued_member_scope
    recipient: dict[str, BoundValue] = {}
    if scope == "M":
        if draft.member_id is UNSET:
            raise Invalid(RECIPIENT_MISSING, parameter="member_id")
        await customer_store.require(call, draft.member_id)
        recipient["member_id"] = draft.member_id
    if scope == "G":
        if draft.group_no is UNSET:
            raise Invalid(RECIPIENT_GROUP_MISSING, parameter="group_no")
        recipient["group_no"] = draft.group_no
    each = 1 if draft.single_issue_per_once == "T" else draft.issue_count_per_once
    number = await issue(
        call, coupon, terms, each=each, again=draft.allow_duplication, recipient=recipient
    )
    if scope == "M" and not number:
        raise Invalid(MEMBER_HAS_COUPON, parameter="member_id")
    issued = int(coupon.issued_count)
    noted = {name: (None, value) for name in _NOTED if (value := getattr(draft, name)) is not UNSET}
    changes = {"issued": (issued, issued + number), **noted}
    call.journal(f"coupon {coupon.coupon_no}", changes)
    return IssueCount(shop_no=call.shop_no, count={coupon.coupon_no: number})


async def issue(
    call: Call,
    coupon: Coupon,
    terms: Terms,
    *,
    each: int,
    again: str,
    recipient: dict[str, BoundValue],
    granted_by: str | None = None,
) -> int:
    """Issue a coupon that was locked, and return how many were issued.

    `recipient`: `member_id`, `group_no`, both or neither. `granted_by`: the order that brings it.
    Raises Invalid (422).
    """
    refusal = why_not(call, coupon)
    if refusal is not None:
        raise refusal
    recipients, values = _recipients(coupon, terms, again=again, recipient=recipient)
    needed = each * await issue_store.people(call, recipients, each=each, **values)
    if not needed:
        return 0
    if coupon.issue_max_count is not None:
        left = coupon.issue_max_count - int(coupon.issued_count)
        if needed > left:
            raise Invalid(TOO_FEW_COUPONS_LEFT, parameter="coupon_no", left=left)
    return await _write(
        call, coupon, recipients, most=needed, granted_by=granted_by, each=each, values=values
    )


async def issue_among(
    call: Call, coupon: Coupon, terms: Terms, member_ids: list[str], *, since: int
) -> int:
    """Issue a coupon that was locked to members of a list, and return how many were issued.

    To those of its group who may have it, and who did not get it since `since` (UTC seconds); as
    long as there are any left.
    """
    each, group = coupon.issue_count_per_once or 1, coupon.issue_member_group_no
    recipients, values = _recipients(
        coupon,
        terms,
        again=terms.same_user_reissue,
        recipient={} if group is None else {"group_no": group},
    )
    recipients = replace(recipients, among=True)
    values |= {"member_ids": member_ids, "since": since}
    number = await issue_store.people(call, recipients, each=each, **values) if member_ids else 0
    if coupon.issue_max_count is not None:
        number = min(number, (coupon.issue_max_count - int(coupon.issued_count)) // each)
    if number <= 0:
        return 0
    return await _write(
        call, coupon, recipients, most=number * each, granted_by=None, each=each, values=values
    )


async def _write(
    call: Call,
    coupon: Coupon,
    recipients: Recipients,
    *,
    most: int,
    granted_by: str | None,
    each: int,
    values: dict[str, BoundValue],
) -> int:
    """Write the issues of a coupon to the recipients, and return their number."""
    begins_at, ends_at = validity(coupon, moment(call.clock.now()))
    number = await issue_store.issue(
        call,
        recipients,
        most=most,
        begins_at=seconds(begins_at),
        ends_at=seconds(ends_at),
        granted_by=granted_by,
        each=each,
        **values,
    )
    await coupon_store.count_issued(call, coupon.coupon_no, number)
    return number


def _recipients(
    coupon: Coupon, terms: Terms, *, again: str, recipient: dict[str, BoundValue]
) -> tuple[Recipients, dict[str, BoundValue]]:
    """Return who gets a coupon, and the values of the search for them."""
    by_user = coupon.issue_max_count_by_user or 0
    recipients = Recipients(
        one="member_id" in recipient,
        group="group_no" in recipient,
        again=again,
        limited=by_user > 0,
        subscribed=terms.exclude_unsubscribed == "T" and "member_id" not in recipient,
    )
    values = {**recipient, "coupon_no": coupon.coupon_no, "most_each": by_user}
    return recipients, values


def why_not(call: Call, coupon: Coupon) -> ApiError | None:
    """Return why a coupon cannot be issued at the moment, or None."""
    now = moment(call.clock.now())
    if coupon.is_stopped_issued_coupon == "T":
        return Invalid(COUPON_ISSUE_PAUSED, parameter="coupon_no")
    reserved = coupon.issue_reserved_date if coupon.issue_reserved == "T" else None
    if reserved is not None and now < reserved:
        return Invalid(COUPON_ISSUE_NOT_STARTED, parameter="coupon_no")
    if coupon.available_end_datetime is not None and coupon.available_end_datetime < now:
        return Invalid(COUPON_EXPIRED, parameter="coupon_no")
    return None


def validity(coupon: Coupon, issued: datetime) -> tuple[datetime, datetime]:
    """Return the period of use of a coupon issued at `issued`.

    Days are counted from the day after the issue, to the last second of the last day.
    """
    begin, end = coupon.available_begin_datetime, coupon.available_end_datetime
    if coupon.available_period_type == "F" and begin is not None and end is not None:
        return begin, end
    last = issued.replace(hour=23, minute=59, second=59, microsecond=0)
    if coupon.available_period_type == "R":
        return issued, last + timedelta(days=coupon.available_day_from_issued or 0)
    days = calendar.monthrange(issued.year, issued.month)[1]
    return issued, last.replace(day=days)


async def download(call: Call, coupon_no: str, member_id: str) -> int:
    """Issue a coupon that a customer downloads themselves; return how many they got.

    Raises NotFound (404), and Invalid (422) for a coupon that cannot be fetched, not by them, not
    now or not once more.
    """
    coupon, terms = await coupon_store.get(call, coupon_no, to_change=True)
    if coupon.issue_type != "D":
        raise Invalid(COUPON_NOT_FOR_DOWNLOAD, parameter="coupon_no")
    number = await issue(
        call,
        coupon,
        terms,
        each=coupon.issue_count_per_once or 1,
        again=terms.same_user_reissue,
        recipient=of_group(coupon, member_id),
    )
    if not number:
        raise Invalid(COUPON_NOT_FOR_CUSTOMER, parameter="coupon_no")
    changes = {"issued": (int(coupon.issued_count), int(coupon.issued_count) + number)}
    call.journal(f"coupon {coupon_no}", changes)
    return number


async def can_download(call: Call, coupon: Coupon, terms: Terms, member_id: str) -> bool:
    """Return whether `download` would issue a coupon to a customer now."""
    each = coupon.issue_count_per_once or 1
    if coupon.issue_type != "D" or why_not(call, coupon) is not None:
        return False
    most = coupon.issue_max_count
    if most is not None and each > most - int(coupon.issued_count):
        return False
    recipient = of_group(coupon, member_id)
    recipients, values = _recipients(
        coupon, terms, again=terms.same_user_reissue, recipient=recipient
    )
    return await issue_store.people(call, recipients, each=each, **values) > 0


def of_group(coupon: Coupon, member_id: str) -> dict[str, BoundValue]:
    """Return the member as a recipient, if they are in the coupon's group."""
    group = coupon.issue_member_group_no
    return {"member_id": member_id} | ({} if group is None else {"group_no": group})


async def held(call: Call, query: HeldQuery) -> Sequence[CustomerCoupon]:
    """Retrieve a list of a customer's coupons, those that may still be used."""
    await customer_store.require(call, query.member_id)
    return [shown(call, each) for each in await issue_store.held_page(call, query)]


async def held_count(call: Call, path: HolderPath) -> int:
    """Retrieve a count of a customer's coupons."""
    await customer_store.require(call, path.member_id)
    return await issue_store.held_number(call, path.member_id)


def shown(call: Call, held: Held) -> CustomerCoupon:
    """Return a customer's coupon as it is answered."""
    coupon = held.coupon
    unit = coupon.benefit_percentage_round_unit
    return CustomerCoupon(
        shop_no=call.shop_no,
        coupon_no=coupon.coupon_no,
        issue_no=str(held.issue_no),
        coupon_name=coupon.coupon_name,
        available_price_type=coupon.available_price_type,
        available_price_type_detail=coupon.available_order_price_type,
        available_min_price=coupon.available_min_price,
        available_payment_methods=coupon.available_payment_method.split(","),
        benefit_type=coupon.benefit_type,
        benefit_price=coupon.benefit_price,
        benefit_percentage=coupon.benefit_percentage,
        benefit_percentage_round_unit=None if unit is None else str(unit),
        benefit_percentage_max_price=coupon.benefit_percentage_max_price,
        credit_amount=coupon.benefit_price if coupon.benefit_type == "G" else None,
        issued_date=held.issued_at,
        available_begin_datetime=held.begins_at,
        available_end_datetime=held.ends_at,
    )


async def revoke(call: Call, params: Revocation) -> RevokedIssues:
    """Delete a customer's coupon: those named, or all of this kind that are unused.

    Raises NotFound (404) when there is none, Invalid (422) for one that is not theirs or used.
    """
    await customer_store.require(call, params.member_id)
    await coupon_store.get(call, params.coupon_no, deleted=True)
    found = await issue_store.unused(call, params.coupon_no, params.member_id)
    taken = found
    if params.issue_no is not UNSET:
        taken = sorted({int(each) for each in params.issue_no})
        if not set(taken) <= set(found):
            raise Invalid(
                NO_SUCH,
                parameter="issue_no",
                resource=Phrase("coupon that the customer has and has not used"),
            )
    if not taken:
        raise NotFound(DOES_NOT_EXIST, parameter="coupon_no", resource=Phrase("coupon"))
    await issue_store.revoke(call, taken)
    numbers = [str(each) for each in taken]
    call.journal(f"coupon {params.coupon_no} of {params.member_id}", {"issue_no": (numbers, None)})
    return RevokedIssues(shop_no=call.shop_no, coupon_no=params.coupon_no, issue_no=numbers)
