"""What the back office's pages change of trends, classifications and manufacturers.

No API has these operations: the specification lets apps read trends and classifications, and does
not delete manufacturers.
"""

from collections.abc import Awaitable, Callable
from typing import Annotated, Final, TypeVar

from msgspec import UNSET, Meta, Struct, UnsetType

from openmall.commerce.collection import grouped_products
from openmall.commerce.collection.classifications import CLASSIFICATIONS, Classification
from openmall.commerce.collection.coded_rows import CodedRows
from openmall.commerce.collection.grouped_products import Group
from openmall.commerce.collection.manufacturers import MANUFACTURERS, Manufacturer
from openmall.commerce.collection.tables import DEFAULTS
from openmall.commerce.collection.trends import TRENDS, Trend
from openmall.contract.call import Call
from openmall.contract.codes import Code
from openmall.contract.params import Flag, Params, ShopParams
from openmall.contract.resource import Resource

R = TypeVar("R", bound=Struct)
P = TypeVar("P", bound=Struct)
TrendName = Annotated[str, Meta(min_length=1, max_length=50)]
ClassificationName = Annotated[str, Meta(min_length=1, max_length=200)]
Description = Annotated[str, Meta(max_length=300)]


class TrendPath(ShopParams, frozen=True, kw_only=True):
    trend_code: Code


class NewTrend(ShopParams, frozen=True, kw_only=True):
    trend_name: TrendName
    use_trend: Flag = "T"


class TrendChange(TrendPath, frozen=True, kw_only=True):
    trend_name: TrendName | UnsetType = UNSET
    use_trend: Flag | UnsetType = UNSET


class TrendCode(Params, frozen=True, kw_only=True):
    trend_code: Code


class ClassificationPath(ShopParams, frozen=True, kw_only=True):
    classification_code: Code


class NewClassification(ShopParams, frozen=True, kw_only=True):
    classification_name: ClassificationName
    classification_description: Description = ""
    use_classification: Flag = "T"


class ClassificationChange(ClassificationPath, frozen=True, kw_only=True):
    classification_name: ClassificationName | UnsetType = UNSET
    classification_description: Description | UnsetType = UNSET
    use_classification: Flag | UnsetType = UNSET


class ClassificationCode(Params, frozen=True, kw_only=True):
    classification_code: Code


class ManufacturerCode(Params, frozen=True, kw_only=True):
    manufacturer_code: Code


async def create_trend(call: Call, draft: NewTrend) -> Trend:
    """Create a trend."""
    return await TRENDS.create(call, draft)


async def change_trend(call: Call, change: TrendChange) -> Trend:
    """Update a trend. Identical content is NotModified (409)."""
    return await TRENDS.change(call, change)


async def delete_trend(call: Call, params: TrendCode) -> Trend:
    """Delete a trend; its products are of the default trend from then on."""
    return await _delete(call, TRENDS, "trend_code", params.trend_code)


async def create_classification(call: Call, draft: NewClassification) -> Classification:
    """Create a classification."""
    return await CLASSIFICATIONS.create(call, draft)


async def change_classification(call: Call, change: ClassificationChange) -> Classification:
    """Update a classification. Identical content is NotModified (409)."""
    return await CLASSIFICATIONS.change(call, change)


async def delete_classification(call: Call, params: ClassificationCode) -> Classification:
    """Delete a classification; its products are of the default one from then on."""
    return await _delete(call, CLASSIFICATIONS, "classification_code", params.classification_code)


async def delete_manufacturer(call: Call, params: ManufacturerCode) -> Manufacturer:
    """Delete a manufacturer; its products are of the default one from then on."""
    return await _delete(call, MANUFACTURERS, "manufacturer_code", params.manufacturer_code)


async def _delete(call: Call, rows: CodedRows[R], group: Group, code: str) -> R:
    row = await rows.get_to_change(call, code)
    await rows.remove(call, code)
    moved = await grouped_products.CHANGE(call, group, code, DEFAULTS[group])
    call.journal(
        f"{rows.noun} {code}",
        {
            rows.name: (getattr(row, rows.name), None),
            **({"products": (moved, 0)} if moved else {}),
        },
    )
    return row


def _ahead(
    rows: CodedRows[R], group: Group, takes: type[P]
) -> Callable[[Call, P], Awaitable[Callable[[], Awaitable[P]]]]:
    """Return the `prepare` of a deletion, which moves the products of the row away."""

    async def find(call: Call, params: P) -> str:
        code: str = getattr(params, rows.code)
        found: str = getattr(await rows.get(call, code), rows.code)
        return found

    return grouped_products.moving_ahead(group, DEFAULTS[group], find)


_TRENDS: Final = Resource(Trend, area="collection", key="trend")
_CLASSIFICATIONS: Final = Resource(Classification, area="collection", key="classification")
_MANUFACTURERS: Final = Resource(Manufacturer, area="collection", key="manufacturer")

OPERATIONS = [
    _TRENDS.post("trends", create_trend, takes=NewTrend),
    _TRENDS.put("trends/{trend_code}", change_trend, takes=TrendChange),
    _TRENDS.delete(
        "trends/{trend_code}",
        delete_trend,
        takes=TrendCode,
        prepare=_ahead(TRENDS, "trend_code", TrendCode),
    ),
    _CLASSIFICATIONS.post("classifications", create_classification, takes=NewClassification),
    _CLASSIFICATIONS.put(
        "classifications/{classification_code}",
        change_classification,
        takes=ClassificationChange,
    ),
    _CLASSIFICATIONS.delete(
        "classifications/{classification_code}",
        delete_classification,
        takes=ClassificationCode,
        prepare=_ahead(CLASSIFICATIONS, "classification_code", ClassificationCode),
    ),
    _MANUFACTURERS.delete(
        "manufacturers/{manufacturer_code}",
        delete_manufacturer,
        takes=ManufacturerCode,
        prepare=_ahead(MANUFACTURERS, "manufacturer_code", ManufacturerCode),
    ),
]
