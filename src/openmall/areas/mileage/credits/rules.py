"""What a shop owner would recognise: who got and spent which credits."""

from collections.abc import Sequence

from openmall.areas.customer.customergroups import rules as groups
from openmall.areas.mileage.credits.shape import Credits, CreditsQuery, CreditsReport, ReportQuery
from openmall.areas.mileage.entries import search
from openmall.areas.mileage.entries.search import Wanted
from openmall.contract.call import Call
from openmall.contract.change import sent
from openmall.contract.moments import moment
from openmall.contract.money import money


async def listing(call: Call, query: CreditsQuery) -> Sequence[Credits]:
    """Retrieve a list of credits by date range.

    The newest change first. Raises Invalid (422).
    """
    found = await search.listing(
        call, "credits", _wanted(query), limit=query.limit, offset=query.offset
    )
    names = {group.group_no: group.group_name for group in await groups.of_shop(call)}
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
    found = (await search.report(call, ["credits"], _wanted(query)))["credits"]
    return CreditsReport(
        shop_no=call.shop_no,
        increase_amount=money(found.increase),
        decrease_amount=money(found.decrease),
        credits_total=money(found.increase - found.decrease),
    )


def _wanted(query: ReportQuery) -> Wanted:
    said = sent(query)
    if "keyword" in said:
        said["reason" if query.search_field == "reason" else "member_id"] = said["keyword"]
    if "case" in said:
        said["cause"] = said["case"]
    if "type" in said:
        said["direction"] = said["type"]
    return Wanted(**{name: said[name] for name in Wanted.__struct_fields__ if name in said})
