"""The operations on credits: list changes, and report their sums."""

from collections.abc import Sequence

from openmall.commerce.customer.customergroups import rules as customergroup_rules
from openmall.commerce.mileage.credits.shape import (
    Credits,
    CreditsQuery,
    CreditsReport,
    ReportQuery,
)
from openmall.commerce.mileage.entries import search as entry_search
from openmall.commerce.mileage.entries.search import EntryFilters
from openmall.contract.call import Call
from openmall.contract.change import sent_fields
from openmall.contract.moments import moment
from openmall.contract.money import money


async def listing(call: Call, query: CreditsQuery) -> Sequence[Credits]:
    """Retrieve a list of credits by date range.

    The newest change first. Raises Invalid (422).
    """
    found = await entry_search.listing(
        call, "credits", _filters(query), limit=query.limit, offset=query.offset
    )
    names = {group.group_no: group.group_name for group in await customergroup_rules.of_shop(call)}
    return [
        Credits(
            shop_no=call.shop_no,
            issue_date=moment(row.issued_at),
            member_id=row.member_id,
            group_name=names.get(row.group_no, ""),
            increase_amount=str(money(row.amount)) if row.amount > 0 else "",
            decrease_amount=str(money(-row.amount)) if row.amount < 0 else "",
            balance=money(row.balance),
            admin_id=row.admin_id,
            admin_name="",
            reason=row.reason,
            case=row.cause,  # type: ignore[arg-type] # as ledger.py wrote it
            order_id=row.order_id,
        )
        for row in found
    ]


async def report(call: Call, query: ReportQuery) -> CreditsReport:
    """Retrieve a credit report by date range."""
    found = (await entry_search.report(call, ["credits"], _filters(query)))["credits"]
    return CreditsReport(
        shop_no=call.shop_no,
        increase_amount=money(found.increase),
        decrease_amount=money(found.decrease),
        credits_total=money(found.increase - found.decrease),
    )


def _filters(query: ReportQuery) -> EntryFilters:
    values = sent_fields(query)
    if "keyword" in values:
        values["reason" if query.search_field == "reason" else "member_id"] = values["keyword"]
    if "case" in values:
        values["cause"] = values["case"]
    if "type" in values:
        values["direction"] = values["type"]
    return EntryFilters(
        **{name: values[name] for name in EntryFilters.__struct_fields__ if name in values}
    )
