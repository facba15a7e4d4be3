"""Number of product reviews of a shop in each month, and their ratings.

Specification: "Financials monthlyreviews".
"""

from collections import Counter
from collections.abc import Sequence
from datetime import UTC, datetime, timedelta
from typing import Annotated, Final

from msgspec import Struct
from sqlalchemy import bindparam, func, select

from openmall.commerce.community.articles.store import ARTICLE
from openmall.commerce.community.boards.builtin import REVIEWS
from openmall.commerce.community.refusals import REVIEW_MONTHS_OUT_OF_RANGE
from openmall.contract.call import Call
from openmall.contract.errors import Invalid
from openmall.contract.moments import PLATFORM_ZONE, read
from openmall.contract.operation import listing
from openmall.contract.params import Month, ShopParams
from openmall.contract.ranges import compared_by
from openmall.contract.scopes import READ_COMMUNITY
from openmall.database.statements import Statement

MOST_MONTHS: Final = 36
_A_DAY: Final = 86_400
_OFFSET: Final = int(PLATFORM_ZONE.utcoffset(None).total_seconds())


class MonthQuery(ShopParams, frozen=True, kw_only=True):
    start_month: Annotated[Month, compared_by("the operation compares, and bounds the months")]
    end_month: Month


class MonthlyReviews(Struct, frozen=True, kw_only=True):
    """The reviews of one month."""

    shop_no: int
    month: str
    count: int
    rating_average: float
    """1 to 5 with two places, of those that rate; 0: none does."""


_A: Final = ARTICLE.c
_DAY: Final = (_A.created_date + _OFFSET) // _A_DAY
_BY_DAY: Final = Statement(
    select(_DAY, func.count(), func.count().filter(_A.rating > 0), func.sum(_A.rating))
    .where(
        _A.mall_id == bindparam("mall_id"),
        _A.shop_no == bindparam("shop_no"),
        _A.board_no == REVIEWS,
        _A.created_date >= bindparam("start"),
        _A.created_date < bindparam("end"),
        _A.reply_depth == 0,
        _A.deleted == "F",
    )
    .group_by(_DAY)
)


async def list_months(call: Call, query: MonthQuery) -> Sequence[MonthlyReviews]:
    """Retrieve the number of reviews and their ratings of each month, the earliest first.

    Months are those of +09:00; one without reviews counts 0. More than 36 are Invalid (422).
    """
    first, last = (_number(each) for each in (query.start_month, query.end_month))
    if not first <= last < first + MOST_MONTHS:
        raise Invalid(REVIEW_MONTHS_OUT_OF_RANGE, parameter="end_month", most=MOST_MONTHS)
    rows = await call.db.all(
        _BY_DAY,
        shop_no=call.shop_no,
        start=read(f"{_name(first)}-01"),
        end=read(f"{_name(last + 1)}-01"),
    )
    count: Counter[str] = Counter()
    rated: Counter[str] = Counter()
    stars: Counter[str] = Counter()
    for day, written, with_stars, total in rows:
        month = (datetime(1970, 1, 1, tzinfo=UTC) + timedelta(days=day)).strftime("%Y-%m")
        count[month] += written
        rated[month] += with_stars
        stars[month] += int(total)
    return [
        MonthlyReviews(
            shop_no=call.shop_no,
            month=month,
            count=count[month],
            rating_average=round(stars[month] / rated[month], 2) if rated[month] else 0.0,
        )
        for month in map(_name, range(first, last + 1))
    ]


def _number(month: str) -> int:
    """Return a month as the number of months since the year 0."""
    digits = month.replace("-", "")
    return int(digits[:4]) * 12 + int(digits[4:]) - 1


def _name(number: int) -> str:
    return f"{number // 12:04}-{number % 12 + 1:02}"


OPERATIONS = [
    listing(
        "financials/monthlyreviews",
        list_months,
        takes=MonthQuery,
        gives=MonthlyReviews,
        key="monthlyreviews",
        scope=READ_COMMUNITY,
        restricted=True,
    ),
]
