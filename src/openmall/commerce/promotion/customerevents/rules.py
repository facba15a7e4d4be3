"""The admin API's operations on campaigns for customers' data."""

from collections.abc import Sequence

from msgspec import UNSET
from msgspec.structs import asdict, replace

from openmall.commerce.promotion.coupons import store as coupon_store
from openmall.commerce.promotion.customerevents import store as event_store
from openmall.commerce.promotion.customerevents.refusals import (
    CAMPAIGN_ITEMS_MISSING,
    CAMPAIGN_POINTS_MISSING,
    NO_COUPON_OF_NUMBER,
)
from openmall.commerce.promotion.customerevents.shape import CustomerEvent, Status
from openmall.commerce.promotion.customerevents.takes import EventDraft, EventQuery, EventStatus
from openmall.contract.call import Call
from openmall.contract.change import differences_from_nothing
from openmall.contract.errors import Invalid, NotFound, NotModified
from openmall.contract.moments import moment
from openmall.contract.money import hundredths, money
from openmall.contract.refusal import Phrase
from openmall.contract.refusals import DOES_NOT_EXIST, END_BEFORE_START
from openmall.database import sequences


async def list_events(call: Call, query: EventQuery) -> Sequence[CustomerEvent]:
    """Retrieve a list of campaigns for customers' data, the newest first."""
    start, end = query.start_date, query.end_date
    if start is not UNSET and end is not UNSET and end < start:
        raise Invalid(END_BEFORE_START, parameter="end_date")
    return [_shown(call, event, state) for event, state in await event_store.page(call, query)]


async def create(call: Call, draft: EventDraft) -> CustomerEvent:
    """Create a campaign for customers' data.

    Raises Invalid (422) for type E without items, a period that ends before it begins, points of
    nothing, and a coupon that the shop does not issue.
    """
    if draft.type == "E" and not draft.items:
        raise Invalid(CAMPAIGN_ITEMS_MISSING, parameter="items")
    if draft.start_date and draft.end_date and draft.end_date < draft.start_date:
        raise Invalid(END_BEFORE_START, parameter="end_date")
    if draft.use_point == "T" and not draft.point_amount:
        raise Invalid(CAMPAIGN_POINTS_MISSING, parameter="point_amount")
    if draft.use_coupon == "T":
        coupon = (await coupon_store.of_numbers(call, [draft.coupon_no])).get(draft.coupon_no)
        if coupon is None or coupon.coupon_type == "S":
            raise Invalid(NO_COUPON_OF_NUMBER, parameter="coupon_no")
    event = CustomerEvent(
        **{
            **asdict(draft),
            "items": list(dict.fromkeys(draft.items)) if draft.type == "E" else [],
            "point_amount": money(hundredths(draft.point_amount)),
        },
        no=await sequences.allocate(call.db, "customer_event"),
        created_date=moment(call.clock.now()),
    )
    await event_store.add(call, event)
    call.journal(f"customer event {event.no}", differences_from_nothing(event))
    return _shown(call, event, "running")


async def set_status(call: Call, params: EventStatus) -> CustomerEvent:
    """Stop a campaign, or delete it: what was given stays with the customers.

    Raises NotFound (404), and NotModified (409) for one that is stopped already.
    """
    found = await event_store.lock(call, params.no)
    if found is None:
        raise NotFound(DOES_NOT_EXIST, parameter="no", resource=Phrase("campaign"))
    event, before = found
    after = "stopped" if params.status == "S" else "deleted"
    if after == before:
        raise NotModified()
    await event_store.end(call, event.no, after)
    call.journal(f"customer event {event.no}", {"status": (before, after)})
    return _shown(call, event, after)


def _shown(call: Call, event: CustomerEvent, state: str) -> CustomerEvent:
    return replace(event, status=_status(call, event, state))


def _status(call: Call, event: CustomerEvent, state: str) -> Status:
    if state != "running":
        return "S" if state == "stopped" else "D"
    today = moment(call.clock.now()).date()
    if event.start_date is not None and today < event.start_date:
        return "W"
    return "E" if event.end_date is not None and today > event.end_date else "P"
