"""How many visitors a shop had on each day, on the admin API.

Specification: "Financials dailyvisits".
"""

from collections.abc import Sequence
from datetime import date, timedelta
from typing import Annotated, Final

from msgspec import Struct

from openmall.analytics.reports import rules
from openmall.analytics.reports.figures import as_day
from openmall.analytics.reports.report_structs import MOST_DAYS, takes
from openmall.analytics.reports.visitors import UNIQUE
from openmall.contract.call import Call
from openmall.contract.operation import listing
from openmall.contract.params import ShopParams
from openmall.contract.ranges import compared_by
from openmall.contract.scopes import READ_ANALYTICS


class DailyVisitsParams(ShopParams, frozen=True, kw_only=True):
    """Of which days; at most a year at once."""

    start_date: Annotated[date, compared_by("the report compares, and bounds the days")]
    end_date: date


class DailyVisits(Struct, frozen=True, kw_only=True):
    """The visitors of a day: addresses tell them apart, within the day."""

    shop_no: int
    date: date
    visitors_count: int


async def retrieve(call: Call, params: DailyVisitsParams) -> Sequence[DailyVisits]:
    """Retrieve a count of visitors for each day; days without any are listed too."""
    query = takes(UNIQUE)(
        mall_id=call.mall.mall_id,
        shop_no=params.shop_no,
        start_date=params.start_date,
        end_date=params.end_date,
        limit=MOST_DAYS,
    )
    rows = await rules.fetch_rows(call, UNIQUE, query)
    visitors_by_day = {day: int(visitors or 0) for day, visitors in rows}
    days = (params.end_date - params.start_date).days + 1
    return [
        DailyVisits(
            shop_no=params.shop_no, date=day, visitors_count=visitors_by_day.get(as_day(day), 0)
        )
        for day in (params.start_date + timedelta(days=at) for at in range(days))
    ]


OPERATIONS: Final = [
    listing(
        "financials/dailyvisits",
        retrieve,
        takes=DailyVisitsParams,
        gives=DailyVisits,
        key="dailyvisits",
        scope=READ_ANALYTICS,
        restricted=True,
        reads_store=False,
    ),
]
