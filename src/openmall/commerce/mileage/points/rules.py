"""The operations on points: list and report changes, and change them by hand."""

from collections.abc import Sequence
from decimal import Decimal
from typing import Final

from openmall.commerce.customer.customergroups import rules as customergroup_rules
from openmall.commerce.customer.customers import address_store
from openmall.commerce.mileage.entries import search as entry_search
from openmall.commerce.mileage.entries.search import EntryFilters, EntryRow
from openmall.commerce.mileage.entries.tables import Pot
from openmall.commerce.mileage.points import ledger as point_ledger
from openmall.commerce.mileage.points.shape import Points, PointsEntry, PointsReport
from openmall.commerce.mileage.points.takes import PointsDraft, PointsQuery, ReportQuery
from openmall.commerce.store.points_setting import PointsSetting
from openmall.contract.call import Call
from openmall.contract.change import sent_fields
from openmall.contract.crud.settings import current
from openmall.contract.currency_units import require_units
from openmall.contract.errors import NotModified
from openmall.contract.moments import moment
from openmall.contract.money import CENT, money, rounded, smallest_unit

POTS: Final[dict[str, Pot]] = {
    "available": "points",
    "unavailable": "unavailable_points",
    "unavailable_coupon": "unavailable_coupon_points",
}
"""Category of points -> their pots."""


async def listing(call: Call, query: PointsQuery) -> Sequence[Points]:
    """Retrieve points.

    The newest change first; of points that wait, those that still do. Raises Invalid (422).
    """
    pot = POTS[query.points_category]
    filters = await _filters(call, query)
    found = await entry_search.listing(call, pot, filters, limit=query.limit, offset=query.offset)
    names = {group.group_no: group.group_name for group in await customergroup_rules.of_shop(call)}
    emails = await address_store.emails(call, [row.member_id for row in found])
    return [
        _shown(
            call,
            row,
            waits=pot != "points",
            email=emails.get(row.member_id, ""),
            group_name=names.get(row.group_no, ""),
        )
        for row in found
    ]


async def report(call: Call, query: ReportQuery) -> PointsReport:
    """Retrieve a points report by date range."""
    found = await entry_search.report(call, list(POTS.values()), await _filters(call, query))
    points = found["points"]
    return PointsReport(
        shop_no=call.shop_no,
        available_points_increase=money(points.increase),
        available_points_decrease=money(points.decrease),
        available_points_total=money(points.increase - points.decrease),
        unavailable_points=money(found["unavailable_points"].remaining),
        unavailable_coupon_points=money(found["unavailable_coupon_points"].remaining),
    )


async def change(call: Call, draft: PointsDraft) -> PointsEntry:
    """Issue and deduct points.

    Raises NotFound (404) for an unknown customer, NotModified (409) for an amount of zero, and
    Invalid (422) for more than the customer can spend.
    """
    if not draft.amount:
        raise NotModified()
    await _require_units(call, draft.amount)
    signed = draft.amount if draft.type == "increase" else -draft.amount
    left = await point_ledger.change_by_hand(
        call,
        draft.member_id,
        signed,
        reason=draft.reason,
        order_id=draft.order_id,
        admin_id=call.identity.user_id,
    )
    call.journal(
        f"points of {draft.member_id}", {"available_points": (left - rounded(signed), left)}
    )
    return PointsEntry(
        shop_no=call.shop_no,
        member_id=draft.member_id,
        order_id=draft.order_id,
        amount=rounded(draft.amount),
        type=draft.type,
        reason=draft.reason,
    )


async def _require_units(call: Call, amount: Decimal) -> None:
    """Raise Invalid (422) for points with more decimals than the shop's points have.

    These are those of its currency, or of the unit that points are rounded to where that is
    smaller: so that what was earned can be deducted.
    """
    currency = call.mall.shops[call.shop_no].currency
    if amount % smallest_unit(currency):
        unit = (await current(call, PointsSetting)).round_unit
        if amount % (CENT if unit == "F" else Decimal(unit)):
            require_units(amount, currency, "amount")


async def _filters(call: Call, query: ReportQuery) -> EntryFilters:
    values = sent_fields(query)
    if "email" in values:
        values["member_ids"] = await address_store.with_email(call, values["email"])
    if "case" in values:
        values["cause"] = values["case"]
    return EntryFilters(
        **{name: values[name] for name in EntryFilters.__struct_fields__ if name in values}
    )


def _shown(call: Call, row: EntryRow, *, waits: bool, email: str, group_name: str) -> Points:
    return Points(
        shop_no=call.shop_no,
        case=row.cause,  # type: ignore[arg-type] # one of the codes of cases.py
        member_id=row.member_id,
        email=email,
        group_name=group_name,
        available_points_increase=money(row.amount) if row.amount > 0 and not waits else None,
        available_points_decrease=money(-row.amount) if row.amount < 0 and not waits else None,
        available_points_total=money(row.balance),
        unavailable_points=money(row.remaining) if waits else None,
        order_date=None if row.order_date is None else moment(row.order_date),
        issue_date=moment(row.issued_at),
        available_date=None if row.available_at is None else moment(row.available_at),
        admin_id=row.admin_id,
        order_id=row.order_id or None,
        reason=row.reason,
    )
