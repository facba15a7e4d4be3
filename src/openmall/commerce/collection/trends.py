"""Trends: a style or season that products follow; read only to apps.

The operator creates them: `openmall mall trend add`.
"""

from collections.abc import Sequence
from datetime import datetime
from typing import Annotated, Final

from msgspec import UNSET, Meta, Struct, UnsetType

from openmall.commerce.collection.coded_rows import CodedRows
from openmall.commerce.collection.tables import DEFAULTS, TREND
from openmall.contract.call import Call
from openmall.contract.params import Flag, Limit100, Offset8000, ShopParams
from openmall.contract.resource import Resource
from openmall.translations.catalogues import Message


class Trend(Struct, frozen=True, kw_only=True):
    """A trend in one language."""

    shop_no: int
    trend_code: str
    trend_name: str
    use_trend: Flag = "T"
    created_date: datetime
    product_count: int = 0


class TrendFilters(ShopParams, frozen=True, kw_only=True):
    trend_code: list[str] | UnsetType = UNSET
    trend_name: list[str] | UnsetType = UNSET
    """Any part of the name, case-insensitive."""
    use_trend: Flag | UnsetType = UNSET


class TrendQuery(TrendFilters, frozen=True, kw_only=True):
    offset: Offset8000 = 0
    limit: Limit100 = 10


class TrendDraft(Struct, frozen=True, kw_only=True):
    """The fields of a new trend."""

    trend_name: Annotated[str, Meta(min_length=1, max_length=50)]


TRENDS: Final = CodedRows(
    TREND,
    Trend,
    default=DEFAULTS["trend_code"],
    default_name=Message("Default trend"),
)


async def list_trends(call: Call, query: TrendQuery) -> Sequence[Trend]:
    """Retrieve a list of trends."""
    return await TRENDS.page(call, query, offset=query.offset, limit=query.limit)


async def count_trends(call: Call, filters: TrendFilters) -> int:
    """Retrieve a count of trends."""
    return await TRENDS.count(call, filters)


_TRENDS: Final = Resource(Trend, area="collection", key="trends")

OPERATIONS = [
    _TRENDS.listing("trends", list_trends, takes=TrendQuery),
    _TRENDS.count("trends/count", count_trends, takes=TrendFilters),
]
