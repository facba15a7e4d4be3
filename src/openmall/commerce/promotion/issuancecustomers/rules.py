"""The list of the customers to whom a coupon would be issued."""

from collections.abc import Sequence

from msgspec import UNSET, UnsetType

from openmall.commerce.customer.customergroups.shape import GENERAL
from openmall.commerce.promotion.coupons import set_times
from openmall.commerce.promotion.coupons import store as coupon_store
from openmall.commerce.promotion.coupons.shape import Coupon
from openmall.commerce.promotion.issuancecustomers import store as eligible_store
from openmall.commerce.promotion.issuancecustomers.shape import EligibleCustomer, EligibleQuery
from openmall.commerce.promotion.issues import rules as issue_rules
from openmall.contract.call import Call
from openmall.database.values import BoundValue


async def listing(call: Call, query: EligibleQuery) -> Sequence[EligibleCustomer]:
    """Retrieve a list of eligible customers for the conditional issuance of a coupon.

    Those who would get it now, by member id: of its group, with consent to messages where it asks
    for that, and who may have it once more. For a coupon on joining they are those who may
    recommend the shop; for one on a first order, those without orders; for one at set times, those
    who may get it when their occasion comes. The list is empty while the coupon is not
    issued. Raises NotFound (404).
    """
    coupon, terms = await coupon_store.get(call, query.coupon_no)
    group = query.group_no if coupon.issue_member_group_no is None else coupon.issue_member_group_no
    if (
        _issues_nothing(call, coupon)
        or (query.group_no is not UNSET and group != query.group_no)
        or (coupon.issue_sub_type == "J" and coupon.issue_member_join_recommend != "T")
    ):
        return []
    each, most = coupon.issue_count_per_once or 1, coupon.issue_max_count_by_user or 0
    conditions = eligible_store.Conditions(
        one=query.member_id is not UNSET,
        group=None if group is UNSET else int(group == GENERAL),
        had=terms.same_user_reissue == "T",
        limited=most > 0,
        subscribed=terms.exclude_unsubscribed == "T"
        and (coupon.issue_type == "M" or set_times.is_at_set_times(coupon)),
        no_orders=coupon.issue_sub_type == "F",
    )
    values: dict[str, BoundValue | UnsetType] = {
        "since": query.since_member_id,
        "coupon_no": coupon.coupon_no,
        "member_id": query.member_id,
        "group_no": group,
        "each": each,
        "most_each": most,
    }
    needed = {name: value for name, value in values.items() if value is not UNSET}
    members = await eligible_store.page(
        call, conditions, limit=query.limit, offset=query.offset, **needed
    )
    return await eligible_store.with_issues(call, coupon, members)


def _issues_nothing(call: Call, coupon: Coupon) -> bool:
    """Return whether a coupon is issued to nobody at the moment."""
    left = coupon.issue_max_count is None or int(coupon.issued_count) < coupon.issue_max_count
    return coupon.coupon_type == "S" or not left or issue_rules.why_not(call, coupon) is not None
