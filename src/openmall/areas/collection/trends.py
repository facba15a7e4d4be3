"""Trends: a style or season that products follow; read only to apps.

The operator makes them: `openmall mall trend add`.
"""

from collections.abc import Sequence
from datetime import datetime
from typing import Annotated, Final

from msgspec import UNSET, Meta, Struct, UnsetType

from openmall.areas.collection.coded import CodedRows
from openmall.areas.collection.tables import DEFAULTS, TREND
from openmall.contract.call import Call
from openmall.contract.languages import Words
from openmall.contract.operation import count, listing
from openmall.contract.params import Flag, Limit100, Offset8000, ShopParams
from openmall.contract.scopes import READ_COLLECTION


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
    """Any part of the name, whatever the case."""
    use_trend: Flag | UnsetType = UNSET


class TrendQuery(TrendFilters, frozen=True, kw_only=True):
    offset: Offset8000 = 0
    limit: Limit100 = 10


class TrendDraft(Struct, frozen=True, kw_only=True):
    """What the operator says of a new trend."""

    trend_name: Annotated[str, Meta(min_length=1, max_length=50)]


TRENDS: Final = CodedRows(
    TREND,
    Trend,
    default=DEFAULTS["trend_code"],
    default_name=Words(ko="기본 트렌드", en="Default trend", ja="基本トレンド"),
)


async def list_trends(call: Call, query: TrendQuery) -> Sequence[Trend]:
    """Retrieve a list of trends."""
    return await TRENDS.page(call, query, offset=query.offset, limit=query.limit)


async def count_trends(call: Call, filters: TrendFilters) -> int:
    """Retrieve a count of trends."""
    return await TRENDS.count(call, filters)


OPERATIONS = [
    listing(
        "trends",
        list_trends,
        takes=TrendQuery,
        gives=Trend,
        key="trends",
        scope=READ_COLLECTION,
    ),
    count("trends/count", count_trends, takes=TrendFilters, scope=READ_COLLECTION),
]
